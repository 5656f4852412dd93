// Without facts: who tells of a change comes before what was said earlier of the same, so that the former value is not read first.

/** Places from the top in which the order is looked at; further down nobody takes the first word for the last. */
const places = 30;
/** How well the later words must fit, against the earlier ones. */
const leastFit = 0.5;

export type Told = {
  /** How well the words fit, 0 to 1. */
  fit: number;
  date: number;
  /** It tells that something is other than it was. */
  change: boolean;
};

/**
 * The same items, each that tells of a change moved before the first earlier-dated one that fits about as well or less. Nothing
 * comes in or goes out; only the order of the first thirty differs (part 3, item 5).
 */
export function renewedFirst<T>(items: readonly T[], tell: (item: T) => Told): T[] {
  const result = items.slice(0, places);
  for (let at = 1; at < result.length; at++) {
    const item = result[at] as T;
    const later = tell(item);
    if (!later.change) continue;
    const before = result.findIndex((other, place) => {
      const told = tell(other);
      return place < at && told.date < later.date && later.fit >= leastFit * told.fit;
    });
    if (before < 0) continue;
    result.splice(at, 1);
    result.splice(before, 0, item);
  }
  return [...result, ...items.slice(places)];
}
