// The day that a fact's words name, as moments in the owner's zone, and statements in which a relative date is no riddle later.
import type { Seconds } from "../schema/common.ts";
import { fromLocal } from "../schema/zone.ts";
import { resolveDates, spellDates } from "./relative-date.ts";

export type FactDate = {
  /** The first moment of the day, or of a stretch of days. */
  from: Seconds;
  /** The first moment after it. */
  until: Seconds;
  /** "2024-10-03" */
  date: string;
  /** The original wording (上周四). */
  said: string;
  /** All days it may mean, where that is in doubt. */
  candidates?: string[];
};

function startOf(date: string, zone: string, later = 0): Seconds {
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  return fromLocal({ year, month, day: day + later }, zone);
}

/** The first date that a text names, said at a moment; undefined where it names none. */
export function factDate(text: string, said: Seconds, zone: string): FactDate | undefined {
  const found = resolveDates(text, said, zone)[0];
  if (found === undefined) return undefined;
  const { date, end = date, expression, candidates } = found;
  return {
    from: startOf(date, zone),
    until: startOf(end, zone, 1),
    date,
    said: expression,
    ...(candidates && candidates.length > 1 ? { candidates } : {}),
  };
}

/** The text with the absolute date beside each relative one (C094): 上周四（2024-10-03）中风. */
export function datedText(text: string, said: Seconds, zone: string): string {
  return spellDates(text, said, zone);
}
