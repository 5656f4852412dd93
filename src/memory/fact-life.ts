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

/**
 * True where words of a moment do not bring a fact back: they are older than its being forgotten or refused, or, under a key of
 * many values, than what took its place, and only read again because a message of their topic was edited. What the owner changed
 * by hand counts from that moment, what was said from when it was first said. A fact that only lost its proof was replaced by
 * nothing.
 */
export function staysGone(fact: Fact, said: Seconds, isSingle: boolean, facts: Facts): boolean {
  if (fact.is_deleted) return said <= Number(fact.metadata.forgotten_at ?? fact.last_updated_at ?? 0);
  // What the person ended by an order begins again only with what they say afterwards.
  if (fact.status === "closed" && fact.metadata.ended === true) return said <= (fact.valid_to ?? 0);
  if (isSingle || fact.status !== "closed" || fact.metadata.unproven_at !== undefined) return false;
  const next = facts.find((one) => one.id === fact.superseded_by);
  if (next === undefined) return false;
  const since = next.source === "owner" ? fact.last_updated_at : next.first_mentioned_at;
  return said <= (since ?? 0);
}

export type CloseOptions = {
  at: Seconds;
  /** The fact that takes its place. */
  by?: string;
  /** Spoken or ordered forgetting: it is not to come back from the same words (A33, A210). */
  forget?: boolean;
  /** It was never so: a slip that was corrected. */
  mistake?: boolean | undefined;
  /** It is no longer so by the person's own order. */
  ended?: boolean | undefined;
};

/** The fact as a former one (A33: nothing is taken out of the file). */
export function closed(fact: Fact, options: CloseOptions): Fact {
  const { at, by, forget, mistake, ended } = options;
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
      ...(ended ? { ended: true } : {}),
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
          metadata: Object.fromEntries(Object.entries(fact.metadata).filter(([name]) => name !== "doubt")),
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

/**
 * Once one side of a contradiction is gone, the other one holds: a single conflicted fact of a key is live again. `gone`: the
 * fact that was taken away, as it was.
 */
export function withoutConflict(facts: Facts, gone: Pick<Fact, "key" | "status">): Facts {
  if (gone.status !== "conflicted") return facts;
  const left = facts.filter(
    ({ key, status, is_deleted }) => key === gone.key && status === "conflicted" && !is_deleted,
  );
  if (left.length !== 1) return facts;
  return facts.map((fact) => (fact === left[0] ? { ...fact, status: "live" } : fact));
}

function settled(facts: Facts, id: string, done: FactChange): FactChange {
  const gone = facts.find((fact) => fact.id === id);
  return done.ok && gone !== undefined ? { ...done, facts: withoutConflict(done.facts, gone) } : done;
}

/** The owner says that a quarantined or conflicted fact is not so: it is deleted and not proposed again from the same words. */
export function refuseFact(facts: Facts, id: string, now: Seconds): FactChange {
  const done = change(facts, id, (fact) =>
    isWaiting(fact) ? closed(fact, { at: now, forget: true }) : undefined,
  );
  return settled(facts, id, done);
}

/** Closes a fact that is no longer so, or (`forget`) is to be forgotten. One that is closed already is `not_waiting`. */
export function closeFact(facts: Facts, id: string, input: { now: Seconds; forget?: boolean }): FactChange {
  const { now, forget = false } = input;
  const done = change(facts, id, (fact) =>
    fact.status === "closed" && !forget ? undefined : closed(fact, { at: now, forget }),
  );
  return settled(facts, id, done);
}
