// Which talks stay a summary: the light model says so, and nothing in the talk speaks against it.
import { describe, expect, it } from "vitest";
import { isPassing } from "../../src/memory/passing.ts";

const said = (...contents: string[]) => contents.map((content) => ({ role: "user" as const, content }));
const chat = said("在吗", "哈哈哈", "hi there", "今天有点困");

describe("a talk that the light model does not want kept", () => {
  it("stays a summary", () => {
    expect(isPassing({ keep: false }, chat)).toBe(true);
    expect(isPassing({ keep: false, importance: 0.2, emotional_intensity: 0.3, operations: [] }, chat)).toBe(
      true,
    );
  });

  it.each([
    ["the model said nothing about it", {}, chat],
    ["the model wants it kept", { keep: true }, chat],
    ["it brings a fact", { keep: false, operations: [{}] }, chat],
    ["it brings a relation", { keep: false, relations: [{}] }, chat],
    ["it weighs something", { keep: false, importance: 0.5 }, chat],
    ["feelings ran high", { keep: false, emotional_intensity: 0.8 }, chat],
    ["the person asked to remember it", { keep: false }, said("记住，钥匙在花盆下面")],
    ["the person asked for it in English", { keep: false }, said("please remember where I put the key")],
  ])("goes further where %s", (_, answer, messages) => {
    expect(isPassing(answer, messages)).toBe(false);
  });

  it("is not held to what the companion said", () => {
    expect(isPassing({ keep: false }, [{ role: "assistant", content: "我会记住的" }])).toBe(true);
  });
});
