// The tidying of idle hours: which episodes say the same and become one, and which have faded. It merges and archives, never invents (A206, A216).
import type { Seconds } from "../schema/common.ts";
import type { Uses } from "../schema/ledger.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { importanceOf, momentOf } from "./context-text.ts";
import { saysTheSame } from "./core-memory.ts";
import { archiveBelow, archives, keptOf, retention } from "./retention.ts";

type Tier = "mid_term" | "long_term";

export type Merge = {
  document: Tier;
  /** The entry that stays in sight. */
  keep: string;
  /** Those that say the same; they are archived and point to it. */
  absorb: string[];
};

export type TidyPlan = {
  merge: Merge[];
  archive: { document: Tier; id: string }[];
  /** Archived for being faded, and used or marked as important since. */
  restore: { document: Tier; id: string }[];
};

/** Two episodes this alike, 0 to 1, are one (A211's figure for facts). */
export const sameEpisode = 0.95;

/** What one run does at most, so that an idle hour never turns into a long one; the next run goes on. */
const most = { merges: 5, archives: 50, comparisons: 2_000 };

type Episode = {
  id: string;
  text: string;
  at: Seconds;
  weight: number;
  /** The owner's own words, and what somebody pinned, are never put away. */
  firm: boolean;
};

/**
 * What a run should do. Only settled entries are looked at: extracted, not to be made again, not archived. `similarity`: how
 * alike two texts are, 0 to 1. Texts that differ in a negation or a number are never the same (C084).
 */
export function planTidy(
  mid: readonly MidEntry[],
  long: readonly LongEntry[],
  uses: Uses,
  now: Seconds,
  similarity: (a: string, b: string) => number,
): TidyPlan {
  const budget = { ...most, start: Math.floor(now / 3_600) };
  const settled = mid.filter((entry) => entry.extracted_to_long && entry.stale !== true);
  const merge = [
    ...mergesOf("long_term", long.filter(isOpen).map(longEpisode), similarity, budget),
    ...mergesOf("mid_term", settled.filter(isOpen).map(midEpisode), similarity, budget),
  ];
  const gone = new Set(merge.flatMap(({ document, absorb }) => absorb.map((id) => `${document} ${id}`)));
  const faded = [
    ...long.map((entry) => fading("long_term", entry, uses, now)),
    ...settled.map((entry) => fading("mid_term", entry, uses, now)),
  ].filter((one) => one.change !== null && !gone.has(`${one.document} ${one.id}`));
  const byHold = faded.sort((a, b) => a.hold - b.hold);
  const of = (change: Fade["change"]) =>
    byHold
      .filter((one) => one.change === change)
      .slice(0, most.archives)
      .map(({ document, id }) => ({ document, id }));
  return { merge, archive: of("archive"), restore: of("restore") };
}

function isOpen(entry: MidEntry | LongEntry): boolean {
  return entry.archived !== true && entry.redo !== true && entry.merged_into === undefined;
}

function midEpisode(entry: MidEntry): Episode {
  return episode(entry, entry.summary);
}

function longEpisode(entry: LongEntry): Episode {
  // What was learned decides; a title is one of many names for it, and speaks only where the points say little.
  const points = entry.key_points.join("\n");
  return episode(entry, points.length >= 12 ? points : `${entry.title}\n${points}`);
}

function episode(entry: MidEntry | LongEntry, text: string): Episode {
  const firm = entry.pinned === true || entry.by === "owner";
  // A model's wording is kept rather than the engine's, the longer one rather than the shorter, the later rather than the earlier.
  const weight = (firm ? 4 : 0) + (entry.by === "model" ? 2 : 0) + importanceOf(entry.importance);
  return { id: entry.id, text, at: momentOf(entry) ?? 0, weight, firm };
}

function mergesOf(
  document: Tier,
  episodes: Episode[],
  similarity: (a: string, b: string) => number,
  budget: { merges: number; comparisons: number; start: number },
): Merge[] {
  const best = episodes.sort(
    (a, b) => b.weight - a.weight || b.text.length - a.text.length || b.at - a.at || (a.id < b.id ? -1 : 1),
  );
  const merges: Merge[] = [];
  const absorbed = new Set<string>();
  for (const [keep, others] of neighbours(best, budget.start)) {
    if (budget.merges <= 0) break;
    if (absorbed.has(keep.id)) continue;
    const absorb: string[] = [];
    for (const other of others) {
      if (other.firm || absorbed.has(other.id)) continue;
      if (budget.comparisons <= 0) break;
      budget.comparisons -= 1;
      if (!isSame(keep.text, other.text, similarity)) continue;
      absorb.push(other.id);
      absorbed.add(other.id);
    }
    if (absorb.length === 0) continue;
    merges.push({ document, keep: keep.id, absorb });
    budget.merges -= 1;
  }
  return merges;
}

function isSame(a: string, b: string, similarity: (a: string, b: string) => number): boolean {
  const strict = (one: string, other: string) => (similarity(one, other) >= sameEpisode ? 1 : 0);
  return saysTheSame(a, b, strict) && lengthRatio(a, b) >= 0.8;
}

/** A short text inside a long one is not the same episode: what the long one says besides would be put away. */
function lengthRatio(a: string, b: string): number {
  return Math.min(a.length, b.length) / Math.max(1, a.length, b.length);
}

/** Pairs of signs that stand in more entries than this tell nothing. */
const commonAt = 200;

/**
 * For each episode those later in the order that share a good part of its rarer pairs of signs: the only ones worth comparing,
 * found without comparing all with all. The walk begins elsewhere each hour, so that what one run had no time for is another's first.
 */
function* neighbours(episodes: readonly Episode[], start: number): Generator<[Episode, Episode[]]> {
  const pairs = episodes.map(({ text }) => pairsOf(text));
  const postings = new Map<string, number[]>();
  pairs.forEach((of, number) => {
    for (const pair of of) {
      const list = postings.get(pair);
      if (list) list.push(number);
      else postings.set(pair, [number]);
    }
  });
  for (let step = 0; step < episodes.length; step += 1) {
    const number = (start + step) % episodes.length;
    const shared = new Map<number, number>();
    let rare = 0;
    for (const pair of pairs[number] ?? []) {
      const list = postings.get(pair) ?? [];
      if (list.length > commonAt) continue;
      rare += 1;
      for (const other of list) {
        if (other > number) shared.set(other, (shared.get(other) ?? 0) + 1);
      }
    }
    const close = [...shared].filter(([, count]) => count >= rare * 0.5).sort((a, b) => b[1] - a[1]);
    const found = close.flatMap(([other]) => episodes[other] ?? []);
    const episode = episodes[number];
    if (episode !== undefined && found.length > 0) yield [episode, found];
  }
}

function pairsOf(text: string): Set<string> {
  const signs = [
    ...text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ""),
  ].slice(0, 300);
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < signs.length; i += 1) pairs.add(`${signs[i]}${signs[i + 1]}`);
  return pairs;
}

type Fade = { document: Tier; id: string; change: "archive" | "restore" | null; hold: number };

function fading(document: Tier, entry: MidEntry | LongEntry, uses: Uses, now: Seconds): Fade {
  const kind = document === "mid_term" ? "mid" : "long";
  const kept = keptOf(entry, uses, now, momentOf(entry));
  const faded = archives(kind, entry, kept, now);
  const hold = retention(kept, now);
  // Only what fading put away comes back by itself; the owner's and a merge's archiving stay.
  const back = entry.archived_by === "fading" && entry.archived === true && !faded && hold >= archiveBelow;
  const change = faded && entry.archived !== true ? "archive" : back ? "restore" : null;
  return { document, id: entry.id, change, hold };
}

/**
 * The entries of one document after a plan. Nothing is removed: an absorbed entry stays, archived, with `merged_into`; the kept
 * one gains its message ids, times, aliases and importance, and names it in `merged_from`. Entries that the plan names
 * and that are gone, or were pinned meanwhile, are left out. Done twice, it changes nothing more.
 */
export function applyTidy<T extends MidEntry | LongEntry>(
  entries: readonly T[],
  document: Tier,
  plan: TidyPlan,
): T[] {
  const result = new Map(entries.map((entry): [string, T] => [entry.id, entry]));
  for (const merge of plan.merge.filter((one) => one.document === document)) {
    const keep = result.get(merge.keep);
    if (keep === undefined || keep.archived === true) continue;
    const sources = merge.absorb
      .flatMap((id) => result.get(id) ?? [])
      .filter((entry) => isOpen(entry) && entry.pinned !== true && entry.by !== "owner");
    if (sources.length === 0) continue;
    result.set(keep.id, joined(keep, sources));
    for (const source of sources)
      result.set(source.id, { ...source, archived: true, archived_by: "merge", merged_into: keep.id });
  }
  for (const { id } of plan.archive.filter((one) => one.document === document)) {
    const entry = result.get(id);
    if (entry && entry.archived !== true && entry.pinned !== true)
      result.set(id, { ...entry, archived: true, archived_by: "fading" });
  }
  for (const { id } of plan.restore.filter((one) => one.document === document)) {
    const entry = result.get(id);
    if (entry?.archived_by === "fading") {
      const { archived_by: _undone, ...rest } = entry;
      result.set(id, { ...rest, archived: false } as unknown as T);
    }
  }
  return entries.map((entry) => result.get(entry.id) ?? entry);
}

function joined<T extends MidEntry | LongEntry>(keep: T, sources: readonly T[]): T {
  const all = [keep, ...sources];
  const known = (times: (number | undefined)[]) => times.filter((time) => time !== undefined);
  const starts = known(all.map((entry) => entry.started_at));
  const ends = known(all.map((entry) => entry.ended_at));
  const unique = (lists: (readonly string[] | undefined)[]) => [
    ...new Set(lists.flatMap((list) => list ?? [])),
  ];
  const before = Array.isArray(keep.merged_from) ? (keep.merged_from as string[]) : [];
  return {
    ...keep,
    message_ids: unique(all.map((entry) => entry.message_ids)),
    aliases: unique([
      ...all.map((entry) => entry.aliases),
      sources.flatMap((entry) =>
        "title" in entry && entry.title !== titleOf(keep) ? [String(entry.title)] : [],
      ),
    ]),
    importance: Math.max(...all.map((entry) => importanceOf(entry.importance))),
    ...(starts.length > 0 ? { started_at: Math.min(...starts) } : {}),
    ...(ends.length > 0 ? { ended_at: Math.max(...ends) } : {}),
    merged_from: unique([before, sources.map((entry) => entry.id)]),
  };
}

function titleOf(entry: MidEntry | LongEntry): string {
  return "title" in entry ? String(entry.title) : "";
}
