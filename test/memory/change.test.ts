// Undo of a line of the change log: exactly back, or not at all (invariant 3).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, canonical, entriesOf, reverseEdits } from "../../src/memory/change.ts";
import type { Change } from "../../src/schema/change.ts";

function change(edits: Change["edits"], more: Partial<Change> = {}): Change {
  return { id: "c1", at: 1, by: "system", cause: "t1", edits, ...more };
}

const a = { id: "a", text: "甲" };
const b = { id: "b", text: "乙" };

describe("the one spelling of a value", () => {
  test("does not depend on the order of keys, nor on what is undefined", () => {
    expect(canonical({ b: 1, a: [{ d: null, c: undefined }] })).toBe('{"a":[{"d":null}],"b":1}');
    expect(canonical({ a: 1, b: 2 })).toBe(canonical({ b: 2, a: 1 }));
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]));
    expect(canonical(undefined)).toBe("null");
    expect(canonical("1")).not.toBe(canonical(1));
  });
});

describe("undo", () => {
  const lines = (value: unknown) => ({ mid_term: entriesOf("mid_term", value) });

  test("takes an added entry away, brings a removed one back and restores a changed one", () => {
    const line = change([
      { document: "mid_term", entry: "a", before: null, after: a },
      { document: "mid_term", entry: "b", before: b, after: null },
      { document: "mid_term", entry: "c", before: { id: "c", n: 1 }, after: { n: 2, id: "c" } },
    ]);
    const now = [a, { id: "c", n: 2 }];
    const reversed = reverseEdits(line, lines(now));
    if (!reversed.ok) throw new Error("should be possible");
    expect(applyEdits("mid_term", now, reversed.edits)).toEqual([{ id: "c", n: 1 }, b]);
  });

  test("is refused whole where one entry was changed later, and names it", () => {
    const line = change([
      { document: "mid_term", entry: "a", before: null, after: a },
      { document: "mid_term", entry: "b", before: null, after: b },
    ]);
    expect(reverseEdits(line, lines([a, { ...b, text: "改了" }]))).toEqual({
      ok: false,
      reason: "changed",
      conflict: "mid_term/b",
      document: "mid_term",
      entry: "b",
    });
    expect(reverseEdits(line, lines([b])).ok).toBe(false);
    expect(reverseEdits(line, {}).ok).toBe(false);
  });

  test("is refused where a removed entry stands there again", () => {
    const line = change([{ document: "mid_term", entry: "a", before: a, after: null }]);
    expect(reverseEdits(line, lines([a])).ok).toBe(false);
    expect(reverseEdits(line, {}).ok).toBe(true);
  });

  test("of an erased line is refused", () => {
    const line = change([{ document: "mid_term", entry: "a", before: null, after: null }], { erased: true });
    expect(reverseEdits(line, {})).toEqual({ ok: false, reason: "erased" });
  });

  test("of two edits of one entry goes backwards", () => {
    const two = { ...a, text: "二" };
    const line = change([
      { document: "mid_term", entry: "a", before: null, after: two },
      { document: "mid_term", entry: "b", before: null, after: b },
    ]);
    const reversed = reverseEdits(line, lines([two, b]));
    expect(reversed.ok && reversed.edits.map((edit) => edit.entry)).toEqual(["b", "a"]);
  });
});

describe("documents with lists in their fields", () => {
  const graph = {
    entities: [{ id: "x", name: "妈妈" }],
    relations: [{ id: "x", subject: "妈妈" }],
    note: "mine",
  };

  test("tell entries of the same name in two lists apart", () => {
    const entries = entriesOf("graph", graph);
    expect(entries.get("entities/x")).toEqual({ id: "x", name: "妈妈" });
    expect(entries.get("relations/x")).toEqual({ id: "x", subject: "妈妈" });
    expect(entries.get("")).toEqual({ note: "mine" });
    const line = change([
      { document: "graph", entry: "x", before: null, after: graph.relations[0], list: "relations" },
    ]);
    const reversed = reverseEdits(line, { graph: entries });
    if (!reversed.ok) throw new Error("should be possible");
    expect(applyEdits("graph", graph, reversed.edits)).toEqual({ ...graph, relations: [] });
  });

  test("return what stands beside the lists without touching them", () => {
    const core = { relationship: { level: "一般" }, memories: [a] };
    const line = change([
      {
        document: "core_memory",
        entry: "",
        before: { relationship: { level: "决裂" } },
        after: { relationship: { level: "一般" } },
      },
    ]);
    const reversed = reverseEdits(line, { core_memory: entriesOf("core_memory", core) });
    if (!reversed.ok) throw new Error("should be possible");
    expect(applyEdits("core_memory", core, reversed.edits)).toEqual({
      relationship: { level: "决裂" },
      memories: [a],
    });
  });

  test("find the list of an entry that does not name it", () => {
    expect(applyEdits("graph", graph, [{ entry: "x", to: null, list: "entities" }])).toMatchObject({
      entities: [],
    });
    expect(applyEdits("core_memory", { memories: [a] }, [{ entry: "a", to: null }])).toEqual({
      memories: [],
    });
    expect(() => applyEdits("graph", graph, [{ entry: "x", to: a, list: "nowhere" }])).toThrow();
  });

  test("that are one object are replaced whole", () => {
    expect(applyEdits("self_soul", { content: "新" }, [{ entry: "", to: { content: "旧" } }])).toEqual({
      content: "旧",
    });
  });

  test("with another key than id find their entries too", () => {
    const short = { conversations: [{ message_id: "m1" }], pending: [{ topic_id: "t1" }] };
    expect(applyEdits("short_term", short, [{ entry: "t1", to: null }])).toEqual({ ...short, pending: [] });
    expect(applyEdits("lore", [{ constructor: 1 }], [{ entry: "constructor", to: null }])).toEqual([
      { constructor: 1 },
    ]);
  });
});

describe("any change, undone", () => {
  const list = fc.uniqueArray(fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e"), n: fc.nat(3) }), {
    selector: (entry) => entry.id,
  });

  test("leaves every entry as it was before", () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const ids = new Set([...before, ...after].map((entry) => entry.id));
        const find = (entries: typeof before, id: string) => entries.find((entry) => entry.id === id) ?? null;
        const edits = [...ids].map((id) => ({
          document: "facts",
          entry: id,
          before: find(before, id),
          after: find(after, id),
        }));
        const reversed = reverseEdits(change(edits), { facts: entriesOf("facts", after) });
        if (!reversed.ok) throw new Error("nothing was changed later");
        const undone = applyEdits("facts", after, reversed.edits) as typeof before;
        const sorted = (entries: typeof before) => [...entries].sort((x, y) => (x.id < y.id ? -1 : 1));
        expect(canonical(sorted(undone))).toBe(canonical(sorted(before)));
      }),
      { numRuns: 200, seed: 13 },
    );
  });
});
