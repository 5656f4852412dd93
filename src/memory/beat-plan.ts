// Planned beats: the exact moments of what comes daily, weekly, yearly, by the lunar year, or once, on the person's calendar (A145, A148, A162).
import type { Seconds } from "../schema/common.ts";
import type { BeatRepeat, PlannedBeat } from "../schema/heartbeat.ts";
import { fromLocal, localTime } from "../schema/zone.ts";
import { lunarToSolar } from "./lunar-date.ts";

/** When something comes, without what is said then. */
export type Plan = Pick<PlannedBeat, "hour" | "minute" | "weekday" | "month" | "day" | "leap" | "date"> & {
  /** Names it in the claims. */
  key: string;
  repeat: BeatRepeat;
};

export type Day = { year: number; month: number; day: number };

/** The key under which a planned beat is claimed: its id, or where a hand wrote none, when it comes. */
export function planKey(planned: PlannedBeat): string {
  if (planned.id) return planned.id;
  const { hour, minute, repeat = "daily", weekday, month, day, date } = planned;
  return [repeat, hour, minute, weekday, month, day, date].filter((part) => part !== undefined).join("-");
}

/** The planned beats as plans; one that lacks what its repetition needs (a weekly one without a weekday) never comes. */
export function plansOf(planned: readonly PlannedBeat[]): (Plan & { text: string })[] {
  return planned.map((one) => ({
    ...one,
    key: planKey(one),
    repeat: one.repeat ?? "daily",
    text: one.message_template,
  }));
}

const dayNumber = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day) / 86_400_000;

function dayOf(number: number): Day {
  const date = new Date(number * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 29 February is kept on the 28th in a year that has none. */
function yearlyDay(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dayNumber({ year, month, day: Math.min(day, last) });
}

function lunarDay(year: number, { month = 0, day = 0, leap }: Plan): number[] {
  const kept = (leap && lunarToSolar(year, month, day, true)) || lunarToSolar(year, month, day);
  return kept ? [dayNumber(kept)] : [];
}

/** Day numbers around a moment on which the plan comes, in order: nine days either way of a weekly one, two years of a yearly one. */
function daysAround(plan: Plan, at: Seconds, zone: string): number[] {
  const today = localTime(at, zone);
  const { repeat, weekday, month, day, date } = plan;
  if (repeat === "once") {
    const [y, m, d] = (date ?? "").split("-").map(Number);
    return y && m && d ? [dayNumber({ year: y, month: m, day: d })] : [];
  }
  if (repeat === "daily" || repeat === "weekly") {
    const far = repeat === "daily" ? 2 : 9;
    const days = Array.from({ length: 2 * far + 1 }, (_, later) => dayNumber(today) - far + later);
    // Day 0 of the count, 1 January 1970, was a Thursday.
    return repeat === "daily" ? days : days.filter((number) => (((number + 4) % 7) + 7) % 7 === weekday);
  }
  const years = [-2, -1, 0, 1, 2].map((later) => today.year + later);
  if (repeat === "lunar_yearly") return years.flatMap((year) => lunarDay(year, plan));
  return month === undefined || day === undefined ? [] : years.map((year) => yearlyDay(year, month, day));
}

/**
 * The moment of a wall clock on a day. Where the clock jumps over it (02:30 on the first day of summer time) it is the first
 * moment after the jump (03:00); where it comes twice, the first.
 */
export function momentOf(day: Day, hour: number, minute: number, zone: string): Seconds {
  const at = fromLocal({ ...day, hour, minute }, zone);
  const shown = localTime(at, zone);
  if (shown.hour === hour && shown.minute === minute) return at;
  // `at` was reckoned with the offset from before the jump: the jump lies less than a day before it.
  const offset = (moment: Seconds) => {
    const t = localTime(moment, zone);
    return Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second) / 1000 - moment;
  };
  let [before, after] = [at - 86_400, at];
  const old = offset(before);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === old) before = middle;
    else after = middle;
  }
  return after;
}

/** Moments that were worked out, for the plans that share a minute and for the next look; forgotten all at once. */
const known = new Map<string, Seconds>();
const mostKnown = 20_000;

function momentOn(number: number, { hour, minute }: Plan, zone: string): Seconds {
  const key = `${zone} ${number} ${hour * 60 + minute}`;
  const there = known.get(key);
  if (there !== undefined) return there;
  if (known.size >= mostKnown) known.clear();
  const moment = momentOf(dayOf(number), hour, minute, zone);
  known.set(key, moment);
  return moment;
}

/** The first moment after `after` at which the plan comes; undefined where it never does again. */
export function nextOccurrence(plan: Plan, after: Seconds, zone: string): Seconds | undefined {
  // A day and a half more than any offset: what is surely over need not be worked out.
  const days = daysAround(plan, after, zone).filter((number) => (number + 2.5) * 86_400 > after);
  for (const number of days) {
    const at = momentOn(number, plan, zone);
    if (at > after) return at;
  }
  return undefined;
}

/** The last moment up to `until` at which the plan came; undefined where it has not come yet. */
export function latestOccurrence(plan: Plan, until: Seconds, zone: string): Seconds | undefined {
  const days = daysAround(plan, until, zone).filter((number) => (number - 1.5) * 86_400 < until);
  for (const number of days.toReversed()) {
    const at = momentOn(number, plan, zone);
    if (at <= until) return at;
  }
  return undefined;
}
