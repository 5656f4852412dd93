// The nodes and edges of A35, A36 and A38: traits and events as what they are, and what an edge carries.
import { describe, expect, it } from "vitest";
import { proveQuote } from "../../src/memory/evidence.ts";
import { addRelations } from "../../src/memory/graph.ts";
import type { Graph } from "../../src/schema/graph.ts";

let n = 0;
const newId = () => {
  n += 1;
  return `${n}`;
};
const input = { newId, by: "model" as const, people: { user: ["林晚"], companion: ["小夏"] } };
const empty: Graph = { entities: [], relations: [] };

function tell(content: string, subject: string, predicate: string, object: string, graph: Graph = empty) {
  const messages = [{ message_id: "m1", role: "user" as const, content, timestamp: 1_770_000_000 }];
  const proof = proveQuote(content, messages, "user");
  return addRelations(graph, [{ relation: { subject, predicate, object }, proof }], input).graph;
}
const nodeOf = (graph: Graph, name: string) => {
  const entity = graph.entities.find((one) => one.name === name);
  return [entity?.node, entity?.type];
};

describe("a trait", () => {
  it.each([
    ["我性格内向", "林晚", "性格", "内向", "personality"],
    ["我很固执", "用户", "很", "固执", "personality"],
    ["我是个完美主义者", "用户", "是", "完美主义者", "personality"],
    ["我一考试就焦虑", "用户", "容易", "焦虑", "emotional_pattern"],
    ["I'm shy", "user", "is", "shy", "personality"],
    ["I'm a perfectionist", "user", "is a", "perfectionist", "personality"],
    ["I get anxious before exams", "user", "gets", "anxious", "emotional_pattern"],
    ["My mom is stubborn", "my mom", "is", "stubborn", "personality"],
  ])("of 「%s」 is a node of its own", (said, subject, predicate, object, type) => {
    const graph = tell(said, subject, predicate, object);
    expect(nodeOf(graph, object)).toEqual(["Trait", type]);
    expect(graph.relations[0]).toMatchObject({ edge: "HAS_TRAIT", type, message_ids: ["m1"] });
  });

  it.each([
    ["我是护士", "用户", "是", "护士"],
    ["I'm a nurse", "user", "is a", "nurse"],
    ["我很喜欢猫", "用户", "喜欢", "猫"],
  ])("is not what 「%s」 names", (said, subject, predicate, object) => {
    expect(nodeOf(tell(said, subject, predicate, object), object)[0]).toBe("Entity");
  });

  it("that stood there as a nameless thing is one from then on", () => {
    const before = tell("我说不清内向", "用户", "提到", "内向");
    expect(nodeOf(before, "内向")[0]).toBe("Entity");
    expect(nodeOf(tell("我很内向", "用户", "很", "内向", before), "内向")[0]).toBe("Trait");
  });
});

describe("an event", () => {
  it.each([
    ["我去年经历了一场车祸", "用户", "经历", "车祸"],
    ["我参加了毕业典礼", "用户", "参加", "毕业典礼"],
    ["I went through a divorce", "user", "went through", "divorce"],
    ["I took part in the Leeds marathon", "user", "took part in", "Leeds marathon"],
  ])("of 「%s」 is a node of its own", (said, subject, predicate, object) => {
    const graph = tell(said, subject, predicate, object);
    expect(nodeOf(graph, object)[0]).toBe("Event");
    expect(graph.relations[0]?.edge).toBe("EXPERIENCED");
  });

  it.each([
    ["我去过大理", "去过", "大理", "place"],
    ["我毕业于浙江大学", "毕业于", "浙江大学", "organisation"],
    ["I graduated from Leeds University", "graduated from", "Leeds University", "organisation"],
  ])("is not the place of 「%s」", (said, predicate, object, type) => {
    const graph = tell(said, "user", predicate, object);
    expect(nodeOf(graph, object)).toEqual(["Entity", type]);
    expect(graph.relations[0]?.edge).toBe("EXPERIENCED");
  });
});

describe("an edge", () => {
  it("of a like tells its confidence and when it was first mentioned", () => {
    const graph = tell("我喜欢爵士乐", "用户", "喜欢", "爵士乐");
    expect(graph.relations[0]).toMatchObject({
      edge: "LIKES",
      confidence: 1,
      first_mentioned: 1_770_000_000,
    });
  });

  it.each([
    ["我讨厌香菜，因为味道像肥皂", "讨厌", "香菜", "味道像肥皂"],
    ["I hate coriander because it tastes of soap", "hates", "coriander", "it tastes of soap"],
  ])("of a dislike tells why: %s", (said, predicate, object, reason) => {
    expect(tell(said, "user", predicate, object).relations[0]).toMatchObject({ edge: "DISLIKES", reason });
  });

  it("of a dislike tells no reason that was not given", () => {
    expect(tell("我讨厌香菜", "用户", "讨厌", "香菜").relations[0]).not.toHaveProperty("reason");
  });

  it("of a relationship tells since when it is known", () => {
    const graph = tell("我妈妈叫王芳", "用户", "妈妈", "王芳");
    expect(graph.relations[0]).toMatchObject({ edge: "IN_RELATIONSHIP_WITH", since: 1_770_000_000 });
  });
});
