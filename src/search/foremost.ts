// The first few of many by their worth, without sorting them all.

/** Steps of worth that are told apart when the many are thinned out. */
const steps = 256;
/** Up to so many times the limit are sorted as they are. */
const fewTimes = 2;

/** Worths of one call, used again for the next: room for ten thousand is not made anew for each question. */
let scratch = new Float64Array(1024);

function roomFor(size: number): Float64Array {
  if (size > scratch.length) scratch = new Float64Array(2 * size);
  return scratch.subarray(0, size);
}

/**
 * At most `limit` numbers, those of the highest worth first; of equal worth the one with the higher `tieOf`, then the one that
 * came first. A number whose worth is undefined is left out. Each worth is asked for once.
 */
export function foremost(
  numbers: ArrayLike<number>,
  limit: number,
  worthOf: (number: number) => number | undefined,
  tieOf: (number: number) => number = () => 0,
): number[] {
  const worths = roomFor(numbers.length);
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < numbers.length; at++) {
    const worth = worthOf(numbers[at] ?? 0) ?? Number.NaN;
    // No number for what is left out: it compares with nothing.
    worths[at] = worth;
    if (Number.isNaN(worth)) continue;
    count++;
    if (worth < least) least = worth;
    if (worth > most) most = worth;
  }
  const bar = count > fewTimes * limit ? barFor(worths, limit, least, most) : least;
  const places: number[] = [];
  for (let at = 0; at < worths.length; at++) if ((worths[at] ?? 0) >= bar) places.push(at);
  const ties = new Map<number, number>();
  const tie = (at: number) => {
    let known = ties.get(at);
    if (known === undefined) {
      known = tieOf(numbers[at] ?? 0);
      ties.set(at, known);
    }
    return known;
  };
  places.sort((a, b) => (worths[b] ?? 0) - (worths[a] ?? 0) || tie(b) - tie(a) || a - b);
  return places.slice(0, limit).map((at) => numbers[at] ?? 0);
}

/** A worth that at least `limit` reach, and not many more. */
function barFor(worths: Float64Array, limit: number, least: number, most: number): number {
  const counts = new Uint32Array(steps);
  const width = (most - least) / steps;
  if (!(width > 0)) return least;
  for (const worth of worths) {
    if (Number.isNaN(worth)) continue;
    const step = Math.min(steps - 1, Math.floor((worth - least) / width));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let step = steps - 1;
  for (let reached = counts[step] ?? 0; reached < limit && step > 0; reached += counts[step] ?? 0) step--;
  // A hair lower, since the step was found by a division.
  return least + step * width - width / 1000;
}
