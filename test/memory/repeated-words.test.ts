// Words that somebody repeats for ever hold nobody up: each rule reads such a line in one pass (a rule with two ways through a word would never end here).
import { describe, expect, it } from "vitest";
import { holdIn } from "../../src/memory/beat-hold.ts";
import { checkReply } from "../../src/memory/boundary.ts";
import { isFarewell } from "../../src/memory/farewell.ts";
import { tellsParting } from "../../src/memory/partner.ts";
import { contradictionOf } from "../../src/memory/soul-traits.ts";

const often = (word: string) => word.repeat(60);

describe("a word said sixty times", () => {
  it("is no hold, no farewell and no break-up", () => {
    expect(holdIn(`我${often("得去")}${often("正在")}吹风`)).toBeNull();
    expect(isFarewell(`${often("祝你")}好运`)).toBe(false);
    expect(tellsParting(`我们${often("刚刚")}到家`)).toBe(false);
  });

  it("is no word against one's own character", () => {
    expect(contradictionOf(`我${often("只不过")}累了。`, "你是小雨，画绘本。", "小雨")).toBeNull();
    expect(checkReply(`我${often("只不过")}累了。`).ok).toBe(true);
  });
});
