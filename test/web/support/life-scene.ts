// A talk with a remembered life behind it, for the tests of the memory views.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { baseTime } from "./base-time.ts";
import { openScene, type Scene } from "./faults-world.ts";
import { remember } from "./mock-chat.ts";
import { newMockMemory } from "./mock-memory.ts";

/** 60 messages are said, 40 of them loaded: the proof of most memories lies further back than the talk reaches. */
export async function openLife(browser: Browser, options: BrowserContextOptions = {}): Promise<Scene> {
  // Invited with room for the list; the size that is asked for comes after.
  const { viewport, ...rest } = options;
  const scene = await openScene(browser, 0, rest);
  if (viewport) await scene.page.setViewportSize(viewport);
  const messages = Array.from({ length: 60 }, (_, at) => ({
    message_id: `old_${at}`,
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `第 ${at} 句`,
    timestamp: baseTime - (60 - at) * 1_800,
    topic_id: "topic_0",
  }));
  remember(scene.server.state, scene.id, messages);
  scene.server.state.memory = newMockMemory(true);
  await scene.page.reload();
  await scene.page.locator(".bubble").first().waitFor();
  return scene;
}
