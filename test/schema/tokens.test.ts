// The estimate of tokens: what counts as a wide character, at the borders of the ranges and beyond the first plane.
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/schema/tokens.ts";

/** So many of one sign, that a wrong kind would show. */
const of = (sign: string) => estimateTokens(sign.repeat(100));
const narrow = (units: number) => Math.ceil((100 * units) / 3.6);

describe("the estimate", () => {
  it("counts Chinese, kana, Hangul and full-width signs as wide", () => {
    for (const sign of [
      "我",
      "\u2e80",
      "\u9fff",
      "の",
      "\uac00",
      "\ud7af",
      "\uf900",
      "\ufaff",
      "，",
      "\uff00",
      "\uffef",
    ])
      expect([sign, of(sign)]).toEqual([sign, 75]);
  });

  it("counts the neighbours of those ranges as narrow", () => {
    for (const sign of [
      "a",
      "é",
      "\u2e7f",
      "\ua000",
      "\uabff",
      "\ud7b0",
      "\uf8ff",
      "\ufb00",
      "\ufeff",
      "\ufff0",
    ])
      expect([sign, of(sign)]).toEqual([sign, narrow(1)]);
  });

  it("counts a rare character of two units once as wide, and an emoji as two narrow units", () => {
    expect(of("𠮷")).toBe(Math.ceil(75 + 100 / 3.6));
    expect(of("😀")).toBe(narrow(2));
  });

  it("is nothing for nothing", () => {
    expect(estimateTokens("")).toBe(0);
  });
});
