// The local day of many moments in a row, without asking the calendar for each of them.
import type { Seconds } from "../schema/common.ts";
import { fromLocal, localTime } from "../schema/zone.ts";

export type LocalDay = {
  /** "2026-11-29" */
  date: string;
  /** The Monday of its week, in the same form. */
  week: string;
  start: Seconds;
  /** The first second of the next day. */
  end: Seconds;
};

const two = (n: number) => String(n).padStart(2, "0");

function isoOf(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  return `${String(date.getUTCFullYear()).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

function dayOf(at: Seconds, zone: string): LocalDay {
  const { year, month, day, weekday } = localTime(at, zone);
  return {
    date: isoOf(year, month, day),
    week: isoOf(year, month, day - ((weekday + 6) % 7)),
    start: fromLocal({ year, month, day }, zone),
    end: fromLocal({ year, month, day: day + 1 }, zone),
  };
}

/** No calendar reaches beyond this; 8.64e12 seconds is where a date ends. */
const latest: Seconds = 8e12;

/**
 * A reader of local days in a zone. Moments near the last one cost nothing, so that 100,000 messages in order take as many
 * looks at the calendar as they have days. What is no moment (NaN, negative, absurdly late) gives undefined.
 */
export function dayReader(zone: string): (at: Seconds) => LocalDay | undefined {
  let known: LocalDay | undefined;
  return (at) => {
    if (!Number.isFinite(at) || at < 0 || at > latest) return undefined;
    if (known === undefined || at < known.start || at >= known.end) known = dayOf(at, zone);
    return known;
  };
}
