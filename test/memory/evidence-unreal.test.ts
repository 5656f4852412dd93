// What people say that is not so (part 2 item 2): nearly, perhaps, on a condition, of another person or place.
import { describe, expect, test } from "vitest";
import { type StatementKind, statementKind } from "../../src/memory/evidence-kind.ts";
import type { FactOperation } from "../../src/schema/answer.ts";
import { apply, live, talk } from "./fact-sample.ts";

const kindOf = (said: string): StatementKind => statementKind(said, said);

const op = (key: string, value: string, quote: string, statement: string): Partial<FactOperation> => ({
  category: key === "allergy" ? "health" : "personal_info",
  key,
  value,
  quote,
  statement,
});

const stored = (said: string, operation: Partial<FactOperation>) =>
  live(apply([operation], talk([said]), [], { language: /\p{Script=Han}/u.test(said) ? "zh" : "en" }).facts);

describe("what nearly happened, may happen, or waits for a condition", () => {
  test.each([
    "我差点搬去深圳",
    "那年我险些当了兵",
    "差一点儿就和他结婚了",
    "我可能要去上海工作",
    "说不定我会辞职开店",
    "我在考虑要不要搬到大理",
    "等我有钱了我就住三亚",
    "等退休以后，我就去种地",
    "有朝一日我要开一家书店",
    "I almost moved to Denver",
    "We nearly got married",
    "I came close to quitting my job",
    "I might move to Seattle",
    "Maybe I'll become a nurse",
    "I'm thinking of moving to Leeds",
    "When I'm rich I'll live in Malibu",
    "I'll buy a boat once I retire",
    "Some day I'll live by the sea",
  ])("is no statement: %s", (said) => {
    expect(kindOf(said)).toBe("hypothetical");
  });

  test.each([
    ["我在这里住了差不多十年", "statement"],
    ["差点忘了说，我对花生过敏", "statement"],
    ["我几乎每天喝咖啡", "statement"],
    ["等下个月我就搬去成都", "intent"],
    ["我可能对花粉过敏", "statement"],
    ["我上班大概要一小时", "statement"],
    ["I keep thinking about everything I own", "statement"],
    ["I've lived here almost ten years", "statement"],
    ["I almost always drink tea", "statement"],
    ["I almost forgot: I'm vegan", "statement"],
    ["When I finish on Friday I'll move to Leeds", "intent"],
    ["I have a cat, we may as well mention it", "statement"],
  ] as const)("leaves what is so: %s", (said, kind) => {
    const quote = /[，:]/.test(said) ? (said.split(/[，:]\s*/)[1] ?? said) : said;
    expect(statementKind(said, said.startsWith("I have") ? "I have a cat" : quote)).toBe(kind);
  });
});

describe("somebody who is pointed at, or spoken to", () => {
  test.each([
    "那个演员对海鲜过敏",
    "这位作家住在巴黎",
    "有个网友养了三只狗",
    "你住在杭州，对吧",
    "您是医生",
    "That actor is allergic to shellfish",
    "This lady lives in Rome",
    "You live in Tokyo, right",
    "You're a nurse",
  ])("is not the person: %s", (said) => {
    expect(statementKind(said, said.split(/[，,]/)[0] ?? said)).toBe("third_person");
  });

  test.each([
    ["一个人住在杭州", "一个人住在杭州"],
    ["你知道的，对花生过敏", "对花生过敏"],
    ["你叫我小棠就好", "你叫我小棠就好"],
    ["那个项目我做了三年", "那个项目我做了三年"],
    ["这个月认识了新人", "这个月认识了新人"],
    ["You know, I live in Leeds", "I live in Leeds"],
    ["You can call me Tang", "You can call me Tang"],
    ["That computer is mine, I'm a coder", "I'm a coder"],
  ])("does not hide the person's own words: %s", (said, quote) => {
    expect(statementKind(said, quote)).toBe("statement");
  });

  test("has no place for a name: Boston of 'he lives in Boston' owns nothing", () => {
    const said = "Tom said he lives in Boston";
    expect(stored(said, op("location", "Boston", "he lives in Boston", "lives in Boston"))).toEqual([]);
    const tom = stored(
      "Tom lives in Boston",
      op("location", "Boston", "Tom lives in Boston", "Tom lives in Boston"),
    );
    expect(tom.map(({ key }) => key)).toEqual(["tom_location"]);
  });

  test("is a joke where the person claims to be them", () => {
    for (const said of ["我就是秦始皇，打钱", "我其实是孙悟空", "I'm basically Batman"])
      expect(kindOf(said)).toBe("joke");
  });
});

describe("where the person lives", () => {
  test.each([
    ["我们公司在海淀", "海淀", "住在海淀"],
    ["我出生在宁波，长在温州", "宁波", "住在宁波"],
    ["去年我去过冰岛", "冰岛", "住在冰岛"],
    ["I was born in Oslo but live in Bergen", "Oslo", "lives in Oslo"],
    ["Our office is in Croydon", "Croydon", "lives in Croydon"],
    ["I visited Kyoto last spring", "Kyoto", "lives in Kyoto"],
  ])("is not proven by a place alone, which waits: %s", (said, value, statement) => {
    const { facts } = apply([op("location", value, said, statement)], talk([said]));
    expect(facts.map(({ status }) => status)).toEqual(["quarantined"]);
  });

  test.each([
    ["我在海淀租了房子", "海淀", "我在海淀租了房子", "住在海淀"],
    ["我出差回来就定居苏州了", "苏州", "我出差回来就定居苏州了", "住在苏州"],
    ["I was born in Oslo but live in Bergen", "Bergen", "but live in Bergen", "lives in Bergen"],
    ["I'm in Leeds now", "Leeds", "I'm in Leeds now", "lives in Leeds"],
  ])("is proven by living there: %s", (said, value, quote, statement) => {
    expect(stored(said, op("location", value, quote, statement)).map((fact) => fact.value)).toEqual([value]);
  });
});

describe("a plan", () => {
  test.each([
    ["我想成为作家", "作家", "职业作家", "打算（还没成）：职业：作家"],
    ["I want to become a writer", "writer", "is a writer", "planned, not so yet: occupation: writer"],
    ["我打算去当厨师", "厨师", "打算当厨师", "打算当厨师"],
    ["I hope to become a nurse", "nurse", "hopes to become a nurse", "hopes to become a nurse"],
  ])("does not say that it is so already: %s", (said, value, statement, shown) => {
    const [fact, ...others] = stored(said, op("occupation", value, said, statement));
    expect(others).toEqual([]);
    expect(fact).toMatchObject({ key: "plan:occupation", statement: shown });
  });
});
