// graph.json: people, places and things, and how they belong together (A35–A38).
import { z } from "zod";
import { provenance, Seconds } from "./common.ts";

/** A36. What fits none of the others is ASSOCIATED_WITH, and `type` says how. */
export const edges = [
  "LIKES",
  "DISLIKES",
  "HAS_TRAIT",
  "EXPERIENCED",
  "IN_RELATIONSHIP_WITH",
  "KNOWS_ABOUT",
  "ASSOCIATED_WITH",
] as const;
export const Edge = z.enum(edges);
export type Edge = z.infer<typeof Edge>;

export const Entity = z.looseObject({
  id: z.string(),
  name: z.string(),
  node: z.enum(["User", "AIPersona", "Entity", "Event", "Trait"]).default("Entity"),
  /** A37, A38: person, food, place, activity, music, animal, organisation, time, thing; of a trait: personality, emotional_pattern. */
  type: z.string().optional(),
  ...provenance,
});
export type Entity = z.infer<typeof Entity>;

export const Relation = z.looseObject({
  id: z.string(),
  subject: z.string(),
  predicate: z.string(),
  object: z.string(),
  quote: z.string().optional(),
  /** What the predicate's word means; `type` narrows it: kin, home, work, allergy, pet … */
  edge: Edge.optional(),
  type: z.string().optional(),
  /** True where it is denied: "not allergic to shrimp". */
  negated: z.boolean().optional(),
  confidence: z.number().min(0).max(1).optional(),
  /** A36: of a like, when it was first mentioned; of a relationship, since when it is known; of a dislike, why. */
  first_mentioned: Seconds.optional(),
  since: Seconds.optional(),
  reason: z.string().optional(),
  valid_from: Seconds.optional(),
  valid_to: Seconds.nullable().optional(),
  superseded_by: z.string().nullable().optional(),
  ...provenance,
});
export type Relation = z.infer<typeof Relation>;

export const Graph = z.looseObject({
  entities: z.array(Entity).default([]),
  relations: z.array(Relation).default([]),
});
export type Graph = z.infer<typeof Graph>;
