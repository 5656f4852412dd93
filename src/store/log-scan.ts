// Walks through JSON text by position: where a value ends, or exactly where and why it breaks. Pure.

export type Fault = {
  /** UTF-16 offset in the text. */
  offset: number;
  message: string;
};

const space = /[ \t\r\n]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const plainRun = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Sticky match at an offset; -1 where there is none. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Offset of the next character that is not white space. */
export function skipSpace(text: string, at: number): number {
  return matchEnd(space, text, at);
}

const fault = (offset: number, message: string): Fault => ({ offset, message });

function stringEnd(text: string, start: number): number | Fault {
  let at = start + 1;
  for (;;) {
    at = matchEnd(plainRun, text, at);
    if (text[at] === '"') return at + 1;
    if (at >= text.length) return fault(at, "the file ends inside a text");
    if (text[at] !== "\\") return fault(at, "a line break or control character inside a text");
    const next = matchEnd(escaped, text, at);
    if (next < 0) return fault(at, "a backslash that means nothing");
    at = next;
  }
}

function keyEnd(text: string, start: number): number | Fault {
  const at = skipSpace(text, start);
  if (text[at] !== '"')
    return fault(at, at < text.length ? "a name in quotes is missing" : "the file ends here");
  const end = stringEnd(text, at);
  if (typeof end !== "number") return end;
  const colon = skipSpace(text, end);
  return text[colon] === ":" ? colon + 1 : fault(colon, "a colon is missing");
}

function scalarEnd(text: string, at: number): number | Fault {
  if (at >= text.length) return fault(at, "the file ends here");
  if (text[at] === '"') return stringEnd(text, at);
  const end = matchEnd(scalar, text, at);
  return end < 0 ? fault(at, "a value is missing or not JSON") : end;
}

/** Enters a bracket: offset of the first value inside, or behind the bracket where it is empty. */
function enter(text: string, at: number, closers: string[]): { at: number; empty: boolean } | Fault {
  const closer = text[at] === "{" ? "}" : "]";
  const inside = skipSpace(text, at + 1);
  if (text[inside] === closer) return { at: inside + 1, empty: true };
  closers.push(closer);
  if (closer === "]") return { at: inside, empty: false };
  const value = keyEnd(text, inside);
  return typeof value === "number" ? { at: value, empty: false } : value;
}

/** After a value: closes what ends there. Offset of the next value, or of the end where `closers` is empty. */
function leave(text: string, from: number, closers: string[]): number | Fault {
  let at = from;
  for (;;) {
    const closer = closers.at(-1);
    if (closer === undefined) return at;
    at = skipSpace(text, at);
    if (text[at] === closer) {
      closers.pop();
      at += 1;
      continue;
    }
    if (text[at] !== ",")
      return fault(at, at < text.length ? "a comma or bracket is missing" : "the file ends here");
    return closer === "}" ? keyEnd(text, at + 1) : at + 1;
  }
}

/**
 * Offset behind the JSON value that starts at `start`, or the first fault in it. Strict: no comments, no trailing commas.
 * Deep nesting costs memory, not stack.
 */
export function valueEnd(text: string, start: number): number | Fault {
  const closers: string[] = [];
  let at: number | Fault = start;
  for (;;) {
    at = skipSpace(text, at);
    let behind: number | Fault;
    if (text[at] === "{" || text[at] === "[") {
      const inside = enter(text, at, closers);
      if ("offset" in inside) return inside;
      at = inside.at;
      if (!inside.empty) continue;
      behind = at;
    } else behind = scalarEnd(text, at);
    if (typeof behind !== "number") return behind;
    at = leave(text, behind, closers);
    if (typeof at !== "number" || closers.length === 0) return at;
  }
}

/** A value without the white space between its parts: one line, with every character of its texts and numbers kept. */
export function onOneLine(value: string): string {
  const kept: string[] = [];
  let at = 0;
  while (at < value.length) {
    at = skipSpace(value, at);
    const start = at;
    if (value[at] === '"') {
      const end = stringEnd(value, at);
      at = typeof end === "number" ? end : value.length;
    } else at += 1;
    kept.push(value.slice(start, at));
  }
  return kept.join("");
}
