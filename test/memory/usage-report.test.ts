// The books read for the person: the month, what it will come to, and what the memory spared against sending the whole talk.
import { describe, expect, it } from "vitest";
import { earlierMonths, monthRows, sparedBy, spentBy, WholeTalk } from "../../src/memory/usage-report.ts";
import type { UsageRow } from "../../src/schema/ledger.ts";
import type { Message } from "../../src/schema/message.ts";
import { ModelsConfig } from "../../src/schema/models.ts";
import { estimateTokens } from "../../src/schema/tokens.ts";

function row(day: string, change: Partial<UsageRow> = {}): UsageRow {
  const counts = { calls: 1, input_tokens: 1_000, cached_tokens: 800, output_tokens: 100 };
  return { day, role: "chat", model: "deepseek_chat", ...counts, cost: 0.01, currency: "CNY", ...change };
}

const prices = ModelsConfig.parse({
  models: {
    deepseek_chat: {
      base_url: "https://api.example.com",
      model: "x",
      price: { input: 2, cached_input: 0.5, output: 8, currency: "CNY" },
    },
    free: { base_url: "https://api.example.com", model: "x" },
  },
  roles: {},
});

describe("a month", () => {
  it("is put together by role, model and currency, the dearest first", () => {
    const rows = [row("2026-11-01"), row("2026-11-28", { cost: 0.02 }), row("2026-10-31"), row("2026-10")];
    const facts = row("2026-11-02", { role: "facts", cost: 0.5 });
    expect(
      monthRows([...rows, facts], "2026-11").map(({ role, calls, cost }) => [role, calls, cost]),
    ).toEqual([
      ["facts", 1, 0.5],
      ["chat", 2, 0.03],
    ]);
  });

  it("before this one counts its days and what was folded of it, by currency", () => {
    const rows = [row("2026-10-31"), row("2026-10"), row("2026-09", { currency: "USD" }), row("2026-11-01")];
    expect(
      earlierMonths(rows, "2026-11").map(({ month, calls, currency }) => [month, calls, currency]),
    ).toEqual([
      ["2026-10", 2, "CNY"],
      ["2026-09", 1, "USD"],
    ]);
  });
});

describe("a forecast", () => {
  it("adds the days that are left at the pace of the last seven, over the turn of a month too", () => {
    const days = ["2026-10-27", "2026-10-28", "2026-11-02", "2026-11-03"];
    const [spent] = spentBy(
      days.map((day) => row(day, { cost: 0.7 })),
      "2026-11-03",
    );
    // 28 October to 3 November: 2.1 in seven days, 27 days left.
    expect(spent).toEqual({ currency: "CNY", cost: 1.4, forecast: expect.closeTo(1.4 + 0.3 * 27, 6) });
  });

  it("of a house that began yesterday does not spread its cost over seven days", () => {
    const [spent] = spentBy([row("2026-11-28", { cost: 1 }), row("2026-11-29", { cost: 1 })], "2026-11-29");
    expect(spent?.forecast).toBeCloseTo(3, 6);
  });

  it("keeps currencies apart, and says nothing where nothing was paid", () => {
    const rows = [row("2026-11-29", { cost: 1 }), row("2026-11-29", { cost: 2, currency: "USD" })];
    expect(spentBy(rows, "2026-11-29").map(({ currency, cost }) => [currency, cost])).toEqual([
      ["CNY", 1],
      ["USD", 2],
    ]);
    expect(spentBy([row("2026-11-29", { cost: 0 })], "2026-11-29")).toEqual([]);
    expect(spentBy([], "2026-11-29")).toEqual([]);
  });

  it("survives a day that a hand wrote", () => {
    const [spent] = spentBy([row("someday", { cost: 9 }), row("2026-11-29", { cost: 1 })], "2026-11-29");
    expect(spent?.cost).toBe(1);
  });
});

describe("the whole talk", () => {
  const say = (id: number, change: Partial<Message>): Message => ({
    message_id: `m${id}`,
    role: "user",
    content: "字".repeat(100),
    timestamp: id,
    topic_id: "t",
    ...change,
  });

  it("is weighed before each reply of the month, once for all its bubbles, and never for what was imported", () => {
    const talk = new WholeTalk(10);
    talk.hear(say(1, {}));
    talk.hear(say(2, { role: "assistant", reply_id: "r1" }));
    talk.hear(say(11, {}));
    talk.hear(say(12, { role: "assistant", reply_id: "r2" }));
    talk.hear(say(13, { role: "assistant", reply_id: "r2" }));
    talk.hear(say(14, { role: "assistant", reply_id: "r9", import_id: "i" }));
    talk.hear(say(15, {}));
    talk.hear(say(16, { role: "assistant", reply_id: "r3" }));
    // So many tokens a line: 3 lines before r2, 7 before r3.
    const line = estimateTokens(say(1, {}).content);
    expect(talk.average()).toBe((3 * line + 7 * line) / 2);
    expect(new WholeTalk(0).average()).toBeNull();
  });
});

describe("what the memory spared", () => {
  const talks = row("2026-11", { calls: 10, input_tokens: 40_000, cached_tokens: 30_000 });
  const work = row("2026-11", {
    role: "short_to_mid",
    input_tokens: 9_000,
    output_tokens: 1_000,
    cost: 0.05,
  });

  it("is the same calls with the whole talk, less what was sent and what remembering itself cost", () => {
    const spared = sparedBy([talks, work], 100_000, prices);
    expect(spared).toMatchObject({
      calls: 10,
      full_tokens: 1_000_000,
      sent_tokens: 40_000,
      work_tokens: 10_000,
    });
    // 10,000 fresh at 2 and 30,000 cached at 0.5 a million: 0.035 for 40,000 tokens.
    expect(spared?.cost).toBeCloseTo((0.035 / 40_000) * 960_000 - 0.05, 9);
  });

  it("is told in tokens alone where a price is missing", () => {
    expect(sparedBy([{ ...talks, model: "free" }], 100_000, prices)?.cost).toBeNull();
    expect(sparedBy([{ ...talks, model: "__proto__" }], 100_000, prices)?.cost).toBeNull();
  });

  it("is nothing while the talk is short, and unknown where nothing was asked", () => {
    expect(sparedBy([talks], 4_000, prices)).toBeNull();
    expect(sparedBy([talks, work], 4_500, prices)).toBeNull();
    expect(sparedBy([work], 100_000, prices)).toBeNull();
    expect(sparedBy([talks], null, prices)).toBeNull();
  });
});
