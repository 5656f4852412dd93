// Search over one companion's memory: the shape every caller sees. The index lives in a bounded cache.
import type { Id, Language, Seconds } from "../schema/common.ts";

export type SourceType = "message" | "mid" | "long" | "detail" | "fact" | "core" | "knowledge" | "lore";

/** One searchable text. Messages are handed in in the order of the log, so that neighbours can be found. */
export type SearchEntry = {
  type: SourceType;
  id: string;
  text: string;
  /** A second, heavier field: title, key. */
  title?: string;
  date: Seconds;
  speaker?: "user" | "assistant";
  topic_id?: string;
  message_ids: readonly string[];
  /** The companion that knows it, where it is another one of the account that shares it (A40, A126). */
  origin?: Id;
  importance?: number;
  aliases?: readonly string[];
};

export type SearchHit = SearchEntry & {
  score: number;
  /** What it says is not so any more, and until when it was (part 3, item 5). */
  former?: { until?: Seconds; what?: string };
  /** How much of the question stands in it word for word or by a kindred word, 0 to 1; undefined where nothing was asked in words. */
  fit?: number;
};

export type SearchQuery = {
  text: string;
  /** Reference for time words, unix seconds; later messages are left out. */
  at: Seconds;
  timeZone: string;
  language: Language;
  types?: readonly SourceType[];
  limit: number;
  /**
   * Milliseconds to wait for an index that is not there yet; after that nothing is found, and the index goes on being built.
   * Without it the answer takes as long as it takes.
   */
  patience?: number;
  /** What the two are called, so that a question that names one finds that one's words first. */
  names?: { user?: readonly string[]; assistant?: readonly string[] };
  /** What is known to belong to a name of the question (A233): the mother of A is B; entries about B are looked for too. */
  related?: readonly { said: string; others: readonly string[] }[];
  /** What an entry other than a message weighs by itself now, 0 to 1 (R32, A225); undefined: its bare importance. */
  held?:
    | ((entry: Pick<SearchEntry, "type" | "id" | "importance" | "date">) => number | undefined)
    | undefined;
  /** How much the feeling counts with which a message was said, 0 to 1, by its id (A234). */
  felt?: ReadonlyMap<string, number> | undefined;
  /** What lies near in meaning, where a model told (A224 path A). */
  meaning?: Meaning | undefined;
};

export type Search = {
  /** Best first. `load` gives every entry of the companion where the index is not in memory. */
  find(user: Id, query: SearchQuery, load: () => Promise<SearchEntry[]>): Promise<SearchHit[]>;
  /**
   * Begins to build an index in the background, one companion's after the other's, where it is not there and the memory for
   * indexes is not half full. `load` as for `find`; where it fails, the next `find` tries again.
   */
  warm(user: Id, load: () => Promise<SearchEntry[]>): void;
  /** Adds or replaces entries of an index that is in memory; does nothing where it is not. */
  update(user: Id, entries: readonly SearchEntry[], removed?: readonly string[]): void;
  /** Forgets the index, so that the next `find` builds it again. */
  drop(user: Id): void;
};

/** An entry that is near in meaning: type and id as one key, a hash of the text that its vector was made of, and 0 to 1. */
export type NearEntry = { key: string; hash: string; nearness: number };

/** `outstanding`: the best stands out so far that it is a find where no word fits. */
export type Meaning = { near: readonly NearEntry[]; outstanding: boolean };

/** A text that wants a vector. */
export type MeaningText = { type: SourceType; id: string; text: string; hash: string };
export type MeaningBatch = { texts: MeaningText[]; left: number };

/** The vectors of the companions. A `space` names a model: vectors of two spaces are never compared. */
export type MeaningShelf = {
  /** True where it is known what the memory holds; only then are vectors used, taken and given. */
  isOpen(user: Id, space: string): boolean;
  /**
   * Takes in the stored pieces and every entry that is there: vectors of what is gone, or is another text now, are dropped. False
   * where something changed while they were loaded, so that they may hold what was just erased: to be tried again.
   */
  open(
    user: Id,
    space: string,
    load: () => Promise<{ pieces: readonly string[]; entries: readonly SearchEntry[] }>,
  ): Promise<boolean>;
  /** The next texts that want a vector, and how many are left behind them. They wait on until `put`. */
  next(user: Id, limit: number): MeaningBatch;
  /**
   * Lays down vectors; undefined for a text that has none. What changed meanwhile is passed over. False where they have another
   * length than those that are there: at the second such answer in a row all are dropped, and the companion is to be opened anew.
   */
  put(
    user: Id,
    space: string,
    texts: readonly MeaningText[],
    vectors: readonly (Float32Array | undefined)[],
  ): boolean;
  /** Puts texts behind all others. */
  postpone(user: Id, texts: readonly MeaningText[]): void;
  /** The pieces to be written now; without a text to be removed. Each call gives only what changed since the last. */
  changed(user: Id): { number: number; text: string | undefined }[];
  /** What lies near, at most 50 entries of these types. Empty where the companion is not open. */
  nearest(user: Id, space: string, vector: Float32Array, types?: readonly SourceType[]): Meaning;
  /** True where there is no vector that a question could be compared with. */
  isEmpty(user: Id, space: string): boolean;
  /** The vector of the question that was asked last, since one turn looks several times with the same words. */
  asked(user: Id, text: string): Float32Array | undefined;
  remember(user: Id, text: string, vector: Float32Array): void;
  /** Entries were added, changed or removed. */
  update(user: Id, entries: readonly SearchEntry[], removed: readonly string[]): void;
  /** What the memory holds is not known any more: nothing is used until it is opened again. */
  doubt(user: Id): void;
  /** Nothing is kept of this companion. */
  forget(user: Id): void;
};
