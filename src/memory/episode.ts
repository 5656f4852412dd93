// An episode as its owner stores it, as one whole record, and which episodes a span of time or a name touches (A26, A28, A43, A205).

import type { Id, Seconds } from "../schema/common.ts";
import type { EmotionTags } from "../schema/emotion.ts";
import type { Uses } from "../schema/ledger.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { localDate, localTime, partOfDay } from "../schema/zone.ts";
import { importanceOf, momentOf } from "./context-text.ts";
import { midId } from "./mid-term.ts";

export type EpisodeWish = {
  /** At most 200 characters (A27). */
  summary: string;
  topic?: string | undefined;
  started_at?: Seconds | undefined;
  ended_at?: Seconds | undefined;
  /** 0 to 1; 0.5 where it is left out (A34). */
  importance?: number | undefined;
  emotion_tags?: EmotionTags | undefined;
  key_entities?: string[] | undefined;
  message_ids?: string[] | undefined;
};

/** The summary that an owner's episode becomes: of no topic in the log, proven by the owner's change line. Pure. */
export function ownersEpisode(
  wish: EpisodeWish,
  input: { now: Seconds; zone: string; changeId: string; taken: ReadonlySet<string> },
): MidEntry {
  const ended_at = wish.ended_at ?? wish.started_at ?? input.now;
  const id = midId(ended_at, input.taken);
  return {
    id,
    topic_id: `owner_${id}`,
    summary: wish.summary,
    emotion_tags: wish.emotion_tags ?? {},
    message_count: wish.message_ids?.length ?? 0,
    time_precision: "hour",
    extracted_to_long: false,
    started_at: Math.min(wish.started_at ?? ended_at, ended_at),
    ended_at,
    message_ids: wish.message_ids ?? [],
    by: "owner",
    importance: wish.importance ?? 0.5,
    emotional_intensity: 0.5,
    key_entities: wish.key_entities ?? [],
    evidence: [{ kind: "owner", change_id: input.changeId }],
    time_of_day: partOfDay(localTime(ended_at, input.zone).hour),
    created_at: input.now,
    ...(wish.topic === undefined ? {} : { topic: wish.topic }),
  };
}

/** True where an episode lies in the span of seconds, both ends included, or reaches into it. One of no known time never does. */
export function touches(entry: MidEntry | LongEntry, from: Seconds, to: Seconds): boolean {
  const end = momentOf(entry);
  if (end === undefined || end === null) return false;
  return Math.min(entry.started_at ?? end, end) <= to && end >= from;
}

/** What an episode says in one piece, and when it ended in unix seconds; null where nothing tells. */
export function textOfEpisode(entry: MidEntry | LongEntry): { text: string; ended_at: Seconds | null } {
  const text = isSummary(entry) ? entry.summary : [entry.title, ...entry.key_points].join("；");
  return { text, ended_at: momentOf(entry) ?? null };
}

/** The record of A26; what nothing tells is null, figures have the defaults of A34. */
export type EpisodeRecord = {
  id: string;
  user_id: Id;
  /** The topic it is the summary of (R23); of a long entry the last one that went into it. */
  session_id: string | null;
  /** Of the owner's calendar, "2026-03-10". */
  date: string | null;
  time_of_day: "morning" | "afternoon" | "evening" | "night" | null;
  topic: string;
  summary: string;
  emotional_tone: string | null;
  /** 0 to 1 */
  emotional_intensity: number;
  key_entities: string[];
  user_state: string | null;
  ai_response_style: string | null;
  /** 0 to 1 */
  importance: number;
  access_count: number;
  created_at: Seconds | null;
  last_accessed_at: Seconds | null;
};

/** What a record needs beside its entry; `sources`: of a long entry the summaries it was made of, oldest first. */
export type RecordInput = { user: Id; zone: string; uses: Uses; sources?: readonly MidEntry[] };

/**
 * A summary or a long entry as the whole record of A26, its uses joined from uses.json (A34: none is 0). A long entry is told by
 * its title and points, and its mood and circumstances are those of the last summary that went into it. Pure.
 */
export function episodeRecord(entry: MidEntry | LongEntry, input: RecordInput): EpisodeRecord {
  const { user, zone, uses, sources = [] } = input;
  const told = isSummary(entry) ? entry : sources.at(-1);
  const { text, ended_at } = textOfEpisode(entry);
  const used = Object.hasOwn(uses.entries, entry.id) ? uses.entries[entry.id] : undefined;
  const { basic_emotion, words } = told?.emotion_tags ?? {};
  const hour = ended_at === null ? null : localTime(ended_at, zone).hour;
  return {
    id: entry.id,
    user_id: user,
    session_id: told?.topic_id ?? null,
    date: ended_at === null ? null : localDate(ended_at, zone),
    time_of_day: told?.time_of_day ?? (hour === null ? null : partOfDay(hour)),
    topic: isSummary(entry) ? (entry.topic ?? "") : entry.title,
    summary: text,
    emotional_tone: basic_emotion ?? words?.[0] ?? null,
    emotional_intensity: importanceOf(told?.emotional_intensity),
    key_entities: entitiesOf(entry, sources),
    user_state: told?.user_state ?? null,
    ai_response_style: told?.ai_response_style ?? null,
    importance: importanceOf(entry.importance),
    access_count: used?.count ?? 0,
    created_at: createdAt(entry) ?? ended_at,
    last_accessed_at: used?.last_used_at ?? null,
  };
}

function isSummary(entry: MidEntry | LongEntry): entry is MidEntry {
  return "summary" in entry;
}

/** A long entry has a time of its own only where somebody wrote one. */
function createdAt({ created_at }: MidEntry | LongEntry): Seconds | undefined {
  return typeof created_at === "number" ? created_at : undefined;
}

function entitiesOf(entry: MidEntry | LongEntry, sources: readonly MidEntry[]): string[] {
  const own = isSummary(entry) ? [entry] : sources;
  return [...new Set(own.flatMap(({ key_entities = [] }) => key_entities))];
}

/**
 * True where an episode is about somebody or something (A43): one of its entities, or of the other words it goes by, is the name,
 * whatever case and width it is written in, or holds it as a whole word (in Chinese: holds two characters of it or more).
 * `sources`: as for `episodeRecord`.
 */
export function concerns(entry: MidEntry | LongEntry, entity: string, sources: readonly MidEntry[]): boolean {
  const wanted = wordsOf(entity);
  if (wanted.trim() === "") return false;
  const isPart = /\p{Script=Han}/u.test(wanted) ? (name: string) => holdsHan(name, wanted) : () => false;
  const aliases = [entry, ...sources].flatMap(({ aliases: others = [] }) => others);
  return [...entitiesOf(entry, sources), ...aliases]
    .map(wordsOf)
    .some((name) => name.includes(wanted) || isPart(name));
}

/** A name as words between single blanks, with one at either end. */
function wordsOf(name: string): string {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return ` ${words.join(" ")} `;
}

function holdsHan(name: string, wanted: string): boolean {
  const plain = wanted.trim();
  return [...plain].length > 1 && name.includes(plain);
}

/** For each long entry the summaries that it was made of, oldest first, by the messages that both rest on. */
export function sourcesBehind(mids: readonly MidEntry[]): (entry: MidEntry | LongEntry) => MidEntry[] {
  const byMessage = new Map<string, MidEntry>();
  for (const mid of mids) for (const id of mid.message_ids ?? []) byMessage.set(id, mid);
  return (entry) => {
    if (isSummary(entry)) return [];
    const found = new Set((entry.message_ids ?? []).flatMap((id) => byMessage.get(id) ?? []));
    return [...found].sort((a, b) => (momentOf(a) ?? 0) - (momentOf(b) ?? 0));
  };
}
