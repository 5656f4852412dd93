// mid_term.json: one summary for each ended topic (A5–A12, A26).
import { z } from "zod";
import { provenance, Seconds } from "./common.ts";
import { EmotionTags } from "./emotion.ts";

export const MidEntry = z.looseObject({
  id: z.string(),
  topic_id: z.string(),
  summary: z.string(),
  emotion_tags: EmotionTags.default({}),
  message_count: z.number().int().nonnegative(),
  time_precision: z.literal("hour").default("hour"),
  extracted_to_long: z.boolean().default(false),
  ...provenance,
  topic: z.string().optional(),
  key_entities: z.array(z.string()).optional(),
  emotional_intensity: z.number().optional(),
  user_state: z.string().optional(),
  ai_response_style: z.string().optional(),
  time_of_day: z.enum(["morning", "afternoon", "evening", "night"]).optional(),
  created_at: Seconds.optional(),
  /** True: the talk held nothing to keep. It stays a summary and becomes no long memory (A241, A252). */
  passing: z.boolean().optional(),
  /** The same in the character's own words, beside the plain summary (R30). */
  role_wording: z.string().optional(),
});
export type MidEntry = z.infer<typeof MidEntry>;

export const MidTerm = z.array(MidEntry);
export type MidTerm = z.infer<typeof MidTerm>;
