// The set times at which a companion comes: how they are told, entered and replaced. Pure but for the two calls.
import type { BeatRepeat, PlannedBeat } from "../src/schema/heartbeat.ts";
import type { Api } from "./api.ts";
import type { HeartbeatStatus, Planned } from "./inner-shapes.ts";
import { NotEditable } from "./memory-edit.ts";
import { plainDate, type Reader } from "./time.ts";
import type { InnerWords } from "./words-inner-zh.ts";

/** A companion has at most so many. */
export const mostPlanned = 20;

export const repeats: readonly BeatRepeat[] = ["daily", "weekly", "yearly", "lunar_yearly", "once"];

const two = (n: number) => String(n).padStart(2, "0");

export const clockOf = ({ hour, minute }: Pick<PlannedBeat, "hour" | "minute">) =>
  `${two(hour)}:${two(minute)}`;

/** A beat without what the server only tells of it. */
export function bareBeat(planned: PlannedBeat & Partial<Planned>): PlannedBeat {
  const { next_at: _at, next_local: _local, ...beat } = planned;
  return beat;
}

/** By its id; one that a hand wrote without an id by all that it says. */
export function isSameBeat(a: PlannedBeat, b: PlannedBeat): boolean {
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id;
  return JSON.stringify(bareBeat(a)) === JSON.stringify(bareBeat(b));
}

/** When it comes, as one says it; what its repetition needs may be missing where a hand wrote it. */
export function whenWords(beat: PlannedBeat, say: InnerWords, reader: Reader): string {
  const { repeat = "daily", weekday = -1, month = 0, day = 0, leap = false, date = "" } = beat;
  const clock = clockOf(beat);
  const name = repeat === "lunar_yearly" ? say.lunarMonths[month - 1] : say.months[month - 1];
  switch (repeat) {
    case "daily":
      return say.everyDay(clock);
    case "weekly": {
      const named = say.weekdays[weekday];
      return named === undefined ? say.incomplete : say.everyWeek(named, clock);
    }
    case "yearly":
      return name === undefined || day === 0 ? say.incomplete : say.everyYear(name, day, clock);
    case "lunar_yearly": {
      const lunarDay = say.lunarDays[day - 1];
      if (name === undefined || lunarDay === undefined) return say.incomplete;
      return say.everyLunarYear(name, lunarDay, leap, clock);
    }
    case "once":
      return date === "" ? say.incomplete : say.onceOn(plainDate(date, reader), clock);
  }
}

/** What stands in the form: every field as its control has it. */
export type BeatDraft = {
  repeat: BeatRepeat;
  clock: string;
  weekday: number;
  month: number;
  day: number;
  leap: boolean;
  date: string;
  text: string;
};

/** The form of a beat that is there, or of a new one at half past seven. */
export function draftOf(beat: PlannedBeat | null): BeatDraft {
  return {
    repeat: beat?.repeat ?? "daily",
    clock: beat === null ? "07:30" : clockOf(beat),
    weekday: beat?.weekday ?? 1,
    month: beat?.month ?? 1,
    day: beat?.day ?? 1,
    leap: beat?.leap ?? false,
    date: beat?.date ?? "",
    text: beat?.message_template ?? "",
  };
}

export type DraftFault = "noClock" | "noDate" | "pastDate";

/** "2026-11-29 22:30" of a moment (unix seconds) on the clock of a zone; an unknown zone counts as UTC. */
export function minuteOn(at: number, timeZone: string): string {
  const options = { dateStyle: "short", timeStyle: "short" } as const;
  try {
    return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone }).format(at * 1000);
  } catch {
    return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: "UTC" }).format(at * 1000);
  }
}

const timeFields = ["repeat", "hour", "minute", "weekday", "month", "day", "leap", "date"] as const;

/** The beat that a form describes, or what is missing. What `was` holds besides its time is kept. */
export function readDraft(
  draft: BeatDraft,
  was: PlannedBeat | null,
  now: { at: number; timeZone: string },
): { beat: PlannedBeat } | { fault: DraftFault } {
  const match = /^(\d\d):(\d\d)/.exec(draft.clock);
  if (match === null) return { fault: "noClock" };
  const { repeat, weekday, month, day, leap, date } = draft;
  if (repeat === "once") {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return { fault: "noDate" };
    if (`${date} ${match[0]}` <= minuteOn(now.at, now.timeZone)) return { fault: "pastDate" };
  }
  const rest: Partial<PlannedBeat> = was === null ? {} : bareBeat(was);
  for (const field of timeFields) delete rest[field];
  const own = {
    daily: {},
    weekly: { weekday },
    yearly: { month, day },
    lunar_yearly: { month, day, ...(leap ? { leap } : {}) },
    once: { date },
  }[repeat];
  return {
    beat: {
      ...rest,
      repeat,
      hour: Number(match[1]),
      minute: Number(match[2]),
      ...own,
      message_template: draft.text.trim(),
    },
  };
}

/** The list with one beat added (`was` null), replaced, or taken out (`next` null); null where it is there no more. */
export function withBeat(
  list: readonly PlannedBeat[],
  was: PlannedBeat | null,
  next: PlannedBeat | null,
): PlannedBeat[] | null {
  const bare = list.map(bareBeat);
  if (was === null) return next === null ? bare : [...bare, next];
  const at = bare.findIndex((one) => isSameBeat(one, was));
  if (at < 0) return null;
  return bare.flatMap((one, index) => (index !== at ? [one] : next === null ? [] : [next]));
}

/** Reads the list, changes one beat and writes it back, so that what was set elsewhere meanwhile stays. Throws ApiFailure, or NotEditable where the beat is gone. */
export async function writeBeat(
  api: Pick<Api, "json">,
  user_id: string,
  was: PlannedBeat | null,
  next: PlannedBeat | null,
): Promise<void> {
  const status = await api.json<HeartbeatStatus>("/api/heartbeat/status");
  const list = status.ai_users.find((one) => one.user_id === user_id)?.planned;
  const planned = list === undefined ? null : withBeat(list, was, next);
  if (planned === null) throw new NotEditable("gone");
  await api.json("/api/heartbeat/configure", { method: "POST", body: { user_id, planned } });
}
