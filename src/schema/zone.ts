// Calendar arithmetic in a time zone: days, months, hours and parts of the day as a person there sees them. Pure.
import type { Seconds } from "./common.ts";

export type LocalTime = {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday. */
  weekday: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    // One cached formatter a zone: building one costs a thousand times more than using it.
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** True where the name is an IANA zone that this Node knows. */
export function isTimeZone(name: string): boolean {
  try {
    formatFor(name);
    return true;
  } catch {
    return false;
  }
}

/** The last second that a Date can hold; a stored time beyond it (milliseconds by mistake) breaks nothing. */
const lastSecond = 8_640_000_000_000;

function dateOf(at: Seconds): Date {
  const second = Number.isFinite(at) ? Math.min(Math.max(at, -lastSecond), lastSecond) : 0;
  return new Date(second * 1000);
}

/** Wall clock of a moment (unix seconds) in a zone. An unknown zone counts as UTC, so that an edited file breaks nothing. */
export function localTime(at: Seconds, timeZone: string): LocalTime {
  const moment = dateOf(at);
  const wall = new Date(moment.getTime() + offsetMs(moment, isTimeZone(timeZone) ? timeZone : "UTC"));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  };
}

/** Since 1973 every clock in the world has been changed at a quarter of an hour. */
const quarterMs = 900_000;
const regularSince = Date.UTC(1973, 0);
const mostKept = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** How far the wall clock is ahead of UTC, in milliseconds; asked once for each quarter of an hour, since asking is slow. */
function offsetMs(moment: Date, timeZone: string): number {
  if (moment.getTime() < regularSince) return askedOffsetMs(moment, timeZone);
  const kept = offsets.get(timeZone) ?? new Map<number, number>();
  if (kept.size === 0 || kept.size >= mostKept) {
    kept.clear();
    offsets.set(timeZone, kept);
  }
  const quarter = Math.floor(moment.getTime() / quarterMs);
  let offset = kept.get(quarter);
  if (offset === undefined) {
    offset = askedOffsetMs(moment, timeZone);
    kept.set(quarter, offset);
  }
  return offset;
}

function askedOffsetMs(moment: Date, timeZone: string): number {
  const value: Record<string, number> = {};
  for (const part of formatFor(timeZone).formatToParts(moment)) value[part.type] = Number(part.value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = value;
  const wall = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for those of the last century.
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute, second);
  return wall.getTime() - Math.floor(moment.getTime() / 1000) * 1000;
}

const two = (n: number) => String(n).padStart(2, "0");

/** "2026-11-29" */
export function localDate(at: Seconds, timeZone: string): string {
  const t = localTime(at, timeZone);
  return `${String(t.year).padStart(4, "0")}-${two(t.month)}-${two(t.day)}`;
}

/** "2026-11" */
export function localMonth(at: Seconds, timeZone: string): string {
  return localDate(at, timeZone).slice(0, 7);
}

/** "22:41" */
export function localClock(at: Seconds, timeZone: string): string {
  const t = localTime(at, timeZone);
  return `${two(t.hour)}:${two(t.minute)}`;
}

/** Unix seconds of a wall clock in a zone; in a gap of daylight saving the moment after it, in an overlap the first one. */
export function fromLocal(
  local: { year: number; month: number; day: number; hour?: number; minute?: number; second?: number },
  timeZone: string,
): Seconds {
  const wanted =
    Date.UTC(local.year, local.month - 1, local.day, local.hour ?? 0, local.minute ?? 0, local.second ?? 0) /
    1000;
  const wallOf = (at: Seconds) => {
    const t = localTime(at, timeZone);
    return Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second) / 1000;
  };
  // The offsets a day before and after bracket any change of the clock.
  const offsets = [...new Set([wanted - 86_400, wanted + 86_400].map((at) => wallOf(at) - at))];
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  return candidates.find((at) => wallOf(at) === wanted) ?? candidates[candidates.length - 1] ?? wanted;
}

export const partsOfDay = ["morning", "afternoon", "evening", "night"] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** A28: morning from 5, afternoon from 12, evening from 18, night from 23 to 5. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return "morning";
  if (hour >= 12 && hour < 18) return "afternoon";
  if (hour >= 18 && hour < 23) return "evening";
  return "night";
}
