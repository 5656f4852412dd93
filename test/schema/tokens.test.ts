// The estimate of tokens: what each kind of sign is worth, and how near it comes to an exact count.
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens, tokensOf } from "../../src/schema/tokens.ts";
import { talkEn } from "../../web/sample/talk-en.ts";
import { talkZh } from "../../web/sample/talk-zh.ts";

/** So many of one sign, that a wrong kind would show. */
const of = (sign: string) => estimateTokens(sign.repeat(100));
const prompts = resolve(import.meta.dirname, "../../prompts");

describe("the estimate", () => {
  it("comes near an exact count, for talk, prompts and code in both languages", async () => {
    const folder = async (language: string) => {
      const names = await readdir(join(prompts, language));
      return (await Promise.all(names.map((name) => readFile(join(prompts, language, name), "utf8")))).join(
        "\n",
      );
    };
    const code = await readFile(resolve(import.meta.dirname, "../../src/schema/tokens.ts"), "utf8");
    for (const text of [talkZh, talkEn, await folder("zh"), await folder("en"), code]) {
      const share = tokensOf(text) / encode(text).length;
      expect(share, text.slice(0, 40)).toBeGreaterThan(0.85);
      expect(share, text.slice(0, 40)).toBeLessThan(1.15);
    }
  });

  it.each(["我", "\u2e80", "\u9fff", "の", "\uac00", "\ud7af", "\uf900", "\ufaff"])(
    "counts %s as a character of its own",
    (sign) => {
      expect(of(sign)).toBe(78);
    },
  );

  it("counts a word as one, and what is longer than any word by its pieces", () => {
    expect(estimateTokens("remember")).toBe(1);
    expect(tokensOf("remember me")).toBeCloseTo(1.94);
    expect(tokensOf("don't")).toBeCloseTo(1.94);
    expect(of("a")).toBe(17);
    expect(of("я")).toBe(34);
    expect(estimateTokens("да")).toBe(1);
  });

  it("counts digits by threes, marks that follow each other as less, and blanks as nothing", () => {
    expect(tokensOf("2026")).toBe(2);
    expect(tokensOf("。")).toBeCloseTo(0.91);
    expect(tokensOf("}]},")).toBeCloseTo(2.11);
    expect(tokensOf("   ")).toBe(0);
  });

  it("counts a face, or a rare character, as three", () => {
    expect(of("😀")).toBe(300);
    expect(of("𠮷")).toBe(300);
  });

  it("is nothing for nothing", () => {
    expect(estimateTokens("")).toBe(0);
  });
});
