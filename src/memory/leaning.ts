// What seems to please or weigh on the person, and what they keep coming back to: counted, with its proof, and never a fact (A217, A218).
import type { Seconds } from "../schema/common.ts";
import type { EmotionEntry } from "../schema/emotion.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { localDate } from "../schema/zone.ts";
import { type Subject, triggers, valences } from "./emotion-trend.ts";
import { endOfMid } from "./mid-term.ts";

/** Something that goes with good, or with low, spirits more often than anything else does. */
export type Leaning = {
  subject: string;
  spirits: "good" | "low";
  /** Turns about it with such spirits, and turns about it with any. */
  count: number;
  of: number;
  message_ids: string[];
};

/** Turns with a mood that it takes, and the different days they must lie on: one happy evening is no preference. */
export const leaningSample = { turns: 5, days: 3 };
const mostLeanings = 6;

/** From here a mood counts as good or low spirits; what lies between says little. */
const clearValence = 0.4;

/**
 * Subjects that go with good or low spirits clearly more often than the rest of the talk does (the test of `triggers`), on enough
 * different days, the clearest first. What `isKnown` says is a fact already is left out. Days are those of `zone`.
 */
export function leanings(
  emotions: readonly EmotionEntry[],
  subjects: readonly Subject[],
  zone: string,
  isKnown: (subject: string) => boolean,
): Leaning[] {
  const felt = emotions.flatMap((entry) => spiritsOf(entry));
  const found = triggers(felt, subjects, leaningSample.turns).filter(
    ({ emotion, subject }) => emotion !== "serious" && !isKnown(subject),
  );
  return found
    .flatMap(({ subject, emotion, count, of }): Leaning[] => {
      const about = turnsAbout(felt, subjects, subject).filter((entry) => entry.emotion === emotion);
      if (new Set(about.map(({ at }) => localDate(at, zone))).size < leaningSample.days) return [];
      const message_ids = about.flatMap(({ message_id }) => message_id ?? []);
      return [{ subject, spirits: emotion === "joy" ? "good" : "low", count, of, message_ids }];
    })
    .slice(0, mostLeanings);
}

/** A mood as good spirits, low spirits or neither. Folded weeks name no message and are left out. */
function spiritsOf(entry: EmotionEntry): EmotionEntry[] {
  const valence = valences[entry.emotion];
  if (entry.emotion === "neutral" || entry.message_id === undefined) return [];
  const emotion = valence >= clearValence ? "joy" : valence <= -clearValence ? "sad" : "serious";
  return [{ ...entry, emotion }];
}

const fold = (name: string) => name.normalize("NFKC").trim().toLowerCase();

function turnsAbout(
  felt: readonly EmotionEntry[],
  subjects: readonly Subject[],
  name: string,
): EmotionEntry[] {
  const own = subjects.filter((subject) => fold(subject.name) === fold(name));
  const topics = new Set(own.flatMap(({ topic_ids = [] }) => topic_ids));
  const messages = new Set(own.flatMap(({ message_ids = [] }) => message_ids));
  return felt.filter(
    ({ topic_id, message_id }) => topics.has(topic_id ?? "") || messages.has(message_id ?? ""),
  );
}

/** Things that come up together, in how many talks, and when last. */
export type Theme = {
  names: string[];
  talks: number;
  last: Seconds;
  /** The first message of each talk. */
  message_ids: string[];
};

/** Talks that it takes, names in one theme, and themes. */
const leastTalks = 3;
const mostNames = 3;
const mostThemes = 5;
/** Two names are of one theme where they share so much of the talks that either is in. */
const together = 0.5;

/** What the person keeps coming back to: names of the talks' summaries, those that come up together as one, most talks first. */
export function themes(mid: readonly MidEntry[]): Theme[] {
  const talks = new Map<string, { name: string; entries: Set<MidEntry> }>();
  for (const entry of mid.filter((one) => one.stale !== true)) {
    for (const name of new Set((entry.key_entities ?? []).map((one) => one.trim()))) {
      if (name === "") continue;
      const known = talks.get(fold(name)) ?? { name, entries: new Set() };
      talks.set(fold(name), { ...known, entries: known.entries.add(entry) });
    }
  }
  const often = [...talks.values()]
    .filter(({ entries }) => entries.size >= leastTalks)
    .sort((a, b) => b.entries.size - a.entries.size);
  const grouped: { names: string[]; entries: Set<MidEntry> }[] = [];
  for (const { name, entries } of often) {
    const home = grouped.find(
      (group) => group.names.length < mostNames && overlap(group.entries, entries) >= together,
    );
    if (home) home.names.push(name);
    else if (grouped.length < mostThemes) grouped.push({ names: [name], entries });
  }
  return grouped.map(({ names, entries }) => ({
    names,
    talks: entries.size,
    last: Math.max(...[...entries].map(endOfMid)),
    message_ids: [...entries].flatMap(({ message_ids }) => message_ids?.[0] ?? []),
  }));
}

function overlap<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const shared = [...b].filter((one) => a.has(one)).length;
  return shared / (a.size + b.size - shared);
}
