// What a question asks for: its weighted terms, the times it names, and whose words it is after.
import { simplify } from "../schema/simplified.ts";
import type { TimeSpan } from "./calendar.ts";
import { type Concept, kindredOf } from "./kindred.ts";
import type { SearchQuery } from "./search.ts";
import { type Term, termsOfWord, weightedTerms } from "./terms.ts";
import { timeSpans } from "./time-expressions.ts";
import { fold, tokenise } from "./tokenise.ts";

export type NamedSpeaker = "user" | "assistant";

export type Question = {
  terms: Term[];
  /** Other words for what is asked. */
  concepts: Concept[];
  /** What belongs to the names of the question. */
  related: Concept[];
  spans: TimeSpan[];
  speaker: NamedSpeaker | undefined;
  /** It asks something, be it without a question mark. */
  asks: boolean;
  /** It wants a date. */
  asksWhen: boolean;
  /** It wants to know how often: all the times count, not the best one. */
  often: boolean;
  /** It wants the first of several times, or the last. */
  order: "first" | "last" | undefined;
  /** It asks how it was, not how it is. */
  past: boolean;
  /** It asks how it is: no time is named, and nothing of it is past. */
  present: boolean;
};

/** A pasted page is no better a question for its length; more terms only cost time. */
const mostTerms = 120;
const longestQuestion = 2000;
const longestKindred = 300;
const mostRelated = 20;

// "you recommended", "did you promise", 你推荐的: after the companion's own words. "did I say", 我说过: after the person's.
const askedOfCompanion =
  /(?<![跟和给对向])你(?:之前|上次|当时|那时|曾经?|昨天|前天|有没有|是不是)*(?:给我)?(?:推荐|建议|答应|保证|承诺|说|讲|提|告诉|教|介绍|安慰|写)|\b(?:you|your)\s+(?:recommend|suggest|promis|advice|advise|say|said|tell|told|mention|offer|teach|taught)/i;
const askedOfPerson =
  /我(?:之前|上次|当时|那时|曾经?|昨天|前天|有没有|是不是)*(?:跟你|和你|给你|对你)?(?:说|讲|提|告诉|答应|抱怨|聊)|\bI\s+(?:ever\s+)?(?:say|said|tell|told|mention|promis|talk|complain)/i;

/** Reads a search query into terms, times and speaker. Names of the two are taken out of the terms: they stand everywhere. */
export function readQuestion(query: SearchQuery): Question {
  const text = simplify(query.text.slice(0, longestQuestion));
  const spans = timeSpans(text, query.at, query.timeZone);
  const called = {
    user: namedIn(text, query.names?.user?.map(simplify)),
    assistant: namedIn(text, query.names?.assistant?.map(simplify)),
  };
  const often = asksHowOften(text);
  const rest = spans.length > 0 ? withoutTimes(text, spans) : text;
  const bare = withoutNames(
    withoutFrame((often ? rest.replace(howOften, " ") : rest).replace(lastOnce, " ")),
    [...called.user, ...called.assistant],
  );
  return {
    terms: weightedTerms(bare, mostTerms),
    concepts: kindredOf(bare.slice(0, longestKindred)),
    related: (query.related ?? []).map(({ said, others }) => ({
      said: termsOfWord(said),
      others: others.slice(0, mostRelated).map(termsOfWord),
    })),
    spans,
    speaker: speakerOf(text, called),
    asks: asking.test(text),
    asksWhen: asksWhen.test(text),
    often,
    order: orderOf(text),
    past: asksOfPast(text),
    present: spans.length === 0 && present.test(text) && !asksOfPast(text) && !first.test(text),
  };
}

const frame =
  /(?:那|诶|欸)?你(?:到底|现在|应该)?(?:还|还会|还能)?(?:记不记得|记得|记着|想得起来|想得起)|(?:还)?记得(?:吗|么|不)(?=[\s?？。！!~～]*$)|\b(?:(?:do|can|did)\s+)?(?:you|u)\s+(?:still\s+)?(?:remember|recall)\b/giu;

/** What asks whether one remembers says nothing of the matter, and who else remembers is no answer. */
function withoutFrame(text: string): string {
  const left = text.replace(frame, " ");
  return /[\p{L}\p{N}]{2}/u.test(left) ? left : text;
}

/** The names of the two stand everywhere; a question that names them asks for something else. */
function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((left, name) => {
    const plain = name.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const whole = /^[A-Za-z0-9]/.test(plain) ? `\\b${plain}(?:['’]s)?\\b` : plain;
    return left.replace(new RegExp(whole, "giu"), " ");
  }, text);
}

const asking =
  /[?？]|什么|[啥咋]|干[嘛吗]|怎么|怎样|谁|哪|几[个点号岁时次天年月]|多少|多久|多大|[吗么呢]\s*$|记得|\b(?:what|why|how|who|whom|whose|where|when|which|remember|tell me)\b|^\s*(?:is|are|was|were|do|does|did|have|has|had|can|could|would|will)\b/i;

/** A question that wants a date, or a length of time. */
const asksWhen =
  /\bwhen\b|how long|what (?:date|day|time|month|year)|which (?:date|day|month|year)|哪[天日年]|哪一[天日年]|(?:什么|啥)时候|几[号月]|多久|何时/i;

const howOften =
  /(?:一共|总共)?(?:有过?|[过了])?(?:多少|几)(?:次|回|趟|遍)|多久(?:.{0,6})一[次回趟]|\bhow (?:often|many times|frequently)\b/gi;

/** 上一次滑雪 is not looked for by 一次, which 第一次滑雪 has too. */
const lastOnce = /(?:上|最近|最后)一[次回趟]/g;

/** True where a question asks how often: 几次, 多少回, "how many times". */
export function asksHowOften(text: string): boolean {
  return text.search(howOften) >= 0;
}

/** Which of several times is wanted. */
function orderOf(text: string): "first" | "last" | undefined {
  return first.test(text) ? "first" : last.test(text) ? "last" : undefined;
}

/** True where a question asks how it was: what was so before may then come before what is so now. */
export function asksOfPast(text: string): boolean {
  return past.test(text);
}

const present = /\b(?:is|are|am|do|does|have|has|now)\b|现在|[吗什哪谁几]|多[少大久]|怎/i;
const past =
  /\b(?:did|was|were|had|been|used to|use to|before|ago|former(?:ly)?|previous(?:ly)?|earlier|back then|in the past|ever|once|originally|old|ex)\b|以前|之前|从前|过去|曾经?|原来|原先|当时|那时|当初|那会儿|[上那][次回]|[过了](?:吗|没|什么|哪|谁|多少|几|$|[？?])|前任|先后/i;
const first =
  /\bfirst time\b|\b(?:did|have|had) \w+ first\b|\bearliest\b|\boriginally\b|\bat first\b|第一[次回]|头一[回次]|最早|最初|一开始|首次/i;
const last =
  /\blast time\b|\b(?:did|have|had) \w+ last\b|\blatest\b|\bmost recent(?:ly)?\b|\bnow\b|\bcurrent(?:ly)?\b|\bnowadays\b|\bthese days\b|\bnext\b|上一?[次回]|最近|最后一[次回]|现在|目前|如今|眼下|接下来|往后/i;

/** Words that ask what was talked about or done at a time, and say nothing of the matter. */
const askingOfTime =
  /我们|咱们?|都|怎么样|怎么了|过得|早上|上午|中午|下午|晚上|夜里|那天|那几天|的时候|期间|之间|聊天|聊|谈|说过?|讲|提到?|做|发生|干|有什么|什么|啥|咋|哪些|事情?|过?了|\b(?:what|which|did|do|we|you|i|talk(?:ed|ing)?|discuss(?:ed)?|say|said|happen(?:ed)?|about|on|in|during|between|morning|afternoon|evening|night|things?|going|was|were)\b/gi;

/** A time of the calendar; 周末 or "spring" may be what the talk was about. */
const calendarWord =
  /[\d０-９]|月|年|(?<![春夏秋冬])[天日号]$|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|yesterday|last|ago)\b/i;

/**
 * The question without the times it names: 2月 is understood as a time, and as a word would only find other twos. What is
 * left of "what did we talk about in February" asks for nothing but the time.
 */
function withoutTimes(text: string, spans: readonly TimeSpan[]): string {
  const dates = spans.filter((span) => calendarWord.test(span.text));
  const bare = dates.reduce((left, span) => left.replace(span.text, " "), text);
  // A whole date by itself may stand in what was said: 生日是1995年6月1号.
  if (/\d{4}/.test(text) && !/[\p{L}\p{N}]/u.test(bare)) return text;
  const asksOnly = (left: string) => tokenise(left.replace(askingOfTime, " ")).length === 0;
  if (asksOnly(bare)) return "";
  // 春节我在干嘛 asks for the days of the feast, and the word alone for whatever speaks of it.
  const rest = spans.reduce((left, span) => left.replace(span.text, " "), text);
  return /\p{L}/u.test(rest) && asksOnly(rest) ? "" : bare;
}

function namedIn(text: string, names: readonly string[] | undefined): string[] {
  const folded = fold(text);
  return (names ?? []).filter((name) => {
    const wanted = fold(name.trim());
    if (wanted === "") return false;
    // "Sam" is not named by "same"; Chinese names stand without spaces.
    if (!/^[a-z0-9]/.test(wanted)) return folded.includes(wanted);
    return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${wanted} `);
  });
}

function speakerOf(text: string, called: { user: string[]; assistant: string[] }): NamedSpeaker | undefined {
  if (called.user.length > 0 !== called.assistant.length > 0)
    return called.user.length > 0 ? "user" : "assistant";
  const ofCompanion = askedOfCompanion.test(text);
  if (ofCompanion !== askedOfPerson.test(text)) return ofCompanion ? "assistant" : "user";
  return undefined;
}
