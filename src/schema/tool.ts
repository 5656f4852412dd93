// What the character's tools take; each schema is also what the model is told (A166).
import { z } from "zod";
import { RelationshipAnswer } from "./answer.ts";
import { RelationshipLevel } from "./relationship.ts";

/** Characters of a query. */
const longestQuery = 200;

export const NoInput = z.strictObject({});

const Query = z
  .string()
  .trim()
  .min(1)
  .transform((query) => [...query].slice(0, longestQuery).join(""));

/** A longer query is cut, not refused: the model would only ask again. */
export const RecallMemoryInput = z.object({ query: Query });

/** search_web (A165). */
export const SearchWebInput = z.object({ query: Query });

/** remember: what the person has just stated, in one sentence. */
export const RememberInput = z.object({ statement: z.string().trim().min(1).max(500) });

/** update_self_soul (A160). */
export const UpdateSoulInput = z.object({ new_content: z.string().trim().min(1).max(20_000) });

/** update_relationship (A161); level and hours may come in words, as in a judgement. */
export const UpdateRelationshipInput = z.object({
  level: RelationshipAnswer.shape.level,
  heartbeat_hours: RelationshipAnswer.shape.heartbeat_hours,
  reason: z.string().trim().max(2_000).default(""),
});
export type UpdateRelationshipInput = z.infer<typeof UpdateRelationshipInput>;

/** What the model is told of it. */
export const UpdateRelationshipParameters = z.object({
  level: RelationshipLevel,
  heartbeat_hours: z.number().optional(),
  reason: z.string(),
});

/** A schema in the form of the OpenAI function format, without what providers do not know. */
export function parametersOf(input: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: "input" });
  return { properties: {}, required: [], additionalProperties: false, ...parameters };
}
