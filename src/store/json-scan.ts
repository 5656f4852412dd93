// Walks a JSON text strictly, to say where it breaks, which keys are doubled, and where a value lies (DESIGN 3, C137–C144). Pure.

export type JsonPath = readonly (string | number)[];

export type JsonScan = {
  /** The first place where the text is no JSON; an offset in UTF-16 units. */
  fault: { offset: number; message: string } | undefined;
  /** Keys that stand twice in one object. JSON.parse keeps the last and says nothing. */
  doubled: { key: string; offset: number }[];
  /** Where the value at the wanted path begins (the last one, where its key is doubled). */
  found: number | undefined;
};

/** Deeper than any honest document; keeps recursive code that works on the value safe. */
const deepest = 200;

type Frame = { list: boolean; keys: Set<string>; at: string | number };

class JsonFault extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const blank = /[ \t\n\r]*/y;
const special = /["\\\u0000-\u001f]/g;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const atom = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function reach(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Past the closing quote of the text that opens at `at`. Steps from one special character to the next: texts may be long. */
function textEnd(text: string, at: number): number {
  let from = at + 1;
  for (;;) {
    special.lastIndex = from;
    const found = special.exec(text)?.index ?? text.length;
    if (text[found] === '"') return found + 1;
    if (text[found] !== "\\") {
      throw new JsonFault(at, "a text that does not end, or holds a bare line break");
    }
    from = reach(escaped, text, found);
    if (from < 0) throw new JsonFault(found, "a backslash that escapes nothing");
  }
}

/** Past blanks; a comment is named, since people write them. */
function skip(text: string, at: number): number {
  const next = reach(blank, text, at);
  if (text[next] === "/" && (text[next + 1] === "/" || text[next + 1] === "*")) {
    throw new JsonFault(next, "a comment; JSON has none");
  }
  return next;
}

function unexpected(text: string, at: number, wanted: string): JsonFault {
  const found = text.codePointAt(at);
  if (found === undefined) return new JsonFault(at, `the text ends where ${wanted} should stand`);
  if (found === 0) return new JsonFault(at, "a NUL byte; the file was cut off by a crash or a full disk");
  return new JsonFault(at, `${JSON.stringify(String.fromCodePoint(found))} where ${wanted} should stand`);
}

function readKey(text: string, at: number, frame: Frame, scan: JsonScan): number {
  if (text[at] !== '"') throw unexpected(text, at, "a name in quotes");
  const end = textEnd(text, at);
  const key: string = JSON.parse(text.slice(at, end));
  if (frame.keys.has(key)) scan.doubled.push({ key, offset: at });
  frame.keys.add(key);
  frame.at = key;
  const colon = skip(text, end);
  if (text[colon] !== ":") throw unexpected(text, colon, "a colon");
  return skip(text, colon + 1);
}

function readScalar(text: string, at: number): number {
  if (text[at] === '"') return textEnd(text, at);
  const end = reach(atom, text, at);
  if (end < 0) throw unexpected(text, at, "a value");
  return end;
}

/** Steps over a comma into the next entry (its value's offset), or out of a closed frame (-1 as `value`). */
function afterValue(text: string, at: number, frame: Frame, scan: JsonScan): { value: number; end: number } {
  const next = skip(text, at);
  const closing = frame.list ? "]" : "}";
  if (text[next] === closing) return { value: -1, end: next + 1 };
  if (text[next] !== ",") throw unexpected(text, next, `a comma or ${closing}`);
  const following = skip(text, next + 1);
  if (text[following] === closing)
    throw new JsonFault(next, `a comma before ${closing}; JSON has none there`);
  if (!frame.list) return { value: readKey(text, following, frame, scan), end: -1 };
  frame.at = Number(frame.at) + 1;
  return { value: following, end: -1 };
}

function walk(text: string, wanted: JsonPath | undefined, scan: JsonScan): void {
  const frames: Frame[] = [];
  const isWanted = () =>
    wanted !== undefined &&
    frames.length === wanted.length &&
    frames.every((frame, i) => frame.at === wanted[i]);
  let at = skip(text, 0);
  for (;;) {
    // `at` stands on the first character of a value.
    if (isWanted()) scan.found = at;
    const list = text[at] === "[";
    let end: number;
    if (list || text[at] === "{") {
      if (frames.length >= deepest) throw new JsonFault(at, `more than ${deepest} levels deep`);
      const frame: Frame = { list, keys: new Set(), at: 0 };
      const inside = skip(text, at + 1);
      if (text[inside] !== (list ? "]" : "}")) {
        frames.push(frame);
        at = list ? inside : readKey(text, inside, frame, scan);
        continue;
      }
      end = inside + 1;
    } else end = readScalar(text, at);
    for (;;) {
      const frame = frames.at(-1);
      if (frame === undefined) {
        const rest = skip(text, end);
        if (rest < text.length) throw unexpected(text, rest, "the end");
        return;
      }
      const step = afterValue(text, end, frame, scan);
      if (step.value >= 0) {
        at = step.value;
        break;
      }
      frames.pop();
      end = step.end;
    }
  }
}

/** Walks a text without BOM. `wanted` asks where the value at that path begins. Does not throw; takes any text. */
export function scanJson(text: string, wanted?: JsonPath): JsonScan {
  const scan: JsonScan = { fault: undefined, doubled: [], found: undefined };
  try {
    walk(text, wanted, scan);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    scan.fault = { offset: error.offset, message: error.message };
  }
  return scan;
}

/** Line and column (both from 1, columns in characters as an editor counts them) of an offset. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: [...(before.at(-1) ?? "")].length + 1 };
}
