// The form in which a model's summary is kept: one paragraph of 200 characters at most, agreements last, no sentence cut (A27, A68).
import { simplify } from "../schema/simplified.ts";

/** A27, in characters as a reader counts them in either language: five of them have to fit side by side (A76). */
export const longestSummary = 200;

/** What marks a line of a list, and a title that says no more than that this is the summary. */
const bullet = /^\s*(?:[-*•·▪◦‣]+\s+|#{1,6}\s+|[(（]?\d{1,2}(?:[)）、]|[.．](?!\d))\s*|[①-⑳]\s*)/u;
const title = /^(?:摘要|总结|概括|事实|要点|summary|facts?|key points?)\s*(?:[:：]\s*|$)/iu;
/** What was agreed, and what is open: named as such, so that no plain sentence of a story is taken for it. */
const closing =
  /^(?:(?:说定|约定|共识|商定|未定|待定|悬念|还悬着)的?|还没定)\s*[:：]|^(?:agreed|consensus|decided|open|still open)\s*:/iu;
const chinese = /\p{Script=Han}/u;
const ended = /[。！？!?；;…]["”’」』）)]*$|\.["”’)]*$/u;

/** Length in characters; an emoji of two code units counts once. */
const lengthOf = (text: string) => [...text].length;

/** True where a summary is longer than it may be. */
export function isTooLong(summary: string): boolean {
  return lengthOf(summary.trim()) > longestSummary;
}

/**
 * A summary as it is kept: a list becomes one paragraph whose agreements stand last, markup goes, and what is beyond 200
 * characters goes by whole sentences. What is in form stays as the model wrote it, letter for letter.
 */
export function inForm(summary: string): string {
  return withinLimit(paragraphOf(summary));
}

function paragraphOf(summary: string): string {
  const whole = summary.trim();
  const lines = whole.split(/[\n\u2028\u2029]+/).map(plainLine);
  if (lines.length === 1) return lines[0] || whole;
  const [first, last]: [string[], string[]] = [[], []];
  // Lines below a heading ("约定：") belong to it.
  let agreeing = false;
  for (const line of lines) {
    if (line === "" || /[:：]$/.test(line)) agreeing = closing.test(simplify(line));
    if (line !== "") (agreeing || closing.test(simplify(line)) ? last : first).push(line);
  }
  return [...first, ...last].reduce(joined, "") || whole.replace(/\s+/g, " ");
}

function plainLine(line: string): string {
  const bare = line
    .replace(bullet, "")
    .replace(/\*\*|__/g, "")
    .trim();
  return bare.slice(title.exec(simplify(bare))?.[0].length ?? 0).trim();
}

/** Two lines side by side, with a mark between them where the first one has none. */
function joined(before: string, line: string): string {
  if (before === "") return line;
  const isChinese = chinese.test(before);
  if (/[:：]$/.test(before)) return `${before}${isChinese ? "" : " "}${line}`;
  const open = before.replace(/[，,、]$/u, "");
  const mark = ended.test(open) ? "" : isChinese ? "；" : ";";
  return `${open}${mark}${isChinese ? "" : " "}${line}`;
}

/** Ends of sentences, and of clauses where one sentence alone is too long. */
const sentenceEnd =
  /[。！？!?；;…]["”’」』）)]*|(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|vs|No|e\.g|i\.e|[A-Z]))\.["”’)]*(?=\s|$)/gu;
const clauseEnd = /[，,、：:]["”’」』）)]*/gu;
const pairs = ["「」", "『』", "“”", "（）", "()"] as const;

/** Whole sentences within the limit. An agreement named at the end is kept before the last of the facts. */
function withinLimit(text: string): string {
  if (!isTooLong(text)) return text;
  const sentences = piecesOf(text, sentenceEnd);
  const first = sentences.findIndex((sentence) => closing.test(simplify(sentence.trim())));
  const last = first > 0 ? sentences.slice(first).join("") : "";
  const isShort = lengthOf(last) <= longestSummary / 2;
  const kept = isShort
    ? fitting(sentences.slice(0, first > 0 ? first : undefined), longestSummary - lengthOf(last)) + last
    : fitting(sentences, longestSummary);
  // Nothing but the agreement fits: the facts matter more than the mark at their end.
  if (kept.trim() !== last.trim()) return finished(kept);
  const clauses = piecesOf(text, clauseEnd);
  const start = fitting(clauses, longestSummary - 1).replace(/(?<![，,、：:\s])[，,、：:\s]+$/u, "");
  return `${lengthOf(start) >= longestSummary / 4 ? start : startOf(text)}…`;
}

/** The text cut behind every end that does not stand inside quotation marks or brackets. */
function piecesOf(text: string, end: RegExp): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const found of text.matchAll(end)) {
    const to = found.index + found[0].length;
    if (!isClosed(text.slice(from, to))) continue;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return from < text.length ? [...pieces, text.slice(from)] : pieces;
}

function isClosed(piece: string): boolean {
  return pairs.every(([open = "", close = ""]) => piece.split(open).length === piece.split(close).length);
}

function fitting(pieces: readonly string[], room: number): string {
  let kept = "";
  for (const piece of pieces) {
    if (lengthOf(kept + piece.trimEnd()) > room) break;
    kept += piece;
  }
  return kept;
}

/** A paragraph does not end in the mark that stood between two of its sentences. */
function finished(text: string): string {
  return text.trim().replace(/；$/u, "。").replace(/;$/u, ".");
}

/** The beginning of a text without a single mark, up to a space where there is one. */
function startOf(text: string): string {
  const start = [...text].slice(0, longestSummary - 1).join("");
  const space = start.lastIndexOf(" ");
  return (space > start.length / 2 ? start.slice(0, space) : start).trimEnd();
}
