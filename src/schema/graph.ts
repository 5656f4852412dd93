// graph.json: people, places and things, and how they belong together (A35–A38).
import { z } from "zod";
import { provenance } from "./common.ts";

export const Entity = z.looseObject({
  id: z.string(),
  name: z.string(),
  node: z.enum(["User", "AIPersona", "Entity", "Event", "Trait"]).default("Entity"),
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
  ...provenance,
});
export type Relation = z.infer<typeof Relation>;

export const Graph = z.looseObject({
  entities: z.array(Entity).default([]),
  relations: z.array(Relation).default([]),
});
export type Graph = z.infer<typeof Graph>;
