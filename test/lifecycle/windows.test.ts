// Two windows of one account stay in step over /api/events, and one that was away is told exactly what it missed (DESIGN 7).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { streamEvents } from "../../src/schema/stream-event.ts";
import { until } from "../support/house.ts";
import { dataOf, follow, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "一\n二" });
  user = await scene.house.create();
});

type Window = ReturnType<typeof follow>;
const names = (window: Window) => window.about(user).map(({ event }) => event);
const heardEnd = (window: Window, times = 1) =>
  until(
    `reply-end ${times}`,
    async () => names(window).filter((name) => name === "reply-end").length >= times,
  );
async function open(headers: Record<string, string> = {}): Promise<Window> {
  const window = follow(scene.house, headers);
  await window.opened;
  return window;
}

describe("two windows", () => {
  it("hear the same: the message, the reply and its bubbles, in the same order and with the same ids", async () => {
    const [one, two] = [await open(), await open()];
    const events = await scene.house.chat(user, "讲两句");
    await Promise.all([heardEnd(one), heardEnd(two)]);
    expect(one.about(user)).toEqual(two.about(user));
    expect(names(one)).toEqual(["message", "reply-start", "bubble", "bubble", "reply-end"]);
    const bubbles = (list: Parameters<typeof dataOf>[0]) =>
      dataOf(list, "bubble").map(({ message_id, content }) => [message_id, content]);
    expect(bubbles(one.about(user))).toEqual(bubbles(events));
    const [message] = dataOf(one.about(user), "message");
    expect(message?.message).toMatchObject({ role: "user", content: "讲两句" });
    for (const { event, data } of one.heard)
      expect([event, streamEvents[event].safeParse(data).error]).toEqual([event, undefined]);
    await Promise.all([one.stop(), two.stop()]);
  });

  it("hear no thoughts and no previews, and of a repeated message nothing twice but its bubbles' ids", async () => {
    const window = await open();
    scene.upstream.push("chat", { text: "好", reasoning_content: "想一想" });
    await scene.house.chat(user, "在吗", { message_id: "w-1" });
    await heardEnd(window);
    expect(names(window)).not.toContain("thinking-delta");
    expect(names(window)).not.toContain("text-delta");
    await scene.house.chat(user, "在吗", { message_id: "w-1" });
    scene.upstream.push("chat", { http: { status: 401 } });
    await scene.house.chat(user, "下一句", { message_id: "w-2" });
    await scene.house.chat(user, "下一句", { message_id: "w-2" });
    await heardEnd(window, 2);
    expect(dataOf(window.about(user), "message").map(({ message }) => message.content)).toEqual([
      "在吗",
      "下一句",
    ]);
    await window.stop();
  });

  it("hear what is saved by a bot, that someone types, and that a topic ends", async () => {
    const window = await open();
    await scene.house.api("POST", `/api/ai-users/${user}/save-message`, { content: "外面说的" });
    await scene.house.api("POST", `/api/ai-users/${user}/typing`);
    await scene.house.chat(user, "晚安");
    await until("the end of the topic", async () => names(window).includes("topic-end"));
    await until("the summary", async () =>
      window.about(user).some(({ event, data }) => event === "memory-change" && data.document === "mid_term"),
    );
    expect(names(window).slice(0, 3)).toEqual(["message", "typing", "message"]);
    expect(names(window).filter((name) => name === "topic-end")).toHaveLength(1);
    await window.stop();
  });

  it("are told where a topic was ended by the owner or by silence", async () => {
    const window = await open();
    await scene.house.chat(user, "周末看展");
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await scene.house.chat(user, "又来了");
    await scene.advance(7 * 3600);
    await until("both ends", async () => names(window).filter((name) => name === "topic-end").length === 2);
    expect(dataOf(window.about(user), "topic-end").map(({ trigger }) => trigger)).toEqual([
      "manual",
      "silence",
    ]);
    await window.stop();
  });
});

describe("a window that was away", () => {
  it("is told exactly what it missed, once, and goes on from there", async () => {
    const here = await open();
    const first = await open();
    await scene.house.chat(user, "在的时候");
    await heardEnd(first);
    await first.stop();
    const last = first.heard.at(-1)?.id ?? "";
    await scene.house.chat(user, "不在的时候");
    const back = await open({ "last-event-id": last });
    await scene.house.chat(user, "回来以后");
    await heardEnd(back, 2);
    await heardEnd(here, 3);
    const missed = here.heard.slice(here.heard.findIndex(({ id }) => id === last) + 1);
    expect(back.heard).toEqual(missed);
    expect(dataOf(back.heard, "message").map(({ message }) => message.content)).toEqual([
      "不在的时候",
      "回来以后",
    ]);
    await Promise.all([here.stop(), back.stop()]);
  });

  it("with an id of another run, or none of ours, is told to load again", async () => {
    await scene.house.chat(user, "在吗");
    for (const id of ["01JOTHERBOOT-12", "nonsense", "12"]) {
      const window = await open({ "last-event-id": id });
      await until("the first word", async () => window.heard.length > 0);
      expect([id, window.heard[0]?.event]).toEqual([id, "resync"]);
      await window.stop();
    }
  });
});
