// Moods have a name in both languages, all of them (A71–A73, R37).
import { describe, expect, test } from "vitest";
import { codeOfTag, emotionLabel } from "../../src/memory/emotion.ts";
import { atmospheres, basicEmotions, emotionCodes, scenes } from "../../src/schema/emotion.ts";

describe("labels", () => {
  const tags = [...basicEmotions, ...scenes, ...atmospheres];

  test("of every tag and code are words of the reader's language, no two the same", () => {
    for (const set of [tags, emotionCodes]) {
      const english = set.map((tag) => emotionLabel(tag, "en"));
      const chinese = set.map((tag) => emotionLabel(tag, "zh"));
      expect(english.every((label) => /^[a-z ]+$/.test(label))).toBe(true);
      expect(chinese.every((label) => /^\p{Script=Han}+$/u.test(label))).toBe(true);
      expect(new Set(english).size).toBe(set.length);
      expect(new Set(chinese).size).toBe(set.length);
    }
    expect(tags.every((tag) => emotionLabel(tag, "zh") === tag)).toBe(true);
  });

  test("of an unknown word are the word itself", () => {
    expect(emotionLabel("惆怅", "en")).toBe("惆怅");
    expect(emotionLabel("constructor", "en")).toBe("constructor");
    expect(emotionLabel("", "zh")).toBe("");
  });

  test("of a topic's emotion lead to the code that means the same", () => {
    expect(basicEmotions.map(codeOfTag)).toEqual(["joy", "content", "sad", "serious", "caring", "curious"]);
  });
});
