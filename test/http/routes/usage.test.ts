// What an account's companions cost, over HTTP: all together, nobody else's, and told in time.
import { describe, expect, it } from "vitest";
import { watchBudgets } from "../../../src/lifecycle/report-usage.ts";
import type { UsageRow } from "../../../src/schema/ledger.ts";
import type { UsageReport } from "../../../src/schema/request-usage.ts";
import { estimateTokens } from "../../../src/schema/tokens.ts";
import { localDate, localMonth } from "../../../src/schema/zone.ts";
import { type House, openHouse } from "../support/house.ts";

async function spend(house: House, id: string, cost: number, change: Partial<UsageRow> = {}): Promise<void> {
  const day = localDate(house.clock.now(), "UTC");
  const counts = { calls: 2, input_tokens: 2_000, cached_tokens: 1_500, output_tokens: 50 };
  const row = { day, role: "chat", model: "m", ...counts, cost, currency: "CNY", ...change };
  await house.store.commit(
    { kind: "companion", id },
    ["usage"],
    { by: "system", cause: "test" },
    ({ usage }) => ({ documents: { usage: { ...usage, rows: [...usage.rows, row] } }, result: undefined }),
  );
}

async function home() {
  const house = openHouse();
  const { access_token: token, user } = await house.signUp();
  const id = await house.makeCompanion(token, { name: "小满" });
  return { house, token, id, account: user.account_id };
}

async function report(house: House, token: string): Promise<UsageReport> {
  const answer = await house.send("GET", "/api/usage", { token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as UsageReport;
}

describe("GET /api/usage", () => {
  it("gives the month by companion, role and model, and names what has no price", async () => {
    const { house, token, id } = await home();
    const other = await house.makeCompanion(token, { name: "阿树" });
    await spend(house, id, 0.5);
    await spend(house, other, 1.5, { role: "facts" });
    const said = await report(house, token);
    expect(said.month).toBe(localMonth(house.clock.now(), "UTC"));
    expect(said.spent).toEqual([{ currency: "CNY", cost: 2, forecast: expect.any(Number) }]);
    expect(said.ai_users.map(({ name, rows }) => [name, rows[0]?.role, rows[0]?.cost])).toEqual([
      ["阿树", "facts", 1.5],
      ["小满", "chat", 0.5],
    ]);
    expect(said.unpriced).toEqual(["m"]);
  });

  it("counts what was spared from the log, and only where something was asked", async () => {
    const { house, token, id } = await home();
    const at = house.clock.now();
    const long = { role: "user" as const, content: "很".repeat(8_000), topic_id: "t" };
    await house.store.log.append(id, [
      { ...long, message_id: "a", timestamp: at },
      { ...long, message_id: "b", role: "assistant", content: "嗯", timestamp: at + 1, reply_id: "r" },
    ]);
    expect((await report(house, token)).ai_users).toEqual([]);
    await spend(house, id, 0);
    const [only] = (await report(house, token)).ai_users;
    expect(only?.spared).toMatchObject({
      calls: 2,
      full_tokens: 2 * estimateTokens(long.content),
      sent_tokens: 2_000,
      cost: null,
    });
  });

  it("shows nobody else's, and a key only its own companions'", async () => {
    const { house, token, id } = await home();
    const other = await house.makeCompanion(token, { name: "阿树" });
    await spend(house, id, 0.5);
    await spend(house, other, 1.5);
    const ben = await house.signUp("ben");
    expect((await report(house, ben.access_token)).spent).toEqual([]);
    const body = { name: "bot", scopes: ["read"], ai_users: [id] };
    const made = await house.send("POST", "/api/auth/keys", { token, body });
    const { key } = (await made.json()) as { key: string };
    expect((await report(house, key)).spent[0]?.cost).toBe(0.5);
    const talker = { name: "bot", scopes: ["chat"], ai_users: [id] };
    const deaf = await house.send("POST", "/api/auth/keys", { token, body: talker });
    const { key: other_key } = (await deaf.json()) as { key: string };
    expect((await house.send("GET", "/api/usage", { token: other_key })).status).toBe(403);
  });
});

describe("a budget", () => {
  async function budgeted(budget: number) {
    const at = await home();
    const body = { monthly_budget: budget };
    expect((await at.house.send("PUT", "/api/auth/user", { token: at.token, body })).status).toBe(200);
    const heard: string[] = [];
    const { hub } = at.house.deps;
    at.house.deps.publish = (account, event, user) => {
      if (event.event === "notice") heard.push(`${account} ${event.data.code}`);
      hub.publish(account, event, user);
    };
    return { ...at, heard };
  }

  it("is told of once at 80 % and once when it is used up, also over a new start", async () => {
    const { house, id, heard, account } = await budgeted(10);
    await spend(house, id, 7.9);
    await watchBudgets(house.deps);
    expect(heard).toEqual([]);
    await spend(house, id, 0.2);
    await watchBudgets(house.deps);
    await watchBudgets(house.deps);
    expect(heard).toEqual([`${account} budget-80`]);
    await spend(house, id, 2);
    await watchBudgets(house.deps);
    await watchBudgets(house.deps);
    expect(heard).toEqual([`${account} budget-80`, `${account} budget-100`]);
  });

  it("is told of once a window of its owner is open, and not into an empty room", async () => {
    const { house, id, heard } = await budgeted(1);
    let windows = 0;
    house.deps.listeners = () => windows;
    await spend(house, id, 1);
    await watchBudgets(house.deps);
    expect(heard).toEqual([]);
    windows = 1;
    await watchBudgets(house.deps);
    await watchBudgets(house.deps);
    expect(heard).toHaveLength(1);
  });

  it("that was raised is told of anew, and one that is none never", async () => {
    const { house, id, heard, token } = await budgeted(1);
    await spend(house, id, 1);
    await watchBudgets(house.deps);
    await house.send("PUT", "/api/auth/user", { token, body: { monthly_budget: 1.1 } });
    await watchBudgets(house.deps);
    await house.send("PUT", "/api/auth/user", { token, body: { monthly_budget: null } });
    await watchBudgets(house.deps);
    await house.send("PUT", "/api/auth/user", { token, body: { monthly_budget: 0 } });
    await watchBudgets(house.deps);
    expect(heard.map((one) => one.split(" ")[1])).toEqual(["budget-100", "budget-80"]);
  });

  it("keeps the choice of its owner, and refuses a month that is none", async () => {
    const { house, token } = await budgeted(1);
    const good = { budget_choice: { month: "2026-09", choice: "go_on" } };
    const answer = await house.send("PUT", "/api/auth/user", { token, body: good });
    expect(((await answer.json()) as { user: object }).user).toMatchObject(good);
    for (const budget_choice of [{ month: "soon", choice: "go_on" }, { month: "2026-09", choice: "x" }, 7])
      expect((await house.send("PUT", "/api/auth/user", { token, body: { budget_choice } })).status).toBe(
        422,
      );
  });
});
