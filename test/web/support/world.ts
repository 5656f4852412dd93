// Where the page's tests take place: an address with a server behind it that has no account yet.
import type { Page } from "playwright-core";
import { buildPage } from "../../../src/http/page.ts";
import { type MockServer, startMockServer } from "./mock-server.ts";

export type World = {
  /** Origin of the server, without a slash at its end. */
  url: string;
  /** What the first account is asked for, where the server asks. */
  setupCode?: string;
  /** Makes a window ready for this world before it is used. */
  prepare?: (page: Page) => Promise<void>;
  close: () => Promise<void>;
};

let built: ReturnType<typeof buildPage> | null = null;

/** The page against the scripted server. The page is bundled once for all tests of a file. */
export async function openMockWorld(): Promise<World & MockServer> {
  built ??= buildPage(new URL("../../../web", import.meta.url).pathname);
  return await startMockServer(await built);
}
