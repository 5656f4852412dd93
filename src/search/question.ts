// What a question asks for: its weighted terms, the times it names, and whose words it is after.
import type { TimeSpan } from "./calendar.ts";
import type { SearchQuery } from "./search.ts";
import { timeSpans } from "./time-expressions.ts";
import { fold, tokenise, tokenWeight } from "./tokenise.ts";

export type NamedSpeaker = "user" | "assistant";

export type Question = {
  terms: Map<string, number>;
  spans: TimeSpan[];
  speaker: NamedSpeaker | undefined;
};

/** A pasted page is no better a question for its length; more terms only cost time. */
const mostTerms = 120;
const longestQuestion = 2000;

// "you recommended", "did you promise", 你推荐的: after the companion's own words. "did I say", 我说过: after the person's.
const askedOfCompanion =
  /你(?:之前|上次|当时|那时|曾经?|昨天|前天|有没有|是不是)*(?:给我)?(?:推荐|建议|答应|保证|承诺|说|讲|提|告诉|教|介绍|安慰|写)|\b(?:you|your)\s+(?:recommend|suggest|promis|advice|advise|say|said|tell|told|mention|offer|teach|taught)/i;
const askedOfPerson =
  /我(?:之前|上次|当时|那时|曾经?|昨天|前天|有没有|是不是)*(?:跟你|和你|给你|对你)?(?:说|讲|提|告诉|答应|抱怨|聊)|\bI\s+(?:ever\s+)?(?:say|said|tell|told|mention|promis|talk|complain)/i;

/** Reads a search query into terms, times and speaker. Names of the two are taken out of the terms: they stand everywhere. */
export function readQuestion(query: SearchQuery): Question {
  const text = query.text.slice(0, longestQuestion);
  const spans = timeSpans(text, query.at, query.timeZone);
  const called = {
    user: namedIn(text, query.names?.user),
    assistant: namedIn(text, query.names?.assistant),
  };
  const names = new Set([...called.user, ...called.assistant].flatMap((name) => tokenise(name)));
  const terms = new Map<string, number>();
  const rest = spans.length > 0 ? withoutTimes(text, spans) : text;
  for (const token of tokenise(rest)) {
    if (terms.size >= mostTerms) break;
    if (!names.has(token)) terms.set(token, tokenWeight(token));
  }
  return { terms, spans, speaker: speakerOf(text, called) };
}

/** Words that ask what was talked about or done at a time, and say nothing of the matter. */
const askingOfTime =
  /我们|咱们?|都|聊天|聊|谈|说过?|讲|提到?|做|发生|有什么|什么|哪些|事情?|过?了|\b(?:what|which|did|do|we|you|i|talk(?:ed|ing)?|discuss(?:ed)?|say|said|happen(?:ed)?|about|on|in|during|things?|going|was|were)\b/gi;

/** A time of the calendar; 周末 or "spring" may be what the talk was about. */
const calendarWord =
  /[\d０-９]|月|年|[天日号]$|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|yesterday|last|ago)\b/i;

/**
 * The question without the times it names: 2月 is understood as a time, and as a word would only find other twos. What is
 * left of "what did we talk about in February" asks for nothing but the time.
 */
function withoutTimes(text: string, spans: readonly TimeSpan[]): string {
  const dates = spans.filter((span) => calendarWord.test(span.text));
  const bare = dates.reduce((left, span) => left.replace(span.text, " "), text);
  return tokenise(bare.replace(askingOfTime, " ")).length === 0 ? "" : bare;
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
