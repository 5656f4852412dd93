// The owner's doors to the episodes (summaries and long entries): stored, weighed, merged, forgotten (A26, A205, A206). What finds them: `list-episodes.ts`.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { type EpisodeWish, ownersEpisode } from "../memory/episode.ts";
import { endOfMid } from "../memory/mid-term.ts";
import { applyTidy, type TidyPlan } from "../memory/tidy.ts";
import type { Id } from "../schema/common.ts";
import type { LongEntry, LongTerm } from "../schema/long-term.ts";
import type { MidEntry, MidTerm } from "../schema/mid-term.ts";
import { companion, type PartWrite } from "../store/store.ts";
import { archivedEpisodes, type Episode, type FoundEpisode, showEpisodes } from "./list-episodes.ts";
import { dropPrefix } from "./prefix.ts";
import { zoneFor } from "./read-companion.ts";
import { followChange } from "./write-memory.ts";

export type EpisodeWritten = { episode: Episode; change_id: string | null };

/** Stores an episode of the owner's (A205 store_episode): it joins mid_term by its end, with the change line as its evidence. */
export async function storeEpisode(
  deps: Deps,
  user: Id,
  wish: EpisodeWish,
  cause: string,
): Promise<EpisodeWritten> {
  const zone = await zoneFor(deps, user);
  const id = deps.newId();
  const archived = new Set((await archivedEpisodes(deps, user)).map((entry) => entry.id));
  const { result, change_id } = await deps.store.commit(
    companion(user),
    ["mid_term"],
    { id, by: "owner", cause },
    ({ mid_term }) => {
      const taken = new Set([...archived, ...mid_term.map((entry) => entry.id)]);
      const made = ownersEpisode(wish, { now: deps.clock.now(), zone, changeId: id, taken });
      const after = mid_term.findIndex((entry) => endOfMid(entry) > endOfMid(made));
      const at = after === -1 ? mid_term.length : after;
      const mid = [...mid_term.slice(0, at), made, ...mid_term.slice(at)];
      return { documents: { mid_term: mid }, result: made };
    },
  );
  await follow(deps, user, change_id);
  return { episode: await shown(deps, user, { document: "mid_term", entry: result }), change_id };
}

/** How an episode stands with its owner: its weight, 0 to 1 (A205 update_importance), and whether it is put away. */
export type EpisodeStanding = { importance?: number | undefined; archived?: boolean | undefined };

/**
 * Weighs an episode anew (it fades and ranks by it, R32), or puts it away: it is not thought of by itself any more, is still found,
 * and stays away until its owner takes it out. Unknown: `not_found`; what was merged into another stays there: `conflict`.
 */
export async function weighEpisode(
  deps: Deps,
  user: Id,
  episodeId: string,
  standing: EpisodeStanding,
  cause: string,
): Promise<EpisodeWritten> {
  const weigh = <T extends MidEntry | LongEntry>(list: readonly T[]) =>
    list.map((entry) => (entry.id === episodeId ? standingOf(entry, standing) : entry));
  const change = ({ mid_term, long_term }: Tiers) => ({
    documents: { mid_term: weigh(mid_term), long_term: weigh(long_term) },
  });
  return changeOne(deps, user, episodeId, cause, change);
}

function standingOf<T extends MidEntry | LongEntry>(entry: T, { importance, archived }: EpisodeStanding): T {
  const weighed = importance === undefined ? entry : { ...entry, importance };
  if (archived === undefined || archived === (entry.archived === true)) return weighed;
  if (entry.merged_into !== undefined) throw refusals.firm();
  // Only what fading put away comes back by itself.
  if (archived) return { ...weighed, archived, archived_by: "owner" };
  const { archived_by: _whoever, ...rest } = weighed;
  return { ...rest, archived } as T;
}

/** Takes an episode away for good, as deleting it from the file does: undoable, and its topic is not summarised again. Unknown: `not_found`. */
export async function forgetEpisode(
  deps: Deps,
  user: Id,
  episodeId: string,
  cause: string,
): Promise<EpisodeWritten> {
  const change = ({ mid_term, long_term }: Tiers) => {
    const gone = long_term.filter(({ id }) => id === episodeId);
    return {
      documents: {
        mid_term: mid_term.filter(({ id }) => id !== episodeId),
        long_term: long_term.filter(({ id }) => id !== episodeId),
      },
      parts: gone.map(
        ({ detail_file }): PartWrite => ({ kind: "long_term_details", name: detail_file, content: null }),
      ),
    };
  };
  return changeOne(deps, user, episodeId, cause, change);
}

type Tiers = { mid_term: MidTerm; long_term: LongTerm };

async function changeOne(
  deps: Deps,
  user: Id,
  episodeId: string,
  cause: string,
  change: (tiers: Tiers) => { documents: Tiers; parts?: PartWrite[] },
): Promise<EpisodeWritten> {
  const meta = { by: "owner" as const, cause };
  const { result, change_id } = await deps.store.commit(
    companion(user),
    ["long_term", "mid_term"],
    meta,
    (tiers) => {
      const before = findIn(tiers, episodeId);
      if (before === undefined) return { result: undefined };
      const next = change(tiers);
      return { ...next, result: findIn(next.documents, episodeId) ?? before };
    },
  );
  if (result === undefined) throw noEpisode();
  await follow(deps, user, change_id);
  return { episode: await shown(deps, user, result), change_id };
}

function findIn({ mid_term, long_term }: Tiers, id: string): FoundEpisode | undefined {
  const [mid, long] = [mid_term.find((one) => one.id === id), long_term.find((one) => one.id === id)];
  if (mid) return { document: "mid_term", entry: mid };
  return long && { document: "long_term", entry: long };
}

async function shown(deps: Deps, user: Id, found: FoundEpisode): Promise<Episode> {
  const [episode] = await showEpisodes(deps, user, [found]);
  if (episode === undefined) throw noEpisode();
  return episode;
}

export type EpisodesMerged = { kept: Episode; merged: string[]; change_id: string | null };

/**
 * Makes one episode of several of one document (A205 merge_episodes, A206): the first named stays and gains the others' messages,
 * times and names; these stay in the file, archived, and point to it. Unknown: `not_found`; of two documents, pinned, the
 * owner's own or merged before: `conflict`.
 */
export async function mergeEpisodes(
  deps: Deps,
  user: Id,
  ids: readonly string[],
  cause: string,
): Promise<EpisodesMerged> {
  const [keep = "", ...absorb] = [...new Set(ids)];
  const meta = { by: "owner" as const, cause };
  const { result, change_id } = await deps.store.commit(
    companion(user),
    ["long_term", "mid_term"],
    meta,
    (tiers): { documents?: Tiers; result: Merging } => mergeIn(tiers, keep, absorb),
  );
  if ("reason" in result) throw refusals[result.reason]();
  await follow(deps, user, change_id);
  return { kept: await shown(deps, user, result.kept), merged: absorb, change_id };
}

type Merging = { kept: FoundEpisode } | { reason: keyof typeof refusals };

const refusals = {
  unknown: noEpisode,
  apart: () => new AppError("conflict", "A summary and a long entry cannot become one."),
  firm: () => new AppError("conflict", "What is pinned, the owner's own or merged already stays by itself."),
};

function mergeIn(
  tiers: Tiers,
  keep: string,
  absorb: readonly string[],
): { documents?: Tiers; result: Merging } {
  const found = [keep, ...absorb].map((id) => findIn(tiers, id));
  if (found.some((one) => one === undefined)) return { result: { reason: "unknown" } };
  const document = found[0]?.document === "long_term" ? "long_term" : "mid_term";
  if (found.some((one) => one?.document !== document)) return { result: { reason: "apart" } };
  const plan: TidyPlan = { merge: [{ document, keep, absorb: [...absorb] }], archive: [], restore: [] };
  const documents: Tiers =
    document === "mid_term"
      ? { ...tiers, mid_term: applyTidy(tiers.mid_term, document, plan) }
      : { ...tiers, long_term: applyTidy(tiers.long_term, document, plan) };
  const list: readonly (MidEntry | LongEntry)[] = documents[document];
  const merged = list.filter((entry) => absorb.includes(entry.id) && entry.merged_into === keep);
  const kept = findIn(documents, keep);
  if (merged.length < absorb.length || kept === undefined) return { result: { reason: "firm" } };
  return { documents, result: { kept } };
}

function noEpisode(): AppError {
  return new AppError("not_found", "There is no such episode.");
}

async function follow(deps: Deps, user: Id, changeId: string | null): Promise<void> {
  if (changeId === null) return;
  await dropPrefix(deps, user, "owner");
  await followChange(deps, user, changeId);
}
