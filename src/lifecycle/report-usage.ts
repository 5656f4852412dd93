// Tells an account what its companions cost this month, and tells it in time when the month's budget is nearly used up (issue 7, item 6).
import type { Deps } from "../deps.ts";
import { earlierMonths, monthRows, sparedBy, spentBy, WholeTalk } from "../memory/usage-report.ts";
import type { Account } from "../schema/account.ts";
import type { Id } from "../schema/common.ts";
import type { UsageRow } from "../schema/ledger.ts";
import type { ModelsConfig } from "../schema/models.ts";
import type { UsageReport } from "../schema/request-usage.ts";
import { fromLocal, localDate, localMonth } from "../schema/zone.ts";
import { account as accountOwner, companion, house } from "../store/store.ts";
import { companionsOf, configOf, inChunks } from "./companion-owners.ts";
import { faultOf } from "./fault.ts";
import { giveWay } from "./give-way.ts";

/** Earlier months that are told. */
const mostMonths = 12;

type Book = { user_id: Id; name: string; rows: UsageRow[] };

async function booksOf(deps: Deps, owner: Id, may: (id: Id) => boolean): Promise<Book[]> {
  const ids = (await companionsOf(deps, owner)).filter(may);
  const books = await inChunks(ids, async (user_id): Promise<Book | undefined> => {
    try {
      const { rows } = await deps.store.view(companion(user_id), "usage");
      return { user_id, name: (await configOf(deps, user_id))?.name ?? "", rows: [...rows] };
    } catch (error) {
      // One folder that cannot be read does not hide what the others cost.
      deps.log.warn({ user: user_id, ...faultOf(error) }, "its costs cannot be told");
      return undefined;
    }
  });
  return books.filter((book) => book !== undefined);
}

/** The month so far and ahead, by companion, role and model, and what the memory spared (A90). `may` leaves companions out. */
export async function reportUsage(
  deps: Deps,
  account: Account,
  may: (id: Id) => boolean,
): Promise<UsageReport> {
  await deps.flushUsage();
  const now = deps.clock.now();
  const zone = account.time_zone;
  const [today, month] = [localDate(now, zone), localMonth(now, zone)];
  const models = await deps.store.view(house, "models");
  const books = await booksOf(deps, account.account_id, may);
  const all = books.flatMap(({ rows }) => rows);
  const ai_users: UsageReport["ai_users"] = [];
  for (const { user_id, name, rows } of books) {
    const own = monthRows(rows, month);
    // Reading a whole log is worth it only where something was asked.
    const talk = own.length === 0 ? null : await wholeTalk(deps, user_id, month, zone);
    if (own.length > 0) ai_users.push({ user_id, name, rows: own, spared: sparedBy(own, talk, models) });
  }
  return {
    month,
    today,
    monthly_budget: account.monthly_budget ?? null,
    budget_choice: account.budget_choice ?? null,
    background_tokens_per_day: models.background_tokens_per_day,
    spent: spentBy(all, today),
    ai_users: ai_users.sort((a, b) => costOf(b.rows) - costOf(a.rows)),
    months: earlierMonths(all, month).slice(0, mostMonths),
    unpriced: unpriced(
      ai_users.flatMap(({ rows }) => rows.map(({ model }) => model)),
      models,
    ),
  };
}

const costOf = (rows: readonly { cost: number }[]) => rows.reduce((sum, { cost }) => sum + cost, 0);

function unpriced(used: readonly string[], { models }: ModelsConfig): string[] {
  const without = (key: string) => {
    const price = Object.hasOwn(models, key) ? models[key]?.price : undefined;
    return !price || price.input + price.output === 0;
  };
  return [...new Set(used)].filter(without).sort();
}

async function wholeTalk(deps: Deps, user: Id, month: string, zone: string): Promise<number | null> {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  const talk = new WholeTalk(fromLocal({ year, month: number, day: 1 }, zone));
  for await (const part of deps.store.log.scan(user)) {
    for (const message of part) talk.hear(message);
    await giveWay();
  }
  return talk.average();
}

/** Money that all companions of an account cost this month, whatever the currency: a budget has none of its own. */
export async function spentThisMonth(deps: Deps, { account_id, time_zone }: Account): Promise<number> {
  const month = localMonth(deps.clock.now(), time_zone);
  const books = await booksOf(deps, account_id, () => true);
  return costOf(books.flatMap(({ rows }) => rows.filter(({ day }) => day.startsWith(month))));
}

const told = "budget-told.json";
/** Shares of the budget at which its owner hears of it. */
const steps = [100, 80] as const;

const words = {
  zh: {
    80: "这个月的花费已经到预算的 80% 了。到「我 › 花费」里看看。",
    100: "这个月的预算用完了：伙伴们先不主动来找你，你说话照常有回答。要怎么办，到「我 › 花费」里选。",
  },
  en: {
    80: "This month has used 80 % of your budget. See Me › Cost.",
    100: "This month's budget is used up: companions will not write first for now; what you say is still answered. Choose what to do under Me › Cost.",
  },
} as const;

/**
 * Says once a month to each account that has a budget that 80 % of it, and then that all of it, is used. Called when the books have been
 * written. It waits until a window of theirs is open; what was said is noted, so that a new start does not say it again.
 */
export async function watchBudgets(deps: Deps): Promise<void> {
  const known = readTold(await deps.store.cache.read(house, told));
  const next: Record<string, string> = {};
  for (const id of await deps.store.list("account")) {
    const account = await deps.store.view(accountOwner(id), "account").catch(() => undefined);
    if (!account?.monthly_budget) continue;
    const spent = await spentThisMonth(deps, account);
    const step = steps.find((share) => spent >= ((account.monthly_budget ?? 0) * share) / 100);
    if (step === undefined) continue;
    const mark = `${localMonth(deps.clock.now(), account.time_zone)} ${account.monthly_budget} ${step}`;
    if (known[id] === mark) next[id] = mark;
    // Said to nobody it would be lost: it waits for a window of theirs.
    if (known[id] === mark || deps.listeners?.(id) === 0) continue;
    next[id] = mark;
    deps.publish(id, {
      event: "notice",
      data: { code: `budget-${step}`, message: words[account.language][step] },
    });
  }
  if (JSON.stringify(next) !== JSON.stringify(known))
    await deps.store.cache.write(house, told, JSON.stringify(next));
}

function readTold(text: string | undefined | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
