// The six verbs of a memory (A199): store, retrieve, update, forget, getUserProfile, getEmotionTrend, and the look at what is being talked of (A24); the doors call these and nothing beside them.
import type { Deps } from "../deps.ts";
import type { EpisodeWish } from "../memory/episode.ts";
import type { FactWish } from "../memory/fact-edit.ts";
import type { Profile } from "../memory/profile.ts";
import { memoryTypeOf, sourcesOfType } from "../memory/whose-memory.ts";
import { type WorkingMemory, workingMemory } from "../memory/working-memory.ts";
import type { Id, Language, Seconds } from "../schema/common.ts";
import type { MemoryType } from "../schema/memory-type.ts";
import type { SearchHit, SourceType } from "../search/search.ts";
import { companion } from "../store/store.ts";
import {
  type EpisodeStanding,
  type EpisodeWritten,
  forgetEpisode,
  storeEpisode,
  weighEpisode,
} from "./episodes.ts";
import { addFact, changeFact, type FactWritten, removeFact } from "./facts.ts";
import { type EmotionTrend, getEmotionTrend as trendOf } from "./feelings.ts";
import { getUserProfile as profileOf } from "./profile.ts";
import { readCompanion } from "./read-companion.ts";
import { findMemories, packHits } from "./search-memory.ts";
import { sessionSummary } from "./session-summary.ts";

/** A fact as its owner states it; the statement is made of key and value where it is left out. */
export type NewFact = FactWish & { key: string; value: unknown };

/**
 * Keeps a fact (A204 upsert_fact) or an episode (A205 store_episode) for its owner, as one undoable change with the change
 * line as its evidence. A fact that is there already is confirmed, one with another value under a key with one value (R40)
 * replaces the old value, which stays answerable. `cause`: the request's id. A new fact is named `<user_id>_<milliseconds>`
 * (A41), an episode `mid_<second of its end>` (A6). A value that says nothing: AppError `invalid`.
 */
export function store(deps: Deps, user: Id, memory: NewFact, cause: string): Promise<FactWritten>;
export function store(deps: Deps, user: Id, memory: EpisodeWish, cause: string): Promise<EpisodeWritten>;
export function store(
  deps: Deps,
  user: Id,
  memory: NewFact | EpisodeWish,
  cause: string,
): Promise<FactWritten | EpisodeWritten> {
  return "summary" in memory ? storeEpisode(deps, user, memory, cause) : addFact(deps, user, memory, cause);
}

export type Retrieval = {
  text: string;
  /** Of the rendered text of all results. */
  tokens: number;
  /** Results at most. */
  limit: number;
  type?: SourceType | undefined;
  /** Only what is of this kind (A40). */
  memory_type?: MemoryType | undefined;
  /** Unix seconds: what time words count from; later messages are left out. Default: now. */
  at?: Seconds | undefined;
};

/** A find with whose memory it is and of which kind (A40): another companion's only where that one shares a fact. */
export type OwnedHit = SearchHit & { character_id: Id; memory_type: MemoryType };

export type Retrieved = { hits: OwnedHit[]; tokens: number };

/**
 * What fits a text, best first, of everything that this companion remembers or of one kind (A204 search_facts with `type:
 * "fact"`, A205 retrieve_similar with "mid" or "long", A225–A231), within a budget of tokens. Nothing fits: no hits. Never
 * another companion's (A228), but for the facts that it shares (A126).
 */
export async function retrieve(deps: Deps, user: Id, query: Retrieval): Promise<Retrieved> {
  const reader = await readCompanion(deps, user);
  const { text, limit, at } = query;
  const types = typesAsked(query);
  const found = await findMemories(deps, reader, {
    text,
    limit,
    ...(at === undefined ? {} : { at }),
    ...(types === undefined ? {} : { types }),
  });
  const owned = found.map(
    (hit): OwnedHit => ({ ...hit, character_id: hit.origin ?? user, memory_type: memoryTypeOf(hit.type) }),
  );
  return packHits(owned, query.tokens);
}

/** The kinds that are looked for; undefined: all. */
function typesAsked({ type, memory_type }: Retrieval): SourceType[] | undefined {
  if (memory_type === undefined) return type === undefined ? undefined : [type];
  return sourcesOfType(memory_type).filter((source) => type === undefined || source === type);
}

/** What a verb is about, by its id. */
export type Target = { fact: string } | { episode: string };

/**
 * Changes a fact as its owner wishes (A204, A209; the former value is kept unless it was a slip), or weighs an episode anew,
 * 0 to 1 (A205 update_importance), or puts it away. One undoable change. Unknown: AppError `not_found`; a former value: `conflict`; a value
 * that says nothing: `invalid`.
 */
export function update(
  deps: Deps,
  user: Id,
  target: { fact: string },
  wish: FactWish,
  cause: string,
): Promise<FactWritten>;
export function update(
  deps: Deps,
  user: Id,
  target: { episode: string },
  wish: EpisodeStanding,
  cause: string,
): Promise<EpisodeWritten>;
export function update(
  deps: Deps,
  user: Id,
  target: Target,
  wish: FactWish | EpisodeStanding,
  cause: string,
): Promise<FactWritten | EpisodeWritten> {
  return "fact" in target
    ? changeFact(deps, user, target.fact, wish, cause)
    : weighEpisode(deps, user, target.episode, wish, cause);
}

/**
 * Closes a fact (A204 delete_fact, A33: it stays in the file, marked, and the same words do not bring it back), or takes an
 * episode out of its file. One undoable change; for good is another verb (`erase`). Unknown: AppError `not_found`.
 */
export function forget(deps: Deps, user: Id, target: { fact: string }, cause: string): Promise<FactWritten>;
export function forget(
  deps: Deps,
  user: Id,
  target: { episode: string },
  cause: string,
): Promise<EpisodeWritten>;
export function forget(
  deps: Deps,
  user: Id,
  target: Target,
  cause: string,
): Promise<FactWritten | EpisodeWritten> {
  return "fact" in target
    ? removeFact(deps, user, target.fact, cause)
    : forgetEpisode(deps, user, target.episode, cause);
}

/**
 * The portrait of the person in a language (A199, A217): lines made of the facts that hold now, each with the fact and the
 * messages that prove it, and the mood of the last 30 days. Nothing is known: no sections.
 */
export function getUserProfile(deps: Deps, user: Id, language: Language): Promise<Profile> {
  return profileOf(deps, user, language);
}

/**
 * How the person has felt over so many days, by day or week, what went with which mood (from a sample of five on), and how the
 * topics sounded (A199, A238, A239).
 */
export function getEmotionTrend(
  deps: Deps,
  user: Id,
  span: { days: number; by?: "day" | "week" | undefined },
): Promise<EmotionTrend> {
  return trendOf(deps, user, span);
}

/**
 * What is being talked of now (A24): the open topic's messages with the person's moods, or the newest `turns` of them (A56), and
 * the summary of the talk so far, refreshed with each turn (A70). Nothing was said yet: no turns.
 */
export async function getWorkingMemory(deps: Deps, user: Id, turns?: number): Promise<WorkingMemory> {
  const owner = companion(user);
  const [short, emotions] = [
    await deps.store.read(owner, "short_term"),
    await deps.store.view(owner, "emotions"),
  ];
  const whole = { ...workingMemory(short, emotions), summary: await sessionSummary(deps, user, short) };
  return turns === undefined ? whole : { ...whole, turns: whole.turns.slice(-turns) };
}
