// What the words to remember come to: facts by the rules in code, clause for clause, and the rest in the person's own words.
import type { Deps } from "../deps.ts";
import { type Claim, claimOfOther, claimOfOwn } from "../memory/command-claim.ts";
import { isFiller } from "../memory/command-text.ts";
import { subjectOf } from "../memory/evidence-people.ts";
import { statementOf } from "../memory/fact-key.ts";
import { noteKey, saysMore } from "../memory/fact-note.ts";
import { tellsHealth } from "../memory/offer.ts";
import { type FactOperation, FactsAnswer } from "../schema/answer.ts";
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";
import type { Reader } from "./read-companion.ts";

/** Reads statements by the rules in code; no model is asked. */
export async function readStatements(
  deps: Deps,
  reader: Reader,
  text: string,
  message: Message,
): Promise<FactOperation[]> {
  const { user: companion, language } = reader;
  const messages = [{ ...message, content: text }];
  const answer = await deps.models.answer({
    companion,
    role: "facts",
    messages: [],
    schema: FactsAnswer,
    material: { role: "facts", language, messages },
    engine: "extractive",
  });
  return answer.ok ? answer.value.operations.filter(({ op }) => op === "ADD" || op === "UPDATE") : [];
}

const between =
  /(?:(?<!\d)[,，]|(?<=\d)[,，](?!\d)|[；;。！!\n])+|\.\s+|(?<!\s)\s+and\s+(?=(?:i|i'm|my|we|our)\b)/giu;

/** An address goes on behind its commas: my address is 12 Elm Street, Leeds. */
const toAddress = /\b(?:address (?:is|to)|live at)\b/i;
const bareName = /^(?:\p{Lu}[\p{L}'’-]*|\d[\p{L}\d-]*)(?: (?:\p{Lu}[\p{L}'’-]*|\d[\p{L}\d-]*)){0,3}$/u;

function clausesOf(statement: string): string[] {
  const pieces = statement
    .split(between)
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  const clauses: string[] = [];
  for (const piece of pieces) {
    const last = clauses.at(-1);
    const goesOn = last !== undefined && toAddress.test(last) && bareName.test(piece);
    if (goesOn) clauses.splice(-1, 1, `${last}, ${piece}`);
    else clauses.push(piece);
  }
  return clauses;
}

/** Words that go on about the person without naming them again: 我叫小苏，住在大理. */
const goesOnZh =
  /^(?:也|还|又|并且|而且|现在|目前|平时|最|今年)*(?:住|叫|在|是|有|养|喜欢|爱|不|讨厌|怕|害怕|属|姓|做|学|对|每天|经常|\d)/;
const goesOnEn =
  /^(?:and |also |but )*(?=(?:live|work|like|love|hate|have|am|was|don't|do not|can't|cannot|study|play|enjoy|grew|come|drink|eat)\b)/i;
/** What presses the matter is no matter of its own. */
const presses =
  /^(?:要是|如果|万一)?我?(?:要是|如果|万一)?忘了(?:的话)?你?(?:就|要|可要|记得)?(?:提醒?|叫|喊|告诉)(?:一下)?我|^(?:please )?remind me if i forget|^if i forget,?(?: please)? remind me|^(?:千万|一定|可|请|你)*(?:别忘|不要忘|记得|记住|记好|记牢)|^(?:这个?|它)?(?:很|非常|真的)?重要|^(?:please )?(?:don't forget|never forget|remember)|^(?:it's|it is|this is|that's)(?: \w+)? important/i;

/** A clause that goes on about the person, with the subject that it leaves out. */
function completed(clause: string): string | undefined {
  const plain = simplify(clause);
  if (goesOnZh.test(plain))
    return `我${clause.slice(/^(?:也|还|又|并且|而且)+/.exec(plain)?.[0].length ?? 0)}`;
  return goesOnEn.test(clause) ? clause.replace(goesOnEn, "I ") : undefined;
}

/** The operation of a claim, with the words that prove it. */
export function claimed(claim: Claim, quote: string, reader: Reader): FactOperation {
  const { key, category, value, statement = statementOf(key, value, reader.language) } = claim;
  return { op: "UPDATE", key, category, value, statement, quote };
}

/** True where these operations leave nothing of the clause but a few words. */
function isTold(clause: string, operations: readonly FactOperation[]): boolean {
  const quotes = operations.map(({ quote = "" }) => quote).filter((quote) => quote !== "");
  if (quotes.some((quote) => quote.includes(clause))) return true;
  const within = quotes.filter((quote) => clause.includes(quote));
  // 千万别告诉别人：… only leads to what was read.
  const rest = within
    .reduce((left, quote) => left.replace(quote, " "), clause)
    .replace(/^[^：:]{1,16}[：:]/, "");
  const characters = rest.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = rest.match(/[\p{Script=Latin}\d'’]+/gu)?.length ?? 0;
  return within.length > 0 && characters <= 6 && words <= 4;
}

/**
 * The facts that a statement to remember holds: what it says of others under keys of their own, what the rules read of the person,
 * what names a key, and all that is left in the person's words as a note. Nothing of what was to be kept is lost (A219).
 */
export async function rememberedIn(
  deps: Deps,
  reader: Reader,
  statement: string,
  message: Message,
  { isUpdate, isTalk }: { isUpdate: boolean; isTalk: boolean },
): Promise<FactOperation[]> {
  const clauses = clausesOf(statement);
  const others = clauses.flatMap((clause) => {
    const claim = claimOfOther(clause);
    return claim ? [claimed(claim, clause, reader)] : [];
  });
  const read = (await readStatements(deps, reader, statement, message)).filter(
    ({ quote = "" }) => !others.some((other) => other.quote?.includes(quote)),
  );
  const found = [...others, ...read];
  let whose: "self" | "other" | undefined;
  /** Clauses that go on about somebody else without naming them: 今年25. */
  const ofOther = new Set<string>();
  for (const clause of clauses) {
    const named = subjectOf(clause);
    whose = named ?? whose;
    if (named === undefined && whose === "other") ofOther.add(clause);
    if (isTold(clause, found)) continue;
    const own = claimOfOwn(clause);
    if (own) found.push(claimed(own, clause, reader));
    const full = own || whose !== "self" ? undefined : completed(clause);
    const more = full === undefined ? [] : await readStatements(deps, reader, full, message);
    found.push(...more.map((operation) => ({ ...operation, quote: clause })));
  }
  const left = clauses.filter(
    (clause) =>
      !isTold(clause, found) &&
      !isFiller(clause, []) &&
      !presses.test(simplify(clause)) &&
      (found.length === 0 || saysMore(clause, found.flatMap(wordsOfOperation))) &&
      !(found.length > 0 && aside.test(simplify(clause))),
  );
  if ((left.length === 0 || isTalk) && found.length > 0) return found;
  return [...found, noteOf(reader, wordsOf(statement, left, clauses, ofOther), isUpdate)];
}

/** All that an operation tells. */
function wordsOfOperation({ statement = "", value, quote = "" }: FactOperation): string[] {
  return [statement, String(value ?? ""), quote];
}

/** Words that mean nothing without what went before. */
const leaning =
  /^(?:[他她它这那也还又]|万一|我要是|省得|别的|其他|不管|无论|不论|虽然|即使|只要|除了|因为|所以|但是?|不过|而且|其中|如果|要是|不然|免得|否则|(?:he|she|it|they|his|her|their|this|that|because|so|but|if|which|where|when|while|though|although|even|as|who|and|otherwise|other|in case)\b)/i;
/** A slip that is told beside it, or how serious it is: no matter of its own. */
const aside =
  /^(?:我|已经|上次|老是|总是|就|又)*(?:[弄找搞记认接]错|弄混|搞混)(?:了|过)?(?:[一两三几]?[回次]了?)?$|^开玩笑也|\bi(?:'ve)? (?:got|get|mixed|muddled) (?:it|them|that) (?:wrong|up)\b/i;

/** What a note says: the one clause that is left, or the whole where it does not stand by itself. */
function wordsOf(
  statement: string,
  left: readonly string[],
  clauses: readonly string[],
  ofOther: ReadonlySet<string>,
): string {
  const [only] = left;
  if (left.length !== 1 || clauses.length < 2 || only === undefined) return statement;
  return leaning.test(simplify(only)) || ofOther.has(only) ? statement : only;
}

/** What fits no key is kept as it was said, marked as words: 我 in it is the person. */
function noteOf(reader: Reader, said: string, isUpdate: boolean): FactOperation {
  const words = [...said].slice(0, 180).join("");
  return {
    op: isUpdate ? "UPDATE" : "ADD",
    category: tellsHealth(words) ? "health" : "personal_info",
    key: noteKey,
    value: words,
    statement: reader.language === "zh" ? `要你记住：“${words}”` : `asked you to remember: "${words}"`,
    quote: said,
  };
}
