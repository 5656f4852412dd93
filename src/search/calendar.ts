// Days, weeks, months and seasons of a local calendar as spans of unix seconds. The floor under the time expressions.
import type { Seconds } from "../schema/common.ts";
import { fromLocal, localTime } from "../schema/zone.ts";

export type Precision = "day" | "week" | "month" | "season" | "year";

/** A stretch of time that a text names: `from` inclusive, `to` exclusive, unix seconds. */
export type TimeSpan = { from: Seconds; to: Seconds; precision: Precision; text: string };

export type Day = { year: number; month: number; day: number };

/** The calendar as it stands on one day. Months are 1 to 12; every function takes what overflows (month 13, day 0). */
export type Calendar = {
  today: Day;
  /** 0 is Sunday. */
  weekday: number;
  days(first: Day, count: number): Stretch;
  /** `offset` days from today, `count` long. */
  fromToday(offset: number, count?: number): Stretch;
  months(year: number, month: number, count?: number): Stretch;
  /** Monday to Sunday; 0 is this week, -1 the last. */
  week(offset: number): Stretch;
  /** Meteorological season of the year: 0 spring … 3 winter, which ends in the next year. */
  season(year: number, season: number): Stretch;
  /** The year of the latest such day that is not after today. The day must exist (`isDay`). */
  latestYear(month: number, day?: number): number;
};

export type Stretch = Omit<TimeSpan, "text">;

/** Calendar of the local day of `at` (unix seconds) in a time zone. */
export function calendarOf(at: Seconds, timeZone: string): Calendar {
  const now = localTime(at, timeZone);
  const today: Day = { year: now.year, month: now.month, day: now.day };
  const start = (day: Day): Seconds => fromLocal(plain(day), timeZone);
  const span = (first: Day, afterLast: Day, precision: Precision): Stretch => ({
    from: start(first),
    to: start(afterLast),
    precision,
  });
  const days = (first: Day, count: number): Stretch =>
    span(first, { ...first, day: first.day + count }, count === 1 ? "day" : count <= 10 ? "week" : "month");
  const months = (year: number, month: number, count = 1): Stretch =>
    span(
      { year, month, day: 1 },
      { year, month: month + count, day: 1 },
      count === 1 ? "month" : count > 6 ? "year" : "season",
    );
  return {
    today,
    weekday: now.weekday,
    days,
    months,
    fromToday: (offset, count = 1) => days({ ...today, day: today.day + offset }, count),
    week: (offset) => days({ ...today, day: today.day - ((now.weekday + 6) % 7) + 7 * offset }, 7),
    season: (year, season) => months(year, 3 + 3 * season, 3),
    latestYear: (month, day = 1) => {
      let year = month > now.month || (month === now.month && day > now.day) ? now.year - 1 : now.year;
      while (day > daysIn(year, month)) year--;
      return year;
    },
  };
}

/** True for a day that exists in some year: 2-29 does, 2-30 and 13-1 do not. */
export function isDay(month: number, day: number): boolean {
  if (!Number.isInteger(month) || month < 1 || month > 12 || day < 1) return false;
  return day <= daysIn(2024, month);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function plain(day: Day): Day {
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** A way of naming time: what it looks like, and which stretch it means. `undefined`: not a time after all. */
export type TimeRule = {
  pattern: RegExp;
  read: (groups: readonly (string | undefined)[], calendar: Calendar) => Stretch | undefined;
};

/** A time with its place in the text. */
export type FoundTime = TimeSpan & { at: number };

/**
 * Applies rules in order; what one has read is hidden from the next, so that 前天 is not found inside 大前天.
 * Patterns carry the flag g.
 */
export function readTimes(text: string, rules: readonly TimeRule[], calendar: Calendar): FoundTime[] {
  const found: FoundTime[] = [];
  let rest = text;
  for (const rule of rules) {
    rest = rest.replace(rule.pattern, (...match: unknown[]) => {
      const groups = match.slice(
        0,
        match.findIndex((part) => typeof part === "number"),
      );
      const said = String(match[0]);
      const stretch = rule.read(groups as (string | undefined)[], calendar);
      if (!stretch) return said;
      found.push({ ...stretch, text: said, at: Number(match[groups.length]) });
      return "\u0000".repeat(said.length);
    });
  }
  return found.sort((a, b) => a.at - b.at);
}
