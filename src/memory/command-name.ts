// Names that the person does not want to be called by any more: 以后别叫我阿棠了, "don't call me Tang anymore".
import type { Draft } from "./command-draft.ts";
import { lead as leadEn } from "./command-en.ts";
import { clauseMatch, groupPlace, type Sentence } from "./command-text.ts";
import { lead as leadZh, tail } from "./command-zh.ts";

const quoted = '[“"「『][^”"」』]{1,20}[”"」』]|\\u0000+';
const orderZh = `(?:我?(?:都|早就?|跟你|和你)*(?:说|讲)(?:过|了)(?:了)?(?:多少次|好多次|几次)?(?:了)?[，,]?\\s*)?${leadZh}(?:别|不要|不许|不准|不用|不必|不可以|甭)(?:再|总|老|一直|继续)*(?:叫|喊|称呼|管)我(?:叫)?`;
const wishZh =
  "(?:以后|今后)?我(?:真的|其实|已经|现在)*(?:不想|不喜欢|不希望|不愿意|讨厌)(?:再|你|被|让你|听你)+(?:再|总|老|一直)*(?:叫|喊|称呼)(?:我|为)?";
const zh = new RegExp(
  `(?:${orderZh}|${wishZh})(?:做|作|为)?(${quoted}|[\\p{L}\\p{N}·• -]{1,12}?)(?:这个(?:名字|称呼|外号))?${tail}(?=$|[，,；;])`,
  "u",
);
const orderEn = `${leadEn}(?:i(?:'ve)? (?:already )?(?:told|asked|warned) you not to (?:call|refer to)|(?:don't|do not|never)(?: (?:ever|keep))?\\s+(?:call(?:ing)?|refer(?:ring)? to)|(?:stop|quit)\\s+(?:calling|referring to))\\s+me(?: as)?`;
const wishEn =
  "i(?: really| just)? (?:don't|do not) (?:like|want|wish)(?: it when you call me| you calling me| you to call me| being called| to be called)|i(?: really)? hate(?: it when you call me| being called| you calling me)|i(?:'d| would) rather (?:you didn't call me|not be called)";
const en = new RegExp(
  `(?:${orderEn}|${wishEn})\\s+(${quoted}|[\\p{L}\\p{N}'. -]{1,24}?)(?:\\s+(?:any ?more|again|ever again|from now on|now|please|pls|ok|okay|thanks|all the time))*(?=\\s*(?:$|[,;]))`,
  "iu",
);
const noNameZh =
  /^(?:起床|起来|去|怎么|干|做|吃|睡|一声|一下|回|什么|啥|帮|先|过去|过来|出|滚|加班|写|上[班课]|下楼|买|等|接|看|开|想|说|给|快|早|有点|好好|再|也|来(?!福)|的|他|她|醒|别人|你|全名|大名|本名|真名|名字|外号|昵称|绰号|那个|这个|那样|这样|太|了|吧|啊|呀|多|少|不)|(?:起床|吃饭|睡觉)/;
const noNameEn =
  /^(?:when|if|until|unless|because|while|during|about|later|back|tomorrow|tonight|today|at|on|in|after|before|asap|any ?time|maybe|now|again|any ?more|sometime|next|this|that|every|whatever|by|crazy|old|silly|stupid|weird|paranoid|naive|an?|the|out|up|over|names?|selfish|ungrateful|dramatic|lucky|so|too|it|and|or|to|for|from|your|my|mean|lazy|wrong|(?:mon|tues|wednes|thurs|fri|satur|sun)day|late|early|please|ever|just|like)\b/i;

function notCalled({ plain, text }: Sentence, form: RegExp, isNone: RegExp): Draft | undefined {
  const match = clauseMatch(plain, form);
  const place = match && groupPlace(match, 1);
  if (!match || !place) return undefined;
  const name = text
    .slice(place.from, place.to)
    .replace(/^[“"「『]|[”"」』]$/g, "")
    .trim();
  if (name === "" || isNone.test(name)) return undefined;
  return { command: { kind: "not_call_me", name }, from: match.index, to: match.index + match[0].length };
}

/** 以后别叫我阿棠了; 我不想再被叫小胖. */
export function notCallMeZh(sentence: Sentence): Draft | undefined {
  return sentence.question && !/(?:好吗|好不好|可以吗|行吗|行不行)$/.test(sentence.plain)
    ? undefined
    : notCalled(sentence, zh, noNameZh);
}

/** "Don't call me Tang anymore"; "stop calling me babe". */
export function notCallMeEn(sentence: Sentence): Draft | undefined {
  return sentence.question && !/\b(?:ok|okay|please)$/i.test(sentence.plain)
    ? undefined
    : notCalled(sentence, en, noNameEn);
}
