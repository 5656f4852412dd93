// How a turn's messages join short_term: in order, each once, whatever happened to the document meanwhile.
import { describe, expect, it } from "vitest";
import { isClosed, joinTurn } from "../../src/memory/join.ts";
import type { Message } from "../../src/schema/message.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";

const message = (message_id: string, topic_id: string, timestamp: number): Message => ({
  message_id,
  role: "user",
  content: message_id,
  timestamp,
  topic_id,
});
const short = (more: Partial<ShortTerm> = {}): ShortTerm => ({
  topic_id: "t",
  conversations: [],
  created_at: 5,
  pending: [],
  ...more,
});
const waiting = (topic_id: string) => ({
  topic_id,
  ended_at: 1,
  trigger: "silence" as const,
  attempts: 0,
  next_at: 0,
  message_count: 1,
});
const ids = (document: ShortTerm) => document.conversations.map(({ message_id }) => message_id);

describe("joining a turn", () => {
  it("adds its messages at the end of the open topic", () => {
    const before = short({ conversations: [message("a", "t", 10)] });
    const after = joinTurn(before, "t", [message("b", "t", 11), message("c", "t", 12)], 20);
    expect([ids(after), after.created_at]).toEqual([["a", "b", "c"], 5]);
    expect(ids(before)).toEqual(["a"]);
  });

  it("adds none twice", () => {
    const before = short({ conversations: [message("a", "t", 10), message("b", "t", 11)] });
    expect(ids(joinTurn(before, "t", [message("b", "t", 11), message("c", "t", 12)], 20))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("begins the turn's topic where another one is there, and leaves what waits", () => {
    const before = short({
      conversations: [message("a", "t", 10)],
      pending: [waiting("t")],
      parts: [{ n: 1, message_ids: ["a"], summary: "x", by: "model" }],
      my_note: "keep",
    });
    const after = joinTurn(before, "next", [message("b", "next", 30)], 40);
    expect(after).toMatchObject({
      topic_id: "next",
      created_at: 30,
      pending: before.pending,
      my_note: "keep",
    });
    expect([ids(after), after.parts]).toEqual([["b"], undefined]);
  });

  it("gives a topic without a time the time of its first message, and without any message that of now", () => {
    expect(joinTurn(short({ created_at: 0 }), "t", [message("a", "t", 10)], 20).created_at).toBe(10);
    expect(joinTurn(short({ created_at: 0 }), "t", [], 20).created_at).toBe(20);
    expect(joinTurn(short(), "other", [], 20).created_at).toBe(20);
  });
});

describe("a topic is closed", () => {
  it("where it waits for its summary or has no name, not where another one waits", () => {
    expect(isClosed(short({ pending: [waiting("t")] }))).toBe(true);
    expect(isClosed(short({ topic_id: "" }))).toBe(true);
    expect(isClosed(short({ pending: [waiting("other")] }))).toBe(false);
  });
});
