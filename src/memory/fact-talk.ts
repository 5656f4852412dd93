// What a talk that was summarised adds to the facts and to the graph: proposals judged by the words of the talk (part 2, items 1 to 3, 6).
import type { FactOperation, RelationAnswer, SummaryAnswer } from "../schema/answer.ts";
import type { Language, Seconds } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import type { Graph } from "../schema/graph.ts";
import { foldQuote, proveQuote, type SpokenMessage } from "./evidence.ts";
import { type StatementKind, statementKind } from "./evidence-kind.ts";
import { kinIn } from "./evidence-people.ts";
import { applyOperations } from "./fact.ts";
import { forgetAsked } from "./fact-forget.ts";
import { keyBase, normaliseKey } from "./fact-key.ts";
import type { FactOutcome } from "./fact-merge.ts";
import { withdrawFacts } from "./fact-proof.ts";
import { isOpen } from "./fact-same.ts";
import { sameValue } from "./fact-value.ts";
import { addRelations, type GraphOutcome } from "./graph.ts";
import type { People } from "./graph-merge.ts";

export type Known = { facts: Facts; graph: Graph };

export type FactsTalk = {
  /** The topic, oldest first. */
  messages: readonly SpokenMessage[];
  answer: Pick<SummaryAnswer, "operations" | "relations">;
  by: "model" | "extractive";
  /** Messages whose spoken order was undone: nothing is made of them. */
  undone?: ReadonlySet<string>;
  /** Something of the talk was erased: what no words prove may be just that. */
  isThinned?: boolean;
};

export type TalkInput = {
  now: Seconds;
  zone: string;
  language: Language;
  newId: () => string;
  /** The companion's id. */
  userId?: string;
  /** The companion's setting `shares_facts`. */
  shares: boolean;
  people: People;
};

export type RelationOutcome = GraphOutcome | { outcome: "refused"; reason: StatementKind };

export type TalkFacts = Known & { outcomes: FactOutcome[]; relations: RelationOutcome[] };

/**
 * Lets the proposals of a talk meet what is known. Proofs that no longer stand in the talk are taken back first, so that a talk
 * which is read again after an edit leaves nothing of its old words; what it says a second time confirms and doubles nothing.
 */
export function factsOfTalk(known: Known, talk: FactsTalk, input: TalkInput): TalkFacts {
  const { answer, by, undone = new Set<string>(), isThinned = false } = talk;
  const { now, zone, language, newId, shares, userId } = input;
  const messages = talk.messages.filter(({ message_id }) => !undone.has(message_id));
  const said = new Map(talk.messages.map(({ message_id, content }) => [message_id, content]));
  const standing = withdrawFacts(known.facts, { removed: new Set(), edited: said }, now);
  const isUndone = (quote: string | undefined) =>
    undone.size > 0 && !proveQuote(quote, messages, "user").ok && proveQuote(quote, talk.messages, "user").ok;
  const [taken, wanted] = partition(answer.operations ?? [], ({ quote }) => isUndone(quote));
  const operations = wanted.map((operation) => underItsKey(operation, standing, by));
  const applied = applyOperations(operations, standing, {
    now,
    zone,
    newId,
    language,
    messages,
    by,
    shares,
    isThinned,
    ...(userId === undefined ? {} : { userId }),
  });
  const facts = forgetAsked(applied.facts, messages, now);
  const refused = taken.map((): FactOutcome => ({ op: "refused", reason: "undone" }));
  const outcomes = [...refused, ...applied.outcomes];
  return { facts, outcomes, ...graphOfTalk(known.graph, { messages, answer, by }, input) };
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/**
 * Where the rules in code read a value out of some words and a model reads the same value out of the same words, it is one fact,
 * whatever either of them calls it.
 */
function underItsKey(operation: FactOperation, facts: Facts, by: FactsTalk["by"]): FactOperation {
  if (operation.op === "DELETE" || operation.target_id !== undefined) return operation;
  const key = normaliseKey(operation.category, operation.key, operation.value);
  const quote = foldQuote(operation.quote ?? "");
  if (quote === "" || kinIn(keyBase(key)).size > 0) return operation;
  if (facts.some((fact) => isOpen(fact) && fact.key === key)) return operation;
  const twin = facts.find(
    (fact) =>
      isOpen(fact) &&
      fact.metadata.by !== by &&
      ["model", "extractive", "command"].includes(String(fact.metadata.by)) &&
      (operation.category === undefined || operation.category === fact.category) &&
      sameValue(fact.value, operation.value) &&
      fact.evidence.some((proof) => "quote" in proof && overlap(foldQuote(String(proof.quote)), quote)),
  );
  return twin === undefined ? operation : { ...operation, key: twin.key, category: twin.category };
}

function overlap(one: string, other: string): boolean {
  return one !== "" && (one.includes(other) || other.includes(one));
}

/** Kinds of saying that tie nobody to anything. */
const unreal: ReadonlySet<StatementKind> = new Set([
  "question",
  "hypothetical",
  "joke",
  "quotation",
  "role_play",
]);

function graphOfTalk(
  graph: Graph,
  { messages, answer, by }: FactsTalk,
  { newId, people }: TalkInput,
): { graph: Graph; relations: RelationOutcome[] } {
  const told = new Map(messages.map(({ message_id, content }) => [message_id, content]));
  const refused: RelationOutcome[] = [];
  const proposals = (answer.relations ?? []).flatMap((relation) => {
    const proof = proveQuote(relation.quote, messages, "user");
    const kind = proof.ok ? kindOf(relation, told.get(proof.message_id) ?? proof.quote, proof.quote) : null;
    if (kind !== null && unreal.has(kind)) {
      refused.push({ outcome: "refused", reason: kind });
      return [];
    }
    return [{ relation, proof }];
  });
  const added = addRelations(graph, proposals, { newId, by, people });
  return { graph: added.graph, relations: [...refused, ...added.outcomes] };
}

function kindOf({ subject, object }: RelationAnswer, text: string, quote: string): StatementKind {
  return statementKind(text, quote, { claim: `${subject} ${object}` });
}
