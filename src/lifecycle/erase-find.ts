// Finds what an erasure is about: messages by text, id or time, and everything made of them; nothing is changed (DESIGN 7).
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { type Erasure, eraseMemory } from "../memory/erase.ts";
import { changeHolds } from "../memory/erase-change.ts";
import { eraseShared } from "../memory/erase-facts.ts";
import { type EraseTarget, matchOf } from "../memory/erase-target.ts";
import { firstHolding, foldText, type Holds, holdsQuery } from "../memory/erase-text.ts";
import { withoutRecalled } from "../memory/erase-tiers.ts";
import type { Id } from "../schema/common.ts";
import type { SharedFacts } from "../schema/fact.ts";
import type { EraseJob } from "../schema/ledger.ts";
import type { Message } from "../schema/message.ts";
import type { EraseBody, EraseMatch } from "../schema/request-erase.ts";
import { simplify } from "../schema/simplified.ts";
import { account, companion } from "../store/store.ts";
import { type Memory, readMemory, topicsWithout } from "./erase-memory.ts";
import { giveWay } from "./give-way.ts";

export type EraseWish = Omit<EraseBody, "preview">;

/** What was found, and everything that is needed to take it out. */
export type Finding = {
  target: EraseTarget;
  /** The query as it is looked for elsewhere; undefined where the wish has none. */
  words: Holds | undefined;
  messages: readonly Message[];
  memory: Memory;
  erasure: Erasure;
  /** Lines of the change log whose texts go. */
  changes: Set<string>;
  matches: EraseMatch[];
};

/** Of the messages that go, so many are looked for in the results of tools. */
const mostQuoted = 2_000;

const nowhere: Holds = () => false;
const none: ReadonlySet<string> = new Set();

/** A piece of text as erased.json may hold it: told again by its mark, and no word of it readable. */
export function markOf(salt: string, text: string): string {
  return createHash("sha256").update(`${salt}\n${text}`).digest("hex").slice(0, 16);
}

/** The target of a job that a stop tore off: ids, and the marks of the pieces of text that were found. */
export function targetOfJob(job: EraseJob): EraseTarget {
  const marks = new Set(job.texts);
  const holds = marks.size === 0 ? nowhere : (text: string) => marks.has(markOf(job.id, text));
  return {
    messages: new Set(job.message_ids),
    topics: new Set(job.topic_ids),
    entries: new Set(job.found_ids),
    asked: new Set(job.entry_ids),
    owed: new Set(job.owed),
    holds,
    quoted: holds,
  };
}

/**
 * Looks for what the owner wishes to erase. With a time span a query means the messages of that time that hold it, and what
 * was made of them; without one it means the text wherever it stands. `heard` is told each piece of text that was found.
 */
export async function findErasable(
  deps: Deps,
  user: Id,
  wish: EraseWish,
  heard: (text: string) => void = () => {},
): Promise<Finding> {
  const query = wish.query === undefined ? nowhere : holdsQuery(wish.query, simplify);
  const { messages, carrying } = await chooseMessages(deps, user, wish, query);
  const memory = await readMemory(deps, user);
  const spanned = wish.from !== undefined || wish.to !== undefined;
  const target: EraseTarget = {
    messages: new Set(messages.map(({ message_id }) => message_id)),
    topics: new Set(messages.map(({ topic_id }) => topic_id)),
    entries: spanned && wish.query !== undefined ? datedEntries(memory, wish, query) : none,
    asked: new Set(wish.entry_ids ?? []),
    owed: none,
    holds: told(spanned ? nowhere : query, heard),
    quoted: told(quotedIn(messages), heard),
  };
  const logged = await topicsWithout(deps, user, messages);
  const { documents, parts } = memory;
  const erasure = eraseMemory(documents, parts, target, logged, [], deps.clock.now());
  const shown: EraseTarget = { ...target, holds: query };
  const said = messages.map((one) => matchOf(shown, "conversation", one.message_id, one));
  const others = strippedMatches(target, erasure.gone, carrying);
  const shared = await sharedMatches(deps, user, target, erasure.gone);
  const changes = await findChanges(deps, user, target, erasure.gone);
  const matches = [...said, ...others, ...erasure.found, ...shared, ...changes.matches];
  return {
    target,
    words: wish.query === undefined ? undefined : query,
    messages,
    memory,
    erasure,
    changes: changes.ids,
    matches,
  };
}

function told(holds: Holds, heard: (text: string) => void): Holds {
  if (holds === nowhere) return nowhere;
  return (text) => {
    const found = holds(text);
    if (found) heard(text);
    return found;
  };
}

/** The messages that go, and those others that carry recalled memories or results of tools. */
async function chooseMessages(
  deps: Deps,
  user: Id,
  { message_ids = [], query, from, to }: EraseWish,
  holds: Holds,
): Promise<{ messages: Message[]; carrying: Message[] }> {
  const named = new Set(message_ids);
  const spanned = from !== undefined || to !== undefined;
  const within = ({ timestamp }: Message) =>
    timestamp >= (from ?? 0) && timestamp <= (to ?? Number.POSITIVE_INFINITY);
  const goes = (message: Message) => {
    const inTime = spanned ? within(message) : query !== undefined;
    // What it recalled or a tool gave it is taken out of it; its own words stay.
    const { recalled: _recalled, tools: _tools, ...own } = message;
    const wanted = inTime && (query === undefined || firstHolding(own, holds) !== undefined);
    return wanted || named.has(message.message_id);
  };
  const messages: Message[] = [];
  const carrying: Message[] = [];
  for await (const month of deps.store.log.scan(user)) {
    for (const message of month) {
      if (goes(message)) messages.push(message);
      else if (message.recalled || message.tools) carrying.push(message);
    }
    // A long log must not hold up everybody else.
    await giveWay();
  }
  const { conversations } = await deps.store.read(companion(user), "short_term");
  const known = new Set(messages.map(({ message_id }) => message_id));
  // What a hand or a stop left in the open topic alone goes as well.
  messages.push(...conversations.filter((message) => !known.has(message.message_id) && goes(message)));
  return { messages, carrying };
}

/** The words of the messages themselves, whole. */
function quotedIn(messages: readonly Message[]): Holds {
  const words = messages
    .map(({ content }) => foldText(content.trim()))
    .filter((text) => [...text].length >= 2)
    .slice(0, mostQuoted);
  if (words.length === 0) return nowhere;
  const holds = words.map((word) => holdsQuery(word));
  return (text) => holds.some((one) => one(text));
}

type Dated = {
  id: string;
  at?: number;
  started_at?: number;
  ended_at?: number;
  valid_from?: number;
  due_at?: number;
};

/** Entries of that time that hold the text. */
function datedEntries(
  { documents, parts }: Memory,
  { from = 0, to = Number.POSITIVE_INFINITY }: EraseWish,
  holds: Holds,
) {
  const { mid_term, long_term, core_memory, facts, graph, emotions, heartbeat } = documents;
  const all: Dated[] = [
    ...mid_term,
    ...[...parts.archive.values()].flat(),
    ...long_term,
    ...core_memory.memories,
    ...facts,
    ...graph.entities,
    ...graph.relations,
    ...emotions,
    ...heartbeat.follow_ups,
  ];
  const inTime = ({ at, started_at, ended_at, valid_from, due_at }: Dated) => {
    const start = started_at ?? at ?? valid_from ?? due_at;
    return start !== undefined && start <= to && (ended_at ?? start) >= from;
  };
  const found = all.filter((entry) => inTime(entry) && firstHolding(entry, holds) !== undefined);
  return new Set(found.map(({ id }) => id));
}

/** Messages that stay and lose something they recalled or a tool gave them. */
function strippedMatches(
  target: EraseTarget,
  gone: ReadonlySet<string>,
  messages: readonly Message[],
): EraseMatch[] {
  const shown: EraseTarget = { ...target, holds: target.quoted };
  return messages
    .filter((message) => withoutRecalled(message, target, gone) !== message)
    .map((message) => matchOf(shown, "conversation", message.message_id, message, true));
}

/** The account whose projection holds this companion's shared facts; undefined where it has no owner. */
export async function accountOf(deps: Deps, user: Id): Promise<Id | undefined> {
  const { owner } = await deps.store.read(companion(user), "config");
  return owner !== undefined && (await deps.store.exists(account(owner))) ? owner : undefined;
}

async function sharedMatches(
  deps: Deps,
  user: Id,
  target: EraseTarget,
  gone: ReadonlySet<string>,
): Promise<EraseMatch[]> {
  const owner = await accountOf(deps, user);
  const shared: SharedFacts = owner ? await deps.store.read(account(owner), "shared_facts") : [];
  const stays = new Set(eraseShared(shared, user, target, gone));
  return shared
    .filter((fact) => !stays.has(fact))
    .map((fact) => matchOf(target, "shared_facts", fact.id, fact));
}

async function findChanges(
  deps: Deps,
  user: Id,
  target: EraseTarget,
  gone: ReadonlySet<string>,
): Promise<{ ids: Set<string>; matches: EraseMatch[] }> {
  const ids = new Set<string>();
  const matches: EraseMatch[] = [];
  const concerned = changeHolds(target, gone, none);
  await deps.store.erase.changes(companion(user), (change) => {
    if (!concerned(change)) return false;
    ids.add(change.id);
    const found = firstHolding(change.edits, target.holds);
    if (found !== undefined) matches.push(matchOf(target, "changes", change.id, change.edits));
    // Only looked at: what is found is taken out later.
    return false;
  });
  return { ids, matches };
}
