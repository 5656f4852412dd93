// What every verb is given. Nothing below main.ts reads a clock, random numbers or ids by itself (invariant 8).
import type { Models } from "./model/models.ts";
import type { Prompts } from "./prompt/catalogue.ts";
import type { Id, Seconds } from "./schema/common.ts";
import type { OutsideAnswer, OutsideRequest, WebSearch } from "./schema/outside.ts";
import type { Soul } from "./schema/soul.ts";
import type { StreamEvent } from "./schema/stream-event.ts";
import type { MeaningShelf, Search } from "./search/search.ts";
import type { Backups } from "./store/backups.ts";
import type { Store } from "./store/store.ts";

export type Clock = { now(): Seconds };

/** Structured log: never chat text, never keys. */
export type Logger = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Deps = {
  store: Store;
  /** None where nothing is backed up. */
  backups?: Backups;
  models: Models;
  prompts: Prompts;
  search: Search;
  /** Vectors of the memories. None: nothing is embedded. */
  meanings?: MeaningShelf;
  souls: ReadonlyMap<string, Soul>;
  clock: Clock;
  /** 0 ≤ x < 1; seeded by RANDOM_SEED. */
  random: () => number;
  /** A ULID: sortable, unique. */
  newId: () => string;
  /** Tells every window of an account; `user_id` is the companion it is about. */
  publish: (account: Id, event: StreamEvent, user?: Id) => void;
  /** Real time, for pacing and pauses; resolves early (false) when the signal fires. */
  wait: (ms: number, signal?: AbortSignal) => Promise<boolean>;
  log: Logger;
  /** Asks a host outside; never throws. None: nobody outside is asked. */
  outside?: (request: OutsideRequest) => Promise<OutsideAnswer>;
  webSearch?: WebSearch;
  /** How many windows of an account listen now. None: nobody knows, and nobody is told by other ways. */
  listeners?: (account: Id) => number;
  /** Writes the model usage that was noted and is not on disk yet. */
  flushUsage: () => Promise<void>;
};
