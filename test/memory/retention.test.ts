// What fades and how fast: R32 to the letter, slower for what is used and important, never for facts, core and pinned.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  archives,
  heldWeight,
  isGone,
  keptOf,
  lifetimes,
  memoryKinds,
  retention,
} from "../../src/memory/retention.ts";

const day = 86_400;
const now = 1_800_000_000;
const ago = (days: number) => now - days * day;

describe("retention", () => {
  test("is importance times e to the minus days over S", () => {
    expect(retention({ importance: 0.8, imported: ago(90) }, now)).toBeCloseTo(0.8 * Math.exp(-90 / 180), 10);
    expect(retention({ importance: 0.8, imported: ago(900), lastUse: ago(90), uses: 4 }, now)).toBeCloseTo(
      0.8 * Math.exp(-90 / (180 * 3)),
      10,
    );
    expect(retention({ importance: 1, imported: ago(180), uses: 10 }, now)).toBeCloseTo(Math.exp(-1 / 6), 10);
  });

  test("counts from the later of import and last use: old history is not faded on arrival", () => {
    expect(retention({ importance: 0.5, imported: now, lastUse: ago(3_000) }, now)).toBe(0.5);
  });

  test("is higher the more a memory was used and the more important it is", () => {
    const days = fc.integer({ min: 1, max: 3_000 });
    const uses = fc.integer({ min: 0, max: 9 });
    const share = fc.double({ min: 0.05, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(days, uses, share, (since, count, importance) => {
        const plain = retention({ importance, imported: ago(since), uses: count }, now);
        expect(retention({ importance, imported: ago(since), uses: count + 1 }, now)).toBeGreaterThan(plain);
        expect(
          retention({ importance: importance + 0.1, imported: ago(since), uses: count }, now),
        ).toBeGreaterThan(plain);
        expect(
          retention({ importance, imported: ago(since), lastUse: ago(since - 1), uses: count }, now),
        ).toBeGreaterThan(plain);
        expect(retention({ importance, imported: ago(since), uses: count }, now + day)).toBeLessThan(plain);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test("knows no more than ten uses, and no strange numbers", () => {
    const of = (uses: number) => retention({ importance: 0.5, imported: ago(400), uses }, now);
    expect(of(10)).toBe(of(10_000));
    expect(of(Number.NaN)).toBe(of(0));
    expect(of(-5)).toBe(of(0));
    expect(retention({ importance: Number.NaN, imported: now }, now)).toBe(0.5);
    expect(retention({ importance: 8, imported: now }, now)).toBe(0.8);
    expect(retention({ imported: now + 90 * day }, now)).toBe(0.5);
  });
});

describe("an entry", () => {
  const old = { importance: 0.5, imported: ago(300) };

  test("is archived below 0.1, and an important or used one of the same age is not", () => {
    expect(archives("mid", {}, old, now)).toBe(true);
    expect(archives("long", {}, { importance: 0.5, imported: ago(280) }, now)).toBe(false);
    expect(archives("long", {}, { importance: 0.9, imported: ago(300) }, now)).toBe(false);
    expect(archives("mid", {}, { ...old, uses: 2 }, now)).toBe(false);
    expect(archives("mid", {}, { ...old, lastUse: ago(5) }, now)).toBe(false);
  });

  test("that is a fact, core, of the graph or pinned never fades", () => {
    const ancient = { importance: 0.1, imported: 0 };
    for (const kind of ["fact", "core", "graph", "message"] as const) {
      expect(archives(kind, {}, ancient, now)).toBe(false);
      expect(heldWeight(kind, {}, ancient, now)).toBe(0.1);
    }
    expect(archives("mid", { pinned: true }, ancient, now)).toBe(false);
    expect(heldWeight("long", { pinned: true }, ancient, now)).toBe(0.1);
    expect(heldWeight("long", {}, ancient, now)).toBeLessThan(0.001);
  });

  test("gets its times from itself and its uses from the book of uses", () => {
    const uses = { entries: { mid_1: { count: 3, last_used_at: ago(2) } } };
    expect(keptOf({ id: "mid_1", importance: 0.7, ended_at: ago(9), created_at: ago(4) }, uses, now)).toEqual(
      { importance: 0.7, imported: ago(4), lastUse: ago(2), uses: 3 },
    );
    expect(keptOf({ id: "constructor" }, uses, now)).toEqual({
      importance: undefined,
      imported: now,
      lastUse: undefined,
      uses: undefined,
    });
    expect(keptOf({ id: "x", imported_at: "soon", ended_at: Number.NaN }, uses, now, ago(30)).imported).toBe(
      ago(30),
    );
  });
});

describe("the table of lifetimes", () => {
  test("lets no words, facts or summaries go by time alone", () => {
    for (const kind of ["message", "mid", "long", "fact", "core", "graph"] as const)
      expect(isGone(kind, 0, now)).toBe(false);
    expect(memoryKinds.filter((kind) => lifetimes[kind].fades)).toEqual(["mid", "long"]);
  });

  test("ends private talk after half an hour, the trash after thirty days, the mood of a single turn after 400", () => {
    expect([isGone("private_talk", now - 1_799, now), isGone("private_talk", now - 1_800, now)]).toEqual([
      false,
      true,
    ]);
    expect([isGone("trash", ago(29.9), now), isGone("trash", ago(30), now)]).toEqual([false, true]);
    expect([isGone("emotion", ago(399), now), isGone("emotion", ago(401), now)]).toEqual([false, true]);
  });
});

describe("the three classes by lifetime", () => {
  const of = (name: string | null) => memoryKinds.filter((kind) => lifetimes[kind].class === name);

  test("take in every kind but what lies in the trash (A46)", () => {
    expect(of("semantic")).toEqual(["knowledge"]);
    expect(of("procedural")).toEqual(["lore"]);
    expect(of("episodic")).toEqual([
      "private_talk",
      "message",
      "mid",
      "long",
      "fact",
      "core",
      "graph",
      "emotion",
    ]);
    expect(of(null)).toEqual(["trash"]);
  });

  test("only what happened fades or goes by time; what is generally known, and how things are, never", () => {
    const ancient = { importance: 0.01, imported: 0 };
    for (const kind of [...of("semantic"), ...of("procedural")]) {
      expect(isGone(kind, 0, now)).toBe(false);
      expect(archives(kind, {}, ancient, now)).toBe(false);
      expect(heldWeight(kind, {}, ancient, now)).toBe(0.01);
    }
    expect(memoryKinds.filter((kind) => lifetimes[kind].fades).map((kind) => lifetimes[kind].class)).toEqual([
      "episodic",
      "episodic",
    ]);
  });
});
