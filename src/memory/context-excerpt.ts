// What matters of a long text for one question: whole sentences, in their order, within a budget (A88).
import { simplify } from "../schema/simplified.ts";
import { clip } from "./context-text.ts";
import type { Count } from "./context-types.ts";

const han = /\p{Script=Han}/u;

/** Marks of a text that a question can have in common with it: pairs of Chinese characters, and Latin words without their ending. */
function marksOf(text: string): Set<string> {
  const marks = new Set<string>();
  for (const [word] of simplify(text.normalize("NFKC").toLowerCase()).matchAll(
    /\p{Script=Han}+|[\p{L}\p{N}]+/gu,
  )) {
    if (han.test(word)) for (let at = 0; at + 1 < word.length; at++) marks.add(word.slice(at, at + 2));
    else if (word.length > 2) marks.add(word.replace(/(?<=.{3})(?:ing|ed|es|s)$/, ""));
  }
  return marks;
}

/** Sentences of a text, each with the mark that ends it. */
function sentencesOf(text: string): string[] {
  return text.match(/[^。！？!?；;\n]+(?:[。！？!?；;\n]+|$)|[。！？!?；;\n]+/gu)?.flatMap(parts) ?? [];
}

/** English sentences end in a full stop and a gap; "3.5" and "a.m." do not. */
function parts(sentence: string): string[] {
  return sentence.split(/(?<=[^.\s]{2}\.)\s+(?=\p{Lu})/u);
}

/**
 * The sentences of a text that share most with a question, in their own order, "…" where something between them is left out;
 * the text itself where it fits, its beginning where nothing is shared. At most `tokens`.
 */
export function excerpt(text: string, question: string, tokens: number, count: Count): string {
  if (count(text) <= tokens) return text;
  const wanted = marksOf(question);
  // What is said a thousand times in one message is looked at once.
  const known = new Map<string, number>();
  const sharedBy = (sentence: string): number => {
    let shared = known.get(sentence);
    if (shared !== undefined) return shared;
    shared = 0;
    for (const mark of marksOf(sentence)) if (wanted.has(mark)) shared += 1;
    known.set(sentence, shared);
    return shared;
  };
  const sentences = sentencesOf(text).map((sentence, place) => ({
    sentence: sentence.trim(),
    place,
    shared: sharedBy(sentence),
  }));
  const chosen = new Set<number>();
  let left = tokens - 1;
  const take = (place: number): boolean => {
    const { sentence = "" } = sentences[place] ?? {};
    const cost = count(sentence) + 1;
    if (chosen.has(place) || sentence === "" || cost > left) return false;
    chosen.add(place);
    left -= cost;
    return true;
  };
  const best = sentences.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared);
  for (const { place } of best) take(place);
  // What room is left goes to what stands behind the best, then before it: it mostly goes on with it.
  for (const { place } of best) {
    if (!chosen.has(place)) continue;
    for (let next = place + 1; chosen.has(next) || take(next); ) next += 1;
    for (let next = place - 1; chosen.has(next) || take(next); ) next -= 1;
  }
  if (chosen.size === 0) return clip(best[0]?.sentence ?? text, tokens, count);
  return joined(
    sentences.map(({ sentence }) => sentence),
    chosen,
  );
}

function joined(sentences: readonly string[], chosen: ReadonlySet<number>): string {
  const spaced = !han.test(sentences.join("").slice(0, 200));
  let text = "";
  let last = -1;
  for (const place of [...chosen].sort((a, b) => a - b)) {
    const gap = place === last + 1 ? (spaced && text !== "" ? " " : "") : "…";
    text += gap + (sentences[place] ?? "");
    last = place;
  }
  return last < sentences.length - 1 ? `${text}…` : text;
}
