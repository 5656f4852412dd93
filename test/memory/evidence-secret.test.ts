// What is said in confidence stays with the companion it was told to (A126), in both languages.
import { describe, expect, test } from "vitest";
import { statementKind } from "../../src/memory/evidence-kind.ts";
import { asksForSecrecy } from "../../src/memory/evidence-secret.ts";
import { apply, day, evening, known, talk } from "./fact-sample.ts";

describe("a request for secrecy", () => {
  test.each([
    "千万别告诉别人：我得了抑郁症",
    "我偷偷在准备离职，谁也别告诉",
    "别跟我妈说我怀孕了",
    "别让同事知道我在看心理医生",
    "我没告诉过任何人",
    "我老公不知道我有存款",
    "帮我保密",
    "这事只跟你说",
    "Don't tell anyone, but I'm pregnant",
    "Please keep this between us: I have diabetes",
    "Nobody knows I'm adopted",
    "I've been secretly seeing a therapist",
    "I never told my husband",
    "You're the only one who knows",
  ])("is heard: %s", (said) => {
    expect(asksForSecrecy(said)).toBe(true);
  });

  test.each([
    "我对花生过敏",
    "别告诉我结局",
    "这不是什么秘密",
    "不用保密，我对虾过敏",
    "我在保密局上班",
    "他偷偷哭了",
    "Don't tell me the ending",
    "It's no secret that I love jazz",
    "My secret recipe is butter",
    "I told everyone I'm vegan",
  ])("is none: %s", (said) => {
    expect(asksForSecrecy(said)).toBe(false);
  });
});

describe("a fact told in secrecy", () => {
  const illness = { category: "health", key: "medical_condition", value: "抑郁症" } as const;
  const scopes = (texts: string[], quote: string, by: "model" | "command" = "model") =>
    apply([{ ...illness, quote }], talk(texts), [], { by }).facts.map(({ scope }) => scope);

  test("is private, by talk and by order, whatever its category", () => {
    for (const by of ["model", "command"] as const)
      expect(scopes(["千万别告诉别人：我得了抑郁症"], "我得了抑郁症", by)).toEqual(["private"]);
    expect(scopes(["我得了抑郁症"], "我得了抑郁症")).toEqual(["shared"]);
  });

  test("is private where the request stands right before or after it, and says little else", () => {
    expect(scopes(["我得了抑郁症", "> 抱抱", "别告诉别人"], "我得了抑郁症")).toEqual(["private"]);
    expect(scopes(["跟你说个秘密", "> 嗯", "我得了抑郁症"], "我得了抑郁症")).toEqual(["private"]);
    const apart = ["我得了抑郁症", "今天好累", "别告诉别人"];
    expect(scopes(apart, "我得了抑郁症")).toEqual(["shared"]);
  });

  test.each([
    ["别告诉我妈我怀孕了", "statement"],
    ["我老公不知道我有存款", "statement"],
    ["我没告诉过任何人我是领养的", "statement"],
    ["别告诉别人我不吃肉", "negated"],
    ["我妈不知道他有存款", "third_person"],
    ["Nobody knows I'm adopted", "statement"],
    ["Don't tell my mom I smoke", "statement"],
    ["I never told anyone I don't eat meat", "negated"],
    ["Nobody knows his address", "third_person"],
  ] as const)("is the person's own statement all the same: %s", (said, kind) => {
    expect(statementKind(said, said)).toBe(kind);
  });

  test("becomes private when it is told again in secrecy, and stays so when it is told openly", () => {
    const before = known("我得了抑郁症", illness);
    const secret = talk(["别跟任何人说我得了抑郁症"]);
    const told = apply([{ ...illness, quote: "我得了抑郁症" }], secret, before).facts;
    expect(told.map(({ scope }) => scope)).toEqual(["private"]);
    const openly = talk(["我得了抑郁症"], evening + day, "n");
    const again = apply([{ ...illness, quote: "我得了抑郁症" }], openly, told).facts;
    expect(again.map(({ scope }) => scope)).toEqual(["private"]);
  });
});

describe("in traditional characters", () => {
  test.each([
    "別告訴我媽",
    "這件事我還沒跟任何人說過",
    "只告訴你一個人",
    "幫我保密",
    "我們之間的小祕密，別說出去",
  ])("a confidence is heard: %s", (text) => expect(asksForSecrecy(text)).toBe(true));
  test("what is no secret is none", () => expect(asksForSecrecy("這又不是什麼祕密")).toBe(false));
});
