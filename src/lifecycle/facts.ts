// The owner's doors to the facts: shown, added, changed, accepted, refused, closed; each one undoable change that the next reply knows (A199, part 2).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { canonical } from "../memory/change.ts";
import type { SpokenMessage } from "../memory/evidence.ts";
import { applyOperations } from "../memory/fact.ts";
import { editFact, type FactEdited, type FactWish } from "../memory/fact-edit.ts";
import { isSingleValued, keyBase, normaliseKey, statementOf } from "../memory/fact-key.ts";
import { acceptFact, closeFact, type FactChange, liveFacts, refuseFact } from "../memory/fact-life.ts";
import type { FactOutcome } from "../memory/fact-merge.ts";
import { takeBackClosing } from "../memory/fact-proof.ts";
import { withManualIds } from "../memory/manual-id.ts";
import { shownFact } from "../memory/whose-memory.ts";
import type { FactOperation } from "../schema/answer.ts";
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";
import { companion } from "../store/store.ts";
import { changesBetween, type EntryChange, tellChanges } from "./keep-facts.ts";
import { dropPrefix } from "./prefix.ts";
import { projectFacts } from "./project-facts.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { indexChanged } from "./search-memory.ts";

export type FactPage = { facts: Facts; next: string | null };

export type FactChoice = {
  all: boolean;
  category?: Fact["category"] | undefined;
  /** A whole key, or a base that several keys have. */
  key?: string | undefined;
  before?: string | undefined;
  limit: number;
};

/**
 * The facts, newest first, each with whose it is (A40): what holds now, or with `all` every one with its status; of one category
 * or one key where that is asked (A43). `before`: the id after which the page begins; `next` is the one for the page after it, or null.
 */
export async function listFacts(deps: Deps, user: Id, page: FactChoice): Promise<FactPage> {
  const all = await deps.store.view(companion(user), "facts");
  const chosen = (page.all ? all : liveFacts(all, deps.clock.now())).filter(isChosen(page));
  const shown = chosen.toReversed();
  const at = page.before === undefined ? -1 : shown.findIndex(({ id }) => id === page.before);
  if (page.before !== undefined && at === -1) throw noFact();
  const facts = shown.slice(at + 1, at + 1 + page.limit).map((fact) => shownFact(fact, user));
  const more = at + 1 + page.limit < shown.length;
  return { facts, next: more ? (facts.at(-1)?.id ?? null) : null };
}

function isChosen({ category, key }: FactChoice): (fact: Fact) => boolean {
  const asked = key === undefined ? undefined : new Set([key, normaliseKey(category, key, undefined)]);
  return (fact) =>
    (category === undefined || fact.category === category) &&
    (asked === undefined || asked.has(fact.key) || asked.has(keyBase(fact.key)));
}

export type FactWritten = { fact: Fact; change_id: string | null };

/** Who changes facts, and by which request or message. */
export type Order = {
  by: "owner" | "command";
  cause: string;
  messages?: readonly SpokenMessage[] | undefined;
  /** What is closed was never so: a slip that is corrected, not a former value. */
  mistake?: boolean | undefined;
  /** What is closed was so and is no longer: it is not forgotten. */
  ended?: boolean | undefined;
  /** False: whatever it is, it stays with this companion. */
  shares?: false | undefined;
};

export type Ordered = { facts: Facts; outcomes: FactOutcome[]; change_id: string | null };

/**
 * Carries out operations that the owner ordered, by page or in speech; they win whatever is there (A207–A213). What is said in
 * `messages` is their evidence where the quote stands there, else the change itself. One change, and the next reply has it.
 */
export async function orderFacts(
  deps: Deps,
  reader: Reader,
  operations: readonly FactOperation[],
  order: Order,
): Promise<Ordered> {
  const named = await namingOf(deps, reader.user);
  const done = await commitFacts(deps, reader, order, (facts, changeId) => {
    const { by, messages = [] } = order;
    const { zone, language } = reader;
    const now = deps.clock.now();
    const shares = order.shares ?? reader.config.shares_facts;
    const { mistake = false, ended = false } = order;
    const { newId } = deps;
    const userId = reader.user;
    const input = { now, zone, language, newId, userId, messages, by, shares, mistake, ended, changeId };
    const applied = withManualIds(applyOperations(operations, facts, input), facts, named);
    return { facts: applied.facts, result: applied };
  });
  return { ...done.result, change_id: done.change_id };
}

/** An order that was edited: what it closed holds again (`takeBackClosing`), as one change. False where there is nothing of the kind. */
export async function reopenFacts(
  deps: Deps,
  reader: Reader,
  edits: readonly Edit[],
  cause: string,
): Promise<boolean> {
  const { change_id } = await commitFacts(deps, reader, { by: "command", cause }, (facts) => ({
    facts: takeBackClosing(facts, edits),
    result: undefined,
  }));
  return change_id !== null;
}

/** The owner adds a fact. The same one again confirms what is there. A value that is none: `invalid`. */
export async function addFact(
  deps: Deps,
  user: Id,
  wish: FactWish & { key: string; value: unknown },
  cause: string,
): Promise<FactWritten> {
  const reader = await readCompanion(deps, user);
  const { category, key, value, statement } = wish;
  const named = await namingOf(deps, user);
  const done = await commitFacts(deps, reader, { by: "owner", cause }, (facts, changeId) => {
    const operation: FactOperation = { op: "ADD", category, key, value, statement };
    const applied = applyOperations([operation], facts, {
      now: deps.clock.now(),
      zone: reader.zone,
      language: reader.language,
      newId: deps.newId,
      userId: user,
      messages: [],
      by: "owner",
      shares: reader.config.shares_facts,
      changeId,
    });
    const { facts: added, outcomes } = withManualIds(applied, facts, named);
    const id = outcomes[0]?.fact_id;
    const { importance, scope, pinned, valid_from, valid_to } = wish;
    const own = { importance, scope, pinned, valid_from, valid_to };
    return { facts: added.map((fact) => (fact.id === id ? withWish(fact, own) : fact)), result: id };
  });
  const fact = done.facts.find(({ id }) => id === done.result);
  if (fact === undefined) throw invalid("value", "A fact needs a key and a value that say something.");
  return { fact: shownFact(fact, user), change_id: done.change_id };
}

/** What names the facts that are ordered now (A41). */
async function namingOf(deps: Deps, user: Id) {
  const { entry_ids } = await deps.store.view(companion(user), "erased");
  return { user, now: deps.clock.now(), gone: entry_ids };
}

function withWish(fact: Fact, wish: Partial<FactWish>): Fact {
  const given = Object.entries(wish).filter(([, value]) => value !== undefined);
  return given.length === 0 ? fact : { ...fact, ...Object.fromEntries(given) };
}

/** The owner changes a fact; see `editFact`. Unknown: `not_found`; a former one: `conflict`. */
export async function changeFact(
  deps: Deps,
  user: Id,
  factId: string,
  wish: FactWish,
  cause: string,
): Promise<FactWritten> {
  const reader = await readCompanion(deps, user);
  return oneFact(deps, reader, cause, (facts, changeId) =>
    editFact(facts, factId, wish, {
      now: deps.clock.now(),
      newId: deps.newId,
      changeId,
      state: (key, value) => statementOf(key, value, reader.language),
    }),
  );
}

/** The owner takes a fact away: it is closed, stays in the file, and does not come back from the same words (A33, A210). */
export async function removeFact(deps: Deps, user: Id, factId: string, cause: string): Promise<FactWritten> {
  const reader = await readCompanion(deps, user);
  return oneFact(deps, reader, cause, (facts) =>
    closeFact(facts, factId, { now: deps.clock.now(), forget: true }),
  );
}

/** The owner says that a quarantined or conflicted fact is so. One that waits for nothing: `conflict`. */
export async function acceptWaiting(
  deps: Deps,
  user: Id,
  factId: string,
  cause: string,
): Promise<FactWritten> {
  const reader = await readCompanion(deps, user);
  return oneFact(deps, reader, cause, (facts, changeId) =>
    acceptFact(facts, factId, { now: deps.clock.now(), changeId, isSingle: isSingleValued }),
  );
}

/** The owner says that a quarantined or conflicted fact is not so. One that waits for nothing: `conflict`. */
export async function refuseWaiting(
  deps: Deps,
  user: Id,
  factId: string,
  cause: string,
): Promise<FactWritten> {
  const reader = await readCompanion(deps, user);
  return oneFact(deps, reader, cause, (facts) => refuseFact(facts, factId, deps.clock.now()));
}

async function oneFact(
  deps: Deps,
  reader: Reader,
  cause: string,
  change: (facts: Facts, changeId: string) => FactChange | FactEdited,
): Promise<FactWritten> {
  const done = await commitFacts(deps, reader, { by: "owner", cause }, (facts, changeId) => {
    const result = change(facts, changeId);
    return { facts: result.ok ? result.facts : facts, result };
  });
  if (done.result.ok) return { fact: shownFact(done.result.fact, reader.user), change_id: done.change_id };
  throw refusals[done.result.reason]();
}

const refusals: Record<Extract<FactChange | FactEdited, { ok: false }>["reason"], () => AppError> = {
  not_found: () => noFact(),
  not_waiting: () => new AppError("conflict", "This fact waits for no answer."),
  closed: () => new AppError("conflict", "This is a former value; it can only be undone."),
  no_value: () => invalid("value", "A fact needs a key and a value that say something."),
};

function noFact(): AppError {
  return new AppError("not_found", "There is no such fact.");
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid", message, { details: [{ path, message }] });
}

/** One commit of the owner's, and what follows from it: the prefix, the index, the account's projection, the windows. */
async function commitFacts<R>(
  deps: Deps,
  reader: Reader,
  order: Pick<Order, "by" | "cause">,
  change: (facts: Facts, changeId: string) => { facts: Facts; result: R },
): Promise<{ result: R; facts: Facts; change_id: string | null }> {
  const id = deps.newId();
  const meta = { id, by: "owner" as const, cause: order.cause };
  const { result, change_id } = await deps.store.commit(
    companion(reader.user),
    ["facts"],
    meta,
    ({ facts }) => {
      const next = change(facts, id);
      const same = next.facts === facts || canonical(next.facts) === canonical(facts);
      return { documents: same ? {} : { facts: next.facts }, result: { ...next, before: facts } };
    },
  );
  const graph = { entities: [], relations: [] };
  const changes = changesBetween({ facts: result.before, graph }, { facts: result.facts, graph });
  if (change_id !== null) await followOrder(deps, reader.user, order.by, changes);
  return { result: result.result, facts: result.facts, change_id };
}

async function followOrder(
  deps: Deps,
  user: Id,
  by: Order["by"],
  changes: readonly EntryChange[],
): Promise<void> {
  await dropPrefix(deps, user, by);
  await indexChanged(
    deps,
    user,
    changes.map(({ id }) => ({ document: "facts", entry: id })),
  );
  await projectFacts(deps, user);
  await tellChanges(deps, user, changes);
}
