// Keeps the vectors of the companions that were looked after lately, and knows which texts still want one (A224 path A, A226).
import type { Id } from "../schema/common.ts";
import type {
  Meaning,
  MeaningBatch,
  MeaningShelf,
  MeaningText,
  Search,
  SearchEntry,
  SourceType,
} from "./search.ts";
import { hashOfText, keyOf, meantBy, Vectors } from "./vectors.ts";

/** Bytes of one companion's vectors: 8,192 of 1,536 numbers. To look through them takes some 12 ms. */
const bytesACompanion = 12 * 1024 * 1024;
/** However short they are: each has an id and a hash beside it. */
const mostRows = 50_000;
/** Before the first vector is there its length is not known. */
const usualDimensions = 1_536;
/** So much of the room is given away when a companion is opened; the rest is for what comes until the next time. */
const filledAtOpening = 0.9;
const nearestAtMost = 50;
/** The types by what their vectors are worth: a few that cover all the years first, messages from the newest on last. */
const inOrder: readonly SourceType[] = [
  "fact",
  "core",
  "long",
  "mid",
  "detail",
  "knowledge",
  "lore",
  "message",
];

type Open = {
  vectors: Vectors;
  /** Texts that want a vector: what was said since, and what was there before. */
  fresh: Map<string, MeaningText>;
  before: Map<string, MeaningText>;
  /** Length of the vectors of one answer that did not fit. */
  odd: number;
  asked?: { text: string; vector: Float32Array };
};

/**
 * `open` is undefined where nothing is known of what the memory holds now; `kept` may then hold what is gone. `anew`: what is stored
 * is not to be taken in. `opening`: what was begun last, as long as nothing changed since.
 */
type State = {
  open?: Open | undefined;
  kept?: Vectors | undefined;
  written: number;
  anew?: boolean;
  opening?: object | undefined;
};

/** `maxBytes`: all companions' vectors together; those that were not used for the longest time go first. */
type ShelfOptions = { maxBytes: number; bytesACompanion?: number };

function textOf(entry: SearchEntry): MeaningText {
  const text = meantBy(entry);
  return { type: entry.type, id: entry.id, text, hash: hashOfText(text) };
}

/** True where it has nothing to say. */
const isBlank = ({ text }: SearchEntry) => text.trim() === "";

/** The entries that may have a vector, the worthiest first. Messages are handed in in the order of the log. */
function chosen(entries: readonly SearchEntry[], room: number): SearchEntry[] {
  const worded = entries.filter((entry) => !isBlank(entry));
  const rank = ({ type }: SearchEntry) => inOrder.indexOf(type);
  const notes = worded.filter(({ type }) => type !== "message").sort((a, b) => rank(a) - rank(b));
  const messages = worded.filter(({ type }) => type === "message").reverse();
  return [...notes, ...messages].slice(0, room);
}

/** Texts are taken from what was said since first. */
const waitingIn = ({ fresh, before }: Open) => [...fresh.values(), ...before.values()];

class Shelf implements MeaningShelf {
  readonly #states = new Map<Id, State>();
  readonly #maxBytes: number;
  readonly #bytesACompanion: number;

  constructor(options: ShelfOptions) {
    this.#maxBytes = options.maxBytes;
    this.#bytesACompanion = options.bytesACompanion ?? bytesACompanion;
  }

  isOpen(user: Id, space: string): boolean {
    return this.#openOf(user, space) !== undefined;
  }

  async open(user: Id, space: string, load: Parameters<MeaningShelf["open"]>[2]): Promise<boolean> {
    const opening = {};
    this.#use(user).opening = opening;
    const { pieces, entries } = await load();
    const state = this.#use(user);
    if (state.opening !== opening) return false;
    const kept = state.kept?.space === space ? state.kept : undefined;
    const vectors = kept ?? new Vectors(space);
    // The pieces may be gone by now, and what was kept is newer.
    if (kept) kept.changeAll();
    else if (!state.anew) for (const [number, piece] of pieces.entries()) vectors.load(number, piece);
    state.anew = false;
    const before = new Map<string, MeaningText>();
    const there = new Set<string>();
    for (const entry of chosen(entries, Math.floor(this.#roomOf(vectors) * filledAtOpening))) {
      const text = textOf(entry);
      const key = keyOf(text.type, text.id);
      if (vectors.has(key, text.hash)) there.add(key);
      else before.set(key, text);
    }
    for (const key of [...vectors.keys()]) if (!there.has(key)) vectors.remove(key);
    state.open = { vectors, before, fresh: new Map(), odd: 0 };
    state.kept = undefined;
    state.written = Math.max(state.written, pieces.length);
    this.#forgetOldest();
    return true;
  }

  next(user: Id, limit: number): MeaningBatch {
    const open = this.#openOf(user);
    const waiting = open ? waitingIn(open) : [];
    return { texts: waiting.slice(0, limit), left: Math.max(0, waiting.length - limit) };
  }

  put(
    user: Id,
    space: string,
    texts: readonly MeaningText[],
    vectors: readonly (Float32Array | undefined)[],
  ): boolean {
    const open = this.#openOf(user, space);
    if (!open) return true;
    const { dimensions } = open.vectors;
    const length = vectors.find((vector) => vector)?.length ?? dimensions;
    if (dimensions !== 0 && length !== dimensions) {
      // One such answer may be a slip; with the second the model behind the name is another one.
      if (open.odd === length) this.#begin(user);
      open.odd = length;
      return false;
    }
    open.odd = 0;
    for (const [at, { type, id, hash }] of texts.entries()) {
      const key = keyOf(type, id);
      // What was changed or taken away while the model was asked has no use for this vector.
      const waiting = [open.fresh, open.before].find((texts) => texts.get(key)?.hash === hash);
      if (waiting?.delete(key)) open.vectors.put(type, id, hash, vectors[at]);
    }
    this.#forgetOldest();
    return true;
  }

  postpone(user: Id, texts: readonly MeaningText[]): void {
    const open = this.#openOf(user);
    for (const text of texts) {
      const key = keyOf(text.type, text.id);
      const waiting = [open?.fresh, open?.before].find((texts) => texts?.get(key)?.hash === text.hash);
      if (waiting?.delete(key)) open?.before.set(key, text);
    }
  }

  changed(user: Id): { number: number; text: string | undefined }[] {
    const state = this.#states.get(user);
    if (!state?.open) return [];
    const { vectors } = state.open;
    const pieces: { number: number; text: string | undefined }[] = vectors
      .changedPieces()
      .map((number) => ({ number, text: vectors.piece(number) }));
    for (let number = vectors.pieces; number < state.written; number++)
      pieces.push({ number, text: undefined });
    state.written = vectors.pieces;
    return pieces;
  }

  nearest(user: Id, space: string, vector: Float32Array, types?: readonly SourceType[]): Meaning {
    const open = this.#openOf(user, space);
    if (!open) return { near: [], outstanding: false };
    this.#use(user);
    return open.vectors.nearest(vector, nearestAtMost, types);
  }

  isEmpty(user: Id, space: string): boolean {
    return (this.#openOf(user, space)?.vectors.dimensions ?? 0) === 0;
  }

  asked(user: Id, text: string): Float32Array | undefined {
    const asked = this.#openOf(user)?.asked;
    return asked?.text === text ? asked.vector : undefined;
  }

  remember(user: Id, text: string, vector: Float32Array): void {
    const open = this.#openOf(user);
    if (open) open.asked = { text, vector };
  }

  update(user: Id, entries: readonly SearchEntry[], removed: readonly string[]): void {
    this.#disturb(user);
    const open = this.#openOf(user);
    if (!open) return;
    for (const id of removed) for (const type of inOrder) this.#takeAway(open, keyOf(type, id));
    for (const entry of entries) this.#note(open, entry);
    const count = open.vectors.size + open.fresh.size + open.before.size;
    // No room left: when it is opened anew, the oldest messages give theirs up.
    if (count > this.#roomOf(open.vectors)) this.doubt(user);
  }

  doubt(user: Id): void {
    this.#disturb(user);
    const state = this.#states.get(user);
    if (!state?.open) return;
    state.kept = state.open.vectors;
    state.open = undefined;
  }

  forget(user: Id): void {
    this.#states.delete(user);
  }

  #note(open: Open, entry: SearchEntry): void {
    const text = textOf(entry);
    const key = keyOf(text.type, text.id);
    if (open.vectors.has(key, text.hash)) return;
    // The vector of what it said before must not stand for it any longer.
    this.#takeAway(open, key);
    if (!isBlank(entry)) open.fresh.set(key, text);
  }

  #takeAway(open: Open, key: string): void {
    open.vectors.remove(key);
    open.fresh.delete(key);
    open.before.delete(key);
  }

  /** What is being loaded for this companion is out of date. */
  #disturb(user: Id): void {
    const state = this.#states.get(user);
    if (state) state.opening = undefined;
  }

  /** What is stored is of another length, so nothing of it is taken at the next opening. */
  #begin(user: Id): void {
    Object.assign(this.#use(user), { open: undefined, kept: undefined, anew: true });
  }

  #roomOf(vectors: Vectors): number {
    const rows = Math.floor(this.#bytesACompanion / (vectors.dimensions || usualDimensions));
    return Math.min(mostRows, rows);
  }

  #openOf(user: Id, space?: string): Open | undefined {
    const open = this.#states.get(user)?.open;
    return space === undefined || open?.vectors.space === space ? open : undefined;
  }

  /** The state of a companion, as the one used last. */
  #use(user: Id): State {
    const state = this.#states.get(user) ?? { written: 0 };
    // A Map keeps the order of insertion: the first key is the one unused for the longest time.
    this.#states.delete(user);
    this.#states.set(user, state);
    return state;
  }

  #forgetOldest(): void {
    const bytesOf = ({ open, kept }: State) => (open?.vectors ?? kept)?.bytes ?? 0;
    let bytes = 0;
    for (const state of this.#states.values()) bytes += bytesOf(state);
    for (const [user, state] of this.#states) {
      if (bytes <= this.#maxBytes || this.#states.size === 1) break;
      bytes -= bytesOf(state);
      this.#states.delete(user);
    }
  }
}

/** The shelf of all companions. */
export function createMeaningShelf(options: ShelfOptions): MeaningShelf {
  return new Shelf(options);
}

/** The same search; what it is told of changes is told to the shelf of vectors too. */
export function withMeaning(search: Search, shelf: MeaningShelf): Search {
  return {
    ...search,
    update(user, entries, removed = []) {
      search.update(user, entries, removed);
      shelf.update(user, entries, removed);
    },
    drop(user) {
      search.drop(user);
      shelf.doubt(user);
    },
  };
}
