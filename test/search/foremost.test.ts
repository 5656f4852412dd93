// The first few of many: what sorting them all and cutting would give.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foremost } from "../../src/search/foremost.ts";

describe("the foremost", () => {
  it("are those that come first when all are sorted, equals in the order of their ties and then as they came", () => {
    const one = fc.record({ worth: fc.integer({ min: 0, max: 4 }), tie: fc.integer({ min: 0, max: 2 }) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (all, limit) => {
        const numbers = all.map((_, number) => number);
        const worth = (number: number) => all[number]?.worth ?? 0;
        const tie = (number: number) => all[number]?.tie ?? 0;
        const sorted = [...numbers].sort((a, b) => worth(b) - worth(a) || tie(b) - tie(a) || a - b);
        expect(foremost(numbers, limit, worth, tie)).toEqual(sorted.slice(0, limit));
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it("leave out what has no worth at all, and are none of none", () => {
    expect(foremost([1, 2, 3], 5, (number) => (number === 2 ? undefined : number))).toEqual([3, 1]);
    expect(foremost([], 5, (number) => number)).toEqual([]);
  });
});
