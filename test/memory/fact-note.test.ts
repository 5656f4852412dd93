// Notes stand side by side; only a new value of the same thing takes a place.
import { describe, expect, it } from "vitest";
import { applyOperations } from "../../src/memory/fact.ts";
import { saysMore } from "../../src/memory/fact-note.ts";
import type { Facts } from "../../src/schema/fact.ts";
import { day, evening, inputOf, operation, shown, talk } from "./fact-sample.ts";

/** Notes ordered one after the other, a day apart; "!" in front orders an update. */
function noted(...texts: string[]): Facts {
  let facts: Facts = [];
  texts.forEach((text, i) => {
    const words = text.replace(/^!/, "");
    const messages = talk([`记住：${words}`], evening + i * day, `n${i}_`);
    const op = text.startsWith("!") ? ("UPDATE" as const) : ("ADD" as const);
    const one = operation({ op, category: "personal_info", key: "note", value: words, quote: words });
    facts = applyOperations([one], facts, inputOf(messages, { by: "command" })).facts;
  });
  return facts;
}
const values = (facts: Facts) => shown(facts).map((one) => one.replace(/^note(?::[^=]*)?=/, ""));

describe("notes", () => {
  it.each([
    [["备用钥匙在花盆下", "不要按红色按钮", "柜子密码是4411"]],
    [["the spare key is under the flowerpot", "don't press the red button", "the locker code is 4411"]],
    [["别把窗户打开", "猫粮在阳台", "我老公不吃坚果"]],
    [["我在学吉他", "我在学法语", "聚会在咖啡馆", "聚会在小王家"]],
    [["柜子密码是4411", "门禁密码是4412"]],
    [["my mom is in Leeds", "my mom is in hospital"]],
  ])("stand side by side whatever they deny: %j", (texts) => {
    expect(values(noted(...texts))).toEqual(texts);
  });

  it("give way to a new value of what has but one", () => {
    expect(values(noted("柜子密码是4411", "猫粮在阳台", "柜子密码是5522"))).toEqual([
      "猫粮在阳台",
      "柜子密码是5522",
    ]);
    expect(values(noted("the locker code is 4411", "the locker code is 5522"))).toEqual([
      "the locker code is 5522",
    ]);
  });

  it("give way to an update of the same thing, and to no other", () => {
    expect(values(noted("备用钥匙在花盆下", "猫粮在阳台", "!备用钥匙在鞋柜里"))).toEqual([
      "猫粮在阳台",
      "备用钥匙在鞋柜里",
    ]);
    expect(values(noted("备用钥匙在花盆下", "!猫粮在阳台"))).toEqual(["备用钥匙在花盆下", "猫粮在阳台"]);
  });

  it("said twice are one", () => {
    expect(values(noted("猫粮在阳台", "备用钥匙在花盆下", "猫粮在阳台", "!猫粮在阳台"))).toEqual([
      "猫粮在阳台",
      "备用钥匙在花盆下",
    ]);
  });

  it("are nobody else's business", () => {
    expect(noted("柜子密码是4411").map(({ scope }) => scope)).toEqual(["private"]);
  });
});

describe("words beside a fact", () => {
  it.each([
    ["一点都不能放", "不吃香菜"],
    ["真的会过敏", "对芒果过敏"],
    ["我过敏", "对花生过敏"],
    ["一点都不吃", "不吃辣"],
    ["really allergic", "allergic to peanuts"],
    ["not even a little", "I do not eat coriander"],
  ])("that only press it say nothing more: %s beside %s", (words, told) =>
    expect(saysMore(words, [told])).toBe(false),
  );

  it.each([
    ["吃了会死", "对花生过敏"],
    ["螃蟹也不行", "对虾过敏"],
    ["对花生不过敏", "对花生过敏"],
    ["三岁了", "宠物：年糕"],
    ["农历的", "生日是10月3号"],
    ["10点", "10月3号面试"],
    ["no meat at all", "is vegetarian"],
    ["not allergic", "allergic to peanuts"],
    ["crab and shellfish too", "allergic to shrimp"],
    ["on Elm Street", "lives in Leeds"],
    ["at 10", "interview on Friday"],
  ])("with anything of their own say more: %s beside %s", (words, told) =>
    expect(saysMore(words, [told])).toBe(true),
  );

  it("say something wherever nothing is told", () => {
    expect(saysMore("过敏", [])).toBe(true);
    expect(saysMore("allergic", [""])).toBe(true);
  });
});
