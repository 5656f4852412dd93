// Lays what is near in meaning to the numbers of the index, as long as the text is still the one that the vector was made of.
import type { Index } from "./inverted-index.ts";
import type { Meaning, SourceType } from "./search.ts";
import { hashOfText, meantBy } from "./vectors.ts";

/** Nearness by document number; what is gone or was changed since is left out. */
export function nearNumbers(index: Index, meaning: Meaning | undefined): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { key, hash, nearness } of meaning?.near ?? []) {
    const space = key.indexOf(" ");
    const number = index.numberOf(key.slice(0, space) as SourceType, key.slice(space + 1));
    const entry = number === undefined ? undefined : index.entry(number);
    if (number !== undefined && entry && hashOfText(meantBy(entry)) === hash) numbers.set(number, nearness);
  }
  return numbers;
}
