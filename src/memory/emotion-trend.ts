// How the moods of single turns run over days and weeks, and which topics or people they go with (A238, A239).
import type { Seconds } from "../schema/common.ts";
import type { EmotionCode, EmotionEntry } from "../schema/emotion.ts";
import { dayReader, type LocalDay } from "./local-day.ts";

/** How pleasant a mood is, from -1 to 1; a serious or neutral turn says little. */
export const valences: Record<EmotionCode, number> = {
  joy: 1,
  content: 0.6,
  caring: 0.4,
  curious: 0.3,
  neutral: 0,
  serious: -0.1,
  tired: -0.4,
  anxious: -0.6,
  angry: -0.7,
  lonely: -0.7,
  hurt: -0.7,
  sad: -0.8,
  afraid: -0.8,
};

export type Counts = Partial<Record<EmotionCode, number>>;

export type TrendBucket = {
  /** The day, or the Monday of the week: "2026-11-29". */
  date: string;
  from: Seconds;
  /** The first second after it. */
  to: Seconds;
  /** Turns that were looked at, neutral ones too. */
  turns: number;
  counts: Counts;
  /** Mean strength of the turns that are not neutral; null where there is none. */
  intensity: number | null;
  /** -1 to 1: mean valence of the turns that are not neutral, each weighing its intensity; null where there is none. */
  valence: number | null;
};

export type TrendInput = {
  /** First second. */
  from: Seconds;
  /** First second that no longer counts. */
  to: Seconds;
  zone: string;
  by: "day" | "week";
};

/** Days between the first and the last mood beyond which empty days are left out: three years. */
const mostBuckets = 1_100;

/**
 * Buckets of the span, oldest first, from the first to the last one that holds a turn; empty ones between them are there, so
 * that a line can break. Weeks begin on Monday. Entries outside the span or without a proper time are left out.
 */
export function trend(entries: readonly EmotionEntry[], input: TrendInput): TrendBucket[] {
  const day = dayReader(input.zone);
  const spanOf = (at: Seconds): LocalDay | undefined => {
    const found = day(at);
    return found === undefined || input.by === "day" ? found : weekOf(found, day);
  };
  const groups = new Map<string, { span: LocalDay; entries: EmotionEntry[] }>();
  const within = entries.filter(({ at }) => at >= input.from && at < input.to);
  for (const entry of within.sort((a, b) => a.at - b.at)) {
    const span = spanOf(entry.at);
    if (span === undefined) continue;
    const group = groups.get(span.date) ?? { span, entries: [] };
    group.entries.push(entry);
    groups.set(span.date, group);
  }
  return withGaps(
    [...groups.values()].map((group) => bucketOf(group.span, group.entries)),
    spanOf,
  );
}

/** A week as one span. Its ends are looked up half a day inside, where no change of the clock reaches. */
function weekOf(day: LocalDay, read: (at: Seconds) => LocalDay | undefined): LocalDay {
  const halfDay = 43_200;
  let first = day;
  for (let n = 1; n < 7 && first.date > day.week; n += 1)
    first = read(first.start - halfDay) ?? { ...first, date: day.week };
  let last = first;
  for (let n = 1; n < 7; n += 1) last = read(last.end + halfDay) ?? last;
  return { date: first.date, week: first.date, start: first.start, end: last.end };
}

function withGaps(buckets: TrendBucket[], spanOf: (at: Seconds) => LocalDay | undefined): TrendBucket[] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = first.to - first.from;
  if ((last.from - first.from) / length > mostBuckets) return buckets;
  const whole: TrendBucket[] = [];
  for (const bucket of buckets) {
    const before = whole.at(-1);
    for (let at = before?.to ?? bucket.from; at < bucket.from; ) {
      const span = spanOf(at);
      if (span === undefined || span.end <= at) break;
      whole.push(bucketOf(span, []));
      at = span.end;
    }
    whole.push(bucket);
  }
  return whole;
}

function bucketOf(span: LocalDay, entries: readonly EmotionEntry[]): TrendBucket {
  const counts: Counts = {};
  let [felt, strength, balance] = [0, 0, 0];
  let turns = 0;
  for (const entry of entries) {
    const { emotion, intensity } = entry;
    const weight = turnsOf(entry);
    turns += weight;
    counts[emotion] = (counts[emotion] ?? 0) + weight;
    if (emotion === "neutral") continue;
    felt += weight;
    strength += intensity * weight;
    balance += valences[emotion] * intensity * weight;
  }
  return {
    date: span.date,
    from: span.start,
    to: span.end,
    turns,
    counts,
    intensity: felt === 0 ? null : rounded(strength / felt),
    valence: strength === 0 ? null : rounded(balance / strength),
  };
}

/** A folded week stands for all its turns. */
function turnsOf({ message_count }: EmotionEntry): number {
  return typeof message_count === "number" && message_count > 0 ? message_count : 1;
}

/** A topic, a person, a thing: where it came up. */
export type Subject = { name: string; message_ids?: readonly string[]; topic_ids?: readonly string[] };

export type Trigger = {
  subject: string;
  emotion: EmotionCode;
  /** Turns about the subject with this mood. */
  count: number;
  /** Turns about the subject with any mood; neutral ones say nothing. */
  of: number;
  share: number;
  /** The mood's share among all turns that are not about the subject. */
  usual: number;
  intensity: number;
};

/** One-sided 95 %: the lower end of a share's confidence interval must lie above the usual share. */
const z = 1.645;

/**
 * Which subjects go with which mood more often than it comes otherwise, the clearest first (A239). A mood counts only from
 * `minimumSample` turns about the subject on, and only where chance is an unlikely reason. Each turn counts once a subject.
 */
export function triggers(
  entries: readonly EmotionEntry[],
  subjects: readonly Subject[],
  minimumSample = 5,
): Trigger[] {
  const felt = entries.filter((entry) => entry.emotion !== "neutral");
  const all = countsOf(felt);
  const found: Trigger[] = [];
  const index = indexOf(felt);
  for (const { name, messages, topics } of merged(subjects)) {
    const about = [...new Set([...messages, ...topics].flatMap((key) => index.get(key) ?? []))];
    if (about.length < minimumSample) continue;
    for (const [emotion, count] of countsOf(about)) {
      if (count < minimumSample) continue;
      const others = felt.length - about.length;
      const usual = others === 0 ? 0 : ((all.get(emotion) ?? 0) - count) / others;
      // Where all turns are about the subject there is nothing to compare it with.
      if (others === 0 || surelyAtLeast(count, about.length) <= usual) continue;
      const strengths = about.filter((entry) => entry.emotion === emotion).map((entry) => entry.intensity);
      found.push({
        subject: name,
        emotion,
        count,
        of: about.length,
        share: rounded(count / about.length),
        usual: rounded(usual),
        intensity: rounded(strengths.reduce((sum, one) => sum + one, 0) / count),
      });
    }
  }
  return found.sort((a, b) => b.share - b.usual - (a.share - a.usual) || b.count - a.count);
}

/** Lower end of Wilson's interval for `count` of `total`. */
function surelyAtLeast(count: number, total: number): number {
  const share = count / total;
  const middle = share + z ** 2 / (2 * total);
  const width = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  return (middle - width) / (1 + z ** 2 / total);
}

type Merged = { name: string; messages: Set<string>; topics: Set<string> };

function merged(subjects: readonly Subject[]): Merged[] {
  const known = new Map<string, Merged>();
  for (const subject of subjects) {
    const key = subject.name.normalize("NFKC").trim().toLowerCase();
    if (key === "") continue;
    const one = known.get(key) ?? { name: subject.name.trim(), messages: new Set(), topics: new Set() };
    for (const id of subject.message_ids ?? []) one.messages.add(messageKey(id));
    for (const id of subject.topic_ids ?? []) one.topics.add(topicKey(id));
    known.set(key, one);
  }
  return [...known.values()];
}

const messageKey = (id: string) => `message ${id}`;
const topicKey = (id: string) => `topic ${id}`;

/** Where each turn is found: under its message and under its topic. */
function indexOf(entries: readonly EmotionEntry[]): Map<string, EmotionEntry[]> {
  const index = new Map<string, EmotionEntry[]>();
  for (const entry of entries) {
    const keys = [
      ...(entry.message_id === undefined ? [] : [messageKey(entry.message_id)]),
      ...(entry.topic_id === undefined ? [] : [topicKey(entry.topic_id)]),
    ];
    for (const key of keys) {
      const list = index.get(key);
      if (list) list.push(entry);
      else index.set(key, [entry]);
    }
  }
  return index;
}

function countsOf(entries: readonly EmotionEntry[]): Map<EmotionCode, number> {
  const counts = new Map<EmotionCode, number>();
  for (const { emotion } of entries) counts.set(emotion, (counts.get(emotion) ?? 0) + 1);
  return counts;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
