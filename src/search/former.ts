// Current before former: a hit that holds a value which was replaced comes behind the one that holds the new value.
import type { Seconds } from "../schema/common.ts";
import type { SearchHit } from "./search.ts";

/** Until when it was so, and the ids of the entries that say what is so now; `what`: the part that is former, where the rest is not. */
export type Former = { until?: Seconds; what?: string; now: ReadonlySet<string> };

/**
 * Marks the hits of which `formerOf` knows that they are not so any more, and moves each behind the first hit that says what is so
 * now. Where none does, it stays. With `asked`, the question is about the past: hits are marked and stay where they are.
 */
export function currentFirst(
  hits: readonly SearchHit[],
  formerOf: (hit: SearchHit) => Former | undefined,
  asked: boolean,
): SearchHit[] {
  const known = new Map(hits.map((hit) => [hit, formerOf(hit)]));
  const marked = (hit: SearchHit): SearchHit => {
    const former = known.get(hit);
    if (!former) return hit;
    const { until, what } = former;
    return {
      ...hit,
      former: { ...(until === undefined ? {} : { until }), ...(what === undefined ? {} : { what }) },
    };
  };
  if (asked) return hits.map(marked);
  const isCurrent = (hit: SearchHit, { now }: Former) => now.has(hit.id) && known.get(hit) === undefined;
  const waiting = new Set(
    hits.filter((hit, place) => {
      const former = known.get(hit);
      if (former === undefined) return false;
      const first = hits.findIndex((other) => isCurrent(other, former));
      return first > place;
    }),
  );
  const result: SearchHit[] = [];
  for (const hit of hits) {
    if (waiting.has(hit)) continue;
    result.push(marked(hit));
    for (const late of waiting) {
      const former = known.get(late);
      if (!former || !isCurrent(hit, former)) continue;
      waiting.delete(late);
      result.push({ ...marked(late), score: Math.min(late.score, hit.score) });
    }
  }
  return result;
}
