// What the readers of chats and memories give: one thing at a time, so that a file of any size needs little memory.

import type { Seconds } from "../schema/common.ts";
import type { DateOrder, FileFormat } from "../schema/request-exchange.ts";

export type Side = "user" | "assistant";

/** Something that was said. */
export type ChatLine = {
  /** Line of the file, or number of the message in it; from 1. */
  place: number;
  /** Who said it, as the file names them; "" where it names nobody. */
  speaker: string;
  /** Which of the two it was, where the format says so itself. */
  side?: Side;
  content: string;
  /** Unix seconds; undefined where the file does not say. */
  timestamp?: Seconds;
  /** What names the message in its file; the same in a later export. */
  id?: string;
  /** The conversation that it belongs to, where a file holds several: an id, and a title for people. */
  thread?: { id: string; title: string };
  /** Other answers that were given in its place. */
  others?: string[];
  model?: string;
};

/** A memory that another program kept. */
export type MemoryLine = {
  place: number;
  id: string;
  text: string;
  /** A short name, where it has one. */
  title?: string;
  timestamp?: Seconds;
  changed_at?: Seconds;
  /** Everything else that it carried, as it stood. */
  metadata: Record<string, unknown>;
};

/** Why something was left out on purpose. */
export type LeftOut = "system" | "hidden" | "empty" | "other_branch" | "tool" | "persona";

/** Why something could not be read. */
export type Unreadable =
  | "no_json"
  | "no_shape"
  | "no_time"
  | "no_text"
  | "too_large"
  | "unknown_speaker"
  | "cut_off";

export type Found =
  | { kind: "line"; line: ChatLine }
  | { kind: "memory"; memory: MemoryLine }
  | { kind: "left-out"; place: number; reason: LeftOut }
  | { kind: "unreadable"; place: number; reason: Unreadable }
  /** What the file says of itself: who its sides are, and whether the day or the month comes first in its dates. */
  | { kind: "about"; user?: string; assistant?: string; dates?: { order: DateOrder; sure: boolean } };

/** Whose form a file has; the same names as the request uses. */
export type ChatFormat = Exclude<FileFormat, "auto">;

export type ReadOptions = {
  /** The zone of times that name none. */
  zone: string;
  /** Names that are somebody's, where a file marks none. */
  names?: readonly string[];
  /** What comes first in dates that do not say it; where it is left out the dates themselves are asked. */
  dates?: DateOrder | undefined;
};

/** Text of a file in pieces of any size. */
export type Pieces = AsyncIterable<string>;

export type ChatReader = (pieces: Pieces, options: ReadOptions) => AsyncIterable<Found>;

export const unreadable = (place: number, reason: Unreadable): Found => ({
  kind: "unreadable",
  place,
  reason,
});
export const leftOut = (place: number, reason: LeftOut): Found => ({ kind: "left-out", place, reason });
