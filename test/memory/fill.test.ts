// What an owner leaves out is filled in, what the owner wrote is never changed (DESIGN 3, invariant 2).
import { describe, expect, test } from "vitest";
import { fillByHand, fillEntries } from "../../src/memory/fill.ts";
import { type DocumentName, documents } from "../../src/schema/documents.ts";

const now = 1_780_000_000;

function fill(name: DocumentName, before: unknown, after: unknown, changeId: string | undefined = "c1") {
  let ids = 0;
  return fillEntries(name, before, after, { now, newId: () => `id${++ids}`, changeId });
}

const byOwner = { by: "owner", evidence: [{ kind: "owner", change_id: "c1" }] };

describe("a new entry", () => {
  test.each([
    ["mid_term", [{ summary: "去过海边" }]],
    ["long_term", [{ title: "海边", key_points: ["去过"], detail_file: "x.json" }]],
    [
      "core_memory",
      {
        memories: [{ content: "怕高", importance: 9 }],
        relationship: documents.core_memory.empty().relationship,
      },
    ],
    ["facts", [{ category: "health", key: "allergy", value: "花生" }]],
    [
      "graph",
      { entities: [{ name: "妈妈" }], relations: [{ subject: "妈妈", predicate: "住在", object: "苏州" }] },
    ],
    ["emotions", [{ emotion: "joy" }]],
    ["lore", [{ keywords: ["灯塔"], content: "在岛上" }]],
  ] as const)("of %s gets what its schema asks for", (name, after) => {
    expect(
      documents[name].schema.safeParse(fill(name, documents[name].empty(), after)).error,
    ).toBeUndefined();
  });

  test("gets id, times, author and evidence", () => {
    expect(fill("mid_term", [], [{ summary: "去过海边" }])).toEqual([
      {
        id: `mid_${now}`,
        topic_id: `owner_mid_${now}`,
        summary: "去过海边",
        message_count: 0,
        started_at: now,
        ended_at: now,
        created_at: now,
        ...byOwner,
      },
    ]);
    expect(fill("facts", [], [{ key: "name", value: "阿木" }])).toMatchObject([
      { id: "fact_id1", source: "owner", valid_from: now, evidence: byOwner.evidence },
    ]);
  });

  test("is named by the second of its topic's end where it says when that was (R5)", () => {
    const ended_at = 1_700_000_000.6;
    const named = (name: "mid_term" | "long_term", before: { id: string }[]) =>
      (fill(name, before, [...before, { title: "海边", ended_at }]) as { id: string }[]).map(({ id }) => id);
    expect(named("mid_term", [{ id: "mid_1700000000" }])).toEqual(["mid_1700000000", "mid_1700000000_2"]);
    expect(named("long_term", [])).toEqual(["long_1700000000"]);
    expect(fill("mid_term", [], [{ ended_at: "昨天" }])).toMatchObject([{ id: `mid_${now}` }]);
  });

  test("keeps what it brought", () => {
    const own = {
      id: "mine",
      summary: "s",
      started_at: 1,
      ended_at: 2,
      by: "import",
      topic_id: "t",
      message_count: 4,
    };
    expect(fill("mid_term", [], [own])).toMatchObject([own]);
  });

  test("of facts says whose it is, since when and what, under what it says itself (A47)", () => {
    const of = (entry: Record<string, unknown>) =>
      (
        fillEntries("facts", [], [entry], { now, newId: () => "x", changeId: "c1", user: "mei" }) as {
          user_id: unknown;
          metadata: unknown;
        }[]
      )[0];
    const marks = { user_id: "mei", timestamp: now, type: "fact" };
    expect(of({ key: "k" })).toMatchObject({ user_id: "mei", metadata: marks });
    expect(of({ key: "k", metadata: { type: "wish", mine: 1 } })?.metadata).toEqual({
      ...marks,
      type: "wish",
      mine: 1,
    });
    expect(of({ key: "k", metadata: "broken" })?.metadata).toBe("broken");
  });

  test("of facts written in the file gets the same, and what was there is left as it is", () => {
    const [old, added] = [
      { id: "f1", key: "a", metadata: {} },
      { id: "f2", key: "b", metadata: {}, evidence: [], source: "explicit_statement" },
    ];
    const input = { now, newId: () => "x", changeId: "c1", user: "mei" };
    const filled = fillByHand("facts", [old, added], new Set(["f2"]), input);
    expect(filled).toMatchObject([
      old,
      { user_id: "mei", metadata: { user_id: "mei", timestamp: now, type: "fact" }, source: "owner" },
    ]);
    expect((filled as unknown[])[0]).toEqual(old);
  });

  test("has no evidence where no change is named", () => {
    const filled = fillEntries("facts", [], [{ key: "k" }], { now, newId: () => "x" });
    expect(filled).toMatchObject([{ id: "fact_x" }]);
    expect(filled).not.toMatchObject([{ evidence: expect.anything() }]);
  });
});

describe("an entry that was there", () => {
  const old = {
    id: "mid_5",
    topic_id: "t5",
    summary: "旧",
    by: "model",
    ended_at: 5,
    message_ids: ["m1"],
    message_count: 1,
  };

  test("keeps what the edit left out: it is still that topic's summary", () => {
    expect(fill("mid_term", [old], [{ id: "mid_5", summary: "新" }])).toEqual([{ ...old, summary: "新" }]);
  });

  test("of facts gets no metadata that it never had", () => {
    const fact = { id: "f1", key: "a" };
    expect(fill("facts", [fact], [{ ...fact, value: "茶" }])).toEqual([{ ...fact, value: "茶" }]);
  });

  test("may be given other values", () => {
    expect(fill("mid_term", [old], [{ ...old, message_ids: [] }])).toEqual([{ ...old, message_ids: [] }]);
  });
});

describe("ids", () => {
  test("of two new entries of one second differ", () => {
    const filled = fill("mid_term", [{ id: `mid_${now}` }], [{ summary: "一" }, { summary: "二" }]) as {
      id: string;
    }[];
    expect(filled.map((entry) => entry.id)).toEqual([`mid_${now}_2`, `mid_${now}_3`]);
  });

  test("that were copied with their entry become new for the second", () => {
    const filled = fill(
      "facts",
      [],
      [
        { id: "f1", key: "a" },
        { id: "f1", key: "b" },
      ],
    ) as { id: string }[];
    expect(filled.map((entry) => entry.id)).toEqual(["f1", "fact_id1"]);
  });

  test("are message_ids in the short tier", () => {
    const short = {
      topic_id: "t1",
      conversations: [{ role: "user", content: "在吗", topic_id: "t1" }],
      pending: [],
    };
    expect(fill("short_term", {}, short)).toMatchObject({
      conversations: [{ message_id: "id1", timestamp: now }],
    });
  });
});

describe("what is no document", () => {
  test("is left for the schema to refuse, and nothing given is changed", () => {
    for (const value of [null, "x", 3, { entries: [] }, [null, 3, "x"]]) {
      expect(fill("mid_term", value, value)).toEqual(value);
    }
    expect(fill("graph", [], [])).toEqual([]);
    expect(fill("graph", null, { entities: "x" })).toEqual({ entities: "x" });
    const after = [{ summary: "s" }];
    fill("mid_term", [], after);
    expect(after).toEqual([{ summary: "s" }]);
  });

  test("or has no entries passes as it is", () => {
    const heartbeat = { planned: [{ hour: 9, minute: 30 }] };
    expect(fill("heartbeat", {}, heartbeat)).toBe(heartbeat);
  });
});
