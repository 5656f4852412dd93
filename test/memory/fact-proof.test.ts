// Facts and relations follow the messages that prove them: what falls, what holds again, what comes back (part 2, item 12).
import { describe, expect, it } from "vitest";
import { isUnproven, withdrawFacts, withdrawMoods, withdrawRelations } from "../../src/memory/fact-proof.ts";
import type { Fact } from "../../src/schema/fact.ts";
import type { Graph } from "../../src/schema/graph.ts";

const now = 5_000;
const fact = (id: string, value: string, quotes: [string, string][], more: Partial<Fact> = {}): Fact => ({
  id,
  category: "personal_info",
  key: "location",
  value,
  statement: `住在${value}`,
  confidence: 1,
  source: "explicit_statement",
  importance: 0.6,
  access_count: 0,
  is_deleted: false,
  metadata: {},
  evidence: quotes.map(([message_id, quote]) => ({ message_id, quote })),
  status: "live",
  valid_from: 1_000,
  valid_to: null,
  superseded_by: null,
  scope: "private",
  pinned: false,
  ...more,
});
const removed = (...ids: string[]) => ({ removed: new Set(ids), edited: new Map<string, string>() });
const edited = (id: string, text: string) => ({ removed: new Set<string>(), edited: new Map([[id, text]]) });

describe("facts", () => {
  it("that no changed message proves are the same list", () => {
    const facts = [fact("a", "杭州", [["m1", "我住在杭州"]]), fact("b", "x", [], { key: "name" })];
    expect(withdrawFacts(facts, removed("m9"), now)).toBe(facts);
    expect(withdrawFacts(facts, edited("m1", "哈，我住在杭州呢"), now)).toBe(facts);
  });

  it("that lose their only words are former ones that never were", () => {
    const [gone] = withdrawFacts([fact("a", "杭州", [["m1", "我住在杭州"]])], removed("m1"), now);
    expect(gone).toMatchObject({ status: "closed", valid_to: 1_000 });
    expect(gone && isUnproven(gone)).toBe(true);
  });

  it("that the owner entered stand without a message", () => {
    const own = fact("a", "杭州", [], { evidence: [{ kind: "owner", change_id: "c1" }], source: "owner" });
    const both = { ...own, evidence: [...own.evidence, { message_id: "m1", quote: "我住在杭州" }] };
    expect(withdrawFacts([both], removed("m1"), now)[0]).toMatchObject({
      status: "live",
      evidence: [{ kind: "owner", change_id: "c1" }],
    });
  });

  it("that a fallen one had closed hold again, unless something else has their place or they were forgotten", () => {
    const old = (more: Partial<Fact> = {}) =>
      fact("a", "杭州", [["m1", "我住在杭州"]], {
        status: "closed",
        valid_to: 2_000,
        superseded_by: "b",
        ...more,
      });
    const next = fact("b", "成都", [["m2", "我搬到成都了"]]);
    const states = (facts: Fact[]) => withdrawFacts(facts, removed("m2"), now).map(({ status }) => status);
    expect(states([old(), next])).toEqual(["live", "closed"]);
    expect(states([old({ is_deleted: true }), next])).toEqual(["closed", "closed"]);
    expect(states([old({ metadata: { mistake: true } }), next])).toEqual(["closed", "closed"]);
    const third = fact("c", "苏州", [["m3", "我在苏州"]]);
    expect(states([old(), next, third])).toEqual(["closed", "closed", "live"]);
  });

  it("come back with their words, but not over a value that took their place", () => {
    const facts = [fact("a", "杭州", [["m1", "我住在杭州"]])];
    const gone = withdrawFacts(facts, removed("m1"), now);
    const [back] = withdrawFacts(gone, edited("m1", "我住在杭州"), now + 1);
    expect(back).toMatchObject({ status: "live", valid_to: null });
    expect(back && isUnproven(back)).toBe(false);
    const taken = [...gone, fact("b", "成都", [["m2", "我搬到成都了"]])];
    expect(withdrawFacts(taken, edited("m1", "我住在杭州"), now + 1).map(({ status }) => status)).toEqual([
      "closed",
      "live",
    ]);
  });

  it("are looked at with width, case and blanks folded, and nothing else", () => {
    const facts = [fact("a", "Leeds", [["m1", "I live in Leeds"]])];
    expect(withdrawFacts(facts, edited("m1", "so,  i LIVE in  leeds now"), now)).toBe(facts);
    expect(withdrawFacts(facts, edited("m1", "I lived in Leeds"), now)[0]?.status).toBe("closed");
  });
});

describe("relations", () => {
  const graph = (): Graph => ({
    entities: [
      { id: "e1", name: "王芳", node: "Entity", message_ids: ["m1"], by: "model" },
      { id: "e2", name: "绍兴", node: "Entity", message_ids: ["m2"], by: "model" },
      { id: "e3", name: "阿梨", node: "Entity", message_ids: ["m1"], by: "owner" },
    ],
    relations: [
      {
        id: "r1",
        subject: "user",
        predicate: "妈妈",
        object: "王芳",
        quote: "我妈叫王芳",
        message_ids: ["m1"],
      },
      {
        id: "r2",
        subject: "王芳",
        predicate: "住在",
        object: "绍兴",
        quote: "她住绍兴",
        message_ids: ["m2"],
      },
      {
        id: "r0",
        subject: "王芳",
        predicate: "住在",
        object: "宁波",
        quote: "她在宁波",
        message_ids: ["m0"],
        valid_to: 9,
        superseded_by: "r2",
      },
    ],
  });

  it("go with their only message; the former one holds again, and nobody stays whom nothing names", () => {
    const after = withdrawRelations(graph(), removed("m2"));
    expect(after.relations.map(({ id, valid_to }) => [id, valid_to ?? null])).toEqual([
      ["r1", null],
      ["r0", null],
    ]);
    expect(after.entities.map(({ name }) => name)).toEqual(["王芳", "阿梨"]);
  });

  it("of an edited message go where their words do, and the graph stays the same object otherwise", () => {
    const before = graph();
    expect(withdrawRelations(before, removed("m9"))).toBe(before);
    expect(withdrawRelations(before, edited("m1", "我妈叫王芳，退休了")).relations).toHaveLength(3);
    expect(withdrawRelations(before, edited("m1", "我姨叫王芬")).relations.map(({ id }) => id)).toEqual([
      "r2",
      "r0",
    ]);
  });

  it("that the owner wrote stay", () => {
    const own = graph();
    own.relations = own.relations.map((relation) => ({ ...relation, by: "owner" as const }));
    expect(withdrawRelations(own, removed("m1")).relations).toHaveLength(3);
    expect(withdrawRelations(own, removed("m1")).entities.map(({ name }) => name)).toContain("阿梨");
  });
});

describe("moods", () => {
  it("go with their message; weeks stay", () => {
    const moods = [
      { id: "w", at: 1, emotion: "sad" as const, intensity: 0.5, message_count: 3 },
      { id: "a", message_id: "m1", at: 2, emotion: "joy" as const, intensity: 0.5 },
    ];
    expect(withdrawMoods(moods, new Set(["m1"])).map(({ id }) => id)).toEqual(["w"]);
    expect(withdrawMoods(moods, new Set(["m2"]))).toBe(moods);
  });
});
