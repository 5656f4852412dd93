// Entities and relations: proven, typed, merged by name and alias only, and found within two steps (A35–A38, A233).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveQuote } from "../../src/memory/evidence.ts";
import { addRelations, type Proposal } from "../../src/memory/graph.ts";
import type { GraphInput } from "../../src/memory/graph-entity.ts";
import { companionId, findEntity, mergeEntities, nameKey, userId } from "../../src/memory/graph-merge.ts";
import { namesIn, neighbours } from "../../src/memory/graph-neighbours.ts";
import { meaningOf } from "../../src/memory/graph-words.ts";
import { Graph } from "../../src/schema/graph.ts";
import { traditional } from "../support/traditional.ts";

const empty = (): Graph => ({ entities: [], relations: [] });
function input(): GraphInput {
  let n = 0;
  return {
    newId: () => {
      n += 1;
      return `n${n}`;
    },
    by: "model",
    people: { user: ["林晓棠", "晓棠"], companion: ["阿屿", "Ayu"] },
  };
}

/** A proposal whose quote stands in a message of its own. */
function said(
  subject: string,
  predicate: string,
  object: string,
  quote: string,
  timestamp = 1_000,
): Proposal {
  const message = { message_id: `m${timestamp}`, role: "user" as const, content: quote, timestamp };
  return { relation: { subject, predicate, object }, proof: proveQuote(quote, [message], "user") };
}
const add = (proposals: Proposal[], graph = empty(), how = input()) => addRelations(graph, proposals, how);
const lines = (graph: Graph) => graph.relations.map((one) => `${one.subject} ${one.predicate} ${one.object}`);
const open = (graph: Graph) =>
  lines({ ...graph, relations: graph.relations.filter((one) => one.valid_to === undefined) });

describe("a proven relation", () => {
  test("is added between typed nodes, with quote, message, time and edge", () => {
    const { graph, outcomes } = add([said("用户", "养", "豆豉", "我家的猫叫豆豉", 1_200)]);
    expect(outcomes).toEqual([{ outcome: "added", relation_id: graph.relations[0]?.id }]);
    expect(graph.entities).toMatchObject([
      { id: userId, name: "林晓棠", node: "User", aliases: ["晓棠"] },
      { name: "豆豉", node: "Entity", type: "animal", message_ids: ["m1200"], started_at: 1_200 },
    ]);
    expect(graph.relations[0]).toMatchObject({
      subject: "林晓棠",
      object: "豆豉",
      edge: "ASSOCIATED_WITH",
      type: "pet",
      quote: "我家的猫叫豆豉",
      message_ids: ["m1200"],
      valid_from: 1_200,
      by: "model",
    });
    expect(Graph.parse(graph)).toEqual(graph);
  });

  test("said again is confirmed, with both proofs, in other words too", () => {
    const how = input();
    const first = add([said("我", "喜欢", "火锅", "我喜欢火锅", 1_000)], empty(), how);
    const again = add([said("晓棠", "最爱", "火锅", "火锅是我的最爱", 2_000)], first.graph, how);
    expect(again.outcomes).toMatchObject([{ outcome: "confirmed" }]);
    expect(again.graph.relations).toMatchObject([
      { message_ids: ["m1000", "m2000"], started_at: 1_000, ended_at: 2_000 },
    ]);
    expect(again.graph.entities).toHaveLength(2);
  });

  test.each([
    ["likes", "LIKES", undefined],
    ["喜欢", "LIKES", undefined],
    ["不喜欢", "DISLIKES", undefined],
    ["doesn't like", "DISLIKES", undefined],
    ["讨厌", "DISLIKES", undefined],
    ["害怕", "DISLIKES", "fear"],
    ["is afraid of", "DISLIKES", "fear"],
    ["性格", "HAS_TRAIT", "personality"],
    ["容易焦虑", "HAS_TRAIT", "emotional_pattern"],
    ["参加", "EXPERIENCED", undefined],
    ["graduated from", "EXPERIENCED", undefined],
    ["朋友", "IN_RELATIONSHIP_WITH", "friend"],
    ["colleague", "IN_RELATIONSHIP_WITH", "work"],
    ["擅长", "KNOWS_ABOUT", undefined],
    ["is good at", "KNOWS_ABOUT", undefined],
    ["对…过敏", "ASSOCIATED_WITH", "allergy"],
    ["allergic to", "ASSOCIATED_WITH", "allergy"],
    ["住在", "ASSOCIATED_WITH", "home"],
    ["lives in", "ASSOCIATED_WITH", "home"],
    ["works at", "ASSOCIATED_WITH", "work"],
    ["sits next to", "ASSOCIATED_WITH", undefined],
  ])("named %s is %s", (predicate, edge, type) => {
    expect(meaningOf(predicate)).toMatchObject({ edge, ...(type ? { type } : {}) });
    if (type === undefined) expect(meaningOf(predicate).type).toBeUndefined();
  });

  test("of a new home closes the old one; an older statement that comes late does not", () => {
    const how = input();
    const moved = add(
      [said("我", "住在", "杭州", "我住在杭州", 1_000), said("我", "住在", "成都", "我现在住在成都", 2_000)],
      empty(),
      how,
    );
    expect(open(moved.graph)).toEqual(["林晓棠 住在 成都"]);
    expect(moved.graph.relations[0]).toMatchObject({
      valid_to: 2_000,
      superseded_by: moved.graph.relations[1]?.id,
    });
    const late = add([said("我", "住在", "绍兴", "我住在绍兴", 500)], moved.graph, how);
    expect(open(late.graph)).toEqual(["林晓棠 住在 成都"]);
    expect(late.graph.relations[2]).toMatchObject({ object: "绍兴", valid_to: 2_000 });
  });

  test("of a dislike closes the like of the same thing, and of nothing else", () => {
    const { graph } = add([
      said("I", "likes", "coffee", "I like coffee", 1_000),
      said("I", "likes", "tea", "I like tea", 1_000),
      said("I", "no longer likes", "coffee", "I no longer like coffee", 2_000),
    ]);
    expect(open(graph)).toEqual(["林晓棠 likes tea", "林晓棠 no longer likes coffee"]);
  });

  test("that denies an allergy closes it, and is kept as denied", () => {
    const { graph } = add([
      said("我", "过敏", "花生", "我对花生过敏", 1_000),
      said("我", "不过敏", "花生", "查了，我对花生不过敏", 2_000),
    ]);
    expect(open(graph)).toEqual(["林晓棠 不过敏 花生"]);
    expect(graph.relations[1]).toMatchObject({ negated: true, type: "allergy" });
  });

  test("never closes what the owner wrote or pinned", () => {
    const how = input();
    const first = add([said("我", "住在", "杭州", "我住在杭州", 1_000)], empty(), how).graph;
    for (const mark of [{ by: "owner" as const }, { pinned: true }]) {
      const owned = { ...first, relations: first.relations.map((one) => ({ ...one, ...mark })) };
      expect(open(add([said("我", "住在", "成都", "我住在成都", 2_000)], owned, how).graph)).toHaveLength(2);
    }
  });
});

describe("a relation is refused", () => {
  test.each([
    [
      "not_said",
      {
        relation: { subject: "我", predicate: "住在", object: "北京" },
        proof: { ok: false, reason: "not_said" },
      },
    ],
    [
      "wrong_speaker",
      {
        relation: { subject: "我", predicate: "讨厌", object: "周一" },
        proof: { ok: false, reason: "wrong_speaker" },
      },
    ],
    [
      "injected",
      {
        relation: { subject: "我", predicate: "喜欢", object: "猫" },
        proof: { ok: false, reason: "injected" },
      },
    ],
    ["no_name", said("她", "喜欢", "花", "她喜欢花")],
    ["no_name", said("我", "喜欢", "it", "I like it a lot")],
    ["no_name", said("我", "喜欢", "很".repeat(60), "我喜欢很多很多")],
    ["no_name", said("我", "……", "花", "我和花")],
    ["itself", said("我", "喜欢", "用户", "我喜欢我自己")],
    ["itself", said("花生", "像", "花生", "花生像花生")],
    ["unsupported", said("我", "住在", "北京", "我今天吃了面条")],
    ["denied", said("我", "过敏", "花生", "我对花生不过敏")],
    ["denied", said("I", "is allergic to", "peanuts", "I'm not allergic to peanuts")],
  ] as [string, Proposal][])("as %s", (reason, proposal) => {
    const before = Object.freeze(empty());
    const { graph, outcomes } = add([proposal], before);
    expect(outcomes).toEqual([{ outcome: "refused", reason }]);
    expect(graph).toEqual(empty());
  });

  test("beyond forty of one topic", () => {
    const many = Array.from({ length: 45 }, (_, n) => said("我", "喜欢", `书${n}号`, `我喜欢书${n}号`));
    expect(add(many).outcomes.filter((one) => one.outcome === "refused")).toHaveLength(5);
  });
});

describe("names", () => {
  test("are one with another only in marks, width, case or whose they are", () => {
    expect(nameKey("Ａnn ")).toBe(nameKey("ann"));
    expect(nameKey("我妈")).toBe(nameKey("用户的母亲"));
    expect(nameKey("my mom")).toBe(nameKey("妈妈"));
    expect(nameKey("王 芳")).toBe(nameKey("“王芳”"));
    expect(nameKey("小雨")).not.toBe(nameKey("小雨点"));
    expect(nameKey("Anna")).not.toBe(nameKey("Ann"));
    expect(nameKey("外婆")).not.toBe(nameKey("奶奶"));
    expect(nameKey("我们")).not.toBe("");
  });

  test("that are merely alike stay two", () => {
    const { graph } = add([
      said("我", "朋友", "程程", "程程是我朋友"),
      said("我", "朋友", "程成", "程成是我朋友"),
    ]);
    expect(graph.entities).toHaveLength(3);
  });

  test("of 妈妈 and what she is called become one, in either order", () => {
    const parts = [
      said("妈妈", "过敏", "海鲜", "我妈对海鲜过敏"),
      said("我", "妈妈", "王芳", "我妈叫王芳", 2_000),
    ];
    for (const order of [parts, [...parts].reverse()]) {
      const { graph } = add(order);
      const mother = findEntity(graph, "母亲");
      expect(mother).toMatchObject({ name: "王芳", type: "person" });
      expect(graph.entities).toHaveLength(3);
      expect(lines(graph).sort()).toEqual(["林晓棠 妈妈 王芳", "王芳 过敏 海鲜"].sort());
    }
    const named = add([
      said("my mom", "is allergic to", "shrimp", "my mom is allergic to shrimp"),
      said("my mom", "is called", "Mary", "my mom is called Mary"),
    ]);
    expect(lines(named.graph)).toEqual(["Mary is allergic to shrimp"]);
    expect(named.outcomes[1]).toMatchObject({ outcome: "merged" });
  });

  test("of another's mother are not the person's own", () => {
    const { graph } = add([
      said("小李", "妈妈", "王姨", "小李的妈妈是王姨"),
      said("妈妈", "喜欢", "花", "我妈喜欢花"),
    ]);
    expect(findEntity(graph, "小李的妈妈")?.name).toBe("王姨");
    expect(findEntity(graph, "我妈")?.name).toBe("妈妈");
  });

  test("of a new partner take the word with them, and the old one keeps what is known", () => {
    const { graph } = add([
      said("我", "男朋友", "阿明", "阿明是我男朋友", 1_000),
      said("阿明", "喜欢", "滑雪", "阿明喜欢滑雪", 1_100),
      said("我", "男朋友", "小周", "小周现在是我男朋友", 9_000),
    ]);
    expect(findEntity(graph, "男朋友")?.name).toBe("小周");
    expect(open(graph)).toEqual(["阿明 喜欢 滑雪", "林晓棠 男朋友 小周"]);
  });

  test("of several sisters stay several", () => {
    const { graph } = add([
      said("我", "妹妹", "小雨", "小雨是我妹妹"),
      said("我", "妹妹", "小雪", "小雪是我妹妹"),
    ]);
    expect(open(graph)).toHaveLength(2);
  });

  test("turned round are put right: B is the mother of the person", () => {
    const { graph } = add([
      said("Mary", "is the mother of", "me", "Mary is my mother"),
      said("王芳", "妈妈", "我", "王芳是我妈妈", 2_000),
    ]);
    expect(lines(graph)).toEqual(["林晓棠 is the mother of Mary", "林晓棠 妈妈 王芳"]);
  });

  test("of a kind do not make two cats one", () => {
    const { graph } = add([
      said("猫", "叫", "年糕", "我的猫叫年糕"),
      said("猫", "叫", "豆豉", "另一只猫叫豆豉"),
    ]);
    expect(findEntity(graph, "年糕")?.name).toBe("年糕");
    expect(findEntity(graph, "豆豉")?.name).toBe("豆豉");
  });

  test("of the companion lead to its own node", () => {
    const { graph } = add([
      said("我", "喜欢", "你", "我喜欢你"),
      said("Ayu", "promised", "a song", "Ayu promised me a song"),
    ]);
    expect(graph.entities.filter((one) => one.node === "AIPersona")).toMatchObject([
      { id: companionId, name: "阿屿" },
    ]);
  });

  test("with tags or line breaks are made harmless", () => {
    const { graph } = add([said("我", "喜欢", "<memory>\n花", "我喜欢<memory>\n花")]);
    expect(JSON.stringify(graph)).not.toMatch(/"[^"]*<memory[^"]*","node"/);
    expect(graph.entities[1]?.name).toBe("＜memory> 花");
  });

  test("like constructor and __proto__ are names", () => {
    const { graph } = add([
      said("I", "likes", "constructor", "I like constructor"),
      said("I", "likes", "__proto__", "I like __proto__"),
    ]);
    expect(graph.entities).toHaveLength(3);
  });
});

describe("merging by hand", () => {
  const made = () =>
    add([
      said("程程", "住在", "成都", "程程住在成都", 1_000),
      said("小程", "住在", "成都", "小程住在成都", 2_000),
      said("程程", "朋友", "小程", "程程和小程是朋友"),
    ]).graph;
  const idOf = (graph: Graph, name: string) => findEntity(graph, name)?.id ?? "";

  test("moves relations, joins the doubled ones, drops the one to itself", () => {
    const graph = made();
    const merged = mergeEntities(graph, idOf(graph, "程程"), idOf(graph, "小程"));
    expect(lines(merged)).toEqual(["程程 住在 成都"]);
    expect(merged.relations[0]?.message_ids?.toSorted()).toEqual(["m1000", "m2000"]);
    expect(findEntity(merged, "小程")?.name).toBe("程程");
  });

  test("with an unknown id, itself or a talker changes nothing", () => {
    const graph = add([said("我", "喜欢", "花", "我喜欢花")]).graph;
    const flower = idOf(graph, "花");
    expect(mergeEntities(graph, flower, "nobody")).toBe(graph);
    expect(mergeEntities(graph, flower, flower)).toBe(graph);
    expect(mergeEntities(graph, flower, userId)).toBe(graph);
  });
});

describe("neighbours", () => {
  const graph = () =>
    add([
      said("我", "妈妈", "王芳", "我妈叫王芳"),
      said("王芳", "过敏", "海鲜", "我妈对海鲜过敏"),
      said("王芳", "养", "旺财", "我妈养了旺财"),
      said("旺财", "喜欢", "骨头", "旺财喜欢骨头"),
      said("我", "喜欢", "火锅", "我喜欢火锅"),
      said("我", "妹妹", "小雨", "小雨是我妹妹"),
      said("小雨", "喜欢", "画画", "小雨喜欢画画"),
      said("小李", "妈妈", "王姨", "小李的妈妈是王姨"),
    ]).graph;
  const found = (names: string[], steps?: number) =>
    neighbours(graph(), names, steps).relations.map(
      ({ relation, step }) => `${step} ${relation.subject} ${relation.predicate} ${relation.object}`,
    );

  test("of A find what B, who is A's mother, must not eat, the allergy first", () => {
    expect(found(["小李"])).toEqual(["1 小李 妈妈 王姨"]);
    expect(found(["我妈"])).toEqual([
      "1 王芳 过敏 海鲜",
      "1 林晓棠 妈妈 王芳",
      "1 王芳 养 旺财",
      "2 旺财 喜欢 骨头",
    ]);
    expect(found(["海鲜"])).toContain("2 林晓棠 妈妈 王芳");
  });

  test("do not walk through the person to everything there is", () => {
    expect(found(["火锅"])).toEqual(["1 林晓棠 喜欢 火锅"]);
    expect(found(["火锅", "我"])).toEqual(["1 林晓棠 喜欢 火锅"]);
  });

  test("of the person alone are what is theirs, and one step on", () => {
    expect(found(["我"], 1)).toHaveLength(3);
    expect(found(["我"])).toContain("2 王芳 过敏 海鲜");
  });

  test("of a word for several are those of each", () => {
    expect(found(["妹妹"])).toContain("1 小雨 喜欢 画画");
  });

  test("leave out what no longer holds, and what is archived", () => {
    const closed = graph();
    const relations = closed.relations.map((one) =>
      one.object === "海鲜"
        ? { ...one, valid_to: 5 }
        : one.object === "旺财"
          ? { ...one, archived: true }
          : one,
    );
    expect(
      neighbours({ ...closed, relations }, ["王芳"]).relations.map(({ relation }) => relation.object),
    ).toEqual(["王芳"]);
  });

  test("of nobody, of a ring, and of an owner's bare relation end well", () => {
    expect(found([])).toEqual([]);
    expect(found(["不存在的人", ""])).toEqual([]);
    const ring = Graph.parse({
      entities: [],
      relations: [
        { id: "r1", subject: "a", predicate: "x", object: "b" },
        { id: "r2", subject: "b", predicate: "x", object: "a" },
        { id: "r3", subject: "a", predicate: "x", object: "a" },
      ],
    });
    expect(neighbours(ring, ["a"], 9).relations).toEqual([]);
    const entities = ["a", "b"].map((name) => ({ id: name, name, node: "Entity" as const }));
    expect(neighbours({ ...ring, entities }, ["a"], 9).relations).toHaveLength(3);
  });

  test("are never more than thirty", () => {
    const many = Graph.parse({
      entities: [{ id: "a", name: "甲某" }],
      relations: Array.from({ length: 200 }, (_, n) => ({
        id: `r${n}`,
        subject: "甲某",
        predicate: "认识",
        object: `人${n}`,
      })),
    });
    expect(neighbours(many, ["甲某"]).relations).toHaveLength(30);
  });

  test.each([
    ["我妈能吃虾吗", ["王芳"]],
    ["王芳最近怎么样", ["王芳"]],
    ["can my mom eat shrimp?", ["王芳"]],
    ["旺财和骨头", ["旺财", "骨头"]],
    ["我想吃东西", []],
    ["林晓棠喜欢什么", []],
    ["", []],
  ])("begin at the names in a question: %s", (text, names) => {
    expect(namesIn(graph(), text, input().people).sort()).toEqual([...names].sort());
  });

  test("begin at whole words only, and at the longer of two names", () => {
    const people = { user: [], companion: [] };
    const one = Graph.parse({
      entities: ["Ann", "小雨", "小雨点", "雨"].map((name, n) => ({ id: String(n), name })),
      relations: [],
    });
    expect(namesIn(one, "planning a trip with Joanne", people)).toEqual([]);
    expect(namesIn(one, "is Ann there? 我找Ann", people)).toEqual(["Ann"]);
    expect(namesIn(one, "小雨点在哪", people)).toEqual(["小雨点"]);
    expect(namesIn(one, "下雨了", people)).toEqual([]);
  });
});

describe("any proposals", () => {
  test("leave a graph that parses, whose relations have two different ends and a proof", () => {
    const name = fc.constantFrom(
      "我",
      "妈妈",
      "王芳",
      "李红",
      "小李",
      "Ayu",
      "花生",
      "my mom",
      "Mary",
      "杭州",
      "她",
      "",
      "妹妹",
    );
    const predicate = fc.constantFrom(
      "妈妈",
      "喜欢",
      "不喜欢",
      "住在",
      "过敏",
      "不过敏",
      "叫",
      "is called",
      "朋友",
      "mother of",
      "has mother",
      "？",
    );
    const proposal = fc
      .tuple(name, predicate, name, fc.integer({ min: 1, max: 9 }))
      .map(([subject, word, object, n]) =>
        said(subject, word, object, `${subject}，${word}，${object}，好的`, n * 1_000),
      );
    fc.assert(
      fc.property(fc.array(proposal, { maxLength: 12 }), (proposals) => {
        const how = input();
        const { graph, outcomes } = add(proposals, empty(), how);
        expect(outcomes).toHaveLength(proposals.length);
        expect(Graph.parse(graph)).toEqual(graph);
        const names = graph.entities.map((one) => nameKey(one.name));
        expect(new Set(names).size).toBe(names.length);
        for (const relation of graph.relations) {
          expect(nameKey(relation.subject)).not.toBe(nameKey(relation.object));
          expect(findEntity(graph, relation.subject)).toBeDefined();
          expect(findEntity(graph, relation.object)).toBeDefined();
          expect(relation.message_ids?.length).toBeGreaterThan(0);
          expect(relation.quote).not.toBe("");
        }
        expect(neighbours(graph, ["我妈", "我"], 3).relations.length).toBeLessThanOrEqual(30);
      }),
      { seed: 9, numRuns: 250 },
    );
  });
});

describe("what a relation and its two ends are", () => {
  test.each([
    ["我", "喜欢", "香菜", "我喜欢香菜", "LIKES", undefined, "food"],
    ["我", "喜欢", "爵士乐", "我喜欢爵士乐", "LIKES", undefined, "music"],
    ["我", "讨厌", "跑步", "我讨厌跑步", "DISLIKES", undefined, "activity"],
    ["我", "常去", "紫竹公园", "我常去紫竹公园", "ASSOCIATED_WITH", "place", "place"],
    ["我", "有", "折叠车", "我有辆折叠车", "ASSOCIATED_WITH", "possession", "thing"],
    ["我", "惦记", "岳麓书店", "我一直惦记岳麓书店", "ASSOCIATED_WITH", "related", "organisation"],
    ["user", "likes", "jazz", "I like jazz", "LIKES", undefined, "music"],
    ["user", "plays", "tennis", "I play tennis", "ASSOCIATED_WITH", "practice", "activity"],
    ["user", "is fond of", "Oslo", "I'm fond of Oslo", "LIKES", undefined, "place"],
    ["user", "birthday is", "March 3", "my birthday is March 3", "ASSOCIATED_WITH", "date", "time"],
    [
      "user",
      "sat next to",
      "Bletchley Hospital",
      "I sat next to Bletchley Hospital",
      "ASSOCIATED_WITH",
      "related",
      "organisation",
    ],
  ])("is told by predicate and name: %s %s %s", (subject, predicate, object, quote, edge, type, of) => {
    const { graph } = add([said(subject, predicate, object, quote)]);
    expect(graph.relations[0]).toMatchObject({ edge });
    expect(graph.relations[0]?.type).toBe(type);
    expect(findEntity(graph, object)?.type).toBe(of);
  });

  test("keeps two relations of the same two apart where only their words tell them apart", () => {
    const first = said("我", "惦记", "岳麓书店", "我一直惦记岳麓书店");
    const other = said("我", "投资", "岳麓书店", "我投资了岳麓书店", 2_000);
    const { graph } = add([first, other, { ...first }]);
    expect(lines(graph)).toEqual(["林晓棠 惦记 岳麓书店", "林晓棠 投资 岳麓书店"]);
    // As it was written before relations of this kind had a type.
    const [old] = graph.relations;
    if (old === undefined) throw new Error("nothing was added");
    const { type: _none, ...untyped } = old;
    const again = add([first], { ...graph, relations: [untyped] });
    expect(again.outcomes).toMatchObject([{ outcome: "confirmed" }]);
  });

  test("is left open where nothing tells, and a type that is known stays", () => {
    const { graph } = add([
      said("我", "喜欢", "豆豉", "我喜欢豆豉"),
      said("我", "养", "豆豉", "我养了豆豉", 2_000),
    ]);
    expect(findEntity(graph, "豆豉")?.type).toBe("animal");
    expect(findEntity(add([said("我", "喜欢", "豆豉", "我喜欢豆豉")]).graph, "豆豉")?.type).toBeUndefined();
    const colleague = add([said("小芸", "在…上班", "书店", "小芸在书店上班")]).graph;
    expect(findEntity(colleague, "小芸")?.type).toBe("person");
  });
});

describe("in traditional characters", () => {
  test("names and predicates mean the same, and stand as they were written", () => {
    expect(nameKey("我媽媽")).toBe(nameKey("我妈妈"));
    for (const predicate of ["喜欢", "不喜欢", "讨厌", "容易焦虑", "参加", "擅长", "对…过敏"])
      expect(meaningOf(traditional(predicate)), predicate).toEqual(meaningOf(predicate));
    const { graph } = add([
      said("我媽媽", "叫", "陳麗華", "我媽媽叫陳麗華"),
      said("我媽媽", "過敏", "花生", "我媽媽對花生過敏"),
      said("我", "讨厌", "臭豆腐", "我討厭臭豆腐，因為味道像髒襪子"),
    ]);
    expect(graph.entities.map(({ name }) => name)).toContain("陳麗華");
    expect(findEntity(graph, "妈妈")?.name).toBe("陳麗華");
    expect(graph.relations.at(-1)).toMatchObject({ edge: "DISLIKES", reason: "味道像髒襪子" });
    expect(namesIn(graph, "我媽能吃花生嗎", input().people)).toContain("陳麗華");
  });
});
