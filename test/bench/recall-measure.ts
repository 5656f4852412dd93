// Whether an answer of the search holds what a question needs: only words that stand in the returned text count.
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Question } from "./recall-data.ts";

export type Returned = { text: string; date: number; speaker?: string | undefined };

const daySeconds = 86_400;
const noSpecial = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

const sizes = new Map<string, number>();

/** Tokens of a text as the o200k encoding counts them; a text is counted once. */
export function countTokens(text: string): number {
  const known = sizes.get(text);
  if (known !== undefined) return known;
  const size = encode(text, noSpecial).length;
  sizes.set(text, size);
  return size;
}

/** What is shown within the budget: each line with who said it, each day once with its date. What does not fit ends the list. */
export function within(returned: readonly Returned[], budget: number): { texts: string[]; tokens: number } {
  const texts: string[] = [];
  const days = new Set<number>();
  let tokens = 0;
  for (const { text, date, speaker } of returned) {
    const day = Math.floor(date / daySeconds);
    const heading = days.has(day)
      ? 0
      : countTokens(`[${new Date(date * 1000).toISOString().slice(0, 10)}]\n`);
    const size = heading + countTokens(`${speaker ?? "note"}: ${text}\n`);
    if (tokens + size > budget) break;
    days.add(day);
    tokens += size;
    texts.push(text);
  }
  return { texts, tokens };
}

const folded = (text: string) => text.replace(/\s+/g, " ").trim();

/** True where every evidence turn, or one of them where that is enough, stands word for word in the texts. */
export function holdsEvidence(
  texts: readonly string[],
  { evidence, match }: Pick<Question, "evidence" | "match">,
  said: ReadonlyMap<string, string>,
): boolean {
  const all = folded(texts.join("\n"));
  const stands = (id: string) => {
    const text = said.get(id);
    return text !== undefined && all.includes(folded(text));
  };
  return match === "any" ? evidence.some(stands) : evidence.every(stands);
}

/** True where a former value comes before the current one, or comes without it. */
export function formerFirst(
  texts: readonly string[],
  { evidence, stale_evidence = [] }: Pick<Question, "evidence" | "stale_evidence">,
  said: ReadonlyMap<string, string>,
): boolean {
  const placeOf = (ids: readonly string[]) => {
    const wanted = ids.flatMap((id) => said.get(id) ?? []).map(folded);
    const place = texts.findIndex((text) => wanted.some((one) => folded(text).includes(one)));
    return place < 0 ? Number.POSITIVE_INFINITY : place;
  };
  return placeOf(stale_evidence) < placeOf(evidence);
}
