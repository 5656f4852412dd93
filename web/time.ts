// Times as a person reads them, in the account's zone and language. Pure: the moment "now" is handed in.
import type { Language, Seconds } from "../src/schema/common.ts";
import type { Words } from "./words-zh.ts";

export type Reader = { language: Language; timeZone: string; words: Words };

const formats = new Map<string, Intl.DateTimeFormat>();

/** A cached formatter; an unknown zone (an old file, a typing error) falls back to the browser's own. */
function format(reader: Reader, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${reader.language} ${reader.timeZone}`;
  const found = formats.get(key);
  if (found !== undefined) return found;
  const locale = reader.language === "zh" ? "zh-CN" : "en-GB";
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: reader.timeZone });
  } catch {
    made = new Intl.DateTimeFormat(locale, options);
  }
  formats.set(key, made);
  return made;
}

/** "22:41". */
export function clockTime(at: Seconds, reader: Reader): string {
  return format(reader, "clock", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at * 1000);
}

/** Days since 1970 of the calendar day on which the moment falls in the reader's zone. */
export function dayNumber(at: Seconds, reader: Reader): number {
  const parts = format(reader, "day", { year: "numeric", month: "numeric", day: "numeric" }).formatToParts(
    at * 1000,
  );
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Math.floor(Date.UTC(value("year"), value("month") - 1, value("day")) / 86_400_000);
}

/** The line between two days: "今天 · 11月29日 星期日", "2025年3月2日 星期日", "Today · Sunday 29 November". */
export function dayLine(at: Seconds, now: Seconds, reader: Reader): string {
  const away = dayNumber(now, reader) - dayNumber(at, reader);
  const sameYear = yearOf(at, reader) === yearOf(now, reader);
  const date = format(reader, sameYear ? "line" : "line-year", {
    ...(sameYear ? {} : { year: "numeric" }),
    month: "long",
    day: "numeric",
    weekday: "long",
  }).format(at * 1000);
  const spaced = reader.language === "zh" ? date.replace(/日(?=星期)/, "日 ") : date;
  if (away === 0) return `${reader.words.today} · ${spaced}`;
  if (away === 1) return `${reader.words.yesterday} · ${spaced}`;
  return spaced;
}

function yearOf(at: Seconds, reader: Reader): string {
  return format(reader, "year", { year: "numeric" }).format(at * 1000);
}

/** Short and of growing distance: "22:41", "昨天", "周四", "11/21", "2025/11/21"; in English the month is a word, since 5/11 is two days. */
export function listTime(at: Seconds, now: Seconds, reader: Reader): string {
  const away = dayNumber(now, reader) - dayNumber(at, reader);
  if (away <= 0) return clockTime(at, reader);
  if (away === 1) return reader.words.yesterday;
  if (away < 7) return format(reader, "weekday", { weekday: "short" }).format(at * 1000);
  const month = reader.language === "zh" ? "numeric" : "short";
  if (yearOf(at, reader) === yearOf(now, reader)) {
    return format(reader, "date", { month, day: "numeric" }).format(at * 1000);
  }
  return format(reader, "date-year", { year: "numeric", month, day: "numeric" }).format(at * 1000);
}

/** The day as one says it: "今天", "昨天", "9月18日", "2025年9月18日". */
export function dateOf(at: Seconds, now: Seconds, reader: Reader): string {
  const away = dayNumber(now, reader) - dayNumber(at, reader);
  if (away === 0) return reader.words.today;
  if (away === 1) return reader.words.yesterday;
  const month = reader.language === "zh" ? "long" : "short";
  if (yearOf(at, reader) === yearOf(now, reader))
    return format(reader, "said", { month, day: "numeric" }).format(at * 1000);
  return format(reader, "said-year", { year: "numeric", month, day: "numeric" }).format(at * 1000);
}

/** Date and time in full, for labels and files. */
export function fullTime(at: Seconds, reader: Reader): string {
  return format(reader, "full", { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
}

/** How many days somebody has been known: the first day is day 1. */
export function daysKnown(since: Seconds, now: Seconds, reader: Reader): number {
  return Math.max(1, dayNumber(now, reader) - dayNumber(since, reader) + 1);
}

/**
 * A stored date ("2026-09-18") as one says it: "9月18日", "18 Sept"; anything else stays as it is. With `seen`, the
 * moment at which it is read, a date of an earlier year has its year.
 */
export function plainDate(date: string, reader: Reader, seen?: Seconds): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (match === null) return date;
  const at = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 1000;
  const noon = { ...reader, timeZone: "UTC" };
  const former = seen !== undefined && Number(match[1]) < Number.parseInt(yearOf(seen, reader), 10);
  return format(noon, former ? "plain-year" : "plain", {
    ...(former ? { year: "numeric" } : {}),
    month: reader.language === "zh" ? "long" : "short",
    day: "numeric",
  }).format(at * 1000);
}
