// Former values: what was said of before, and what a model proposes again long after it has been replaced.
import type { Fact, Facts } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { shareOfClaim } from "./evidence-support.ts";
import { speaksOfBefore, toldOfBefore } from "./evidence-tense.ts";
import { isSingleValued } from "./fact-key.ts";
import { closed } from "./fact-life.ts";
import { newFact, type Times } from "./fact-new.ts";
import { numbersIn } from "./fact-numerals.ts";
import type { ApplyInput, Proposal } from "./fact-proposal.ts";
import { saidAt, saysSame } from "./fact-same.ts";

type Own = { proposal: Proposal; times: Times; input: ApplyInput };

/** So much of a former value has to stand in words that tell of a change, for it to be the present one again. */
const enoughWithChange = 0.5;
/** And so much where nothing tells of one. */
const enoughAlone = 0.9;
const returning =
  /现在|搬|换|改|又|回|重新|还是|恢复|\b(?:now|again|back|mov(?:e|ed|ing)|chang(?:e|ed|ing)|switch(?:ed|ing)?|return(?:ed|ing)?|once more|anyway after all)\b/i;

/**
 * The former value that a proposal names and does not bring back. A model that has the past before its eyes proposes it again
 * long after, with whatever quote is at hand; it returns only where the person says it as something of now.
 */
export function formerThatStays(proposal: Proposal, key: string, facts: Facts): Fact | undefined {
  if (proposal.commands) return undefined;
  const gone = facts.find(
    (fact) =>
      fact.status === "closed" &&
      !fact.is_deleted &&
      fact.metadata.mistake !== true &&
      fact.metadata.unproven_at === undefined &&
      saidAt(fact) < proposal.said &&
      saysSame(fact, key, proposal.value),
  );
  return gone === undefined || isSaidAnew(proposal, gone) ? undefined : gone;
}

function isSaidAnew({ value, text, clause }: Proposal, gone: Fact): boolean {
  const claim = String(value);
  const there = numbersIn(text);
  if (speaksOfBefore(clause) || [...numbersIn(claim)].some((number) => !there.has(number))) return false;
  const wasReplaced = gone.superseded_by != null;
  const needed = wasReplaced && !returning.test(simplify(clause)) ? enoughAlone : enoughWithChange;
  return shareOfClaim(claim, text) >= needed;
}

/** True for a value of one at a time that is told as something of before: 以前住在杭州, "I used to live in Leeds". */
export function isBygone({ proposal, times }: Own): boolean {
  return !proposal.commands && isSingleValued(times.key) && toldOfBefore(proposal.clause, proposal.text);
}

/**
 * What was said before the present value was, or is told as something of before: a former value where it is news, else
 * undefined. `main`: the present value, where there is one.
 */
export function former(own: Own, main: Fact | undefined, facts: Facts): Fact | undefined {
  const { proposal, times, input } = own;
  const isKnown = facts.some((fact) => fact.status === "closed" && saysSame(fact, times.key, proposal.value));
  const until = main === undefined ? proposal.said : (main.valid_from ?? saidAt(main));
  const isBefore = proposal.said < until || isBygone(own);
  if (isKnown || !isBefore || !isSingleValued(times.key)) return undefined;
  const begun = { ...newFact(proposal, times, input), valid_from: Math.min(times.valid_from, until) };
  return {
    ...closed(begun, main === undefined ? { at: until } : { at: until, by: main.id }),
    last_updated_at: input.now,
  };
}
