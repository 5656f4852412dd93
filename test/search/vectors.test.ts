// Vectors as small whole numbers: near stays near, what is removed leaves nothing, and torn pieces are made again.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearnessIn, quantise, rowsAPiece, Vectors } from "../../src/search/vectors.ts";

/** A direction of its own for each number; the same number gives the same one. */
function direction(seed: number, length = 32): Float32Array {
  let state = (seed + 1) * 2_654_435_761;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

const mixed = (a: Float32Array, b: Float32Array, share: number) =>
  a.map((number, at) => number * (1 - share) + (b[at] ?? 0) * share);

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, one, other] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    dot += (a[at] ?? 0) * (b[at] ?? 0);
    one += (a[at] ?? 0) ** 2;
    other += (b[at] ?? 0) ** 2;
  }
  return dot / Math.sqrt(one * other);
}

function filled(count: number): Vectors {
  const vectors = new Vectors("s");
  for (let at = 0; at < count; at++) vectors.put("message", `m${at}`, `h${at}`, direction(at));
  return vectors;
}

const keys = (vectors: Vectors, seed: number) =>
  vectors.nearest(direction(seed), 50).near.map(({ key }) => key);
const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 8, maxLength: 8 });

describe("quantised vectors", () => {
  it("keep a cosine within a few hundredths, whatever the numbers", () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        fc.pre(Math.max(...one.map(Math.abs)) > 1e-3 && Math.max(...other.map(Math.abs)) > 1e-3);
        const [a, b] = [quantise(Float32Array.from(one)), quantise(Float32Array.from(other))];
        let dot = 0;
        for (const [at, number] of a.whole.entries()) dot += number * (b.whole[at] ?? 0);
        expect(Math.abs(dot * a.inverse * b.inverse - cosine(one, other))).toBeLessThan(0.03);
      }),
      { numRuns: 300 },
    );
  });

  it("have no direction where there is none", () => {
    expect(quantise(new Float32Array(4)).inverse).toBe(0);
  });
});

describe("what lies near", () => {
  it("is what stands out, the nearest first, with 1 for the best", () => {
    const vectors = filled(300);
    vectors.put("fact", "close", "h", mixed(direction(7), direction(999), 0.2));
    const { near, outstanding } = vectors.nearest(direction(7), 50);
    expect(near.slice(0, 2).map(({ key }) => key)).toEqual(["message m7", "fact close"]);
    expect(near[0]?.nearness).toBe(1);
    expect(near[1]?.nearness).toBeGreaterThan(0.5);
    expect(outstanding).toBe(true);
  });

  it("is little and no find where the question is like nothing", () => {
    const { near, outstanding } = filled(300).nearest(direction(5_000), 50);
    expect(outstanding).toBe(false);
    for (const { nearness } of near) expect(nearness).toBeLessThan(0.6);
  });

  it("is the same wherever the cosines of a model lie", () => {
    const low = Float32Array.from({ length: 100 }, (_, at) => (at === 0 ? 0.5 : 0.01 * (at % 7)));
    const high = low.map((value) => 0.9 + value / 10);
    expect(nearnessIn(high).of(high[0] ?? 0)).toBeCloseTo(nearnessIn(low).of(low[0] ?? 0), 2);
    expect(nearnessIn(low).of(low[0] ?? 0)).toBe(1);
    expect(nearnessIn(low).of(low[5] ?? 0)).toBe(0);
  });

  it("is nothing where all are alike, where there are few, and where the question's vector has another length", () => {
    const alike = new Vectors("s");
    for (let at = 0; at < 40; at++) alike.put("message", `m${at}`, "h", direction(1));
    expect(alike.nearest(direction(1), 50)).toEqual({ near: [], outstanding: false });
    expect(filled(5).nearest(direction(1), 50)).toEqual({ near: [], outstanding: false });
    expect(filled(40).nearest(direction(1, 16), 50)).toEqual({ near: [], outstanding: false });
  });

  it("is of the types that are asked for only", () => {
    const vectors = filled(60);
    for (let at = 0; at < 20; at++) vectors.put("knowledge", `k${at}`, "h", direction(2_000 + at));
    vectors.put("knowledge", "k", "h", mixed(direction(3), direction(999), 0.3));
    const { near } = vectors.nearest(direction(3), 50, ["knowledge"]);
    expect(near[0]?.key).toBe("knowledge k");
    expect(near.every(({ key }) => key.startsWith("knowledge "))).toBe(true);
  });

  it("stands out from all that is remembered, even where it is the only one of its type", () => {
    const vectors = filled(60);
    vectors.put("knowledge", "only", "h", mixed(direction(5_000), direction(999), 0.2));
    const close = vectors.nearest(direction(5_000), 50, ["knowledge"]);
    expect(close.near.map(({ key }) => key)).toEqual(["knowledge only"]);
    expect(close.near[0]?.nearness).toBeGreaterThan(0.6);
    expect(close.outstanding).toBe(true);
    // What is near among the messages says nothing of the passage.
    const far = vectors.nearest(direction(3), 50, ["knowledge"]);
    expect(far.outstanding).toBe(false);
    for (const { nearness } of far.near) expect(nearness).toBeLessThan(0.6);
    expect(vectors.nearest(direction(3), 50, ["lore"])).toEqual({ near: [], outstanding: false });
  });

  it("is at most as many as wanted", () => {
    expect(filled(2_000).nearest(direction(3), 5).near).toHaveLength(5);
  });
});

describe("pieces", () => {
  const copied = (from: Vectors, change = (text: string, _: number) => text) => {
    const to = new Vectors("s");
    for (let piece = 0; piece < from.pieces; piece++) to.load(piece, change(from.piece(piece), piece));
    return to;
  };

  it("hold all of it, and only those that changed are to be written", () => {
    const vectors = filled(2 * rowsAPiece + 10);
    expect(vectors.changedPieces()).toEqual([0, 1, 2]);
    vectors.put("message", `m${rowsAPiece + 3}`, "new", direction(9_000));
    expect(vectors.changedPieces()).toEqual([1]);
    expect(vectors.changedPieces()).toEqual([]);
    const copy = copied(vectors);
    expect(copy.size).toBe(vectors.size);
    expect(copy.has("message m3", "h3")).toBe(true);
    expect(copy.nearest(direction(9_000), 50)).toEqual(vectors.nearest(direction(9_000), 50));
    expect(copy.changedPieces()).toEqual([]);
  });

  it.each([
    ["torn", (text: string) => text.slice(0, text.length / 2)],
    ["of another model", (text: string) => text.replace('"space":"s"', '"space":"other"')],
    ["with too few numbers", (text: string) => text.replace(/"data":"..../, '"data":"')],
    ["with rows that are none", (text: string) => text.replace(/"rows":\[\[[^\]]*\]/, '"rows":[[1,2,3]')],
    ["with rows of numbers", (text: string) => text.replace(/"rows":\[\[[^\]]*\]/, '"rows":[[1,2]')],
    ["null", () => "null"],
    ["a list", () => "[]"],
    ["of a length that is none", (text: string) => text.replace('"dimensions":32', '"dimensions":-1')],
  ])("that are %s give nothing, and the others stay", (_, spoil) => {
    const from = filled(3 * rowsAPiece);
    const copy = copied(from, (text, piece) => (piece === 1 ? spoil(text) : text));
    expect(copy.has("message m0", "h0")).toBe(true);
    expect(copy.has(`message m${rowsAPiece}`, `h${rowsAPiece}`)).toBe(false);
    expect(copy.has(`message m${2 * rowsAPiece}`, `h${2 * rowsAPiece}`)).toBe(true);
    expect(keys(copy, 2 * rowsAPiece)[0]).toBe(`message m${2 * rowsAPiece}`);
    copy.put("message", "m300", "h300", direction(300));
    expect(copy.pieces).toBe(3);
  });

  it("hold nothing of what was removed", () => {
    const vectors = filled(20);
    const before = vectors.piece(0);
    vectors.remove("message m4");
    const { rows, data } = JSON.parse(vectors.piece(0)) as { rows: unknown[]; data: string };
    expect(rows[4]).toBeNull();
    expect([...Buffer.from(data, "base64").subarray(4 * 32, 5 * 32)]).toEqual(new Array(32).fill(0));
    expect(JSON.parse(before).data).not.toBe(data);
    expect(keys(vectors, 4)).not.toContain("message m4");
    vectors.put("message", "other", "h", direction(50));
    expect(vectors.pieces).toBe(1);
    expect(copied(vectors).has("message other", "h")).toBe(true);
  });

  it("remember a text that has no vector, so that it is not asked for again", () => {
    const vectors = new Vectors("s");
    vectors.put("message", "bad", "h", undefined);
    for (let at = 0; at < 30; at++) vectors.put("message", `m${at}`, "h", direction(at));
    const copy = copied(vectors);
    expect(copy.has("message bad", "h")).toBe(true);
    expect(copy.nearest(direction(3), 50)).toEqual(vectors.nearest(direction(3), 50));
    expect(keys(copy, 3)).not.toContain("message bad");
  });
});
