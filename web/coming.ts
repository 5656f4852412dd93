// What a companion will come for next, in order, and the moments of it as one says them. Pure.
import type { HeartbeatView } from "./inner-shapes.ts";
import { clockTime, dateOf, dayNumber, type Reader } from "./time.ts";
import type { InnerWords } from "./words-inner-zh.ts";

export type Coming = { key: string; at: number; what: string; kind: "silence" | "planned" | "day" | "after" };

/** "明天 09:30": a moment ahead or behind, in the reader's zone. */
export function momentWords(at: number, now: number, say: InnerWords, reader: Reader): string {
  const ahead = dayNumber(at, reader) - dayNumber(now, reader);
  return say.at(ahead === 1 ? say.tomorrow : dateOf(at, now, reader), clockTime(at, reader));
}

function nameOf(kind: string, { occasionKinds, someDay }: InnerWords): string {
  return Object.hasOwn(occasionKinds, kind) ? (occasionKinds[kind] ?? someDay) : someDay;
}

/** Everything that lies ahead, the soonest first; of the days that come from facts only those with a date. */
export function comingOf(view: HeartbeatView, now: number, say: InnerWords): Coming[] {
  const found: Coming[] = [];
  const add = (key: string, at: number | null, what: string, kind: Coming["kind"]) => {
    if (at !== null && at >= now) found.push({ key, at, what, kind });
  };
  add("silence", view.next_silence_beat_at, say.ifSilent, "silence");
  view.planned.forEach((one, index) => {
    const text = one.message_template.trim();
    add(`planned ${one.id ?? index}`, one.next_at, text === "" ? say.plannedPlain : text, "planned");
  });
  view.occasions.forEach((one, index) => {
    add(`day ${index}`, one.next_at, one.text.trim() || nameOf(one.kind, say), "day");
  });
  for (const one of view.follow_ups)
    add(`after ${one.id}`, one.due_at, (one.kind === "wish" ? say.cheerOn : say.askAfter)(one.text), "after");
  return found.sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

export type Standing = "open" | "all-paused" | "paused" | "put-away";

/** Why nobody comes, or that somebody may. */
export function standingOf(view: Pick<HeartbeatView, "enabled" | "active">, running: boolean): Standing {
  if (!running) return "all-paused";
  if (!view.enabled) return "paused";
  return view.active ? "open" : "put-away";
}
