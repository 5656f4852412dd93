// The five levels of a relationship and what is stored of it in core_memory.json (A129–A133, R9, R14).
import { z } from "zod";
import { Seconds } from "./common.ts";

export const relationshipLevels = ["特别关心", "关系较好", "一般", "关系冷淡", "决裂"] as const;
export const RelationshipLevel = z.enum(relationshipLevels);
export type RelationshipLevel = z.infer<typeof RelationshipLevel>;

export const stages = ["初期", "熟悉期", "亲密期", "深度期"] as const;
export const Stage = z.enum(stages);

export const RelationshipChange = z.looseObject({
  level: RelationshipLevel,
  heartbeat_hours: z.number(),
  reason: z.string(),
  at: Seconds,
  by: z.enum(["owner", "character", "model", "system", "import"]),
});
export type RelationshipChange = z.infer<typeof RelationshipChange>;

export const Relationship = z.looseObject({
  level: RelationshipLevel,
  heartbeat_hours: z.number(),
  reason: z.string(),
  since: Seconds,
  history: z.array(RelationshipChange).default([]),
  trust: z.number().min(0).max(1).default(0),
  stage: Stage.default("初期"),
  parts: z.record(z.string(), z.number()).default({}),
  /** When the person first wrote, imported talk included. */
  first_at: Seconds.optional(),
});
export type Relationship = z.infer<typeof Relationship>;
