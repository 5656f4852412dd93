// The answer of GET /api/usage: what an account's companions cost this month, and what the memory spared (issue 7, item 6; A90).
import { z } from "zod";
import { BudgetChoice } from "./account.ts";
import { Id } from "./common.ts";

const counts = {
  calls: z.number(),
  input_tokens: z.number(),
  /** Of the input tokens, those that the provider had kept. */
  cached_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number(),
  currency: z.string(),
};

export const SpentRow = z.object({ role: z.string(), model: z.string(), ...counts });
export type SpentRow = z.infer<typeof SpentRow>;

/**
 * What the memory spared this month. `full_tokens`: input of the same calls if each had sent the whole talk so far instead;
 * `sent_tokens`: what they did send; `work_tokens`: what remembering itself used in the background.
 */
export const Spared = z.object({
  calls: z.number(),
  full_tokens: z.number(),
  sent_tokens: z.number(),
  work_tokens: z.number(),
  /** Money that this comes to at the prices and the share of cached input of this month; null without prices. */
  cost: z.number().nullable(),
  currency: z.string(),
});
export type Spared = z.infer<typeof Spared>;

export const UsageReport = z.object({
  /** "2026-11", "2026-11-29": the account's zone. */
  month: z.string(),
  today: z.string(),
  monthly_budget: z.number().nullable(),
  budget_choice: BudgetChoice.nullable(),
  background_tokens_per_day: z.number(),
  /** By currency. `forecast`: for the whole month, from the last seven days. */
  spent: z.array(z.object({ currency: z.string(), cost: z.number(), forecast: z.number() })),
  ai_users: z.array(
    z.object({ user_id: Id, name: z.string(), rows: z.array(SpentRow), spared: Spared.nullable() }),
  ),
  /** Earlier months, the newest first; by currency. */
  months: z.array(z.object({ month: z.string(), ...counts })),
  /** Keys of models that were asked this month and have no price in models.json. */
  unpriced: z.array(z.string()),
});
export type UsageReport = z.infer<typeof UsageReport>;
