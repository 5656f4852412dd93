// The BM25 formula: what a term is worth in a text, by how rare it is, how often it stands there, and how long the text is.

// RECALL 3: the values all measured figures were made with.
const k1 = 1.2;
const b = 0.4;

/** One term's share: `worth` is its weight times its rarity, `relative` the text's length against the average. */
export function termScore(worth: number, frequency: number, relative: number): number {
  return (worth * (k1 + 1) * frequency) / (frequency + k1 * (1 - b + b * relative));
}

/** How rare a term is that `holders` of `all` texts have: near 0 for one that nearly every text holds. */
export function rarityOf(holders: number, all: number): number {
  return Math.log(1 + Math.max(0, all - holders + 0.5) / (holders + 0.5));
}
