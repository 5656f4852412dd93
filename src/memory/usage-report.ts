// Reads the books of what the models cost: by month, ahead to its end, and against sending the whole talk each time (A90). Pure.
import type { UsageRow } from "../schema/ledger.ts";
import type { Message } from "../schema/message.ts";
import type { ModelsConfig } from "../schema/models.ts";
import type { Spared, SpentRow } from "../schema/request-usage.ts";
import { estimateTokens } from "../schema/tokens.ts";

/** Days that a forecast looks back. */
const forecastDays = 7;

const isTalk = (role: string) => role === "chat" || role === "reasoner";

/** Rows put together where `key` is the same; the rest of the first one stays. */
function together(rows: readonly UsageRow[], key: (row: UsageRow) => string): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const row of rows) {
    const there = sums.get(key(row));
    if (!there) sums.set(key(row), { ...row });
    else {
      there.calls += row.calls;
      there.input_tokens += row.input_tokens;
      there.cached_tokens += row.cached_tokens;
      there.output_tokens += row.output_tokens;
      there.cost += row.cost;
    }
  }
  return [...sums.values()];
}

function shown({ role, model, calls, input_tokens, cached_tokens, output_tokens, cost, currency }: UsageRow) {
  return { role, model, calls, input_tokens, cached_tokens, output_tokens, cost, currency };
}

/** What was used in a month ("2026-11"), by role, model and currency; the dearest first, then the largest. */
export function monthRows(rows: readonly UsageRow[], month: string): SpentRow[] {
  const inside = rows.filter(({ day }) => day.startsWith(month));
  return together(inside, ({ role, model, currency }) => JSON.stringify([role, model, currency]))
    .map(shown)
    .sort((a, b) => b.cost - a.cost || b.input_tokens - a.input_tokens);
}

export type MonthSum = { month: string } & Omit<SpentRow, "role" | "model">;

/** The months before this one, by currency, the newest first. */
export function earlierMonths(rows: readonly UsageRow[], month: string): MonthSum[] {
  const before = rows.filter(({ day }) => day.slice(0, 7) < month);
  return together(before, ({ day, currency }) => JSON.stringify([day.slice(0, 7), currency]))
    .map(({ day, ...row }) => {
      const { role: _role, model: _model, ...sums } = shown({ ...row, day });
      return { month: day.slice(0, 7), ...sums };
    })
    .sort((a, b) => (a.month < b.month ? 1 : a.month > b.month ? -1 : 0));
}

export type Spent = { currency: string; cost: number; forecast: number };

/**
 * Money of the month up to `today` ("2026-11-29") by currency, and what the month will come to if the days that are left are as the
 * last seven were; where the first call is younger than that, as the days since it.
 */
export function spentBy(rows: readonly UsageRow[], today: string): Spent[] {
  const month = today.slice(0, 7);
  const from = daysBefore(today, forecastDays - 1);
  const [first = today] = [today, ...rows.map(({ day }) => day)].sort();
  // Today counts whole: what is still to come of it is not known.
  const days = first > from ? daysBetween(first, today) + 1 : forecastDays;
  const left = daysIn(month) - Number(today.slice(8, 10));
  return [...new Set(rows.map(({ currency }) => currency))].flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sum = (fits: (day: string) => boolean) =>
      own.filter(({ day }) => fits(day)).reduce((total, row) => total + row.cost, 0);
    const cost = sum((day) => day.startsWith(month));
    const lately = sum((day) => day.length === 10 && day >= from && day <= today);
    return cost + lately === 0 ? [] : [{ currency, cost, forecast: cost + (lately / days) * left }];
  });
}

function utc(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return Date.UTC(year, month - 1, date);
}

function daysBefore(day: string, days: number): string {
  return new Date(utc(day) - days * 86_400_000).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000);
}

function daysIn(month: string): number {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** Weighs a talk as it goes by, oldest first: how much of it stood before each reply that was given from `since` on (unix seconds). */
export class WholeTalk {
  #tokens = 0;
  #reply: string | undefined;
  #weighed = 0;
  #replies = 0;
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  hear({ role, content, timestamp, reply_id, import_id }: Message): void {
    const isReply = role === "assistant" && reply_id !== undefined && import_id === undefined;
    if (isReply && timestamp >= this.#since && reply_id !== this.#reply) {
      this.#replies += 1;
      this.#weighed += this.#tokens;
    }
    if (isReply) this.#reply = reply_id;
    this.#tokens += estimateTokens(content);
  }

  /** Tokens of the talk before one of its replies, on average; null where none was given. */
  average(): number | null {
    return this.#replies === 0 ? null : this.#weighed / this.#replies;
  }
}

/**
 * What a month's calls would have used if each had carried the whole talk so far, of `talk` tokens on average, against what they and
 * the work of remembering did use. Persona and rules are not counted for the whole talk, so it is rather too little than too much.
 * Null where nothing was asked, and where the talk is still shorter than what is sent for it.
 */
export function sparedBy(
  rows: readonly SpentRow[],
  talk: number | null,
  prices: ModelsConfig,
): Spared | null {
  const talks = rows.filter(({ role }) => isTalk(role));
  const calls = talks.reduce((sum, row) => sum + row.calls, 0);
  if (talk === null || calls === 0) return null;
  const sent_tokens = talks.reduce((sum, row) => sum + row.input_tokens, 0);
  const work = rows.filter(({ role }) => !isTalk(role));
  const work_tokens = work.reduce((sum, row) => sum + row.input_tokens + row.output_tokens, 0);
  const full_tokens = Math.round(talk * calls);
  if (full_tokens <= sent_tokens + work_tokens) return null;
  const paid = inputCost(talks, prices);
  const currency = paid?.currency ?? "";
  const worked = work.reduce((sum, row) => sum + (row.currency === currency ? row.cost : 0), 0);
  const cost = paid ? (paid.cost / sent_tokens) * (full_tokens - sent_tokens) - worked : null;
  return { calls, full_tokens, sent_tokens, work_tokens, cost, currency };
}

/** What the input of these calls cost by the prices of now; null where a price is missing or there are several currencies. */
function inputCost(
  rows: readonly SpentRow[],
  { models }: ModelsConfig,
): { cost: number; currency: string } | null {
  let cost = 0;
  const currencies = new Set<string>();
  for (const row of rows) {
    const price = Object.hasOwn(models, row.model) ? models[row.model]?.price : undefined;
    if (!price || price.input === 0) return null;
    const cached = price.cached_input > 0 ? price.cached_input : price.input;
    cost += (row.input_tokens - row.cached_tokens) * price.input + row.cached_tokens * cached;
    currencies.add(price.currency);
  }
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1 || cost === 0) return null;
  return { cost: cost / 1_000_000, currency };
}
