// One line of the change log: who changed which entries, and what they were before (DESIGN 3).
import { z } from "zod";
import { Seconds } from "./common.ts";

export const changeAuthors = ["owner", "character", "system", "hand", "import"] as const;
export const ChangeAuthor = z.enum(changeAuthors);
export type ChangeAuthor = z.infer<typeof ChangeAuthor>;

export const Edit = z.looseObject({
  /** Document name, or "long_term_details/<file>" and the like for a named part. */
  document: z.string(),
  /** Entry id; "" for a document that is one object. */
  entry: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type Edit = z.infer<typeof Edit>;

export const Change = z.looseObject({
  id: z.string(),
  at: Seconds,
  by: ChangeAuthor,
  /** Message, topic or request id, or the id of the change that this line undoes. */
  cause: z.string(),
  edits: z.array(Edit),
  undoes: z.string().optional(),
  erased: z.literal(true).optional(),
});
export type Change = z.infer<typeof Change>;
