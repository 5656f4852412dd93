// The rules of an erasure: what goes, what loses a part, what is owed again; in every document.
import { describe, expect, it } from "vitest";
import {
  type ErasableDocuments,
  type ErasableParts,
  erasableDocuments,
  eraseMemory,
} from "../../src/memory/erase.ts";
import { changeHolds, fileHolds } from "../../src/memory/erase-change.ts";
import { eraseShared } from "../../src/memory/erase-facts.ts";
import { madeOfErased } from "../../src/memory/erase-guard.ts";
import type { EraseTarget } from "../../src/memory/erase-target.ts";
import { holdsQuery } from "../../src/memory/erase-text.ts";
import { withoutRecalled } from "../../src/memory/erase-tiers.ts";
import { documents as register } from "../../src/schema/documents.ts";
import { Fact } from "../../src/schema/fact.ts";
import { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";

const nothing = new Set<string>();
const target = (more: Partial<EraseTarget> = {}): EraseTarget => ({
  messages: nothing,
  topics: nothing,
  entries: nothing,
  asked: nothing,
  owed: nothing,
  holds: () => false,
  quoted: () => false,
  ...more,
});
const empty = () =>
  Object.fromEntries(erasableDocuments.map((name) => [name, register[name].empty()])) as ErasableDocuments;
const noParts: ErasableParts = { archive: new Map(), details: new Map(), knowledge: new Map() };
const logged = new Map([
  ["t1", { message_count: 3, ended_at: 100 }],
  ["t2", { message_count: 2, ended_at: 200 }],
]);
const now = 1_000;

function run(
  documents: Partial<ErasableDocuments>,
  wish: Partial<EraseTarget>,
  parts: Partial<ErasableParts> = {},
) {
  return eraseMemory({ ...empty(), ...documents }, { ...noParts, ...parts }, target(wish), logged, [], now);
}

const mid = (id: string, topic_id: string, summary: string, more: Partial<MidEntry> = {}) =>
  MidEntry.parse({ id, topic_id, summary, message_count: 2, ...more });
const longOf = (id: string, detail_file: string, more: Partial<LongEntry> = {}) =>
  LongEntry.parse({ id, title: id, key_points: ["点"], detail_file, ...more });
const detail = (source_mid_ids: string[], detail_content = "内容") =>
  LongDetail.parse({ title: "题", detail_content, source_mid_ids });

describe("summaries", () => {
  it("of erased messages go and their topics wait for another one, once", () => {
    const { documents } = run(
      {
        mid_term: [
          mid("m1", "t1", "一", { message_ids: ["a", "b"] }),
          mid("m2", "t2", "二", { message_ids: ["c"] }),
        ],
      },
      { messages: new Set(["a"]), topics: new Set(["t1"]) },
    );
    expect(documents.mid_term.map(({ id }) => id)).toEqual(["m2"]);
    expect(documents.short_term.pending).toEqual([
      { topic_id: "t1", ended_at: 100, trigger: "manual", attempts: 0, next_at: now, message_count: 3 },
    ]);
  });

  it("whose topic has no message left are not owed again", () => {
    const { documents, owed } = run(
      { mid_term: [mid("m9", "t9", "一", { message_ids: ["z"] })] },
      { messages: new Set(["z"]), topics: new Set(["t9"]) },
    );
    expect(documents.short_term.pending).toEqual([]);
    expect(owed).toEqual(["t9"]);
  });

  it("that the owner named by id, or wrote, are not made again", () => {
    const mids = [mid("m1", "t1", "秘密"), mid("m2", "t2", "秘密", { by: "owner" })];
    const { documents } = run({ mid_term: mids }, { asked: new Set(["m1"]), holds: holdsQuery("秘密") });
    expect(documents.mid_term).toEqual([]);
    expect(documents.short_term.pending).toEqual([]);
  });

  it("of the owner's own stay where only a message behind them goes", () => {
    const { documents } = run(
      { mid_term: [mid("m1", "t1", "我写的", { by: "owner", message_ids: ["a", "b"] })] },
      { messages: new Set(["a"]), topics: new Set(["t1"]) },
    );
    expect(documents.mid_term).toMatchObject([{ id: "m1", message_ids: ["b"] }]);
  });

  it("that name no messages go with their topic", () => {
    const { documents } = run(
      { mid_term: [mid("m1", "t1", "一"), mid("m2", "t2", "二")] },
      { messages: new Set(["a"]), topics: new Set(["t1"]) },
    );
    expect(documents.mid_term.map(({ id }) => id)).toEqual(["m2"]);
  });

  it("in the archive go from their file, which goes where nothing is left in it", () => {
    const archive = new Map([
      ["2026-01.json", [mid("m1", "t1", "秘密", { extracted_to_long: true })]],
      ["2026-02.json", [mid("m2", "t2", "秘密"), mid("m3", "t3", "别的")]],
    ]);
    const { parts, documents } = run({}, { holds: holdsQuery("秘密") }, { archive });
    expect(parts).toMatchObject([
      { kind: "mid_term_archive", name: "2026-01.json", content: null },
      { kind: "mid_term_archive", name: "2026-02.json", content: [{ id: "m3" }] },
    ]);
    expect(documents.short_term.pending.map(({ topic_id }) => topic_id)).toEqual(["t1", "t2"]);
  });
});

describe("long entries", () => {
  const sources = [
    mid("m1", "t1", "一", { extracted_to_long: true, message_ids: ["a"] }),
    mid("m2", "t2", "二", { extracted_to_long: true, message_ids: ["b"] }),
  ];

  it("go with their detail, and the summaries that stay are extracted again", () => {
    const { documents, parts } = run(
      { mid_term: sources, long_term: [longOf("l1", "x.json", { message_ids: ["a", "b"] })] },
      { messages: new Set(["a"]), topics: new Set(["t1"]) },
      { details: new Map([["x.json", detail(["m1", "m2"])]]) },
    );
    expect(documents.long_term).toEqual([]);
    expect(documents.mid_term).toMatchObject([{ id: "m2", extracted_to_long: false }]);
    expect(parts).toEqual([{ kind: "long_term_details", name: "x.json", content: null }]);
  });

  it("bring archived sources back to be extracted again, owed in case of a stop in between", () => {
    const { documents, parts, owed } = run(
      { long_term: [longOf("l1", "x.json")] },
      { holds: holdsQuery("秘密") },
      {
        details: new Map([["x.json", detail(["m2"], "一个秘密")]]),
        archive: new Map([["2026-01.json", [sources[1] as MidEntry]]]),
      },
    );
    expect(documents.mid_term).toMatchObject([{ id: "m2", extracted_to_long: false }]);
    expect(parts.map(({ name }) => name)).toEqual(["2026-01.json", "x.json"]);
    expect(owed).toEqual(["t2"]);
  });

  it("that hold the text in an alias, a file name or the detail alone go too", () => {
    for (const [entry, file, text] of [
      [longOf("l1", "x.json", { aliases: ["秘密"] }), "x.json", "无"],
      [longOf("l1", "2026_秘密.json"), "2026_秘密.json", "无"],
      [longOf("l1", "x.json"), "x.json", "这是秘密"],
    ] as const) {
      const { documents, parts } = run(
        { long_term: [entry] },
        { holds: holdsQuery("秘密") },
        { details: new Map([[file, detail([], text)]]) },
      );
      expect([documents.long_term, parts.map(({ name }) => name)]).toEqual([[], [file]]);
    }
  });

  it("named by id leave their sources as they are", () => {
    const { documents } = run(
      { mid_term: sources, long_term: [longOf("l1", "x.json")] },
      { asked: new Set(["l1"]) },
      { details: new Map([["x.json", detail(["m1", "m2"])]]) },
    );
    expect(documents.long_term).toEqual([]);
    expect(documents.mid_term).toEqual(sources);
  });

  it("keep a detail that another entry uses too, and an orphan detail goes by its own words", () => {
    const details = new Map([
      ["x.json", detail(["m1"])],
      ["orphan.json", detail([], "秘密")],
      ["other.json", detail([], "无关")],
    ]);
    const { parts } = run(
      { long_term: [longOf("l1", "x.json", { title: "秘密" }), longOf("l2", "x.json")] },
      { holds: holdsQuery("秘密") },
      { details },
    );
    expect(parts.map(({ name }) => name)).toEqual(["orphan.json"]);
  });
});

describe("the open topic", () => {
  const say = (message_id: string, content: string) => ({
    message_id,
    role: "user" as const,
    content,
    timestamp: 5,
    topic_id: "t1",
  });

  it("loses messages, folded parts that rest on them, and what others recall of them", () => {
    const short_term = {
      topic_id: "t1",
      created_at: 1,
      conversations: [
        say("a", "秘密"),
        {
          ...say("b", "好"),
          recalled: [{ type: "message", id: "a", date: "", text: "秘密", message_ids: ["a"] }],
        },
      ],
      parts: [
        { n: 1, message_ids: ["a"], summary: "说了秘密", by: "model" as const },
        { n: 2, message_ids: ["b"], summary: "好", by: "model" as const },
      ],
      pending: [
        {
          topic_id: "t2",
          ended_at: 5,
          trigger: "silence" as const,
          attempts: 1,
          next_at: 9,
          message_count: 7,
          last_error: "秘密",
        },
      ],
    };
    const { documents } = run(
      { short_term },
      { messages: new Set(["a"]), topics: new Set(["t1"]), holds: holdsQuery("秘密") },
    );
    expect(documents.short_term).toEqual({
      topic_id: "t1",
      created_at: 1,
      conversations: [{ ...say("b", "好"), recalled: [] }],
      parts: [{ n: 2, message_ids: ["b"], summary: "好", by: "model" }],
      pending: [
        {
          topic_id: "t2",
          ended_at: 5,
          trigger: "silence",
          attempts: 1,
          next_at: 9,
          message_count: 2,
          last_error: "",
        },
      ],
    });
  });

  it("keeps a message as it is where nothing of it goes, and blanks the tool result that quoted one", () => {
    const plain = say("b", "好");
    expect(withoutRecalled(plain, target({ messages: new Set(["a"]) }), nothing)).toBe(plain);
    const used = {
      ...plain,
      tools: [{ id: "t", name: "recall_memory", arguments: "{}", ok: true, result: "他说：我怕黑" }],
    };
    expect(withoutRecalled(used, target({ quoted: holdsQuery("我怕黑") }), nothing).tools).toMatchObject([
      { name: "recall_memory", result: "" },
    ]);
  });
});

describe("the smaller books", () => {
  const holds = holdsQuery("秘密");

  it("core memories: those of erased messages go and other words behind them are judged again; reasons are blanked", () => {
    const core = register.core_memory.empty();
    const { documents, rejudge } = run(
      {
        core_memory: {
          relationship: { ...core.relationship, reason: "因为秘密" },
          memories: [
            { id: "c1", content: "一", importance: 9, message_ids: ["a", "b"] },
            { id: "c2", content: "秘密", importance: 9, by: "owner" },
            { id: "c3", content: "三", importance: 9, message_ids: ["b"] },
          ],
        },
      },
      { messages: new Set(["a"]), holds },
    );
    expect(documents.core_memory.memories.map(({ id }) => id)).toEqual(["c3"]);
    expect(documents.core_memory.relationship.reason).toBe("");
    expect(rejudge).toEqual(["b"]);
  });

  it("follow-ups and plans go, a decision's reason is blanked, attempts stay", () => {
    const heartbeat = {
      ...register.heartbeat.empty(),
      follow_ups: [
        { id: "f1", due_at: 5, text: "秘密", message_ids: [] },
        { id: "f2", due_at: 5, text: "好", message_ids: ["a"] },
        { id: "f3", due_at: 5, text: "好", message_ids: [] },
      ],
      planned: [
        { hour: 9, minute: 0, message_template: "秘密" },
        { hour: 9, minute: 1, message_template: "早" },
        // Set in the turn of a message that goes: it tells of it in other words.
        { hour: 9, minute: 2, message_template: "去拿药", message_ids: ["a"] },
        { hour: 9, minute: 3, message_template: "早", message_ids: ["b"] },
      ],
      last_beat: { at: 5, decision: "silent" as const, reason: "秘密" },
      steps: { extract: { attempts: 2, next_at: 7 } },
    };
    const { documents } = run({ heartbeat }, { messages: new Set(["a"]), holds });
    expect(documents.heartbeat).toMatchObject({
      follow_ups: [{ id: "f3" }],
      planned: [{ minute: 1 }, { minute: 3 }],
      last_beat: { at: 5, decision: "silent", reason: "" },
      steps: { extract: { attempts: 2 } },
    });
  });

  it("use counts of what is gone go with it", () => {
    const uses = { entries: { m1: { count: 1, last_used_at: 1 }, m2: { count: 1, last_used_at: 1 } } };
    const { documents } = run({ uses, mid_term: [mid("m1", "t1", "秘密")] }, { holds });
    expect(Object.keys(documents.uses.entries)).toEqual(["m2"]);
  });

  it("facts with a number as value are found by it, and not by a time that looks alike", () => {
    const facts = [
      Fact.parse({ id: "f1", category: "habit", key: "pin", value: 886611 }),
      Fact.parse({ id: "f2", category: "habit", key: "k", value: "v", valid_from: 886611 }),
    ];
    expect(run({ facts }, { holds: holdsQuery("886611") }).documents.facts.map(({ id }) => id)).toEqual([
      "f2",
    ]);
  });

  it("the two talkers stay in the graph, others go by name; an alias alone is taken off", () => {
    const graph = {
      entities: [
        { id: "entity_user", name: "秘密", node: "User" as const, message_ids: ["a"] },
        { id: "entity_1", name: "秘密", node: "Entity" as const },
        { id: "entity_2", name: "小雨", node: "Entity" as const, aliases: ["秘密", "雨"] },
      ],
      relations: [
        { id: "r1", subject: "user", predicate: "认识", object: "秘密" },
        { id: "r2", subject: "user", predicate: "认识", object: "小雨" },
      ],
    };
    const { documents } = run({ graph }, { messages: new Set(["a"]), holds });
    expect(documents.graph.entities).toMatchObject([
      { id: "entity_user", name: "", message_ids: [] },
      { id: "entity_2", aliases: ["雨"] },
    ]);
    expect(documents.graph.relations.map(({ id }) => id)).toEqual(["r2"]);
  });

  it("shared facts that became the account's own go by their id and by their words, the others stay", () => {
    const row = (id: string, value: string) => ({ id, origin: "owner", key: "k", value, statement: "" });
    const shared = [
      row("f1", "秘密"),
      row("f2", "v"),
      row("f3", "w"),
      { ...row("f4", "秘密"), origin: "shu" },
    ];
    const left = eraseShared(shared, "mei", target({ holds, asked: new Set(["f2", "f4"]) }), new Set());
    expect(left.map(({ id }) => id)).toEqual(["f3", "f4"]);
  });

  it("shared facts of other origins stay", () => {
    const shared = [
      { id: "f1", origin: "mei", key: "k", value: "秘密", statement: "" },
      { id: "f2", origin: "shu", key: "k", value: "秘密", statement: "" },
      { id: "f3", origin: "mei", key: "k", value: "v", statement: "" },
    ];
    expect(eraseShared(shared, "mei", target({ holds }), new Set(["f3"])).map(({ id }) => id)).toEqual([
      "f2",
    ]);
  });
});

it("nothing to erase leaves every document equal, and doing it twice is doing it once", () => {
  const documents = { ...empty(), mid_term: [mid("m1", "t1", "秘密", { message_ids: ["a"] })] };
  const untouched = eraseMemory(documents, noParts, target(), logged, [], now);
  expect(untouched.documents).toEqual(documents);
  expect([untouched.parts, untouched.found]).toEqual([[], []]);
  const wish = target({ holds: holdsQuery("秘密") });
  const once = eraseMemory(documents, noParts, wish, logged, [], now);
  const twice = eraseMemory(once.documents, noParts, wish, logged, [], now + 50);
  expect(twice.documents).toEqual(once.documents);
  expect(twice.found).toEqual([]);
});

describe("change lines and side files", () => {
  const line = (document: string, entry: string, before: unknown, after: unknown = null) => ({
    id: "x",
    at: 1,
    by: "system" as const,
    cause: "",
    edits: [{ document, entry, before, after }],
  });

  it("are meant by text, entry, message behind it, or a part's name; others are not", () => {
    const meant = changeHolds(
      target({ messages: new Set(["a"]), asked: new Set(["f1"]), holds: holdsQuery("秘密") }),
      new Set(["m1"]),
      new Set(["known"]),
    );
    for (const change of [
      line("facts", "f9", { value: "秘密" }),
      line("facts", "f1", null, {}),
      line("mid_term", "m1", null),
      line("conversation", "a", { content: "x" }),
      line("core_memory", "c", null, { message_ids: ["a"] }),
      line("long_term_details/2026_秘密.json", "", null),
      { ...line("lore", "l", null), id: "known" },
    ])
      expect([change.edits[0], meant(change)]).toEqual([change.edits[0], true]);
    expect(meant(line("facts", "f2", { value: "好" }, { answers: "a" }))).toBe(false);
  });

  it("of JSON are read as JSON, so that the house's own words mean nothing; torn ones line by line", () => {
    const role = fileHolds(target({ holds: holdsQuery("user") }));
    expect(role('[{"role":"user","content":"hi"}]')).toBe(false);
    expect(role('[{"role":"user","content":"the user"}]')).toBe(true);
    const torn = fileHolds(target({ holds: holdsQuery("秘密") }));
    expect(torn('[\n{"content":"\\u79d8\\u5bc6')).toBe(true);
    expect(torn("[\n{")).toBe(false);
    expect(fileHolds(target({ messages: new Set(["a"]) }))('[{"message_id":"a"}]')).toBe(true);
  });
});

it("what was made of erased messages may not be kept, anything else may", () => {
  const erased = { message_ids: ["a"], entry_ids: [], topic_ids: [] };
  expect(madeOfErased(erased, [{ message_id: "b" }, { message_id: "a" }])).toBe(true);
  expect(madeOfErased(erased, [{ message_id: "b" }])).toBe(false);
  expect(madeOfErased({ ...erased, message_ids: [] }, [{ message_id: "a" }])).toBe(false);
});
