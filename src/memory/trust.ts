// Trust between a person and a companion, from 0 to 1, with the parts that make it up so that anyone can see why (A140, R31, R39).
import type { Seconds } from "../schema/common.ts";
import type { EmotionCode, EmotionEntry } from "../schema/emotion.ts";
import type { Fact } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import type { RelationshipChange } from "../schema/relationship.ts";
import { dayReader } from "./local-day.ts";
import { isColder } from "./relationship.ts";
import { isConfided } from "./trust-confided.ts";
import { isHostile } from "./trust-hostile.ts";

/** What the log says of the two, in few numbers, so that it need not be read again for each look. */
export type Activity = {
  /** Local days on which the person wrote; imported days count like any other. */
  days: number;
  /** Weeks with such a day. */
  weeks: number;
  /** Messages of the person. */
  messages: number;
  /** Days on which the person told what nobody else has heard. */
  confided?: number;
  /** For each day on which the person turned against the companion, the first such moment. */
  hostile: Seconds[];
  /** When the person first wrote; none where they never did. */
  first_at?: Seconds;
};

type Said = Pick<Message, "role" | "content" | "timestamp">;

/** Counts what the log says, a month at a time: ten years need not be in memory at once. */
export type ActivityCount = { add(messages: Iterable<Said>): void; activity(): Activity };

/** A counter for messages in the order of the log; those of the companion do not count. */
export function countActivity(zone: string): ActivityCount {
  const read = dayReader(zone);
  const days = new Set<string>();
  const weeks = new Set<string>();
  const confided = new Set<string>();
  const hostile = new Map<string, Seconds>();
  let count = 0;
  let first: Seconds | undefined;
  return {
    add(messages) {
      for (const { role, content, timestamp } of messages) {
        const day = role === "user" ? read(timestamp) : undefined;
        if (day === undefined) continue;
        count += 1;
        if (first === undefined || timestamp < first) first = timestamp;
        days.add(day.date);
        weeks.add(day.week);
        if (!confided.has(day.date) && isConfided(content)) confided.add(day.date);
        if (!hostile.has(day.date) && isHostile(content)) hostile.set(day.date, timestamp);
      }
    },
    activity: () => ({
      days: days.size,
      weeks: weeks.size,
      messages: count,
      confided: confided.size,
      hostile: [...hostile.values()],
      ...(first === undefined ? {} : { first_at: first }),
    }),
  };
}

/** Reads the person's messages in the order of the log; those of the companion do not count. */
export function activityOf(messages: Iterable<Said>, zone: string): Activity {
  const count = countActivity(zone);
  count.add(messages);
  return count.activity();
}

export type TrustInput = {
  activity: Activity;
  emotions: readonly (Pick<EmotionEntry, "at" | "emotion" | "intensity"> & { open_days?: unknown })[];
  facts: readonly Pick<Fact, "category" | "source" | "status" | "is_deleted">[];
  /** Changes of the level, as they stand in core_memory.json. */
  history: readonly Pick<RelationshipChange, "level" | "at">[];
  zone: string;
  now: Seconds;
};

/**
 * The six parts, each from 0 to 1. None of the first five falls by time alone, so that absence lowers nothing (R39).
 * - `days`: days on which the two talked, of 90.
 * - `frequency`: messages of the person on such a day, of 10.
 * - `disclosure`: how much and how deep the person told of themselves, and what nobody else has heard.
 * - `vulnerability`: on how many days the person let a low or anxious mood be seen, and how strongly.
 * - `consistency`: half for coming back in ever new weeks, half for what was told and did not contradict itself.
 * - `negative`: quarrels and colder levels of the last half year, of 5.
 */
export type TrustParts = {
  days: number;
  frequency: number;
  disclosure: number;
  vulnerability: number;
  consistency: number;
  negative: number;
};

/** R31: how much each part weighs in the sum; `negative` is taken off. */
export const trustWeights: TrustParts = {
  days: 0.25,
  frequency: 0.15,
  disclosure: 0.25,
  vulnerability: 0.15,
  consistency: 0.2,
  negative: -0.1,
};

const fullDays = 90;
const fullFrequency = 10;
/** Depth of one told fact: health and the people one loves go deeper than a favourite dish. */
const depths: Record<Fact["category"], number> = {
  health: 3,
  relationship: 2,
  personal_info: 1.5,
  important_date: 1.5,
  dislike: 1.5,
  habit: 1,
  preference: 1,
};
/** Something nobody else knows goes as deep as an illness, whether or not a fact comes of it. */
const confidedDepth = 3;
/** About twenty facts of all kinds. */
const fullDisclosure = 30;
/** Ten days on which a low mood was shown at full strength. */
const fullVulnerability = 10;
const fullWeeks = 12;
/** So many contradictions more weigh like doubt from the start: two facts prove little. */
const doubt = 4;
const fullNegative = 5;
/** A quarrel is forgiven after half a year; nobody should carry five of ten years for ever. */
const negativeWindow: Seconds = 180 * 86_400;

/** Moods in which the person let themselves be seen. */
export const vulnerable: ReadonlySet<EmotionCode> = new Set([
  "sad",
  "anxious",
  "afraid",
  "lonely",
  "hurt",
  "tired",
]);

/** The parts of R31 from what is stored. Facts that the owner typed in were not told to anyone and do not count. */
export function trustParts(input: TrustInput): TrustParts {
  const { days, weeks, messages, confided = 0 } = input.activity;
  const told = input.facts.filter((fact) => fact.source !== "owner" && !fact.is_deleted);
  const stood = told.filter((fact) => fact.status === "live" || fact.status === "closed");
  const contradicted = told.filter((fact) => fact.status === "conflicted").length;
  const depth = stood.reduce((sum, fact) => sum + depths[fact.category], confidedDepth * confided);
  const kept = Math.max(0, stood.length - contradicted) / (stood.length + contradicted + doubt);
  return {
    days: part(days / fullDays),
    frequency: days === 0 ? 0 : part(messages / days / fullFrequency),
    disclosure: part(depth / fullDisclosure),
    vulnerability: part(openDays(input.emotions, input.zone) / fullVulnerability),
    consistency: part(0.5 * Math.min(weeks / fullWeeks, 1) + 0.5 * kept),
    negative: part(negativeEvents(input) / fullNegative),
  };
}

/** The weighted sum of R31, clamped to 0–1. Parts that are missing or no number (an edited file) count as 0. */
export function trustOf(parts: Partial<TrustParts>): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(trustWeights)) {
    const value = Object.hasOwn(parts, name) ? parts[name as keyof TrustParts] : 0;
    sum += weight * part(value ?? 0);
  }
  return part(sum);
}

/**
 * Days with a vulnerable turn, each weighing the strongest of the day: one bad evening is one opening, not twenty. Turns that
 * were folded into weeks bring what their days weighed (`open_days`).
 */
function openDays(emotions: TrustInput["emotions"], zone: string): number {
  const read = dayReader(zone);
  const strongest = new Map<string, number>();
  let folded = 0;
  for (const { at, emotion, intensity, open_days } of emotions) {
    if (typeof open_days === "number") {
      folded += Number.isFinite(open_days) ? Math.max(0, open_days) : 0;
      continue;
    }
    const day = vulnerable.has(emotion) ? read(at) : undefined;
    if (day) strongest.set(day.date, Math.max(strongest.get(day.date) ?? 0, part(intensity)));
  }
  return [...strongest.values()].reduce((sum, one) => sum + one, folded);
}

function negativeEvents({ activity, history, now }: TrustInput): number {
  const recent = (at: Seconds) => at > now - negativeWindow;
  const colder = history.filter((change, n) => {
    const before = history[n - 1];
    return before !== undefined && recent(change.at) && isColder(change.level, before.level);
  });
  return activity.hostile.filter(recent).length + colder.length;
}

function part(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000)) : 0;
}
