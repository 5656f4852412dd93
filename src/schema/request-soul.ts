// Bodies and answers of /api/soul, /api/relationship and the test of notices (DESIGN 7, A108, A121, A135, issue 5).
import { z } from "zod";
import { RelationshipLevel } from "./relationship.ts";
import { text } from "./request.ts";

export const SoulVersionView = z.object({
  version: z.number().int(),
  content: z.string(),
  updated_at: z.number(),
  by: z.string(),
  cause: z.string().optional(),
  current: z.boolean(),
  /** Against the version before, clause by clause. */
  diff: z.array(z.object({ op: z.enum(["same", "added", "removed"]), text: z.string() })),
});

export const SoulAnswer = z.object({
  base_soul: z.string(),
  self_soul: z.string(),
  /** What a request makes of both (A108). */
  persona: z.string(),
  /** Oldest first; the last one is in use. */
  history: z.array(SoulVersionView),
});

/** Nothing: the character is asked to look at itself. `new_content`: the owner writes it; "" clears it. */
export const SoulUpdateBody = z.object({ new_content: text(20_000).optional() });
export const SoulRevertBody = z.object({ version: z.number().int().min(1) });

export const SoulUpdateAnswer = z.object({
  changed: z.boolean(),
  self_soul: z.string(),
  /** Why what the model proposed was not taken. */
  refused: z.object({ reason: z.string(), detail: z.string().optional() }).optional(),
});

export const JudgeAnswer = z.object({
  level: RelationshipLevel,
  heartbeat_hours: z.number(),
  reason: z.string(),
  changed: z.boolean(),
});

/** How close the two are, as their owner says it. Hours of silence before the companion writes first: left out, the level's own (R14). */
export const LevelBody = z.object({
  level: RelationshipLevel,
  heartbeat_hours: z
    .number()
    .min(1 / 3)
    .max(23_976)
    .optional(),
  reason: text(300).optional(),
});
export const LevelAnswer = JudgeAnswer.extend({ change_id: z.string().nullable() });

export const NotifyTestAnswer = z.object({
  sent: z.boolean(),
  /** In one word: the host's HTTP status, timeout, unreachable, refused_address, invalid, none. */
  error: z.string().optional(),
});
