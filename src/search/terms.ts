// Text to the terms of the index, as pairs of numbers: no string is made for a pair of characters, nor kept for a word.

import { simplified } from "../schema/simplified.ts";
import { isAsciiLetter, isDigit, isOther, isUnspaced } from "./characters.ts";
import { digitsOf, isNumeral } from "./numerals.ts";
import { stem } from "./stem.ts";
import { chineseStopCharacters, chineseStopWords, englishStopWords } from "./stop-words.ts";

/** Terms of a text in order, with repetitions: the two halves of each term's number. */
export class TermList {
  /** Places of terms that a verb makes with its particle; the verb stands before each. */
  readonly phrasals: number[] = [];
  high = new Uint32Array(64);
  low = new Uint32Array(64);
  size = 0;

  add(high: number, low: number): void {
    if (this.size === this.high.length) {
      const [high, low] = [new Uint32Array(2 * this.size), new Uint32Array(2 * this.size)];
      high.set(this.high);
      low.set(this.low);
      this.high = high;
      this.low = low;
    }
    this.high[this.size] = high;
    this.low[this.size++] = low;
  }

  at(place: number): { high: number; low: number } {
    return { high: this.high[place] ?? 0, low: this.low[place] ?? 0 };
  }
}

/** One number for a term: what it leaves out of the high half tells apart none but one word in millions. */
export const keyOf = ({ high, low }: { high: number; low: number }): number =>
  ((high >>> 31) * 0x10_0000 + (high & 0xf_ffff)) * 0x1_0000_0000 + low;

const stops = new Set([...chineseStopCharacters].map((character) => character.codePointAt(0) ?? 0));
/** Kinds of terms, in the high half; words have the first bit set. */
const oneCharacter = 1;
const twoCharacters = 2;
const wordBit = 0x8000_0000;

const spacedToken =
  /(\p{Nd}+(?:[.,:]\p{Nd}+)*)|([\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)*)|(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*|\p{Regional_Indicator}{2})/gu;
const mark = /\p{M}+/gu;
/** No word a person searches for is longer; what is longer is a key, an address or an attack. */
const longestWord = 40;

/** Words met before, with their two hashes; 0 in the first for a stop word. */
const known = new Map<string, readonly [number, number]>();
const mostKnown = 20_000;

function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x0100_0193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b_3c6d) >>> 0;
}

function wordTerm(word: string): readonly [number, number] {
  const before = known.get(word);
  if (before) return before;
  const bare = word
    .slice(0, longestWord)
    .normalize("NFD")
    .replace(mark, "")
    .replace(/['’]s$/, "")
    .replace(/['’]/g, "");
  const stemmed = bare === "" || englishStopWords.has(bare) ? "" : stem(bare);
  const term = stemmed === "" ? ([0, 0] as const) : termOfStem(stemmed);
  if (known.size >= mostKnown) known.clear();
  known.set(word, term);
  return term;
}

function termOfStem(text: string): readonly [number, number] {
  return [(hash(text, 0x811c_9dc5) | wordBit) >>> 0, hash(text, 0x1234_5677)];
}

/** Words that make another word of the verb before them: "work out" is no work, and who breaks up has a breakup. */
const particles = [" out", " up", " off", " down", " over", " away", " back"] as const;

/** Where the word that ends here goes on in a particle, the end of that; else -1. */
function endOfParticle(text: string, end: number, to: number): number {
  if (text.charCodeAt(end) !== 0x20) return -1;
  for (const particle of particles) {
    const after = end + particle.length;
    if (after <= to && text.startsWith(particle, end))
      return after < to && isLetterOrMore(text.charCodeAt(after)) ? -1 : after;
  }
  return -1;
}

const isLetterOrMore = (unit: number) => isAsciiLetter(unit) || isDigit(unit) || isOther(unit);

/** A verb with its particle, as the one word that it is written as elsewhere: "working out" as "workout". */
function addPhrasal(verb: string, particle: string, into: TermList): void {
  const phrase = `${verb} ${particle}`;
  let term = known.get(phrase);
  if (!term) {
    const bare = verb.replace(/['’]/g, "");
    term = englishStopWords.has(bare) ? [0, 0] : termOfStem(stem(bare) + particle);
    if (known.size >= mostKnown) known.clear();
    known.set(phrase, term);
  }
  if (term[0] === 0) return;
  into.phrasals.push(into.size);
  into.add(...term);
}

function addWord(word: string, into: TermList): void {
  const [high, low] = wordTerm(word);
  if (high !== 0) into.add(high, low);
}

/** What lies between characters of scripts without spaces. Plain letters and digits are read by hand, the rest by a pattern. */
function addSpaced(text: string, from: number, to: number, into: TermList): void {
  for (let at = from; at < to; ) {
    const unit = text.charCodeAt(at);
    const letter = isAsciiLetter(unit);
    if (letter || isDigit(unit)) {
      const end = letter ? endOfWord(text, at, to) : endOfNumber(text, at, to);
      // "naïve": a word that goes on in other letters.
      if (end < to && isOther(text.charCodeAt(end))) {
        addByPattern(text.slice(at, to), into);
        return;
      }
      if (letter) {
        addWord(text.slice(at, end), into);
        addParts(text, at, end, into);
        const after = endOfParticle(text, end, to);
        if (after !== -1) addPhrasal(text.slice(at, end), text.slice(end + 1, after), into);
      } else into.add(...termOfStem(text.slice(at, end).replaceAll(",", "").slice(0, longestWord)));
      at = end;
    } else if (isOther(unit)) {
      addByPattern(text.slice(at, to), into);
      return;
    } else at++;
  }
}

/** "iphone15" as its two parts besides: it is written "iPhone 15" as well. */
function addParts(text: string, from: number, to: number, into: TermList): void {
  let digits = to;
  while (digits > from && isDigit(text.charCodeAt(digits - 1))) digits--;
  if (digits === to || digits - from < 2) return;
  for (let at = from; at < digits; at++) if (!isAsciiLetter(text.charCodeAt(at))) return;
  addWord(text.slice(from, digits), into);
  into.add(...termOfStem(text.slice(digits, Math.min(to, digits + longestWord))));
}

function endOfWord(text: string, at: number, to: number): number {
  let end = at + 1;
  while (
    end < to &&
    (isAsciiLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)) || isApostrophe(text, end, to))
  )
    end++;
  return end;
}

function endOfNumber(text: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to && (isDigit(text.charCodeAt(end)) || isPoint(text, end, to))) end++;
  return end;
}

/** "don't": an apostrophe with a letter behind it belongs to the word. */
function isApostrophe(text: string, at: number, to: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit === 39 || unit === 0x2019) && at + 1 < to && isAsciiLetter(text.charCodeAt(at + 1));
}

/** 3.5, 1,000, 12:30: a mark between two digits belongs to the number. */
function isPoint(text: string, at: number, to: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit === 46 || unit === 44 || unit === 58) && at + 1 < to && isDigit(text.charCodeAt(at + 1));
}

function addByPattern(text: string, into: TermList): void {
  for (const [, number, word, emoji] of text.matchAll(spacedToken)) {
    if (word !== undefined) addWord(word, into);
    else if (number !== undefined) into.add(...termOfStem(number.replaceAll(",", "").slice(0, longestWord)));
    else if (emoji !== undefined) into.add(...termOfStem(emoji));
  }
}

/** Numerals of so many characters are numbers; a longer run is none. */
const longestNumeral = 12;

/** 三千 as 3000 besides. Gives -1: no numeral is open any more. */
function addNumeral(text: string, from: number, to: number, into: TermList): -1 {
  const number = to - from > 1 && to - from <= longestNumeral ? digitsOf(text.slice(from, to)) : undefined;
  if (number !== undefined) into.add(...termOfStem(number));
  return -1;
}

/**
 * Appends the terms of a text: stems of spaced words, numbers, emoji, and of Chinese and kana each character and each pair of
 * neighbours, without stop words; Chinese numerals as digits besides. Width, case and traditional forms do not matter. Linear in the length.
 */
export function addTerms(text: string, into: TermList): void {
  const folded = text.normalize("NFKC").toLowerCase();
  let from = 0;
  let before = 0;
  let beforeStops = true;
  let numeralAt = -1;
  for (let at = 0; at < folded.length; ) {
    const point = folded.codePointAt(at) ?? 0;
    const width = point > 0xffff ? 2 : 1;
    if (isUnspaced(point)) {
      if (from < at && before === 0) addSpaced(folded, from, at, into);
      const one = simplified(point);
      const stopsHere = stops.has(one);
      if (!stopsHere) into.add(oneCharacter, one);
      if (before !== 0 && !(stopsHere && beforeStops))
        into.add(twoCharacters + (before >>> 16) * 64, ((before & 0xffff) << 16) ^ one);
      before = one;
      beforeStops = stopsHere;
      from = at + width;
      if (numeralAt < 0 && isNumeral(one)) numeralAt = at;
      else if (numeralAt >= 0 && !isNumeral(one)) numeralAt = addNumeral(folded, numeralAt, at, into);
    } else {
      before = 0;
      if (numeralAt >= 0) numeralAt = addNumeral(folded, numeralAt, at, into);
    }
    at += width;
  }
  if (numeralAt >= 0) addNumeral(folded, numeralAt, folded.length, into);
  if (from < folded.length) addSpaced(folded, from, folded.length, into);
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** A term of a question, and what it says: 0 to 1.5. */
export type Term = { high: number; low: number; weight: number };

// A single character says little, a pair with a grammar character in it half, one inside a real word more than an accident.
const characterWeight = 0.3;
const grammarWeight = 0.5;
const inWordWeight = 1.5;

/** The different terms of a text with their weights, at most `most`. For questions: words are looked up, which takes longer. */
export function weightedTerms(text: string, most: number): Term[] {
  const words = new TermList();
  for (const { segment } of segmenter.segment(text)) {
    const length = [...segment].length;
    if (length > 1 && !chineseStopWords.has(segment)) addTerms(segment, words);
  }
  const inWords = new Set<number>();
  for (let at = 0; at < words.size; at++) inWords.add(keyOf(words.at(at)));
  return differentTerms(text, most, inWords);
}

const noWords: ReadonlySet<number> = new Set();

/** The same without a look at words: a pair of characters counts alike whether it is one or not. */
export function plainTerms(text: string, most: number): Term[] {
  return differentTerms(text, most, noWords);
}

function differentTerms(text: string, most: number, inWords: ReadonlySet<number>): Term[] {
  const list = new TermList();
  addTerms(text, list);
  // A verb with its particle is one thing said; by itself the verb is mostly another.
  const verbs = new Set(list.phrasals.map((place) => place - 1));
  const terms = new Map<number, Term>();
  for (let at = 0; at < list.size && terms.size < most; at++) {
    const { high, low } = list.at(at);
    const key = keyOf({ high, low });
    if (!terms.has(key))
      terms.set(key, {
        high,
        low,
        weight: (verbs.has(at) ? 0.5 : 1) * weightOf(high, low, inWords.has(key)),
      });
  }
  return [...terms.values()];
}

function weightOf(high: number, low: number, inWord: boolean): number {
  if (high >= wordBit) return 1;
  if (high === oneCharacter) return characterWeight;
  const grammar = stops.has(low >>> 16) || stops.has(low & 0xffff);
  return grammar ? grammarWeight : inWord ? inWordWeight : 1;
}

/** The terms of a word, all of which together stand for it: the stem, the pairs of its characters, or its only character. */
export function termsOfWord(word: string): Term[] {
  const terms = plainTerms(word, 20);
  const pairs = terms.filter(({ high }) => high !== oneCharacter);
  return pairs.length > 0 ? pairs : terms;
}
