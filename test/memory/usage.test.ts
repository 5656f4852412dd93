// The book of costs: by day, role and model, and small for ever (DESIGN 5).
import { describe, expect, test } from "vitest";
import { addCacheMiss, addUsage } from "../../src/memory/usage.ts";
import { Usage } from "../../src/schema/ledger.ts";

const empty: Usage = { rows: [], cache_misses: {} };
const call = (more: object = {}) => ({
  role: "chat",
  model: "deepseek_chat",
  usage: { input_tokens: 100, cached_tokens: 40, output_tokens: 10 },
  cost: 0.5,
  currency: "CNY",
  ...more,
});

describe("a call", () => {
  test("adds up with those of its day, role, model and currency", () => {
    let usage = addUsage(empty, call(), "2026-05-01");
    usage = addUsage(usage, call(), "2026-05-01");
    usage = addUsage(usage, call({ role: "facts" }), "2026-05-01");
    usage = addUsage(usage, call({ currency: "USD" }), "2026-05-01");
    usage = addUsage(usage, call(), "2026-05-02");
    expect(usage.rows).toHaveLength(4);
    expect(usage.rows[0]).toEqual({
      day: "2026-05-01",
      role: "chat",
      model: "deepseek_chat",
      calls: 2,
      input_tokens: 200,
      cached_tokens: 80,
      output_tokens: 20,
      cost: 1,
      currency: "CNY",
    });
    expect(Usage.parse(usage)).toEqual(usage);
    expect(empty.rows).toEqual([]);
  });

  test("with nonsense for numbers counts as a call without tokens", () => {
    const nonsense = {
      usage: { input_tokens: Number.NaN, cached_tokens: -3, output_tokens: 2 },
      cost: Number.POSITIVE_INFINITY,
    };
    expect(addUsage(empty, call(nonsense), "2026-05-01").rows[0]).toMatchObject({
      calls: 1,
      input_tokens: 0,
      cached_tokens: 0,
      output_tokens: 2,
      cost: 0,
    });
  });
});

describe("old days", () => {
  test("become months after sixty days, and nothing is lost from the sum", () => {
    let usage = empty;
    for (let i = 0; i < 800; i += 1) {
      usage = addUsage(usage, call(), new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
    }
    const days = usage.rows.filter((row) => row.day.length === 10);
    expect(days).toHaveLength(61);
    expect(usage.rows.length).toBeLessThan(61 + 28);
    expect(usage.rows.reduce((sum, row) => sum + row.calls, 0)).toBe(800);
    expect(usage.rows[0]).toMatchObject({ day: "2024-01", calls: 31 });
  });

  test("stay a day on the sixtieth day", () => {
    const usage = addUsage(addUsage(empty, call(), "2026-01-01"), call(), "2026-03-02");
    expect(usage.rows.map((row) => row.day)).toEqual(["2026-01-01", "2026-03-02"]);
    expect(addUsage(usage, call(), "2026-03-03").rows.map((row) => row.day)).toEqual([
      "2026-01",
      "2026-03-02",
      "2026-03-03",
    ]);
  });

  test("that are no dates stay as the owner wrote them", () => {
    const odd = {
      ...empty,
      rows: [{ ...addUsage(empty, call(), "2026-01-01").rows[0], day: "gestern" }],
    } as Usage;
    expect(addUsage(odd, call(), "2026-05-01").rows.map((row) => row.day)).toContain("gestern");
  });
});

describe("a cache miss", () => {
  test("is counted by its reason, whatever it is called", () => {
    const usage = addCacheMiss(addCacheMiss(addCacheMiss(empty, "edit"), "edit"), "constructor");
    expect(usage.cache_misses).toEqual({ edit: 2, constructor: 1 });
  });
});
