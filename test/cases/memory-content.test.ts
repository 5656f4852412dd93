// What memory may make of a talk, and what a request says of time, speakers and marks (C078–C101).
import { expect } from "vitest";
import { type Check, describeCases, type Scene } from "./runner.ts";

/** All text of the last request of a role. */
const requestOf = (scene: Scene, role: string) =>
  (scene.stage.upstream.of(role).at(-1)?.body.messages ?? []).map(({ content }) => content ?? "").join("\n");

/** Each line of the history stands in the summariser's request behind the name of its speaker, in order. */
const namesSpeakers: Check = (scene) => {
  const request = requestOf(scene, "short_to_mid");
  let at = 0;
  for (const { content } of scene.history) {
    const found = request.indexOf(content.split("\n")[0] ?? content, at);
    expect(found, content).toBeGreaterThan(at);
    const line = request.slice(request.lastIndexOf("\n", found) + 1, found);
    expect(line).toMatch(/\S[:：]\s*$/);
    at = found;
  }
  const speakers = scene.history.map(({ content }) => {
    const found = request.indexOf(content.split("\n")[0] ?? content);
    return request.slice(request.lastIndexOf("\n", found) + 1, found).replace(/[\d:\-/（）() 年月日]/g, "");
  });
  expect(new Set(speakers).size).toBe(new Set(scene.history.map(({ role }) => role)).size);
};

/** Without a real model there is no judging; but no fact may come of such words either way. */
const noFactOf =
  (words: RegExp): Check =>
  async (scene) => {
    await scene.settle();
    const facts = (await scene.read("facts")).filter(({ status }) => status === "live");
    expect(facts.map(({ statement }) => statement).filter((statement) => words.test(statement))).toEqual([]);
  };

const judged =
  "the sentence can only be judged with a real model; the speakers in its request are C086's and C089's";

const openYet =
  "open: the extraction puts a new long entry beside the old one; entries are not merged or replaced by a later truth yet";

describeCases("memory-content", {
  apart: {
    C091: judged,
    C101: judged,
    C078: openYet,
    C079: "tested where core memories are compared (test/memory/core-memory.test.ts)",
    C081: openYet,
    C082: openYet,
    C084: openYet,
    C100: "a log of years is measured by the bench (test/bench/bytes.ts, test/bench/turn.ts)",
  },
  steps: {
    "move the clock to 2026-03-13T10:00": (scene) =>
      scene.stage.moveClock({ set: Date.parse("2026-03-13T10:00:00+08:00") / 1000 }),
    "POST /api/ai-users/{id}/chat with it": async (scene) => {
      const content = "喵".repeat(300_000);
      scene.answers.push(
        await scene.stage.house.api("POST", `/api/ai-users/${scene.user}/chat`, { content }),
      );
    },
  },
  checks: {
    "the request to the summariser carries the whole topic with speaker labels": namesSpeakers,
    "judged: the summary does not say that the user resigned, moved or has a million":
      noFactOf(/辞职|大理|客栈|一百万/),
    "every line of the transcript in the request names its speaker": namesSpeakers,
    "judged: 讨厌周一 and 以前这样请过假 are not stored as the user's": noFactOf(/周一|请过?假/),
    "stored as given; the request upstream contains both messages in order": async (scene) => {
      await namesSpeakers(scene);
      const mid = await scene.read("mid_term");
      expect(mid.map(({ summary }) => summary)).toEqual(["用户周四上午有面试（先说周三，后更正）"]);
    },
    "the request has the local date and time of the messages and asks for absolute dates": (scene) => {
      const request = requestOf(scene, "short_to_mid");
      expect(request).toMatch(/2026-03-10[^\n]*21:00/);
      expect(request).toMatch(/按那一行的时间换算成日期，如 2026-03-11/);
    },
    "a stored summary that still contains 明天/昨天/下周 is either resolved against the message time or kept together with that time where it is shown to the model":
      async (scene) => {
        const [entry] = await scene.read("mid_term");
        expect(entry?.summary).toBe("用户2026-03-11考试，很紧张");
        expect(entry?.ended_at).toBe(scene.history.at(-1)?.timestamp);
        scene.stage.upstream.fallback("chat", { text: "加油" });
        await scene.stage.house.chat(scene.user, "在吗");
        expect(requestOf(scene, "chat")).toMatch(/2026-03-10[^\n]*用户2026-03-11考试/);
      },
    "the request has the present local time and the time of the last message (three days ago)": (scene) => {
      const request = requestOf(scene, "chat");
      expect(request).toMatch(/2026-03-13[^\n]*10:00/);
      expect(request).toMatch(/上一次说话是3天前（2026-03-10 10:00）/);
    },
    "the message round-trips byte-equal through storage, context and UI": async (scene) => {
      const said = scene.history[0]?.content ?? "";
      expect((await scene.log())[0]?.content).toBe(said);
      const asked = scene.stage.upstream.of("chat")[0]?.body.messages ?? [];
      expect(asked.some(({ content }) => content?.includes(said))).toBe(true);
      const { body } = await scene.stage.house.api<{ messages: { content: string }[] }>(
        "GET",
        `/api/ai-users/${scene.user}/messages`,
      );
      expect(body.messages[0]?.content).toBe(said);
    },
    "413 or a clear limit error, or it is accepted and the context for the model is cut with a note; stored text is whole or refused, never half":
      (scene) => {
        expect(scene.answers[0]?.status).toBe(413);
        expect(scene.stage.upstream.of("chat")).toEqual([]);
      },
    "NOT every later chat fails with context_length_exceeded": async (scene) => {
      scene.stage.upstream.push("chat", { text: "在的" });
      const events = await scene.stage.house.chat(scene.user, "在吗");
      expect(events.map(({ event }) => event)).toContain("reply-end");
      expect((await scene.log()).map(({ content }) => content)).toEqual(["在吗", "在的"]);
      scene.stage.upstream.reset();
    },
  },
});
