// The picture of the graph: always the same for the same graph, nobody upon another, and ways through it by keys.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  drawnOf,
  labelsThatFit,
  layoutOf,
  neighbourOf,
  wholeView,
  zoomed,
  zoomRange,
} from "../../web/graph-layout.ts";
import type { GraphShown } from "../../web/memory-shapes.ts";

/** A graph of so many things, each related to others by the pairs. */
function graphOf(count: number, pairs: readonly (readonly [number, number])[]): GraphShown {
  return {
    entities: [
      { id: "n0", name: "你", node: "User" },
      ...Array.from({ length: Math.max(0, count - 1) }, (_, at) => ({
        id: `n${at + 1}`,
        name: `第${at + 1}`,
      })),
    ],
    relations: pairs.map(([a, b], at) => ({
      id: `r${at}`,
      subject: `n${a}`,
      predicate: "认识",
      object: `n${b}`,
    })),
  };
}

const anyGraph = fc
  .integer({ min: 2, max: 40 })
  .chain((count) =>
    fc
      .array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { minLength: 1, maxLength: 60 })
      .map((pairs) => graphOf(count, pairs)),
  );

describe("what is drawn", () => {
  it("is the person first, then the best connected, and says how many are left out", () => {
    const drawn = drawnOf(
      graphOf(6, [
        [1, 2],
        [1, 3],
        [1, 4],
        [0, 1],
        [2, 3],
      ]),
      100,
      3,
    );
    expect(drawn.nodes.map(({ id, lines }) => [id, lines])).toEqual([
      ["n0", 1],
      ["n1", 4],
      ["n2", 2],
    ]);
    expect(drawn.lines.map(({ id }) => id)).toEqual(["r0", "r3"]);
    expect(drawn.left).toBe(2);
  });

  it("has what only a relation names, no line to oneself, and former ones as former", () => {
    const graph = graphOf(1, [[0, 0]]);
    graph.relations.push({ id: "f", subject: "n0", predicate: "喜欢", object: "火锅", valid_to: 100 });
    const drawn = drawnOf(graph, 100);
    expect(drawn.nodes.map(({ name }) => name)).toEqual(["你", "火锅"]);
    expect(drawn.lines).toEqual([{ id: "f", from: "n0", to: "火锅", former: true }]);
    expect(drawnOf(graph, 99).lines[0]?.former).toBe(false);
  });

  it("is nothing where nothing is known", () => {
    const drawn = drawnOf({ entities: [], relations: [] }, 0);
    expect(layoutOf(drawn).size).toBe(0);
    expect(wholeView([], 300, 200)).toEqual({ scale: 1, x: 150, y: 100 });
  });
});

describe("the places", () => {
  it("are the same for the same graph, finite, apart, and all within the whole view", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const drawn = drawnOf(graph, 0);
        const places = layoutOf(drawn);
        expect(layoutOf(drawnOf(structuredClone(graph), 0))).toEqual(places);
        const all = [...places.values()];
        for (const [at, a] of all.entries()) {
          expect(Number.isFinite(a.x) && Number.isFinite(a.y)).toBe(true);
          for (const b of all.slice(at + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(5);
        }
        const view = wholeView(all, 312, 320);
        for (const { x, y } of all) {
          const [left, top] = [x * view.scale + view.x, y * view.scale + view.y];
          expect(left >= 0 && left <= 312 && top >= 0 && top <= 320).toBe(true);
        }
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it("bring together what belongs together", () => {
    const places = layoutOf(
      drawnOf(
        graphOf(9, [
          [0, 1],
          [0, 2],
          [1, 3],
          [3, 4],
          [2, 5],
          [5, 6],
          [5, 7],
          [5, 8],
        ]),
        0,
      ),
    );
    const between = (a: string, b: string) => {
      const [one, other] = [places.get(a), places.get(b)];
      return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
    };
    expect(between("n5", "n6")).toBeLessThan(between("n4", "n6"));
    expect(between("n3", "n4")).toBeLessThan(between("n4", "n8"));
  });
});

describe("the view", () => {
  it("keeps what stands under the hand while it zooms, within its bounds", () => {
    const number = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 0.01, max: 50, noNaN: true }), (x, y, by) => {
        const view = { scale: 0.8, x: 40, y: -12 };
        const next = zoomed(view, by, { x, y });
        expect(next.scale).toBeGreaterThanOrEqual(zoomRange.least);
        expect(next.scale).toBeLessThanOrEqual(zoomRange.most);
        expect((x - next.x) / next.scale).toBeCloseTo((x - view.x) / view.scale, 6);
        expect((y - next.y) / next.scale).toBeCloseTo((y - view.y) / view.scale, 6);
      }),
      { numRuns: 100 },
    );
  });

  it("is walked to what stands next that way, and stays where nothing does", () => {
    const places = new Map([
      ["middle", { x: 0, y: 0 }],
      ["near", { x: 40, y: 5 }],
      ["far", { x: 90, y: 0 }],
      ["above", { x: 5, y: -50 }],
    ]);
    expect(neighbourOf(places, "middle", "right")).toBe("near");
    expect(neighbourOf(places, "near", "right")).toBe("far");
    expect(neighbourOf(places, "middle", "up")).toBe("above");
    expect(neighbourOf(places, "middle", "left")).toBeNull();
    expect(neighbourOf(places, "nobody", "up")).toBeNull();
  });

  it("never lets a name cover an earlier one", () => {
    const label = fc.record({ x: fc.nat(300), y: fc.nat(300), width: fc.integer({ min: 10, max: 80 }) });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 30 }), (all) => {
        const labels = all.map((one, at) => ({ ...one, id: String(at) }));
        const shown = labels.filter(({ id }) => labelsThatFit(labels).has(id));
        if (labels.length > 0) expect(shown[0]?.id).toBe("0");
        for (const [at, a] of shown.entries())
          for (const b of shown.slice(at + 1))
            expect(Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= 17).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
