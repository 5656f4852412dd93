// Lets a matter be spoken of again that was not to be brought up: 可以聊考研了, "you can mention my ex again".
import type { Fact, Facts } from "../schema/fact.ts";
import { avoidedKey, avoidedMatters, speaksOf } from "./avoided.ts";
import type { Draft } from "./command-draft.ts";
import { lead as leadEn } from "./command-en.ts";
import { matterOf } from "./command-target.ts";
import { clauseMatch, groupPlace, type Sentence, trimmed } from "./command-text.ts";
import { lead as leadZh, tail } from "./command-zh.ts";
import { keyBase } from "./fact-key.ts";
import { isOpen } from "./fact-same.ts";
import { foldValue } from "./fact-value.ts";

const talkZh = "(?:提起|提到|提及|提|聊起|聊到|聊聊|聊|谈起|谈到|谈谈|谈|说起|说说|说|问起|问)";
const mayZh = "(?:可以|能)(?:再|继续|重新|随便|放心|接着|跟我|和我|也|都)*";
const endZh = `${tail}(?=$|[，,])`;
const formsZh = [
  new RegExp(
    `(?:${leadZh})(?:你|我们|咱们?)?(?:以后|现在|又|也|都|还|我)*(?:${mayZh}|不介意(?:你)?(?:再)?)${talkZh}([^，,]{1,30}?)(?:的事情?)?${endZh}`,
  ),
  new RegExp(`([^，,：:；]{1,30}?)[，,]?(?:现在|以后|你|我们|咱们|又|也|都|就)*${mayZh}${talkZh}${endZh}`),
  new RegExp(
    `(?:${leadZh})(?:不用|不必|别|不需要)(?:再)?(?:避着|避开|回避|避讳|绕开|躲着|忌讳)(?:聊|谈|提)?([^，,]{1,30}?)${endZh}`,
  ),
  new RegExp(
    `([^，,：:；]{1,30}?)[，,]?(?:你|现在|以后|就|也|都)*(?:不用|不必|别|不需要)(?:再)?(?:避着|避开|回避|避讳|绕开|躲着|忌讳)${endZh}`,
  ),
];
const talkEn =
  "(?:bring(?:ing)? up|mention(?:ing)?|talk(?:ing)? about|ask(?:ing)?(?: me)? about|speak(?:ing)? (?:of|about)|discuss(?:ing)?)";
const endEn = "(?:\\s+(?:with me|again|now|any ?more|freely|if you (?:like|want)))*\\s*(?=$|[,;:—])";
const formsEn = [
  `${leadEn}(?:you|we)\\s+(?:can|may)\\s+(?:now\\s+|again\\s+|freely\\s+)*${talkEn}`,
  `${leadEn}(?:it's|it is)\\s+(?:ok|okay|fine|alright|all right|safe)\\s+(?:now\\s+)?(?:to|if (?:you|we))\\s+${talkEn}`,
  `${leadEn}feel free to\\s+${talkEn}`,
  `i(?:'m| am)\\s+(?:ready|ok|okay|fine|happy|comfortable|good)\\s+(?:now\\s+)?(?:to\\s+|with (?:you )?)?${talkEn}`,
  `i (?:do not|don't) mind\\s+(?:you |if you )?${talkEn}`,
  `${leadEn}(?:you (?:do not|don't) (?:have|need) to|no need to|(?:do not|don't))\\s+avoid(?:\\s+${talkEn})?`,
].map((form) => new RegExp(`${form}\\s+([^,;:]+?)${endEn}`, "i"));

/** The wishes not to hear of what the words name, with those that came of the same message. */
export function liftedBy(facts: Facts, words: string): Facts {
  const matter = foldValue(matterOf(words));
  const wishes = facts.filter((fact) => isOpen(fact) && keyBase(fact.key) === avoidedKey);
  const lifted = wishes.filter((fact) => {
    const value = foldValue(matterOf(String(fact.value ?? "")));
    if (value === "" || matter === "") return false;
    // 前任 lifts what was said of 前男友.
    if (speaksOf(words, avoidedMatters([fact]))) return true;
    return matter.includes(value) || (matter.length > 1 && value.includes(matter));
  });
  const messages = new Set(lifted.flatMap(messagesOf));
  return wishes.filter((fact) => lifted.includes(fact) || messagesOf(fact).some((id) => messages.has(id)));
}

const messagesOf = ({ evidence }: Fact): string[] =>
  evidence.flatMap((proof) => ("message_id" in proof ? [String(proof.message_id)] : []));

/** 可以聊考研了, where a fact says that 考研 was not to be brought up; a question asks for leave and gives none. */
export function allowZh(sentence: Sentence, _next?: Sentence, facts: Facts = []): Draft | undefined {
  return allowed(sentence, formsZh, facts);
}

/** "You can talk about my ex again", where a fact says that the ex was not to be brought up. */
export function allowEn(sentence: Sentence, _next?: Sentence, facts: Facts = []): Draft | undefined {
  return allowed(sentence, formsEn, facts);
}

function allowed(
  { plain, text, question }: Sentence,
  forms: readonly RegExp[],
  facts: Facts,
): Draft | undefined {
  if (question || !facts.some((fact) => isOpen(fact) && keyBase(fact.key) === avoidedKey)) return undefined;
  for (const form of forms) {
    const match = clauseMatch(plain, form);
    const place = match && groupPlace(match, 1);
    if (!match || !place) continue;
    const what = trimmed(text.slice(place.from, place.to));
    if (liftedBy(facts, what).length === 0) continue;
    return { command: { kind: "allow", what }, from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}
