// How much of a question some entries hold between them: terms as bits.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Coverage } from "../../src/search/coverage.ts";

const term = (n: number) => ({ high: n, low: n });

function of(...worths: number[]): { coverage: Coverage; bits: number[] } {
  const coverage = new Coverage();
  return { coverage, bits: worths.map((worth, n) => coverage.add(term(n), worth)) };
}

describe("coverage", () => {
  it("is the share of worth that the terms stand for, a kindred word half of it", () => {
    const { coverage, bits } = of(3, 1);
    const [first = 0, second = 0] = bits;
    expect(coverage.share(first, 0)).toBe(0.75);
    expect(coverage.share(first | second, 0)).toBe(1);
    expect(coverage.share(0, second)).toBe(0.125);
    expect(coverage.share(first, first)).toBe(0.75);
    expect(coverage.share(0, 0)).toBe(0);
  });

  it("knows a term by any of those that stand for a word, and none that was not asked", () => {
    const { coverage, bits } = of(3, 1);
    expect(coverage.bitOf([term(9), term(1)])).toBe(bits[1]);
    expect(coverage.bitOf([term(9)])).toBe(0);
    expect(coverage.bitOf([])).toBe(0);
  });

  it("tells 32 terms apart, the last one too, and counts the worth of the rest as not held", () => {
    const { coverage, bits } = of(...Array.from({ length: 40 }, () => 1));
    expect(new Set(bits.slice(0, 32)).size).toBe(32);
    expect(bits.slice(32)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(coverage.share(bits[31] ?? 0, 0)).toBeCloseTo(1 / 40);
    expect(coverage.share(~0, 0)).toBeCloseTo(32 / 40);
  });

  it("is 0 where nothing was asked in words", () => {
    expect(new Coverage().share(~0, ~0)).toBe(0);
  });

  it("never falls where more is held, and never goes beyond 1", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 1, maxLength: 36 }),
        fc.integer(),
        fc.integer(),
        fc.integer(),
        (worths, held, kin, more) => {
          const { coverage } = of(...worths);
          const share = coverage.share(held, kin);
          expect(coverage.share(held | more, kin)).toBeGreaterThanOrEqual(share - 1e-9);
          expect(coverage.share(held, kin | more)).toBeGreaterThanOrEqual(share - 1e-9);
          expect(coverage.share(~0, ~0)).toBeLessThanOrEqual(1 + 1e-9);
        },
      ),
      { numRuns: 200, seed: 5 },
    );
  });
});
