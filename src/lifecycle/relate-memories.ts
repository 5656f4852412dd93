// What facts and graph add to a search: which value is former and what took its place, and who belongs to a name.
import type { Deps } from "../deps.ts";
import { keyBase } from "../memory/fact-key.ts";
import { isUnproven } from "../memory/fact-proof.ts";
import { namesIn, neighbours } from "../memory/graph-neighbours.ts";
import type { Id } from "../schema/common.ts";
import type { Fact } from "../schema/fact.ts";
import type { Former } from "../search/former.ts";
import type { SearchHit, SearchQuery } from "../search/search.ts";
import { companion } from "../store/store.ts";

/** A chain of values is followed so far; a longer one has a ring in it. */
const longestChain = 50;

function proofsOf(fact: Fact): string[] {
  return fact.evidence.flatMap((proof) => ("message_id" in proof ? [String(proof.message_id)] : []));
}

/** What took the place of a former value: the last of the chain, if it is so now. */
function successorOf(fact: Fact, byId: ReadonlyMap<string, Fact>): Fact | undefined {
  let last: Fact | undefined = fact;
  for (let step = 0; step < longestChain && last?.superseded_by; step++) last = byId.get(last.superseded_by);
  return last !== undefined && last !== fact && last.status === "live" ? last : undefined;
}

/**
 * Tells of a hit whether facts know that it is not so any more: a fact that was replaced, or a message that proves such a one
 * and none of the same kind that is so now (part 3, item 5); where it proves something else that is so, `what` names the former part. Slips and what lost its proof took nobody's place.
 */
export function formerBy(facts: readonly Fact[]): (hit: SearchHit) => Former | undefined {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const current = new Map<string, Fact[]>();
  for (const fact of facts)
    if (fact.status === "live")
      for (const id of proofsOf(fact)) current.set(id, [...(current.get(id) ?? []), fact]);
  const former = new Map<string, Former>();
  for (const fact of facts) {
    // What was never so has no "until"; its words are marked as corrected where they are told.
    if (fact.status !== "closed" || isUnproven(fact) || fact.metadata.mistake === true) continue;
    const successor = successorOf(fact, byId);
    if (!successor) continue;
    const now = new Set([successor.id, ...proofsOf(successor)]);
    const until = fact.valid_to ?? undefined;
    const known: Former = until === undefined ? { now } : { until, now };
    former.set(`fact ${fact.id}`, known);
    for (const id of proofsOf(fact)) {
      const alive = current.get(id) ?? [];
      if (alive.some(({ key }) => keyBase(key) === keyBase(fact.key))) continue;
      // What else it tells is so still.
      former.set(`message ${id}`, alive.length === 0 ? known : { ...known, what: fact.statement });
    }
  }
  return ({ type, id }) => former.get(`${type} ${id}`);
}

/** The names that belong to those in a question: for "my mother" that of the mother (A233). Empty without a graph. */
export async function relatedNames(
  deps: Pick<Deps, "store">,
  user: Id,
  text: string,
  people: NonNullable<SearchQuery["names"]>,
): Promise<NonNullable<SearchQuery["related"]>> {
  const graph = await deps.store.view(companion(user), "graph");
  if (graph.relations.length === 0) return [];
  const named = namesIn(graph, text, {
    user: [...(people.user ?? [])],
    companion: [...(people.assistant ?? [])],
  });
  return named.flatMap((said) => {
    const others = neighbours(graph, [said], 1)
      .entities.filter(({ node, name }) => node !== "User" && node !== "AIPersona" && name !== said)
      .map(({ name }) => name);
    return others.length === 0 ? [] : [{ said, others }];
  });
}
