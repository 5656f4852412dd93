// Who the partner is by facts and graph, and which words tell that the two are over: 我们分手了, "she left me".
import { describe, expect, test } from "vitest";
import { namesPartnerRole, partnersOf, tellsParting } from "../../src/memory/partner.ts";
import { Fact } from "../../src/schema/fact.ts";
import { Graph } from "../../src/schema/graph.ts";

const fact = (key: string, value: unknown, more: Record<string, unknown> = {}) =>
  Fact.parse({ id: `${key}_${String(value)}`, category: "relationship", key, value, ...more });
const empty = Graph.parse({});
const partners = (...facts: Fact[]) => partnersOf(facts, empty);
const graph = (predicate: string, object: string, more: Record<string, unknown> = {}) =>
  Graph.parse({
    entities: [{ id: "e0", name: "user", node: "User" }],
    relations: [{ id: "r", subject: "user", predicate, object, ...more }],
  });

describe("the partner is", () => {
  test.each([
    ["partner", "小雨（女朋友）", "", { words: ["小雨", "女朋友"], is: "she" }],
    ["partner", "小芸(老婆)", "", { words: ["小芸", "老婆"], is: "she" }],
    ["girlfriend", "小雨", "", { words: ["小雨"], is: "she" }],
    ["husband", "老张", "", { words: ["老张"], is: "he" }],
    ["partner", "June", "girlfriend: June", { words: ["June", "girlfriend"], is: "she" }],
    ["partner", "有女朋友", "", { words: ["女朋友"], is: "she" }],
    ["partner", "小北", "", { words: ["小北"], is: undefined }],
  ])("who a fact names: %s = %s", (key, value, statement, expected) => {
    expect(partners(fact(key, value, { statement }))).toEqual([expected]);
  });

  test.each([
    ["partner", "单身"],
    ["partner", "没有对象"],
    ["partner", "single (broke up)"],
    ["friend", "小雨"],
    ["ex", "小雅"],
    ["mother_name", "桂芳"],
  ])("not who %s = %s tells of", (key, value) => expect(partners(fact(key, value))).toEqual([]));

  test("one person where name and role stand in two facts, and two where two are named", () => {
    expect(partners(fact("partner", "有女朋友"), fact("girlfriend", "小雨"))).toEqual([
      { words: ["小雨", "女朋友"], is: "she" },
    ]);
    expect(partners(fact("partner", "小雨（女朋友）"), fact("husband", "老张"))).toHaveLength(2);
  });

  test("the last one where none is open; never a slip, what was ordered forgotten, or what lost its proof", () => {
    const over = (name: string, valid_to: number, more: Record<string, unknown> = {}) =>
      fact("partner", `${name}（女朋友）`, { status: "closed", valid_to, ...more });
    const names = (...facts: Fact[]) => partners(...facts).map(({ words }) => words[0]);
    expect(names(fact("partner", "单身（分手了）"), over("小雅", 5), over("小雨", 9))).toEqual(["小雨"]);
    expect(names(fact("partner", "小梅（女朋友）"), over("小雨", 9))).toEqual(["小梅"]);
    expect(names(over("小雨", 9, { metadata: { mistake: true } }))).toEqual([]);
    expect(names(over("小雨", 9, { is_deleted: true }))).toEqual([]);
    expect(names(over("小雨", 9, { metadata: { unproven_at: 9 } }))).toEqual([]);
  });

  test("who the graph knows by such a tie, not a denied, former or other one", () => {
    const known = (...given: Parameters<typeof graph>) => partnersOf([], graph(...given));
    expect(known("女朋友", "小雨")).toEqual([{ words: ["小雨", "女朋友"], is: "she" }]);
    expect(known("wife", "Anna")).toEqual([{ words: ["Anna", "wife"], is: "she" }]);
    expect(known("前女友", "小雅")).toEqual([]);
    expect(known("女朋友", "小雨", { negated: true })).toEqual([]);
    expect(known("女朋友", "小雨", { valid_to: 5 })).toEqual([]);
    expect(known("同事", "小雨")).toEqual([]);
  });
});

describe("words that tell of the end", () => {
  test.each([
    "我们分手了",
    "今天好累，我们分手了",
    "我跟女朋友分手了",
    "我和小雨已经分手了",
    "我俩昨天分手了",
    "她把我甩了",
    "他跟我提分手了",
    "我被分手了",
    "我离婚了",
    "我失恋了",
    "分手了。",
    "We broke up",
    "so, we've split up",
    "She left me last week",
    "he broke up with me",
    "I dumped him",
    "me and June broke up",
    "I got divorced",
    "we’re done",
  ])("%s", (text) => expect(tellsParting(text)).toBe(true));

  test.each([
    "我们要分手了吗",
    "我不想分手",
    "我们没分手",
    "差点分手了",
    "如果我们分手了",
    "我梦到我们分手了",
    "我们分手了是我梦见的",
    "我们分手了的话就不用吵了",
    "we broke up in my dream last night",
    "she left me in a dream again",
    "他们分手了",
    "我朋友分手了",
    "我闺蜜和她男朋友分手了",
    "分手快乐真好听",
    "我们吵架了",
    "我们分了三块蛋糕",
    "Tom and Anna broke up",
    "if we broke up",
    "we almost broke up",
    "she left me a note",
    "I left work",
    "we are over it",
    "we're done with the exam",
    "",
  ])("are not: %s", (text) => expect(tellsParting(text)).toBe(false));
});

test("a role is the partner's own only as the whole word", () => {
  expect(["女朋友", "老公", "wife", "partner"].every(namesPartnerRole)).toBe(true);
  expect(["前女友", "前女朋友", "ex-wife", "小雨", "女朋友的妈妈", ""].some(namesPartnerRole)).toBe(false);
});

test("a long text is read in no time", () => {
  expect(tellsParting("我们昨天今天都已经就也都".repeat(4_000))).toBe(false);
  expect(tellsParting("we and ".repeat(8_000))).toBe(false);
});

describe("in traditional characters", () => {
  test.each(["我們分手了", "我離婚了", "我失戀了", "她把我甩了"])("a parting is heard: %s", (text) =>
    expect(tellsParting(text)).toBe(true),
  );
  test("who it is keeps the name as it was written", () => {
    expect(partners(fact("partner", "女朋友叫曉雯"))[0]?.words).toContain("曉雯");
    expect(partners(fact("partner", "單身"))).toEqual([]);
  });
});
