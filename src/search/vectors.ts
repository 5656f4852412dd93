// Vectors of one companion's texts as small whole numbers in one typed array, and which of them lie nearest to a question (A226).
import { createHash } from "node:crypto";
import { typeCode } from "./columns.ts";
import { foremost } from "./foremost.ts";
import type { Meaning, NearEntry, SearchEntry, SourceType } from "./search.ts";

/** Rows of one stored piece: a piece is written anew when one of its rows changes. */
export const rowsAPiece = 256;
/** Below so many vectors nothing can be told to stand out. */
const fewestRows = 10;
/** What lies less than so many standard deviations nearer than the average is no hint at all; from the second on it is a full one. */
const leastDeviations = 2;
const fullDeviations = 5;
/** From here on it is a find even where no word fits: one of some 30,000 lies there by chance. */
const outstandingDeviations = 4;

/** The text whose vector stands for an entry. */
export const meantBy = ({ title, text }: Pick<SearchEntry, "title" | "text">): string =>
  title ? `${title}\n${text}` : text;

/** Tells whether a text is still the one that a vector was made of. */
export const hashOfText = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 16);

export const keyOf = (type: SourceType, id: string): string => `${type} ${id}`;

/** Whole numbers of -127 to 127 in the direction of a vector, and one over their length (0 for no direction at all). */
export function quantise(vector: Float32Array): { whole: Int8Array; inverse: number } {
  let most = 0;
  for (const number of vector) most = Math.max(most, Math.abs(number));
  const whole = new Int8Array(vector.length);
  if (!(most > 0)) return { whole, inverse: 0 };
  let squares = 0;
  for (let at = 0; at < whole.length; at++) {
    const number = Math.round(((vector[at] ?? 0) / most) * 127);
    whole[at] = number;
    squares += number * number;
  }
  return { whole, inverse: 1 / Math.sqrt(squares) };
}

/**
 * How near each cosine lies, 0 to 1, judged by how far it stands out from all of them: models differ too much in what a cosine of
 * 0.7 means. The nearest one has 1 where it stands out by five deviations, and less where nothing really does. `nearest`: the
 * highest of those that are asked for, where these are only some of all.
 */
export function nearnessIn(
  cosines: Float32Array,
  nearest?: number,
): { of: (cosine: number) => number; outstanding: boolean } {
  let [sum, squares, most] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const cosine of cosines) {
    sum += cosine;
    squares += cosine * cosine;
    if (cosine > most) most = cosine;
  }
  const mean = sum / cosines.length;
  const deviation = Math.sqrt(Math.max(0, squares / cosines.length - mean * mean));
  if (cosines.length < fewestRows || !(deviation > 1e-6)) return { of: () => 0, outstanding: false };
  const highest = ((nearest ?? most) - mean) / deviation;
  const room = Math.max(fullDeviations, highest) - leastDeviations;
  return {
    of: (cosine) => Math.min(1, Math.max(0, ((cosine - mean) / deviation - leastDeviations) / room)),
    outstanding: highest >= outstandingDeviations,
  };
}

type Row = { key: string; hash: string };
type Piece = { space: string; dimensions: number; rows: ([string, string] | null)[]; data: string };

/** A hand may have laid the piece there. */
function isRow(row: unknown): boolean {
  if (row === null) return true;
  return Array.isArray(row) && row.length === 2 && row.every((part) => typeof part === "string");
}

function readPiece(text: string, space: string): Piece | undefined {
  try {
    const piece = JSON.parse(text) as Partial<Piece> | null;
    const { dimensions = 0, rows, data } = piece ?? {};
    if (piece?.space !== space || !Array.isArray(rows) || typeof data !== "string") return undefined;
    if (!Number.isInteger(dimensions) || dimensions < 1 || rows.length > rowsAPiece) return undefined;
    const whole = rows.every(isRow);
    return whole ? { space, dimensions, rows, data } : undefined;
  } catch {
    // A torn piece is no loss: its vectors are made again.
    return undefined;
  }
}

export class Vectors {
  readonly space: string;
  #dimensions = 0;
  #data = new Int8Array(0);
  #inverse = new Float32Array(0);
  #types = new Uint8Array(0);
  #rows: (Row | undefined)[] = [];
  #places = new Map<string, number>();
  #free: number[] = [];
  #changed = new Set<number>();

  constructor(space: string) {
    this.space = space;
  }

  /** Numbers of one vector; 0 while there is none. */
  get dimensions(): number {
    return this.#dimensions;
  }

  get size(): number {
    return this.#places.size;
  }

  get pieces(): number {
    return Math.ceil(this.#rows.length / rowsAPiece);
  }

  get bytes(): number {
    return this.#data.byteLength + 5 * this.#inverse.length + 160 * this.#rows.length;
  }

  keys(): IterableIterator<string> {
    return this.#places.keys();
  }

  has(key: string, hash: string): boolean {
    return this.#rows[this.#places.get(key) ?? -1]?.hash === hash;
  }

  /** Lays down the vector of an entry's text; undefined where the text has none, so that it is not asked for again. */
  put(type: SourceType, id: string, hash: string, vector: Float32Array | undefined): void {
    if (vector && this.#dimensions === 0) this.#dimensions = vector.length;
    if (vector && vector.length !== this.#dimensions) throw new RangeError("A vector of another length.");
    const key = keyOf(type, id);
    const place = this.#places.get(key) ?? this.#free.pop() ?? this.#rows.length;
    const { whole, inverse } = vector ? quantise(vector) : { whole: undefined, inverse: 0 };
    this.#lay(place, { key, hash }, inverse, whole);
  }

  /** Takes an entry's vector away; nothing of it stays in memory, nor in the pieces once they are written. */
  remove(key: string): void {
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#places.delete(key);
    this.#rows[place] = undefined;
    this.#data.fill(0, place * this.#dimensions, (place + 1) * this.#dimensions);
    this.#inverse[place] = 0;
    this.#free.push(place);
    this.#changed.add(Math.floor(place / rowsAPiece));
  }

  /**
   * The nearest entries of these types (all where none are named) by cosine, best first. Whether they stand out is judged by all
   * that is remembered: three passages of the owner's texts alone would stand out from nothing (A117).
   */
  nearest(vector: Float32Array, limit: number, types?: readonly SourceType[]): Meaning {
    const nothing: Meaning = { near: [], outstanding: false };
    if (vector.length !== this.#dimensions) return nothing;
    const wanted = types?.map(typeCode);
    const places: number[] = [];
    for (let place = 0; place < this.#rows.length; place++)
      if ((this.#inverse[place] ?? 0) > 0) places.push(place);
    const isWanted = (at: number) => !wanted || wanted.includes(this.#types[places[at] ?? 0] ?? 0);
    const among = [...places.keys()].filter(isWanted);
    if (among.length === 0) return nothing;
    const cosines = this.#cosines(quantise(vector), places);
    const highest = among.reduce((most, at) => Math.max(most, cosines[at] ?? 0), -1);
    const { of, outstanding } = nearnessIn(cosines, highest);
    const order = foremost(among, limit, (at) => of(cosines[at] ?? 0) || undefined);
    const near = order.flatMap((at): NearEntry[] => {
      const row = this.#rows[places[at] ?? -1];
      return row ? [{ key: row.key, hash: row.hash, nearness: of(cosines[at] ?? 0) }] : [];
    });
    return { near, outstanding };
  }

  #cosines({ whole, inverse }: ReturnType<typeof quantise>, places: readonly number[]): Float32Array {
    const cosines = new Float32Array(places.length);
    const length = this.#dimensions;
    const data = this.#data;
    for (let at = 0; at < places.length; at++) {
      const from = (places[at] ?? 0) * length;
      // Whole numbers throughout: 8,192 products of 127 by 127 stay far below 2 ** 31.
      let dot = 0;
      for (let number = 0; number < length; number++)
        dot += (whole[number] ?? 0) * (data[from + number] ?? 0);
      cosines[at] = dot * inverse * (this.#inverse[places[at] ?? 0] ?? 0);
    }
    return cosines;
  }

  /** Numbers of the pieces that changed since the last call. */
  changedPieces(): number[] {
    const changed = [...this.#changed].sort((a, b) => a - b);
    this.#changed.clear();
    return changed;
  }

  /** Every piece is to be written again: what was written is gone. */
  changeAll(): void {
    for (let piece = 0; piece < this.pieces; piece++) this.#changed.add(piece);
  }

  /** One piece as text, for `load`. */
  piece(number: number): string {
    const from = number * rowsAPiece;
    const rows = this.#rows
      .slice(from, from + rowsAPiece)
      .map((row): [string, string] | null => (row ? [row.key, row.hash] : null));
    const data = this.#data.subarray(from * this.#dimensions, (from + rows.length) * this.#dimensions);
    const piece: Piece = {
      space: this.space,
      dimensions: this.#dimensions || 1,
      rows,
      data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
    };
    return JSON.stringify(piece);
  }

  /** Takes in a piece. One that is torn, of another space or of another length gives nothing, and its place is left free. */
  load(number: number, text: string): void {
    const piece = readPiece(text, this.space);
    if (!piece || (this.#dimensions !== 0 && piece.dimensions !== this.#dimensions)) return;
    const data = Buffer.from(piece.data, "base64");
    if (data.byteLength !== 0 && data.byteLength !== piece.rows.length * piece.dimensions) return;
    if (data.byteLength > 0) this.#dimensions = piece.dimensions;
    for (const [at, row] of piece.rows.entries()) {
      const place = number * rowsAPiece + at;
      if (!row || this.#places.has(row[0])) continue;
      const whole = new Int8Array(data.subarray(at * piece.dimensions, (at + 1) * piece.dimensions));
      let squares = 0;
      for (const value of whole) squares += value * value;
      this.#lay(place, { key: row[0], hash: row[1] }, squares > 0 ? 1 / Math.sqrt(squares) : 0, whole);
    }
    this.#changed.delete(number);
  }

  #lay(place: number, row: Row, inverse: number, whole: Int8Array | undefined): void {
    this.#grow(place + 1);
    for (let hole = this.#rows.length; hole < place; hole++) {
      this.#rows.push(undefined);
      this.#free.push(hole);
    }
    this.#rows[place] = row;
    this.#places.set(row.key, place);
    this.#inverse[place] = inverse;
    this.#types[place] = typeCode(row.key.slice(0, row.key.indexOf(" ")) as SourceType);
    const from = place * this.#dimensions;
    if (whole && whole.length > 0) this.#data.set(whole, from);
    else this.#data.fill(0, from, from + this.#dimensions);
    this.#changed.add(Math.floor(place / rowsAPiece));
  }

  /** Room for so many rows. */
  #grow(rows: number): void {
    const room = rows <= this.#inverse.length ? this.#inverse.length : Math.ceil(rows * 1.3) + 64;
    const wider = <A extends Int8Array | Uint8Array | Float32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    if (room > this.#inverse.length) {
      this.#inverse = wider(this.#inverse, new Float32Array(room));
      this.#types = wider(this.#types, new Uint8Array(room));
    }
    if (this.#data.length < room * this.#dimensions)
      this.#data = wider(this.#data, new Int8Array(room * this.#dimensions));
  }
}
