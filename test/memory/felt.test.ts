// Feelings in the ranking: which are asked for by name, and what those of messages count (A234).
import { describe, expect, it } from "vitest";
import { feelingsAsked, feltWeights } from "../../src/memory/felt.ts";
import type { EmotionEntry } from "../../src/schema/emotion.ts";

const felt = (
  message_id: string | undefined,
  emotion: EmotionEntry["emotion"],
  intensity: number,
): EmotionEntry => ({
  id: `e_${message_id}`,
  at: 1,
  emotion,
  intensity,
  ...(message_id === undefined ? {} : { message_id }),
});

describe("a feeling that is asked for", () => {
  it.each([
    ["我什么时候最开心？", ["joy"]],
    ["上次我难过是因为什么", ["sad"]],
    ["我为什么那么害怕", ["afraid"]],
    ["When was I so angry?", ["angry"]],
    ["what made me happy and then tired", ["joy", "tired"]],
  ])("is heard in %j", (text, codes) => {
    expect([...feelingsAsked(text)].sort()).toEqual(codes);
  });

  it.each(["我家猫叫什么", "what is my cat called", "Madrid is made of stone", "积累经验", ""])(
    "is not heard in %j",
    (text) => {
      expect(feelingsAsked(text).size).toBe(0);
    },
  );
});

describe("what feelings count", () => {
  const emotions = [
    felt("sad", "sad", 0.5),
    felt("joy", "joy", 0.9),
    felt("faint", "joy", 0.4),
    felt("none", "neutral", 0.9),
    felt(undefined, "sad", 1),
  ];

  it("is their strength where they are asked for, and a part of it where they were strong anyway", () => {
    const weights = feltWeights(emotions, new Set(["sad"] as const));
    expect(weights.get("sad")).toBe(0.5);
    expect(weights.get("joy")).toBeGreaterThan(0);
    expect(weights.get("joy")).toBeLessThan(weights.get("sad") ?? 0);
    expect([...weights.keys()].sort()).toEqual(["joy", "sad"]);
  });

  it("is nothing for what was faint, neutral, or belongs to no message", () => {
    expect([...feltWeights(emotions, new Set()).keys()]).toEqual(["joy"]);
    expect(feltWeights([], new Set(["sad"] as const)).size).toBe(0);
  });
});
