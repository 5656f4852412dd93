// When a backup is due, and which of those that are there stay: days, weeks and months as the owner's calendar has them (part 4). Pure.
import type { Seconds } from "../schema/common.ts";
import { fromLocal, localTime } from "../schema/zone.ts";
import { dayReader } from "./local-day.ts";

/** Local hour of the night at which a backup is due. */
const hour = 3;
const kept = { days: 7, weeks: 4, months: 12 };

/** The last moment, now or before, at which one was due. */
function lastDue(now: Seconds, zone: string): Seconds {
  const { year, month, day } = localTime(now, zone);
  const today = fromLocal({ year, month, day, hour }, zone);
  return today <= now ? today : fromLocal({ year, month, day: day - 1, hour }, zone);
}

/**
 * Whether a backup is due: none was made since the last night at 3 o'clock local time. A machine that was off at that hour makes
 * it up. A last one from the future (the clock was wrong) does not count.
 */
export function isBackupDue(last: Seconds, now: Seconds, zone: string): boolean {
  return last < lastDue(now, zone) || last > now + 86_400;
}

export type Dated = { name: string; made_at: Seconds };

/** The newest of each of the newest `count` groups. */
function newestOf(sorted: readonly Dated[], groupOf: (at: Seconds) => string, count: number): string[] {
  const groups = new Map<string, string>();
  for (const { name, made_at } of sorted) {
    const group = groupOf(made_at);
    if (!groups.has(group)) groups.set(group, name);
  }
  return [...groups.values()].slice(0, count);
}

/**
 * Names of the backups that stay: the newest of each of the last 7 days, 4 weeks (from Monday) and 12 months that have one. Days
 * without a backup count nothing, so that a machine that is off for a year keeps what it has.
 */
export function backupsToKeep(backups: readonly Dated[], zone: string): Set<string> {
  // Of two made in one second the later one has the longer name.
  const sorted = [...backups].sort((a, b) => b.made_at - a.made_at || (a.name < b.name ? 1 : -1));
  const dayOf = dayReader(zone);
  const date = (at: Seconds) => dayOf(at)?.date ?? "";
  return new Set([
    ...newestOf(sorted, date, kept.days),
    ...newestOf(sorted, (at) => dayOf(at)?.week ?? "", kept.weeks),
    ...newestOf(sorted, (at) => date(at).slice(0, 7), kept.months),
  ]);
}
