// The table of targets of part 3, held on the project's own set: recall without a model, and what the assembled context holds.
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { context } from "./context.ts";
import type { Figure } from "./main.ts";
import { recall } from "./recall.ts";

const set = (language: string) => resolve(import.meta.dirname, "data", `twolives-${language}`);
const figureOf = (figures: readonly Figure[], part: string) =>
  figures.find(({ name }) => name.includes(part))?.value ?? Number.NaN;

describe("recall on two lives", () => {
  let figures: readonly Figure[] = [];

  beforeAll(async () => {
    figures = await recall({ budgets: "1000" });
  });

  it("meets every goal that the bench names", () => {
    const named = figures.filter(({ goal }) => goal !== undefined);
    expect(named).toHaveLength(7);
    expect(named.filter(({ met }) => !met)).toEqual([]);
  });

  // What was reached, with a little room: a change that costs more than that is to be seen.
  it.each([
    ["zh all", 93],
    ["en all", 92],
    ["zh paraphrase", 70],
    ["en paraphrase", 70],
    ["zh multi", 60],
    ["en multi", 60],
    ["zh temporal", 90],
    ["en temporal", 90],
    ["zh update-current", 95],
    ["en update-current", 95],
    ["zh update-past", 85],
    ["en update-past", 85],
  ])("finds the evidence of %s within 1,000 tokens in %i of 100 questions", (name, least) => {
    expect(figureOf(figures, `twolives-${name} (`)).toBeGreaterThanOrEqual(least);
  });
});

describe.each(["zh", "en"])("the assembled context on two lives (%s)", (language) => {
  it("holds the evidence at the default budgets, and each request is the beginning of the next", async () => {
    const figures = await context({ data: set(language) });
    expect(figureOf(figures, "evidence in the assembled context")).toBeGreaterThanOrEqual(90);
    expect(figureOf(figures, "requests of one topic")).toBeGreaterThan(30);
    expect(figureOf(figures, "requests that break the prefix rule")).toBe(0);
    expect(figureOf(figures, "context tokens, exact")).toBeLessThan(4_000);
  });
});
