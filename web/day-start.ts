// Where a calendar day begins in a zone, for going to it in the log. Pure.
import type { Seconds } from "../src/schema/common.ts";
import { dayNumber, type Reader } from "./time.ts";

const day: Seconds = 86_400;

/** A date as a field of the browser writes it ("2025-11-29"), as days since 1970; null where it is none. */
export function dayOf(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (match === null) return null;
  const [year, month, date_] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
  const at = new Date(Date.UTC(year, month, date_));
  return at.getUTCMonth() === month ? at.getTime() / 86_400_000 : null;
}

/** Days since 1970 as a date field takes them. */
export function dateField(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of the year before; of the 29th of February the 28th. */
export function yearBefore(days: number): number {
  const at = new Date(days * 86_400_000);
  const [year, month, date] = [at.getUTCFullYear() - 1, at.getUTCMonth(), at.getUTCDate()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date, last)) / 86_400_000;
}

/** The first second of a day (days since 1970) in the reader's zone, found by halving: zones change their distance. */
export function dayStart(days: number, reader: Reader): Seconds {
  let low = days * day - day;
  let high = days * day + day;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayNumber(middle, reader) < days) low = middle;
    else high = middle;
  }
  return high;
}
