// Who and what belongs together: entities and relations, each proven by words of the person (A35–A38, part 2 item 6).
import type { Graph, Relation } from "../schema/graph.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import type { QuoteProof } from "./evidence.ts";
import { supportOf } from "./evidence-support.ts";
import { ensure, type GraphInput, knownAs, proven, type Said } from "./graph-entity.ts";
import { bareName, foldName, nameKey, type People, related, talkerOf } from "./graph-merge.ts";
import { type Placed, place } from "./graph-relation.ts";
import { traitMeaning } from "./graph-traits.ts";
import { typeOfName } from "./graph-types.ts";
import { isNaming, kinOf, kinPredicate, type Meaning, meaningOf } from "./graph-words.ts";
import { asRead } from "./text.ts";

/** What a model or a rule proposes (DESIGN 5, `relations`), and what became of its quote. */
export type Proposal = {
  relation: { subject: string; predicate: string; object: string };
  proof: QuoteProof;
};

export type GraphRefusal =
  | "not_said"
  | "wrong_speaker"
  | "injected"
  | "role_play"
  | "no_name"
  | "itself"
  | "unsupported"
  | "denied"
  | "too_many";

export type GraphOutcome =
  | Placed
  /** A kin's word and a name became one entity. */
  | { outcome: "merged"; entity_id: string }
  | { outcome: "refused"; reason: GraphRefusal };

/** More than these in one topic are a model that lists words. */
const mostProposals = 40;
const longestName = 40;
const nobody =
  /^(?:他们?|她们?|它们?|这个?|那个?|这里|那里|某人|别人|有人|大家|谁|什么|something|someone|somebody|he|she|it|they|him|her|them|this|that|here|there|everyone|people|unknown|none|n\/a|null|无)$/;

type Triple = { subject: string; predicate: string; object: string };

/**
 * Adds what is proven. The same again is confirmed and gains the evidence; a new home, employer or partner closes the old
 * relation (`valid_to`), and a like closes a dislike of the same thing. 妈妈 and the name she is given become one entity. A
 * relation without proof, with a name that names nobody, or that its quote does not speak of is refused.
 */
export function addRelations(
  graph: Graph,
  proposals: readonly Proposal[],
  input: GraphInput,
): { graph: Graph; outcomes: GraphOutcome[] } {
  let now = graph;
  const outcomes: GraphOutcome[] = [];
  for (const [n, { relation, proof }] of proposals.entries()) {
    const refusal = n >= mostProposals ? "too_many" : refusalOf(relation, proof, input.people);
    if (refusal !== undefined || !proof.ok) {
      outcomes.push({ outcome: "refused", reason: refusal ?? "not_said" });
      continue;
    }
    const added = addOne(now, clean(relation), proof, input);
    now = added.graph;
    outcomes.push(added.outcome);
  }
  return { graph: now, outcomes };
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/<(?=\s*(?:[/!?]\s*)?\p{L})/gu, "＜")
    .trim();
}

function clean({ subject, predicate, object }: Triple): Triple {
  return { subject: oneLine(subject), predicate: oneLine(predicate), object: oneLine(object) };
}

function isName(name: string): boolean {
  const folded = foldName(name);
  return /[\p{L}\p{N}]/u.test(folded) && [...name].length <= longestName && !nobody.test(folded);
}

function refusalOf(triple: Triple, proof: QuoteProof, people: People): GraphRefusal | undefined {
  if (!proof.ok) return proof.reason;
  const { subject, predicate, object } = clean(triple);
  if (!isName(subject) || !isName(object) || !isName(predicate)) return "no_name";
  const talkers = [subject, object].map((name) => talkerOf(name, people));
  if (nameKey(subject) === nameKey(object) || (talkers[0] !== undefined && talkers[0] === talkers[1]))
    return "itself";
  const claim = [subject, object].filter((_name, n) => talkers[n] === undefined).join(" ");
  if (supportOf(claim || predicate, proof.quote) === "unsupported") return "unsupported";
  return deniesAllergy(proof.quote) &&
    !meaningOf(predicate).negated &&
    meaningOf(predicate).type === "allergy"
    ? "denied"
    : undefined;
}

/** A word that was left out here can hurt somebody (C084). */
function deniesAllergy(quote: string): boolean {
  return /(?:不|没有?|并不|并没)(?:是|会|再)?(?:对.{0,10})?过敏|\b(?:not|isn't|no longer|never)\s+(?:\w+\s+)?allergic/i.test(
    asRead(quote),
  );
}

function addOne(
  graph: Graph,
  triple: Triple,
  said: Said,
  input: GraphInput,
): { graph: Graph; outcome: GraphOutcome } {
  const kin = kinPredicate(triple.predicate);
  const turned =
    kin !== undefined &&
    (kin.reversed || talkerOf(triple.object, input.people) !== undefined) &&
    !isTalkerPair(triple, input);
  const [subject, object] = turned ? [triple.object, triple.subject] : [triple.subject, triple.object];
  if (isNaming(triple.predicate) && kinOf(foldName(subject))?.single && kinOf(foldName(object)) === undefined)
    return nameKin(graph, subject, object, said, input);
  const meaning: Meaning & { negated: boolean } = kin
    ? {
        edge: "IN_RELATIONSHIP_WITH",
        type: kin.type,
        object: "person",
        single: kin.single,
        negated: meaningOf(triple.predicate).negated,
      }
    : { negated: false, ...(traitMeaning(triple.predicate, object) ?? meaningOf(triple.predicate)) };
  const from = ensure(graph, subject, said, input, subjectHint(subject, meaning));
  const to = ensure(from.graph, object, said, input, objectHint(object, meaning));
  // Two names may turn out to be one: 妈妈 and what she is called.
  if (from.entity.id === to.entity.id) return { graph, outcome: { outcome: "refused", reason: "itself" } };
  const relation: Relation = {
    id: `relation_${input.newId()}`,
    subject: from.entity.name,
    predicate: triple.predicate,
    object: to.entity.name,
    quote: said.quote,
    edge: meaning.edge,
    ...typeOf(meaning),
    ...(meaning.negated ? { negated: true } : {}),
    confidence: 1,
    ...proven(said, input.by),
    valid_from: said.timestamp,
    ...propertiesOf(meaning, said),
  };
  const joined = kin?.single
    ? knownAs(
        to.graph,
        from.entity,
        to.entity,
        asTyped(kin.word, simplify(triple.predicate), triple.predicate),
      )
    : to.graph;
  return place(joined, relation, said, meaning.single === true && !meaning.negated);
}

function isTalkerPair({ subject, object }: Triple, { people }: GraphInput): boolean {
  return talkerOf(subject, people) !== undefined && talkerOf(object, people) !== undefined;
}

/** A36: ASSOCIATED_WITH says how; where the predicate's own word is all that tells, it is "related". */
function typeOf({ edge, type }: Meaning): Pick<Relation, "type"> {
  const how = type ?? (edge === "ASSOCIATED_WITH" ? related : undefined);
  return how === undefined ? {} : { type: how };
}

const because = /(?:因为|由于)\s*([^，,。.!！；;]{2,40})|\bbecause (?:of )?([^,.!;]{2,60})/i;

/** What A36 gives an edge beside its confidence: since when it is known, or why it is so. */
function propertiesOf({ edge }: Meaning, { quote, timestamp }: Said): Partial<Relation> {
  if (edge === "LIKES") return { first_mentioned: timestamp };
  if (edge === "IN_RELATIONSHIP_WITH") return { since: timestamp };
  const read = simplify(quote);
  const why = edge === "DISLIKES" ? because.exec(read) : null;
  return why ? { reason: asTyped((why[1] ?? why[2] ?? "").trim(), read, quote) } : {};
}

/** Only people have these. */
const personal = new Set(["work", "school", "occupation", "friend"]);

function subjectHint(name: string, { edge, type = "" }: Meaning): { type?: string } {
  const folded = foldName(name);
  const isPerson = kinOf(folded) || edge === "IN_RELATIONSHIP_WITH" || personal.has(type);
  const named = isPerson ? "person" : typeOfName(folded);
  return named === undefined ? {} : { type: named };
}

/** What is possessed or liked may be anything: its name tells more than the predicate. */
function objectHint(name: string, { edge, object, node, type }: Meaning) {
  const folded = foldName(name);
  if (node === "Trait") return { type: type === "personality" ? "personality" : "emotional_pattern", node };
  if (kinOf(folded)) return { type: "person", node };
  const thing = typeOfName(folded);
  // 去过冰岛, "graduated from Leeds University": a place is none of the events, whatever happened there.
  if (node === "Event") return thing === undefined || thing === "activity" ? { node } : { type: thing };
  const loose = object === undefined || object === "thing" || edge === "LIKES" || edge === "DISLIKES";
  return { type: loose ? (typeOfName(folded) ?? object) : object, node };
}

/** 妈妈叫王芳: one entity with the name, known as 妈妈 from now on. */
function nameKin(
  graph: Graph,
  word: string,
  name: string,
  said: Said,
  input: GraphInput,
): { graph: Graph; outcome: GraphOutcome } {
  const named = ensure(graph, name, said, input, { type: "person" });
  return {
    graph: knownAs(named.graph, undefined, named.entity, bareName(word)),
    outcome: { outcome: "merged", entity_id: named.entity.id },
  };
}
