// The text of one log file: how it is written, and how it is read when an editor, a crash or a person has been at it. Pure.

import { placeOf } from "./json-scan.ts";
import { type Draft, draftOf, type Entry } from "./log-entry.ts";
import { type Fault, onOneLine, skipSpace, valueEnd } from "./log-scan.ts";

export type LogFault = { message: string; line: number; column: number; path?: string };

export type Reading = {
  /** Every message that could be read, in order, also those behind a fault. */
  drafts: Draft[];
  /** Where the file stands in our form: what closes it, so that it can grow in place. */
  closing?: string;
  fault?: LogFault;
  /** Only the end is unreadable: byte offset behind the last complete message. */
  tornAt?: number;
};

/** A JSON array, one message a line. */
export function formatLog(entries: readonly Entry[]): string {
  return entries.length === 0 ? "[\n]" : `[${linesAfter(entries, true)}`;
}

/** What replaces the closing bracket when messages are added: the lines and a new bracket. */
export function linesAfter(entries: readonly Entry[], first: boolean): string {
  return `${first ? "\n" : ",\n"}${entries.map((entry) => entry.line).join(",\n")}\n]`;
}

/** Reads a log file: ours, pretty-printed, JSON lines, with a byte order mark, torn or broken. Never throws. */
export function readLog(bytes: Buffer): Reading {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = marked ? bytes.subarray(3) : bytes;
  const text = body.toString("utf8");
  const sound = !text.includes("\uFFFD") || Buffer.from(text).equals(body);
  const ours = sound ? readLines(text) : undefined;
  if (ours && !marked) return ours;
  const reading = readBroadly(text, sound);
  if (reading.tornAt === undefined) return reading;
  return { ...reading, tornAt: Buffer.byteLength(text.slice(0, reading.tornAt)) + (marked ? 3 : 0) };
}

/** The common case: one message a line, exactly as written by us. Undefined where anything is different. */
function readLines(text: string): Reading | undefined {
  const end = text.lastIndexOf("]");
  if (text[0] !== "[" || end < 0 || !/^\n?$/.test(text.slice(end + 1))) return undefined;
  const bodyEnd = text[end - 1] === "\n" ? end - 1 : end;
  const closing = text.slice(bodyEnd);
  const body = text.slice(1, bodyEnd);
  if (body === "") return { drafts: [], closing };
  if (body[0] !== "\n" || bodyEnd === end) return undefined;
  const lines = body.slice(1).split("\n");
  const drafts: Draft[] = [];
  for (const [index, raw] of lines.entries()) {
    const last = index === lines.length - 1;
    if (raw.endsWith(",") === last) return undefined;
    const draft = draftOfLine(last ? raw : raw.slice(0, -1));
    if (!draft) return undefined;
    drafts.push(draft);
  }
  return { drafts, closing };
}

function draftOfLine(line: string): Draft | undefined {
  try {
    const draft = draftOf(JSON.parse(line), line);
    return "line" in draft ? draft : undefined;
  } catch {
    return undefined;
  }
}

type Piece = { start: number; end: number };
/** A fault, and where the piece that it spoils begins: a bracket left open is only noticed far behind it. */
type SpoiltPiece = Fault & { start: number };

/** The slow way: takes every message that can be read, and knows where the rest broke. */
function readBroadly(text: string, sound: boolean): Reading {
  const { pieces, faults } = piecesOf(text);
  const torn = faults[0]?.start;
  const drafts: Draft[] = [];
  const misfits: (Fault & { path: string })[] = [];
  let goodEnd = text.trimStart().startsWith("[") ? text.indexOf("[") + 1 : 0;
  let goodBehind = false;
  for (const [index, { start, end }] of pieces.entries()) {
    const slice = text.slice(start, end);
    const damaged = sound ? -1 : slice.indexOf("\uFFFD");
    const draft =
      damaged < 0
        ? draftOf(JSON.parse(slice), onOneLine(slice))
        : { path: "", message: "bytes that are not UTF-8 text" };
    if ("line" in draft) {
      drafts.push(draft);
      if (torn === undefined || start < torn) goodEnd = end;
      else goodBehind = true;
    } else {
      const path = `[${index}]${draft.path && `.${draft.path}`}`;
      misfits.push({ offset: start + Math.max(damaged, 0), message: draft.message, path });
    }
  }
  const fault = [...faults, ...misfits].sort((a, b) => a.offset - b.offset)[0];
  if (!fault) return { drafts };
  const reading: Reading = { drafts, fault: locate(text, fault) };
  // A file whose very beginning is strange was never ours, so nothing is cut from it.
  const startsWell = /^\s*(?:\[\s*)?(?:[{\]]|$)/.test(text);
  if (misfits.length === 0 && !goodBehind && startsWell) reading.tornAt = goodEnd;
  return reading;
}

function locate(text: string, fault: Fault & { path?: string }): LogFault {
  const { offset, message, path } = fault;
  return { message, path, ...placeOf(text, offset) };
}

/** Objects of the outermost array (or of JSON lines), and each place where that reading broke; goes on at the next line that opens an object. */
function piecesOf(text: string): { pieces: Piece[]; faults: SpoiltPiece[] } {
  const pieces: Piece[] = [];
  const faults: SpoiltPiece[] = [];
  const spoilt = (start: number, fault: Fault) => faults.push({ ...fault, start });
  let at = skipSpace(text, 0);
  if (at === text.length) return { pieces, faults };
  const bracketed = text[at] === "[";
  if (bracketed) at = skipSpace(text, at + 1);
  let closed = bracketed && text[at] === "]";
  if (closed) at = skipSpace(text, at + 1);
  while (at < text.length) {
    const end = text[at] === "{" ? valueEnd(text, at) : at;
    const opens = typeof end === "number" && end > at;
    if (closed || !opens) {
      spoilt(at, typeof end === "number" ? { offset: at, message: strayMessage(text, at, closed) } : end);
    }
    if (!opens) {
      at = nextObject(text, at + 1);
      continue;
    }
    pieces.push({ start: at, end });
    at = skipSpace(text, end);
    if (!bracketed) continue;
    if (text[at] === "]") {
      closed = true;
      at = skipSpace(text, at + 1);
    } else if (text[at] === ",") {
      at = skipSpace(text, at + 1);
      if (at === text.length) spoilt(at, { offset: at, message: "the file ends here" });
    } else if (text[at] === "{") spoilt(at, { offset: at, message: "a comma is missing" });
  }
  if (bracketed && !closed && faults.length === 0) {
    spoilt(at, { offset: at, message: "the closing bracket is missing" });
  }
  return { pieces, faults };
}

function strayMessage(text: string, at: number, closed: boolean): string {
  if (closed) return "something stands behind the closing bracket";
  return text[at] === "]" ? "a comma too many" : "a message was expected";
}

function nextObject(text: string, from: number): number {
  const line = /\n[ \t\r]*(?=\{)/g;
  line.lastIndex = from - 1;
  const found = line.exec(text);
  return found ? found.index + found[0].length : text.length;
}
