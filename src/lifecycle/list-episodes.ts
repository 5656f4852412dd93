// Finds the episodes (summaries and long entries) by day, span, name and likeness, and shows each as the whole record of A26 (A43, A205).
import type { Deps } from "../deps.ts";
import {
  concerns,
  type EpisodeRecord,
  episodeRecord,
  sourcesBehind,
  textOfEpisode,
  touches,
} from "../memory/episode.ts";
import { memoryTypeOf } from "../memory/whose-memory.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { LongEntry } from "../schema/long-term.ts";
import type { MemoryType } from "../schema/memory-type.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { fromLocal } from "../schema/zone.ts";
import { companion } from "../store/store.ts";
import { readCompanion, zoneFor } from "./read-companion.ts";
import { lookAtPart } from "./read-part.ts";
import { findMemories } from "./search-memory.ts";

/** An episode where it stands. */
export type FoundEpisode = {
  document: "mid_term" | "mid_term_archive" | "long_term";
  entry: MidEntry | LongEntry;
};

/**
 * An episode as the doors show it: its record (A26), whose it is (A40), where it stands, what it says in one piece, when it ended
 * in unix seconds (null where nothing tells), and the entry as its file has it.
 */
export type Episode = EpisodeRecord &
  FoundEpisode & { text: string; ended_at: Seconds | null; character_id: Id; memory_type: MemoryType };

/** A day of the owner's calendar, "YYYY-MM-DD", or a span of unix seconds with both ends. */
export type EpisodeSpan = { date: string } | { from: Seconds; to: Seconds };

/** `entity`: only those about this name (A43). `limit`: the first so many; left out: all. */
export type EpisodeChoice = { entity?: string | undefined; limit?: number | undefined };

/** The episodes that lie in a day or a span, or reach into it, the newest first; archived ones too (A205 get_episodes_by_date). */
export async function episodesByDate(
  deps: Deps,
  user: Id,
  span: EpisodeSpan,
  { entity, limit }: EpisodeChoice = {},
): Promise<Episode[]> {
  const { from, to } = "date" in span ? dayOf(span.date, await zoneFor(deps, user)) : span;
  const all = await everyEpisode(deps, user);
  const about = aboutIn(all, entity);
  const end = ({ entry }: FoundEpisode) => textOfEpisode(entry).ended_at ?? 0;
  const found = all
    .filter((one) => touches(one.entry, from, to) && about(one))
    .sort((a, b) => end(b) - end(a) || (a.entry.id < b.entry.id ? -1 : 1));
  return showEpisodes(deps, user, found.slice(0, limit), summariesOf(all));
}

function dayOf(date: string, zone: string): { from: Seconds; to: Seconds } {
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  const from = fromLocal({ year, month, day }, zone);
  const next = fromLocal({ year, month, day: day + 1 }, zone);
  return { from, to: next - 1 };
}

export type SimilarEpisode = Episode & { score: number };

/** The episodes most like a text, best first, each once, at most `limit` (A205 retrieve_similar). */
export async function similarEpisodes(
  deps: Deps,
  user: Id,
  query: { text: string; limit: number; entity?: string | undefined },
): Promise<SimilarEpisode[]> {
  const reader = await readCompanion(deps, user);
  const types = ["mid", "long", "detail"] as const;
  const limit = query.entity === undefined ? query.limit * 2 : mostLooked;
  const hits = await findMemories(deps, reader, { text: query.text, limit, types });
  const every = await everyEpisode(deps, user);
  const about = aboutIn(every, query.entity);
  const all = new Map(every.filter(about).map((one) => [one.entry.id, one]));
  const scores = new Map<string, number>();
  for (const { id, score } of hits) {
    const own = id.replace(/#detail$/, "");
    if (all.has(own) && !scores.has(own)) scores.set(own, score);
  }
  const best = [...scores.keys()].slice(0, query.limit);
  const shown = await showEpisodes(
    deps,
    user,
    best.flatMap((id) => all.get(id) ?? []),
    summariesOf(every),
  );
  return shown.map((episode) => ({ ...episode, score: scores.get(episode.id) ?? 0 }));
}

/** Where only some of the likest are about a name, more of them are looked at. */
const mostLooked = 500;

function aboutIn(all: readonly FoundEpisode[], entity: string | undefined): (one: FoundEpisode) => boolean {
  if (entity === undefined) return () => true;
  const sources = sourcesBehind(summariesOf(all));
  return ({ entry }) => concerns(entry, entity, sources(entry));
}

function summariesOf(all: readonly FoundEpisode[]): MidEntry[] {
  return all.flatMap(({ document, entry }) => (document === "long_term" ? [] : [entry as MidEntry]));
}

/** The episodes as the doors show them, in the same order. `known`: every summary, where they were read already. */
export async function showEpisodes(
  deps: Deps,
  user: Id,
  found: readonly FoundEpisode[],
  known?: readonly MidEntry[],
): Promise<Episode[]> {
  const owner = companion(user);
  const [zone, uses] = [await zoneFor(deps, user), await deps.store.view(owner, "uses")];
  const needsSources = found.some(({ document }) => document === "long_term");
  const summaries = needsSources ? (known ?? (await everySummary(deps, user))) : [];
  const sources = sourcesBehind(summaries);
  return found.map(({ document, entry }) => ({
    ...episodeRecord(entry, { user, zone, uses, sources: sources(entry) }),
    ...textOfEpisode(entry),
    document,
    entry,
    character_id: user,
    memory_type: memoryTypeOf(document === "long_term" ? "long" : "mid"),
  }));
}

async function everySummary(deps: Deps, user: Id): Promise<MidEntry[]> {
  const present = await deps.store.view(companion(user), "mid_term");
  return [...(await archivedEpisodes(deps, user)), ...present];
}

/** The summaries of the archive; a month that cannot be read is told by the list of files and keeps nobody from the others. */
export async function archivedEpisodes(deps: Deps, user: Id): Promise<MidEntry[]> {
  const entries: MidEntry[] = [];
  for (const name of await deps.store.parts.list(companion(user), "mid_term_archive"))
    entries.push(...((await lookAtPart<MidEntry[]>(deps, user, "mid_term_archive", name)) ?? []));
  return entries;
}

/** Every episode there is; what became part of another one stands for itself no longer. */
async function everyEpisode(deps: Deps, user: Id): Promise<FoundEpisode[]> {
  const owner = companion(user);
  const all: FoundEpisode[] = [
    ...(await deps.store.view(owner, "mid_term")).map((entry) => ({ document: "mid_term" as const, entry })),
    ...(await archivedEpisodes(deps, user)).map((entry) => ({
      document: "mid_term_archive" as const,
      entry,
    })),
    ...(await deps.store.view(owner, "long_term")).map((entry) => ({
      document: "long_term" as const,
      entry,
    })),
  ];
  return all.filter(({ entry }) => entry.merged_into === undefined);
}
