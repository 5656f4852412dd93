// The ranker (DESIGN 6): reads the index for a question, gathers what might answer it, and lets every signal have its say.
import type { Language } from "../schema/common.ts";
import type { TimeSpan } from "./calendar.ts";
import { ofChange, typeCode } from "./columns.ts";
import { expand } from "./expand.ts";
import { foremost } from "./foremost.ts";
import { freshFirst } from "./fresh.ts";
import type { Index } from "./inverted-index.ts";
import { nearNumbers } from "./near.ts";
import { dayByDay } from "./often.ts";
import { type Question, readQuestion } from "./question.ts";
import { renewedFirst, type Told } from "./renewed.ts";
import { type Allowed, everyType, Scores } from "./scores.ts";
import type { SearchHit, SearchQuery } from "./search.ts";
import { type SignalName, signals, spanMatch } from "./signals.ts";
import { type View, viewOf } from "./view.ts";

/**
 * At least this share of what was said must stand in one entry, or nothing in the memory fits. Who asks is content with less: a
 * question seldom shares many words with its answer.
 */
const floors: Record<Language, number> = { zh: 0.12, en: 0.16 };
const askedFloor = 0.03;
/** The best by their words, with whose neighbours and topics the others are gathered. */
const mostHeads = 400;
const fewestHeads = 100;
const mostTopics = 30;
const fewestTopics = 15;
/** Messages of one topic that are looked at, and of a time that is named. */
const mostMembers = 120;
const mostInTime = 2_000;
/** Up to so many entries a memory is small. */
const smallMemory = 2_000;
/** What scores less than this share of the best is noise beside it. */
const relativeFloor = 0.05;
/** A225: what an entry is worth by itself; messages and whatever has no importance lie in the middle. */
const similarityShare = 0.7;
const importanceShare = 0.3;

/** A fact or a summary must hold this share by itself: it has no neighbours that might hold the rest. */
const noteFloor = 0.2;
const message = typeCode("message");

/**
 * Entries that answer the query, best first, at most `query.limit`. Messages and entries later than `query.at` are left
 * out. Nothing fits: an empty list (DESIGN 6). Scores are between 0 and 1 and comparable within one answer only. `without`
 * names signals that are left out, for measuring what each brings.
 */
export function rank(
  index: Index,
  query: SearchQuery,
  without: ReadonlySet<SignalName> = new Set(),
): SearchHit[] {
  if (query.limit <= 0) return [];
  const question = readQuestion(query);
  const allowed = allowedBy(query);
  const scores = new Scores(index, allowed);
  scores.addTerms(question.terms);
  if (!without.has("kindred")) scores.addConcepts(question.concepts);
  if (!without.has("related")) scores.addConcepts(question.related);
  const floor = question.asks ? askedFloor : floors[query.language];
  const fits = scores.mostMatched >= floor * scores.whole;
  const own = (number: number) => scores.own[number] ?? 0;
  const heads = fits ? foremost(scores.touched, headsFor(query.limit), own) : [];
  const expanded = without.has("expansion") ? undefined : expand(index, question, heads, own, allowed);
  const near = nearNumbers(index, without.has("meaning") ? undefined : query.meaning);
  const view = viewOf(index, question, scores, heads, expanded, near, query.felt);
  const numbers = gather(view, scores, heads, expanded, query.limit);
  // What is only near is found beside what fits by its words, or where it stands out by itself.
  if (heads.length > 0 || query.meaning?.outstanding)
    for (const number of near.keys())
      if (scores.isAllowed(number) && !numbers.includes(number)) numbers.push(number);
  const hits = sorted(view, numbers, query, without);
  expanded?.close();
  scores.close();
  return hits;
}

/** More heads than results, and never so few that a topic or a neighbour is missed. */
const headsFor = (limit: number) => Math.max(fewestHeads, Math.min(mostHeads, limit));

function allowedBy({ at, types }: SearchQuery): Allowed {
  return { at, types: types ? types.reduce((bits, type) => bits | (1 << typeCode(type)), 0) : everyType };
}

/** Everything that may answer: what fits by its words, what stands beside it or in its topic, what lies in a named time. */
function gather(
  view: View,
  scores: Scores,
  heads: readonly number[],
  expanded: Scores | undefined,
  limit: number,
): number[] {
  const { index, question } = view;
  const dateOf = (number: number) => index.columns.date[number] ?? 0;
  const seen = new Set<number>();
  const add = (number: number) => {
    if (number < 0 || seen.has(number) || !scores.isAllowed(number)) return;
    if (index.columns.type[number] === message || scores.share(number) >= noteFloor) seen.add(number);
  };
  for (const number of heads) {
    add(number);
    for (const offset of [-2, -1, 1, 2]) add(view.neighbour(number, offset));
  }
  if (expanded)
    for (const number of foremost(expanded.touched, fewestHeads, (one) => expanded.own[one])) add(number);
  if (heads.length > 0) {
    const topics = foremost(
      scores.topics,
      limit > fewestHeads ? mostTopics : fewestTopics,
      (topic) => scores.topic[topic],
    );
    for (const topic of topics)
      for (const number of (index.topics.at(topic)?.members ?? []).slice(0, mostMembers)) add(number);
  }
  addNamedTimes(view, heads.length === 0, question, add);
  // A season or a year of which nothing fits by its words: what was said then is the nearest to an answer.
  if (question.spans.length > 0 && ![...seen].some((number) => liesIn(dateOf(number), question.spans)))
    addNamedTimes(view, true, question, add);
  if (heads.length > 0 && index.end <= smallMemory) addWhole(view, add);
  return [...seen];
}

/** A small memory is looked at as a whole: whatever has to do with the question, be it by its topic or by other words. */
function addWhole(view: View, add: (number: number) => void): void {
  const { topic } = view.index.columns;
  for (let number = 0; number < view.index.end; number++) {
    const isNear = view.window(number).around > 0 || view.topicStrength(topic[number] ?? -1) > 0;
    if (isNear || view.expansion(number) > 0) add(number);
  }
}

/** Entries of a named day come even where they share no word with the question; of a longer span only where nothing else does. */
function addNamedTimes(
  { index }: View,
  wordless: boolean,
  { spans }: Question,
  add: (number: number) => void,
): void {
  const wanted = wordless ? spans : spans.filter(({ precision }) => precision === "day");
  if (wanted.length === 0) return;
  const { date } = index.columns;
  let left = mostInTime;
  for (let number = index.end - 1; number >= 0 && left > 0; number--) {
    if (spanMatch(date[number] ?? 0, wanted) === 0) continue;
    add(number);
    left--;
  }
}

/** Core memories count from 1 to 10, everything else from 0 to 1; what has none lies in the middle. */
function importanceOf(importance = 0.5): number {
  return Math.min(1, importance > 1 ? importance / 10 : Math.max(0, importance));
}

function sorted(
  view: View,
  numbers: readonly number[],
  { limit, held, timeZone }: SearchQuery,
  without: ReadonlySet<SignalName>,
): SearchHit[] {
  const said = Object.entries(signals).flatMap(([name, signal]) =>
    without.has(name as SignalName) ? [] : [signal],
  );
  const sums = new Map<number, number>();
  let highest = 0;
  for (const number of numbers) {
    let sum = 0;
    for (const signal of said) sum += signal(view, number);
    sums.set(number, sum);
    highest = Math.max(highest, sum);
  }
  const weightOf = (number: number) => {
    const entry = view.index.noted(number);
    const now = entry && !without.has("held") ? held?.(entry) : undefined;
    return now ?? importanceOf(entry?.importance);
  };
  const worth = (number: number) => {
    const similarity = (sums.get(number) ?? 0) / highest;
    if (!(similarity >= relativeFloor)) return undefined;
    return similarityShare * similarity + importanceShare * weightOf(number);
  };
  const { date } = view.index.columns;
  // Of equal ones the later, since it is the one that holds now.
  const best = foremost(numbers, limit, worth, (number) => date[number] ?? 0);
  const asked = view.question.present && !without.has("renewed");
  const ordered = asked ? renewedFirst(best, (number) => toldBy(view, number)) : best;
  const hits = ordered.flatMap((number, place) => {
    const entry = view.index.entry(number);
    // The score of the place: one that was moved up is no worse than the one it was put before.
    const fit = view.question.terms.length > 0 ? { fit: view.held(number) } : {};
    return entry ? [{ ...entry, score: worth(best[place] ?? number) ?? 0, ...fit }] : [];
  });
  const fresh = without.has("fresh") ? hits : freshFirst(hits);
  return view.question.often && !without.has("often") ? dayByDay(fresh, timeZone) : fresh;
}

const liesIn = (date: number, spans: readonly TimeSpan[]) =>
  spans.some(({ from, to }) => date >= from && date < to);

function toldBy(view: View, number: number): Told {
  const { date, flags } = view.index.columns;
  return {
    fit: view.strength(number),
    date: date[number] ?? 0,
    change: ((flags[number] ?? 0) & ofChange) !== 0,
  };
}
