// The moods of a topic's turns as they are stored, and the weeks into which old ones are folded, so that the file stays small (A24, A236, A237).
import type { Seconds } from "../schema/common.ts";
import type { EmotionCode, EmotionEntry, Emotions } from "../schema/emotion.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { codeOfTag } from "./emotion.ts";
import { dayReader } from "./local-day.ts";
import { isGone } from "./retention.ts";
import { vulnerable } from "./trust.ts";
import { emotionOf } from "./turn-emotion.ts";

/** What the topic's summary says of its mood, where a model wrote it. */
export type TopicMood = Pick<MidEntry, "emotion_tags" | "emotional_intensity" | "by">;

/** From this strength on a topic's own mood counts for a turn in which the rules heard nothing. */
const clearly = 0.6;

/**
 * One entry for each message of the person. Where the rules heard no mood in any of them and a model heard a clear one in the
 * whole talk, the longest message gets it, at half strength. Played messages tell nothing of the person.
 */
export function moodsOf(topicId: string, messages: readonly Message[], topic?: TopicMood): Emotions {
  const own = messages.filter(({ role, scene }) => role === "user" && scene !== "story");
  const entries = own.map((message) => entryOf(topicId, message, emotionOf(message.content)));
  const tag = topic?.by === "model" ? topic.emotion_tags.basic_emotion : undefined;
  const strength = topic?.emotional_intensity ?? 0;
  if (tag === undefined || strength < clearly || entries.some(({ emotion }) => emotion !== "neutral"))
    return entries;
  const longest = own.reduce(
    (at, { content }, n) => (content.length > (own[at]?.content.length ?? 0) ? n : at),
    0,
  );
  return entries.map((entry, n) =>
    n === longest
      ? { ...entry, emotion: codeOfTag(tag), intensity: rounded(strength / 2), by: "model" }
      : entry,
  );
}

function entryOf(
  topic_id: string,
  { message_id, timestamp: at }: Message,
  mood: { emotion: EmotionCode; intensity: number },
): EmotionEntry {
  const times = { at, started_at: at, ended_at: at };
  return {
    id: `emotion_${message_id}`,
    message_id,
    topic_id,
    ...times,
    ...mood,
    message_ids: [message_id],
    by: "extractive",
  };
}

/** The moods with those of some topics put in anew, in the order of time. */
export function withMoods(emotions: Emotions, topics: ReadonlySet<string>, entries: Emotions): Emotions {
  const rest = emotions.filter(({ topic_id }) => topic_id === undefined || !topics.has(topic_id));
  const last = rest.at(-1);
  const joined = [...rest, ...entries];
  const first = entries[0];
  // Imported and repeated topics lie in the past; a new one is simply the end.
  return first !== undefined && last !== undefined && first.at < last.at
    ? joined.sort((a, b) => a.at - b.at)
    : joined;
}

type Week = { week: string; emotion: EmotionCode; entries: EmotionEntry[]; openness: number };

/**
 * Folds turns that are older than their kind lives (`lifetimes`: 400 days) into one entry for each week and mood:
 * `{id: "emotion_week_<Monday>_<code>", at, emotion, intensity, message_count, open_days, started_at, ended_at, by}`.
 * `intensity` is the mean; `open_days` what these turns weigh in the trust rule (R31), so that folding lowers no trust. Weeks
 * of which a part was folded before are joined. The same list where nothing is old enough.
 */
export function foldMoods(emotions: Emotions, now: Seconds, zone: string): Emotions {
  const read = dayReader(zone);
  const old = emotions.filter((entry) => weekly(entry) === undefined && isGone("emotion", entry.at, now));
  if (old.length === 0) return emotions;
  const gone = new Set(old);
  const weeks = new Map<string, Week>();
  const strongest = new Map<string, EmotionEntry>();
  for (const entry of old) {
    const day = read(entry.at);
    if (day === undefined) continue;
    const id = `emotion_week_${day.week}_${entry.emotion}`;
    const week = weeks.get(id) ?? { week: day.week, emotion: entry.emotion, entries: [], openness: 0 };
    week.entries.push(entry);
    weeks.set(id, week);
    const best = strongest.get(day.date);
    if (vulnerable.has(entry.emotion) && entry.intensity > (best?.intensity ?? 0))
      strongest.set(day.date, entry);
  }
  for (const entry of strongest.values()) {
    const week = weeks.get(`emotion_week_${read(entry.at)?.week}_${entry.emotion}`);
    if (week !== undefined) week.openness += entry.intensity;
  }
  const rest = emotions.filter((entry) => !gone.has(entry) && !weeks.has(entry.id));
  const before = new Map(emotions.map((entry) => [entry.id, entry]));
  const folded = [...weeks].map(([id, week]) => weekEntry(id, week, before.get(id)));
  return [...folded, ...rest].sort((a, b) => a.at - b.at);
}

/** Turns behind a weekly entry; undefined for the mood of a single turn. */
export function weekly(entry: EmotionEntry): number | undefined {
  return typeof entry.message_count === "number" ? entry.message_count : undefined;
}

function weekEntry(
  id: string,
  { emotion, entries, openness }: Week,
  before: EmotionEntry | undefined,
): EmotionEntry {
  const counted = before === undefined ? 0 : (weekly(before) ?? 0);
  const message_count = counted + entries.length;
  const strength = entries.reduce((sum, entry) => sum + entry.intensity, (before?.intensity ?? 0) * counted);
  const times = [...entries.map(({ at }) => at), ...(before === undefined ? [] : [before.at])];
  const ended = typeof before?.ended_at === "number" ? [before.ended_at] : [];
  return {
    id,
    at: Math.min(...times),
    emotion,
    intensity: rounded(strength / message_count),
    message_count,
    open_days: rounded(openness + Number(before?.open_days ?? 0)),
    started_at: Math.min(...times),
    ended_at: Math.max(...times, ...ended),
    by: "extractive",
  };
}

function rounded(value: number): number {
  return Math.round(Math.min(1e6, value) * 1000) / 1000;
}
