// How much of a question several entries hold between them: each of its terms counts once, however often it stands there.
import { keyOf, type Term } from "./terms.ts";

/** Terms that are told apart, the worthiest; the rest of a long question decides nothing. */
const mostTerms = 32;
/** A kindred word counts like half of the word itself. */
const kindredShare = 0.5;

/** The terms of one question, a bit for each. */
export class Coverage {
  readonly #bits = new Map<number, number>();
  readonly #worths = new Float64Array(mostTerms);
  #whole = 0;

  /** Takes in a term, the worthiest first; its bit, or 0 where there is none left. */
  add(term: Pick<Term, "high" | "low">, worth: number): number {
    this.#whole += worth;
    const place = this.#bits.size;
    if (place === mostTerms) return 0;
    const bit = 1 << place;
    this.#bits.set(keyOf(term), bit);
    this.#worths[place] = worth;
    return bit;
  }

  /** The bit of the first of these terms that has one, or 0. */
  bitOf(terms: readonly Pick<Term, "high" | "low">[]): number {
    for (const term of terms) {
      const bit = this.#bits.get(keyOf(term));
      if (bit !== undefined) return bit;
    }
    return 0;
  }

  /** The share of the question's worth, 0 to 1, that `terms` stand for, and `kin` by half; 0 where the question has no words. */
  share(terms: number, kin: number): number {
    if (this.#whole === 0 || (terms | kin) === 0) return 0;
    return (this.#sum(terms) + kindredShare * this.#sum(kin & ~terms)) / this.#whole;
  }

  #sum(bits: number): number {
    let sum = 0;
    // Takes away the lowest bit each time.
    for (let left = bits; left !== 0; left &= left - 1)
      sum += this.#worths[31 - Math.clz32(left & -left)] ?? 0;
    return sum;
  }
}
