// What is ordered to be kept has its absolute day, as what is told in talk has.
import { describe, expect, it } from "vitest";
import { applyOperations } from "../../src/memory/fact.ts";
import type { FactOperation } from "../../src/schema/answer.ts";
import type { Facts } from "../../src/schema/fact.ts";
import { day, evening, inputOf, operation, talk } from "./fact-sample.ts";

function ordered(words: string, fields: Partial<FactOperation>, at = evening, before: Facts = []): Facts {
  const messages = talk([`记住，${words}`], at, `d${at}_`);
  const one = operation({ value: words, quote: words, ...fields });
  return applyOperations([one], before, inputOf(messages, { by: "command" })).facts;
}
const event = {
  category: "important_date",
  key: "event:体检",
  statement: "明天体检",
  value: "明天体检",
} as const;

describe("an ordered fact", () => {
  it.each([
    ["明天我要去体检", event, "明天（2026-03-11）体检", "2026-03-11"],
    [
      "我下周三要去面试",
      { ...event, key: "event:面试", value: "下周三面试" },
      "下周三（2026-03-18）面试",
      "2026-03-18",
    ],
    ["后天交房租", { key: "note" }, "后天（2026-03-12）交房租", "2026-03-12"],
    ["the plumber comes tomorrow", { key: "note" }, "the plumber comes tomorrow (2026-03-11)", "2026-03-11"],
    ["my exam is next Friday", { key: "note" }, "my exam is next Friday (2026-03-20)", "2026-03-20"],
  ] as const)("has the day beside its words: %s", (words, fields, value, date) => {
    const [fact] = ordered(words, fields);
    expect(fact).toMatchObject({ value, metadata: { date } });
    expect(fact?.said).toBeTruthy();
  });

  it.each([
    ["明天是我生日", { key: "birthday", value: "明天" }, "03-11"],
    ["tomorrow is my birthday", { key: "birthday", value: "tomorrow" }, "03-11"],
    ["my birthday is next Friday", { key: "birthday", value: "next Friday" }, "03-20"],
    [
      "下周六是我妈七十大寿",
      { key: "mother_birthday", value: "下周六七十大寿" },
      "下周六（2026-03-21）七十大寿",
    ],
    ["我生日是3月8号", { key: "birthday", value: "3月8号" }, "03-08"],
  ] as const)("a yearly day told by a word that passes is the day itself: %s", (words, fields, value) => {
    const [fact] = ordered(words, { category: "important_date", statement: words, ...fields });
    expect(fact?.value).toBe(value);
  });

  it("keeps both days where one is awake past midnight", () => {
    const [fact] = ordered("明天我要去体检", event, evening + 4.5 * 3600);
    expect(fact?.metadata.candidates).toEqual(["2026-03-11", "2026-03-12"]);
  });

  it("is not the same as tomorrow's of another day", () => {
    const first = ordered("明天我要去体检", event);
    const both = ordered("明天我要去体检", event, evening + 3 * day, first);
    expect(both.map(({ value }) => value)).toEqual(["明天（2026-03-11）体检", "明天（2026-03-14）体检"]);
  });

  it.each([
    ["我的生日是3月8号", { category: "important_date", key: "birthday", value: "3月8号" }, "03-08"],
    ["我妈的生日是3月8号", { category: "important_date", key: "mother_birthday", value: "3月8号" }, "03-08"],
    ["我周末喜欢烤面包", { category: "habit", key: "weekend", value: "周末烤面包" }, "周末烤面包"],
    ["我每周三游泳", { key: "note" }, "我每周三游泳"],
  ] as const)("has none where the day comes again: %s", (words, fields, value) => {
    const [fact] = ordered(words, fields);
    expect([fact?.value, fact?.said, fact?.metadata.date]).toEqual([value, undefined, undefined]);
  });

  it("of an owner's hand is left as it was entered", () => {
    const one = operation({ key: "note", value: "明天交房租" });
    const [fact] = applyOperations([one], [], inputOf([], { by: "owner", changeId: "c1" })).facts;
    expect(fact).toMatchObject({ value: "明天交房租", evidence: [{ kind: "owner", change_id: "c1" }] });
  });
});
