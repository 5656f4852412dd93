// Bodies and answers of /api/models, and of the house's own doors: health and the test clock (DESIGN 5, 7, 9).
import { z } from "zod";
import { isLinkLocalUrl } from "./link-local.ts";
import { ModelRole, ModelsConfig } from "./models.ts";

/** Models that come from the environment (OPENAI_API_KEY); roles may name them without an entry of their own. */
export const environmentModels: readonly string[] = ["openai", "openai_embedding"];

type Complaint = { path: string[]; message: string };

function complaints(body: z.infer<typeof ModelsShape>): Complaint[] {
  const found: Complaint[] = [];
  const known = (name: string) => Object.hasOwn(body.models, name);
  for (const [name, entry] of Object.entries(body.models)) {
    const path = ["models", name, "base_url"];
    if (!/^https?:/i.test(entry.base_url)) found.push({ path, message: "must be http or https" });
    if (isLinkLocalUrl(entry.base_url)) found.push({ path, message: "link-local addresses are refused" });
  }
  for (const [role, names] of Object.entries(body.roles))
    for (const [index, name] of (names ?? []).entries())
      if (!known(name) && !environmentModels.includes(name))
        found.push({ path: ["roles", role, String(index)], message: "no such model" });
  for (const name of Object.keys(body.keys ?? {}))
    if (!known(name)) found.push({ path: ["keys", name], message: "no such model" });
  return found;
}

const ModelsShape = ModelsConfig.extend({
  /** Name of a model -> its API key; null forgets it. */
  keys: z.record(z.string().max(80), z.string().trim().min(1).max(500).nullable()).optional(),
});

/** The whole of models.json, and keys to be kept in secrets.json. */
export const ModelsBody = ModelsShape.superRefine((body, context) => {
  for (const { path, message } of complaints(body)) context.addIssue({ code: "custom", path, message });
});
export type ModelsBody = z.infer<typeof ModelsBody>;

export const ModelsAnswer = ModelsConfig.extend({
  /** Models with a key that was entered on the page, and the origin it is bound to. Keys never come back. */
  key_origins: z.record(z.string(), z.string()),
  /** Usable models of each role, in the order they are asked. */
  state: z.array(z.object({ role: ModelRole, ready: z.array(z.string()) })),
  /** Local servers that were found and are offered. */
  offers: z.array(z.object({ name: z.string(), base_url: z.string(), models: z.array(z.string()) })),
});
export type ModelsAnswer = z.infer<typeof ModelsAnswer>;

/** What everybody may know: whether there is a usable model. */
export const ModelsReadyAnswer = z.object({
  chat: z.boolean(),
  /** True where every background role has one. */
  background: z.boolean(),
});
export type ModelsReadyAnswer = z.infer<typeof ModelsReadyAnswer>;

/** Where a list of models is looked for; `api_key` where it is not stored yet. */
export const ModelListBody = z.object({
  base_url: z
    .string()
    .max(500)
    .url()
    .refine((url) => /^https?:/i.test(url), "must be http or https")
    .refine((url) => !isLinkLocalUrl(url), "link-local addresses are refused"),
  api_key: z.string().trim().min(1).max(500).optional(),
});
export type ModelListBody = z.infer<typeof ModelListBody>;
export const ModelListAnswer = z.object({
  ok: z.boolean(),
  /** Names as the provider gives them. */
  models: z.array(z.string()),
  error: z.string().optional(),
  provider_error: z.string().optional(),
});
export type ModelListAnswer = z.infer<typeof ModelListAnswer>;

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
  /** The store can be read. */
  ready: z.boolean(),
  /** Seconds since the newest backup was made; null where there is none. */
  backup_age_s: z.number().nullable(),
});

/** At most a century of waking time at once. */
const mostAdvance = 100 * 366 * 86_400;

/** `set`: unix seconds, or an ISO time with its zone. */
export const ClockBody = z.union([
  z.strictObject({ advance_s: z.number().nonnegative().max(mostAdvance) }),
  z.strictObject({ set: z.union([z.number().nonnegative(), z.iso.datetime({ offset: true })]) }),
]);
export type ClockBody = z.infer<typeof ClockBody>;
export const ClockAnswer = z.object({ now: z.number() });
