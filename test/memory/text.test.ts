// What comes in as a message, and what of it may reach a terminal (C130, C132, C099).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutText, graphemes } from "../../src/memory/graphemes.ts";
import { cleanIncoming } from "../../src/memory/text.ts";

const clean = (text: string) => {
  const result = cleanIncoming(text);
  return result.ok ? result.text : result.reason;
};

describe("an incoming text", () => {
  test("keeps everything a person typed inside it", () => {
    const code = '看看这段：\n```cpp\nstd::string s = "a\\"b{c}"; // $x\t\n```';
    expect(clean(code)).toBe(code);
    expect(clean("👨‍👩‍👧‍👦 אבג 你好")).toBe("👨‍👩‍👧‍👦 אבג 你好");
  });

  test("loses outer blanks, NUL and other controls, and has one kind of newline", () => {
    expect(clean("  a\u0000b\u001b[31mc \r\nd\re\u007f ")).toBe("ab[31mc \nd\ne");
  });

  test("has U+FFFD for half a surrogate pair and keeps whole ones (C130)", () => {
    expect(clean("hi \ud83d there \ude00 😀")).toBe("hi \ufffd there \ufffd 😀");
  });

  test("is empty with nothing but blanks, controls and invisible marks", () => {
    for (const text of ["", " \n\t　", "\u0000\u0007", "\u200b\u200d\ufeff"])
      expect(clean(text)).toBe("empty");
  });

  test("may be 16,000 characters long, emoji counted once", () => {
    expect(clean("喵".repeat(16_000))).toHaveLength(16_000);
    expect(clean("😀".repeat(16_000))).toHaveLength(32_000);
    expect(clean("喵".repeat(16_001))).toBe("too_long");
    expect(clean("😀".repeat(16_001))).toBe("too_long");
    expect(clean("喵".repeat(300_000))).toBe("too_long");
    expect(clean(`${"喵".repeat(16_000)}\n\n`)).toHaveLength(16_000);
  });

  test("is well-formed and free of controls, and stays as it is when cleaned again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const result = cleanIncoming(text);
        if (!result.ok) return;
        expect(result.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\r]|\p{Cs}/u);
        expect(clean(result.text)).toBe(result.text);
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});

describe("graphemes", () => {
  test("are whole characters, and a cut never halves one", () => {
    expect(graphemes("a👨‍👩‍👧‍👦é")).toEqual(["a", "👨‍👩‍👧‍👦", "é"]);
    expect(cutText("👨‍👩‍👧‍👦👍🏽好", 2)).toBe("👨‍👩‍👧‍👦👍🏽…");
    expect(cutText("好", 1)).toBe("好");
    expect(cutText("好的", 0)).toBe("…");
  });
});
