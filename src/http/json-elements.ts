// Finds the elements of one long list in a JSON body without parsing the whole: an import of 64 MB stays flat in memory.
import { AppError } from "../error.ts";

export type LongList = {
  /** The body with the list emptied, parsed. */
  rest: Record<string, unknown>;
  /** Where each element of the list stands, in bytes. */
  elements: readonly (readonly [start: number, end: number])[];
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

const malformed = (at: number) =>
  new AppError("bad_request", `The body is not valid JSON (near byte ${at}).`);

/** The byte after a string that begins at `at`. */
function afterString(bytes: Uint8Array, at: number): number {
  for (let i = at + 1; i < bytes.length; i++) {
    if (bytes[i] === backslash) i++;
    else if (bytes[i] === quote) return i + 1;
  }
  throw malformed(at);
}

/** Where the value of a property of the outermost object begins; undefined where it has none of this name. */
function placeOf(bytes: Uint8Array, property: string): number | undefined {
  const name = Buffer.from(JSON.stringify(property));
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (opening.has(byte)) depth++;
    else if (closing.has(byte)) depth--;
    else if (byte === quote) {
      const end = afterString(bytes, i);
      const colon = skipBlanks(bytes, end);
      const named = depth === 1 && bytes[colon] === 0x3a && Buffer.from(bytes.subarray(i, end)).equals(name);
      if (named) return skipBlanks(bytes, colon + 1);
      i = end - 1;
    }
  }
  return undefined;
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while ([0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0)) at++;
  return at;
}

/** The elements of the array that begins at `start`, and the byte after its closing bracket. */
function elementsFrom(bytes: Uint8Array, start: number): { elements: [number, number][]; end: number } {
  const elements: [number, number][] = [];
  let depth = 0;
  let from = start + 1;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === quote) i = afterString(bytes, i) - 1;
    else if (opening.has(byte)) depth++;
    else if (byte === comma && depth === 1) {
      elements.push([from, i]);
      from = i + 1;
    } else if (closing.has(byte) && --depth === 0) {
      const last = skipBlanks(bytes, from) < i;
      if (last || elements.length > 0) elements.push([from, i]);
      return { elements, end: i + 1 };
    }
  }
  throw malformed(start);
}

/** Splits a JSON object at one of its lists. Broken JSON: `bad_request`; what is no list is left in `rest`. */
export function splitAtList(bytes: Uint8Array, property: string): LongList {
  const start = placeOf(bytes, property);
  const isList = start !== undefined && bytes[start] === 0x5b;
  const { elements, end } = isList ? elementsFrom(bytes, start) : { elements: [], end: 0 };
  const text = isList
    ? `${textOf(bytes, 0, start)}[]${textOf(bytes, end, bytes.length)}`
    : textOf(bytes, 0, bytes.length);
  const rest = parsed(text, start ?? 0);
  if (typeof rest !== "object" || rest === null || Array.isArray(rest))
    throw new AppError("invalid", "The body is no JSON object.", {
      details: [{ path: "", message: "expected an object" }],
    });
  return { rest: rest as Record<string, unknown>, elements };
}

/** One element, parsed. */
export function elementAt(bytes: Uint8Array, [start, end]: readonly [number, number]): unknown {
  return parsed(textOf(bytes, start, end), start);
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

function parsed(text: string, at: number): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw malformed(at);
  }
}
