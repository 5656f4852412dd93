// A provider that refuses: busy, too long a context, a proxy's HTML (C059–C064).
import { expect } from "vitest";
import { shownText } from "../support/house.ts";
import { logText, openTopicFiles, topicId } from "./companion-folder.ts";
import { type Check, describeCases, doStep, errorOf, type Scene } from "./runner.ts";

const chatRequests = (scene: Scene) => scene.stage.upstream.of("chat");
const sizeOf = (request: ReturnType<typeof chatRequests>[number] | undefined) =>
  JSON.stringify(request?.body.messages ?? []).length;

const userMessages = async (scene: Scene) =>
  (await scene.log()).filter(({ role, content }) => role === "user" && content === "在吗");

const elapsed = async (scene: Scene, step: string) => {
  const began = performance.now();
  await doStep(scene, step, {});
  scene.found.set("seconds", (performance.now() - began) / 1000);
};

/** What a topic of 3,000 messages looks like; the log is the same. */
const longTopic = (now: number) =>
  Array.from({ length: 3_000 }, (_, index) => ({
    message_id: `m${index}`,
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: `${index}号：${"今天也说了很多".repeat(15)}`.slice(0, 100),
    timestamp: now - 3_000 + index,
    topic_id: topicId,
  }));

const seaside = [
  { role: "user" as const, content: "周六去海边吧，我想看日出" },
  { role: "assistant" as const, content: "好呀，我来定闹钟" },
];

const sameRequestNotAgain: Check = (scene) => {
  const bodies = chatRequests(scene).map(({ body }) => JSON.stringify(body.messages));
  expect(new Set(bodies).size).toBe(bodies.length);
};

describeCases("upstream-error", {
  steps: { "C060: chat: 在吗": (scene) => elapsed(scene, "chat: 在吗") },
  laying: ({ id }, now) => {
    if (id === "C062") {
      const messages = longTopic(now);
      return { files: { ...openTopicFiles(messages, now), "conversation.json": logText(messages) } };
    }
    if (id !== "C059") return {};
    // The case speaks of a summary: there must be something to sum up.
    const messages = seaside.map((message, index) => ({
      ...message,
      message_id: `s${index}`,
      timestamp: now - 60 + index,
      topic_id: topicId,
    }));
    return { files: openTopicFiles(messages, now) };
  },
  checks: {
    "second call comes at least 2 s after the first": (scene) => {
      const [first, second] = scene.stage.upstream.of("short_to_mid");
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_990);
    },
    "one entry stored": async (scene) =>
      expect((await scene.read("mid_term")).map(({ summary }) => summary)).toEqual(["约好周六去海边"]),
    "NOT more than 2 calls in all": (scene) =>
      expect(scene.stage.upstream.of("short_to_mid")).toHaveLength(2),

    'within 15 s the client gets a clear "busy, try later" error': (scene) => {
      expect(scene.found.get("seconds")).toBeLessThan(15);
      expect(errorOf(scene.turns[0] ?? [])).toMatchObject({ code: "model_busy", retryable: true });
      expect(errorOf(scene.turns[0] ?? [])?.message).toMatch(/忙|busy/);
    },
    "the user's message is kept once": async (scene) => expect(await userMessages(scene)).toHaveLength(1),
    "NOT the request hangs for an hour": (scene) => {
      expect(scene.turns[0]?.at(-1)?.event).toBe("error");
      expect(chatRequests(scene)).toHaveLength(1);
    },

    "at most one retry, with a smaller context, then either a reply or a visible error": (scene) => {
      const [first, second, ...more] = chatRequests(scene);
      expect(more).toEqual([]);
      expect(sizeOf(second)).toBeGreaterThan(0);
      expect(sizeOf(second)).toBeLessThan(sizeOf(first));
      expect(shownText(scene.turns[0] ?? [])).toBe("在呢");
    },
    "stored history is not cut": async (scene) => {
      const log = await scene.log();
      expect(log.slice(0, 3_000)).toEqual(longTopic(log[2_999]?.timestamp ? log[2_999].timestamp + 1 : 0));
      expect(log.slice(3_000).map(({ content }) => content)).toEqual(["在吗", "在呢"]);
    },
    "NOT the same request is sent again unchanged": sameRequestNotAgain,
    "NOT a loop": (scene) => expect(chatRequests(scene)).toHaveLength(2),

    "a short error for the user without the HTML": (scene) => {
      const error = errorOf(scene.turns[0] ?? []);
      expect(error?.code).toBe("model_unreachable");
      expect(error?.message).not.toMatch(/[<>]|html|gateway|502/i);
      expect(error?.message.length).toBeLessThan(120);
    },
    "message kept once, can be sent again without a duplicate": async (scene) => {
      const [kept] = await userMessages(scene);
      expect(chatRequests(scene).length).toBeLessThanOrEqual(3);
      // Again, until the gateway is back.
      let events = scene.turns[0] ?? [];
      for (let again = 0; again < 3 && errorOf(events); again += 1)
        events = await scene.stage.house.chat(scene.user, "在吗", { message_id: kept?.message_id });
      expect(errorOf(events)).toBeUndefined();
      expect(shownText(events)).not.toBe("");
      expect(await userMessages(scene)).toEqual([kept]);
      expect((await scene.log()).map(({ role }) => role)).toEqual(["user", "assistant"]);
    },
  },
});
