// Spoken forgetting in English: "forget what I said about …", and what is not to be brought up again.
import type { Facts } from "../schema/fact.ts";
import type { Draft } from "./command-draft.ts";
import { clauseEnd, closing, lead, polite } from "./command-en.ts";
import { namesKnown, statesSelf } from "./command-forget-plain.ts";
import { clauseMatch, groupPlace, type Sentence, trimmed } from "./command-text.ts";

const erase = "(?:forget|delete|erase|remove|wipe|scrub)";
const forget = new RegExp(`${lead}${erase}(?:\\s+about)?\\s+([^,;:]+?)${closing}${clauseEnd}`, "i");
const forgetIt = new RegExp(
  `^\\s*(?:${lead})((?:the|my|what|that|this|those|everything)\\b[^;:]{3,80}?)[,;—]\\s*(?:and\\s+)?(?:please\\s+|just\\s+|you can\\s+)*${erase}\\s+(?:it|that|them|this)${closing}${clauseEnd}`,
  "i",
);
const noKeep =
  "(?:do not|don't)\\s+(?:keep|save|store|record|write down|note down|log)(?:\\s+(?:a record of|any record of))?";
const keepNot = new RegExp(
  `${lead}(?:${noKeep}|please (?:do not|don't) remember|i (?:do not|don't) want you to (?:remember|know|keep)|you (?:do not|don't) (?:have|need) to (?:remember|know|keep))\\s+([^,;:]+?)${closing}${clauseEnd}`,
  "i",
);
const supports = new RegExp(`${noKeep}|keep no record|no record|pretend i (?:never|didn't)`, "i");
const following =
  /^\s*(?:[,;]\s*(?:and\s+)?(?:(?:(?:do not|don't)\s+(?:keep|save|store|record|write down|note down|log)|keep no record|pretend i (?:never|didn't)|because|since|so that|i don't want)[^,;]*|(?:please|thanks|ok)(?:\s*(?=[,;]))?))+/i;
const referable =
  /\bi(?:'ve)? (?:just )?(?:said|told|mentioned|gave|shared|wrote|sent|typed)\b|\bi(?:'ve)? (?:just|ever) \w+|\b(?:my|about my) (?!problems?|worries|worry|past|troubles?|pain|sorrows?|job for|keys?|umbrella|wallet|phone(?! number)|charger|bag|homework)\w+|\b(?:password|address)\b|\bthat (?:conversation|message|part|memory)\b|^(?:everything|all) (?:about|you know)\b|\bmemory of\b/i;
const fromMemory = /^from your (?:memory|memories|notes|records?)\s+/i;
const idiom = /^(?:it|that|this|about it|you|me|what happened|everything|the past|him|her|them|us)$/i;

/**
 * "Forget the loan I just mentioned, keep no record", "forget that I live in Leeds" (A213). `facts`: what is held now; a bare
 * name is forgotten only where a fact has it.
 */
export function forgetEn(
  sentence: Sentence,
  next: Sentence | undefined,
  facts: Facts = [],
): Draft | undefined {
  const { plain, text, question } = sentence;
  if (question && !polite.test(plain)) return undefined;
  const later = next && supports.test(next.plain) ? next : undefined;
  const supported = supports.test(plain) || later !== undefined;
  const found =
    objectThenForget(plain, supported) ?? forgetThenObject(plain, supported, facts) ?? notKept(plain);
  if (!found) return undefined;
  const what = trimmed(text.slice(found.what.from, found.what.to))
    .replace(fromMemory, "")
    .replace(
      /^(?:the fact\s+)?(?:that|about)\s+(?=i\b)|\s+from your (?:memory|memories|notes|records?)$/gi,
      "",
    );
  const to = found.to + (following.exec(plain.slice(found.to))?.[0].length ?? 0);
  const whole = later && /^\s*$/.test(plain.slice(to)) ? later.to - sentence.from : to;
  return { command: { kind: "forget", what }, from: found.from, to: whole };
}

type Forgetting = { what: { from: number; to: number }; from: number; to: number };

function objectThenForget(plain: string, supported: boolean): Forgetting | undefined {
  const match = new RegExp(forgetIt.source, "di").exec(plain);
  const place = match?.indices?.[1];
  if (!match || !place) return undefined;
  const said = plain.slice(place[0], place[1]);
  if (!referable.test(said) && !supported) return undefined;
  return { what: { from: place[0], to: place[1] }, from: match.index, to: match.index + match[0].length };
}

function forgetThenObject(plain: string, supported: boolean, facts: Facts): Forgetting | undefined {
  const match = clauseMatch(plain, forget);
  const what = match && groupPlace(match, 1);
  if (!match || !what) return undefined;
  const said = plain.slice(what.from, what.to).trim();
  if (/^to\b|^how\b|\bfor (?:a|one|the) (?:while|day|moment|minute|night|second)\b/i.test(said))
    return undefined;
  const person = /^(?:him|her|them)$/i.test(said);
  if (idiom.test(said) && !(person && supported)) return undefined;
  const found = { what, from: match.index, to: match.index + match[0].length };
  if (referable.test(said) || supported) return found;
  // "Forget Sam, he's an idiot" comforts, "forget I have work, let's dance" invites.
  const alone = plain.slice(0, found.from).trim() === "" && plain.slice(found.to).trim() === "";
  const stated = said.replace(fromMemory, "");
  if (statesSelf(stated) && (alone || !/^i\b/i.test(stated))) return found;
  return alone && namesKnown(facts, said) ? found : undefined;
}

function notKept(plain: string): Forgetting | undefined {
  const match = clauseMatch(plain, keepNot);
  const what = match && groupPlace(match, 1);
  if (!match || !what) return undefined;
  const said = plain.slice(what.from, what.to);
  if (!referable.test(said) && !statesSelf(said) && !/^(?:this|that)$/i.test(said)) return undefined;
  return { what, from: match.index, to: match.index + match[0].length };
}

const mention =
  "(?:bring(?:ing)? up|mention(?:ing)?|talk(?:ing)? about|ask(?:ing)?(?: me)? about|speak(?:ing)? (?:of|about)|remind(?:ing)? me (?:of|about))";
const again = "(?:again|any ?more|ever again|ever|from now on)";
const suppress = new RegExp(
  `${lead}((?:do not|don't|never|please stop|stop|quit)(?: ever)?)\\s+(?:${mention})\\s+([^,;:]+?)(?:\\s+(?:with|to|around) me)?(\\s+${again})?${closing}${clauseEnd}`,
  "i",
);
const bringItUp = new RegExp(
  `${lead}((?:do not|don't|never|please stop|stop|quit)(?: ever)?)\\s+bring(?:ing)?\\s+([^,;:]+?)\\s+up(\\s+${again})?${closing}${clauseEnd}`,
  "i",
);
const weary = new RegExp(
  `(?:(?:i\\s+(?:do not|don't|never)(?: ever)?\\s+(?:want|wish) to|i'd rather not|i would rather not)\\s+(?:talk about|hear about|discuss)|let's (?:not|never) (?:talk about|discuss|mention))\\s+([^,;:]+?)\\s+${again}${closing}${clauseEnd}`,
  "i",
);

/** "Please avoid the topic of my weight" */
const avoiding = new RegExp(
  `${lead}(?:please )?(?:avoid|stay off|keep off|steer clear of) (?:the (?:topic|subject) of|talking about|mentioning|bringing up)\\s+([^,;:]+?)(?:\\s+${again})?${closing}${clauseEnd}`,
  "i",
);

/** "I don't want to talk about work, please don't mention it again" */
const wearyThen = new RegExp(
  `i\\s+(?:really |just )?(?:do not|don't)\\s+(?:want|wish|like) to\\s+(?:talk about|hear about|discuss)\\s+([^,;:]+?)[,;]\\s*(?:so |and )*(?:please |just )*(?:do not|don't|stop|never|quit)\\s+(?:${mention}|bring(?:ing)?)\\s+(?:it|that|this|them|him|her)(?: up)?(?:\\s+${again})?${closing}${clauseEnd}`,
  "i",
);

/** "Don't bring up my ex again". "Don't mention it" is no request. */
export function suppressEn({ plain, text, question }: Sentence): Draft | undefined {
  if (question && !polite.test(plain)) return undefined;
  const then = clauseMatch(plain, wearyThen);
  const matter = then && groupPlace(then, 1);
  if (then && matter) return suppressed(text, then, matter);
  for (const form of [suppress, bringItUp]) {
    const match = clauseMatch(plain, form);
    const place = match && groupPlace(match, 2);
    if (!match || !place) continue;
    const said = plain.slice(place.from, place.to).trim();
    // "Don't mention my ex" means it for good; "don't mention my party to Tom" is about Tom.
    const isOwn = /^my\b/i.test(said) && !/\b(?:to|when|while|until|till|yet|tonight|today)\b/i.test(said);
    const firm = match[3] !== undefined || isOwn || /never|ever|stop|quit|please|bring/i.test(match[0]);
    // "Never mention it" answers thanks.
    const isIdiom = match[3] === undefined && !/bring|\b(?:stop|quit)\b/i.test(match[0]);
    if (!firm || (/^(?:it|that|this)$/i.test(said) && isIdiom)) continue;
    return suppressed(text, match, place);
  }
  for (const form of [weary, avoiding]) {
    const match = clauseMatch(plain, form);
    const place = match && groupPlace(match, 1);
    if (match && place) return suppressed(text, match, place);
  }
  return undefined;
}

function suppressed(text: string, match: RegExpExecArray, place: { from: number; to: number }): Draft {
  const said = trimmed(text.slice(place.from, place.to));
  const what = /^(?:it|that|this)$/i.test(said) ? "" : said;
  return { command: { kind: "suppress", what }, from: match.index, to: match.index + match[0].length };
}
