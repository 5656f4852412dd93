// A fact's life after it was written: what is live at a moment, accepting and refusing, closing, and what time itself closes.
import type { Seconds } from "../schema/common.ts";
import type { Fact, Facts } from "../schema/fact.ts";

/** True where the fact holds at a moment: live, not deleted, begun, and not run out. */
export function isLiveAt(fact: Fact, at: Seconds): boolean {
  if (fact.status !== "live" || fact.is_deleted) return false;
  return (fact.valid_from ?? 0) <= at && (fact.valid_to ?? Number.POSITIVE_INFINITY) > at;
}

/** The facts that hold at a moment. What begins later (a move next week) and an intent that ran out are not among them. */
export function liveFacts(facts: Facts, at: Seconds): Facts {
  return facts.filter((fact) => isLiveAt(fact, at));
}

/** True where the fact will hold but does not yet. */
export function isScheduled(fact: Fact, at: Seconds): boolean {
  return fact.status === "live" && !fact.is_deleted && (fact.valid_from ?? 0) > at;
}

/** Closes what time has closed: intents that ran out, values whose successor has begun. The same list where there is none. */
export function settleFacts(facts: Facts, now: Seconds): Facts {
  const isOver = (fact: Fact) => fact.status === "live" && fact.valid_to != null && fact.valid_to <= now;
  if (!facts.some(isOver)) return facts;
  return facts.map((fact) => (isOver(fact) ? { ...fact, status: "closed", last_updated_at: now } : fact));
}

export type CloseOptions = {
  at: Seconds;
  /** The fact that takes its place. */
  by?: string;
  /** Spoken or ordered forgetting: it is not to come back from the same words (A33, A210). */
  forget?: boolean;
  /** It was never so: a slip that was corrected. */
  mistake?: boolean;
};

/** The fact as a former one (A33: nothing is taken out of the file). */
export function closed(fact: Fact, options: CloseOptions): Fact {
  const { at, by, forget, mistake } = options;
  return {
    ...fact,
    status: "closed",
    valid_to: mistake ? (fact.valid_from ?? at) : Math.max(at, fact.valid_from ?? 0),
    superseded_by: by ?? fact.superseded_by ?? null,
    is_deleted: forget ? true : fact.is_deleted,
    last_updated_at: at,
    metadata: {
      ...fact.metadata,
      ...(forget ? { forgotten_at: at } : {}),
      ...(mistake ? { mistake: true } : {}),
    },
  };
}

export type FactChange =
  | { ok: true; facts: Facts; fact: Fact }
  | { ok: false; reason: "not_found" | "not_waiting" };

function change(facts: Facts, id: string, next: (fact: Fact) => Fact | undefined): FactChange {
  const old = facts.find((fact) => fact.id === id && !fact.is_deleted);
  if (old === undefined) return { ok: false, reason: "not_found" };
  const fact = next(old);
  if (fact === undefined) return { ok: false, reason: "not_waiting" };
  return { ok: true, fact, facts: facts.map((one) => (one.id === id ? fact : one)) };
}

const isWaiting = (fact: Fact) => fact.status === "quarantined" || fact.status === "conflicted";

/**
 * The owner says that a quarantined or conflicted fact is so: it is live and certain, and what else is filed under a key that
 * takes one value is closed. `changeId` becomes its evidence (invariant 2). A fact that waits for nothing is `not_waiting`.
 */
export function acceptFact(
  facts: Facts,
  id: string,
  input: { now: Seconds; changeId?: string; isSingle: (key: string) => boolean },
): FactChange {
  const { now, changeId, isSingle } = input;
  const accepted = change(facts, id, (fact) =>
    isWaiting(fact)
      ? {
          ...fact,
          status: "live",
          confidence: 1,
          valid_from: fact.valid_from ?? now,
          last_confirmed_at: now,
          last_updated_at: now,
          evidence: [
            ...fact.evidence,
            ...(changeId ? [{ kind: "owner" as const, change_id: changeId }] : []),
          ],
        }
      : undefined,
  );
  if (!accepted.ok) return accepted;
  const { fact } = accepted;
  const isRival = (other: Fact) =>
    other.id !== id &&
    other.key === fact.key &&
    (other.status === "conflicted" || (other.status === "live" && isSingle(fact.key))) &&
    !other.is_deleted;
  return {
    ...accepted,
    facts: accepted.facts.map((other) => (isRival(other) ? closed(other, { at: now, by: id }) : other)),
  };
}

/** The owner says that a quarantined or conflicted fact is not so: it is deleted and not proposed again from the same words. */
export function refuseFact(facts: Facts, id: string, now: Seconds): FactChange {
  return change(facts, id, (fact) => (isWaiting(fact) ? closed(fact, { at: now, forget: true }) : undefined));
}

/** Closes a fact that is no longer so, or (`forget`) is to be forgotten. One that is closed already is `not_waiting`. */
export function closeFact(facts: Facts, id: string, input: { now: Seconds; forget?: boolean }): FactChange {
  const { now, forget = false } = input;
  return change(facts, id, (fact) =>
    fact.status === "closed" && !forget ? undefined : closed(fact, { at: now, forget }),
  );
}
