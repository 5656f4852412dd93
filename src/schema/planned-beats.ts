// Planned beats as an owner writes them: at most twenty, each with the day it needs, none of them twice (A145, issue 5, item 3).
import { z } from "zod";
import { type BeatRepeat, Heartbeat, PlannedBeat } from "./heartbeat.ts";

/** A162, issue 5: a companion has at most so many. */
export const mostPlanned = 20;

type DayField = "weekday" | "month" | "day" | "leap" | "date";
/** By what each kind finds its day, whatever else stands in it. */
const dayFields: Record<BeatRepeat, readonly DayField[]> = {
  daily: [],
  weekly: ["weekday"],
  yearly: ["month", "day"],
  lunar_yearly: ["month", "day", "leap"],
  once: ["date"],
};

type Fault = { path: (string | number)[]; message: string };
const noSuchDay = "there is no such day";

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Days of a month in a leap year: 29 February comes every year, on the 28th where there is none. */
function longestMonth({ repeat, month = 1 }: PlannedBeat): number {
  return repeat === "lunar_yearly" ? 30 : new Date(Date.UTC(2024, month, 0)).getUTCDate();
}

/** Why a planned beat could never come, with the field. */
function dayFault(beat: PlannedBeat): Fault | null {
  const { repeat = "daily", date = "", day = 1 } = beat;
  const missing = dayFields[repeat].find((field) => field !== "leap" && beat[field] === undefined);
  if (missing !== undefined) return { path: [missing], message: `needed with repeat "${repeat}"` };
  if (repeat === "once") return isDate(date) ? null : { path: ["date"], message: noSuchDay };
  const isOver = dayFields[repeat].includes("day") && day > longestMonth(beat);
  return isOver ? { path: ["day"], message: noSuchDay } : null;
}

/** What may be there only once: an id, and the same words at the same moment. */
function namesOf(beat: PlannedBeat): string[] {
  const { id, repeat = "daily", hour, minute, message_template } = beat;
  const day = dayFields[repeat].map((field) => beat[field] ?? false);
  const whole = [repeat, hour, minute, ...day, message_template.trim()].join(" ");
  return id ? [whole, `id ${id}`] : [whole];
}

function faultsOf(planned: readonly PlannedBeat[]): Fault[] {
  const seen = new Set<string>();
  return planned.flatMap((beat, place) => {
    const names = namesOf(beat);
    const isTwice = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    const fault = isTwice ? { path: [], message: "this one is there twice" } : dayFault(beat);
    return fault ? [{ ...fault, path: [place, ...fault.path] }] : [];
  });
}

/** The planned beats of one companion, whole. What could never come, or would come twice at one moment, is refused with its path. */
export const PlannedBeats = z
  .array(PlannedBeat.extend({ message_template: z.string().max(500).default("") }))
  .max(mostPlanned)
  .superRefine((planned, context) => {
    for (const { path, message } of faultsOf(planned)) context.addIssue({ code: "custom", path, message });
  });

/** heartbeat.json as its owner may put it; a file that was written by hand is read as it is. */
export const OwnersHeartbeat = Heartbeat.extend({ planned: PlannedBeats.default([]) });
