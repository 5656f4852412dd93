// What a question is read as: whether it asks for a time and nothing else, for which of several times, and by which words.
import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/search/question.ts";
import { weightedTerms } from "../../src/search/terms.ts";

/** Monday 30 November 2026, 20:00 in Shanghai. */
const at = Date.UTC(2026, 10, 30, 12) / 1000;
const read = (text: string) =>
  readQuestion({
    text,
    at,
    timeZone: "Asia/Shanghai",
    language: /\p{Script=Han}/u.test(text) ? "zh" : "en",
    limit: 10,
  });
const termsOf = (text: string) => read(text).terms.map(({ high, low }) => `${high} ${low}`);
const has = (text: string, word: string) =>
  weightedTerms(word, 10).every(({ high, low }) => termsOf(text).includes(`${high} ${low}`));

describe("a question for a time", () => {
  it.each([
    "昨晚我说了什么",
    "昨天聊了啥",
    "三月我都干了啥",
    "春节我在干嘛",
    "中秋节聊了什么",
    "3月5号到3月8号之间我们聊了什么",
    "what did I say last night",
    "what did we talk about between March and May",
    "what did I do for Chinese New Year",
  ])("and nothing else has no words to look for: %s", (text) => {
    expect(read(text).spans).toHaveLength(1);
    expect(termsOf(text)).toEqual([]);
  });

  it.each([
    ["昨天我妈妈说了什么", "妈妈"],
    ["春节去外婆家吃了什么", "外婆"],
    ["what did my mum say yesterday", "mum"],
    ["圣诞", "圣诞"],
    ["1995年6月1日", "1995"],
  ])("and more has the words of the more: %s", (text, word) => {
    expect(read(text).spans).toHaveLength(1);
    expect(has(text, word)).toBe(true);
  });
});

describe("which of several times", () => {
  it.each([
    ["第一次滑雪是什么时候", "first"],
    ["第一回见面", "first"],
    ["when did I first ski", "first"],
    ["上一次滑雪是什么时候", "last"],
    ["最后一回去上海", "last"],
    ["when did I last see her", "last"],
    ["滑雪好玩吗", undefined],
  ])("%s", (text, order) => {
    expect(read(text).order).toBe(order);
  });

  it("is not looked for by a word that the other one has too", () => {
    expect(has("上一次滑雪是什么时候", "一次")).toBe(false);
    expect(has("上一次滑雪是什么时候", "滑雪")).toBe(true);
  });
});

it("everyday words that ask are heard, and are none to look for", () => {
  expect([read("我猫叫啥").asks, read("我咋了").asks, read("他在干嘛").asks]).toEqual([true, true, true]);
  expect(read("啥时候去的").asksWhen).toBe(true);
  expect(termsOf("啥")).toEqual([]);
});
