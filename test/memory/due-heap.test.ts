// The due queue: whatever is set, moved and taken, it comes out in the order of time, one entry for each companion.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DueHeap } from "../../src/memory/due-heap.ts";

describe("the due queue", () => {
  it("gives the earliest first, and nothing before its time", () => {
    const heap = new DueHeap();
    heap.set("b", 20);
    heap.set("a", 10);
    heap.set("c", 30);
    expect(heap.next()).toEqual({ id: "a", at: 10 });
    expect([heap.take(9), heap.take(10), heap.take(25), heap.take(25)]).toEqual([
      undefined,
      "a",
      "b",
      undefined,
    ]);
    expect(heap.size).toBe(1);
  });

  it("holds one entry for a companion that is set again", () => {
    const heap = new DueHeap();
    heap.set("a", 10);
    heap.set("a", 40);
    heap.set("b", 20);
    expect([heap.size, heap.at("a"), heap.take(100), heap.take(100), heap.take(100)]).toEqual([
      2,
      40,
      "b",
      "a",
      undefined,
    ]);
  });

  it("knows nothing of one that was removed, twice or never set", () => {
    const heap = new DueHeap();
    heap.set("a", 10);
    heap.remove("a");
    heap.remove("a");
    heap.remove("z");
    expect([heap.size, heap.has("a"), heap.at("a"), heap.next()]).toEqual([0, false, undefined, undefined]);
    heap.set("a", 1);
    heap.clear();
    expect([heap.size, heap.take(1e9)]).toEqual([0, undefined]);
  });

  it("does what a sorted list does, whatever is done to it", () => {
    const id = fc.integer({ min: 0, max: 90 }).map((n) => `c${n}`);
    const step = fc.oneof(
      fc.record({ what: fc.constant("set" as const), id, at: fc.integer({ min: 0, max: 1_000 }) }),
      fc.record({ what: fc.constant("remove" as const), id, at: fc.constant(0) }),
      fc.record({ what: fc.constant("take" as const), id, at: fc.integer({ min: 0, max: 1_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 300, size: "max" }), (steps) => {
        const heap = new DueHeap();
        const model = new Map<string, number>();
        for (const { what, id: one, at } of steps) {
          if (what === "set") {
            heap.set(one, at);
            model.set(one, at);
          } else if (what === "remove") {
            heap.remove(one);
            model.delete(one);
          } else {
            const earliest = Math.min(...model.values());
            const taken = heap.take(at);
            if (earliest > at) expect(taken).toBeUndefined();
            else {
              expect(model.get(taken ?? "")).toBe(earliest);
              model.delete(taken ?? "");
            }
          }
          expect(heap.size).toBe(model.size);
          if (model.size > 0) expect(heap.next()?.at).toBe(Math.min(...model.values()));
        }
        expect(new Set(heap.ids())).toEqual(new Set(model.keys()));
        const left: (number | undefined)[] = [];
        for (let one = heap.take(9_999); one !== undefined; one = heap.take(9_999)) left.push(model.get(one));
        expect(left).toEqual([...model.values()].sort((a, b) => a - b));
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
