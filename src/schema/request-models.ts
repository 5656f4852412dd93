// Bodies and answers of /api/models, and of the house's own doors: health, metrics, the test clock (DESIGN 5, 7, 9).
import { z } from "zod";
import { ModelRole, ModelsConfig } from "./models.ts";

export const ModelsBody = ModelsConfig.extend({
  /** Name of a key (see ModelEntry.api_key_env, or the model's own key) -> the key; null forgets it. */
  keys: z.record(z.string().max(80), z.string().min(1).max(500).nullable()).optional(),
});
export type ModelsBody = z.infer<typeof ModelsBody>;

export const ModelsAnswer = ModelsConfig.extend({
  /** Which keys were entered on the page, and for which origin. The keys themselves never come back. */
  keys: z.record(z.string(), z.object({ origin: z.string() })),
  /** Usable models of each role, in the order they are asked. */
  state: z.array(z.object({ role: ModelRole, ready: z.array(z.string()) })),
  /** Local servers that were found and are offered. */
  offers: z.array(z.object({ name: z.string(), base_url: z.string(), models: z.array(z.string()) })),
});
export type ModelsAnswer = z.infer<typeof ModelsAnswer>;

export const ModelTestBody = z.object({ role: ModelRole });
export const ModelTestAnswer = z.object({
  ok: z.boolean(),
  model: z.string(),
  /** Milliseconds. */
  ms: z.number(),
  error: z.string().optional(),
  provider_error: z.string().optional(),
});

export const HealthAnswer = z.object({
  status: z.enum(["ok", "failing"]),
  /** The process answers. */
  live: z.literal(true),
  /** The data folder can be read. */
  ready: z.boolean(),
});

/** `set`: unix seconds, or an ISO time with a zone. */
export const ClockBody = z.union([
  z.strictObject({ advance_s: z.number().nonnegative().max(100 * 366 * 86_400) }),
  z.strictObject({ set: z.union([z.number().nonnegative(), z.iso.datetime({ offset: true })]) }),
]);
export const ClockAnswer = z.object({ now: z.number() });
