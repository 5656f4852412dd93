// What becomes of facts and relations when the messages that prove them are edited, removed, or come back (invariant 2, part 2 item 12).
import type { Edit } from "../schema/change.ts";
import type { Seconds } from "../schema/common.ts";
import type { Emotions } from "../schema/emotion.ts";
import { Fact, type Facts } from "../schema/fact.ts";
import type { Graph, Relation } from "../schema/graph.ts";
import { canonical } from "./change.ts";
import { foldQuote } from "./evidence.ts";
import { isSingleValued } from "./fact-key.ts";
import { closed } from "./fact-life.ts";
import { isOpen } from "./fact-same.ts";
import { nameKey } from "./graph-merge.ts";

export type ProofChange = {
  removed: ReadonlySet<string>;
  /** Message id -> its text now; also of a message that has come back. */
  edited: ReadonlyMap<string, string>;
};

/** True for a former fact whose proof is gone: it was never proven to be so, and nobody is told it as a former value. */
export function isUnproven(fact: Fact): boolean {
  return typeof fact.metadata.unproven_at === "number";
}

function falls(id: string, quote: unknown, change: ProofChange): boolean {
  if (change.removed.has(id)) return true;
  return change.edited.has(id) && !provenBy(String(quote), change.edited.get(id));
}

/**
 * Takes back proofs that no longer stand. A fact that has others keeps those; one that rested on them alone is closed as unproven,
 * and the value that it had taken the place of is the present one again. A fact whose words come back is live again, unless
 * something else has its place. The owner's and an importer's word needs no message. The same list where nothing changes.
 */
export function withdrawFacts(facts: Facts, change: ProofChange, now: Seconds): Facts {
  const fallen = new Set<string>();
  const back: Fact[] = [];
  const next = facts.map((fact): Fact => {
    const left = fact.evidence.filter(
      (proof) => !("quote" in proof && falls(String(proof.message_id), proof.quote, change)),
    );
    if (left.length === fact.evidence.length) {
      if (isUnproven(fact) && standsIn(fact, change)) back.push(fact);
      return fact;
    }
    if (left.length > 0) return { ...fact, evidence: left, last_updated_at: now };
    if (isUnproven(fact)) return fact;
    fallen.add(fact.id);
    return unproven(fact, now);
  });
  const reopened = reinstate(next, fallen, now);
  const whole = back.reduce((list, fact) => revive(list, fact, now), reopened);
  return whole.some((fact, at) => fact !== facts[at]) ? whole : facts;
}

function unproven(fact: Fact, now: Seconds): Fact {
  const former = fact.status === "closed" ? fact : closed(fact, { at: now });
  const valid_to = fact.valid_from ?? now;
  return { ...former, valid_to, last_updated_at: now, metadata: { ...fact.metadata, unproven_at: now } };
}

/**
 * The proofs that a change took from a fact because their words were gone: what an undo would give back. Empty where the change was
 * of another kind. `before` and `after` as a line of the change log holds them.
 */
export function withdrawnProofs(before: unknown, after: unknown): { message_id: string; quote: string }[] {
  const [had, has] = [Fact.safeParse(before).data, Fact.safeParse(after).data];
  // Another value has other proofs: nothing was taken from it.
  if (!had || !has || !isOpen(had) || had.value !== has.value) return [];
  const left = isUnproven(has) ? [] : has.evidence;
  const isLeft = (id: string) => left.some((proof) => "message_id" in proof && proof.message_id === id);
  return had.evidence.flatMap((proof) => {
    if (!("quote" in proof)) return [];
    const [message_id, quote] = [String(proof.message_id), String(proof.quote)];
    return isLeft(message_id) ? [] : [{ message_id, quote }];
  });
}

/** Whether a proof's words stand in the text of its message; `undefined`: the message is gone. */
export function provenBy(quote: string, text: string | undefined): boolean {
  return text !== undefined && foldQuote(text).includes(foldQuote(quote));
}

function standsIn(fact: Fact, { edited }: ProofChange): boolean {
  return fact.evidence.some(
    (proof) => "quote" in proof && provenBy(String(proof.quote), edited.get(String(proof.message_id))),
  );
}

const hasRoom = (facts: Facts, fact: Fact) =>
  !facts.some((other) => other.id !== fact.id && other.key === fact.key && isOpen(other));

function live(fact: Fact, now: Seconds): Fact {
  return { ...fact, status: "live", valid_to: null, superseded_by: null, last_updated_at: now };
}

/** The values that a fallen fact had closed hold again where nothing else has their place. */
function reinstate(facts: Facts, fallen: ReadonlySet<string>, now: Seconds): Facts {
  if (fallen.size === 0) return facts;
  return facts.reduce((list, fact): Facts => {
    const waits = fact.superseded_by != null && fallen.has(fact.superseded_by);
    if (!waits || fact.is_deleted || isUnproven(fact) || fact.metadata.mistake === true) return list;
    return hasRoom(list, fact) ? list.map((one) => (one === fact ? live(fact, now) : one)) : list;
  }, facts);
}

function revive(facts: Facts, fact: Fact, now: Seconds): Facts {
  if (fact.is_deleted || (isSingleValued(fact.key) && !hasRoom(facts, fact))) return facts;
  const { unproven_at: _over, ...metadata } = fact.metadata;
  return facts.map((one) => (one.id === fact.id ? { ...live(fact, now), metadata } : one));
}

/**
 * What a spoken order closed is again as it was before: `edits` are those of the order's change line. Only where nothing has changed
 * it since, and nothing else has its place. The same list where nothing changes.
 */
export function takeBackClosing(facts: Facts, edits: readonly Edit[]): Facts {
  return facts.reduce((list, fact): Facts => {
    if (isOpen(fact)) return list;
    const stands = canonical(fact);
    const order = edits.find(({ entry, after }) => entry === fact.id && canonical(after) === stands);
    if (order === undefined) return list;
    const before = Fact.safeParse(order.before);
    if (!before.success || !isOpen(before.data) || !hasRoom(list, before.data)) return list;
    return list.map((one) => (one.id === fact.id ? before.data : one));
  }, facts);
}

/**
 * The same for the graph: a relation that rested on these words alone goes, and what it had closed holds again; an entity goes
 * where no message and no relation names it any more. The owner's and an importer's entries stay.
 */
export function withdrawRelations(graph: Graph, change: ProofChange): Graph {
  const touched = (ids: readonly string[] | undefined) =>
    ids?.some((id) => change.removed.has(id) || change.edited.has(id)) ?? false;
  if (![...graph.relations, ...graph.entities].some(({ message_ids }) => touched(message_ids))) return graph;
  const gone = new Set<string>();
  const kept = graph.relations.flatMap((relation): Relation[] => {
    const ids = relation.message_ids ?? [];
    const left = ids.filter((id) => !falls(id, relation.quote ?? "", change));
    if (left.length === ids.length) return [relation];
    if (left.length > 0 || relation.by === "owner" || relation.by === "import")
      return [{ ...relation, message_ids: left }];
    gone.add(relation.id);
    return [];
  });
  const relations = kept.map(
    (relation): Relation =>
      relation.superseded_by != null && gone.has(relation.superseded_by)
        ? { ...relation, valid_to: null, superseded_by: null }
        : relation,
  );
  const named = new Set(relations.flatMap(({ subject, object }) => [nameKey(subject), nameKey(object)]));
  const entities = graph.entities.flatMap((entity) => {
    const ids = entity.message_ids ?? [];
    const left = ids.filter((id) => !change.removed.has(id));
    const lone = !named.has(nameKey(entity.name)) && !entity.aliases?.some((one) => named.has(nameKey(one)));
    const own = entity.by === "owner" || entity.by === "import";
    if (lone && !own && (left.length === 0 || gone.size > 0) && touched(ids)) return [];
    return left.length === ids.length ? [entity] : [{ ...entity, message_ids: left }];
  });
  return { ...graph, relations, entities };
}

/** Moods of messages that are gone go with them. */
export function withdrawMoods(emotions: Emotions, removed: ReadonlySet<string>): Emotions {
  const kept = emotions.filter(({ message_id }) => message_id === undefined || !removed.has(message_id));
  return kept.length === emotions.length ? emotions : kept;
}
