// The real house with one person signed in on a page, and a program of theirs beside it that looks at what the page has done.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { start } from "../../../src/main.ts";
import { readSettings } from "../../../src/settings.ts";
import { openBrowser, openWindow, type Window } from "./browser.ts";
import { password, register } from "./steps.ts";

export type RealHouse = {
  url: string;
  /** Where its data lies. */
  folder: string;
  browser: Browser;
  window: Window;
  page: Page;
  /** A call by the program's own session, or as somebody else. */
  call(method: string, path: string, body?: unknown, as?: string): Promise<Response>;
  read<T>(path: string): Promise<T>;
  /** A new session of the program; the former one may have been ended by what was tested. */
  signIn(): Promise<string>;
  make(name: string): Promise<string>;
  /** The id of the companion of this name. */
  idOf(name: string): Promise<string>;
  /** Opens a part of Me, and waits until it stands. */
  open(section: string): Promise<void>;
  close(): Promise<void>;
};

/** Opened once for a whole file: the tests of a file share it. */
export async function openRealHouse(name: string): Promise<RealHouse> {
  const browser = await openBrowser();
  const folder = await mkdtemp(join(tmpdir(), `keepsake-${name}-`));
  const places = { DATA_DIR: join(folder, "data"), BACKUP_DIR: join(folder, "backups") };
  const running = await start(
    readSettings(folder, { ...places, PORT: "0", LOG_LEVEL: "fatal", RANDOM_SEED: "7" }),
  );
  const window = await openWindow(browser);
  const { page } = window;
  const { url } = running;
  let token = "";
  await register(page, { url, setupCode: running.setupCode ?? "", close: async () => undefined });

  const call: RealHouse["call"] = (method, path, body, as = token) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async <T>(path: string) => (await (await call("GET", path)).json()) as T;
  const signIn = async () => {
    const answer = await call("POST", "/api/auth/login", { username: "amu", password, client: "program" });
    token = ((await answer.json()) as { access_token: string }).access_token;
    return token;
  };
  await signIn();
  return {
    url,
    folder: places.DATA_DIR,
    browser,
    window,
    page,
    call,
    read,
    signIn,
    async make(companion) {
      const answer = await call("POST", "/api/ai-users", { name: companion, language: "zh" });
      return ((await answer.json()) as { user_id: string }).user_id;
    },
    async idOf(companion) {
      const { ai_users } = await read<{ ai_users: { name: string; user_id: string }[] }>("/api/ai-users");
      const found = ai_users.find((one) => one.name === companion);
      if (found === undefined) throw new Error(`no companion is called ${companion}`);
      return found.user_id;
    },
    async open(section) {
      await page.goto(`${url}/me/${section}`);
      await page.locator(".me-section h1").waitFor();
    },
    async close() {
      await window.close();
      await browser.close();
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
