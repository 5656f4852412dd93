// What the route of the working memory takes and answers (A24).
import { z } from "zod";
import { Seconds } from "./common.ts";
import { EmotionCode } from "./emotion.ts";

/** `turns`: only so many of the newest (A56, get_context); left out: all. */
export const WorkingQuery = z.object({ turns: z.coerce.number().int().min(1).max(1_000).optional() });

export const WorkingAnswer = z.object({
  session_id: z.string(),
  turns: z.array(
    z.object({
      turn_id: z.string(),
      role: z.enum(["user", "assistant"]),
      content: z.string(),
      timestamp: Seconds,
      emotion_analysis: z.object({ emotion: EmotionCode, intensity: z.number() }).nullable(),
    }),
  ),
  summary: z.string(),
  max_turns: z.number().int(),
});
