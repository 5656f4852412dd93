// Whether the numbers and days of a claim were said: a relative date allows its own day and nothing else.
import { describe, expect, test } from "vitest";
import { numbersHold } from "../../src/memory/evidence-numbers.ts";
import { apply, evening, talk, zone } from "./fact-sample.ts";

/** Said on Tuesday, 2026-03-10. */
const holds = (claim: string, own: string, before: readonly string[] = []) =>
  numbersHold(claim, {
    own,
    near: [...before, own].map((text) => ({ text, at: evening })),
    at: evening,
    zone,
  });

describe("numbers beside a relative date", () => {
  test.each([
    ["血压180", "昨天量血压130"],
    ["2026-03-19开会", "明天早上八点开会"],
    ["2026-12-03开会", "明天早上八点开会"],
    ["3月15日面试", "下周三要去面试"],
    ["4月15日体检", "下个月去体检"],
    ["2019年搬家", "上个月搬家"],
    ["blood pressure 180", "Yesterday my blood pressure was 130"],
    ["meeting on 2026-03-19", "The meeting is tomorrow at eight"],
    ["interview on 2026-03-15", "My interview is next Wednesday"],
    ["moved in 2019", "I moved last month"],
    ["found in 2022", "I found it the winter before last"],
    ["moved in 2024", "I moved last winter"],
  ])("that nobody said do not hold: %s from %s", (claim, said) => {
    expect(holds(claim, said)).toBe(false);
  });

  test.each([
    ["血压130", "昨天量血压130"],
    ["2026-03-11 8:00 开会", "明天早上八点开会"],
    ["3月18日面试", "下周三要去面试"],
    ["2025年结婚", "去年我结婚了"],
    ["2024年冬天捡到", "前年冬天捡到的"],
    ["found in 2024", "I found it the winter before last"],
    ["明天下午15:30看牙", "明天下午三点半看牙"],
    ["12月8日", "腊月初八，明天也过"],
    ["blood pressure 130", "Yesterday my blood pressure was 130"],
    ["meeting on 2026-03-11", "The meeting is tomorrow at eight"],
    ["interview on 2026-03-18", "My interview is next Wednesday"],
    ["in February 2026", "I moved last month"],
    ["at 15:00", "Tomorrow at 3 pm"],
    ["weekend of 2026-03-14", "This weekend we bake"],
  ])("hold where they come to that day: %s from %s", (claim, said) => {
    expect(holds(claim, said)).toBe(true);
  });

  test("are those of the days that were named near by, each from its own moment", () => {
    const before = { text: "明天考试", at: evening - 86_400 };
    const own = { text: "就是今天，好紧张", at: evening };
    const said = { own: own.text, near: [before, own], at: evening, zone };
    expect(numbersHold("2026-03-10考试", said)).toBe(true);
    expect(numbersHold("2026-03-12考试", said)).toBe(false);
  });
});

describe("a proposal with a number that the words do not have", () => {
  test.each([
    ["health", "blood_pressure", "180", "昨天量血压130"],
    ["important_date", "meeting", "2026-03-19", "明天早上八点开会"],
    ["important_date", "interview", "2026-03-15", "My interview is next Wednesday"],
  ] as const)("waits: %s %s %s", (category, key, value, said) => {
    const { outcomes } = apply([{ category, key, value, quote: said }], talk([said]));
    expect(outcomes).toMatchObject([{ op: "quarantined" }]);
  });

  test("lives without the wording that brings a day in", () => {
    const said = "明天早上八点开会";
    const claim = { category: "important_date", key: "meeting", value: "早上八点开会", quote: said } as const;
    const told = apply([{ ...claim, statement: "2026-03-19 早上八点开会" }], talk([said])).facts[0];
    expect(told?.status).toBe("live");
    expect(told?.statement).not.toContain("03-19");
    const right = apply([{ ...claim, statement: "2026-03-11 早上八点开会" }], talk([said])).facts[0];
    expect(right?.statement).toContain("2026-03-11 早上八点开会");
  });
});
