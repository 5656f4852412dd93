// What a summarised talk leaves besides its summary: facts, relations, moods, uses; and what follows from a change of facts.
import type { Deps } from "../deps.ts";
import { callName } from "../memory/context-facts.ts";
import { madeOfErased } from "../memory/erase-guard.ts";
import { applyOperations } from "../memory/fact.ts";
import { episodicOperations } from "../memory/fact-episodic.ts";
import { type ProofChange, withdrawFacts, withdrawMoods, withdrawRelations } from "../memory/fact-proof.ts";
import { type FactsTalk, factsOfTalk, type TalkFacts } from "../memory/fact-talk.ts";
import { moodsOf, withMoods } from "../memory/mood-entries.ts";
import { addUses } from "../memory/uses.ts";
import type { EpisodicOperation, SummaryAnswer } from "../schema/answer.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Documents } from "../schema/documents.ts";
import type { Emotions } from "../schema/emotion.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import type { Message } from "../schema/message.ts";
import type { MidEntry } from "../schema/mid-term.ts";
import { companion } from "../store/store.ts";
import { refusedIn } from "./erase-marks.ts";
import { dropPrefix, prefixShows } from "./prefix.ts";
import { projectFacts } from "./project-facts.ts";
import type { Reader } from "./read-companion.ts";
import { ownerOf } from "./read-companion.ts";
import { indexChanged } from "./search-memory.ts";

/** Documents that a talk is kept in, in the order in which they are written: what gains comes before what lets go. */
export const talkDocuments = ["facts", "graph", "emotions", "uses"] as const;
export type TalkDocuments = Pick<Documents, (typeof talkDocuments)[number]>;

export type Talk = {
  /** All messages of the topic, oldest first. */
  messages: readonly Message[];
  answer: Pick<SummaryAnswer, "operations" | "relations">;
  by: FactsTalk["by"];
  /** The summary that is kept in the same commit. */
  entry: MidEntry;
  /** The topic was summarised before: its uses are counted already. */
  again?: boolean;
  /** Where they were read already, since many at once take their time. */
  moods?: Emotions;
};

/** What an extraction read out of several talks, and what was said in them by the id of their summary. */
export type Episodes = {
  operations: readonly EpisodicOperation[];
  talks: ReadonlyMap<string, readonly Message[]>;
};

export type KeptTalk = {
  documents: TalkDocuments;
  changes: EntryChange[];
  found: Pick<TalkFacts, "outcomes" | "relations">;
};

/** Pure: what the documents become when summaries of topics are kept. For use inside the commit that keeps them (part 2, items 1–7). */
export function keepTalks(
  deps: Deps,
  reader: Reader,
  talks: readonly Talk[],
  documents: TalkDocuments & { erased?: Documents["erased"] },
): KeptTalk {
  const input = inputFor(deps, reader, documents);
  const { thinned = [], entry_ids = [] } = documents.erased ?? {};
  const erased = new Set(entry_ids);
  const found: KeptTalk["found"] = { outcomes: [], relations: [] };
  const moods: Emotions = [];
  let { facts, graph, uses } = documents;
  for (const { messages, answer, by, entry, again, moods: read } of talks) {
    const isThinned = thinned.includes(entry.topic_id);
    const refused = documents.erased ? refusedIn(documents.erased, messages) : undefined;
    const talk = { messages, answer, by, undone: refused, isThinned };
    const kept = factsOfTalk({ facts, graph }, talk, input);
    ({ facts, graph } = kept);
    found.outcomes.push(...kept.outcomes);
    found.relations.push(...kept.relations);
    moods.push(...(read ?? moodsOf(entry.topic_id, messages, entry)).filter(({ id }) => !erased.has(id)));
    if (!again) uses = addUses(uses, messages);
  }
  const emotions = withMoods(documents.emotions, new Set(talks.map(({ entry }) => entry.topic_id)), moods);
  return {
    documents: { facts, graph, emotions, uses },
    changes: changesBetween(documents, { facts, graph }),
    found,
  };
}

/**
 * Pure: what the facts become when several talks show something together (A31). For use inside the commit that keeps the long
 * entries; nothing is learned where a message of the talks was erased meanwhile.
 */
export function learnFromEpisodes(
  deps: Deps,
  reader: Reader,
  { operations, talks }: Episodes,
  { facts, erased }: Pick<Documents, "facts" | "erased">,
): Facts {
  const undone = refusedIn(erased, [...talks.values()].flat());
  const told = new Map(
    [...talks].map(([id, talk]) => [id, talk.filter(({ message_id }) => !undone.has(message_id))]),
  );
  const messages = [...told.values()].flat();
  if (madeOfErased(erased, messages)) return facts;
  const input = { ...inputFor(deps, reader, { facts }), messages, by: "model" as const };
  return applyOperations(episodicOperations(operations, told), facts, input).facts;
}

function inputFor(deps: Deps, reader: Reader, { facts }: Pick<TalkDocuments, "facts">) {
  const shown = reader.account?.display_name ?? "";
  const called = callName(facts, [], shown).name;
  const named = facts.filter(({ key, status }) => key === "name" && status === "live");
  const user = [shown, called, ...named.map(({ value }) => String(value))].filter((name) => name !== "");
  return {
    now: deps.clock.now(),
    zone: reader.zone,
    language: reader.language,
    newId: deps.newId,
    userId: reader.user,
    shares: reader.config.shares_facts,
    people: { user: [...new Set(user)], companion: [reader.config.name] },
  };
}

/** An entry of facts or graph that a commit changed. `ceased`: a fact that was live and is so no longer, or says another value. */
export type EntryChange = {
  document: "facts" | "graph";
  id: string;
  kind: "added" | "changed" | "removed";
  ceased: boolean;
};

/** What differs between two versions of facts and graph, by id. */
export function changesBetween(
  before: Pick<Documents, "facts" | "graph">,
  after: Pick<Documents, "facts" | "graph">,
): EntryChange[] {
  return [
    ...factChanges(before.facts, after.facts),
    ...listChanges("graph", before.graph.entities, after.graph.entities),
    ...listChanges("graph", before.graph.relations, after.graph.relations),
  ];
}

/** What differs between two versions of the facts. */
export function factChanges(before: Facts, after: Facts): EntryChange[] {
  return listChanges("facts", before, after, hasCeased);
}

function listChanges<T extends { id: string }>(
  document: EntryChange["document"],
  before: readonly T[],
  after: readonly T[],
  ceased: (old: T, now: T | undefined) => boolean = () => false,
): EntryChange[] {
  if (before === after) return [];
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const now = new Map(after.map((entry) => [entry.id, entry]));
  const gone = before.filter(({ id }) => !now.has(id));
  return [
    ...after.flatMap((entry): EntryChange[] => {
      const was = old.get(entry.id);
      if (was === entry) return [];
      if (was === undefined) return [{ document, id: entry.id, kind: "added", ceased: false }];
      return [{ document, id: entry.id, kind: "changed", ceased: ceased(was, entry) }];
    }),
    ...gone.map(
      (entry): EntryChange => ({ document, id: entry.id, kind: "removed", ceased: ceased(entry, undefined) }),
    ),
  ];
}

function hasCeased(was: Fact, now: Fact | undefined): boolean {
  if (was.status !== "live") return false;
  return now?.status !== "live" || now.value !== was.value || now.valid_to !== was.valid_to;
}

/**
 * What follows once a background step has committed facts: the index, the account's projection, the windows; and the prefix,
 * where it shows a value that no longer holds (prefix rule, DESIGN 4). Everything else waits for the next topic.
 */
export async function followFacts(deps: Deps, user: Id, changes: readonly EntryChange[]): Promise<void> {
  if (changes.length === 0) return;
  const facts = changes.filter(({ document }) => document === "facts");
  await indexChanged(
    deps,
    user,
    facts.map(({ id }) => ({ document: "facts", entry: id })),
  );
  if (facts.length > 0) await projectFacts(deps, user);
  const ceased = facts.flatMap((change) => (change.ceased ? [change.id] : []));
  if (await prefixShows(deps, user, ceased)) await dropPrefix(deps, user, "fact");
  await tellChanges(deps, user, changes);
}

/** Lets the account's windows know which entries changed. */
export async function tellChanges(deps: Deps, user: Id, changes: readonly EntryChange[]): Promise<void> {
  const owner = await ownerOf(deps, user);
  for (const { document, id, kind } of changes)
    deps.publish(owner, { event: "memory-change", data: { document, entry_id: id, kind } }, user);
}

/** Notes how many proposals went which way: counts and reasons, never words. */
export function logFound(deps: Deps, user: Id, topic: string, { found }: Pick<KeptTalk, "found">): void {
  const tally = new Map<string, number>();
  const count = (name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
  for (const outcome of found.outcomes) count(nameOf("fact", outcome.op, outcome.reason));
  for (const relation of found.relations)
    count(nameOf("relation", relation.outcome, "reason" in relation ? relation.reason : undefined));
  if (tally.size > 0) deps.log.info({ user, topic, ...Object.fromEntries(tally) }, "facts judged");
}

function nameOf(kind: string, outcome: string, reason: string | undefined): string {
  return [kind, outcome, ...(reason === undefined ? [] : [reason])].join("_");
}

/**
 * Messages were edited, removed, or have come back: facts and relations that rest on words which no longer stand are taken
 * back, moods of removed messages go (part 2, item 12). A commit of its own, undoable.
 */
export async function withdrawProofs(
  deps: Deps,
  user: Id,
  change: { edited: readonly Pick<Message, "message_id" | "content">[]; removed: Iterable<string> },
  cause: string,
): Promise<void> {
  const proofs: ProofChange = {
    removed: new Set(change.removed),
    edited: new Map(change.edited.map(({ message_id, content }) => [message_id, content])),
  };
  const now: Seconds = deps.clock.now();
  const meta = { by: "system" as const, cause };
  const { result } = await deps.store.commit(
    companion(user),
    ["facts", "graph", "emotions"],
    meta,
    ({ facts, graph, emotions }) => {
      const next = { facts: withdrawFacts(facts, proofs, now), graph: withdrawRelations(graph, proofs) };
      return {
        documents: { ...next, emotions: withdrawMoods(emotions, proofs.removed) },
        result: changesBetween({ facts, graph }, next),
      };
    },
  );
  await followFacts(deps, user, result);
}
