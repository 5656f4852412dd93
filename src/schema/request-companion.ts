// Bodies and answers of /api/ai-users, /api/friends and /api/souls (DESIGN 3 Creation, 7; A177–A181, A196–A198).
import { z } from "zod";
import { Id, Language } from "./common.ts";
import { Bond, Config, Style } from "./config.ts";
import { Role } from "./message.ts";
import { ModelRole } from "./models.ts";
import { RelationshipLevel } from "./relationship.ts";
import { line, TimeZone, text } from "./request.ts";

/** A bond may be given by its kind alone: "恋人". */
export const BondWish = z
  .union([line(40), z.object({ kind: line(40), romance: Bond.shape.romance.optional() })])
  .transform((bond) => (typeof bond === "string" ? { kind: bond } : bond));

/** Fields that their owner may set; owner, user_id, format, ref and soul are the house's. */
const persona = {
  name: line(80),
  base_soul: text(60_000),
  scenario: text(20_000),
  examples: z.array(z.object({ user: text(4_000), assistant: text(4_000) })).max(50),
  greetings: z.array(text(4_000)).max(50),
  reminder: text(4_000),
  style: Style,
  bond: BondWish,
  pronoun: text(20),
  language: Language,
  time_zone: TimeZone.nullable(),
  night_owl: z.boolean(),
  reply_policy: Config.shape.reply_policy.unwrap(),
  allow_cold: z.boolean(),
  trigger_rounds: z.number().int().min(0).max(200),
  pacing: Config.shape.pacing.unwrap(),
  pacing_speed: z.number().min(0).max(10),
  reads_shared_facts: z.boolean(),
  shares_facts: z.boolean(),
  /** Role -> key of models.json. */
  models: z.partialRecord(ModelRole, z.string()).nullable(),
  heartbeat: z.looseObject({
    enabled: z.boolean().optional(),
    daily_limit: z.number().int().min(0).max(50).optional(),
    occasions: z.boolean().optional(),
    festivals: z.boolean().optional(),
  }),
};

export const EditBody = z.object(persona).partial();
export type EditBody = z.infer<typeof EditBody>;

export const CreateBody = EditBody.extend({
  /** Name of a ready-made character (GET /api/souls). */
  soul: z.string().min(1).max(80).optional(),
  /** Stored as the first message; null or "" for none, left out for the soul's own. */
  greeting: text(4_000).nullable().optional(),
});
export type CreateBody = z.infer<typeof CreateBody>;

/** A program's own name for one of its users. */
export const Ref = z.string().min(1).max(200);

export const LastMessage = z.object({
  /** The first 160 characters. */
  content: z.string(),
  timestamp: z.number(),
  role: Role,
});

/** A companion as every route answers it: its config without the house's own fields, and what a contact list shows. */
export const AiUser = z.looseObject({
  user_id: Id,
  ref: z.string().optional(),
  soul: z.string().optional(),
  name: z.string(),
  language: Language,
  bond: Bond,
  level: RelationshipLevel,
  friend: z.boolean(),
  /** There is one at …/picture; another text, another picture. */
  picture: z.string().optional(),
  last_message: LastMessage.optional(),
  created_at: z.number().optional(),
  /** Since when the two know each other: the first word that came in with a history, or else `created_at`. */
  known_since: z.number().optional(),
});
export type AiUser = z.infer<typeof AiUser>;

export const AiUsersAnswer = z.object({ ai_users: z.array(AiUser) });

export const TrashedAnswer = z.object({
  ai_users: z.array(z.object({ user_id: Id, trashed_at: z.number(), name: z.string() })),
});

export const FriendsAnswer = z.object({ friends: z.array(AiUser) });

export const SoulView = z.object({
  soul: z.string(),
  name: z.string(),
  tagline: z.string(),
  colours: z.tuple([z.string(), z.string()]),
  /** SVG text. */
  avatar: z.string(),
  greeting: z.string(),
  bond: Bond,
  pronoun: z.string(),
  language: Language,
});
export type SoulView = z.infer<typeof SoulView>;
export const SoulsAnswer = z.object({ souls: z.array(SoulView) });
