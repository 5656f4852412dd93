// Times as other programs write them, to unix seconds: numbers, ISO, and the dates of SillyTavern and of chat records.
import type { Seconds } from "../schema/common.ts";
import { fromLocal } from "../schema/zone.ts";

/** Beyond this a number of seconds is one of milliseconds: year 5138 in the one, 1973 in the other. */
const secondsEnd = 100_000_000_000;
const latest = 4_102_444_800;
/** No time is written with more characters. */
const longestTime = 100;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Unix seconds of a number of seconds, milliseconds, micro- or nanoseconds; undefined where no year between 1970 and 2100 comes of it. */
export function secondsOf(value: unknown): Seconds | undefined {
  const number =
    typeof value === "string" && /^\d{1,19}(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number <= 0) return undefined;
  const seconds = [1, 1e3, 1e6, 1e9].map((unit) => number / unit).find((value) => value < secondsEnd);
  return seconds !== undefined && seconds <= latest ? seconds : undefined;
}

/** Unix seconds of a time in any of the known forms; where it names no zone it is read in `zone`. */
export function timeOf(value: unknown, zone: string): Seconds | undefined {
  const number = secondsOf(value);
  if (number !== undefined || typeof value !== "string") return number;
  const text = value.trim();
  if (text.length > longestTime) return undefined;
  return zoned(text) ?? dated(text, zone) ?? named(text, zone);
}

function zoned(text: string): Seconds | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return undefined;
  return within(Date.parse(text.replace(" ", "T").replace(/(\.\d{3})\d+/, "$1")) / 1000);
}

const numbers =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s@,]*(凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*(\d{1,2})(?::|h\s*|时|點|点)(\d{1,2})(?:m|分)?(?::?\s*(\d{1,2})(?:s|秒)?)?(?:[.\s]*(\d{1,6})(?:ms)?)?)?\s*([ap]m)?\s*$/i;

/** "2026-01-02 10:01:00", "2023-7-1 @14h 05m 12s 123ms", "2026/1/2 下午3:05", "2026年1月2日 10:01". */
function dated(text: string, zone: string): Seconds | undefined {
  const match = numbers.exec(text);
  if (!match) return undefined;
  const [, year, month, day, part, hour = "0", minute = "0", second = "0", fraction = "", half] = match;
  const late = /下午|傍晚|晚上|pm/i.test(part ?? half ?? "");
  return local(
    [Number(year), Number(month), Number(day)],
    [halfHour(Number(hour), late, half !== undefined || part !== undefined), Number(minute), Number(second)],
    zone,
    fraction === "" ? 0 : Number(`0.${fraction.padStart(3, "0")}`),
  );
}

/** "January 2, 2026 10:01am", "Jan 2, 2026 10:01 PM". */
function named(text: string, zone: string): Seconds | undefined {
  const match =
    /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i.exec(text);
  if (!match) return undefined;
  const [, month = "", day, year, hour = "0", minute = "0", second = "0", half] = match;
  const at = months.indexOf(month.slice(0, 3).toLowerCase());
  if (at === -1) return undefined;
  const hours = halfHour(Number(hour), /pm/i.test(half ?? ""), half !== undefined);
  return local([Number(year), at + 1, Number(day)], [hours, Number(minute), Number(second)], zone, 0);
}

/** 12 am is midnight, 12 pm is noon; an hour beyond 12 is what it is. */
function halfHour(hour: number, late: boolean, halved: boolean): number {
  if (!halved || hour > 12) return hour;
  return (hour % 12) + (late ? 12 : 0);
}

type Three = readonly [number, number, number];

function local([year, month, day]: Three, [hour, minute, second]: Three, zone: string, fraction: number) {
  const fits = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute < 60 && second < 61;
  if (!fits || year < 1970) return undefined;
  return within(fromLocal({ year, month, day, hour, minute, second }, zone) + fraction);
}

function within(seconds: number): Seconds | undefined {
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= latest ? seconds : undefined;
}
