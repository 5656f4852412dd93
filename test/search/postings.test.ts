// Posting lists: what goes in comes out, over block borders, with repetitions, for every size of distance.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Postings } from "../../src/search/postings.ts";

function read(postings: Postings, low: number): [number, number][] {
  const { size, documents, frequencies } = postings.read(7, low);
  return Array.from({ length: size }, (_, at) => [documents[at] ?? -1, frequencies[at] ?? -1]);
}

describe("posting lists", () => {
  it("give back what was added, in order, over many blocks", () => {
    const postings = new Postings();
    for (let i = 0; i < 3000; i++) {
      postings.add(7, 1, i, 1 + (i % 300));
      if (i % 7 === 0) postings.add(7, 2, i, 1);
    }
    expect(read(postings, 1)).toEqual(
      Array.from({ length: 3000 }, (_, i) => [i, Math.min(255, 1 + (i % 300))]),
    );
    expect(read(postings, 2).map(([document]) => document)).toEqual(
      Array.from({ length: Math.ceil(3000 / 7) }, (_, i) => 7 * i),
    );
    expect(postings.count(7, 1)).toBe(3000);
    expect(postings.count(7, 3)).toBe(0);
    expect(read(postings, 3)).toEqual([]);
  });

  it("go on growing after the room to spare was given back", () => {
    const postings = new Postings();
    for (let i = 0; i < 2000; i++) postings.add(7, i % 700, i, 1);
    const before = postings.bytes;
    postings.settle();
    expect(postings.bytes).toBeLessThan(before);
    for (let i = 2000; i < 4000; i++) postings.add(7, i % 900, i, 2);
    for (const term of [0, 650, 750]) {
      const all = Array.from({ length: 4000 }, (_, i) => i);
      const held = all.filter((i) => (i < 2000 ? i % 700 : i % 900) === term);
      expect(read(postings, term)).toEqual(held.map((i) => [i, i < 2000 ? 1 : 2]));
    }
  });

  it("of one document know its times, and that it is gone", () => {
    const postings = new Postings();
    postings.add(7, 1, 0, 2);
    postings.add(7, 1, 0, 3);
    expect(read(postings, 1)).toEqual([[0, 5]]);
    postings.forget(7, 1);
    expect(postings.count(7, 1)).toBe(0);
    postings.add(7, 1, 8, 1);
    expect(read(postings, 1)).toEqual([
      [0, 5],
      [8, 1],
    ]);
    expect(postings.count(7, 1)).toBe(1);
  });

  it("add up the times a term comes again in one document, never beyond 255", () => {
    const postings = new Postings();
    for (let i = 0; i < 5; i++) postings.add(7, 1, 4, 1);
    postings.add(7, 1, 9, 3);
    for (let i = 0; i < 400; i++) postings.add(7, 1, 12, 1);
    expect(read(postings, 1)).toEqual([
      [4, 5],
      [9, 3],
      [12, 255],
    ]);
    expect(postings.count(7, 1)).toBe(3);
  });

  it("hold any distances between documents, and terms that differ in one half only", () => {
    const distance = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 50, max: 300 }),
      fc.integer({ min: 0, max: 2 ** 20 }),
    );
    const step = fc.record({
      distance,
      term: fc.integer({ min: 0, max: 3 }),
      times: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const postings = new Postings();
        const expected = new Map<string, Map<number, number>>();
        let document = 0;
        for (const { distance, term, times } of steps) {
          document += distance;
          const [high, low] = [term >> 1, 0x8000_0000 + (term & 1)];
          postings.add(high, low, document, times);
          const list = expected.get(`${high} ${low}`) ?? new Map<number, number>();
          list.set(document, (list.get(document) ?? 0) + times);
          expected.set(`${high} ${low}`, list);
        }
        for (const [key, list] of expected) {
          const [high = 0, low = 0] = key.split(" ").map(Number);
          const { size, documents, frequencies } = postings.read(high, low);
          expect(Array.from({ length: size }, (_, at) => [documents[at], frequencies[at]])).toEqual([
            ...list,
          ]);
          expect(postings.count(high, low)).toBe(list.size);
        }
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it("count one document less for each that was forgotten", () => {
    const postings = new Postings();
    postings.add(7, 1, 1, 1);
    postings.add(7, 1, 2, 1);
    postings.forget(7, 1);
    postings.forget(7, 99);
    expect(postings.count(7, 1)).toBe(1);
  });
});
