// The measure of the recall bench: nothing is credited that does not stand word for word within the budget.
import { describe, expect, it } from "vitest";
import { counts } from "./recall-data.ts";
import { countTokens, formerFirst, holdsEvidence, within } from "./recall-measure.ts";

const said = new Map([
  ["a", "I have two cats,  Momo and Niangao."],
  ["b", "We moved to Suzhou."],
]);

describe("evidence", () => {
  it("is held where each message stands word for word, or one of them where that is enough", () => {
    const texts = ["x", "He said: I have two cats, Momo and Niangao."];
    expect(holdsEvidence(texts, { evidence: ["a"] }, said)).toBe(true);
    expect(holdsEvidence(texts, { evidence: ["a", "b"], match: "all" }, said)).toBe(false);
    expect(holdsEvidence(texts, { evidence: ["a", "b"], match: "any" }, said)).toBe(true);
  });

  it("is not held by half a message, other words for it, or a message that nobody knows", () => {
    for (const text of ["I have two cats", "Two cats: Momo and Niangao"])
      expect(holdsEvidence([text], { evidence: ["a"] }, said), text).toBe(false);
    expect(holdsEvidence(["anything"], { evidence: ["gone"] }, said)).toBe(false);
  });

  it("is asked for only where a question can be answered from what was said", () => {
    const question = {
      id: "q",
      conv: "c",
      question: "?",
      lang: "en",
      asked_at: "",
      evidence: ["a"],
      category: "single",
    } as const;
    expect(counts({ ...question, evidence: ["a"] })).toBe(true);
    expect(counts({ ...question, evidence: [] })).toBe(false);
    for (const category of ["forgotten", "hypothetical", "never-said", "adversarial"])
      expect(counts({ ...question, evidence: ["a"], category }), category).toBe(false);
  });
});

describe("a budget", () => {
  it("counts speakers and each day once, and ends at the first line that does not fit", () => {
    const line = (text: string, date = 0) => ({ text, date, speaker: "user" });
    const one = within([line("one two three")], 1_000);
    expect(one.tokens).toBeGreaterThan(countTokens("one two three"));
    const same = within([line("one two three"), line("one two three")], 1_000).tokens;
    const other = within([line("one two three"), line("one two three", 86_400 * 2)], 1_000).tokens;
    expect(other).toBeGreaterThan(same);
    expect(within([line("one"), line("word ".repeat(200)), line("two")], 60).texts).toEqual(["one"]);
  });

  it("does not throw over a special token in a message", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });
});

describe("a former value", () => {
  it("comes first where its message does, or where the current one is missing", () => {
    const question = { evidence: ["b"], stale_evidence: ["a"] };
    const [stale, now] = [said.get("a") ?? "", said.get("b") ?? ""];
    expect(formerFirst([stale, now], question, said)).toBe(true);
    expect(formerFirst([stale], question, said)).toBe(true);
    expect(formerFirst([now, stale], question, said)).toBe(false);
    expect(formerFirst([now], question, said)).toBe(false);
    expect(formerFirst([], question, said)).toBe(false);
  });
});
