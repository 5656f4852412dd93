// What says the same as a better hit goes behind all that says something else: a budget is for what is new (part 3, item 4).
import type { SearchHit } from "./search.ts";
import { englishStopWords } from "./stop-words.ts";
import { fold } from "./tokenise.ts";

/** Below so many letters a text is an exclamation, which stands for nothing by itself. */
const shortest = 4;
/** Longer texts that begin alike for so long are the same. */
const longestLook = 600;
const word = /[\p{L}\p{N}]+/gu;

/** What a text is known again by: its words in any order without the little ones, who says it, and whether it is asked or told. */
function keyOf({ text, speaker }: Pick<SearchHit, "text" | "speaker">): string {
  const words = fold(text.slice(0, longestLook)).match(word) ?? [];
  const telling = words.filter((one) => !englishStopWords.has(one));
  const said = (telling.length > 0 ? telling : words).sort().join(" ");
  return `${speaker ?? ""} ${/[?？]/.test(text) ? "?" : ""} ${said}`;
}

/** The hits in their order, those that say nothing but the words of a better one moved to the end, their scores with them. */
export function freshFirst<H extends Pick<SearchHit, "text" | "score" | "speaker">>(hits: readonly H[]): H[] {
  const seen = new Set<string>();
  const fresh: H[] = [];
  const stale: H[] = [];
  for (const hit of hits) {
    const key = keyOf(hit);
    if (hit.text.length < shortest || !seen.has(key)) fresh.push(hit);
    else stale.push(hit);
    seen.add(key);
  }
  const least = fresh.at(-1)?.score ?? 1;
  return [...fresh, ...stale.map((hit) => ({ ...hit, score: Math.min(hit.score, least) }))];
}
