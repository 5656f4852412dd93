// What memory may make of a talk, and what a request says of time, speakers and marks (C078–C101).
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

/** The long entries that count now: not ended by a later one. */
const currentLong = async (scene: Scene) =>
  (await scene.read("long_term")).filter(({ superseded_by }) => superseded_by === undefined);

describeCases("memory-content", {
  apart: {
    C091: judged,
    C101: judged,
    C079: "tested where core memories are compared (test/memory/core-memory.test.ts)",
    C100: "a log of years is measured by the bench (test/bench/bytes.ts, test/bench/turn.ts)",
  },
  // A companion that speaks first after three silent days would be the last to have spoken.
  laying: () => ({ config: { heartbeat: { enabled: false } } }),
  before: {
    // The case gives the index line alone; its detail stands beside it, as in a real folder.
    C078: async (scene) => {
      const { title, detail_file } = (await scene.read("long_term"))[0] ?? { title: "", detail_file: "" };
      await mkdir(join(scene.folder, "long_term_details"), { recursive: true });
      const detail = { title, detail_content: "2026-01-10：用户对花生过敏。", source_mid_ids: ["mid_0"] };
      await writeFile(join(scene.folder, "long_term_details", detail_file), JSON.stringify(detail));
    },
    C081: async (scene) => scene.stage.upstream.fallback("chat", { text: "上海呀" }),
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
    "long_term.json has one entry about it": async (scene) => {
      const long = await scene.read("long_term");
      expect(long.map(({ id, title, key_points }) => [id, title, key_points])).toEqual([
        ["long_1", "饮食禁忌", ["对花生过敏"]],
      ]);
      // The upkeep may have been quicker; whoever did it, it was done once.
      type Extracted = { extracted: { id: string }[] };
      const bodies = scene.answers.map(({ body }) => body as unknown as Extracted);
      const ids = bodies.flatMap(({ extracted }) => extracted.map(({ id }) => id));
      expect([[], ["long_1"]]).toContainEqual(ids);
      expect(scene.stage.upstream.of("mid_to_long")).toHaveLength(1);
    },
    "mid_1 is marked extracted and linked as a further source of long_1": async (scene) => {
      const [mid] = await scene.read("mid_term");
      expect(mid).toMatchObject({ id: "mid_1", extracted_to_long: true });
      const detail = JSON.parse(await scene.text("long_term_details/2026-01-10_饮食禁忌.json"));
      expect(detail.source_mid_ids).toEqual(["mid_0", "mid_1"]);
      expect(detail.detail_content).toBe("2026-01-10：用户对花生过敏。\n用户再次提到自己对花生过敏");
    },
    "NOT a second file overwrites or stands beside the first with the same content": async (scene) =>
      expect(await readdir(join(scene.folder, "long_term_details"))).toEqual(["2026-01-10_饮食禁忌.json"]),
    "the index line that goes upstream says Shanghai as present and Beijing, if at all, as past": (scene) => {
      const lines = requestOf(scene, "chat").split("\n");
      expect(lines.find((line) => line.includes("居住地"))).toMatch(/2026年1月起住在上海/);
      const past = lines.filter((line) => line.includes("北京"));
      for (const line of past) expect(line).toMatch(/(?:之前|从前（到 2026-03-10 为止）：).*北京/);
    },
    "the older state stays readable in the detail document or history": async (scene) => {
      const [old, now] = await scene.read("long_term");
      expect(old).toMatchObject({
        id: "long_1",
        key_points: ["用户住在北京"],
        superseded_by: now?.id,
        valid_to: now?.started_at,
      });
      const found = await scene.stage.house.api<{ results: { id: string; text: string }[] }>(
        "GET",
        `/api/memory/${scene.user}/search?q=${encodeURIComponent("住在北京")}&type=long`,
      );
      expect(found.body.results.find(({ id }) => id === "long_1")?.text).toBe(
        "从前（到 2026-03-10 为止）：用户住在北京",
      );
    },
    "NOT two entries, one for each city, without an order in time": async (scene) => {
      expect((await currentLong(scene)).map(({ key_points }) => key_points)).toEqual([
        ["2026年1月起住在上海", "之前住在北京"],
      ]);
    },
    "after it there is exactly one current statement: no longer eats it": async (scene) =>
      expect((await currentLong(scene)).map(({ key_points }) => key_points)).toEqual([
        ["现在不吃川菜（胃不好）"],
      ]),
    "NOT the old one is deleted and nothing is added": async (scene) =>
      expect((await scene.read("long_term")).map(({ key_points }) => key_points)).toEqual([
        ["喜欢川菜"],
        ["现在不吃川菜（胃不好）"],
      ]),
    "the correction is stored and supersedes the old point": async (scene) => {
      const [old, correction] = await scene.read("long_term");
      expect(correction?.key_points).toEqual(["对花生不过敏"]);
      expect(old).toMatchObject({ key_points: ["对花生过敏"], superseded_by: correction?.id });
    },
    "NOT dropped as a duplicate (the two differ by one character)": async (scene) =>
      expect((await currentLong(scene)).map(({ key_points }) => key_points)).toEqual([["对花生不过敏"]]),
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
