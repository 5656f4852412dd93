// The small shapes that every stored document shares: ids, times, evidence, who wrote it.
import { z } from "zod";

/** Account and companion ids (DESIGN 3). */
export const idPattern = /^[a-z0-9_-]{1,64}$/;
export const Id = z.string().regex(idPattern);
export type Id = z.infer<typeof Id>;

/** Message ids: 1 to 128 printable characters, unique within a companion. Ours are ULIDs; imported ones are kept. */
export const MessageId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{C}\p{Z}]+$/u, "printable characters only");
export type MessageId = z.infer<typeof MessageId>;

/** Unix seconds; a fraction is allowed where an importer had one. */
export const Seconds = z.number().nonnegative();
export type Seconds = number;

/** A time that a program sends: seconds, not milliseconds, and no year that no file name can hold. */
export const SentSeconds = z
  .number()
  .nonnegative()
  .max(4_102_444_800, "unix seconds, not milliseconds; at most the year 2100");

export const Language = z.enum(["zh", "en"]);
export type Language = z.infer<typeof Language>;

/** Who made an entry: a model, the engine in code, the owner by hand or page, or an import. */
export const By = z.enum(["model", "extractive", "owner", "import"]);
export type By = z.infer<typeof By>;

/** What proves an entry that no message proves: the owner's or an importer's change line (invariant 2). */
export const EntryEvidence = z.looseObject({ kind: z.enum(["owner", "import"]), change_id: z.string() });
export type EntryEvidence = z.infer<typeof EntryEvidence>;

/**
 * What mid, long, detail, core, graph and emotion entries carry besides their own fields (DESIGN 3).
 * All optional on disk: where an owner's edit leaves them out, `memory/fill.ts` fills them in.
 */
export const provenance = {
  started_at: Seconds.optional(),
  ended_at: Seconds.optional(),
  message_ids: z.array(z.string()).optional(),
  by: By.optional(),
  importance: z.number().optional(),
  aliases: z.array(z.string()).optional(),
  evidence: z.array(EntryEvidence).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** True where a model should redo what the extractive engine did because a model was missing or failed. */
  redo: z.boolean().optional(),
  /** ISO language of the text where it differs from the companion's (C034). */
  language: z.string().optional(),
};
