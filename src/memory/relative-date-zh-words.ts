// Words that the Chinese date rules share: numbers, years, steps from this week or month.
import type { Base } from "./relative-date-calendar.ts";
import { chineseNumber } from "./relative-date-number.ts";

/** What a pattern caught, the whole match first. */
export type Groups = readonly (string | undefined)[];

export const number = "(\\d{1,2}|[一二两三四五六七八九十]{1,3})";
/** A year by number or by word; two groups. */
export const year =
  "(?:(?:(?<!\\d)(\\d{4}|\\d{2}|[零〇一二三四五六七八九]{4}|[零〇一二三四五六七八九]{2})年|(大前年|前年|去年|今年|明年|后年|大后年))的?)";
export const weekdayName = "(?:周|星期|礼拜)";

export const yearWords: Record<string, number> = {
  大前年: -3,
  前年: -2,
  去年: -1,
  今年: 0,
  明年: 1,
  后年: 2,
  大后年: 3,
};

/** 二〇二五 2025, 零八 8. */
function digitsOf(said: string): number {
  return Number([...said.replaceAll("〇", "零")].map((digit) => chineseNumber(digit)).join(""));
}

/** The year that the groups of `year` name; `undefined` where neither is there. */
export function yearOf(
  absolute: string | undefined,
  relative: string | undefined,
  base: Base,
): number | undefined {
  if (absolute !== undefined) {
    // 零八年 is 2008, 98年 1998.
    const named = /^\d+$/.test(absolute) ? Number(absolute) : digitsOf(absolute);
    return named >= 100 ? named : named + (named < 50 ? 2000 : 1900);
  }
  const offset = yearWords[relative ?? ""];
  return offset === undefined ? undefined : base.year + offset;
}

/** Weeks or months from this one. */
export const steps: Record<string, number> = {
  上上上: -3,
  上上: -2,
  上: -1,
  这: 0,
  本: 0,
  当: 0,
  下: 1,
  下下: 2,
  下下下: 3,
};
export const step = "(上上上|上上|上|下下下|下下|下|这|本|当)一?";
