// The book of costs: by day, role and model, and small for ever (DESIGN 5).
import { describe, expect, test } from "vitest";
import { addCacheMiss, addUsage, factorOf, type UsageOf } from "../../src/memory/usage.ts";
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

describe("what a model counts over what is estimated", () => {
  const call = (input: number, expected: number | undefined, more: Partial<UsageOf> = {}): UsageOf => ({
    role: "chat",
    model: "deepseek_chat",
    usage: { input_tokens: input, cached_tokens: 0, output_tokens: 5 },
    cost: 0,
    currency: "",
    expected_input: expected,
    ...more,
  });
  const bookOf = (...calls: UsageOf[]) =>
    calls.reduce((book, one) => addUsage(book, one, "2026-03-10"), Usage.parse({}));
  const factor = (...calls: UsageOf[]) => factorOf(bookOf(...calls), "deepseek_chat");

  test("is 1 until something was measured, and then the first measurement", () => {
    expect(factorOf(Usage.parse({}), "deepseek_chat")).toBe(1);
    expect(factorOf(bookOf(call(1_200, 1_000)), undefined)).toBe(1);
    expect(factorOf(bookOf(call(1_200, 1_000)), "another")).toBe(1);
    expect(factor(call(1_200, 1_000))).toBe(1.2);
  });

  test("follows slowly, so that one odd request changes little", () => {
    const steady = Array.from({ length: 10 }, () => call(1_200, 1_000));
    expect(factor(...steady, call(2_000, 1_000))).toBeCloseTo(1.36, 2);
    expect(factor(...steady, ...Array.from({ length: 40 }, () => call(900, 1_000)))).toBeCloseTo(0.9, 2);
  });

  test("stays between a half and two, whatever a provider reports or a hand has written", () => {
    expect(factor(call(90_000, 1_000))).toBe(2);
    expect(factor(call(10, 1_000))).toBe(0.5);
    expect(factorOf(Usage.parse({ factors: { deepseek_chat: 40 } }), "deepseek_chat")).toBe(2);
    expect(factorOf(Usage.parse({ factors: { deepseek_chat: -3 } }), "deepseek_chat")).toBe(0.5);
    expect(factorOf(Usage.parse({ factors: {} }), "constructor")).toBe(1);
  });

  test("learns nothing from a guess of ours, a short request, or a count that is none", () => {
    const guessed = { usage: { input_tokens: 2_000, cached_tokens: 0, output_tokens: 5, estimated: true } };
    for (const one of [
      call(2_000, 1_000, guessed),
      call(200, 100),
      call(0, 1_000),
      call(Number.NaN, 1_000),
      call(2_000, undefined),
    ])
      expect(bookOf(one).factors).toBeUndefined();
  });

  test("is kept for each model by itself", () => {
    const book = bookOf(call(1_500, 1_000), call(800, 1_000, { model: "ollama" }));
    expect(book.factors).toEqual({ deepseek_chat: 1.5, ollama: 0.8 });
  });
});
