// Arithmetic of whole days for dates named in words: days counted from 1970, weeks from Monday, and the pick among recurring days.
import type { Seconds } from "../schema/common.ts";
import { localTime } from "../schema/zone.ts";
import type { Tense } from "./relative-date-tense.ts";

/** Whole days since 1 January 1970, of a calendar without hours: nothing here knows of daylight saving. */
export type DayNumber = number;

export type DatePrecision = "day" | "week" | "month" | "year" | "time";

/** A recurring day that a wording names, from the vaguest to the surest. */
export type Picked = "weekday" | "day of month" | "day of year";

/** What an expression means: a day or a stretch of days, both ends inclusive. */
export type Reading = {
  from: DayNumber;
  to?: DayNumber;
  /** Left out: the length of the stretch decides. */
  precision?: DatePrecision;
  /** "HH:MM" */
  time?: string;
  /** All that the wording says, where the day itself was picked by tense and nearness. */
  picked?: Picked;
};

/** The day from which words are counted. */
export type Base = {
  said: Seconds;
  zone: string;
  today: DayNumber;
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  /** 0 is Monday. */
  weekday: number;
  monday: DayNumber;
  /** Of the clause around the words. */
  tense: Tense;
  /** Of the clause, or of the whole sentence where the clause has none. */
  sentenceTense: Tense;
};

/** Day of a year, month (1 to 12) and day; what overflows (month 13, day 0) is carried. */
export function dayOf(year: number, month: number, day: number): DayNumber {
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000);
}

/** "YYYY-MM-DD" */
export function isoOf(day: DayNumber): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Year, month (1 to 12) and day. */
export function partsOf(day: DayNumber): { year: number; month: number; day: number } {
  const date = new Date(day * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Monday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The local day of `said` (unix seconds), moved by `offset` days. */
export function baseOf(said: Seconds, zone: string, offset = 0): Base {
  const now = localTime(said, zone);
  const today = dayOf(now.year, now.month, now.day) + offset;
  const weekday = weekdayOf(today);
  return {
    said,
    zone,
    today,
    ...partsOf(today),
    weekday,
    monday: today - weekday,
    tense: "unknown",
    sentenceTense: "unknown",
  };
}

/** Days of a month; the month may overflow. */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** True for a day that some year has: 2-29 is one, 2-30 and 13-1 are not. */
export function isDay(month: number, day: number): boolean {
  return Number.isInteger(month) && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(2024, month);
}

/** True where the year has the day; a month's name and number may still be wrong together (31 April). */
export function existsIn(year: number, month: number, day: number): boolean {
  return isDay(month, day) && day <= daysIn(year, month);
}

/** The same day so many months away; the 31st becomes the last day of a shorter month. */
export function monthsAway(base: Base, count: number): DayNumber {
  const first = partsOf(dayOf(base.year, base.month + count, 1));
  return dayOf(first.year, first.month, Math.min(base.day, daysIn(first.year, first.month)));
}

/** A whole month, or several. */
export function monthSpan(year: number, month: number, count = 1): Reading {
  return {
    from: dayOf(year, month, 1),
    to: dayOf(year, month + count, 0),
    precision: count > 6 ? "year" : "month",
  };
}

/** So many weeks from the base's own, Monday to Sunday. */
export function weekSpan(base: Base, offset: number): Reading {
  return { from: base.monday + 7 * offset, to: base.monday + 7 * offset + 6, precision: "week" };
}

/** Saturday and Sunday of the week so many weeks away. */
export function weekendSpan(base: Base, offset: number): Reading {
  return { from: base.monday + 7 * offset + 5, to: base.monday + 7 * offset + 6, precision: "day" };
}

/** 0 spring (March to May) … 3 winter, which ends in the next year. */
export function seasonSpan(year: number, season: number): Reading {
  return monthSpan(year, 3 + 3 * season, 3);
}

export type PartOfMonth = "start" | "middle" | "end" | "first third" | "second third" | "last third";

/** A week at the start, about the middle or at the end of a month, or one of its thirds. */
export function partOfMonth(year: number, month: number, part: PartOfMonth): Reading {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days: Record<PartOfMonth, [number, number]> = {
    start: [1, 7],
    middle: [12, 18],
    end: [length - 6, length],
    "first third": [1, 10],
    "second third": [11, 20],
    "last third": [21, length],
  };
  const [first, last] = days[part];
  return { from: dayOf(year, month, first), to: dayOf(year, month, last), precision: "week" };
}

/**
 * Which of the recurring stretches is meant: the first that is not over for a future, the last that has begun for a past,
 * otherwise the nearest, and of two as near the later.
 */
export function pick(stretches: readonly Reading[], base: Base): Reading | undefined {
  const sorted = [...stretches].sort((a, b) => a.from - b.from);
  const end = (stretch: Reading) => stretch.to ?? stretch.from;
  if (base.tense === "future") return sorted.find((stretch) => end(stretch) >= base.today);
  if (base.tense === "past") return sorted.findLast((stretch) => stretch.from <= base.today);
  const distance = (stretch: Reading) => Math.max(0, stretch.from - base.today, base.today - end(stretch));
  return sorted.toReversed().reduce<Reading | undefined>((best, stretch) => {
    return best === undefined || distance(stretch) < distance(best) ? stretch : best;
  }, undefined);
}

/** The day `month`/`day` of the year that is meant; `undefined` where no such day exists. */
export function yearlyDay(month: number, day: number, base: Base, year?: number): Reading | undefined {
  if (year !== undefined) return existsIn(year, month, day) ? { from: dayOf(year, month, day) } : undefined;
  if (!isDay(month, day)) return undefined;
  // Nine years hold a 29 February, the skipped one of 2100 included.
  const years = Array.from({ length: 17 }, (_, i) => base.year - 8 + i);
  const days = years
    .filter((y) => existsIn(y, month, day))
    .map((y) => ({ from: dayOf(y, month, day), picked: "day of year" as const }));
  return pick(days, base);
}

/** The month of the year that is meant. */
export function yearlyMonth(month: number, base: Base, year?: number): Reading | undefined {
  if (!isDay(month, 1)) return undefined;
  if (year !== undefined) return monthSpan(year, month);
  return pick(
    [base.year - 1, base.year, base.year + 1].map((y) => monthSpan(y, month)),
    base,
  );
}

/** The 5th, the 31st: of this month or one beside it that has such a day. */
export function monthlyDay(day: number, base: Base): Reading | undefined {
  if (!isDay(1, day)) return undefined;
  const months = [-2, -1, 0, 1, 2].map((offset) => partsOf(dayOf(base.year, base.month + offset, 1)));
  return pick(
    months
      .filter(({ year, month }) => existsIn(year, month, day))
      .map(({ year, month }) => ({
        from: dayOf(year, month, day),
        picked: "day of month",
      })),
    base,
  );
}

/** The day of a month so many months away; `undefined` where that month has no such day. */
export function dayOfMonthAway(offset: number, day: number, base: Base): Reading | undefined {
  const { year, month } = partsOf(dayOf(base.year, base.month + offset, 1));
  return existsIn(year, month, day) ? { from: dayOf(year, month, day) } : undefined;
}

/** True where the two days are the same weekday, day of the month or day of the year. */
export function recursOn(kind: Picked, a: DayNumber, b: DayNumber): boolean {
  if (kind === "weekday") return weekdayOf(a) === weekdayOf(b);
  const [first, second] = [partsOf(a), partsOf(b)];
  return first.day === second.day && (kind === "day of month" || first.month === second.month);
}

/** A way of naming a date: what it looks like (flag g), and what it means. `undefined`: no date after all. */
export type DateRule = {
  pattern: RegExp;
  read: (groups: readonly (string | undefined)[], base: Base) => Reading | undefined;
};
