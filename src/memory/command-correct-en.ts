// Corrections in English: "it's X, not Y", "Not X, I said Y", "you got that wrong", "I never said that".
import type { Facts } from "../schema/fact.ts";
import { correctSelfEn, statedSelfEn } from "./command-correct-self.ts";
import type { Draft } from "./command-draft.ts";
import { endedIn } from "./command-ended.ts";
import { clauseMatch, groupPlace, type Place, type Sentence, trimmed } from "./command-text.ts";

const marker = "(?:no|nope|wait|sorry|oops|actually|hold on|wrong|correction)";
const is =
  "(?:it's|it is|that's|i said|i meant|i mean|he's|she's|they're|(?:my|his|her|our)(?: [\\w']+){1,3} (?:is|are)|i'm|i am|i live in|i work (?:at|in|as))";
const butNot = new RegExp(
  `(?:(${marker})[,.!:]?\\s+)*(${is})\\s+([^,;:]{1,40}?)(?:,(?! not)[^,;]{1,40})?,?\\s+(?:and\\s+)?not\\s+([^,;]{1,40}?)\\s*(?=$|[,;])`,
  "i",
);
const notBut = new RegExp(
  `(?:${marker}[,.!:]?\\s+)*(?:it's\\s+)?not\\s+([^,;:]{1,30}?),\\s*(?:but\\s+)?(?:${is}|but)\\s+([^,;:]{1,40}?)\\s*(?=$|[,;:])`,
  "i",
);
/** "My name isn't Hanna, it's Anna." */
const isNotBut = new RegExp(
  `(?:${marker}[,.!:]?\\s+)*(?:(?:my|his|her|our)(?: [\\w']+){1,3}(?: is not|(?: is|')n't|isn't)|my [\\w']+ isn't|i'm not|i am not|it's not|it isn't|it is not)\\s+([^,;:]{1,30}?)[,;]\\s*(?:but\\s+)?(?:${is}|but)\\s+([^,;:]{1,40}?)\\s*(?=$|[,;:])`,
  "i",
);
const notThing = new RegExp(
  `(?:${marker}[,.!:]?\\s+)*not\\s+([^,;:]{1,30}?)\\s*(?:$|,\\s*([^,;:]{1,30}?)\\s*$)`,
  "i",
);
/** Capital letters and numbers name things; an opinion has neither. */
const named = /\d|(?<![\p{L}'])(?!I\b|I'|It\b|The\b)\p{Lu}/u;

const yourMistake =
  /(?:(?:no|hey|wait|sorry|actually|i think|but|well)[,]?\s+)*you(?:'ve)?\s+(?:(?:got|have|had|remember(?:ed)?|wrote|noted|heard)\s+(?:that|it|this|(?:my|the)(?: [\w']+){1,3})\s+(?:all\s+)?(?:wrong|mixed up|backwards)|misremember(?:ed)?|misheard|misunderstood|(?:'re|are)\s+(?:mistaken|misremembering)|(?:mixed|muddled)\s+(?:that|it|this|them|things)\s+up)(?:\s+(?:that|it|this|me))?\b/i;
const youAre = /(?:(?:no|hey|wait|sorry|actually)[,]?\s+)*you're\s+(?:mistaken|misremembering)\b/i;
const ownMistake =
  /(?:(?:no|wait|sorry|oops|oh)[,]?\s+)*(?:i\s+(?:got (?:it|that) wrong|misspoke|mistyped|made a mistake|typed (?:it|that) (?:backwards|wrong)|said (?:it|that) wrong|mixed (?:it|that|them) up|was wrong)|that was a typo|typo|that's (?:wrong|not right|not correct|incorrect))\b/i;
const itIs =
  /(?:^|[,.:;]\s*)(?:[^,.:;]{0,20}\s)?(?:it's|it is|it should be|i meant|that's)\s+(?!fine|ok|okay|wrong|not|all|just|my|what|why|how|me|you)([^,.;]{1,40})/i;
const iSaid = /(?:i said|i meant)\s+([^,;:]{1,30})/i;
const heardAs =
  /how did you get\s+([^,;:?]{1,20})|why did you (?:say|write|hear)\s+([^,;:?]{1,20})|you (?:heard|wrote|noted)\s+([^,;:?]{1,20})/i;
const neverSaid =
  /(?:(?:no|hey|wait|but|well)[,]?\s+)*i(?:\s+have|'ve)?\s+(?:never|didn't|did not|haven't)\s+(?:ever\s+)?(?:say|said|told you|tell you)\b(?:\s+(?:that|this|so|anything like that))?((?:\s+(?:that\s+)?i\b[^,;]{2,60})?)\s*(?=$|[,;])/i;
const amend =
  /(?:correction|let me correct (?:that|you|myself)|to correct (?:that|you|myself))\s*[:,—-]\s*(.{2,})$/i;
const wrongIs = new RegExp(
  `(?:(?:no|nope|wrong|wait|not quite)[,.!]\\s+(?:${is})|(?:sorry|oops)[,.!]\\s+i (?:said|meant))\\s+([^,;:]{1,40}?)\\s*(?=$|[,;])`,
  "i",
);
const weekday = /^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;
const isThing = (said: string) =>
  (named.test(said) || weekday.test(said)) &&
  said.split(/\s+/).length <= 4 &&
  !/^(?:ok|okay|fine|not)\b|\b(?:who|that)\b/i.test(said);

/** What a sentence puts right; the right thing may stand in the next sentence. */
export function correctEn(
  sentence: Sentence,
  next: Sentence | undefined,
  facts: Facts = [],
): Draft | undefined {
  if (sentence.question) return undefined;
  return (
    endedIn(sentence, facts) ??
    correctSelfEn(sentence, next, facts) ??
    itsNot(sentence) ??
    notIts(sentence, next) ??
    statedSelfEn(sentence, facts) ??
    misheard(sentence, next) ??
    mistake(sentence, next) ??
    single(sentence, wrongIs, isThing) ??
    single(sentence, amend, () => true) ??
    unsaid(sentence)
  );
}

/** "It's 12 November, not the 21st"; without a sign of correction both must name a thing. */
function itsNot({ plain, text }: Sentence): Draft | undefined {
  const match = clauseMatch(plain, butNot);
  const [right, wrong] = match ? [groupPlace(match, 3), groupPlace(match, 4)] : [];
  if (!match || !right || !wrong) return undefined;
  const [x, y] = [text.slice(wrong.from, wrong.to), text.slice(right.from, right.to)];
  const signed =
    match[1] !== undefined ||
    /\b(?:wrong|backwards|mistake|typo)\b/i.test(plain) ||
    (/^i (?:said|meant)/i.test(match[2] ?? "") && y.split(/\s+/).length <= 4);
  const about = /^(?:my|his|her|our)\b/i.test(match[2] ?? "");
  if (
    /^(?:me|you|him|her|us|them|that|so|really|sure|bad|mine|yours|his|hers)\b/i.test(x) ||
    !(signed || about || (named.test(x) && named.test(y)))
  )
    return undefined;
  return pair(text, match, wrong, right);
}

/** "Not Doubao, it's Douchi"; "Not Guoba. Guokui, …". */
function notIts({ plain, text, from }: Sentence, next: Sentence | undefined): Draft | undefined {
  const match = clauseMatch(plain, isNotBut) ?? clauseMatch(plain, notBut);
  const [wrong, right] = match ? [groupPlace(match, 1), groupPlace(match, 2)] : [];
  if (match && wrong && right && named.test(text.slice(wrong.from, wrong.to)))
    return pair(text, match, wrong, right);
  const thing = clauseMatch(plain, notThing);
  const x = thing && groupPlace(thing, 1);
  if (!thing || !x || !named.test(text.slice(x.from, x.to))) return undefined;
  const y = groupPlace(thing, 2);
  if (y) return named.test(text.slice(y.from, y.to)) ? pair(text, thing, x, y) : undefined;
  const instead = next && /^\s*(\p{Lu}[\p{L}'-]+|(?:the\s+)?\d\S*)\s*(?=$|[,;])/u.exec(next.text)?.[1];
  if (!next || instead === undefined) return undefined;
  const end = next.from - from + next.text.indexOf(instead) + instead.length;
  return {
    command: { kind: "correct", wrong: trimmed(text.slice(x.from, x.to)), right: instead },
    from: thing.index,
    to: end,
  };
}

/** "I said the 20th. How did you get 12?" */
function misheard({ plain, text, from }: Sentence, next: Sentence | undefined): Draft | undefined {
  const meant = clauseMatch(plain, iSaid);
  const right = meant && groupPlace(meant, 1);
  const heard = heardAs.exec(plain) ?? (next && heardAs.exec(next.plain));
  const wrong = heard?.[1] ?? heard?.[2] ?? heard?.[3];
  if (!meant || !right || wrong === undefined) return undefined;
  const to = heardAs.test(plain) ? plain.length : (next?.to ?? from) - from;
  return {
    command: { kind: "correct", wrong: trimmed(wrong), right: trimmed(text.slice(right.from, right.to)) },
    from: meant.index,
    to,
  };
}

/** "You got that wrong"; one's own mistake needs the right thing beside it. */
function mistake(sentence: Sentence, next: Sentence | undefined): Draft | undefined {
  const { plain, text, from } = sentence;
  const yours = clauseMatch(plain, yourMistake) ?? clauseMatch(plain, youAre);
  const match = yours ?? clauseMatch(plain, ownMistake);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  if (!/^\s*(?:$|[,;:—]|there|again|about)/i.test(plain.slice(end))) return undefined;
  const here = rightIn(plain.slice(end), text.slice(end));
  if (here !== undefined)
    return { command: { kind: "correct", right: here }, from: match.index, to: plain.length };
  const later = next && !next.question ? rightIn(next.plain, next.text) : undefined;
  if (next && later !== undefined)
    return { command: { kind: "correct", right: later }, from: match.index, to: next.to - from };
  return yours ? { command: { kind: "correct" }, from: match.index, to: end } : undefined;
}

function rightIn(plain: string, text: string): string | undefined {
  const place =
    new RegExp(itIs.source, "di").exec(plain)?.indices?.[1] ??
    /(?:^|[,;:]\s*)((?:i|i'm|my)\b(?! (?:think|know|guess|told|said|don't know))[^,;]{3,60})/di.exec(plain)
      ?.indices?.[1];
  return place && trimmed(text.slice(place[0], place[1]));
}

function single(
  { plain, text }: Sentence,
  form: RegExp,
  holds: (right: string) => boolean,
): Draft | undefined {
  const match = clauseMatch(plain, form);
  const place = match && groupPlace(match, 1);
  const right = place ? trimmed(text.slice(place.from, place.to)) : "";
  if (!match || right === "" || !holds(right)) return undefined;
  return { command: { kind: "correct", right }, from: match.index, to: match.index + match[0].length };
}

/** "I never said that", "I never said I like dogs". */
function unsaid({ plain, text }: Sentence): Draft | undefined {
  const match = clauseMatch(plain, neverSaid);
  const place = match && groupPlace(match, 1);
  if (!match || !place) return undefined;
  const what = trimmed(text.slice(place.from, place.to)).replace(/^that\s+/i, "");
  const wrong = what === "" ? {} : { wrong: what };
  return { command: { kind: "correct", ...wrong }, from: match.index, to: match.index + match[0].length };
}

function pair(text: string, match: RegExpExecArray, wrong: Place, right: Place): Draft {
  return {
    command: {
      kind: "correct",
      wrong: trimmed(text.slice(wrong.from, wrong.to)),
      right: trimmed(text.slice(right.from, right.to)),
    },
    // "I typed it backwards" in front belongs to it.
    from: ownMistake.test(text.slice(0, match.index)) ? 0 : match.index,
    to: match.index + match[0].length,
  };
}
