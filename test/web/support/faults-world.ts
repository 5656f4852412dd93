// A talk in progress against the scripted server, for the tests of what goes wrong.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Message } from "../../../src/schema/message.ts";
import { baseTime } from "./base-time.ts";
import { openWindow, type Window } from "./browser.ts";
import { remember } from "./mock-chat.ts";
import type { MockServer } from "./mock-server.ts";
import { invite, register } from "./steps.ts";
import { openMockWorld } from "./world.ts";

export type Scene = { server: MockServer; page: Page; window: Window; id: string };

/** Two companions, 小雨 open; `said` messages stand in the log before. The moment is that of the messages. */
export async function openScene(
  browser: Browser,
  said = 0,
  options: BrowserContextOptions = {},
): Promise<Scene> {
  const server = await openMockWorld();
  const window = await openWindow(browser, options);
  const { page } = window;
  await page.clock.install({ time: baseTime * 1000 });
  await register(page, server);
  await invite(page, "老岳");
  await invite(page, "小雨");
  const id = server.state.companions.at(-1)?.user_id ?? "";
  if (said > 0) {
    remember(
      server.state,
      id,
      Array.from({ length: said }, (_, at) => old(at, said)),
    );
    await page.reload();
    await page.locator(".bubble").first().waitFor();
  }
  return { server, page, window, id };
}

/** Turns of one line each, half an hour apart. */
function old(at: number, count: number): Message {
  return {
    message_id: `old_${at}`,
    role: at % 2 === 0 ? "user" : "assistant",
    content: `第 ${at} 句`,
    timestamp: baseTime - (count - at) * 1_800,
    topic_id: "topic_0",
  };
}

export async function closeScene(scene: Scene): Promise<void> {
  await scene.window.close();
  await scene.server.close();
}
