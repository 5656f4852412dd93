// How a proven proposal meets the facts that are there: it confirms, rewords, updates, closes, conflicts, or gives way.
import type { Fact, Facts } from "../schema/fact.ts";
import { supportOf } from "./evidence-support.ts";
import { asksToForget, correctsItself } from "./evidence-withdrawn.ts";
import { isContradiction } from "./fact-doubt.ts";
import { former, formerThatStays, isBygone } from "./fact-former.ts";
import { areContrary, freeKey, isManyValued, isSingleValued, keyBase, keySubject } from "./fact-key.ts";
import { closed, isScheduled, staysGone, withoutConflict } from "./fact-life.ts";
import { newFact, type Times, timesOf, whoseMemory } from "./fact-new.ts";
import { isNote, replacesNote } from "./fact-note.ts";
import type { ApplyInput, Doubt, Proposal, Refusal } from "./fact-proposal.ts";
import { addedTo, isOpen, isSameSaying, saidAt, saysSame } from "./fact-same.ts";
import { confirmedConfidence, isStated, strengthOf } from "./fact-strength.ts";
import { factSimilarity, foldValue, isNegative, updateSimilarity } from "./fact-value.ts";

/** What became of one operation. `fact_id`: the fact that was written, closed or confirmed. */
export type FactOutcome =
  | {
      op: "added" | "updated" | "closed" | "confirmed" | "conflicted";
      fact_id: string;
      reason?: "former" | "known";
    }
  | { op: "quarantined"; fact_id: string; reason: Doubt }
  | { op: "refused"; reason: Refusal; fact_id?: string };

export type Step = { facts: Facts; outcome: FactOutcome };

/** The proofs one fact keeps: the first, and the latest. */
const mostEvidence = 10;

type Added = Step & { fact: Fact };
type Own = { proposal: Proposal; times: Times; input: ApplyInput };

function replaceIn(facts: Facts, changed: Fact): Facts {
  return facts.map((fact) => (fact.id === changed.id ? changed : fact));
}

/** Lets a proven proposal meet the facts (A207–A213, R40). The facts come back new; entries not concerned are the same ones. */
export function mergeProposal(proposal: Proposal, facts: Facts, input: ApplyInput): Step {
  if (proposal.op === "DELETE") return closeTarget(proposal, facts, input);
  const own: Own = { proposal, times: timesOf(proposal), input };
  const { key } = own.times;
  if (isBarred(own, facts)) return { facts, outcome: { op: "refused", reason: "forgotten" } };
  const same = facts.find(
    (fact) =>
      isOpen(fact) &&
      (saysSame(fact, key, proposal.value) ||
        isSameSaying(fact, key, proposal) ||
        // "single" beside "single (broke up)" says less, and nothing else.
        (fact.key === key && isSingleValued(key) && addedTo(proposal.value, fact.value) !== undefined)),
  );
  if (same !== undefined) return confirmAlone(same, own, facts);
  if (proposal.op === "NOOP") return { facts, outcome: { op: "refused", reason: "nothing" } };
  const near = facts.find(
    (fact) =>
      isOpen(fact) &&
      fact.key === (isNote(key) ? undefined : key) &&
      (factSimilarity(fact, { ...proposal, key }) > updateSimilarity ||
        addedTo(fact.value, proposal.value) !== undefined),
  );
  if (near !== undefined) return confirm(near, own, facts, "updated");
  const gone = formerThatStays(proposal, own.times.key, facts);
  if (gone !== undefined) return { facts, outcome: { op: "refused", reason: "stale", fact_id: gone.id } };
  const rivals = rivalsOf(own, facts);
  if (rivals.length > 0) return contest(own, rivals, facts);
  return isBygone(own) ? addFormer(own, undefined, facts) : add(own, facts);
}

/** Forgotten, refused or replaced facts do not come back from words that were said before that. */
function isBarred({ proposal, times }: Own, facts: Facts): boolean {
  if (proposal.commands) return false;
  const says = (fact: Fact) => saysSame(fact, times.key, proposal.value);
  return facts.some((fact) => says(fact) && staysGone(fact, proposal.said, isSingleValued(times.key), facts));
}

/** The open facts that cannot stand beside the proposal. */
function rivalsOf({ proposal, times }: Own, facts: Facts): Facts {
  const { key } = times;
  return facts.filter((fact) => {
    if (!isOpen(fact)) return false;
    if (isNote(key)) return replacesNote(fact, proposal);
    if (fact.key === key && isSingleValued(key)) return true;
    if (areContrary(fact.key, key)) return isNegative(fact.value) === isNegative(proposal.value);
    if (fact.key === key && isNegative(fact.value) !== isNegative(proposal.value)) return true;
    if (proposal.op !== "UPDATE") return false;
    // An update is believed where the fact it names is of the same kind; a bare key names itself.
    const isNamed = fact.id === proposal.target;
    return isNamed ? isRelated(fact, key, proposal) : proposal.target === undefined && fact.key === key;
  });
}

function isRelated(fact: Fact, key: string, proposal: Proposal): boolean {
  if (keyBase(fact.key) === keyBase(key)) return true;
  const claim = `${fact.statement} ${String(fact.value)}`;
  return fact.category === proposal.category && supportOf(claim, proposal.text) === "supported";
}

function add(own: Own, facts: Facts): Added {
  const { proposal, times, input } = own;
  // In a year's talk the same key may have been taken by what time has closed; only open ones are in the way.
  const taken = new Set(facts.filter(isOpen).map((fact) => fact.key));
  const key = freeKey(times.key, proposal.value, taken);
  const fact = newFact(proposal, { ...times, key }, input, waitingId(own, facts));
  const rest = facts.filter((one) => one.id !== fact.id);
  return { facts: [...rest, fact], fact, outcome: { op: "added", fact_id: fact.id } };
}

/** The quarantined entry that has now been proven. */
function waitingId({ proposal, times }: Own, facts: Facts): string | undefined {
  return facts.find(
    (fact) => fact.status === "quarantined" && !fact.is_deleted && saysSame(fact, times.key, proposal.value),
  )?.id;
}

function contest(own: Own, rivals: Facts, facts: Facts): Step {
  const { proposal, input } = own;
  if (proposal.commands) return replace(own, rivals, facts, input.mistake);
  const main = rivals.reduce((latest, fact) => (saidAt(fact) > saidAt(latest) ? fact : latest));
  if (isBygone(own) || proposal.said < saidAt(main)) return addFormer(own, main, facts);
  const strength = strengthOf(proposal);
  const there = Math.max(...rivals.map(strengthOf));
  if (strength < there) return { facts, outcome: { op: "refused", reason: "weaker", fact_id: main.id } };
  const ids = new Set(input.messages.map((message) => message.message_id));
  const inThisTalk = main.evidence.some((one) => "message_id" in one && ids.has(String(one.message_id)));
  const isDoubtful = strength === there && isContradiction(main, own.times.key, proposal, inThisTalk);
  if (isDoubtful) return conflict(own, rivals, facts);
  return replace(own, rivals, facts, inThisTalk && correctsItself(proposal.text));
}

function addFormer(own: Own, main: Fact | undefined, facts: Facts): Step {
  const fact = former(own, main, facts);
  if (fact !== undefined)
    return { facts: [...facts, fact], outcome: { op: "added", fact_id: fact.id, reason: "former" } };
  const outcome: FactOutcome = { op: "refused", reason: "stale" };
  return { facts, outcome: main === undefined ? outcome : { ...outcome, fact_id: main.id } };
}

function conflict(own: Own, rivals: Facts, facts: Facts): Step {
  const { proposal, times, input } = own;
  const fact: Fact = { ...newFact(proposal, times, input), status: "conflicted" };
  const among = new Set(rivals.map((rival) => rival.id));
  const marked = facts.map((one): Fact => (among.has(one.id) ? { ...one, status: "conflicted" } : one));
  return { facts: [...marked, fact], outcome: { op: "conflicted", fact_id: fact.id } };
}

function replace(own: Own, rivals: Facts, facts: Facts, mistake = false): Step {
  const { times, input } = own;
  const among = new Set(rivals.map((rival) => rival.id));
  const rest = facts.filter((fact) => !among.has(fact.id));
  const { fact } = add(own, rest);
  const from = times.valid_from;
  const old = (rival: Fact): Fact => {
    // A value that begins later leaves the present one live until then; settleFacts closes it.
    if (from > input.now && rival.status === "live") {
      return { ...rival, valid_to: from, superseded_by: fact.id, last_updated_at: input.now };
    }
    return {
      ...closed(rival, { at: Math.min(from, input.now), by: fact.id, mistake }),
      last_updated_at: input.now,
    };
  };
  const next = facts.filter((one) => one.id !== fact.id).map((one) => (among.has(one.id) ? old(one) : one));
  return { facts: [...next, fact], outcome: { op: "updated", fact_id: fact.id } };
}

/**
 * Confirms, and where it was told as an update of a bare key (`sport`), closes what else is filed there: the new value may have
 * come in beside the old one before the update was read, and then takes its place and its key.
 */
function confirmAlone(same: Fact, own: Own, facts: Facts): Step {
  const { proposal, times, input } = own;
  const step = confirm(same, own, facts);
  if (proposal.op !== "UPDATE" || proposal.target !== undefined || keySubject(times.key) !== "") return step;
  if (isManyValued(times.key) || isNote(times.key) || proposal.said < saidAt(same)) return step;
  const isOld = (fact: Fact) =>
    fact.id !== same.id && isOpen(fact) && fact.key === times.key && saidAt(fact) <= proposal.said;
  if (!step.facts.some(isOld)) return step;
  const at = Math.max(same.valid_from ?? proposal.said, 0);
  const next = step.facts.map((fact): Fact => {
    if (fact.id === same.id) return { ...fact, key: times.key };
    return isOld(fact)
      ? { ...closed(fact, { at: Math.min(at, input.now), by: same.id }), last_updated_at: input.now }
      : fact;
  });
  return { facts: next, outcome: { op: "updated", fact_id: same.id } };
}

/** Repetition: silent, and it makes an inference surer. A message that is evidence already repeats nothing. */
function confirm(same: Fact, own: Own, facts: Facts, op: "confirmed" | "updated" = "confirmed"): Step {
  const { proposal, input } = own;
  const ids = new Set(same.evidence.flatMap((one) => ("message_id" in one ? [String(one.message_id)] : [])));
  const isKnown = proposal.from.length > 0 && proposal.from.every((id) => ids.has(id));
  if (isKnown && op === "confirmed") return { facts, outcome: { op, fact_id: same.id, reason: "known" } };
  const fact: Fact = {
    ...same,
    ...reworded(same, proposal, op === "updated"),
    status: "live",
    confidence: confirmedConfidence(same, proposal),
    scope: proposal.isSecret ? "private" : same.scope,
    source: isStated(proposal.source) && !isStated(same.source) ? proposal.source : same.source,
    evidence: isKnown
      ? same.evidence
      : [
          ...same.evidence.slice(0, 1),
          ...[...same.evidence.slice(1), ...proposal.evidence].slice(1 - mostEvidence),
        ],
    first_mentioned_at: Math.min(same.first_mentioned_at ?? proposal.said, proposal.said),
    last_confirmed_at: Math.max(saidAt(same), proposal.said),
    ...begun(same, own),
  };
  const isRival = (other: Fact) =>
    other.id !== same.id &&
    isOpen(other) &&
    other.key === same.key &&
    (same.status === "conflicted" || fact.valid_from !== same.valid_from);
  const next = replaceIn(facts, fact).map((other) =>
    isRival(other)
      ? { ...closed(other, { at: proposal.said, by: fact.id }), last_updated_at: input.now }
      : other,
  );
  return { facts: next, outcome: { op, fact_id: same.id } };
}

/** What was to begin later has begun where the person says that it is so; a plan that is repeated lasts on. */
function begun(same: Fact, { proposal, times, input }: Own): Partial<Fact> {
  if (isScheduled(same, proposal.said) && !proposal.isIntent) return { valid_from: proposal.said };
  if (same.valid_to == null) return {};
  // Said again as a fact, a plan is one no longer; the old value of a planned change stays as it is.
  if (same.superseded_by != null) return {};
  return { valid_to: times.valid_to ?? null, last_updated_at: input.now };
}

/** The wording of the newer one where it says more, or says the same in other words. The owner's own words stay. */
function reworded(same: Fact, proposal: Proposal, isNear: boolean): Partial<Fact> {
  if (same.source === "owner" && !proposal.commands) return {};
  const [old, own] = [foldValue(same.value), foldValue(proposal.value)];
  const saysMore = own.length > old.length && own.includes(old);
  const { wording } = proposal;
  if (saysMore || isNear)
    return { value: proposal.value, statement: proposal.statement, role_wording: wording };
  return wording === undefined || same.role_wording !== undefined ? {} : { role_wording: wording };
}

/** DELETE closes what it names and the words are about; spoken or ordered forgetting also keeps it from coming back (A210). */
function closeTarget(proposal: Proposal, facts: Facts, input: ApplyInput): Step {
  const open = (fact: Fact) =>
    isOpen(fact) || (proposal.commands && fact.status === "quarantined" && !fact.is_deleted);
  const named = facts.find((fact) => fact.id === proposal.target && open(fact));
  const target =
    named ??
    facts.find((fact) => open(fact) && saysSame(fact, proposal.key, proposal.value)) ??
    facts.find((fact) => open(fact) && fact.key === proposal.key);
  if (target === undefined) return { facts, outcome: { op: "refused", reason: "no_target" } };
  if (!proposal.commands) {
    const claim = `${target.statement} ${String(target.value)} ${keySubject(target.key)}`;
    const isAbout = supportOf(claim, proposal.text) === "supported";
    if (!isAbout) return { facts, outcome: { op: "refused", reason: "no_target", fact_id: target.id } };
    if (proposal.said < saidAt(target))
      return { facts, outcome: { op: "refused", reason: "stale", fact_id: target.id } };
  }
  const forget = (proposal.commands && !input.ended) || asksToForget(proposal.text);
  const done = {
    ...closed(target, {
      at: forget ? input.now : proposal.said,
      forget,
      mistake: input.mistake,
      ended: input.ended,
    }),
    last_updated_at: input.now,
  };
  return {
    facts: withoutConflict(replaceIn(facts, done), target),
    outcome: { op: "closed", fact_id: target.id },
  };
}

/** What cannot be believed yet waits, visible, for the owner; once only, and not where it was refused before. */
export function quarantine(proposal: Proposal, reason: Doubt, facts: Facts, input: ApplyInput): Step {
  const own: Own = { proposal, times: timesOf(proposal), input };
  const says = (fact: Fact) => saysSame(fact, own.times.key, proposal.value);
  if (facts.some((fact) => fact.is_deleted && says(fact))) {
    return { facts, outcome: { op: "refused", reason: "refused_before" } };
  }
  const there = facts.find((fact) => !fact.is_deleted && fact.status !== "closed" && says(fact));
  if (there?.status === "quarantined")
    return { facts, outcome: { op: "quarantined", fact_id: there.id, reason } };
  if (there !== undefined) return { facts, outcome: { op: "confirmed", fact_id: there.id, reason: "known" } };
  const fact: Fact = {
    ...newFact(proposal, own.times, input),
    status: "quarantined",
    scope: "private",
    metadata: { by: input.by, ...whoseMemory(input), doubt: reason },
  };
  return { facts: [...facts, fact], outcome: { op: "quarantined", fact_id: fact.id, reason } };
}
