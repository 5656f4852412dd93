// Other words for what a question asks: looked up in a small resource of everyday groups, each worth less than the word itself.

import { simplify } from "../schema/simplified.ts";
import { kindredDays } from "./kindred-days.ts";
import { kindredDoings } from "./kindred-doings.ts";
import { kindredPeople } from "./kindred-people.ts";
import { kindredWorld } from "./kindred-world.ts";
import { type Term, termsOfWord } from "./terms.ts";
import { fold, tokenise } from "./tokenise.ts";

/** A word that was said, and words that might stand in its place; of several terms all must stand in an entry. */
export type Concept = { said: readonly Term[]; others: readonly (readonly Term[])[] };

type Group = { words: string[]; kinds: string[] };

const han = /\p{Script=Han}/u;
/** Longest Chinese word of the resource, in characters, and longest English phrase, in words. */
const longestChinese = 6;
const longestEnglish = 4;

const groups: Group[] = [];
/** A Chinese word, or the stems of an English one with spaces between -> the groups that it calls. */
const calls = new Map<string, number[]>();

function wordsOf(part: string): string[] {
  return part.split(/[\s/]+/).flatMap((word) => (word === "" ? [] : [word.replaceAll("_", " ")]));
}

/** Stems of the words of an English text, the little ones among them: "work out" is not "work". */
function stemsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).map(
    (word) => tokenise(word).join(" ") || word,
  );
}

/** Before a phrase that calls its group and is not looked for: of "work out" the index knows nothing but "work". */
const callsOnly = "~";

const keyOf = (word: string) => (han.test(word) ? word : stemsOf(fold(word)).join(" "));

for (const line of `${kindredPeople}${kindredDoings}${kindredWorld}${kindredDays}`.split("\n")) {
  const [names = "", kinds = ""] = line.split(">");
  const group = { words: wordsOf(names), kinds: wordsOf(kinds) };
  for (const word of group.words) {
    const key = keyOf(word);
    if (key !== "") calls.set(key, [...(calls.get(key) ?? []), groups.length]);
  }
  groups.push(group);
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Where a single character is a word by itself: 学 is one in 我想学, not in 力学. */
function singleWords(text: string): Set<number> {
  const places = new Set<number>();
  let place = 0;
  for (const { segment } of segmenter.segment(text)) {
    const { length } = [...segment];
    if (length === 1) places.add(place);
    place += length;
  }
  return places;
}

/** Words and phrases of the text that call a group, the longest first, none inside another. `singles`: where one part may. */
function called(
  parts: readonly string[],
  longest: number,
  join: string,
  singles?: ReadonlySet<number>,
): string[] {
  const found: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let length = Math.min(longest, parts.length - at);
    while (length > 0 && !calls.has(parts.slice(at, at + length).join(join))) length--;
    if (length > 1 || (length === 1 && (singles?.has(at) ?? true)))
      found.push(parts.slice(at, at + length).join(join));
    at += Math.max(1, length);
  }
  return found;
}

const termsOf = new Map<string, Term[]>();

function termsFor(word: string): Term[] {
  const known = termsOf.get(word);
  if (known) return known;
  const terms = termsOfWord(word);
  termsOf.set(word, terms);
  return terms;
}

/** The concepts that a question names: its everyday words, each with its kindred in both languages (part 3, paraphrases). */
export function kindredOf(text: string): Concept[] {
  const folded = simplify(fold(text));
  const keys = [
    ...called(
      [...folded].map((character) => (han.test(character) ? character : " ")),
      longestChinese,
      "",
      singleWords(folded),
    ),
    ...called(stemsOf(folded.replace(/\p{Script=Han}+/gu, " ")), longestEnglish, " "),
  ];
  return [...new Set(keys)].map((key) => {
    const named = (calls.get(key) ?? []).flatMap((group) => groups[group] ?? []);
    const said = named.flatMap(({ words }) => words).find((word) => keyOf(word) === key) ?? key;
    const others = new Set(named.flatMap(({ words, kinds }) => [...words, ...kinds]));
    others.delete(said);
    for (const word of others) if (word.startsWith(callsOnly)) others.delete(word);
    return { said: termsFor(said), others: [...others].map(termsFor).filter((terms) => terms.length > 0) };
  });
}
