// The one form of a value, and when two say the same: dates, numerals, negation, sides (A211, C084).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbersIn, withDigits } from "../../src/memory/fact-numerals.ts";
import {
  dateValue,
  factSimilarity,
  isNegative,
  normaliseValue,
  sameValue,
  updateSimilarity,
} from "../../src/memory/fact-value.ts";

describe("a value", () => {
  test("that is a date is in ISO form", () => {
    for (const [text, value] of [
      ["2024年5月12日", "2024-05-12"],
      ["二〇二四年五月十二号", "2024-05-12"],
      ["May 12, 2024", "2024-05-12"],
      ["12th of May 2024", "2024-05-12"],
      ["2024/5/12", "2024-05-12"],
      ["11月12号", "11-12"],
      ["12 November", "11-12"],
      ["农历八月十五", "lunar:08-15"],
      ["农历腊月初八", "lunar:12-08"],
    ]) {
      expect([text, normaliseValue(text)]).toEqual([text, value]);
    }
  });

  test("that is no absolute date stays as it was written", () => {
    for (const text of ["明天", "next Friday", "13月40日", "3/4", "5月", "May", "12月的第一天"]) {
      expect([text, dateValue(text)]).toEqual([text, undefined]);
    }
  });

  test("has no outer quotation marks, full stops, line breaks or double width", () => {
    expect(normaliseValue(" “棠棠”。 ")).toBe("棠棠");
    expect(normaliseValue("Ａ１\n２")).toBe("A1 2");
    expect(normaliseValue(["花生", " 虾 "])).toBe("花生、虾");
  });

  test("that is nothing is undefined", () => {
    for (const value of [
      undefined,
      null,
      "",
      " \n",
      "。。",
      {},
      [],
      [""],
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]) {
      expect(normaliseValue(value)).toBeUndefined();
    }
  });

  test("of any length is cut", () => {
    expect(String(normaliseValue("很".repeat(5000))).length).toBe(300);
  });
});

describe("two values", () => {
  test("are the same in other numerals, marks, lead-ins and case", () => {
    for (const [a, b] of [
      ["住在杭州", "杭州"],
      ["杭州市", "杭州"],
      ["lives in Hangzhou", "hangzhou."],
      ["二十三台", "23台"],
      ["twenty-three radios", "23 radios"],
      ["11月12日", "11月12号"],
      ["林晓棠", "「林晓棠」"],
      [5, "5"],
    ]) {
      expect([a, b, sameValue(a, b)]).toEqual([a, b, true]);
    }
  });

  test("are never the same where one denies the other (C084)", () => {
    for (const [a, b] of [
      ["对花生过敏", "对花生不过敏"],
      ["allergic to nuts", "not allergic to nuts"],
      [true, false],
      ["smokes", "never smokes"],
    ]) {
      expect([a, sameValue(a, b)]).toEqual([a, false]);
      expect(factSimilarity({ key: "k", value: a }, { key: "k", value: b })).toBeLessThanOrEqual(0.5);
    }
  });

  test("that are empty are not the same", () => {
    expect(sameValue("", "")).toBe(false);
    expect(sameValue(undefined, undefined)).toBe(false);
  });

  test("in other words come above the threshold, other numbers and sides never", () => {
    const likeness = (a: string, b: string) => factSimilarity({ key: "k", value: a }, { key: "k", value: b });
    expect(likeness("每周二晚上上瑜伽课", "每周二 晚上上瑜伽课。")).toBeGreaterThan(updateSimilarity);
    for (const [a = "", b = ""] of [
      ["生日是11月12日这一天", "生日是11月21日这一天"],
      ["爸爸下个月要做左膝关节置换手术", "爸爸下个月要做右膝关节置换手术"],
      ["surgery on the left knee next month", "surgery on the right knee next month"],
    ]) {
      expect(likeness(a, b)).toBeLessThanOrEqual(0.9);
    }
  });

  test("under other keys are not one fact", () => {
    expect(factSimilarity({ key: "a", value: "绿茶" }, { key: "b", value: "绿茶" })).toBeLessThanOrEqual(0.9);
  });
});

describe("a denial", () => {
  test("is told from words that only look like one", () => {
    for (const text of [
      "不吃香菜",
      "没有驾照",
      "戒了咖啡",
      "never smokes",
      "I don't eat meat",
      "别叫我棠棠",
    ]) {
      expect([text, isNegative(text)]).toEqual([text, true]);
    }
    for (const text of [
      "不错",
      "雷打不动一个肉夹馍",
      "百吃不厌",
      "没关系",
      "医生问抽不抽烟",
      "别人",
      "no matter what",
      "notice",
    ]) {
      expect([text, isNegative(text)]).toEqual([text, false]);
    }
  });
});

describe("numerals", () => {
  test("are read as people write them", () => {
    expect(withDigits("二十三台")).toBe("23台");
    expect(withDigits("二〇一九年")).toBe("2019年");
    expect(withDigits("八万六千")).toBe("86000");
    expect(withDigits("forty-one and seven")).toBe("41 and 7");
    expect(withDigits("一百零五")).toBe("105");
    expect([...numbersIn("007 and twenty three")]).toEqual(["7", "23"]);
    expect([...numbersIn("no numbers")]).toEqual([]);
  });
});

describe("for any text", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 });

  test("normalising twice changes nothing more, and never throws", () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = normaliseValue(value);
        expect(normaliseValue(once)).toEqual(once);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test("likeness is the same both ways and between 0 and 1", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [
          { key: "k", value: a },
          { key: "k", value: b },
        ];
        const likeness = factSimilarity(one, other);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(factSimilarity(other, one)).toBeCloseTo(likeness, 10);
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});
