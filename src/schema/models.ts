// models.json and secrets.json: which models there are, which role asks which, and the keys (DESIGN 5, A167–A172).
import { z } from "zod";

export const backgroundRoles = [
  "short_to_mid",
  "mid_to_long",
  "core_memory",
  "facts",
  "self_soul",
  "relationship",
] as const;
export const modelRoles = ["chat", "reasoner", ...backgroundRoles, "embedding"] as const;
export const ModelRole = z.enum(modelRoles);
export type ModelRole = z.infer<typeof ModelRole>;
export type BackgroundRole = (typeof backgroundRoles)[number];

export const Price = z.looseObject({
  /** For a million tokens. */
  input: z.number().nonnegative(),
  cached_input: z.number().nonnegative().default(0),
  output: z.number().nonnegative(),
  currency: z.string().default("CNY"),
  checked_at: z.string().default(""),
});

export const ModelEntry = z.looseObject({
  base_url: z.string().url(),
  api_key_env: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*_KEY$/, "must end in _KEY")
    .optional(),
  model: z.string(),
  context_tokens: z.number().int().positive().default(128_000),
  /** Deadline of a background call, retries included. */
  timeout_s: z.number().positive().default(60),
  temperature: z.number().min(0).max(2).optional(),
  price: Price.optional(),
  extra: z.record(z.string(), z.unknown()).default({}),
  /** An endpoint that needs no key (a local server). */
  no_key: z.boolean().optional(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

export const ModelsConfig = z.looseObject({
  models: z.record(z.string(), ModelEntry),
  roles: z.partialRecord(ModelRole, z.array(z.string())),
  background_tokens_per_day: z.number().int().nonnegative().default(150_000),
});
export type ModelsConfig = z.infer<typeof ModelsConfig>;

/** secrets.json (mode 600): never exported, never answered. Keys are bound to their origin. */
export const Secrets = z.looseObject({
  auth_secret: z.string().optional(),
  keys: z.record(z.string(), z.looseObject({ origin: z.string(), key: z.string() })).default({}),
});
export type Secrets = z.infer<typeof Secrets>;
