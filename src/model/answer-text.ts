// Finds the JSON in what a model wrote: balanced candidates in prose and fences, full-width punctuation, and repair (C001–C008, C036).
import { jsonrepair } from "jsonrepair";

const opening: Record<string, string> = { "{": "}", "[": "]", "｛": "}", "［": "]" };
const closing: Record<string, string> = { "}": "}", "]": "]", "｝": "}", "］": "]" };
/** Opening quote -> what closes it. A typographic quote may also be closed by its twin. */
const quotes: Record<string, string> = {
  '"': '"',
  "“": "”",
  "”": "”",
  "'": "'",
  "‘": "’",
  "’": "’",
  "＂": "＂",
};
const ascii: Record<string, string> = { "：": ":", "，": ",", "｛": "{", "｝": "}", "［": "[", "］": "]" };

/** Longest answer that is looked through, in characters, and most places where JSON may begin in it. */
const longestText = 64_000;
const mostStarts = 40;
/** How many times its length a text is read, where one beginning after the other has no end. */
const mostReadings = 12;
/** No answer of the house nests so deep; to look for the ends of thousands of brackets, and to mend them, takes a quarter of a second. */
const mostDepth = 64;

/** True where a string that closes at `at` is followed by syntax, as the end of a key or a value is. */
function endsString(text: string, at: number): boolean {
  const rest = /\S/.exec(text.slice(at + 1, at + 40))?.[0];
  return rest === undefined || /[,:}\]，：｝］]/.test(rest);
}

/** Index of the quote that closes the string which opens at `start`, or -1 where the text ends inside it. */
function stringEnd(text: string, start: number): number {
  const open = text[start] ?? "";
  const close = quotes[open] ?? open;
  let depth = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") at += 1;
    else if (open === "“" && character === "“") depth += 1;
    else if (character === close) {
      if (depth > 0) depth -= 1;
      // In JSON proper every bare quote closes; the other quotes also stand inside texts.
      else if (open === '"' || endsString(text, at)) return at;
    }
  }
  return -1;
}

/** A string may begin here: a quote at a place where a key or a value may stand. */
function opensString(text: string, at: number): boolean {
  const character = text[at] ?? "";
  if (!(character in quotes)) return false;
  if (character === '"') return true;
  return /[{[,:｛［，：]\s*$/.test(text.slice(Math.max(0, at - 20), at));
}

type Span = { end: number; inString: boolean; isDeep?: true };

/** Where the value that opens at `start` is balanced; `end` -1 where it never is or nests too deep, and whether it ends inside a string. */
function balancedEnd(text: string, start: number): Span {
  const expected: string[] = [];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (opensString(text, at)) {
      const end = stringEnd(text, at);
      if (end < 0) return { end: -1, inString: true };
      at = end;
    } else if (opening[character]) {
      if (expected.length === mostDepth) return { end: -1, inString: false, isDeep: true };
      expected.push(opening[character]);
    } else if (closing[character] && closing[character] === expected.at(-1)) {
      expected.pop();
      if (expected.length === 0) return { end: at, inString: false };
    }
  }
  return { end: -1, inString: false };
}

/**
 * The pieces of a text that may be the JSON, in the order in which they stand; never overlapping. An object that is not
 * closed counts only as the last resort, and not where it ends inside a string: that is a cut answer (C019), which
 * repair would make look whole.
 */
export function findCandidates(text: string): string[] {
  const shown = text.slice(0, longestText);
  const found: string[] = [];
  let unclosed: string | undefined;
  let starts = 0;
  let left = mostReadings * shown.length;
  for (let at = 0; at < shown.length && starts < mostStarts && left > 0; at += 1) {
    if (!opening[shown[at] ?? ""]) continue;
    starts += 1;
    const { end, inString, isDeep } = balancedEnd(shown, at);
    if (!isDeep) left -= (end < 0 ? shown.length : end) - at;
    if (end >= 0) {
      found.push(shown.slice(at, end + 1));
      at = end;
    } else if (!inString && !isDeep) unclosed ??= shown.slice(at);
  }
  const first = shown.search(/[{[｛［]/);
  const last = Math.max(...["}", "]", "｝", "］"].map((mark) => shown.lastIndexOf(mark)));
  const widest = first >= 0 && last > first ? shown.slice(first, last + 1) : undefined;
  const rest = [widest, unclosed?.replace(/(?<!\s)\s*```\s*$/, "")].filter((one) => one !== undefined);
  return [...found, ...rest.filter((one) => !found.includes(one))];
}

/** Full-width punctuation at syntax positions becomes ASCII; inside strings nothing changes (C008). */
export function straightenSyntax(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (opensString(text, at)) {
      const end = stringEnd(text, at);
      const inside = text.slice(at + 1, end < 0 ? undefined : end);
      const quoted = character === '"' ? inside : inside.replace(/(?<!\\)"/g, '\\"').replaceAll("\\'", "'");
      out += `"${quoted}${end < 0 ? "" : '"'}`;
      if (end < 0) return out;
      at = end;
    } else out += ascii[character] ?? character;
  }
  return out;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Brackets that are open at once somewhere in a text, those inside its strings included. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const character of text) {
    if (opening[character]) most = Math.max(most, ++depth);
    else if (closing[character]) depth -= 1;
  }
  return most;
}

/** The value of a candidate, as it is, straightened, or repaired; undefined where nothing helps. */
export function parseCandidate(candidate: string): { value: unknown } | undefined {
  const plain = parse(candidate);
  if (plain) return plain;
  const straight = straightenSyntax(candidate);
  const parsed = parse(straight);
  if (parsed) return parsed;
  if (depthOf(straight) > mostDepth) return undefined;
  try {
    return parse(jsonrepair(straight));
  } catch {
    return undefined;
  }
}
