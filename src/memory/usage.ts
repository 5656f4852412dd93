// The book of what the models cost: one row a day, role and model; old days fold into months, so the file stays small.
import type { Usage, UsageRow } from "../schema/ledger.ts";
import type { UsageCount } from "../schema/stream-event.ts";

/** Days that are kept one by one (DESIGN 5: counted by role, companion and day). */
export const keptDays = 60;

/** One finished call, as the models' port reports it. */
export type UsageOf = {
  role: string;
  model: string;
  usage: UsageCount;
  cost: number;
  currency: string;
  /** Our own estimate of the input tokens, where the provider counted them. */
  expected_input?: number | undefined;
};

/** The book with one more call on `day` (YYYY-MM-DD in the owner's zone); days more than 60 before it become months. */
export function addUsage(usage: Usage, record: UsageOf, day: string): Usage {
  const call: UsageRow = {
    day,
    role: record.role,
    model: record.model,
    calls: 1,
    input_tokens: amount(record.usage.input_tokens),
    cached_tokens: amount(record.usage.cached_tokens),
    output_tokens: amount(record.usage.output_tokens),
    cost: amount(record.cost),
    currency: record.currency,
  };
  const oldest = dayBefore(day, keptDays);
  const rows = new Map<string, UsageRow>();
  for (const row of [...usage.rows, call]) {
    // "2026-11" is a month already; a day that is no date stays as the owner wrote it.
    const isOldDay = /^\d{4}-\d{2}-\d{2}$/.test(row.day) && row.day < oldest;
    const placed = isOldDay ? { ...row, day: row.day.slice(0, 7) } : row;
    const key = JSON.stringify([placed.day, placed.role, placed.model, placed.currency]);
    const there = rows.get(key);
    rows.set(key, there ? sum(there, placed) : placed);
  }
  const sorted = [...rows.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return withFactor({ ...usage, rows: sorted }, record);
}

/** A factor outside of these is a provider's mistake, not a tokeniser's habit. */
const factorBounds = { least: 0.5, most: 2 } as const;
/** Of each new measurement; so that one odd request does not change what fits. */
const factorShare = 0.2;
/** Below this many tokens what a provider adds to every request weighs too much. */
const leastMeasured = 500;

/** The book with what a finished reply says about its model's way of counting; one that says nothing leaves it as it is. */
function withFactor(usage: Usage, { model, usage: counted, expected_input = 0 }: UsageOf): Usage {
  const tokens = amount(counted.input_tokens);
  if (counted.estimated || tokens === 0 || amount(expected_input) < leastMeasured) return usage;
  const measured = within(tokens / expected_input);
  const known = usage.factors && Object.hasOwn(usage.factors, model) ? usage.factors[model] : undefined;
  const next = known === undefined ? measured : within(known) * (1 - factorShare) + measured * factorShare;
  return { ...usage, factors: { ...usage.factors, [model]: Math.round(next * 1000) / 1000 } };
}

/** What a model counts over what we estimate (DESIGN 4, `usage`): 0.5 to 2; 1 where nothing was measured yet. */
export function factorOf(usage: Usage, model: string | undefined): number {
  const known = model !== undefined && usage.factors && Object.hasOwn(usage.factors, model);
  return known ? within(usage.factors?.[model] ?? 1) : 1;
}

function within(factor: number): number {
  if (!Number.isFinite(factor)) return 1;
  return Math.min(factorBounds.most, Math.max(factorBounds.least, factor));
}

/** The book with one more request whose prefix had to be rendered again (DESIGN 4, prefix rule). */
export function addCacheMiss(usage: Usage, reason: string): Usage {
  const count = Object.hasOwn(usage.cache_misses, reason) ? (usage.cache_misses[reason] ?? 0) : 0;
  return { ...usage, cache_misses: { ...usage.cache_misses, [reason]: count + 1 } };
}

function sum(a: UsageRow, b: UsageRow): UsageRow {
  return {
    ...a,
    calls: a.calls + b.calls,
    input_tokens: a.input_tokens + b.input_tokens,
    cached_tokens: a.cached_tokens + b.cached_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost: a.cost + b.cost,
  };
}

/** Providers have reported NaN and negative counts; the book takes neither. */
function amount(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function dayBefore(day: string, days: number): string {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10);
}
