// Our ids: unique, and sorted in the order they were made, whatever the clock does.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIds, seededRandom } from "../src/ids.ts";

const bytes = (value: number) => () => new Uint8Array(10).fill(value);

describe("ids", () => {
  it("are ULIDs: 26 characters of an alphabet without I, L, O and U, the time in front", () => {
    const id = createIds(() => 1_469_918_176_385, bytes(0))();
    expect(id).toBe("01ARYZ6S410000000000000000");
    expect(createIds(() => Date.UTC(2026, 2, 10), bytes(255))()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("sort in the order they were made and never repeat, also while the clock stands, jumps or goes back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000_000_000_000 }), { minLength: 2, maxLength: 60 }),
        fc.nat(255),
        (times, chance) => {
          let at = 0;
          const newId = createIds(() => times[at++] ?? 0, bytes(chance));
          const ids = times.map(() => newId());
          expect([...ids].sort()).toEqual(ids);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });

  it("differ between two processes in the same millisecond", () => {
    expect(createIds(() => 1000, bytes(1))()).not.toBe(createIds(() => 1000, bytes(2))());
  });

  it("take a fraction of a millisecond for the whole one", () => {
    const [exact, fraction] = [createIds(() => 1000, bytes(1)), createIds(() => 1000.9, bytes(1))];
    expect(fraction()).toBe(exact());
  });
});

describe("seeded chance", () => {
  it("gives the same course for the same seed, another for another, always in 0 ≤ x < 1", () => {
    const course = (seed: string) => Array.from({ length: 500 }, seededRandom(seed));
    expect(course("七")).toEqual(course("七"));
    expect(course("7")).not.toEqual(course("8"));
    for (const seed of ["", "七", "0"]) expect(course(seed).every((x) => x >= 0 && x < 1)).toBe(true);
    expect(new Set(course("")).size).toBe(500);
  });
});
