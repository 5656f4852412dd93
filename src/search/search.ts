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
  importance?: number;
  aliases?: readonly string[];
};

export type SearchHit = SearchEntry & {
  score: number;
  /** What it says is not so any more, and until when it was (part 3, item 5). */
  former?: { until?: Seconds };
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
