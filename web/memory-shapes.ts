// The answers of the memory routes that the page reads (DESIGN 7). Stored shapes come from the schema, by type only.
import type { Change } from "../src/schema/change.ts";
import type { CoreEntry } from "../src/schema/core-memory.ts";
import type { Fact } from "../src/schema/fact.ts";
import type { FormerPoint, LongEntry } from "../src/schema/long-term.ts";
import type { MidEntry } from "../src/schema/mid-term.ts";
import type { EraseLeft, EraseMatch, EraseReceipt } from "../src/schema/request-erase.ts";
import type { PendingTopic, ShortTerm } from "../src/schema/short-term.ts";

export type {
  Change,
  CoreEntry,
  EraseLeft,
  EraseMatch,
  Fact,
  FormerPoint,
  LongEntry,
  MidEntry,
  PendingTopic,
};

/** GET facts: newest first; `next` where the list goes on. */
export type FactPage = { facts: Fact[]; next: string | null };

/** What a fact may be given by its owner; what is left out stays. */
export type FactWish = {
  category?: Fact["category"];
  key?: string;
  value?: string | number | boolean;
  statement?: string;
  scope?: Fact["scope"];
  mistake?: boolean;
};

/** A summary, or an entry of the index of the past. `ended_at` in unix seconds. */
export type Episode =
  | { document: "mid_term" | "mid_term_archive"; id: string; ended_at: number | null; entry: MidEntry }
  | { document: "long_term"; id: string; ended_at: number | null; entry: LongEntry };

/** What every change of memory answers; null where nothing had to change. */
export type Written = { change_id: string | null };

/** What short_term.json tells of the open topic. */
export type OpenTopic = Pick<ShortTerm, "topic_id" | "conversations" | "pending" | "parts">;

/** POST compress. */
export type Compressed = {
  compressed: { id: string; by: string }[];
  pending: { topic_id: string; next_at: number; reason: string }[];
};

/** The body of POST erase, without `preview`. */
export type EraseWish = { query?: string; entry_ids?: string[]; from?: number; to?: number };

export type ErasePreview = { matches: EraseMatch[]; total: number; left: EraseLeft[] };
export type Erased = { receipt: EraseReceipt };

/** POST changes/undo. */
export type UndoneSpan = {
  undone: string[];
  refused: { id: string; reason: "erased" | "changed" | "damaged"; later: string[] }[];
};

/** GET graph. */
export type GraphShown = {
  entities: { id: string; name: string; node?: string | undefined; type?: string | undefined }[];
  relations: {
    id: string;
    subject: string;
    predicate: string;
    object: string;
    quote?: string | undefined;
    negated?: boolean | undefined;
    valid_to?: number | null | undefined;
    message_ids?: string[] | undefined;
  }[];
};
