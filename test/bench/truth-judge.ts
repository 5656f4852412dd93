// What the truth bench counts: which gold facts are held, which live facts say what must not be kept, rest on nothing, or stand twice. Pure.
import type { Fact } from "../../src/schema/fact.ts";
import type { Forbidden, GoldFact, Life } from "./truth-data.ts";
import { denies, folded, numbersOf, shareOf, sideOf, signsIn, wordsIn } from "./truth-words.ts";

/** So much of the words of a part has to agree. */
const enough = 0.6;
/** The same for single Chinese characters, which meet more easily; fewer than three say nothing. */
const enoughSigns = 0.75;
const leastSigns = 3;

/** True where a text says most of a part of a value, by its words or by its characters. */
function says(part: string, text: string): boolean {
  if (shareOf(wordsIn(part), wordsIn(text)) >= enough) return true;
  const signs = signsIn(part);
  return signs.size >= leastSigns && shareOf(signs, signsIn(text)) >= enoughSigns;
}

const clip = (values: readonly unknown[]) => values.filter((value) => typeof value !== "boolean").join(" ");
/** A fact as one text: its value, its statement, and what its key names as its subject. */
const textOf = ({ key, value, statement }: Fact) =>
  clip([value, statement, key.includes(":") ? key.replace(/^[^:]*:/, "") : ""]);
/** What a fact says at its shortest. */
const coreOf = (fact: Fact) => (typeof fact.value === "boolean" ? textOf(fact) : String(fact.value ?? ""));
const proofsOf = ({ evidence }: Fact) =>
  evidence.flatMap((proof) => ("quote" in proof ? [String(proof.message_id)] : []));
const partsOf = (value: string) =>
  value.split(/[，,；;：:（）()]+|\s(?=with |and )/).filter((part) => wordsIn(part).size > 0);

/** True for a fact that is so at a moment (seconds). */
export function isLive(fact: Fact, at: number): boolean {
  if (fact.status !== "live" || fact.is_deleted) return false;
  return (fact.valid_from ?? 0) <= at && (fact.valid_to ?? Number.POSITIVE_INFINITY) > at;
}

/** Numbers that a fact about this may name: those of the value, of its days, and of the words it was told in. */
function knownNumbers(gold: GoldFact, texts: ReadonlyMap<string, string>): Set<string> {
  const told = gold.evidence.map((id) => (texts.get(id) ?? "").replace(/不是[^，,。]*|not the \w+/gi, " "));
  return numbersOf([gold.value, gold.valid_from, gold.valid_to ?? "", ...told].join(" "));
}

function saysPart(part: string, fact: Fact): boolean {
  const agrees = says(part, textOf(fact)) || shareOf(wordsIn(coreOf(fact)), wordsIn(part)) >= enough;
  return agrees && denies(part) === denies(textOf(fact));
}

export type Agreement = "none" | "part" | "whole";

/** Whether a fact says what the gold one says, whatever it rests on: no part of the value, a part of it, or every part. */
export function agreement(gold: GoldFact, fact: Fact, texts: ReadonlyMap<string, string>): Agreement {
  const known = knownNumbers(gold, texts);
  const strange = [...numbersOf(coreOf(fact))].some((number) => !known.has(number));
  const sides = [sideOf(gold.value), sideOf(textOf(fact))];
  if (strange || (sides[0] && sides[1] && sides[0] !== sides[1])) return "none";
  const parts = partsOf(gold.value);
  if (denies(gold.value) === denies(textOf(fact)) && parts.every((part) => says(part, textOf(fact))))
    return "whole";
  return parts.some((part) => saysPart(part, fact)) ? "part" : "none";
}

/** So much of a value has to stand in a quote that the set does not name as its evidence. */
const elsewhere = 0.4;

/** The same, of a fact that rests on one of the turns in which it was told, or on words that tell it as well. */
export function provenAgreement(gold: GoldFact, fact: Fact, texts: ReadonlyMap<string, string>): Agreement {
  const isNamed = proofsOf(fact).some((id) => gold.evidence.includes(id));
  const tells = fact.evidence.some(
    (proof) => "quote" in proof && shareOf(wordsIn(gold.value), wordsIn(String(proof.quote))) >= elsewhere,
  );
  return isNamed || tells ? agreement(gold, fact, texts) : "none";
}

/** A fact that says itself whose it is: somebody else's. */
function isOthers({ key, statement, category }: Fact): boolean {
  if (/^(?:用户|我|对方|the user|user|i\b)/i.test(statement.trim())) return false;
  return category === "relationship" && /^[^:]+_[^:]+/.test(key);
}

/** True where a fact says what must not be kept of the person. `isGold`: the fact says something that is true. */
export function saysForbidden(forbidden: Forbidden, fact: Fact, isGold: boolean): boolean {
  if (isGold || isOthers(fact)) return false;
  const restsOnIt = proofsOf(fact).some((id) => forbidden.evidence.includes(id));
  if (forbidden.why === "forgotten" && restsOnIt) return true;
  const claim = forbidden.statement
    .replace(/^用户(?:的)?/, "")
    .replace(/^the user(?:'s)?(?: is| has| was)?\s/i, "");
  return claim
    .split(/[、或（）()]|\bor\b|\band\b/)
    .filter((part) => wordsIn(part).size > 0)
    .some((part) => {
      if (!says(part, textOf(fact)) || denies(part) !== denies(textOf(fact))) return false;
      const numbers = numbersOf(part);
      const sides = [sideOf(part), sideOf(textOf(fact))];
      return shareOf(numbers, numbersOf(textOf(fact))) >= (numbers.size > 0 ? 1 : 0) && sides[0] === sides[1];
    });
}

/** True where a proof stands letter for letter in something that the person said, or the owner ordered it. */
export function hasEvidence(fact: Fact, said: ReadonlyMap<string, string>): boolean {
  return fact.evidence.some(
    (proof) => "quote" in proof && (said.get(String(proof.message_id)) ?? "").includes(String(proof.quote)),
  );
}

/** The facts that stand twice: under one key with one value, or with one statement. */
export function doublesIn(facts: readonly Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const marks = [`value ${fact.key} ${folded(fact.value)}`];
    if (fact.statement !== "") marks.push(`statement ${folded(fact.statement)}`);
    const isDouble = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isDouble;
  });
}

/** How a gold fact fared. `stale`: a former value of the same is live as well. */
export type Verdict = { gold: GoldFact; found: Agreement; current: Agreement; stale: boolean };

export type Judgement = {
  verdicts: Verdict[];
  forbidden: { of: Forbidden; by: Fact }[];
  withoutEvidence: Fact[];
  doubles: Fact[];
  /** Live facts that are neither gold nor forbidden: true ones that the set does not list, or wrong ones. */
  extras: Fact[];
  live: number;
  /** Gold facts that ended without a successor and are still live. */
  unclosed: GoldFact[];
};

const best = (agreements: readonly Agreement[]): Agreement =>
  agreements.includes("whole") ? "whole" : agreements.includes("part") ? "part" : "none";

/** Judges the facts of one life at a moment (seconds). `said`: what the person said, by id of the turn. */
export function judge(
  life: Pick<Life, "facts" | "forbidden">,
  facts: readonly Fact[],
  said: ReadonlyMap<string, string>,
  at: number,
): Judgement {
  const live = facts.filter((fact) => isLive(fact, at));
  const known = facts.filter(
    ({ status, is_deleted, metadata }) =>
      (status === "live" || status === "closed") && !is_deleted && metadata.mistake !== true,
  );
  const held = (gold: GoldFact, among: readonly Fact[]) =>
    best(among.map((fact) => provenAgreement(gold, fact, said)));
  const former = (gold: GoldFact) => life.facts.filter(({ superseded_by }) => superseded_by === gold.id);
  const verdicts = life.facts.map((gold): Verdict => {
    const others = live.filter((fact) => provenAgreement(gold, fact, said) === "none");
    const stale =
      gold.valid_to === null &&
      former(gold).some((old) =>
        others.some((fact) => {
          const agrees = agreement(old, fact, said);
          return (
            agrees === "whole" ||
            (agrees === "part" && proofsOf(fact).some((id) => old.evidence.includes(id)))
          );
        }),
      );
    return { gold, found: held(gold, known), current: held(gold, live), stale };
  });
  const isGold = (fact: Fact) => life.facts.some((gold) => agreement(gold, fact, said) !== "none");
  const forbidden = life.forbidden.flatMap((of) => {
    const by = live.find((fact) => saysForbidden(of, fact, isGold(fact)));
    return by ? [{ of, by }] : [];
  });
  return {
    verdicts,
    forbidden,
    withoutEvidence: live.filter((fact) => !hasEvidence(fact, said)),
    doubles: doublesIn(live),
    extras: live.filter(
      (fact) =>
        !life.facts.some((gold) => provenAgreement(gold, fact, said) !== "none") &&
        !forbidden.some(({ by }) => by === fact),
    ),
    live: live.length,
    unclosed: verdicts
      .filter(
        ({ gold, current }) => gold.valid_to !== null && gold.superseded_by === null && current !== "none",
      )
      .map(({ gold }) => gold),
  };
}
