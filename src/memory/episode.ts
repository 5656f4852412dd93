// An episode as its owner stores it, and which episodes a span of time touches (A26, A28, A205).

import type { Seconds } from "../schema/common.ts";
import type { EmotionTags } from "../schema/emotion.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { localTime, partOfDay } from "../schema/zone.ts";
import { momentOf } from "./context-text.ts";
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
  const text =
    "summary" in entry ? String(entry.summary) : [entry.title, ...(entry as LongEntry).key_points].join("；");
  return { text, ended_at: momentOf(entry) ?? null };
}
