// How the person has felt: by day or week, what went with which mood, and how the topics sounded (A238, A239). It guides tone and labels nobody.
import type { Deps } from "../deps.ts";
import { codeOfTag } from "../memory/emotion.ts";
import { type Subject, type TrendBucket, type Trigger, trend, triggers } from "../memory/emotion-trend.ts";
import { endOfMid } from "../memory/mid-term.ts";
import { foldMoods } from "../memory/mood-entries.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { EmotionCode } from "../schema/emotion.ts";
import type { Graph } from "../schema/graph.ts";
import type { MidEntry, MidTerm } from "../schema/mid-term.ts";
import { companion } from "../store/store.ts";
import { type Reader, zoneFor } from "./read-companion.ts";

const day: Seconds = 86_400;
/** Fewer turns than this about a subject tell nothing (A239). */
export const minimumSample = 5;
/** Beyond so many days a line of days is too long to read. */
const mostDailyDays = 62;
const mostTriggers = 20;
const mostTopics = 100;

/** How one topic sounded as a whole. */
export type TopicTone = {
  topic_id: string;
  title: string;
  ended_at: Seconds;
  /** The topic's own tag as a code; null where its summary has none. */
  emotion: EmotionCode | null;
  /** 0 to 1; null where its summary says nothing. */
  intensity: number | null;
  atmosphere: string | null;
};

export type EmotionTrend = {
  days: number;
  by: "day" | "week";
  trend: TrendBucket[];
  triggers: Trigger[];
  minimum_sample: number;
  /** Newest first. */
  topics: TopicTone[];
};

/** Moods of the last `days` days. Weeks where `by` says so, or where days would be too many. */
export async function getEmotionTrend(
  deps: Deps,
  user: Id,
  span: { days: number; by?: "day" | "week" | undefined },
): Promise<EmotionTrend> {
  const owner = companion(user);
  const now = deps.clock.now();
  const from = now - span.days * day;
  const by = span.by ?? (span.days > mostDailyDays ? "week" : "day");
  const emotions = (await deps.store.view(owner, "emotions")).filter(({ at }) => at >= from && at <= now);
  const mid = (await deps.store.view(owner, "mid_term")).filter((entry) => endOfMid(entry) >= from);
  const subjects = subjectsOf(mid, await deps.store.view(owner, "graph"));
  return {
    days: span.days,
    by,
    trend: trend(emotions, { from, to: now + 1, zone: await zoneFor(deps, user), by }),
    triggers: triggers(emotions, subjects, minimumSample).slice(0, mostTriggers),
    minimum_sample: minimumSample,
    topics: mid.map(toneOf).reverse().slice(0, mostTopics),
  };
}

/** What a mood may go with: what topics were about, whom and what they named, and whom the graph knows. */
export function subjectsOf(mid: MidTerm, graph: Graph): Subject[] {
  const topics = mid.flatMap(({ topic, topic_id, key_entities = [] }) =>
    [...(topic === undefined ? [] : [topic]), ...key_entities].map((name) => ({
      name,
      topic_ids: [topic_id],
    })),
  );
  const entities = graph.entities
    .filter(({ node }) => node !== "User" && node !== "AIPersona")
    .map(({ name, message_ids }): Subject => ({ name, ...(message_ids ? { message_ids } : {}) }));
  return [...topics, ...entities];
}

function toneOf(entry: MidEntry): TopicTone {
  const { basic_emotion, atmosphere } = entry.emotion_tags;
  return {
    topic_id: entry.topic_id,
    title: entry.topic ?? "",
    ended_at: endOfMid(entry),
    emotion: basic_emotion === undefined ? null : codeOfTag(basic_emotion),
    intensity: entry.emotional_intensity ?? null,
    atmosphere: atmosphere ?? null,
  };
}

/** Folds the moods of single turns that are older than 400 days into weeks, so that the file stays small. Part of the daily care. */
export async function foldFeelings(deps: Deps, reader: Reader): Promise<boolean> {
  const now = deps.clock.now();
  const meta = { by: "system" as const, cause: "fold-moods" };
  const { result } = await deps.store.commit(companion(reader.user), ["emotions"], meta, ({ emotions }) => {
    const folded = foldMoods(emotions, now, reader.zone);
    return { documents: { emotions: folded }, result: folded !== emotions };
  });
  return result;
}
