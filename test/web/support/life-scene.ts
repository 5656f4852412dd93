// A talk with a remembered life behind it, for the tests of the memory views.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { baseTime } from "./base-time.ts";
import { openScene, type Scene } from "./faults-world.ts";
import { remember } from "./mock-chat.ts";
import { newMockInner } from "./mock-inner.ts";
import { newMockMemory } from "./mock-memory.ts";
import { newMockState } from "./mock-state.ts";

/** 60 messages are said, 40 of them loaded: the proof of most memories lies further back than the talk reaches. */
export async function openLife(browser: Browser, options: BrowserContextOptions = {}): Promise<Scene> {
  // Invited with room for the list; the size that is asked for comes after.
  const { viewport, ...rest } = options;
  const scene = await openScene(browser, 0, rest);
  if (viewport) await scene.page.setViewportSize(viewport);
  live(scene);
  await scene.page.reload();
  await scene.page.locator(".bubble").first().waitFor();
  return scene;
}

/** The same life as it was at first, in the same window: a good deal quicker than opening another. */
export async function renewLife(scene: Scene): Promise<void> {
  const { page, server, id } = scene;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (!name.endsWith("signed-in")) localStorage.removeItem(name);
    sessionStorage.clear();
  });
  live(scene);
  await page.goto(`${server.url}/c/${id}`);
  await page.locator(".bubble").first().waitFor();
}

function live({ server: { state }, id }: Scene): void {
  const messages = Array.from({ length: 60 }, (_, at) => ({
    message_id: `old_${at}`,
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `第 ${at} 句`,
    timestamp: baseTime - (60 - at) * 1_800,
    topic_id: "topic_0",
  }));
  state.messages.set(id, []);
  remember(state, id, messages);
  state.files = newMockState().files;
  state.memory = newMockMemory(true);
  state.inner = newMockInner();
  state.faults.length = 0;
  state.requests.length = 0;
}
