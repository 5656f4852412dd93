// Orders to remember that stand behind what they are about: 我10月2号结婚纪念日，记住啊; "our anniversary is 2 October, remember that".
import type { Draft } from "./command-draft.ts";
import { type Sentence, trimmed } from "./command-text.ts";

const orderZh =
  /^\s*(?:这个?|这点|这事儿?)?(?:你|您)?(?:可|千万|一定|务必|要|必须|得|请|麻烦|帮我|好好|都|给我(?=记[下一]))*(?:记住|记好|记牢|记下来?|记一下|记着|记得|别忘了?|不要忘(?:记|了)?|别忘记)(?:这个|这点|这件事|它)?(?:啊|了|哦|喔|哈|呀|啦|吧|哟|呗|嘛|行不行|好吗|好不好|可以吗|行吗)*\s*$/;
const orderEn =
  /^\s*(?:and |so |but |please |pls |just )*(?:remember (?:that|this|it)|don't (?:you )?(?:ever )?forget(?: (?:that|this|it))?|do not forget(?: (?:that|this|it))?|(?:keep|bear) (?:that|this|it) in mind|(?:make|take) (?:a )?note(?: of (?:that|this|it))?|note (?:that|this|it)(?: down)?|write (?:that|this|it) down)(?:,? (?:please|pls|ok|okay|thanks))*\s*$/i;
/** What may be kept: something of the person's own, that is neither asked nor thrown at the companion. */
const ownZh = /我(?!们?(?:问|想问|说过?$))|生日|纪念日|忌日/;
const ownEn = /^\s*(?:(?:and|but|so|also|well|oh|hey),? )*(?:i|i'm|i've|i'd|i'll|my|our|we|we're)\b/i;
const atYouZh = /[你您]|[吗呢么]\s*$|什么|怎么|是不是/;
const atYouEn = /\b(?:you|your|yours)\b/i;
/** A place, a number or a name behind 是: 钥匙在鞋柜里，记住啊 is about a thing of theirs. */
const splitAt = /[，,；;—]+\s*(?=[^，,；;—]*$)/u;

function isKept(said: string): boolean {
  const isOwn = (ownZh.test(said) && !atYouZh.test(said)) || (ownEn.test(said) && !atYouEn.test(said));
  return isOwn && !/恨|饶不了|放过|算账|等着瞧|后悔|报仇/.test(said) && trimmed(said).length > 3;
}

/** The order at the end of a sentence, or alone behind the one before it (A219). */
export function rememberBehind(sentence: Sentence, before: Sentence | undefined): Draft | undefined {
  const { plain, text } = sentence;
  if (orderZh.test(plain) || orderEn.test(plain)) return orderAlone(sentence, before);
  if (sentence.question && !/(?:行不行|好吗|好不好|可以吗|行吗|ok|okay)\s*$/i.test(plain)) return undefined;
  const at = splitAt.exec(plain);
  if (!at) return undefined;
  const order = plain.slice(at.index + at[0].length);
  const said = plain.slice(0, at.index);
  if (!(orderZh.test(order) || orderEn.test(order)) || !isKept(said)) return undefined;
  const from = said.length - said.trimStart().length;
  return {
    command: { kind: "remember", statement: trimmed(text.slice(from, at.index)) },
    from,
    to: plain.length,
  };
}

function orderAlone(sentence: Sentence, before: Sentence | undefined): Draft | undefined {
  if (!before || before.question || !isKept(before.plain)) return undefined;
  const start = before.plain.length - before.plain.trimStart().length;
  return {
    command: { kind: "remember", statement: trimmed(before.text) },
    from: before.from + start - sentence.from,
    to: sentence.plain.length,
  };
}
