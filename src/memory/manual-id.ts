// What marks a memory that a person had kept by hand or by word: its id `<user_id>_<milliseconds>` (A41) and its metadata (A47).
import type { Seconds } from "../schema/common.ts";
import type { Facts } from "../schema/fact.ts";
import { freeId } from "./entry-id.ts";
import type { FactOutcome } from "./fact-merge.ts";

/** What the metadata of a memory kept by hand says where nobody says otherwise (A47). `now` in unix seconds. */
export function manualMetadata({ user, now }: { user?: string | undefined; now: Seconds }) {
  return { ...(user === undefined ? {} : { user_id: user }), timestamp: now, type: "fact" };
}

/** The facts with that metadata on every one that is not among `before`; what a fact's own says stays. */
export function markManual(facts: Facts, before: Facts, moment: { user: string; now: Seconds }): Facts {
  const known = new Set(before.map(({ id }) => id));
  return facts.map((fact) =>
    known.has(fact.id) ? fact : { ...fact, metadata: { ...manualMetadata(moment), ...fact.metadata } },
  );
}

export type Ordered = { facts: Facts; outcomes: FactOutcome[] };

/**
 * The facts with every one that is not among `before` named `<user>_<milliseconds of now>` (A41), with the metadata of what is
 * kept by hand (A47); `_2`, `_3` where the moment is taken, as ids of seconds have it (R5). `gone`: ids that were erased, which never come back. What points at them, and the
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
  const facts = markManual(ordered.facts, before, { user, now }).map((fact) => {
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
