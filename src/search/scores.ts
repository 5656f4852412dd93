// Reads the index for a question: what its words, and other words for them, are worth in every entry and topic.
import { rarityOf, termScore } from "./bm25.ts";
import type { Buffers } from "./buffers.ts";
import { Coverage } from "./coverage.ts";
import type { Index } from "./inverted-index.ts";
import type { Concept } from "./kindred.ts";
import type { Term } from "./terms.ts";

/** A kindred word counts like half of the word itself. */
const kindredWeight = 0.5;
/** Postings read at most, the worthiest terms first: what is frequent and comes after them decides nothing. */
const mostForTerms = 10_000;
const mostForConcepts = 6_000;
/** What is said by other words and what belongs to names are read once each. */
const mostTouched = mostForTerms + 2 * mostForConcepts;

/** The bits of all types; the lowest stands for what is gone. */
export const everyType = 0xffff_fffe;

/** Which documents may be found: none later than `at`, and only types whose bit is set. */
export type Allowed = { at: number; types: number };

/** Sums by document and by topic number. Whoever makes one gives it back with `close`. */
export class Scores {
  /** Topics with a score. */
  readonly topics: number[] = [];
  /** The worth of the whole question, and the most of it that one entry holds. */
  whole = 0;
  mostMatched = 0;
  /** How much of the question several entries hold between them. */
  readonly coverage = new Coverage();
  #left = 0;
  #met = 0;
  /** Nothing is forbidden, so that nothing needs to be looked up. */
  readonly #isFree: boolean;
  readonly #buffers: Buffers;
  readonly #index: Index;
  readonly #allowed: Allowed;
  readonly #averages: Float64Array;
  readonly #topicLength: number;

  /** `marks`: which terms an entry holds is kept, for `terms`, `kin` and `coverage`. */
  constructor(index: Index, allowed: Allowed, marks = true) {
    this.#index = index;
    this.#allowed = allowed;
    this.#buffers = index.buffers.take(index.end, index.topics.end, marks, mostTouched);
    this.#averages = index.averages();
    this.#topicLength = index.topics.averageLength;
    this.#isFree = allowed.types === everyType && index.columns.latest <= allowed.at;
  }

  /** Documents with a score. */
  get touched(): Uint32Array {
    return this.#buffers.touched.subarray(0, this.#met);
  }

  /** BM25 by document number. */
  get own(): Float32Array {
    return this.#buffers.own;
  }

  /** BM25 by topic number, each topic as one long text. */
  get topic(): Float32Array {
    return this.#buffers.topic;
  }

  /** How much of the question's worth stands in an entry, 0 to 1; 1 where the question has no words. */
  share(number: number): number {
    return this.whole > 0 ? (this.#buffers.matched[number] ?? 0) / this.whole : 1;
  }

  /** The terms that stand in an entry, and those for which a kindred word does, one bit each as `coverage` knows them. */
  terms(number: number): number {
    return this.#buffers.terms[number] ?? 0;
  }

  kin(number: number): number {
    return this.#buffers.kin[number] ?? 0;
  }

  /** Gives the buffers back; the scores are gone. */
  close(): void {
    const { own, matched, terms, kin, topic } = this.#buffers;
    for (const number of this.touched) {
      own[number] = 0;
      matched[number] = 0;
      terms[number] = 0;
      kin[number] = 0;
    }
    for (const number of this.topics) topic[number] = 0;
    this.#index.buffers.giveBack(this.#buffers);
  }

  isAllowed(number: number): boolean {
    const { date, type } = this.#index.columns;
    return (
      (date[number] ?? 0) <= this.#allowed.at && ((this.#allowed.types >>> (type[number] ?? 0)) & 1) === 1
    );
  }

  /** BM25 of the terms; of very frequent ones only as many as the time allows. */
  addTerms(terms: readonly Term[], most = mostForTerms): void {
    this.#left = most;
    const worths = terms
      .map((term) => ({ term, worth: term.weight * this.#index.rarity(term.high, term.low) }))
      .sort((a, b) => b.worth - a.worth);
    for (const { term, worth } of worths) {
      this.whole += worth;
      const bit = this.coverage.add(term, worth);
      if (this.#affords(term)) this.#addTerm(term, worth, bit);
    }
  }

  #affords({ high, low }: Term): boolean {
    const count = this.#index.count(high, low);
    if (count > this.#left) return false;
    this.#left -= count;
    return true;
  }

  #addTerm({ high, low, weight }: Term, worth: number, bit: number): void {
    const { size, documents, frequencies } = this.#index.holders(high, low);
    const { date, type } = this.#index.columns;
    const { at: latest, types } = this.#allowed;
    const { terms } = this.#buffers;
    for (let at = 0; at < size; at++) {
      const number = documents[at] ?? 0;
      const isForbidden = this.#isFree
        ? type[number] === 0
        : (date[number] ?? 0) > latest || ((types >>> (type[number] ?? 0)) & 1) !== 1;
      if (isForbidden) continue;
      this.#add(number, worth, frequencies[at] ?? 1);
      terms[number] = (terms[number] ?? 0) | bit;
    }
    this.#addTopics(weight);
  }

  #add(number: number, worth: number, frequency: number): void {
    const { length, type, topic } = this.#index.columns;
    const { own, matched, sums } = this.#buffers;
    const relative = (length[number] ?? 0) / (this.#averages[type[number] ?? 0] ?? 1);
    const before = own[number] ?? 0;
    if (before === 0) this.#buffers.touched[this.#met++] = number;
    own[number] = before + termScore(worth, frequency, relative);
    const share = (matched[number] ?? 0) + worth;
    matched[number] = share;
    if (share > this.mostMatched) this.mostMatched = share;
    const home = topic[number] ?? -1;
    if (home < 0) return;
    const sum = sums[home] ?? 0;
    if (sum === 0) this.#held.push(home);
    sums[home] = sum + frequency;
  }

  /** Topics that hold the term that is being read. */
  readonly #held: number[] = [];

  /** What the term that was just read is worth in the topics that hold it. */
  #addTopics(weight: number): void {
    const { topics } = this.#index;
    const { topic: scores, sums } = this.#buffers;
    const worth = weight * rarityOf(this.#held.length, topics.size);
    for (const home of this.#held) {
      const relative = (topics.at(home)?.length ?? 0) / this.#topicLength;
      const before = scores[home] ?? 0;
      if (before === 0) this.topics.push(home);
      scores[home] = before + termScore(worth, sums[home] ?? 0, relative);
      sums[home] = 0;
    }
    this.#held.length = 0;
  }

  /**
   * Adds what words of a like meaning are worth: for each concept at most one of them counts in an entry, and none where the
   * word that was said stands there itself. They are as rare as all of them together.
   */
  addConcepts(concepts: readonly Concept[]): void {
    this.#left = mostForConcepts;
    const { kin, stamps } = this.#buffers;
    for (const { said, others } of concepts) {
      this.#buffers.stamp++;
      for (const term of said) {
        if (!this.#affords(term)) continue;
        const { size, documents } = this.#index.holders(term.high, term.low);
        for (let at = 0; at < size; at++) stamps[documents[at] ?? 0] = this.#buffers.stamp;
      }
      const found: number[] = [];
      const times: number[] = [];
      for (const terms of others) this.#find(terms, found, times);
      const worth = kindredWeight * rarityOf(Math.max(1, found.length), this.#index.size);
      const bit = this.coverage.bitOf(said);
      for (const [at, number] of found.entries()) {
        this.#add(number, worth, times[at] ?? 1);
        kin[number] = (kin[number] ?? 0) | bit;
      }
      this.#addTopics(kindredWeight);
    }
  }

  /** Entries with all terms of a word that are not stamped yet; stamps them. */
  #find(terms: readonly Term[], found: number[], times: number[]): void {
    const { stamp, stamps } = this.#buffers;
    if (
      terms.some(({ high, low }) => this.#index.count(high, low) === 0) ||
      !terms.every((term) => this.#affords(term))
    )
      return;
    const [first, ...rest] = terms;
    if (!first) return;
    const all = rest.map(({ high, low }) => {
      const { size, documents } = this.#index.holders(high, low);
      return new Set(documents.subarray(0, size));
    });
    const { size, documents, frequencies } = this.#index.holders(first.high, first.low);
    for (let at = 0; at < size; at++) {
      const number = documents[at] ?? 0;
      if (stamps[number] === stamp || !this.isAllowed(number)) continue;
      if (all.length > 0 && !all.every((holders) => holders.has(number))) continue;
      stamps[number] = stamp;
      found.push(number);
      times.push(frequencies[at] ?? 1);
    }
  }
}
