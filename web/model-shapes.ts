// The answers of the models routes that the page reads (DESIGN 5, 7), by type only.
import type { z } from "zod";
import type { ModelRole } from "../src/schema/models.ts";
import type { ModelListAnswer, ModelsAnswer, ModelTestAnswer } from "../src/schema/request-models.ts";

export type ModelTest = z.infer<typeof ModelTestAnswer>;
export type ModelNames = ModelListAnswer;
export type Models = ModelsAnswer;
export type Role = ModelRole;

/** What PUT takes: the whole of models.json, and keys that are new (null forgets one). */
export type ModelsWish = Pick<Models, "models" | "roles" | "background_tokens_per_day"> & {
  keys?: Record<string, string | null>;
};
