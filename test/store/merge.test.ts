// Three-way merges: what either side did alone is kept, whatever the values are.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, sameJson } from "../../src/store/canonical.ts";
import { applyEdits, diffDocument } from "../../src/store/edits.ts";
import { mergeJson } from "../../src/store/merge.ts";
import { mid } from "./fixture.ts";

type Entry = { id: string; [field: string]: unknown };

const value = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer({ min: 0, max: 3 }),
  fc.constant(null),
  fc.boolean(),
);
const entry = (id: string): fc.Arbitrary<Entry> =>
  fc
    .dictionary(fc.constantFrom("summary", "note", "颜色", "constructor"), value)
    .map((fields) => ({ ...fields, id }));
const list = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 6 })
  .chain((ids) => fc.tuple(...ids.map(entry)));
const json = fc.jsonValue({ maxDepth: 3 });
const runs = { numRuns: 400, seed: 20_261_115 };
const find = (entries: readonly Entry[], id: string) => entries.find((one) => one.id === id);
const ids = (entries: readonly Entry[]) => entries.map((one) => one.id);

describe("merging", () => {
  test("gives the side that changed where the other did not, exactly, order included", () => {
    fc.assert(
      fc.property(list, list, (base, changed) => {
        expect(mergeJson(base, changed, base)).toEqual(changed);
        expect(mergeJson(base, base, changed)).toEqual(changed);
        expect(mergeJson(base, changed, changed)).toEqual(changed);
      }),
      runs,
    );
  });

  test("does so for any JSON at all", () => {
    fc.assert(
      fc.property(json, json, (base, changed) => {
        expect(sameJson(mergeJson(base, changed, base), changed)).toBe(true);
        expect(sameJson(mergeJson(base, base, changed), changed)).toBe(true);
      }),
      runs,
    );
  });

  test("loses no entry that one side added or changed while the other left it alone", () => {
    fc.assert(
      fc.property(list, list, list, (base, ours, theirs) => {
        const merged = mergeJson(base, ours, theirs) as Entry[];
        expect(new Set(ids(merged)).size).toBe(merged.length);
        for (const [one, other] of [
          [ours, theirs],
          [theirs, ours],
        ] as const) {
          for (const mine of one) {
            const before = find(base, mine.id);
            if (sameJson(before, find(other, mine.id))) expect(find(merged, mine.id)).toEqual(mine);
          }
          for (const gone of base.filter((was) => !find(one, was.id))) {
            if (sameJson(gone, find(other, gone.id))) expect(find(merged, gone.id)).toBeUndefined();
          }
        }
      }),
      runs,
    );
  });

  test("brings in nothing that neither side has, and changes none of the three", () => {
    fc.assert(
      fc.property(list, list, list, (base, ours, theirs) => {
        const before = canonicalJson([base, ours, theirs]);
        const merged = mergeJson(base, ours, theirs) as Entry[];
        for (const id of ids(merged)) expect([...ids(ours), ...ids(theirs)]).toContain(id);
        expect(canonicalJson([base, ours, theirs])).toBe(before);
      }),
      runs,
    );
  });

  test("is settled after once: merging the result in again changes nothing", () => {
    fc.assert(
      fc.property(list, list, list, (base, ours, theirs) => {
        const merged = mergeJson(base, ours, theirs);
        expect(mergeJson(theirs, merged, theirs)).toEqual(merged);
      }),
      runs,
    );
  });

  test("keeps both when the owner edits one field and we another of the same entry", () => {
    const base = [mid("m1", "旧的")];
    const ours = [mid("m1", "旧的", { extracted_to_long: true }), mid("m2")];
    const theirs = [mid("m1", "主人改的", { my_note: "在" })];
    expect(mergeJson(base, ours, theirs)).toEqual([
      mid("m1", "主人改的", { extracted_to_long: true, my_note: "在" }),
      mid("m2"),
    ]);
  });

  test("lets the owner win where both changed the same, and what the owner took out stays out", () => {
    const base = [mid("m1", "旧的"), mid("m2")];
    const ours = [mid("m1", "我们的"), mid("m2", "我们的")];
    expect(mergeJson(base, ours, [mid("m1", "主人的")])).toEqual([mid("m1", "主人的")]);
  });

  test("puts entries of both sides near those they were put after", () => {
    const merged = mergeJson(
      [{ id: "a" }, { id: "z" }],
      [{ id: "a" }, { id: "z" }, { id: "new" }],
      [{ id: "a" }, { id: "hand" }, { id: "z" }],
    ) as Entry[];
    expect(ids(merged)).toEqual(["a", "hand", "z", "new"]);
  });

  test("merges lists of names as sets, and takes other lists whole", () => {
    expect(mergeJson(["a", "b"], ["a", "b", "c"], ["b", "d"])).toEqual(["b", "d", "c"]);
    expect(mergeJson([1, 2], [1, 2, 3], [2])).toEqual([2]);
  });

  test("does not pollute what every object inherits", () => {
    const evil = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"a":2}',
    );
    mergeJson({ a: 1 }, { a: 1, b: 1 }, evil);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("edits", () => {
  const middle = list.map((entries) => entries.map((one) => ({ ...mid(one.id), ...one })));

  test("applied to the version before give the version after, but for the order", () => {
    fc.assert(
      fc.property(middle, middle, (before, after) => {
        const edits = diffDocument("mid_term", before, after);
        const applied = applyEdits("mid_term", before, edits) as Entry[];
        const sorted = (entries: readonly Entry[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(sorted(applied)).toEqual(sorted(after));
        expect(applyEdits("mid_term", applied, edits)).toEqual(applied);
      }),
      runs,
    );
  });

  test("leave an entry alone that is no longer as it was before", () => {
    const edits = diffDocument("mid_term", [mid("m1", "一"), mid("m2")], [mid("m1", "二")]);
    const now = [mid("m1", "三"), mid("m2", "也改了")];
    expect(applyEdits("mid_term", now, edits)).toEqual(now);
  });

  test("of a document with lists and a rest touch each by itself", () => {
    const before = { relationship: { level: "一般" }, memories: [{ id: "c1", content: "怕高" }] };
    const after = { relationship: { level: "关系较好" }, memories: [] };
    const edits = diffDocument("core_memory", before, after);
    expect(edits.map(({ entry }) => entry)).toEqual(["", "c1"]);
    expect(applyEdits("core_memory", before, edits)).toEqual(after);
  });
});
