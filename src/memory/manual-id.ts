// The ids of what a person had remembered by hand or by word: `<user_id>_<milliseconds>` (A41).
import type { Seconds } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import { freeId } from "./entry-id.ts";
import type { FactOutcome } from "./fact-merge.ts";

export type Ordered = { facts: Facts; outcomes: FactOutcome[] };

/**
 * The facts with every one that is not among `before` named `<user>_<milliseconds of now>` (A41); `_2`, `_3` where the moment
 * is taken, as ids of seconds have it (R5). `gone`: ids that were erased, which never come back. What points at them, and the
 * outcomes, follow. `now` in unix seconds.
 */
export function withManualIds<T extends Ordered>(
  ordered: T,
  before: Facts,
  { user, now, gone }: { user: string; now: Seconds; gone: readonly string[] },
): T {
  const known = new Set(before.map(({ id }) => id));
  const taken = new Set([...known, ...gone]);
  const names = new Map<string, string>();
  for (const { id } of ordered.facts) {
    if (known.has(id)) continue;
    const name = freeId(`${user}_${Math.round(now * 1_000)}`, taken);
    taken.add(name);
    names.set(id, name);
  }
  if (names.size === 0) return ordered;
  const named = (id: string) => names.get(id) ?? id;
  const facts = ordered.facts.map((fact) => {
    const { superseded_by } = fact;
    const points = typeof superseded_by === "string" && names.has(superseded_by);
    if (!names.has(fact.id) && !points) return fact;
    return { ...fact, id: named(fact.id), ...(points ? { superseded_by: named(superseded_by) } : {}) };
  });
  const outcomes = ordered.outcomes.map((outcome): FactOutcome => {
    const { fact_id } = outcome;
    return fact_id === undefined ? outcome : ({ ...outcome, fact_id: named(fact_id) } as FactOutcome);
  });
  return { ...ordered, facts, outcomes };
}
