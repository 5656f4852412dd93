// Which lines an undo has to wait for, and which belong to a topic or a span.
import { describe, expect, it } from "vitest";
import { changesToUndo, laterChanges } from "../../src/memory/undo-span.ts";
import type { Change } from "../../src/schema/change.ts";

const line = (id: string, at: number, more: Partial<Change> = {}): Change => ({
  id,
  at,
  by: "system",
  cause: "",
  edits: [{ document: "facts", entry: "f", before: null, after: {} }],
  ...more,
});
const ids = (lines: readonly Change[]) => lines.map(({ id }) => id);
const nobody = new Set<string>();

describe("lines that came later", () => {
  it("stand in the way where they touch an entry, also where it looks again as it did", () => {
    const newer = [
      line("c", 3),
      line("b", 2),
      line("x", 2, { edits: [{ document: "lore", entry: "f", before: null, after: {} }] }),
    ];
    expect(laterChanges(line("a", 1), newer)).toEqual(["c", "b"]);
  });

  it("do not where they were undone; an undo that was undone makes them stand again", () => {
    const undo = line("u", 3, { undoes: "b" });
    expect(laterChanges(line("a", 1), [undo, line("b", 2)])).toEqual([]);
    expect(laterChanges(line("a", 1), [line("r", 4, { undoes: "u" }), undo, line("b", 2)])).toEqual(["b"]);
  });

  it("include the undo of the change itself", () => {
    expect(laterChanges(line("a", 1), [line("u", 2, { undoes: "a" })])).toEqual(["u"]);
  });

  it("in another list of the same document under the same id are another entry's", () => {
    const edits = (list: string) => [{ document: "graph", entry: "x", before: null, after: {}, list }];
    expect(
      laterChanges(line("a", 1, { edits: edits("entities") }), [line("b", 2, { edits: edits("relations") })]),
    ).toEqual([]);
  });
});

describe("the lines of a span", () => {
  const lines = [line("d", 40), line("c", 30), line("b", 20), line("a", 10)];

  it("are those from one second to another, both counted", () => {
    expect(ids(changesToUndo(lines, { from: 20, to: 30 }, nobody))).toEqual(["c", "b"]);
    expect(ids(changesToUndo(lines, { from: 41 }, nobody))).toEqual([]);
  });

  it("leave out what was undone within it, and keep the undo of an older line", () => {
    const more = [line("v", 60, { undoes: "old" }), line("u", 50, { undoes: "c" }), ...lines];
    expect(ids(changesToUndo(more, { from: 20 }, nobody))).toEqual(["v", "d", "b"]);
  });

  it("of a topic are those it caused, those of its messages, and those that name it", () => {
    const of = [
      line("by-topic", 5, { cause: "t" }),
      line("by-message", 4, { cause: "m1" }),
      line("message", 3, { edits: [{ document: "conversation", entry: "m1", before: {}, after: null }] }),
      line("summary", 2, {
        edits: [{ document: "mid_term", entry: "x", before: { topic_id: "t" }, after: null }],
      }),
      line("other", 1, { cause: "t2" }),
    ];
    expect(ids(changesToUndo(of, { topic_id: "t" }, new Set(["m1"])))).toEqual([
      "by-topic",
      "by-message",
      "message",
      "summary",
    ]);
    expect(ids(changesToUndo(of, { topic_id: "t", from: 4 }, new Set(["m1"])))).toEqual([
      "by-topic",
      "by-message",
    ]);
  });
});
