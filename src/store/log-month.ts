// Which month a message is filed under: a label in the owner's zone, fast enough for a hundred thousand messages. Pure.
import type { Seconds } from "../schema/common.ts";
import { fromLocal, localMonth, localTime } from "../schema/zone.ts";
import type { Entry } from "./log-entry.ts";

export type Month = string;

/** Seconds of the end of year 9999: later times (milliseconds taken for seconds) share the last label. */
const lastSecond = 253_402_214_400;

/** A function from a time to "2026-11"; it remembers the months it has met, since asking the calendar costs far more. */
export function monthLabels(zone: string): (at: Seconds) => Month {
  const met: { from: Seconds; to: Seconds; label: Month }[] = [];
  return (at) => {
    const moment = Math.min(at, lastSecond);
    const known = met.find((month) => month.from <= moment && moment < month.to);
    if (known) return known.label;
    const { year, month } = localTime(moment, zone);
    const label = localMonth(moment, zone);
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
    const from = fromLocal({ year, month, day: 1 }, zone);
    met.push({ from, to: fromLocal({ ...next, day: 1 }, zone), label });
    return label;
  };
}

/**
 * Under which label the present file is put away when a message of `month` comes; undefined where it is not time yet.
 * It is the latest month in it that is not after the new one, and never before a month already put away: a clock that once
 * stood wrong must not change the order of what was said.
 */
export function putAwayLabel(
  entries: readonly Entry[],
  month: Month,
  newestPutAway: Month | undefined,
  labelOf: (at: Seconds) => Month,
): Month | undefined {
  let label = "";
  for (const entry of entries) {
    const own = labelOf(entry.at);
    if (own <= month && own > label) label = own;
  }
  if (label === "") return undefined;
  if (newestPutAway !== undefined && newestPutAway > label) label = newestPutAway;
  return label < month ? label : undefined;
}
