// The record of what is being talked of (A24): every turn with its mood, what was folded, and how much it may hold.
import { describe, expect, test } from "vitest";
import { workingMemory } from "../../src/memory/working-memory.ts";
import { Emotions } from "../../src/schema/emotion.ts";
import { ShortTerm } from "../../src/schema/short-term.ts";

const line = (
  message_id: string,
  role: "user" | "assistant",
  content: string,
  timestamp = 1_773_000_000,
) => ({
  message_id,
  role,
  content,
  timestamp,
  topic_id: "t1",
});
const short = (more: Record<string, unknown> = {}) =>
  ShortTerm.parse({ topic_id: "t1", conversations: [], created_at: 1_773_000_000, ...more });
const pending = (topic_id: string, summary: string) => ({
  topic_id,
  ended_at: 1_773_000_000,
  trigger: "silence",
  attempts: 0,
  next_at: 0,
  message_count: 1,
  parts: [{ n: 1, message_ids: ["m0"], summary, by: "extractive" }],
});

describe("the working memory", () => {
  test("is the open topic as a session, its messages as turns with the second they were said in", () => {
    const record = workingMemory(
      short({ conversations: [line("m1", "user", "在吗", 1_773_000_007), line("m2", "assistant", "在呢")] }),
      [],
    );
    expect(record).toEqual({
      session_id: "t1",
      turns: [
        {
          turn_id: "m1",
          role: "user",
          content: "在吗",
          timestamp: 1_773_000_007,
          emotion_analysis: { emotion: "neutral", intensity: 0 },
        },
        {
          turn_id: "m2",
          role: "assistant",
          content: "在呢",
          timestamp: 1_773_000_000,
          emotion_analysis: null,
        },
      ],
      summary: "",
      max_turns: 400,
    });
  });

  test("takes a turn's mood from emotions.json, and reads it from the words where none is written yet", () => {
    const emotions = Emotions.parse([
      { id: "e1", message_id: "m1", at: 1, emotion: "angry", intensity: 0.9 },
      { id: "e2", message_id: "another", at: 1, emotion: "joy", intensity: 1 },
      { id: "week", at: 1, emotion: "lonely", intensity: 1 },
    ]);
    const moods = (content: string) =>
      workingMemory(
        short({ conversations: [line("m1", "user", "我今天好开心"), line("m2", "user", content)] }),
        emotions,
      ).turns.map(({ emotion_analysis }) => emotion_analysis?.emotion);
    expect(moods("我好难过，一直在哭")).toEqual(["angry", "sad"]);
    expect(moods("I'm so happy today!")).toEqual(["angry", "joy"]);
  });

  test("tells what was folded in the order of the talk, also of a topic that has ended and waits", () => {
    const parts = [
      { n: 2, message_ids: ["m1"], summary: "后来说了搬家", by: "model" },
      { n: 1, message_ids: ["m0"], summary: "先说了工作", by: "model" },
    ];
    expect(workingMemory(short({ parts }), []).summary).toBe("先说了工作\n后来说了搬家");
    const waits = short({ pending: [pending("t0", "更早的话题"), pending("t1", "先说了工作")] });
    expect(workingMemory(waits, []).summary).toBe("先说了工作");
    expect(workingMemory(short({ pending: [pending("t0", "更早的话题")] }), []).summary).toBe("");
  });

  test("has no turns and no session before anything was said, and changes nothing it is given", () => {
    const empty = Object.freeze(short({ topic_id: "" }));
    expect(workingMemory(empty, Object.freeze([]) as never)).toEqual({
      session_id: "",
      turns: [],
      summary: "",
      max_turns: 400,
    });
  });
});
