// A message that is read and not answered, on the page and with the real house behind it: the reason, and asking again (R10, A155).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { start } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { openBrowser, openWindow } from "./support/browser.ts";
import { invite, mine, password, register, replied, say } from "./support/steps.ts";

let folder: string;
let running: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-page-read-"));
  const places = { DATA_DIR: join(folder, "data"), BACKUP_DIR: join(folder, "backups") };
  running = await start(readSettings(folder, { ...places, PORT: "0", LOG_LEVEL: "fatal", RANDOM_SEED: "7" }));
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** Calls of a program that is signed in as the person. */
async function signedIn() {
  const call = async <T>(method: string, path: string, body: unknown, token?: string): Promise<T> => {
    const headers = {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const answer = await fetch(`${running.url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const entry = { username: "amu", password };
  const { access_token } = await call<{ access_token: string }>("POST", "/api/auth/login", entry);
  return <T>(method: string, path: string, body: unknown) => call<T>(method, path, body, access_token);
}

it("says why nothing was answered, in every window and after a reload, and has it answered when asked again", async () => {
  const browser = await openBrowser();
  const { page, close, complaints } = await openWindow(browser);
  try {
    // Nobody waits for more of the person's pieces here.
    await page.route("**/chat", async (route) => {
      const body = { ...route.request().postDataJSON(), pacing: "instant" };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await register(page, { url: running.url, setupCode: running.setupCode ?? "", close });
    await invite(page, "小满", false);
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const call = await signedIn();
    // Past its first words, with somebody who has fallen out with the person and may leave them unanswered.
    const now = Math.floor(Date.now() / 1000);
    const messages = Array.from({ length: 31 }, (_, at) => ({
      message_id: `small_${at}`,
      role: "user",
      content: `今天的第${at}件小事。`,
      timestamp: now - 31 + at,
    }));
    const topics = [{ topic_id: "small", open: true, messages }];
    await call("POST", `/api/ai-users/${id}/import`, { format: "messages", topics, summarise: "none" });
    await call("PUT", `/api/ai-users/${id}`, { reply_policy: "level" });
    await call("PUT", `/api/relationship/${id}`, { level: "决裂" });
    await page.reload();
    await mine(page, "今天的第30件小事。").waitFor();
    // A second window of the same person: nothing is read again there by hand.
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(page.url());
    await mine(elsewhere, "今天的第30件小事。").waitFor();
    await say(page, "路过楼下的面馆。");
    await page.getByText("看到了，不想回。").waitFor();
    await page.reload();
    await page.getByText("看到了，不想回。").waitFor();
    expect(await page.locator(".dots").count()).toBe(0);
    await elsewhere.getByText("看到了，不想回。").waitFor();
    await page.getByRole("button", { name: "再问一次" }).click();
    await replied(page);
    await elsewhere.getByText("看到了，不想回。").waitFor({ state: "detached" });
    await page.reload();
    await mine(page, "路过楼下的面馆。").waitFor();
    expect(await page.getByText("看到了，不想回。").count()).toBe(0);
    expect(await mine(page, "路过楼下的面馆。").count()).toBe(1);
    expect(complaints).toEqual([]);
  } finally {
    await close();
    await browser.close();
  }
});
