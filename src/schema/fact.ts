// facts.json: what is known of the person, each with the words that prove it (A25, A29–A34, DESIGN 3).
import { z } from "zod";
import { EntryEvidence, Seconds } from "./common.ts";

export const factCategories = [
  "preference",
  "personal_info",
  "habit",
  "dislike",
  "important_date",
  "relationship",
  "health",
] as const;
export const FactCategory = z.enum(factCategories);
export const FactSource = z.enum([
  "explicit_statement",
  "inferred",
  "extracted_from_episodic",
  "owner",
  "import",
]);
export const FactStatus = z.enum(["live", "closed", "conflicted", "quarantined"]);

export const Quote = z.looseObject({ message_id: z.string(), quote: z.string() });

export const Fact = z.looseObject({
  id: z.string(),
  user_id: z.string().optional(),
  category: FactCategory,
  key: z.string(),
  /** Left out by a hand: the statement says it all. */
  value: z.unknown().default(true),
  statement: z.string().default(""),
  confidence: z.number().min(0).max(1).default(1),
  source: FactSource.default("explicit_statement"),
  importance: z.number().default(0.5),
  first_mentioned_at: Seconds.optional(),
  last_updated_at: Seconds.optional(),
  last_confirmed_at: Seconds.optional(),
  access_count: z.number().int().default(0),
  is_deleted: z.boolean().default(false),
  metadata: z.record(z.string(), z.unknown()).default({}),
  evidence: z.array(z.union([Quote, EntryEvidence])).default([]),
  status: FactStatus.default("live"),
  valid_from: Seconds.optional(),
  valid_to: Seconds.nullable().optional(),
  superseded_by: z.string().nullable().optional(),
  scope: z.enum(["private", "shared"]).default("private"),
  pinned: z.boolean().default(false),
  /** The original wording of a relative date. */
  said: z.string().optional(),
  /** The same in the character's own words, beside the plain statement and never in its place (R30, A125). */
  role_wording: z.string().optional(),
});
export type Fact = z.infer<typeof Fact>;

export const Facts = z.array(Fact);
export type Facts = z.infer<typeof Facts>;

/** The account's projection of facts that all its companions may know: statements, never quotes. */
export const SharedFact = z.looseObject({
  id: z.string(),
  origin: z.string(),
  key: z.string(),
  value: z.unknown(),
  statement: z.string(),
  valid_from: Seconds.optional(),
});
export const SharedFacts = z.array(SharedFact);
export type SharedFacts = z.infer<typeof SharedFacts>;
