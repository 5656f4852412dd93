// The days, months and spans that a text names, as seen from one moment in one time zone.
import type { Seconds } from "../schema/common.ts";
import { calendarOf, readTimes, type TimeSpan } from "./calendar.ts";
import { englishTimes } from "./time-en.ts";
import { chineseTimes } from "./time-zh.ts";

/** Questions are short; what stands beyond is a pasted text, whose dates nobody asks about. */
const longestText = 1000;

/**
 * Spans of time in the order they are named (5月4号, 前天, 去年夏天; last spring, on 4 May), relative to `at` (unix seconds)
 * on the calendar of `timeZone`. A day or month without a year is its latest occurrence that has begun. Times to come
 * (明天, next week) are no spans: nothing said so far can lie there.
 */
export function timeSpans(text: string, at: Seconds, timeZone: string): TimeSpan[] {
  const calendar = calendarOf(at, timeZone);
  const rules = [...chineseTimes, ...englishTimes];
  return readTimes(text.slice(0, longestText).normalize("NFKC"), rules, calendar).filter(
    (span) => Number.isFinite(span.from) && span.from <= at,
  );
}
