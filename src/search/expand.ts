// A second look-up with the words that the best hits share and the question lacks.
import type { Index } from "./inverted-index.ts";
import type { Question } from "./question.ts";
import { type Allowed, Scores } from "./scores.ts";
import { keyOf, plainTerms, type Term } from "./terms.ts";

const sources = 6;
const mostTerms = 10;
const mostPostings = 4_000;
/** Characters of one hit that are read for it. */
const longestSource = 400;

/** What the words of the best hits are worth in every entry. Undefined where they have none. */
export function expand(
  index: Index,
  question: Question,
  best: readonly number[],
  strength: (number: number) => number,
  allowed: Allowed,
): Scores | undefined {
  const asked = new Set(question.terms.map(keyOf));
  const worth = new Map<number, { term: Term; rarity: number; worth: number }>();
  for (const number of best.slice(0, sources)) {
    const text = index.entry(number)?.text.slice(0, longestSource) ?? "";
    const fit = strength(number);
    for (const term of plainTerms(text, 100)) {
      const key = keyOf(term);
      if (asked.has(key)) continue;
      const before = worth.get(key);
      const rarity = before?.rarity ?? index.rarity(term.high, term.low);
      const more = rarity * term.weight * fit;
      if (before) before.worth += more;
      else worth.set(key, { term, rarity, worth: more });
    }
  }
  const chosen = [...worth.values()].sort((a, b) => b.worth - a.worth).slice(0, mostTerms);
  if (chosen.length === 0) return undefined;
  const scores = new Scores(index, allowed, false);
  scores.addTerms(
    chosen.map(({ term, rarity, worth }) => ({ ...term, weight: worth / rarity })),
    mostPostings,
  );
  return scores;
}
