// Terms of the index: forms of one word meet, traditional characters meet simplified ones, and odd text costs no time.
import { describe, expect, it } from "vitest";
import { addTerms, TermList, weightedTerms } from "../../src/search/terms.ts";

function terms(text: string): string[] {
  const list = new TermList();
  addTerms(text, list);
  return Array.from({ length: list.size }, (_, at) => `${list.high[at]} ${list.low[at]}`);
}

describe("the terms of a text", () => {
  it("are the same for forms, case, width and apostrophes of an English word", () => {
    for (const [a, b] of [
      ["Kittens", "kitten"],
      ["ＣＡＦＥ", "cafe"],
      ["sister's", "sister"],
      ["bought", "buy"],
      ["sister’s", "sister"],
      ["café", "cafe"],
    ] as const)
      expect(terms(a), a).toEqual(terms(b));
  });

  it("of a verb with its particle hold the one word that both make, and no other's", () => {
    for (const [apart, together] of [
      ["working out", "workout"],
      ["they broke up", "breakup"],
      ["my checked-up notes and a check up.", "checkup"],
      ["backed up", "backup"],
    ] as const)
      expect(terms(apart), apart).toEqual(expect.arrayContaining(terms(together)));
    expect(terms("working out")).toEqual([...terms("work"), ...terms("workout")]);
    for (const text of ["working, out", "work outside", "it is up", "work\nout", "work"])
      expect(terms(text), text).not.toEqual(expect.arrayContaining(terms("workout")));
    expect(terms("it is up")).toEqual([]);
  });

  it("of a word with a number behind it hold both by themselves", () => {
    expect(terms("iPhone15")).toEqual([...terms("iphone15").slice(0, 1), ...terms("iphone 15")]);
    expect(terms("我的iPhone15手机")).toEqual(expect.arrayContaining(terms("iPhone 15")));
    expect(terms("b2b")).toHaveLength(1);
  });

  it.each([
    ["工资三千块", "3000"],
    ["今年二十八岁", "28"],
    ["二〇二四年入职", "2024"],
    ["一万二", "12000"],
    ["三千五", "3500"],
    ["兩萬三千", "23000"],
  ])("of a Chinese numeral hold its digits: %s", (text, digits) => {
    expect(terms(text)).toEqual(expect.arrayContaining(terms(digits)));
  });

  it("of what is no number hold none", () => {
    expect(terms("三四个人")).not.toEqual(expect.arrayContaining(terms("34")));
    expect(terms("一个人")).not.toEqual(expect.arrayContaining(terms("1")));
  });

  it("are the same for traditional and simplified characters", () => {
    expect(terms("我對貓過敏，買了藥")).toEqual(terms("我对猫过敏，买了药"));
    expect(terms("猫")).not.toEqual(terms("狗"));
  });

  it("of Chinese are characters and pairs, without stop words, and no pair across a mark", () => {
    expect(terms("橘猫")).toHaveLength(3);
    expect(terms("的了")).toEqual([]);
    expect(terms("橘，猫")).toHaveLength(2);
  });

  it("are found in mixed text, numbers and emoji", () => {
    expect(terms("iPhone15今天3.5折")).toEqual(
      expect.arrayContaining([...terms("iphone15"), ...terms("3.5")]),
    );
    expect(terms("1,000")).toEqual(terms("1000"));
    expect(terms("👍🏽")).toHaveLength(1);
    expect(terms("naïve idea")).toEqual([...terms("naive"), ...terms("idea")]);
    expect(terms("The of and")).toEqual([]);
  });

  it("are none for marks, control characters and half characters", () => {
    for (const text of ["", "？！…——", "\u0000\u001b", "\ud83d", "''''"])
      expect(terms(text), JSON.stringify(text)).toEqual([]);
  });
});

describe("the terms of a question", () => {
  it("weigh a word most, an accidental pair less, a single character least", () => {
    const weights = weightedTerms("猫咪", 10).map(({ weight }) => weight);
    expect(Math.max(...weights)).toBe(1.5);
    expect(Math.min(...weights)).toBe(0.3);
  });

  it("come once each and no more than are asked for", () => {
    expect(weightedTerms("rain rain rain", 10)).toHaveLength(1);
    expect(weightedTerms("one two three four five six seven".repeat(50), 5)).toHaveLength(5);
  });
});
