// Streams as providers really send them: odd chunks, thinking, errors in the middle, ends without an end (C040–C049).
import { expect } from "vitest";
import { shownText } from "../support/house.ts";
import { type Check, dataOf, describeCases, errorOf, type Scene } from "./runner.ts";

const isExactly =
  (text: string): Check =>
  async (scene) => {
    expect(shownText(scene.turns[0] ?? [])).toBe(text);
    expect(dataOf(scene.turns[0] ?? [], "reply-end")).toMatchObject([{ finish: "stop" }]);
    const log = await scene.log();
    expect(log.slice(0, 2).map(({ content }) => content)).toEqual(["在吗", text]);
    expect(log[1]?.finish).toBe("stop");
    expect((await scene.read("short_term")).conversations).toEqual(log);
  };

const errorReaches: Check = (scene) => {
  const events = scene.turns[0] ?? [];
  expect(errorOf(events)?.retryable).toBe(true);
  expect(events.at(-1)?.event).toBe("error");
  expect(JSON.stringify(errorOf(events))).not.toContain("overloaded");
};

const savedOnce: Check = async (scene) =>
  expect((await scene.log()).filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
    "在吗",
  ]);

const incomplete: Check = async (scene) => {
  expect(dataOf(scene.turns[0] ?? [], "reply-end")).toEqual([]);
  const replies = (await scene.log()).filter(({ role }) => role === "assistant");
  // Our rule: the part that came is kept, marked as cut.
  expect(replies.map(({ finish }) => finish)).toEqual(["cut"]);
  const part = dataOf(scene.turns[0] ?? [], "text-delta").map(({ text }) => text);
  expect(replies[0]?.content).toBe(part.join(""));
  expect(replies[0]?.content).toMatch(/^我今天/);
};

const previews = (scene: Scene) =>
  scene.turns.flatMap((events) => dataOf(events, "text-delta")).map(({ text }) => text);

const thought = "在等我安慰";

describeCases("upstream-stream", {
  checks: {
    "the text shown over SSE, in short_term.json and in the conversation log is exactly: 在呢":
      isExactly("在呢"),
    "the usage numbers (900/12) are recorded": async (scene) => {
      const counted = { input_tokens: 900, output_tokens: 12 };
      expect(dataOf(scene.turns[0] ?? [], "reply-end")[0]?.usage).toMatchObject(counted);
      const { body } = await scene.stage.house.api<{ rows: object[] }>(
        "GET",
        `/api/memory/${scene.user}/usage`,
      );
      expect(body.rows).toMatchObject([{ role: "chat", calls: 1, ...counted }]);
    },
    "the text shown over SSE, in short_term.json and in the conversation log is exactly: 怎么啦？": async (
      scene,
    ) => {
      expect(shownText(scene.turns[0] ?? [])).toBe("怎么啦？");
      const log = await scene.log();
      expect(log.slice(0, 3).map(({ content }) => content)).toEqual(["在吗", "怎么啦？", "没事"]);
      expect(scene.found.get("short_term")).toEqual(log);
      // The thinking was heard, apart from the words.
      const thinking = dataOf(scene.turns[0] ?? [], "thinking-delta").map(({ text }) => text);
      expect(thinking.join("")).toBe("她可能在等我安慰，先问问");
    },
    "in the second upstream request the first assistant message is 怎么啦？ only": (scene) => {
      const second = scene.stage.upstream.of("chat")[1];
      const first = second?.body.messages.find(({ role }) => role === "assistant");
      expect(first).toEqual({ role: "assistant", content: "怎么啦？" });
    },
    "NOT reasoning text in short_term, mid summary input, or SSE text deltas": async (scene) => {
      expect(previews(scene).join("")).not.toContain(thought);
      for (const [name, text] of await scene.everyFile()) expect(text, name).not.toContain(thought);
      const { house, upstream } = scene.stage;
      // Looked at before it is compressed away.
      scene.found.set("short_term", (await scene.read("short_term")).conversations);
      const { body } = await house.api<{ compressed: object[] }>(
        "POST",
        `/api/memory/${scene.user}/compress`,
      );
      expect(body.compressed).toHaveLength(1);
      expect(upstream.of("short_to_mid")).toHaveLength(1);
      expect(JSON.stringify(upstream.of("short_to_mid"))).toContain("怎么啦？");
      expect(JSON.stringify(upstream.of("short_to_mid"))).not.toContain(thought);
    },
    "the client gets an error event": errorReaches,
    "the user's message is stored exactly once": savedOnce,
    "the partial text is stored marked incomplete, or not at all; never as a finished reply": incomplete,
    "same as for an error event: error to the client, message stored once, partial marked incomplete": async (
      scene,
    ) => {
      await errorReaches(scene);
      await savedOnce(scene);
      await incomplete(scene);
    },
    "the reply is marked incomplete (no finish_reason was seen)": incomplete,
    "NOT it is stored as a finished reply": incomplete,
    "NOT topic-end detection or compression runs on it as on a finished reply": async (scene) => {
      expect(dataOf(scene.turns[0] ?? [], "topic-end")).toEqual([]);
      await scene.settle();
      const short = await scene.read("short_term");
      expect(short.pending).toEqual([]);
      expect(short.conversations.map(({ content }) => content)).toEqual(["在吗", "我今天想跟你说"]);
      expect(await scene.read("mid_term")).toEqual([]);
    },
  },
});
