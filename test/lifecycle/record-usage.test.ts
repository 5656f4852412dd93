// The day's background tokens: all roles but those that answer a person count, and part of them may be closed before all are used.
import { expect, it } from "vitest";
import { createUsageBook } from "../../src/lifecycle/record-usage.ts";
import type { UsageRecord } from "../../src/model/models.ts";

const day = 86_400;

function book(limit: number) {
  const clock = { now: 1_773_100_800 };
  const usage = createUsageBook(
    () => clock.now,
    () => limit,
  );
  const spend = (role: UsageRecord["role"], input_tokens: number) =>
    usage.record({
      companion: "lin",
      role,
      model: role,
      usage: { input_tokens, cached_tokens: 0, output_tokens: 0 },
      cost: 0,
      currency: "CNY",
    });
  return { clock, usage, spend };
}

it("closes half of the day's tokens before the whole, for every companion, and opens both the next day", () => {
  const { clock, usage, spend } = book(100);
  const open = () => [usage.backgroundAllowed("zhou", 0.5), usage.backgroundAllowed("zhou")];
  spend("embedding", 49);
  expect(open()).toEqual([true, true]);
  spend("embedding", 1);
  expect(open()).toEqual([false, true]);
  spend("short_to_mid", 50);
  expect(open()).toEqual([false, false]);
  clock.now += day;
  expect(open()).toEqual([true, true]);
});

it("does not count what answers a person", () => {
  const { usage, spend } = book(100);
  spend("chat", 1_000);
  spend("reasoner", 1_000);
  expect(usage.backgroundAllowed("lin", 0.5)).toBe(true);
});

it("allows nothing where the limit is 0", () => {
  expect(book(0).usage.backgroundAllowed()).toBe(false);
});
