// long_term.json (index only) and the detail documents beside it (A13–A17, R5, R6).
import { z } from "zod";
import { provenance } from "./common.ts";
import { EmotionTags } from "./emotion.ts";

export const LongEntry = z.looseObject({
  id: z.string(),
  title: z.string(),
  key_points: z.array(z.string()),
  /** Name inside long_term_details/, never a path (C152). */
  detail_file: z.string(),
  ...provenance,
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
