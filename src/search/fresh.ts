// What says the same as a better hit goes behind all that says something else: a budget is for what is new (part 3, item 4).
import type { SearchHit } from "./search.ts";
import { fold } from "./tokenise.ts";

/** Below so many letters a text is an exclamation, which stands for nothing by itself. */
const shortest = 4;

function bare(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The hits in their order, those whose words stand word for word in a better one moved to the end, their scores with them. */
export function freshFirst<H extends Pick<SearchHit, "text" | "score">>(hits: readonly H[]): H[] {
  const seen = new Set<string>();
  const fresh: H[] = [];
  const stale: H[] = [];
  for (const hit of hits) {
    const text = bare(hit.text);
    if (text.length < shortest || !seen.has(text)) fresh.push(hit);
    else stale.push(hit);
    seen.add(text);
  }
  const least = fresh.at(-1)?.score ?? 1;
  return [...fresh, ...stale.map((hit) => ({ ...hit, score: Math.min(hit.score, least) }))];
}
