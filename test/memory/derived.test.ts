// What rests on changed messages is taken back, and nothing else is touched (A105).
import { describe, expect, test } from "vitest";
import { type ChangedMessages, type Tiers, withdrawCore, withdrawDerived } from "../../src/memory/derived.ts";
import { CoreMemory } from "../../src/schema/core-memory.ts";
import { LongEntry } from "../../src/schema/long-term.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";

const mid = (n: number, ids: string[], more: Partial<MidEntry> = {}): MidEntry =>
  MidEntry.parse({
    id: `mid_${n}`,
    topic_id: `t${n}`,
    summary: `第${n}次`,
    message_count: ids.length,
    ended_at: n,
    message_ids: ids,
    extracted_to_long: true,
    by: "model",
    ...more,
  });
const long = (id: string, ids: string[], more: Partial<LongEntry> = {}): LongEntry =>
  LongEntry.parse({
    id,
    title: id,
    key_points: [],
    detail_file: `${id}.json`,
    message_ids: ids,
    by: "model",
    ...more,
  });
const changed = (given: Partial<Record<keyof ChangedMessages, string[]>>): ChangedMessages => ({
  edited: new Set(given.edited),
  removed: new Set(given.removed),
  topics: new Set(given.topics),
});
const tiers = (given: Partial<Tiers>): Tiers => ({
  mid_term: [],
  archive: new Map(),
  long_term: [],
  ...given,
});

describe("summaries and long entries", () => {
  const given = tiers({
    mid_term: [mid(1, ["a"]), mid(2, ["b"]), mid(3, ["c"])],
    long_term: [long("one", ["a", "b"]), long("two", ["c"])],
  });

  test("are the same objects where nothing rests on the message", () => {
    const after = withdrawDerived(given, changed({ removed: ["x"], topics: ["t9"] }));
    expect(after.mid_term).toBe(given.mid_term);
    expect(after.long_term).toBe(given.long_term);
    expect([after.gone, after.archive.size]).toEqual([[], 0]);
  });

  test("of its topic go, and what the long entry shared with it waits again", () => {
    const after = withdrawDerived(given, changed({ edited: ["a"], topics: ["t1"] }));
    expect(after.gone.map(({ id }) => id)).toEqual(["one"]);
    expect(after.long_term.map(({ id }) => id)).toEqual(["two"]);
    expect(after.mid_term.map(({ stale, extracted_to_long }) => [stale, extracted_to_long])).toEqual([
      [true, false],
      [undefined, false],
      [undefined, true],
    ]);
  });

  test("are found by the message where its topic is not known", () => {
    const after = withdrawDerived(given, changed({ removed: ["c"] }));
    expect(after.mid_term.map(({ stale }) => stale)).toEqual([undefined, undefined, true]);
    expect(after.gone.map(({ id }) => id)).toEqual(["two"]);
  });

  test("that another long entry still holds do not wait again", () => {
    const held = tiers({ ...given, long_term: [long("one", ["a", "b"]), long("two", ["b", "c"])] });
    const after = withdrawDerived(held, changed({ removed: ["a"], topics: ["t1"] }));
    expect(after.mid_term.map(({ extracted_to_long }) => extracted_to_long)).toEqual([false, true, true]);
  });

  test("a summary without a long entry is made again and not extracted twice: its owner took the entry away", () => {
    const after = withdrawDerived(
      tiers({ mid_term: given.mid_term }),
      changed({ edited: ["a"], topics: ["t1"] }),
    );
    expect(after.mid_term[0]).toMatchObject({ stale: true, extracted_to_long: true });
  });

  test("that the owner wrote or imported stay", () => {
    const own = [long("mine", ["a"], { by: "owner" }), long("old", ["a"], { by: "import" })];
    const after = withdrawDerived(tiers({ ...given, long_term: own }), changed({ removed: ["a"] }));
    expect([after.long_term, after.gone]).toEqual([own, []]);
  });

  test("come back from the archive in the order of time, and only those", () => {
    const archive = new Map([
      ["2025-01.json", [mid(1, ["a"]), mid(2, ["b"])]],
      ["2025-02.json", [mid(3, ["c"])]],
    ]);
    const after = withdrawDerived(
      tiers({ mid_term: [mid(9, ["z"])], archive, long_term: [long("one", ["b", "z"])] }),
      changed({ edited: ["b"], topics: ["t2"] }),
    );
    expect([...after.archive]).toEqual([["2025-01.json", [mid(1, ["a"])]]]);
    expect(after.mid_term.map(({ id, stale, extracted_to_long }) => [id, stale, extracted_to_long])).toEqual([
      ["mid_2", true, false],
      ["mid_9", undefined, false],
    ]);
  });

  test("without message ids are found by topic only, and long ones never", () => {
    const bare = tiers({
      mid_term: [mid(1, [], { message_ids: undefined })],
      long_term: [long("one", [], { message_ids: undefined })],
    });
    expect(withdrawDerived(bare, changed({ removed: ["a"] })).mid_term).toBe(bare.mid_term);
    const after = withdrawDerived(bare, changed({ removed: ["a"], topics: ["t1"] }));
    expect([after.mid_term[0]?.stale, after.gone]).toEqual([true, []]);
  });
});

describe("core memories", () => {
  const core = (...memories: Record<string, unknown>[]) =>
    CoreMemory.parse({
      relationship: { level: "一般", heartbeat_hours: 72, reason: "", since: 0 },
      memories: memories.map((one, n) => ({
        id: `c${n}`,
        content: `第${n}`,
        importance: 9,
        by: "model",
        ...one,
      })),
    });

  test("go with the last message that proves them", () => {
    const after = withdrawCore(
      core({ message_ids: ["a"] }, { message_ids: ["a", "b"] }, { message_ids: ["b"] }),
      changed({ removed: ["a"] }),
    );
    expect(after.unproven).toEqual(["c0"]);
    expect(after.core_memory.memories).toMatchObject([
      { id: "c1", message_ids: ["b"], stale: true },
      { id: "c2", message_ids: ["b"] },
    ]);
    expect(after.core_memory.memories[1]?.stale).toBeUndefined();
  });

  test("are kept and marked where the message was edited", () => {
    const after = withdrawCore(core({ message_ids: ["a"] }), changed({ edited: ["a"] }));
    expect(after.core_memory.memories).toMatchObject([{ message_ids: ["a"], stale: true }]);
    expect(after.unproven).toEqual([]);
  });

  test("of the owner, or without evidence in the talk, are the same document", () => {
    const own = core({ message_ids: ["a"], by: "owner" }, { by: "extractive" });
    expect(withdrawCore(own, changed({ removed: ["a"], edited: ["b"] })).core_memory).toBe(own);
  });
});
