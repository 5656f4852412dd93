// What it costs, on the real house: money first, the budget and its choice, and what memory saved.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { User } from "../../web/shapes.ts";
import { openRealHouse, type RealHouse } from "./support/real-house.ts";
import { findings, holdBack } from "./support/steps.ts";

let house: RealHouse;
let page: Page;
let id = "";

beforeAll(async () => {
  house = await openRealHouse("page-cost");
  page = house.page;
  id = await house.make("小雨");
});

afterAll(() => house?.close());

type Models = Record<string, unknown> & { models: Record<string, object> };

/** Writes what was used today into the companion's book, as an earlier run of the house would have left it. */
async function spend(cost: number): Promise<void> {
  const { today } = await house.read<{ today: string }>("/api/usage");
  const counts = { calls: 20, input_tokens: 80_000, cached_tokens: 60_000, output_tokens: 2_000 };
  const rows = [
    { day: today, role: "chat", model: "deepseek_chat", ...counts, cost, currency: "CNY" },
    { day: today, role: "facts", model: "deepseek_chat", ...counts, calls: 1, cost: 0, currency: "CNY" },
    { day: "2025-01", role: "chat", model: "deepseek_chat", ...counts, cost: 3, currency: "CNY" },
  ];
  await writeFile(
    join(house.folder, "ai_users", id, "usage.json"),
    JSON.stringify({ rows, cache_misses: {} }),
  );
  await expect
    .poll(async () => (await house.read<{ spent: { cost: number }[] }>("/api/usage")).spent[0]?.cost ?? 0)
    .toBe(cost);
}

const user = async () => (await house.read<{ user: User }>("/api/auth/user")).user;

describe("the costs", () => {
  it("of a house that has used no model say so in one sentence", async () => {
    await house.open("cost");
    await page.getByText("这个月还没有用过模型。聊一句，这里就有第一笔。").waitFor();
    expect(await page.locator(".cost-sum").count()).toBe(0);
  });

  it("without a price are told in tokens, and lead to where prices are entered, one by one", async () => {
    await spend(0);
    await house.open("cost");
    await expect.poll(() => page.locator(".cost-sum").textContent()).toContain("词元");
    await page.getByRole("button", { name: "去填价钱" }).click();
    const form = page.getByRole("form", { name: /^deepseek_chat/ });
    await form.getByLabel("送去").fill("两块");
    await form.getByRole("button", { name: "存上" }).click();
    await form.getByText("写一个数，或者留空。").waitFor();
    await form.getByLabel("送去").fill("2");
    await form.getByLabel("写回").fill("8");
    await form.getByLabel("其中不用重读的").fill("0.5");
    const before = await house.read<Models>("/api/models");
    await form.getByRole("button", { name: "存上" }).click();
    await form.getByText("价钱存上了，从现在起按它算。").waitFor();
    const after = await house.read<Models>("/api/models");
    const price = { input: 2, cached_input: 0.5, output: 8, currency: "CNY" };
    expect(after.models.deepseek_chat).toMatchObject({ price });
    expect({ ...after, models: { ...after.models, deepseek_chat: before.models.deepseek_chat } }).toEqual(
      before,
    );
    expect(await findings(page)).toEqual([]);
  });

  it("show money first, and behind it each companion's calls and tokens by what they were for", async () => {
    await spend(5);
    await house.open("cost");
    await expect.poll(() => page.locator(".cost-sum").textContent()).toBe("¥5.00");
    await page.getByText("75% 是服务商已经读过的，便宜").waitFor();
    await page.locator("summary").filter({ hasText: "小雨" }).click();
    const row = page.getByRole("row", { name: /说话/ });
    expect(await row.getByRole("cell").allTextContents()).toEqual(["¥5.00", "20", "80,000", "75%", "2,000"]);
    await page.locator(".me-rows").getByText("2025年1月").waitFor();
  });

  it("say what memory saved only once there is something to compare with", async () => {
    await page.getByText("聊得还不长，全部送一遍也没有多少。").waitFor();
    const messages = Array.from({ length: 40 }, (_, at) => ({
      message_id: `old${at}`,
      role: at % 2 === 0 ? "user" : "assistant",
      content: "今天下雨了，想起那年夏天的事。".repeat(100),
      timestamp: 1_700_000_000 + at * 60,
    }));
    const body = { format: "messages", topics: [{ messages }], summarise: "none" };
    expect((await house.call("POST", `/api/ai-users/${id}/import`, body)).status).toBe(200);
    const said = await fetch(`${house.url}/api/ai-users/${id}/chat`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await house.signIn()}`,
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify({ content: "在吗" }),
    });
    expect(said.status).toBe(200);
    await house.open("cost");
    await expect.poll(() => page.locator(".cost-saved").textContent()).toMatch(/^少送了 \d\d% 的字$/);
    await page.getByText(/照这个月的价钱，大约省了 ¥/).waitFor();
  });
});

describe("the budget", () => {
  const field = () => page.getByRole("textbox", { name: "最多花" });
  const save = () => page.locator("section").filter({ has: field() }).getByRole("button", { name: "存上" });

  it("is set, and refuses what is no figure", async () => {
    await house.open("cost");
    await field().fill("十块");
    await save().click();
    await page.getByText("写一个数，或者留空。").waitFor();
    expect((await user()).monthly_budget).toBeNull();
    await field().fill("１０");
    await save().click();
    await page.getByText("预算 ¥10.00，用了 50%").waitFor();
    expect((await user()).monthly_budget).toBe(10);
  });

  it("says so from 80 % on, and asks what to do when it is used up", async () => {
    await spend(8);
    await house.open("cost");
    await page.getByText("预算已经用了 80%。").waitFor();
    await spend(10);
    await house.open("cost");
    await page.getByText("这个月的预算用完了。怎么办，你来定：").waitFor();
    await page.getByRole("button", { name: "这个月照旧" }).click();
    await page.getByText("就这么办。").waitFor();
    const { month } = await house.read<{ month: string }>("/api/usage");
    expect((await user()).budget_choice).toEqual({ month, choice: "go_on" });
    await expect
      .poll(() => page.getByRole("button", { name: "这个月照旧" }).getAttribute("aria-pressed"))
      .toBe("true");
  });

  it("is raised with one click, and taken away by an empty field", async () => {
    await house.open("cost");
    await page.getByRole("button", { name: "把预算提到 ¥15.00" }).click();
    await page.getByText("预算 ¥15.00，用了 67%").waitFor();
    await field().fill("");
    await save().click();
    await page.getByText("不再设预算。").waitFor();
    expect((await user()).monthly_budget).toBeNull();
  });

  it("does not write over what is typed while it is saved", async () => {
    await house.open("cost");
    const letThrough = await holdBack(page, "**/api/auth/user", "PUT");
    await field().fill("20");
    await save().click();
    await field().fill("200");
    letThrough();
    await page.getByText("预算 ¥20.00").waitFor();
    expect(await field().inputValue()).toBe("200");
    await field().fill("");
    await save().click();
    await page.getByText("不再设预算。").waitFor();
  });

  it("is not changed where the server goes away", async () => {
    await house.open("cost");
    await page.route("**/api/auth/user", (route) => route.abort());
    await field().fill("99");
    await save().click();
    await page.getByText("连不上服务器，什么都没有改。连上后再试。").waitFor();
    await page.unroute("**/api/auth/user");
    expect([await field().inputValue(), (await user()).monthly_budget]).toEqual(["99", null]);
  });
});

describe("the work in the background", () => {
  it("has a limit for a day that an admin changes, and nothing else of the models is changed by it", async () => {
    const before = await house.read<Models>("/api/models");
    await house.open("cost");
    await page.getByRole("textbox", { name: "词元" }).fill("-5");
    const form = page.locator("form").filter({ has: page.getByRole("textbox", { name: "词元" }) });
    await form.getByRole("button", { name: "存上" }).click();
    await page.getByText("写一个不小于零的整数。").waitFor();
    await page.getByRole("textbox", { name: "词元" }).fill("90000");
    await form.getByRole("button", { name: "存上" }).click();
    await page.getByText("改好了，今天就按新的来。").waitFor();
    expect(await house.read<Models>("/api/models")).toEqual({ ...before, background_tokens_per_day: 90_000 });
  });
});

describe("the page of the costs", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no axe finding with all there is on it, and is not wider than a phone, ${colorScheme}`, async () => {
      await house.call("PUT", "/api/auth/user", { monthly_budget: 1, budget_choice: null });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 780 });
      await house.open("cost");
      await page.locator("summary").first().click();
      await page.getByRole("button", { name: /^把预算提到/ }).waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }

  it("left the browser without complaints but for the call that was broken off", () => {
    expect(house.window.complaints.filter((one) => !/Failed to load resource/.test(one))).toEqual([]);
  });
});
