// Facts about somebody else than the person: whose they are, and under which key and category they may be kept at all.
import type { Fact, Facts } from "../schema/fact.ts";
import { simplify } from "../schema/simplified.ts";
import { foldQuote } from "./evidence.ts";
import { kinIn, namesOf } from "./evidence-people.ts";
import { isSingleValued, keyBase, keySubject } from "./fact-key.ts";

/** Names of people and pets that the facts know. */
export function namesIn(facts: Facts): string[] {
  return facts
    .filter((fact) => fact.category === "relationship" && fact.key !== "partner")
    .flatMap((fact) => namesOf(`${keySubject(fact.key)} ${String(fact.value ?? "")}`));
}

const thePerson =
  /^(?:the )?(?:user|person)\b|^用户|^对方|^本人|^我(?!妈|爸|爷|奶|哥|姐|弟|妹|儿|女|朋|同)|^i\b/i;
/** Keys that tie the person to somebody. */
const ties = new Set(["partner", "friend", "pet_name", "emergency_contact"]);

/**
 * Whether a claim says itself whose it is, where the words are about somebody else: its key or statement names kin that the
 * talk names, or a person or pet of the talk. Returns what its key should begin with, or undefined.
 */
export function ownerOf(
  { key, value }: Pick<Fact, "key" | "value">,
  statement: string,
  talk: string,
  known: readonly string[],
): string | undefined {
  if (thePerson.test(simplify(statement.trim()))) return undefined;
  const kin = kinIn(talk);
  const isKin = (one: string) => kin.has(one);
  const opening = statement.slice(0, 32);
  const whose = [...kinIn(keyBase(key))].find(isKin) ?? [...kinIn(opening)].find(isKin);
  if (whose !== undefined) return whose;
  const folded = foldQuote(opening);
  // Boston of "Tom said he lives in Boston" is where somebody lives, and nobody.
  const isPlace = (one: string) =>
    isSingleValued(key) && !ties.has(keyBase(key)) && foldQuote(String(value)).includes(foldQuote(one));
  const name = [...namesOf(talk), ...known].find((one) => folded.includes(foldQuote(one)) && !isPlace(one));
  if (name === undefined || !foldQuote(talk).includes(foldQuote(name))) return undefined;
  return ties.has(keyBase(key)) ? keyBase(key) : foldQuote(name);
}

/** Who of the kin is the person's partner: "my girlfriend's name is June" says who the partner is. */
const partners = new Set(["partner", "husband", "wife", "boyfriend", "girlfriend"]);

/** The key of a fact about another: father's occupation is no value of `occupation`: its key says whose it is. */
export function keyOfOther(key: string, whose: string): string {
  if (keyBase(key) === whose || (key === "partner" && partners.has(whose))) return key;
  const isOwn = isSingleValued(key) || ["allergy", "medical_condition", "medication"].includes(keyBase(key));
  if (!isOwn || kinIn(keyBase(key)).has(whose)) return key;
  const subject = keySubject(key);
  return `${whose}_${keyBase(key)}${subject === "" ? "" : `:${subject}`}`;
}

/** What is true of somebody else is a fact about them: health of theirs is not the person's (A126 keeps it private). */
export function categoryOfOther(category: Fact["category"]): Fact["category"] {
  return category === "important_date" ? category : "relationship";
}
