// long_term.json (index only) and the detail documents beside it (A13–A17, R5, R6).
import { z } from "zod";
import { provenance, Seconds } from "./common.ts";
import { EmotionTags } from "./emotion.ts";

/** A point that a later entry ended: readable and findable, and shown as former. */
export const FormerPoint = z.looseObject({
  text: z.string(),
  valid_to: Seconds.optional(),
  /** Id of the long entry that says what is so since. */
  superseded_by: z.string().optional(),
});
export type FormerPoint = z.infer<typeof FormerPoint>;

export const LongEntry = z.looseObject({
  id: z.string(),
  title: z.string(),
  key_points: z.array(z.string()),
  /** Name inside long_term_details/, never a path (C152). */
  detail_file: z.string(),
  ...provenance,
  /** The later entry that ended all of its points, and since when (invariant 3). */
  superseded_by: z.string().optional(),
  valid_to: Seconds.optional(),
  former_points: z.array(FormerPoint).optional(),
  /** The same in the character's own words, beside the plain points (R30). */
  role_wording: z.string().optional(),
});
export type LongEntry = z.infer<typeof LongEntry>;

export const LongTerm = z.array(LongEntry);
export type LongTerm = z.infer<typeof LongTerm>;

export const LongDetail = z.looseObject({
  title: z.string(),
  detail_content: z.string(),
  emotion_tags: EmotionTags.default({}),
  source_mid_ids: z.array(z.string()),
  id: z.string().optional(),
  ...provenance,
});
export type LongDetail = z.infer<typeof LongDetail>;
