// The bodies and answers of erasing, and of undoing a whole topic or span (DESIGN 7).
import { z } from "zod";
import { MessageId, Seconds } from "./common.ts";

/** Most ids that one call may name. */
const mostIds = 10_000;

/** Characters a query must have at least, in one width (NFKC), without outer blanks and signs that nobody sees. */
export const leastQuery = 2;

const unseen = /[\p{Cf}\p{Variation_Selector}]/gu;
const seenIn = (text: string) => text.normalize("NFKC").replace(unseen, "").replace(/\s+/g, " ").trim();

const query = z
  .string()
  .max(2_000)
  .refine((text) => [...seenIn(text)].length >= leastQuery, "at least 2 characters");

/**
 * What to erase. `from` and `to` narrow a query, and alone they mean every message of that time; ids are taken besides.
 * Only `preview: false` erases.
 */
export const EraseBody = z
  .object({
    query: query.optional(),
    message_ids: z.array(MessageId).max(mostIds).optional(),
    entry_ids: z.array(z.string().min(1).max(300)).max(mostIds).optional(),
    from: Seconds.optional(),
    to: Seconds.optional(),
    preview: z.boolean().default(true),
  })
  .refine(
    ({ query: text, message_ids, entry_ids, from, to }) =>
      text !== undefined ||
      from !== undefined ||
      to !== undefined ||
      (message_ids ?? []).length + (entry_ids ?? []).length > 0,
    { message: "say what to erase: query, message_ids, entry_ids, from or to", path: ["query"] },
  )
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: "from lies after to",
    path: ["from"],
  });
export type EraseBody = z.infer<typeof EraseBody>;

/** One thing that goes, or that loses a part (`kept`). `text` is an excerpt. */
export const EraseMatch = z.object({
  document: z.string(),
  id: z.string(),
  text: z.string(),
  kept: z.literal(true).optional(),
});
export type EraseMatch = z.infer<typeof EraseMatch>;

export const leftKinds = [
  "config",
  "account",
  "shared_fact",
  "companion",
  "source",
  "damaged",
  "file",
  "backups",
  "exports",
] as const;

/** What an erasure does not reach, and where it lies. `id` and `text` where it is one entry that could be erased as well. */
export const EraseLeft = z.object({
  kind: z.enum(leftKinds),
  where: z.string(),
  message: z.string(),
  ids: z.array(z.string()).optional(),
});
export type EraseLeft = z.infer<typeof EraseLeft>;

export const EraseReceipt = z.object({ files: z.array(z.string()), left: z.array(EraseLeft) });
export type EraseReceipt = z.infer<typeof EraseReceipt>;

export const EraseAnswer = z.union([
  z.object({ matches: z.array(EraseMatch), total: z.number(), left: z.array(EraseLeft) }),
  z.object({ receipt: EraseReceipt }),
]);

export const UndoSpanBody = z
  .object({
    topic_id: z.string().min(1).max(200).optional(),
    from: Seconds.optional(),
    to: Seconds.optional(),
  })
  .refine(({ topic_id, from, to }) => topic_id !== undefined || from !== undefined || to !== undefined, {
    message: "say what to undo: topic_id, from or to",
    path: ["topic_id"],
  });
export type UndoSpanBody = z.infer<typeof UndoSpanBody>;

export const UndoSpanAnswer = z.object({
  undone: z.array(z.string()),
  refused: z.array(
    z.object({
      id: z.string(),
      /** "erased": its texts are gone; "changed": an entry of it was changed later, by the lines named; "damaged": a file is broken. */
      reason: z.enum(["erased", "changed", "damaged"]),
      later: z.array(z.string()),
    }),
  ),
});
export type UndoSpanAnswer = z.infer<typeof UndoSpanAnswer>;
