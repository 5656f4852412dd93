// The middle tier: one summary for each ended topic, which of them are shown, promoted and archived (A5–A12, A26, R5, R18).
import type { By, Seconds } from "../schema/common.ts";
import type { EmotionTags } from "../schema/emotion.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry, MidTerm } from "../schema/mid-term.ts";
import { localMonth, localTime, partOfDay } from "../schema/zone.ts";
import { entryId, freeId, secondOfId } from "./entry-id.ts";
import { isPassing } from "./passing.ts";
import { roleWording } from "./role-wording.ts";
import { runsBeforeExtractive } from "./step.ts";

/** How many newest summaries stay in mid_term.json (R18). */
export const keptMidEntries = 50;

/** What a summary says, whoever wrote it (the answer of role short_to_mid). */
export type SummaryLike = {
  summary: string;
  emotion_tags?: EmotionTags;
  topic?: string;
  key_entities?: string[];
  emotional_intensity?: number;
  user_state?: string;
  ai_response_style?: string;
  importance?: number;
  aliases?: string[];
  role_wording?: string;
  keep?: boolean;
};

export type MidSource = {
  answer: SummaryLike;
  topicId: string;
  /** All messages of the topic, oldest first; at least one. */
  messages: readonly Message[];
  zone: string;
  by: By;
  /** True where a model should redo it later. */
  redo?: boolean;
  /** Ids of mid entries, archived ones included. */
  taken: ReadonlySet<string>;
  now: Seconds;
  /** Where the text's language differs from the companion's (C034). */
  language?: string;
};

/** `mid_<second of the topic's end>` (A6, R5). */
export function midId(endedAt: Seconds, taken: ReadonlySet<string>): string {
  return entryId("mid", endedAt, taken);
}

/** The entry that a summary of an ended topic becomes. A topic without messages is the caller's mistake and throws. */
export function makeMid(source: MidSource): MidEntry {
  const { answer, messages } = source;
  const last = messages.at(-1);
  if (last === undefined) throw new Error("a topic without messages has no summary");
  const ended_at = last.timestamp;
  return {
    id: midId(ended_at, source.taken),
    topic_id: source.topicId,
    summary: answer.summary.trim(),
    emotion_tags: answer.emotion_tags ?? {},
    message_count: messages.length,
    time_precision: "hour",
    extracted_to_long: false,
    started_at: messages.reduce((first, message) => Math.min(first, message.timestamp), ended_at),
    ended_at,
    message_ids: messages.map((message) => message.message_id),
    by: source.by,
    importance: unitShare(answer.importance),
    emotional_intensity: unitShare(answer.emotional_intensity),
    aliases: answer.aliases ?? [],
    key_entities: answer.key_entities ?? [],
    time_of_day: partOfDay(localTime(ended_at, source.zone).hour),
    created_at: source.now,
    ...filled({
      topic: answer.topic?.trim(),
      user_state: answer.user_state?.trim(),
      ai_response_style: answer.ai_response_style?.trim(),
      language: source.language,
      role_wording: roleWording(answer.role_wording, answer.summary, [
        ...(answer.key_entities ?? []),
        ...messages.map(({ content }) => content),
      ]),
    }),
    ...(source.redo ? { redo: true } : {}),
    ...(isPassing(answer, messages) ? { passing: true } : {}),
  };
}

/** A figure from 0 to 1; one from 1 to 10 is scaled, what is none counts 0.5 (A34). */
function unitShare(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) return 0.5;
  return Math.min(1, Math.max(0, value > 1 ? value / 10 : value));
}

function filled<T extends Record<string, string | undefined>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<T>;
}

/** When the topic of an entry ended, in unix seconds; hand-made entries may tell it only by their id. */
export function endOfMid(entry: MidEntry): Seconds {
  return entry.ended_at ?? secondOfId(entry.id) ?? entry.created_at ?? 0;
}

/**
 * The entries with one more, in the order of their ends. Does nothing where the topic has one already, so that a repeated
 * step stays without effect. An id that was taken meanwhile gets a suffix.
 */
export function addMid(mid: MidTerm, entry: MidEntry): MidTerm {
  if (mid.some((other) => other.topic_id === entry.topic_id)) return mid;
  const id = freeId(entry.id, new Set(mid.map((other) => other.id)));
  const after = mid.findIndex((other) => endOfMid(other) > endOfMid(entry));
  const at = after === -1 ? mid.length : after;
  return [...mid.slice(0, at), { ...entry, id }, ...mid.slice(at)];
}

/** What a new summary may leave out and the old one must not lend it: marks of an entry to be made again, and words. */
const madeAnew: ReadonlySet<string> = new Set([
  "redo",
  "redo_failed",
  "stale",
  "language",
  "topic",
  "user_state",
  "ai_response_style",
  "role_wording",
  "passing",
]);

/** The entries with the topic's summary written anew: id, place, pin and promotion stay, the marks of an entry to be made again go unless set again. */
export function replaceMid(mid: MidTerm, entry: MidEntry): MidTerm {
  if (!mid.some((other) => other.topic_id === entry.topic_id)) return addMid(mid, entry);
  return mid.map((other) => {
    if (other.topic_id !== entry.topic_id) return other;
    const old = Object.fromEntries(Object.entries(other).filter(([field]) => !madeAnew.has(field)));
    return { ...old, ...entry, id: other.id, extracted_to_long: other.extracted_to_long };
  });
}

/** How often a model's answer for a summary that is to be made again could not be used. */
export function failedRedos(entry: object): number {
  const count: unknown = Reflect.get(entry, "redo_failed");
  return typeof count === "number" ? count : 0;
}

/**
 * One more such answer for the entry of an id. After three of them what the extractive engine wrote stays, so that no model is
 * asked for ever (DESIGN 5, C011).
 */
export function failRedo<E extends { id: string; redo?: boolean | undefined }>(
  entries: readonly E[],
  id: string,
): E[] {
  return entries.map((entry) => {
    if (entry.id !== id) return entry;
    const redo_failed = failedRedos(entry) + 1;
    const goesOn = redo_failed < runsBeforeExtractive && entry.redo === true;
    const { redo: _redo, ...rest } = entry;
    return { ...(goesOn ? entry : (rest as E)), redo_failed };
  });
}

function newestOf(mid: MidTerm, count: number): MidEntry[] {
  return count <= 0 ? [] : byEnd(mid).slice(-count);
}

/**
 * Entries that no long entry holds yet, oldest first (A82). A summary that is to be made again first is waited for; small talk
 * waits for nothing, unless the owner pins it.
 */
export function dueForExtraction(mid: MidTerm): MidEntry[] {
  return byEnd(mid).filter(
    (entry) => !entry.extracted_to_long && entry.stale !== true && !staysSummary(entry),
  );
}

/** True for small talk: nothing of it goes further than its summary. */
function staysSummary({ passing, pinned }: MidEntry): boolean {
  return passing === true && pinned !== true;
}

/**
 * Splits off what moves to `mid_term_archive/<month>.json`: promoted entries and small talk beyond the newest `keep` (R18), by
 * the month of their end in the owner's zone. What is not promoted yet, or pinned, stays. `keep` holds the order of `mid`.
 */
export function archiveMid(
  mid: MidTerm,
  keep: number,
  zone: string,
): { keep: MidTerm; archive: Map<string, MidEntry[]> } {
  // By time alone: an entry out of sight stays in its place all the same, from where it can come back (R32).
  const newest = new Set(newestOf(mid, keep));
  const archive = new Map<string, MidEntry[]>();
  const kept = mid.filter((entry) => {
    const waits = !entry.extracted_to_long && !staysSummary(entry);
    if (newest.has(entry) || waits || entry.pinned) return true;
    const month = localMonth(endOfMid(entry), zone);
    archive.set(month, [...(archive.get(month) ?? []), entry]);
    return false;
  });
  return { keep: kept, archive };
}

function byEnd(mid: MidTerm): MidEntry[] {
  return [...mid].sort((a, b) => endOfMid(a) - endOfMid(b));
}
