// Which words of a talk have to carry a claim: the message, what it points back at, or the question that it only agrees with.
import { simplify } from "../schema/simplified.ts";
import { type SpokenMessage, spokenText } from "./evidence.ts";
import { type Support, shareOfClaim, supportOf } from "./evidence-support.ts";

/** 家里就它一只, 他今年5岁: who or what is meant stands in what the person said just before. */
const pointing = /[它他她]|\b(?:it|he|she|they)(?:'s|'re)?\b/i;

/** Whether the message at a place of the talk carries a claim, with what it points back at or agrees with. */
export function supportAt(claim: string, messages: readonly SpokenMessage[], at: number): Support {
  const own = carrierOf(messages, at);
  const support = supportOf(claim, own);
  if (support !== "unsupported" || !pointing.test(simplify(own)) || shareOfClaim(claim, own) === 0)
    return support;
  const before = messages.slice(Math.max(0, at - 8), at).filter(({ role }) => role === "user");
  return supportOf(claim, [...before.map(spokenText), own].join("\n"));
}

const agrees =
  /^(?:嗯+|是的?|对的?|没错|对啊|是啊|当然|yes|yeah|yep|right|exactly|correct|true|i do|i am)[\s\p{P}]*$/iu;

/** The words that have to carry a claim: the message, and where that only agrees, the question before it. */
function carrierOf(messages: readonly SpokenMessage[], at: number): string {
  const [before, own] = [messages[at - 1], messages[at]];
  if (own === undefined) return "";
  return before !== undefined && agrees.test(simplify(own.content.trim()))
    ? `${before.content}\n${own.content}`
    : spokenText(own);
}
