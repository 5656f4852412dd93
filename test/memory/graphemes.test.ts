// Characters as a person sees them: counted and cut whole, and never more of a text than is needed.
import { describe, expect, it } from "vitest";
import { countGraphemes, cutText, graphemes } from "../../src/memory/graphemes.ts";

const family = "👨‍👩‍👧";
const text = `小满${family}é👍🏽`;

describe("characters as a person sees them", () => {
  it("are counted whole, joined emoji and accents included", () => {
    expect(graphemes(text)).toHaveLength(5);
    expect(countGraphemes(text, 100)).toBe(5);
    expect(countGraphemes("", 100)).toBe(0);
  });

  it("are counted no further than one beyond what matters", () => {
    expect(countGraphemes(text, 2)).toBe(3);
    expect(countGraphemes("a ".repeat(4_000), 100)).toBe(101);
  });

  it("are never cut in half", () => {
    expect(cutText(text, 3)).toBe(`小满${family}…`);
    expect(cutText(text, 5)).toBe(text);
  });
});
