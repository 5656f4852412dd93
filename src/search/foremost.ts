// The first few of many by their worth, without sorting them all.

type Place = { number: number; worth: number; tie: number };

/** Where a place belongs among places that are in order: behind its equals. */
function rankOf(places: readonly Place[], one: Place): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = places[middle];
    if (other && (other.worth > one.worth || (other.worth === one.worth && other.tie >= one.tie)))
      low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * At most `limit` numbers, those of the highest worth first; of equal worth the one with the higher `tieOf`, then the one that
 * came first. A number whose worth is undefined is left out.
 */
export function foremost(
  numbers: readonly number[],
  limit: number,
  worthOf: (number: number) => number | undefined,
  tieOf: (number: number) => number = () => 0,
): number[] {
  const places: Place[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    const worth = worthOf(number);
    if (worth === undefined || (places.length >= limit && worth < least)) continue;
    const place = { number, worth, tie: tieOf(number) };
    places.splice(rankOf(places, place), 0, place);
    if (places.length > limit) places.pop();
    least = places.at(-1)?.worth ?? least;
  }
  return places.map(({ number }) => number);
}
