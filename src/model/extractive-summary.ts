// Writes the summary of a topic from its own sentences: need or key fact, answer or promise, where it ended (A27, A64–A68).
import type { Language } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { simplify } from "../schema/simplified.ts";
import { namedFacts } from "./extractive-facts.ts";
import { readSentences, type Sentence, type Tokenise } from "./extractive-sentences.ts";
import { languageOf, overlap, quoteLimit, shorten, withoutFillers } from "./extractive-text.ts";
import { titleOf } from "./extractive-title.ts";

/** A27. */
const longestSummary = 200;
/** A74: at most three tenths of what was said, with a little room for rounding. */
const shareOfSource = 0.29;
/** What A74 measures begins at 400 characters; a shorter topic may keep half, since there is little to leave out. */
const shortTopic = 400;
const shareOfShort = 0.5;
const shortestSummary = 60;
/** A quotation of fewer characters ("Indeed.", 是啊) is not worth its marks, unless there is nothing else. */
const shortestQuote: Record<Language, number> = { zh: 6, en: 16 };
/** The answer and the end of a talk belong into its summary where they weigh at least this share of the best. */
const slotShare = 0.35;
/** Two quotations that share more than this say the same. */
const sameThing = 0.6;

export type Summary = {
  summary: string;
  topic: string;
  language: Language;
  sentences: readonly Sentence[];
};

type Quote = { sentence: Sentence; text: string };

const words = {
  zh: {
    opening: "那次聊到",
    of: "：",
    user: "对方说",
    assistant: "我说",
    open: "「",
    close: "」",
    between: "；",
    end: "。",
  },
  en: {
    opening: "Talked about ",
    of: ": ",
    user: "they said ",
    assistant: "I said ",
    open: "“",
    close: "”",
    between: "; ",
    end: ".",
  },
} as const;

const nothing = {
  zh: "那次只说了几句，没有聊到具体的事。",
  en: "A few words were exchanged, about nothing in particular.",
} as const;
const wordless = { zh: "那次没有留下文字。", en: "No words were exchanged." } as const;

/**
 * Summary of a topic in the language of the talk. Quotations stand in the order in which they were said, each with its
 * speaker. `parts` are summaries of earlier stretches (A66) and come first.
 */
export function summarise(
  messages: readonly Message[],
  parts: readonly string[],
  otherwise: Language,
  tokenise: Tokenise,
): Summary {
  const said = messages.map((message) => message.content.slice(0, 500)).join("\n");
  const language = languageOf(said, languageOf(parts.join("\n"), otherwise));
  const sentences = readSentences(messages, tokenise);
  const topic = titleOf(sentences, language);
  const earlier = parts.map((part) => withoutOpening(part)).filter((part) => part !== "");
  const source = messages.reduce((sum, message) => sum + message.content.length, 0);
  const whole = roomFor(source);
  const room = earlier.length > 0 ? Math.max(shortestSummary, whole / 2) : whole;
  const quotes = choose(sentences, topic, language, room);
  if (quotes.length === 0 && earlier.length === 0) {
    const plain = fallback(messages, language);
    return { summary: plain, topic, language, sentences };
  }
  const now = quotes.length > 0 ? render(quotes, topic, language) : "";
  const before = earlier.length > 0 ? joinParts(earlier, whole - now.length, language) : "";
  return { summary: `${before}${now}`, topic, language, sentences };
}

function roomFor(source: number): number {
  const share =
    source < shortTopic
      ? Math.min(source * shareOfShort, shortTopic * shareOfSource)
      : source * shareOfSource;
  return Math.floor(Math.min(longestSummary, Math.max(shortestSummary, share)));
}

/** A summary without its opening phrase, ready to be joined or cut. */
export function withoutOpening(summary: string): string {
  return summary.replace(/^(?:那次聊到(?:[^：「]{0,40})：|Talked about [^:“]{0,80}: )/, "").trim();
}

function fallback(messages: readonly Message[], language: Language): string {
  const text = messages.map((message) => message.content.trim()).find((content) => content !== "");
  return text === undefined ? wordless[language] : nothing[language];
}

/** Shares the room among the parts and cuts each at the end of a sentence. */
function joinParts(parts: readonly string[], room: number, language: Language): string {
  const each = Math.max(40, Math.floor(room / parts.length));
  const cut = parts.map((part) => {
    if (part.length <= each) return part;
    const end = Math.max(
      part.lastIndexOf("」", each - 1),
      part.lastIndexOf("”", each - 1),
      part.lastIndexOf("。", each - 1),
    );
    return end > 10 ? part.slice(0, end + 1) : `${part.slice(0, each - 1)}…`;
  });
  const joined = cut
    .map((part) => part.replace(/(?<![。.；;，,\s])[。.；;，,\s]+$/, ""))
    .join(words[language].between);
  return `${joined}${words[language].end}${language === "en" ? " " : ""}`;
}

function lengthOf(quotes: readonly Quote[], topic: string, language: Language): number {
  return render(
    [...quotes].sort((a, b) => a.sentence.place - b.sentence.place),
    topic,
    language,
  ).length;
}

/** The parts that A67 asks for come first, then whatever is worth most for its length and not said yet. */
function choose(sentences: readonly Sentence[], topic: string, language: Language, room: number): Quote[] {
  const long = candidatesOf(sentences, topic, language, room);
  const last = sentences.at(-1)?.message ?? 0;
  const best = (fits: (quote: Quote) => boolean) =>
    long
      .filter(fits)
      .reduce<Quote | undefined>(
        (high, quote) => (!high || quote.sentence.weight > high.sentence.weight ? quote : high),
        undefined,
      );
  const chosen: Quote[] = [];
  const take = (quote: Quote | undefined) => {
    if (!quote || chosen.includes(quote) || chosen.some((other) => repeats(other, quote))) return;
    // The first may go beyond the topic's share, so that even a short topic says something; A27 holds always.
    const most = chosen.length > 0 ? room : longestSummary;
    if (lengthOf([...chosen, quote], topic, language) > most) return;
    chosen.push(quote);
  };
  const first = best(({ sentence }) => sentence.role === "user");
  take(first);
  const weighs = (quote: Quote | undefined) =>
    quote !== undefined && quote.sentence.weight >= slotShare * (first?.sentence.weight ?? 0);
  const answer = best(({ sentence }) => sentence.role === "assistant" && !sentence.question);
  if (weighs(answer)) take(answer);
  const ending = best(({ sentence }) => sentence.message >= last - 3 && sentence.role === "user");
  if (weighs(ending)) take(ending);
  const left = new Set(long);
  const known = new Set(chosen.flatMap(({ sentence }) => sentence.facts.map((fact) => fact.text)));
  while (left.size > 0) {
    const next = [...left].reduce((high, quote) => (worth(quote, known) > worth(high, known) ? quote : high));
    left.delete(next);
    const before = chosen.length;
    take(next);
    if (chosen.length > before) for (const fact of next.sentence.facts) known.add(fact.text);
    if (left.size > 200) trim(left);
  }
  return chosen.sort((a, b) => a.sentence.place - b.sentence.place);
}

function candidatesOf(
  sentences: readonly Sentence[],
  topic: string,
  language: Language,
  room: number,
): Quote[] {
  const whole = sentences.flatMap((sentence) => {
    const text = shorten(sentence.text, quoteLimit[language]);
    return text === undefined ? [] : [{ sentence, text }];
  });
  if (whole.length === 0) return cutOff(sentences, topic, language, room);
  const telling = whole.filter(({ text }) => text.length >= shortestQuote[language]);
  return telling.length > 0 ? telling : whole;
}

/** Beyond the best two hundred nothing will fit any more. */
function trim(left: Set<Quote>): void {
  const order = [...left].sort((a, b) => b.sentence.weight - a.sentence.weight);
  for (const quote of order.slice(200)) left.delete(quote);
}

function worth({ sentence, text }: Quote, known: ReadonlySet<string>): number {
  const fresh = sentence.facts.filter((fact) => text.includes(fact.text) && !known.has(fact.text)).length;
  return (sentence.weight + 0.7 * fresh) / (text.length + 15);
}

function repeats(one: Quote, other: Quote): boolean {
  return overlap(one.sentence.tokens, other.sentence.tokens) > sameThing;
}

/** Where every sentence is too long to be quoted whole, the start of the weightiest, marked as cut. */
function cutOff(sentences: readonly Sentence[], topic: string, language: Language, room: number): Quote[] {
  const [first] = [...sentences].sort((a, b) => b.weight - a.weight);
  if (!first) return [];
  const around = render([{ sentence: first, text: "" }], topic, language).length;
  const limit = Math.max(20, Math.min(room - around - 1, 2 * quoteLimit[language]));
  const text = withoutFillers(first.text);
  return [{ sentence: first, text: text.length <= limit ? text : `${wellFormed(text.slice(0, limit))}…` }];
}

/** Without the half of a character that a cut may leave at the end. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}

function render(quotes: readonly Quote[], topic: string, language: Language): string {
  const form = words[language];
  const stretches: string[] = [];
  let speaker = "";
  for (const { sentence, text } of quotes) {
    const quoted = `${form.open}${text
      .replace(/(?<![。.；;，,\s])[。.；;，,\s]+$/, "")
      .replaceAll(form.open, "‘")
      .replaceAll(form.close, "’")}${form.close}`;
    const who = sentence.name === undefined ? form[sentence.role] : nameLead(sentence.name, language);
    if (who === speaker) stretches.push(`${stretches.pop() ?? ""}${language === "en" ? " " : ""}${quoted}`);
    else stretches.push(`${who}${quoted}`);
    speaker = who;
  }
  const body = stretches.join(form.between);
  const lead = topic === "" ? form.opening.trim() : `${form.opening}${topic}`;
  const opening = topic === "" && language === "en" ? "" : `${lead}${form.of}`;
  const text = `${opening}${body}${form.end}`;
  return opening === "" ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function nameLead(name: string, language: Language): string {
  return language === "zh" ? `${name}说` : `${name} said `;
}

const mostEntities = 24;
/** A topic of 400 messages has about 20,000 characters; what goes far beyond is pasted. */
const longestEntityText = 40_000;

/** What the topic names, the most often and first named first: people, places, dates, numbers, titles (A26). */
export function entitiesOf(messages: readonly Message[]): string[] {
  const counts = new Map<string, { text: string; count: number; first: number }>();
  let room = longestEntityText;
  for (const [at, message] of messages.entries()) {
    const content = message.content.slice(0, Math.min(2000, room));
    room -= content.length;
    for (const { text } of namedFacts(content)) {
      const key = simplify(text.toLowerCase());
      const known = counts.get(key);
      const weight = message.role === "user" ? 2 : 1;
      if (known) known.count += weight;
      else counts.set(key, { text, count: weight, first: at });
    }
  }
  const order = [...counts.values()].sort((a, b) => b.count - a.count || a.first - b.first);
  return order.slice(0, mostEntities).map(({ text }) => text);
}
