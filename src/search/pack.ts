// Fills a budget of tokens with hits, best first: a line costs its words and its speaker, a day its date once.
import { tokensOf } from "../schema/tokens.ts";

const daySeconds = 86_400;
/** "user: " and the end of the line. */
const lineTokens = 2.8;
/** A day's date, once for all its lines. */
const dayTokens = 9;

type Packable = { text: string; date?: number };

/**
 * The first hits that fit into `tokens`, in their order; one that does not fit is passed over. A first hit that is too long by
 * itself is cut, so that there is an answer at all.
 */
export function pack<H extends Packable>(hits: readonly H[], tokens: number): { hits: H[]; tokens: number } {
  const packed: H[] = [];
  const days = new Set<number>();
  let used = 0;
  for (const hit of hits) {
    const day = Math.floor((hit.date ?? 0) / daySeconds);
    const size = tokensOf(hit.text) + lineTokens + (days.has(day) ? 0 : dayTokens);
    if (used + size > tokens) {
      if (packed.length > 0) continue;
      const share = Math.floor((hit.text.length * (tokens - lineTokens - dayTokens)) / size);
      if (share > 0) return { hits: [{ ...hit, text: [...hit.text].slice(0, share).join("") }], tokens };
      break;
    }
    days.add(day);
    packed.push(hit);
    used += size;
  }
  return { hits: packed, tokens: Math.ceil(used) };
}
