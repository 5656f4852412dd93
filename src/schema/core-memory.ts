// core_memory.json: the relationship, and the few things that are never forgotten (A19, A93–A105, R9).
import { z } from "zod";
import { provenance, Seconds } from "./common.ts";
import { Relationship } from "./relationship.ts";

export const coreCategories = ["taboo", "wish", "event", "promise", "preference", "relationship"] as const;
export const CoreCategory = z.enum(coreCategories);
export type CoreCategory = z.infer<typeof CoreCategory>;

export const CoreEntry = z.looseObject({
  id: z.string(),
  content: z.string(),
  category: CoreCategory.optional(),
  ...provenance,
  /** 1 to 10; at least 8 where a model proposed it (A94). */
  importance: z.number(),
  reason: z.string().optional(),
  created_at: Seconds.optional(),
});
export type CoreEntry = z.infer<typeof CoreEntry>;

export const CoreMemory = z.looseObject({
  relationship: Relationship,
  memories: z.array(CoreEntry).default([]),
});
export type CoreMemory = z.infer<typeof CoreMemory>;
