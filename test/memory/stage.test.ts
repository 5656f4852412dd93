// The stage is the highest whose two conditions both hold: no holes, no jump by days or trust alone (A136–A139, R25).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../src/memory/stage.ts";
import { stages } from "../../src/schema/relationship.ts";

describe("a stage", () => {
  test.each([
    [0, 0, "初期"],
    [6, 1, "初期"],
    [7, 0.31, "熟悉期"],
    [7, 0.3, "初期"],
    [30, 0.9, "熟悉期"],
    [31, 0.61, "亲密期"],
    [31, 0.6, "熟悉期"],
    [50, 0.4, "熟悉期"],
    [90, 1, "亲密期"],
    [91, 0.81, "深度期"],
    [91, 0.8, "亲密期"],
    [4_000, 0.2, "初期"],
    [4_000, 0.7, "亲密期"],
    [Number.NaN, Number.NaN, "初期"],
    [-3, 0.9, "初期"],
  ])("after %s days with a trust of %s is %s", (days, trust, stage) => {
    expect(stageOf(days, trust)).toBe(stage);
  });

  test("never falls by more days or more trust", () => {
    const rank = (days: number, trust: number) => stages.indexOf(stageOf(days, trust));
    const days = fc.integer({ min: 0, max: 200 });
    const trust = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(days, days, trust, trust, (d, moreDays, t, moreTrust) => {
        expect(rank(d + moreDays, Math.min(1, t + moreTrust))).toBeGreaterThanOrEqual(rank(d, t));
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
