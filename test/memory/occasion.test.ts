// Days that come from facts: birthdays by sun and moon, anniversaries, the hundredth day, days of mourning, festivals.
import { describe, expect, it } from "vitest";
import { nextOccurrence } from "../../src/memory/beat-plan.ts";
import { isoWithOffset } from "../../src/memory/beat-time.ts";
import { occasionsOf } from "../../src/memory/occasion.ts";
import { Fact } from "../../src/schema/fact.ts";

const zone = "Asia/Shanghai";
const now = Date.parse("2026-03-10T20:00:00+08:00") / 1000;
const fact = (key: string, value: unknown, statement: string, more: object = {}): Fact =>
  Fact.parse({ id: key, category: "important_date", key, value, statement, ...more });
const found = (facts: Fact[], more: object = {}) =>
  occasionsOf({ facts, festivals: false, romance: false, language: "zh", zone, now, ...more });
const day = (facts: Fact[], at = 0) => {
  const one = found(facts)[at];
  const next = one && nextOccurrence(one, now, zone);
  return next === undefined ? undefined : isoWithOffset(next, zone).slice(0, 16);
};

describe("a day that a fact names", () => {
  it.each([
    ["birthday", "10-03", "生日是10月3日", "2026-10-03T09:00"],
    ["birthday", "1995-03-12", "1995年3月12日出生", "2026-03-12T09:00"],
    ["birthday", "农历八月十五", "生日是农历八月十五", "2026-09-25T09:00"],
    ["birthday", true, "birthday: October 3rd", "2026-10-03T09:00"],
    ["birthday", "3 October 1990", "born 3 October 1990", "2026-10-03T09:00"],
    ["birthday", "三月十二号", "生日是三月十二号", "2026-03-12T09:00"],
    ["birthday", "十月三日", "生日是十月三日", "2026-10-03T09:00"],
    ["妈妈_birthday", "6月1日", "妈妈的生日是6月1日", "2026-06-01T09:00"],
    ["anniversary:结婚", "5月20日", "结婚纪念日是5月20日", "2026-05-20T09:00"],
  ])("%s %j comes every year", (key, value, statement, next) => {
    expect(day([fact(key, value, statement)])).toBe(next);
  });

  it("is told apart: the person's own birthday, another's, a day of mourning", () => {
    const kinds = found([
      fact("birthday", "10-03", "生日是10月3日"),
      fact("mother_birthday", "6月1日", "妈妈的生日是6月1日"),
      fact("grandpa", "4月5日", "爷爷去世的日子是4月5日"),
      fact("dog", "May 2", "Her dog passed away on May 2"),
    ]).map(({ kind }) => kind);
    expect(kinds).toEqual(["birthday", "other_birthday", "mourning", "mourning"]);
  });

  it("of an anniversary with its year also brings the hundredth day, the first counted", () => {
    const facts = [fact("anniversary:在一起", "2026-01-01", "2026年1月1日在一起")];
    expect(found(facts).map(({ kind }) => kind)).toEqual(["anniversary", "hundredth_day"]);
    expect(day(facts, 1)).toBe("2026-04-10T09:00");
  });

  it.each([
    ["an exam", fact("exam", "2026-06-07", "6月7日高考")],
    ["a birthday without a day", fact("birthday", "春天", "生日在春天")],
    ["a closed one", fact("birthday", "10-03", "生日是10月3日", { status: "closed" })],
    ["a deleted one", fact("birthday", "10-03", "生日是10月3日", { is_deleted: true })],
    ["a quarantined one", fact("birthday", "10-03", "生日是10月3日", { status: "quarantined" })],
    ["no day of any month", fact("birthday", "13-45", "生日是13月45日")],
    ["another category", { ...fact("birthday", "10-03", "生日是10月3日"), category: "preference" as const }],
  ])("is none for %s", (_name, one) => expect(found([one])).toEqual([]));
});

it("the two keep their own hundredth day", () => {
  const metAt = Date.parse("2026-03-01T22:00:00+08:00") / 1000;
  const [met] = found([], { metAt });
  expect(met).toMatchObject({ kind: "hundredth_day", key: "hundredth:met", date: "2026-06-08" });
});

it("festivals come by switch, those of lovers only with romance", () => {
  expect(found([])).toEqual([]);
  const names = (more: object) => found([], { festivals: true, ...more }).map(({ text }) => text);
  expect(names({})).toEqual(expect.arrayContaining(["春节", "中秋节", "除夕"]));
  expect(names({})).not.toContain("七夕");
  expect(names({ romance: true })).toContain("七夕");
  expect(names({ language: "en" })).toEqual(["New Year's Day", "Christmas"]);
});
