// How firmly a memory is held after a while, and when it goes out of sight: a weight, never a deletion (A214, A215, R32).
import type { Seconds } from "../schema/common.ts";
import type { Uses } from "../schema/ledger.ts";
import { importanceOf } from "./context-text.ts";

const daySeconds = 86_400;

export type Kept = {
  /** 0 to 1, or 1 to 10 as old files and models write it; 0.5 where there is none (A34). */
  importance?: number | undefined;
  /** When it came into the memory: its own time, or that of its import where it was imported. */
  imported: Seconds;
  /** When it was last put before a model. */
  lastUse?: Seconds | undefined;
  uses?: number | undefined;
};

/** R32: days after which an unused memory has lost all but 1/e of its importance. */
const baseDays = 180;
const mostUses = 10;
/** R32: below this an entry is archived. */
export const archiveBelow = 0.1;

/**
 * Retention from 0 to 1: importance × e^(−days / S), where the days run since the later of import and last use and
 * S = 180 × (1 + min(uses, 10) / 2) days. A clock that was moved back counts as no time.
 */
export function retention(kept: Kept, now: Seconds): number {
  const since = Math.max(finite(kept.imported), finite(kept.lastUse));
  const days = Math.max(0, now - since) / daySeconds;
  const stability = baseDays * (1 + Math.min(mostUses, Math.max(0, finite(kept.uses))) / 2);
  return importanceOf(kept.importance) * Math.exp(-days / stability);
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}

/** The kinds of memory: which class each is of and how long it lasts (A46, A215). */
export const memoryKinds = [
  "private_talk",
  "message",
  "mid",
  "long",
  "fact",
  "core",
  "graph",
  "emotion",
  "knowledge",
  "lore",
  "trash",
] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/**
 * The three classes by lifetime (A46): what is generally known (semantic: rarely changed, and by the owner alone), what happened
 * and what is so of the person (episodic: bound to the companion, changing with every talk), and how things are in a matter
 * (procedural: comes when a keyword calls it).
 */
export type MemoryClass = "semantic" | "episodic" | "procedural";

export type Lifetime = {
  /** What is in the trash is no memory any more. */
  class: MemoryClass | null;
  /** Loses weight with time and is archived in the end (R32). */
  fades: boolean;
  /** Seconds after which it is gone; null: never by time alone. */
  gone_after: Seconds | null;
};

/**
 * One table for all kinds (A46, A215). What was said never goes; summaries fade but stay searchable; what is so (facts, core, who belongs
 * to whom) holds until it is changed; the mood of a single turn goes into its week after 400 days, when a year can still be
 * compared with the year before.
 */
export const lifetimes: Record<MemoryKind, Lifetime> = {
  private_talk: { class: "episodic", fades: false, gone_after: 30 * 60 },
  message: { class: "episodic", fades: false, gone_after: null },
  mid: { class: "episodic", fades: true, gone_after: null },
  long: { class: "episodic", fades: true, gone_after: null },
  fact: { class: "episodic", fades: false, gone_after: null },
  core: { class: "episodic", fades: false, gone_after: null },
  graph: { class: "episodic", fades: false, gone_after: null },
  emotion: { class: "episodic", fades: false, gone_after: 400 * daySeconds },
  trash: { class: null, fades: false, gone_after: 30 * daySeconds },
  knowledge: { class: "semantic", fades: false, gone_after: null },
  lore: { class: "procedural", fades: false, gone_after: null },
};

/** True where a memory of this kind that was last touched at `at` is past its time (A215). */
export function isGone(kind: MemoryKind, at: Seconds, now: Seconds): boolean {
  const after = lifetimes[kind].gone_after;
  return after !== null && now - at >= after;
}

/** What of a mid or long entry its retention depends on. */
export type Fading = {
  id: string;
  importance?: number | undefined;
  ended_at?: Seconds | undefined;
  created_at?: Seconds | undefined;
  imported_at?: unknown;
  pinned?: boolean | undefined;
};

/**
 * The entry with its uses, as `retention` reads it. `made`: the moment it is about, where the entry itself does not say; an
 * entry of no known time counts as new, since nothing may be put away for a missing date.
 */
export function keptOf(entry: Fading, uses: Uses, now: Seconds, made?: Seconds): Kept {
  const times = [entry.ended_at, entry.created_at, entry.imported_at, made].filter(
    (time): time is number => typeof time === "number" && Number.isFinite(time),
  );
  const used = Object.hasOwn(uses.entries, entry.id) ? uses.entries[entry.id] : undefined;
  return {
    importance: entry.importance,
    imported: times.length === 0 ? now : Math.max(...times),
    lastUse: used?.last_used_at,
    uses: used?.count,
  };
}

/** True where the entry is to be put out of sight: its kind fades, nobody pinned it, and its retention is below 0.1 (R32). */
export function archives(kind: MemoryKind, entry: Pick<Fading, "pinned">, kept: Kept, now: Seconds): boolean {
  return lifetimes[kind].fades && entry.pinned !== true && retention(kept, now) < archiveBelow;
}

/**
 * What a memory weighs in a ranking, 0 to 1: its retention, or its bare importance where it never fades (facts, core, pinned).
 */
export function heldWeight(
  kind: MemoryKind,
  entry: Pick<Fading, "pinned">,
  kept: Kept,
  now: Seconds,
): number {
  if (!lifetimes[kind].fades || entry.pinned === true) return importanceOf(kept.importance);
  return retention(kept, now);
}
