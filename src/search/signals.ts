// The signals of the ranker: each says what one hint is worth for one entry, measured against 1 for the best fit of words.
import type { TimeSpan } from "./calendar.ts";
import { asks, ofChange, ofSelf, ofTime, speakerCode, typeCode } from "./columns.ts";
import type { View } from "./view.ts";

/** What the entry gains or loses by the hint. Pure; reads nothing but the view. */
export type Signal = (view: View, number: number) => number;

const message = typeCode("message");
const isMessage = ({ index }: View, number: number) => index.columns.type[number] === message;

/** What stands by itself has no neighbours and no topic: its own words stand for those too. */
const alone = 2;
/** Summaries are maps: what they say stands in messages, which come first where both fit. */
const isMap: ReadonlySet<number> = new Set([typeCode("mid"), typeCode("long"), typeCode("detail")]);

/** Its own words: 1 for the best. */
export const words: Signal = (view, number) => {
  const type = view.index.columns.type[number] ?? 0;
  return view.strength(number) * (type === message || isMap.has(type) ? 1 : alone);
};

/**
 * Words that the best hits share, since an answer often uses other words than its question: a second look-up, which counts the
 * more where the first one is uncertain.
 */
export const expansion: Signal = (view, number) => (view.uncertain ? 0.6 : 0.2) * view.expansion(number);

/** Near in meaning, whatever its words; less than the words themselves, which never err about a name or a number (A110, A224). */
export const meaning: Signal = (view, number) => 0.6 * view.nearness(number);

/** In chat a matter is spread over several messages: what they hold of the question between them, each word once. */
export const around: Signal = (view, number) => 1.2 * view.window(number).around;

/** What led up to a message counts more than what follows: the question stands before its answer. */
export const leadUp: Signal = (view, number) => view.window(number).leadUp;

/** What answers a question that fits, said by the other one. */
export const answers: Signal = (view, number) => {
  const before = view.neighbour(number, -1);
  if (before < 0) return 0;
  const { flags, speaker } = view.index.columns;
  const asked = ((flags[before] ?? 0) & asks) !== 0 && speaker[before] !== speaker[number];
  return asked ? 0.9 * view.strength(before) ** 2 : 0;
};

/** A message of a topic that is about the question as a whole comes before one that only shares a word with it. */
export const topic: Signal = (view, number) =>
  0.8 * view.topicStrength(view.index.columns.topic[number] ?? -1);

/** The first message of a topic often brings the news. */
export const opening: Signal = (view, number) => {
  const members = view.index.topicOf(number)?.members;
  return members !== undefined && members[0] === number ? 0.35 : 0;
};

/** Whose words the question is after. */
export const speaker: Signal = (view, number) => {
  const wanted = view.question.speaker;
  if (wanted === undefined || !isMessage(view, number)) return 0;
  return view.index.columns.speaker[number] === speakerCode(wanted) ? 0.7 : -0.7;
};

/** Somebody who speaks of himself tells what can be asked for later. */
export const self: Signal = (view, number) =>
  ((view.index.columns.flags[number] ?? 0) & ofSelf) === 0 ? 0 : 0.25;

/** A question for a date is answered by who names a time. */
export const moment: Signal = (view, number) =>
  view.question.asksWhen && ((view.index.columns.flags[number] ?? 0) & ofTime) !== 0 ? 0.9 : 0;

/** A question about how it is now is answered by who tells of a change, the more so the better his words fit. */
export const renewal: Signal = (view, number) => {
  const { past, spans } = view.question;
  const told = ((view.index.columns.flags[number] ?? 0) & ofChange) !== 0;
  return told && !past && spans.length === 0 ? 0.4 * view.strength(number) : 0;
};

/** What was said with a strong feeling stays longer, and comes first where the feeling is asked for (A234). */
export const feeling: Signal = (view, number) => 0.4 * view.feeling(number);

/** A longer span says less about the one message that is meant. */
const spanStrength = { day: 1, week: 0.9, month: 0.9, season: 0.8, year: 0.2 } as const;
const daySeconds = 86_400;

/** How much of a full match a moment has with the times that are named, 0 to 1. */
export function spanMatch(date: number, spans: readonly TimeSpan[]): number {
  let match = 0;
  for (const { from, to, precision } of spans) {
    const strength = spanStrength[precision];
    if (date >= from && date < to) match = Math.max(match, strength);
    else if (precision === "day" && date >= from - daySeconds && date < to + daySeconds)
      match = Math.max(match, strength / 2);
  }
  return match;
}

/** Lying in a time that the question names. */
export const time: Signal = (view, number) => {
  const { spans } = view.question;
  return spans.length === 0 ? 0 : 4 * spanMatch(view.index.columns.date[number] ?? 0, spans);
};

/** The first time, or the last, or how it is now: early or late among what was found. */
export const order: Signal = (view, number) => {
  const wanted = view.question.order;
  if (wanted === undefined) return 0;
  return 1.5 * (wanted === "last" ? view.lateness(number) : 1 - view.lateness(number));
};

/** All signals by the names that the ablation table uses. */
export const signals = {
  words,
  expansion,
  meaning,
  around,
  leadUp,
  answers,
  topic,
  opening,
  speaker,
  self,
  moment,
  renewal,
  feeling,
  time,
  order,
} as const;
export type SignalName =
  | keyof typeof signals
  | "kindred"
  | "related"
  | "fresh"
  | "renewed"
  | "held"
  | "often";
