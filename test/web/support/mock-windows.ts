// A scripted server anew for every test of a file, and the windows that a test opens on it.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openBrowser, openWindow, type Window } from "./browser.ts";
import type { MockServer } from "./mock-server.ts";
import { openMockWorld } from "./world.ts";

/** Sets up one browser for the file; `use` is given each test's own server. Returns how a window is opened; all are closed after the test. */
export function mockWindows(
  use: (server: MockServer) => void,
): (options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser;
  let server: MockServer;
  let windows: Window[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    server = await openMockWorld();
    use(server);
  });
  afterEach(async () => {
    await Promise.all(windows.map((one) => one.close()));
    windows = [];
    await server.close();
  });
  return async (options) => {
    const made = await openWindow(browser, options);
    windows.push(made);
    return made.page;
  };
}
