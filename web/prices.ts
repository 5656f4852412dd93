// Prices of models: what a form asks, what is wrong with it, and the whole of models.json with one price changed. Pure.
import { figureOf } from "./cost.ts";
import type { Models, ModelsWish } from "./model-shapes.ts";

/** For a million tokens, as it is typed. */
export type PriceDraft = { input: string; cached_input: string; output: string; currency: string };

export type PriceField = keyof PriceDraft;

/** The currencies that are offered; another one that stands there already stays. */
export const currencies = ["CNY", "USD", "EUR"] as const;

/** What stands there now; an unknown price is an empty form. */
export function priceDraft(price: Models["models"][string]["price"]): PriceDraft {
  const shown = (figure: number | undefined) => (figure === undefined || figure === 0 ? "" : String(figure));
  return {
    input: shown(price?.input),
    cached_input: shown(price?.cached_input),
    output: shown(price?.output),
    currency: price?.currency ?? "CNY",
  };
}

/** Fields that hold no figure; what cached tokens cost may stay empty. */
export function priceFaults(draft: PriceDraft): PriceField[] {
  const must: PriceField[] = ["input", "output"];
  const wrong = must.filter((name) => figureOf(draft[name]) === null);
  const cached = draft.cached_input.trim();
  return cached === "" || figureOf(cached) !== null ? wrong : [...wrong, "cached_input"];
}

/** The whole of models.json with this model's price, as of a day ("2026-11-29"); everything else as it is. */
export function withPrice(now: Models, name: string, draft: PriceDraft, day: string): ModelsWish {
  const entry = now.models[name];
  if (entry === undefined) throw new Error(`models.json has no ${name}`);
  const price = {
    input: figureOf(draft.input) ?? 0,
    cached_input: figureOf(draft.cached_input) ?? 0,
    output: figureOf(draft.output) ?? 0,
    currency: draft.currency,
    checked_at: day,
  };
  // What the answer adds is not the file's; what a hand has added to the file stays.
  const { key_origins: _keys, state: _state, offers: _offers, ...kept } = now;
  return { ...kept, models: { ...kept.models, [name]: { ...entry, price } } };
}
