// When silence has lasted long enough: the night in the person's zone, quiet hours, and the hour of the clock that comes next (A144, A146–A148, R2, R35).
import type { Seconds } from "../schema/common.ts";
import { fromLocal, localTime } from "../schema/zone.ts";

/** A stretch of each day, in minutes since midnight; it may cross midnight. `to` is outside of it. */
export type Window = { from: number; to: number };

/** A146: 23:00 to 07:00; A147: of a night owl 02:00 to 10:00. */
const night: Window = { from: 23 * 60, to: 7 * 60 };
const lateNight: Window = { from: 2 * 60, to: 10 * 60 };

/** In the night silence must last so many times as long (A146). */
export const nightFactor = 3;

const daySeconds = 86_400;
const dayMinutes = 24 * 60;

export function nightOf(nightOwl: boolean): Window {
  return nightOwl ? lateNight : night;
}

/** The quiet hours of an account as a window; null where it has none, or what is written there is no time of day. */
export function quietWindow(hours: { from: string; to: string } | null | undefined): Window | null {
  const [from, to] = [hours?.from, hours?.to].map((text) => {
    const [hour = Number.NaN, minute = Number.NaN] = (text ?? "").split(":").map(Number);
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 ? hour * 60 + minute : undefined;
  });
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

/** Minutes since midnight of a moment, as the person's clock shows it. */
export function minuteOfDay(at: Seconds, zone: string): number {
  const { hour, minute } = localTime(at, zone);
  return hour * 60 + minute;
}

/** True where the moment lies in the window, on the clock of the zone. */
export function isWithin({ from, to }: Window, at: Seconds, zone: string): boolean {
  const minute = minuteOfDay(at, zone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The first moment after `after` at which the clock of the zone shows this minute of the day. */
export function nextClock(after: Seconds, minute: number, zone: string): Seconds {
  const { year, month, day } = localTime(after, zone);
  for (let later = 0; ; later += 1) {
    const at = fromLocal(
      { year, month, day: day + later, hour: Math.floor(minute / 60), minute: minute % 60 },
      zone,
    );
    if (at > after || later > 2) return at;
  }
}

/** The length of a window in seconds, on a day whose clock is not changed. */
export function lengthOf({ from, to }: Window): Seconds {
  return ((to - from + dayMinutes) % dayMinutes) * 60;
}

export type Silence = {
  /** Since when the person has been silent, or since the last beat that was due. */
  from: Seconds;
  /** Seconds of silence by the level (A129–A133, R14). */
  interval: Seconds;
  night: Window;
  /** The account's quiet hours. */
  quiet: Window | null;
  zone: string;
};

/**
 * The first moment at which a silence beat is due (A144, A146, R2): at any moment of the day the silence must have lasted the
 * interval, at any moment of the night three times as long. So 20 minutes from 22:50 on are 23:50, from 23:00 on midnight,
 * from 06:50 on 07:10; and what is owed in the night comes at its end at the latest, since it is day then. A moment inside
 * quiet hours that are shorter than the interval is moved to their end: an interval of whole days would meet them every time.
 */
export function silenceDue({ from, interval, night, quiet, zone }: Silence): Seconds {
  const plain = from + interval;
  const due = isWithin(night, plain, zone)
    ? Math.min(from + nightFactor * interval, nextClock(plain, night.to, zone))
    : plain;
  const awaits = quiet && interval >= Math.max(lengthOf(quiet), daySeconds / 2) && isWithin(quiet, due, zone);
  return awaits ? nextClock(due, quiet.to, zone) : due;
}

/** A moment as the clock of the zone shows it, with its offset: "2026-03-10T22:00:00+08:00" (C190). */
export function isoWithOffset(at: Seconds, zone: string): string {
  const t = localTime(at, zone);
  const wall = Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second) / 1000;
  const minutes = Math.round((wall - Math.floor(at)) / 60);
  const two = (n: number) => String(n).padStart(2, "0");
  const sign = minutes < 0 ? "-" : "+";
  const offset = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${t.year}-${two(t.month)}-${two(t.day)}T${two(t.hour)}:${two(t.minute)}:${two(t.second)}${offset}`;
}
