// What a message implies without asking: the place, the person or the thing that it names is known (A119, A233).
import { describe, expect, test } from "vitest";
import { impliedFacts, impliedRelations } from "../../src/memory/implied.ts";
import { Graph } from "../../src/schema/graph.ts";
import { fact } from "./context-sample.ts";

const ids = (text: string, facts: Parameters<typeof fact>[0][]) =>
  impliedFacts(text, facts.map(fact)).map(({ id }) => id);

const lives = [
  { id: "city", key: "location", value: "北京", statement: "住在北京" },
  { id: "town", key: "hometown", value: "老家在杭州", statement: "老家在杭州" },
  { id: "tea", key: "favorite_drink", value: "茉莉花茶" },
  { id: "job", key: "occupation", value: "自由设计师" },
  { id: "city_en", key: "location", value: "Beijing" },
  { id: "home_en", key: "city", value: "lives in Suzhou" },
  { id: "tea_en", key: "favorite_drink", value: "jasmine tea" },
];

describe("a thing that is named", () => {
  test.each([
    ["北京天气怎么样", ["city"]],
    ["想去杭州玩兩天，天氣好嗎", ["town"]],
    ["北京这两天会下雪吗？", ["city"]],
    ["想去杭州玩两天", ["town"]],
    ["what is the weather in Beijing?", ["city_en"]],
    ["Is BEIJING cold now", ["city_en"]],
    ["any news about Suzhou", ["home_en"]],
    ["shall I buy jasmine tea", ["tea_en"]],
  ])("brings what is known of it: %j", (text, expected) => {
    expect(ids(text, lives)).toEqual(expected);
  });

  test.each([
    "天气怎么样",
    "上海天气怎么样",
    "今天过得怎么样",
    "京都好玩吗",
    "what is the weather in Paris",
    "who lives there",
    "",
  ])("and nothing where it is not known: %j", (text) => {
    expect(ids(text, lives)).toEqual([]);
  });

  test("is a whole word in Latin letters", () => {
    expect(ids("the artist came", [{ id: "a", value: "art" }])).toEqual([]);
    expect(ids("I like art", [{ id: "a", value: "art" }])).toEqual(["a"]);
  });

  test("brings only what holds now, the pinned and the weightier first, at most three", () => {
    const all = [
      { id: "closed", value: "北京", status: "closed" as const },
      { id: "gone", value: "北京", is_deleted: true },
      { id: "light", value: "北京", importance: 0.1 },
      { id: "heavy", value: "北京", importance: 0.9 },
      { id: "middle", value: "北京", importance: 0.5 },
      { id: "pinned", value: "北京", importance: 0.1, pinned: true },
    ];
    expect(ids("北京冷吗", all)).toEqual(["pinned", "heavy", "middle"]);
  });

  test("is no number, no everyday word, and nothing of a long text", () => {
    const all = [
      { id: "year", value: "2019" },
      { id: "count", value: 3 },
      { id: "day", value: "每天早上" },
      { id: "book", value: `北京${"很长".repeat(40)}` },
      { id: "none", value: "" },
    ];
    expect(ids("2019年每天早上去北京 3 次", all)).toEqual([]);
  });
});

describe("somebody near who is named by what they are", () => {
  const known = [
    { id: "sister", key: "sister:小婷", value: "小婷" },
    { id: "mother", key: "mother", value: "Ruth" },
    { id: "partner", key: "partner", value: "大伟(男朋友)" },
    { id: "friend", key: "friend:阿强", value: "阿强" },
  ];

  test.each([
    ["我要去看妹妹了", ["sister"]],
    ["I'm going to see my sister", ["sister"]],
    ["我妈明天来", ["mother"]],
    ["我媽媽明天來", ["mother"]],
    ["Mum called today", ["mother"]],
    ["男朋友又加班", ["partner"]],
  ])("brings who it is: %s", (text, expected) => {
    expect(ids(text, known)).toEqual(expected);
  });

  test.each([
    "你妹妹呢",
    "同事的妹妹结婚了",
    "his sister is nice",
    "宝宝我累了",
    "我朋友来了",
    "your mum is nice",
  ])("but not where it is somebody else's, a pet name, or one of many: %s", (text) => {
    expect(ids(text, known)).toEqual([]);
  });
});

describe("a person or thing of the graph", () => {
  const graph = Graph.parse({
    entities: [
      { id: "entity_user", name: "小林", node: "User" },
      { id: "e1", name: "王芳" },
      { id: "e2", name: "海鲜" },
      { id: "e3", name: "阿明" },
    ],
    relations: [
      { id: "r1", subject: "小林", predicate: "妈妈", object: "王芳" },
      { id: "r2", subject: "王芳", predicate: "过敏", object: "海鲜", type: "allergy" },
      { id: "r3", subject: "小林", predicate: "同事", object: "阿明" },
      { id: "r4", subject: "王芳", predicate: "喜欢", object: "猫", valid_to: 5 },
    ],
  });
  const people = { user: ["小林"], companion: ["知夏"] };
  const related = (text: string) => impliedRelations(text, graph, people).map(({ id }) => id);

  test("brings what belongs to it, and nothing of others", () => {
    expect(related("周末请王芳吃什么")).toContain("r2");
    expect(related("周末请王芳吃什么")).not.toContain("r3");
    expect(related("周末吃什么")).toEqual([]);
    expect(impliedRelations("王芳", Graph.parse({}), people)).toEqual([]);
  });
});
