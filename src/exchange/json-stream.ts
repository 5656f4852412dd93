// Walks through a JSON file of any size: gives the elements of its lists one at a time, and never holds more than one.
import type { Pieces } from "./chat.ts";

/** Characters that one element may have; what is longer is skipped and named. */
export const longestElement = 64 * 1024 * 1024;

/**
 * `path` is where the value stands: [] in a list at the top, ["messages"] in a list of that name, ["chatInfo"] for a field that is no
 * list or is not gone into. `text` is its JSON, or null where it was too long. The end of a broken file is `{ end: "cut_off" }`.
 */
export type JsonPiece =
  | { path: readonly string[]; element: boolean; text: string | null }
  | { end: "whole" | "cut_off" };

export type WalkOptions = {
  /**
   * Objects that are gone into, by their path joined with dots ("chats"); "chats.list[]" are the objects of a list. Fields of the top
   * are always gone into. Of an element that is gone into its fields come one by one, and at its end `{}` for what is left of it.
   */
  into?: ReadonlySet<string>;
  longest?: number;
  /** Of an element that the end of a broken file tore: what was whole in its list, closed, comes as the last element. */
  torn?: boolean;
};

/** Gives each element and each field in the order of the file. */
export async function* walkJson(pieces: Pieces, options: WalkOptions = {}): AsyncIterable<JsonPiece> {
  const walk = new Walk(options);
  for await (const piece of pieces) {
    walk.feed(piece);
    yield* walk.take();
  }
  walk.close();
  yield* walk.take();
  const torn = options.torn ? walk.torn() : undefined;
  if (torn) yield torn;
  yield { end: walk.isWhole() ? "whole" : "cut_off" };
}

type Level = { list: boolean; name: string | undefined };

/** One pass over the characters: which containers are open, and whether a value is being collected. */
class Walk {
  private readonly into: ReadonlySet<string>;
  private readonly longest: number;
  /** Containers that are gone into; `name` is the field that is being read in it. */
  private readonly levels: Level[] = [];
  private found: JsonPiece[] = [];
  private begun = false;
  private broken = false;

  /** The value that is collected: its text so far, how deep it is, whether inside of a string. */
  private value: string[] | null = null;
  private size = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** A field's name that is being read. */
  private name: string | null = null;

  constructor({ into = new Set(), longest = longestElement }: WalkOptions) {
    this.into = into;
    this.longest = longest;
  }

  take(): JsonPiece[] {
    const found = this.found;
    this.found = [];
    return found;
  }

  isWhole(): boolean {
    return this.begun && !this.broken && this.levels.length === 0 && this.value === null;
  }

  /** The end of the file ends a number or a word; whatever else is open then was cut off. */
  close(): void {
    if (this.value !== null && this.depth === 0 && !this.inString && this.levels.length === 0) this.finish();
  }

  /** What was whole of the element that was being collected. */
  torn(): JsonPiece | undefined {
    if (this.value === null || this.size > this.longest || this.levels.at(-1)?.list !== true)
      return undefined;
    const text = wholePart(this.value.join(""));
    return text === undefined ? undefined : { path: this.path(), element: true, text };
  }

  feed(text: string): void {
    let start = 0;
    for (let at = 0; at < text.length && !this.broken; at++) {
      const character = text[at] ?? "";
      if (this.name !== null) this.readName(character);
      else if (this.value === null) {
        this.between(character);
        start = at;
      } else if (this.endsBefore(character)) {
        this.collect(text.slice(start, at));
        this.finish();
        this.between(character);
        start = at;
      } else if (this.endsWith(character)) {
        this.collect(text.slice(start, at + 1));
        this.finish();
      }
    }
    if (this.value !== null) this.collect(text.slice(start));
  }

  private collect(text: string): void {
    this.size += text.length;
    if (this.size <= this.longest) this.value?.push(text);
  }

  private readName(character: string): void {
    if (this.escaped) this.escaped = false;
    else if (character === "\\") this.escaped = true;
    else if (character === '"') {
      const level = this.levels.at(-1);
      if (level) level.name = nameOf(this.name ?? "");
      this.name = null;
      return;
    }
    this.name += character;
    if ((this.name ?? "").length > 10_000) this.broken = true;
  }

  /** A character that stands between values. */
  private between(character: string): void {
    if (/[\s,:\uFEFF]/.test(character)) {
      const level = this.levels.at(-1);
      if (character === "," && level && !level.list) level.name = undefined;
      return;
    }
    const level = this.levels.at(-1);
    if (character === "]" || character === "}") this.leave(character);
    else if (level && !level.list && level.name === undefined) {
      if (character === '"') this.name = "";
      else this.broken = true;
    } else this.begin(character);
  }

  private leave(character: string): void {
    const level = this.levels.pop();
    if (!level || level.list !== (character === "]")) this.broken = true;
    const above = this.levels.at(-1);
    if (above && !above.list) above.name = undefined;
    else if (above && level && !level.list) this.found.push({ path: this.path(), element: true, text: "{}" });
  }

  private begin(character: string): void {
    if (this.levels.length === 0 && this.begun) {
      this.broken = true;
      return;
    }
    this.begun = true;
    const opens = character === "[" || character === "{";
    if (opens && this.isGoneInto(character)) {
      this.levels.push({ list: character === "[", name: undefined });
      return;
    }
    this.value = [];
    this.size = 0;
    this.depth = opens ? 1 : 0;
    this.inString = character === '"';
    this.escaped = false;
  }

  /** The top, lists that are fields of something gone into, and the objects that were named. */
  private isGoneInto(character: string): boolean {
    const level = this.levels.at(-1);
    if (!level) return true;
    if (level.list) return character === "{" && this.into.has(`${this.path().join(".")}[]`);
    return character === "[" || this.into.has(this.path().join("."));
  }

  private path(): string[] {
    return this.levels.flatMap(({ name }) => name ?? []);
  }

  /** A number or a word ends before what follows it. */
  private endsBefore(character: string): boolean {
    return this.depth === 0 && !this.inString && /[\s,\]}]/.test(character);
  }

  private endsWith(character: string): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (character === "\\") this.escaped = true;
      else if (character === '"') {
        this.inString = false;
        return this.depth === 0;
      }
      return false;
    }
    if (character === '"') this.inString = true;
    else if (character === "[" || character === "{") this.depth += 1;
    else if (character === "]" || character === "}") {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }

  private finish(): void {
    const text = this.size > this.longest ? null : (this.value ?? []).join("");
    const level = this.levels.at(-1);
    this.found.push({ path: this.path(), element: level?.list ?? false, text });
    this.value = null;
    if (level && !level.list) level.name = undefined;
  }
}

/**
 * The start of a torn container up to the last whole thing in one of its own lists or objects, closed again; undefined where
 * nothing was whole. A conversation keeps its messages but the one that was torn.
 */
function wholePart(text: string): string | undefined {
  const open: string[] = [];
  let inString = false;
  let whole: { end: number; closers: string } | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "[" || character === "{") open.push(character === "[" ? "]" : "}");
    else if (character === "]" || character === "}") {
      open.pop();
      if (open.length === 2) whole = { end: at + 1, closers: open.toReversed().join("") };
    }
  }
  return whole && text.slice(0, whole.end) + whole.closers;
}

function nameOf(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
