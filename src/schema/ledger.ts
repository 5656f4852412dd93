// Three quiet books of a companion: use counts, what was erased, and what the models cost. None is in the change log.
import { z } from "zod";
import { Seconds } from "./common.ts";

/** uses.json: entry id -> how often and when last it was put into a context. */
export const Uses = z.looseObject({
  entries: z
    .record(z.string(), z.looseObject({ count: z.number().int().nonnegative(), last_used_at: Seconds }))
    .default({}),
  /** Messages in answer to which the companion may have offered to remember, newest last: ids, never text (A222). */
  offered: z.array(z.string()).optional(),
});
export type Uses = z.infer<typeof Uses>;

/**
 * An erasure that is not over yet (invariant 4): what a start after a kill needs to end it. `texts` are marks of the pieces of
 * text that were found, salted with the job's id: they tell such a piece again and hold no word of it.
 */
export const EraseJob = z.looseObject({
  id: z.string(),
  at: Seconds,
  /** "erase": it may be half done; "settle": done, and looked at once more after the background work that ran meanwhile. */
  step: z.enum(["erase", "settle"]),
  message_ids: z.array(z.string()).default([]),
  /** Entries that the owner named, and entries that were found. */
  entry_ids: z.array(z.string()).default([]),
  found_ids: z.array(z.string()).default([]),
  /** Topics of the messages. */
  topic_ids: z.array(z.string()).default([]),
  /** Topics whose summary went and is owed again. */
  owed: z.array(z.string()).default([]),
  /** Lines of the change log whose texts go. */
  changes: z.array(z.string()).default([]),
  texts: z.array(z.string()).default([]),
});
export type EraseJob = z.infer<typeof EraseJob>;

/**
 * erased.json: ids, never text, that must not come back; `topic_ids`: topics whose summary the owner took away for good; `marks`:
 * hashes of who said what when, which tell an erased message in a history without ids. `undone`: messages whose spoken order was
 * undone; `spent`: the same hashes of words that stay although a memory that rested on them was erased by its id, so that nothing is
 * made of them again; `thinned`: topics out of which something was erased. `job`: an erasure that is still to be ended.
 */
export const Erased = z.looseObject({
  message_ids: z.array(z.string()).default([]),
  entry_ids: z.array(z.string()).default([]),
  topic_ids: z.array(z.string()).default([]),
  marks: z.array(z.string()).optional(),
  undone: z.array(z.string()).optional(),
  spent: z.array(z.string()).optional(),
  thinned: z.array(z.string()).optional(),
  job: EraseJob.optional(),
});
export type Erased = z.infer<typeof Erased>;

export const UsageRow = z.looseObject({
  /** "2026-11-29" (owner's day), or "2026-11" for months older than the last 60 days. */
  day: z.string(),
  role: z.string(),
  model: z.string(),
  calls: z.number().int().nonnegative(),
  input_tokens: z.number().nonnegative(),
  cached_tokens: z.number().nonnegative().default(0),
  output_tokens: z.number().nonnegative(),
  cost: z.number().nonnegative().default(0),
  currency: z.string().default(""),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** usage.json: tokens, calls and cost by day, role and model; bounded, since old days fold into months. */
export const Usage = z.looseObject({
  rows: z.array(UsageRow).default([]),
  /** Requests whose prefix had to be rendered again, by reason (prefix rule, DESIGN 4). */
  cache_misses: z.record(z.string(), z.number()).default({}),
  /** What a model counts over what is estimated, by its key: 0.5 to 2, smoothed (DESIGN 4). */
  factors: z.record(z.string(), z.number()).optional(),
});
export type Usage = z.infer<typeof Usage>;
