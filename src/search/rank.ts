// The combined ranker (DESIGN 6): words, neighbours, topic, speaker and named times together decide the order of hits.
import type { Language } from "../schema/common.ts";
import type { Allowed, Index, Scores, Terms } from "./bm25.ts";
import type { TimeSpan } from "./calendar.ts";
import { speakerCode, typeCode } from "./columns.ts";
import { foremost } from "./foremost.ts";
import { type NamedSpeaker, readQuestion } from "./question.ts";
import type { SearchEntry, SearchHit, SearchQuery } from "./search.ts";
import { tokenise, tokenWeight } from "./tokenise.ts";

type Weights = {
  /** Share of its score that a message lends to its direct and to its next neighbours. */
  near: number;
  next: number;
  topic: number;
  /** Expansion: terms taken from the best hits, and what each is worth. */
  expansionTerms: number;
  expansionWorth: number;
  /** Added where the entry lies on a day, or in a longer span, that the question names. */
  day: number;
  /** At least this share of what the question asks for must stand in one entry, or nothing in the memory fits. */
  floor: number;
};

// DESIGN 6 and RECALL 3: tuned on the open part of the data, confirmed on the kept part.
const weightsOf: Record<Language, Weights> = {
  zh: { near: 0.3, next: 0.1, topic: 0.5, expansionTerms: 0, expansionWorth: 0, day: 1, floor: 0.12 },
  en: { near: 0.5, next: 0.25, topic: 0.5, expansionTerms: 6, expansionWorth: 0.2, day: 0.6, floor: 0.16 },
};
const speakerBoost = 1.3;
const expansionSources = 4;
/** A longer span says less about the one message that is meant. */
const spanStrength = { day: 1, week: 0.7, month: 0.5, season: 0.4, year: 0.2 } as const;
const daySeconds = 86_400;

/** What scores less than this share of the best is noise beside it. */
const relativeFloor = 0.05;

/** A225: what an entry is worth by itself; messages and whatever has no importance lie in the middle. */
const similarityShare = 0.7;
const importanceShare = 0.3;

/**
 * Entries that answer the query, best first, at most `query.limit`. Messages and entries later than `query.at` are left
 * out. Nothing fits: an empty list (DESIGN 6). Scores are between 0 and 1 and comparable within one answer only.
 */
export function rank(index: Index, query: SearchQuery): SearchHit[] {
  if (query.limit <= 0) return [];
  const weights = weightsOf[query.language];
  const question = readQuestion(query);
  const allowed = allowedBy(index, query);
  const found = index.score(question.terms, allowed);
  if (!found.touched.some((number) => (found.matched[number] ?? 0) >= weights.floor)) {
    for (const number of found.touched) found.score[number] = 0;
    found.touched.length = 0;
  }
  if (weights.expansionTerms > 0 && found.touched.length > 0)
    expand(index, found, question.terms, weights, allowed);
  normalise(found);
  spread(index, found, weights, allowed);
  addTopics(index, found, question.terms, weights, allowed);
  boostSpeaker(index, found, question.speaker);
  addTimes(index, found, question.spans, weights, allowed);
  return best(index, found, query.limit);
}

/** Nothing from after the question, nothing that is gone, and only the types that are asked for. */
function allowedBy(index: Index, { at, types }: SearchQuery): Allowed {
  const { date, type } = index.columns;
  const wanted = types && new Set(types.map(typeCode));
  return (number) => {
    const code = type[number] ?? 0;
    return code > 0 && (date[number] ?? 0) <= at && (wanted === undefined || wanted.has(code));
  };
}

function highestOf({ score, touched }: Scores): number {
  let highest = 0;
  for (const number of touched) highest = Math.max(highest, score[number] ?? 0);
  return highest;
}

/** Divides by the best score, so that every further part is measured against the same 1. */
function normalise(found: Scores): void {
  const { score, touched } = found;
  const highest = highestOf(found);
  if (highest > 0) for (const number of touched) score[number] = (score[number] ?? 0) / highest;
}

/** Adds terms that the best hits share, since an answer often uses other words than its question. */
function expand(index: Index, found: Scores, terms: Terms, weights: Weights, allowed: Allowed): void {
  const sources = foremost(found.touched, expansionSources, (number) => found.score[number] ?? 0);
  const worth = new Map<string, number>();
  for (const number of sources) {
    for (const token of new Set(tokenise(index.entry(number)?.text ?? ""))) {
      if (!terms.has(token))
        worth.set(token, (worth.get(token) ?? 0) + index.rarity(token) * tokenWeight(token));
    }
  }
  const chosen = [...worth].sort((a, b) => b[1] - a[1]).slice(0, weights.expansionTerms);
  const added = index.score(new Map(chosen.map(([term]) => [term, weights.expansionWorth])), allowed);
  for (const number of added.touched) add(found, number, added.score[number] ?? 0);
}

function add(found: Scores, number: number, amount: number): void {
  if (amount <= 0) return;
  if ((found.score[number] ?? 0) === 0) found.touched.push(number);
  found.score[number] = (found.score[number] ?? 0) + amount;
}

/** In chat the question stands in one message and the answer in the next. */
function spread(index: Index, found: Scores, weights: Weights, allowed: Allowed): void {
  const own = found.score.slice();
  const { topic: topicNumbers } = index.columns;
  const topics = new Set<number>();
  for (const number of found.touched) topics.add(topicNumbers[number] ?? -1);
  for (const topic of topics) {
    const members = index.topicAt(topic)?.members ?? [];
    const scoreAt = (place: number) => (place < members.length ? (own[members[place] ?? 0] ?? 0) : 0);
    // The scores of two before, one before, this one, and one and two behind, moved along by one at each step.
    let [far, near, here, next, last] = [0, 0, 0, scoreAt(0), scoreAt(1)];
    for (let place = 0; place < members.length; place++) {
      far = near;
      near = here;
      here = next;
      next = last;
      last = scoreAt(place + 2);
      const lent = weights.near * (near + next) + weights.next * (far + last);
      const number = members[place] ?? -1;
      if (lent > 0 && (here > 0 || allowed(number))) add(found, number, lent);
    }
  }
}

/** A message in a topic that is about the question as a whole comes before one that only shares a word with it. */
function addTopics(index: Index, found: Scores, terms: Terms, weights: Weights, allowed: Allowed): void {
  const scores = index.scoreTopics(terms, allowed);
  let highest = 0;
  for (const score of scores) highest = Math.max(highest, score);
  if (highest === 0) return;
  const { topic: topics } = index.columns;
  for (const number of found.touched) {
    const topic = topics[number] ?? -1;
    if (topic >= 0) add(found, number, (weights.topic * (scores[topic] ?? 0)) / highest);
  }
}

function boostSpeaker(index: Index, found: Scores, speaker: NamedSpeaker | undefined): void {
  if (speaker === undefined) return;
  const { speaker: speakers } = index.columns;
  const wanted = speakerCode(speaker);
  for (const number of found.touched) {
    if (speakers[number] === wanted) found.score[number] = (found.score[number] ?? 0) * speakerBoost;
  }
}

/** Entries of a named time move up; those of a named day come even where they share no word with the question. */
function addTimes(
  index: Index,
  found: Scores,
  spans: readonly TimeSpan[],
  weights: Weights,
  allowed: Allowed,
): void {
  if (spans.length === 0) return;
  const wordless = found.touched.length === 0;
  const days = spans.some((span) => span.precision === "day");
  const { date: dates } = index.columns;
  const boost = (number: number) => {
    const known = (found.score[number] ?? 0) > 0;
    const worth = boostOf(dates[number] ?? 0, spans, weights);
    if (worth > 0 && (known || ((days || wordless) && (worth >= weights.day || wordless) && allowed(number))))
      add(found, number, worth);
  };
  // Without a named day only what was found already can move up.
  if (days || wordless) for (let number = 0; number < index.end; number++) boost(number);
  else for (const number of found.touched.slice()) boost(number);
}

/** What lying in one of the named times is worth. */
function boostOf(date: number, spans: readonly TimeSpan[], weights: Weights): number {
  let boost = 0;
  for (const { from, to, precision } of spans) {
    const strength = weights.day * spanStrength[precision];
    if (date >= from && date < to) boost = Math.max(boost, strength);
    else if (precision === "day" && date >= from - daySeconds && date < to + daySeconds)
      boost = Math.max(boost, strength / 2);
  }
  return boost;
}

function importanceOf(entry: SearchEntry): number {
  const importance = entry.importance ?? 0.5;
  // Core memories count from 1 to 10, everything else from 0 to 1.
  return Math.min(1, importance > 1 ? importance / 10 : Math.max(0, importance));
}

function best(index: Index, found: Scores, limit: number): SearchHit[] {
  const highest = highestOf(found);
  const worth = (number: number) => {
    const similarity = (found.score[number] ?? 0) / highest;
    const entry = similarity < relativeFloor ? undefined : index.entry(number);
    return entry && similarityShare * similarity + importanceShare * importanceOf(entry);
  };
  const { date } = index.columns;
  // Of equal ones the later, since it is the one that holds now.
  return foremost(found.touched, limit, worth, (number) => date[number] ?? 0).flatMap((number) => {
    const entry = index.entry(number);
    return entry ? [{ ...entry, score: worth(number) ?? 0 }] : [];
  });
}
