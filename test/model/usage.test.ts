// Money and tokens: a bill is never guessed too low.
import { expect, test } from "vitest";
import { addUsage, costOf, estimateUsage, noUsage } from "../../src/model/usage.ts";
import { ModelEntry } from "../../src/schema/models.ts";

const entry = (price: object | undefined) =>
  ModelEntry.parse({ base_url: "https://a.example/v1", model: "m", price });
const usage = { input_tokens: 1_000_000, cached_tokens: 400_000, output_tokens: 500_000 };

test("counts fresh, cached and written tokens at their own prices", () => {
  const priced = entry({ input: 2, cached_input: 0.5, output: 8, currency: "CNY" });
  expect(costOf(priced, usage)).toEqual({ cost: 0.6 * 2 + 0.4 * 0.5 + 0.5 * 8, currency: "CNY" });
});

test("takes the full price for cached tokens where no other was entered", () => {
  expect(costOf(entry({ input: 2, output: 0, currency: "USD" }), usage)).toEqual({
    cost: 2,
    currency: "USD",
  });
  expect(costOf(entry(undefined), usage).cost).toBe(0);
});

test("marks a sum as estimated where one part is", () => {
  expect(addUsage(usage, noUsage())).toEqual(usage);
  expect(addUsage(usage, { ...noUsage(), output_tokens: 1, estimated: true })).toEqual({
    ...usage,
    output_tokens: 500_001,
    estimated: true,
  });
});

test("estimates tools and tool calls too", () => {
  const tool = {
    type: "function" as const,
    function: { name: "plan", description: "d ".repeat(100), parameters: {} },
  };
  const bare = estimateUsage([{ role: "user", content: "你好" }], undefined, "好");
  const full = estimateUsage(
    [
      {
        role: "assistant",
        content: "你好",
        tool_calls: [{ id: "a", name: "plan", arguments: "x ".repeat(100) }],
      },
    ],
    [tool],
    "好",
  );
  expect(full.input_tokens).toBeGreaterThan(bare.input_tokens + 190);
  expect(bare).toMatchObject({ cached_tokens: 0, output_tokens: 1, estimated: true });
});
