// Searches everything a companion remembers: raw messages first of all, and the tiers above them as maps (DESIGN 6).
import type { Deps } from "../deps.ts";
import { isStale } from "../memory/core-stale.ts";
import { isFormerLong } from "../memory/long-truth.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { CoreEntry } from "../schema/core-memory.ts";
import type { LongDetail, LongEntry } from "../schema/long-term.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { currentFirst } from "../search/former.ts";
import { pack } from "../search/pack.ts";
import { asksOfPast } from "../search/question.ts";
import type { SearchEntry, SearchHit, SearchQuery, SourceType } from "../search/search.ts";
import { companion } from "../store/store.ts";
import { factEntries, formerText } from "./fact-entries.ts";
import { meaningOf } from "./near-memories.ts";
import { type Reader, zoneFor } from "./read-companion.ts";
import { knowledgeEntries } from "./read-knowledge.ts";
import { lookAtPart } from "./read-part.ts";
import { sharedFacts, withShared } from "./read-shared.ts";
import { formerBy, relatedNames } from "./relate-memories.ts";
import { weightsFor } from "./weigh-memories.ts";

export type MemoryQuery = {
  text: string;
  limit: number;
  /** Reference for time words; later messages are left out. Default: now. */
  at?: Seconds;
  types?: readonly SourceType[];
  /** Milliseconds to wait for an index that is still being built; then nothing is found. */
  patience?: number;
  /** Said in private: the words go to no other model than the one that answers. */
  privately?: boolean | undefined;
};

/**
 * Best first, of no other companion's memory (A228). Builds the index where it is not in memory. What facts know to be former comes
 * behind what is so now, and is marked; entries about those who belong to a name of the question are looked for too (A233), and
 * what other companions of the account share (A126).
 */
export async function findMemories(deps: Deps, reader: Reader, query: MemoryQuery): Promise<SearchHit[]> {
  if (query.text.trim() === "") return [];
  const names = {
    assistant: [reader.config.name],
    user: reader.account?.display_name ? [reader.account.display_name] : [],
  };
  const at = query.at ?? deps.clock.now();
  const [related, meaning, weights] = await Promise.all([
    relatedNames(deps, reader.user, query.text, names),
    meaningOf(deps, reader.user, query),
    weightsFor(deps, reader.user, query.text, at),
  ]);
  const asked: SearchQuery = {
    ...weights,
    text: query.text,
    at,
    timeZone: reader.zone,
    language: reader.language,
    types: query.types,
    patience: query.patience,
    names,
    related,
    meaning,
    limit: query.limit,
  };
  const own = await deps.search.find(reader.user, asked, () => loadEntries(deps, reader.user));
  const hits = withShared(own, await sharedFacts(deps, reader.user), asked);
  const facts = await deps.store.view(companion(reader.user), "facts");
  return currentFirst(hits, formerBy(facts), asksOfPast(query.text));
}

/** A companion that was talked with in this time will likely be talked with again soon. */
const lately: Seconds = 14 * 86_400;

/** Begins to build the index of a companion that was talked with lately, so that its first question need not wait for it. */
export async function warmMemories(deps: Deps, user: Id): Promise<void> {
  if (await wasTalkedWith(deps, user)) deps.search.warm(user, () => loadEntries(deps, user));
}

/** True where somebody talked with the companion within two weeks. */
export async function wasTalkedWith(deps: Deps, user: Id): Promise<boolean> {
  const [last] = await deps.store.log.tail(user, 1);
  return last !== undefined && deps.clock.now() - last.timestamp < lately;
}

/** The hits that fit into a budget of tokens, best first, dates and names included. A first hit that is too long is cut. */
export function packHits<H extends { text: string; date?: Seconds }>(
  hits: readonly H[],
  tokens: number,
): { hits: H[]; tokens: number } {
  return pack(hits, tokens);
}

/** Every searchable text of a companion. */
export async function loadEntries(deps: Pick<Deps, "store">, user: Id): Promise<SearchEntry[]> {
  const owner = companion(user);
  const entries: SearchEntry[] = [];
  for await (const month of deps.store.log.scan(user)) entries.push(...messageEntries(month));
  const mid = await deps.store.view(owner, "mid_term");
  entries.push(...mid.filter(isOwn).map(midEntry));
  for (const name of await deps.store.parts.list(owner, "mid_term_archive")) {
    const archived = await lookAtPart<MidEntry[]>(deps, user, "mid_term_archive", name);
    entries.push(...(archived ?? []).filter(isOwn).map(midEntry));
  }
  entries.push(...(await longEntries(deps, user)));
  const core = await deps.store.view(owner, "core_memory");
  entries.push(...core.memories.filter((memory) => !isStale(memory)).map(coreEntry));
  entries.push(...(await factEntries(deps, user, await deps.store.view(owner, "facts"))));
  entries.push(...(await knowledgeEntries(deps, user)));
  return entries;
}

/** False for an episode that became part of another one: that one is found in its place. */
const isOwn = (entry: MidEntry | LongEntry) => entry.merged_into === undefined;

/** An entry of a document, or a part, that was changed; as the change log names it. */
export type ChangedEntry = { document: string; entry: string; list?: unknown };

/**
 * Brings the index after a change of documents: only what was changed is read and put in anew. Messages are brought by who
 * changes the log. Does nothing where no index is in memory; what cannot be told entry by entry has the index built again.
 */
export async function indexChanged(
  deps: Pick<Deps, "store" | "search">,
  user: Id,
  changed: readonly ChangedEntry[],
): Promise<void> {
  const owner = companion(user);
  if (changed.some(isWhole)) return deps.search.drop(user);
  const ids = (name: string) =>
    new Set(changed.flatMap(({ document, entry }) => (document === name && entry !== "" ? [entry] : [])));
  const put = (named: ReadonlySet<string>, entries: readonly SearchEntry[]) => {
    const there = new Set(entries.map(({ id }) => id));
    deps.search.update(
      user,
      entries,
      [...named].filter((id) => !there.has(id)),
    );
  };
  const [mid, core, facts] = [ids("mid_term"), ids("core_memory"), ids("facts")];
  if (mid.size > 0)
    put(
      mid,
      chosen(await deps.store.view(owner, "mid_term"), mid)
        .filter(isOwn)
        .map(midEntry),
    );
  if (core.size > 0)
    put(
      core,
      chosen((await deps.store.view(owner, "core_memory")).memories, core)
        .filter((memory) => !isStale(memory))
        .map(coreEntry),
    );
  if (facts.size > 0)
    put(facts, await factEntries(deps, user, chosen(await deps.store.view(owner, "facts"), facts)));
  const files = new Set(
    changed.flatMap(({ document }) => (document.startsWith(details) ? [document.slice(details.length)] : [])),
  );
  const long = ids("long_term");
  if (long.size + files.size === 0) return;
  const entries = await longEntries(deps, user, (one) => long.has(one.id) || files.has(one.detail_file));
  const named = [...long, ...entries.flatMap(({ type, id }) => (type === "long" ? [id] : []))];
  put(new Set(named.flatMap(longEntryIds)), entries);
}

const details = "long_term_details/";
const listed: ReadonlySet<string> = new Set(["mid_term", "long_term", "facts"]);

/** A change that names no entries: an archived month, or a list whose entries bear no names. */
function isWhole({ document, entry, list }: ChangedEntry): boolean {
  if (/^(?:mid_term_archive|knowledge)\//.test(document)) return true;
  return entry === "" && (listed.has(document) || (document === "core_memory" && list !== undefined));
}

function chosen<T extends { id: string }>(entries: readonly T[], ids: ReadonlySet<string>): T[] {
  return entries.filter(({ id }) => ids.has(id));
}

async function longEntries(
  deps: Pick<Deps, "store">,
  user: Id,
  wanted: (entry: LongEntry) => boolean = () => true,
): Promise<SearchEntry[]> {
  const owner = companion(user);
  const entries: SearchEntry[] = [];
  const all = (await deps.store.view(owner, "long_term")).filter(isOwn).filter(wanted);
  const zone = all.some((long) => isFormerLong(long) || long.former_points)
    ? await zoneFor(deps, user)
    : "UTC";
  for (const long of all) {
    const detail = await lookAtPart<LongDetail>(deps, user, "long_term_details", long.detail_file);
    entries.push(...longEntry(long, detail, zone));
  }
  return entries;
}

/** A long entry as the index knows it: its title and points, and its detail; what a later one ended says that it is former. */
export function longEntry(long: LongEntry, detail: LongDetail | undefined, zone = "UTC"): SearchEntry[] {
  const told = (text: string) => (isFormerLong(long) ? formerText(text, long.valid_to, zone) : text);
  const former = (long.former_points ?? []).map((point) => formerText(point.text, point.valid_to, zone));
  const points = [told(long.key_points.join("；")), ...former].join("；");
  const shared = {
    title: long.title,
    date: long.ended_at ?? 0,
    message_ids: long.message_ids ?? [],
    importance: long.importance,
    aliases: long.aliases,
  };
  const index: SearchEntry = { ...shared, type: "long", id: long.id, text: points };
  if (!detail) return [index];
  return [index, { ...shared, type: "detail", id: `${long.id}#detail`, text: told(detail.detail_content) }];
}

/** Ids under which a long entry stands in the index. */
export const longEntryIds = (id: string): string[] => [id, `${id}#detail`];

/** A core memory as the index knows it. */
export function coreEntry(memory: CoreEntry): SearchEntry {
  return {
    type: "core",
    id: memory.id,
    text: memory.content,
    date: memory.ended_at ?? memory.created_at ?? 0,
    message_ids: memory.message_ids ?? [],
    importance: memory.importance / 10,
  };
}

/**
 * What can be found of these messages. What the companion read out of its memory while no model was connected was said before:
 * it is not recalled once more (invariant 2).
 */
export function messageEntries(messages: readonly Message[]): SearchEntry[] {
  return messages.filter(({ model, beat }) => model !== "offline" || beat !== undefined).map(messageEntry);
}

/** A message as the index knows it. */
export function messageEntry(message: Message): SearchEntry {
  return {
    type: "message",
    id: message.message_id,
    text: message.content,
    date: message.timestamp,
    speaker: message.role,
    topic_id: message.topic_id,
    message_ids: [message.message_id],
  };
}

/** A summary as the index knows it; whoever and whatever was spoken of is another word for it (A224 path B). */
export function midEntry(entry: MidEntry): SearchEntry {
  return {
    type: "mid",
    id: entry.id,
    text: entry.summary,
    title: entry.topic,
    date: entry.ended_at ?? 0,
    topic_id: entry.topic_id,
    message_ids: entry.message_ids ?? [],
    importance: entry.importance,
    aliases: [...(entry.aliases ?? []), ...(entry.key_entities ?? [])],
  };
}
