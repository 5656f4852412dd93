// config.json: who a companion is; written by the owner only, no tool can reach it (A20, A120, DESIGN 3).
import { z } from "zod";
import { Id, Language } from "./common.ts";

/** The folder format this build writes and the newest it opens. */
export const configFormat = 1;

export const Bond = z.looseObject({
  kind: z.string().min(1).max(40).default("朋友"),
  romance: z.enum(["none", "slow", "yes"]).default("none"),
});
export type Bond = z.infer<typeof Bond>;

export const Example = z.looseObject({ user: z.string(), assistant: z.string() });

export const Style = z.looseObject({
  /** How the character writes, in its own words. */
  voice: z.string().optional(),
  emoji: z.enum(["none", "few", "many"]).optional(),
  length: z.enum(["short", "medium", "long"]).optional(),
});

export const HeartbeatConfig = z.looseObject({
  enabled: z.boolean().default(true),
  daily_limit: z.number().int().min(0).max(50).default(3),
  /** Birthdays, anniversaries, the hundredth day, days of mourning. Left out: yes. */
  occasions: z.boolean().optional(),
  /** Left out: no. */
  festivals: z.boolean().optional(),
});

/**
 * The character card that a companion came from, kept for a later export alone: no prompt and no tool reads it. `original` is the
 * card without the entries of its book, which are lore.
 */
export const KeptCard = z.looseObject({
  original: z.record(z.string(), z.unknown()),
  /** How the card's texts called the person when it came. */
  person: z.string().default(""),
  /** Steering texts that the owner took. */
  take: z.array(z.enum(["system_prompt", "post_history_instructions", "depth_prompt"])).default([]),
});
export type KeptCard = z.infer<typeof KeptCard>;

export const Config = z.looseObject({
  format: z.number().int().positive().default(configFormat),
  user_id: Id.optional(),
  owner: Id.optional(),
  ref: z.string().min(1).max(200).optional(),
  name: z.string().min(1).max(80).default("记得"),
  base_soul: z.string().max(60_000).default(""),
  scenario: z.string().max(20_000).default(""),
  examples: z.array(Example).default([]),
  greetings: z.array(z.string()).default([]),
  reminder: z.string().max(4_000).default(""),
  style: Style.default({}),
  bond: Bond.default({ kind: "朋友", romance: "none" }),
  pronoun: z.string().max(20).default(""),
  language: Language.default("zh"),
  time_zone: z.string().optional(),
  night_owl: z.boolean().default(false),
  reply_policy: z.enum(["always", "level"]).default("always"),
  /** True: the relationship may be judged colder than 一般 (R39). Left out: it may not. */
  allow_cold: z.boolean().optional(),
  /** Rounds of an open talk beyond which its older half is summed up (A60). 0 or left out: its length in tokens alone decides. */
  trigger_rounds: z.number().int().min(0).max(200).optional(),
  pacing: z.enum(["human", "instant"]).default("human"),
  pacing_speed: z.number().min(0).max(10).default(1),
  reads_shared_facts: z.boolean().default(true),
  shares_facts: z.boolean().default(true),
  models: z.record(z.string(), z.string()).optional(),
  heartbeat: HeartbeatConfig.default({ enabled: true, daily_limit: 3 }),
  /** Name of the ready-made soul it was made from; gives avatar and lines. */
  soul: z.string().optional(),
  created_at: z.number().optional(),
  card: KeptCard.optional(),
});
export type Config = z.infer<typeof Config>;

/** One version of the self view: who wrote it, and the message or request that led to it. */
const soulVersion = { by: z.string().optional(), cause: z.string().optional() };

export const SelfSoul = z.looseObject({
  content: z.string().default(""),
  updated_at: z.number().default(0),
  ...soulVersion,
  history: z
    .array(z.looseObject({ content: z.string(), updated_at: z.number(), ...soulVersion }))
    .default([]),
});
export type SelfSoul = z.infer<typeof SelfSoul>;
