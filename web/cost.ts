// What the month's report says as a whole: sums, the state of the budget, and what memory saved. Pure.
import type { Spared, SpentRow, UsageReport } from "../src/schema/request-usage.ts";

export type Sums = { calls: number; input: number; cached: number; output: number };

/** Calls and tokens of some rows together. */
export function sumsOf(rows: readonly SpentRow[]): Sums {
  const sums = { calls: 0, input: 0, cached: 0, output: 0 };
  for (const row of rows) {
    sums.calls += row.calls;
    sums.input += row.input_tokens;
    sums.cached += row.cached_tokens;
    sums.output += row.output_tokens;
  }
  return sums;
}

/** Money of some rows by currency, the most first; nothing where none was paid. */
export function costsOf(
  rows: readonly Pick<SpentRow, "cost" | "currency">[],
): { cost: number; currency: string }[] {
  const sums = new Map<string, number>();
  for (const { cost, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0) + cost);
  return [...sums]
    .map(([currency, cost]) => ({ currency, cost }))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost);
}

/** Rows of one role put together, in the order of their cost. */
export function byRole(rows: readonly SpentRow[]): { role: string; rows: SpentRow[] }[] {
  const roles = new Map<string, SpentRow[]>();
  for (const row of rows) roles.set(row.role, [...(roles.get(row.role) ?? []), row]);
  return [...roles].map(([role, own]) => ({ role, rows: own }));
}

export type BudgetState = {
  budget: number;
  spent: number;
  /** "open": all is used, and its owner has not said for this month what is to happen. */
  step: "fine" | "near" | "open" | "go_on" | "hold";
};

/** How the budget stands; null where there is none. A budget has no currency: all that was paid counts, as it does on the server. */
export function budgetOf({ monthly_budget, budget_choice, month, spent }: UsageReport): BudgetState | null {
  if (monthly_budget === null) return null;
  const sum = spent.reduce((total, { cost }) => total + cost, 0);
  const state = { budget: monthly_budget, spent: sum };
  if (sum < monthly_budget * 0.8) return { ...state, step: "fine" };
  if (sum < monthly_budget) return { ...state, step: "near" };
  return { ...state, step: budget_choice?.month === month ? budget_choice.choice : "open" };
}

/** A budget that leaves room again: half as much more as now or as was spent, as a round figure. */
export function raisedBudget({ budget, spent }: BudgetState): number {
  const wanted = Math.max(budget, spent) * 1.5;
  if (!(wanted > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(wanted)) / 2;
  return Number((Math.ceil(wanted / step) * step).toPrecision(6));
}

export type Saved = { full: number; used: number; cost: number | null; currency: string };

/** What memory saved over all companions; null where no talk is long enough yet. Money only where it is known of each of them. */
export function savedOf({ ai_users }: Pick<UsageReport, "ai_users">): Saved | null {
  const spared = ai_users.flatMap(({ spared: one }) => (one === null ? [] : [one]));
  const [first] = spared;
  if (first === undefined) return null;
  const sum = (of: (one: Spared) => number) => spared.reduce((total, one) => total + of(one), 0);
  const isKnown = spared.every(
    ({ cost, currency }) => cost !== null && cost > 0 && currency === first.currency,
  );
  return {
    full: sum((one) => one.full_tokens),
    used: sum((one) => one.sent_tokens + one.work_tokens),
    cost: isKnown ? sum((one) => one.cost ?? 0) : null,
    currency: first.currency,
  };
}

/** A figure as somebody writes it: "12.5", "12,5", "１２"; null where it is none, or below zero. */
export function figureOf(text: string): number | null {
  const plain = text.normalize("NFKC").trim().replace(",", ".");
  if (!/^\d{1,9}(\.\d{0,4})?$/.test(plain)) return null;
  return Number(plain);
}
