// Spoken commands in English: remember, forget, don't bring up … again, call me, update, what do you know about me.
import type { Draft } from "./command-draft.ts";
import { statementBehind, statementIn } from "./command-statement.ts";
import { clauseMatch, groupPlace, type Sentence, trimmed } from "./command-text.ts";

/** Polite and leading words before an imperative; "I", "we" and "do you" are not among them. */
export const lead =
  "(?:(?:ok(?:ay)?|so|well|oh|hey|hi|and|but|also|btw|by the way|please|pls|just|now|then|actually|right|alright|no|yes|yeah|wait|listen|always|from now on|one more thing|for the future|i(?:'d like| want| need| would like) you to|it would be (?:great|nice|good|lovely|helpful) if you could|i(?:'d| would) (?:love|appreciate) it if you(?:'d| could| would)|you (?:should|must|have to|need to|can)|(?:can|could|will|would) you|@[^\\s@,:]{1,30})(?:[,:]\\s*|\\s+))*";
/** A request in the form of a question. */
export const polite = /\b(?:can|could|will|would) you\b/i;
/** Words that may close a request. */
export const closing = "(?:\\s+(?:please|pls|thanks|ok|okay|now|for me|then))*";
export const clauseEnd = "\\s*(?=$|[,;:—])";

const remember = new RegExp(
  `${lead}(remember(?:\\s+(?:this|that|for me|the following))?|(?:keep|bear) in mind(?:\\s+that)?|(?:make|take) (?:a )?(?:mental )?note(?:\\s+(?:that|of(?: this)?))?|note(?:\\s+that)?(?=[\\s:,])|write (?:this|that) down|save this|don't (?:ever )?forget(?:\\s+(?:that|about))?|do not forget(?:\\s+(?:that|about))?|never forget that)(?![\\w'])`,
  "i",
);
const subject = "(?:i|i'm|im|i've|i'd|i'll|my|we|we're|our|mine)\\b";
const ofMe = new RegExp(`^${subject}`, "i");
const verb =
  /\b(?:is|are|was born|isn't|aren't|has|have|had|can't|cannot|doesn't|don't|likes?|loves?|hates?|lives?\b|works?\b|goes|starts?)\b|'s\b|=|:|\d/i;
const told = /^i (?:told|said|mentioned|asked|showed|used to tell)\b/i;
const comfort =
  /^i(?:'m| am)(?: always)? (?:here|there|with you|on your side|proud of you)\b|^i (?:love|care about|believe in) you\b/i;
const anybody =
  /^(?:i|i'm|im|i've|i'd|i'll|my|we|we're|our|he|she|they|it's|the|this|there|every|on|mom|mum|dad)\b|^\p{Lu}/u;

/** "Remember that …", "note: …", "don't forget I …": up to the end of the sentence, or to where the talk begins (A219, A220, A223). */
export function rememberEn(sentence: Sentence, next: Sentence | undefined): Draft | undefined {
  const match = clauseMatch(sentence.plain, remember);
  if (!match) return undefined;
  const start = match.index + match[0].length;
  const isPolite = polite.test(match[0]);
  const { said, to, question } = statementBehind(sentence, start, isPolite);
  if (question && !isPolite) return undefined;
  const trigger = (match[1] ?? "").toLowerCase().replace(/\s+/g, " ");
  const mark = /^\s*([,:—-])/.exec(sentence.text.slice(start))?.[1] ?? "";
  if (said === "" && /this|following|note|down/.test(trigger))
    return statementIn(next, sentence, match.index);
  if (!isStatement(said, trigger, mark)) return undefined;
  return { command: { kind: "remember", statement: said }, from: match.index, to };
}

function isStatement(said: string, trigger: string, mark: string): boolean {
  const announced = mark !== "";
  if (said.length < 3 || /^(?:me|it|us|him|her|them|this|that)$/i.test(said)) return false;
  // Remember when, remember the time, remember to breathe.
  if (/^(?:when|how|what|who|where|why|which|if|remember)\b|^(?:the|that) (?:time|day|night)s?\b/i.test(said))
    return false;
  // Remember that guy from work.
  if (trigger.endsWith("that") && /^\w+ (?:from|who|that|we|you|in|at)\b/i.test(said) && !ofMe.test(said))
    return false;
  if (/^to\b/i.test(said)) return /^to remind me\b/i.test(said);
  if (trigger.includes("forget"))
    return (
      ofMe.test(said) ||
      /^(?:it's my|it is my|tomorrow is|today is)/i.test(said) ||
      (trigger.endsWith("that") && anybody.test(said))
    );
  if (trigger === "note" || trigger === "remember") {
    // "Remember, it takes time" comforts; what follows a comma is to be about the person.
    if (announced) return !comfort.test(said) && (/^[:—-]/.test(mark) ? true : ofMe.test(said));
    if (trigger === "note") return false;
    if (told.test(said)) return false;
    if (/^(?:i|i'm|im|i've|i'd|i'll|we|we're)\b/i.test(said)) return true;
    return verb.test(said) && !/^(?:the|that|those|these) \w+ (?:who|that|we|you|when)\b/i.test(said);
  }
  return announced || anybody.test(said) || verb.test(said);
}

const quotable = '(["“][^"”]{1,40}["”]|\\u0000+|[\\p{L}\\p{N}\'. -]{1,30}?)';
const callMe = new RegExp(
  `${lead}(?:(?:feel free to )?(?:call|refer to) me(?: as)?|i(?:'d| would) (?:like|prefer|rather) (?:to be called|you (?:to )?call(?:ed)? me|you called me)|i(?:'d| would) rather be called|i prefer to be called|address me as)\\s+${quotable}(?:\\s+(?:from now on|instead|please|ok|okay|thanks|if you like|if you want))*(?:,\\s*not\\s+[^,;]+)?${clauseEnd}`,
  "iu",
);
const noName =
  /^(?:when|if|later|back|tomorrow|tonight|today|at|on|in|after|before|asap|anytime|any time|maybe|now|again|sometime|next|this|every|whatever|whenever|by|crazy|old|old-fashioned|silly|stupid|weird|paranoid|naive|a|an|the|out|up|over|names?|selfish|cynical|ungrateful|dramatic|sentimental|lucky|once|soon|first|instead|please|that|it|and|or|to|for|from|your|my)\b/i;

/** "From now on call me Mu". */
export function callMeEn({ plain, text, question }: Sentence): Draft | undefined {
  const match = clauseMatch(plain, callMe);
  const place = match && groupPlace(match, 1);
  if (!match || !place || (question && !polite.test(match[0]))) return undefined;
  const name = text
    .slice(place.from, place.to)
    .replace(/^["“]|["”]$/g, "")
    .trim();
  if (name === "" || noName.test(name) || name.split(/\s+/).length > 3) return undefined;
  return { command: { kind: "call_me", name }, from: match.index, to: match.index + match[0].length };
}

const keep = "(?:know|remember|have (?:learned|learnt|remembered|stored|saved|noted|on file))";
const ask = [
  new RegExp(
    `${lead}what(?: all)?(?: exactly| else)? do you (?:know|remember|have stored|have saved|have on file|keep)(?: so far)? (?:about|of|on) me(?: so far| by now| now)?${clauseEnd}`,
    "i",
  ),
  new RegExp(
    `${lead}what(?: all)? have you (?:learned|learnt|remembered|stored|saved|noted|got)(?: down)? (?:about|on) me(?: so far| by now)?${clauseEnd}`,
    "i",
  ),
  new RegExp(`${lead}how much do you (?:know|remember) about me(?: so far| by now)?${clauseEnd}`, "i"),
  new RegExp(
    `${lead}(?:tell me|show me|list|give me)(?: a list of)? (?:what|everything|all|all that|the things)(?: that)? (?:you(?:'ve| have)? |${keep} )?(?:know|remember|learned|stored|saved)(?:ed)? about me${clauseEnd}`,
    "i",
  ),
  new RegExp(
    `${lead}(?:show me|tell me|list) (?:your memor(?:y|ies) (?:of|about) me|what you remember)${clauseEnd}`,
    "i",
  ),
];

/** "What do you know about me?" */
export function askEn({ plain }: Sentence): Draft | undefined {
  for (const form of ask) {
    const match = clauseMatch(plain.trimEnd(), form);
    if (match)
      return { command: { kind: "ask_about_me" }, from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}

const stored = "(?:memory|memories|info|information|profile|notes|records?|details)";
const update = new RegExp(
  `${lead}update(?:\\s+(?:on|about) me|\\s+(?:your|my) ${stored})?(?:\\s*[:—-]\\s*|,\\s*(?=i\\b|my\\b|we\\b)|\\s+(?:to say\\s+)?that\\s+)(?=\\S)`,
  "i",
);
const attribute =
  "(?:name|nickname|birthday|address|city|phone number|number|email|job|work|company|age|school|major|title|employer)";
const change = new RegExp(
  `${lead}(?:update|change|set)\\s+(?:(my address)\\s+to\\s+([^;]{1,80}?)$|(my ${attribute})\\s+to\\s+([^,;]{1,60}?)${closing}${clauseEnd})`,
  "i",
);

/** "Update: I live in Shanghai now" (A212); "change my address to …". */
export function updateEn(sentence: Sentence): Draft | undefined {
  const { plain, text, question } = sentence;
  const changed = question && !polite.test(plain) ? undefined : clauseMatch(plain, change);
  const [subject, value] = changed
    ? [groupPlace(changed, 1) ?? groupPlace(changed, 3), groupPlace(changed, 2) ?? groupPlace(changed, 4)]
    : [];
  if (changed && subject && value) {
    const statement = `${text.slice(subject.from, subject.to)} is ${trimmed(text.slice(value.from, value.to))}`;
    return {
      command: { kind: "update", statement },
      from: changed.index,
      to: changed.index + changed[0].length,
    };
  }
  const match = clauseMatch(plain, update);
  if (!match) return undefined;
  const isPolite = polite.test(match[0]);
  const { said, to, question: asked } = statementBehind(sentence, match.index + match[0].length, isPolite);
  if ((asked && !isPolite) || said.length < 3) return undefined;
  return { command: { kind: "update", statement: said }, from: match.index, to };
}
