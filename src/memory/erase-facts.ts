// Erasing among facts and in the graph: what only the erased words proved goes, what other words prove too loses one proof (invariant 4).
import type { Fact, Facts, SharedFacts } from "../schema/fact.ts";
import type { Entity, Graph, Relation } from "../schema/graph.ts";
import type { EraseMatch } from "../schema/request-erase.ts";
import { type EraseTarget, isNamed, matchOf } from "./erase-target.ts";
import { firstHolding, restsOn, scrub } from "./erase-text.ts";
import { companionId, findEntity, nameKey, userId } from "./graph-merge.ts";

/** The facts that stay, without the quotes of erased messages; a fact that nothing proves any more goes. */
export function eraseFacts(facts: Facts, target: EraseTarget): { facts: Facts; found: EraseMatch[] } {
  const found: EraseMatch[] = [];
  const stays = facts.flatMap((fact) => {
    const left = eraseFact(fact, target);
    if (left !== fact) found.push(matchOf(target, "facts", fact.id, fact, left ? true : undefined));
    return left ?? [];
  });
  const gone = new Set(found.filter(({ kept }) => !kept).map(({ id }) => id));
  const unlinked = stays.map((fact) =>
    fact.superseded_by && gone.has(fact.superseded_by) ? { ...fact, superseded_by: null } : fact,
  );
  return { facts: unlinked, found };
}

function eraseFact(fact: Fact, target: EraseTarget): Fact | null {
  const { key, value, statement, said } = fact;
  if (isNamed(target, fact.id) || firstHolding({ key, value, statement, said }, target.holds) !== undefined)
    return null;
  const evidence = fact.evidence.filter(
    (proof) => !restsOn(proof, target.messages) && firstHolding(proof, target.holds) === undefined,
  );
  if (evidence.length === 0 && fact.evidence.length > 0) return null;
  const bare = scrub({ ...fact, evidence }, target.holds);
  const same = evidence.length === fact.evidence.length && firstHolding(fact, target.holds) === undefined;
  return same ? fact : bare;
}

/** Origin of the rows that are the account's own: their companion was removed for good (DESIGN 3). */
export const ownersOwn = "owner";

/**
 * The account's projection without what must go: of this companion's rows and of the account's own, which no other companion can
 * reach any more. Rows of other companions stay; they would come back from there.
 */
export function eraseShared(
  shared: SharedFacts,
  origin: string,
  target: EraseTarget,
  goneIds: ReadonlySet<string>,
): SharedFacts {
  return shared.filter((fact) => {
    if (fact.origin !== origin && fact.origin !== ownersOwn) return true;
    return (
      !isNamed(target, fact.id) && !goneIds.has(fact.id) && firstHolding(fact, target.holds) === undefined
    );
  });
}

/**
 * The graph without what must go: a person or thing by name, and with it whatever names it; a relation by its words; either where
 * no other message proves it.
 */
export function eraseGraph(graph: Graph, target: EraseTarget): { graph: Graph; found: EraseMatch[] } {
  const found: EraseMatch[] = [];
  const keep = <T extends { id: string }>(before: T, after: T | null): T[] => {
    if (after !== before)
      found.push(matchOf(target, "graph", before.id, withStatement(before), after ? true : undefined));
    return after ? [after] : [];
  };
  const entities = graph.entities.flatMap((entity) => keep(entity, eraseEntity(entity, target)));
  const names = namingOf(graph, (entity) => isMeant(entity, target));
  const relations = graph.relations.flatMap((relation) =>
    keep(relation, names(relation) ? null : eraseRelation(relation, target)),
  );
  const { entities: _entities, relations: _relations, ...rest } = graph;
  return { graph: { ...scrub(rest, target.holds), entities, relations }, found };
}

/** A relation is shown as who is what to whom, not by the name that stands first in it. */
function withStatement<T extends object>(entry: T): T & { statement?: string } {
  if (!("predicate" in entry && "subject" in entry && "object" in entry)) return entry;
  return { ...entry, statement: `${entry.subject} ${entry.predicate} ${entry.object}` };
}

const talkers: ReadonlySet<string> = new Set([userId, companionId]);

function isMeant({ id, name }: Entity, target: EraseTarget): boolean {
  return !talkers.has(id) && (isNamed(target, id) || target.holds(name));
}

/** Tells the relations that name one of these, by its name, another name of it, or its id. */
function namingOf(graph: Graph, isOne: (entity: Entity) => boolean): (relation: Relation) => boolean {
  const meant = graph.entities.filter(isOne);
  const ids = new Set(meant.map(({ id }) => id));
  const keys = new Set(meant.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(nameKey)));
  // Another name of one may be the name of another one.
  const isEnd = (end: string) =>
    ids.has(end) || (keys.has(nameKey(end)) && ids.has(findEntity(graph, end)?.id ?? ""));
  return ({ subject, object }) => isEnd(subject) || isEnd(object);
}

/** Ids of the messages that the named ones of the graph, and the relations that go along with them, rest on. */
export function provingNamed(graph: Graph, asked: ReadonlySet<string>): string[] {
  if (asked.size === 0) return [];
  const isAsked = ({ id }: { id: string }) => asked.has(id) && !talkers.has(id);
  const names = namingOf(graph, isAsked);
  const entries = [
    ...graph.entities.filter(isAsked),
    ...graph.relations.filter((one) => isAsked(one) || names(one)),
  ];
  return entries.flatMap(({ message_ids = [] }) => message_ids);
}

function eraseEntity(entity: Entity, target: EraseTarget): Entity | null {
  const isTalker = talkers.has(entity.id);
  if (isMeant(entity, target)) return null;
  const proven = withoutProof(entity, target);
  if (proven === null && !isTalker) return null;
  const bare = scrub(proven ?? { ...entity, message_ids: [] }, target.holds);
  const { type } = bare;
  return type !== undefined && target.holds(type) ? { ...bare, type: undefined } : bare;
}

function eraseRelation(relation: Relation, target: EraseTarget): Relation | null {
  const { subject, predicate, object } = relation;
  if (isNamed(target, relation.id)) return null;
  if (firstHolding({ subject, predicate, object }, target.holds) !== undefined) return null;
  const proven = withoutProof(relation, target);
  if (proven === null) return null;
  const quoted = proven !== relation || (relation.quote !== undefined && target.holds(relation.quote));
  const { quote: _fromAnErasedMessage, reason: _fromItToo, ...rest } = proven;
  return scrub(quoted ? rest : proven, target.holds);
}

/** Without the messages that are gone; null where these were all that proved it. */
function withoutProof<E extends Entity | Relation>(entry: E, { messages }: EraseTarget): E | null {
  if (!restsOn(entry, messages)) return entry;
  const message_ids = entry.message_ids?.filter((id) => !messages.has(id)) ?? [];
  const others = (entry.evidence ?? []).length > 0;
  return message_ids.length > 0 || others ? { ...entry, message_ids } : null;
}
