// Three quiet books of a companion: use counts, what was erased, and what the models cost. None is in the change log.
import { z } from "zod";
import { Seconds } from "./common.ts";

/** uses.json: entry id -> how often and when last it was put into a context. */
export const Uses = z.looseObject({
  entries: z
    .record(z.string(), z.looseObject({ count: z.number().int().nonnegative(), last_used_at: Seconds }))
    .default({}),
});
export type Uses = z.infer<typeof Uses>;

/** erased.json: ids, never text, that must not come back; `topic_ids`: topics whose summary the owner took away for good. */
export const Erased = z.looseObject({
  message_ids: z.array(z.string()).default([]),
  entry_ids: z.array(z.string()).default([]),
  topic_ids: z.array(z.string()).default([]),
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
});
export type Usage = z.infer<typeof Usage>;
