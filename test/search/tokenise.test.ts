// How texts become search tokens, in Chinese and English, and how alike two texts are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stem } from "../../src/search/stem.ts";
import { similarity, tokenise, tokenWeight } from "../../src/search/tokenise.ts";

describe("tokens", () => {
  it("makes words, pairs and single characters of Chinese, without grammar words", () => {
    const tokens = tokenise("我养了一只橘猫叫年糕");
    expect(tokens).toEqual(expect.arrayContaining(["橘猫", "年糕", "猫"]));
    expect(tokens).not.toContain("我");
    expect(tokens).not.toContain("了");
  });

  it("brings the forms of an English word together, irregular ones too", () => {
    for (const [one, other] of [
      ["studies", "studying"],
      ["bought", "buys"],
      ["children", "child's"],
      ["relational", "relate"],
      ["hopping", "hop"],
      ["Painted", "painting"],
    ] as const) {
      expect(tokenise(one), `${one} / ${other}`).toEqual(tokenise(other));
    }
  });

  it("keeps different words apart", () => {
    expect(stem("policy")).not.toBe(stem("police"));
    expect(stem("hoping")).not.toBe(stem("hopping"));
    expect(stem("feed")).toBe("feed");
    expect(stem("sing")).toBe("sing");
  });

  it("folds full-width letters, case and accents", () => {
    expect(tokenise("ＡＢＣ１２３ Café")).toEqual(tokenise("abc123 cafe"));
  });

  it("reads a number with separators as one token", () => {
    expect(tokenise("$1,200 at 10:30")).toEqual(["1200", "10:30"]);
  });

  it("keeps an emoji with its joiners as one token", () => {
    expect(tokenise("👨‍👩‍👧‍👦🇨🇳 ok")).toEqual(["👨‍👩‍👧‍👦", "🇨🇳"]);
  });

  it("does not stumble over half characters, control characters and very long words", () => {
    expect(tokenise("\ud83d\u0000\u001b[31m")).toEqual(["31", "m"]);
    expect(tokenise("a".repeat(5000))).toEqual(["a".repeat(40)]);
    expect(tokenise(" \n。！？…")).toEqual([]);
  });

  it("gives the same tokens for a long run as for its parts", () => {
    const long = "面试".repeat(400);
    expect(new Set(tokenise(long))).toEqual(new Set(tokenise("面试面试面试")));
  });

  it("weighs a single character less than a pair, and a pair with a grammar character less than a word", () => {
    expect(tokenWeight("猫")).toBeLessThan(tokenWeight("的猫"));
    expect(tokenWeight("的猫")).toBeLessThan(tokenWeight("橘猫"));
    expect(tokenWeight("橘猫")).toBeLessThan(tokenWeight("下雨天"));
    expect(tokenWeight("cat")).toBe(1);
  });
});

describe("similarity", () => {
  it("finds two wordings of one thing more alike than two things", () => {
    expect(similarity("对花生过敏", "我对花生严重过敏")).toBeGreaterThan(0.5);
    expect(similarity("对花生过敏", "周末想去海边走走")).toBe(0);
    expect(similarity("I am allergic to peanuts", "allergic to peanuts, badly")).toBeGreaterThan(0.5);
    expect(similarity("I am allergic to peanuts", "We went hiking in the hills")).toBe(0);
  });

  it("compares texts without content by their letters", () => {
    expect(similarity("是的", "是的 ")).toBe(1);
    expect(similarity("是的", "不是")).toBe(0);
    expect(similarity("", "")).toBe(1);
    expect(similarity("", "猫")).toBe(0);
  });

  it("is the same both ways, between 0 and 1, and 1 for the same text", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc
        .array(fc.constantFrom("猫", "狗", "去", "海边", "的", "cat", " ", "run", "3", "！"), {
          maxLength: 12,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const value = similarity(a, b);
        expect(value).toBeCloseTo(similarity(b, a), 9);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(similarity(a, a)).toBeCloseTo(1, 9);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
