// A lunar day as a fact's value: one form however it is written, lunar where the birthday is called so, and shown in words (part 2, item 3).
import { describe, expect, test } from "vitest";
import { statementOf } from "../../src/memory/fact-key.ts";
import { normaliseValue } from "../../src/memory/fact-value.ts";
import { parseLunarDate } from "../../src/memory/lunar-date.ts";
import { lunarAsSaid, lunarText, lunarValue } from "../../src/memory/lunar-value.ts";

describe("a lunar day", () => {
  test.each([
    ["农历腊月初八", "lunar:12-08"],
    ["腊月初八", "lunar:12-08"],
    ["正月廿三那天", "lunar:01-23"],
    ["阴历3月3号", "lunar:03-03"],
    ["旧历的八月十五", "lunar:08-15"],
    ["农历 08-15", "lunar:08-15"],
    ["闰六月初一", "lunar:leap-06-01"],
    ["lunar:12-08", "lunar:12-08"],
    ["lunar August 15", "lunar:08-15"],
    ["August 15th (lunar calendar)", "lunar:08-15"],
    ["on the 15th day of the 8th lunar month", "lunar:08-15"],
    ["the ninth lunar month, the 9th", "lunar:09-09"],
  ])("has one form: %s", (text, value) => {
    expect(lunarValue(text)).toBe(value);
    expect(normaliseValue(text)).toBe(value);
  });

  test.each([
    "八月十五",
    "August 15",
    "农历1990年八月十五",
    "除夕",
    "腊八粥",
    "腊月初八去庙里",
    "lunar:13-40",
    "",
    "月",
  ])("is no other text: %s", (text) => {
    expect(lunarValue(text)).toBeUndefined();
  });

  test.each([
    ["lunar:12-08", "农历腊月初八", "the 8th day of the 12th lunar month"],
    ["lunar:01-23", "农历正月廿三", "the 23rd day of the 1st lunar month"],
    ["lunar:08-12", "农历八月十二", "the 12th day of the 8th lunar month"],
    ["lunar:10-20", "农历十月二十", "the 20th day of the 10th lunar month"],
    ["lunar:leap-06-30", "农历闰六月三十", "the 30th day of the leap 6th lunar month"],
  ])("is shown in words, which mean it again: %s", (value, zh, en) => {
    expect([lunarText(value, "zh"), lunarText(value, "en")]).toEqual([zh, en]);
    expect([lunarValue(zh), lunarValue(en)]).toEqual([value, value]);
    expect(statementOf("birthday", value, "zh")).toBe(`生日：${zh}`);
    expect(statementOf("birthday", value, "en")).toBe(`birthday: ${en}`);
    expect(parseLunarDate(value)).toMatchObject({ leap: value.includes("leap") });
  });

  test("is left alone where the value is none", () => {
    expect(lunarText("12-08", "zh")).toBeUndefined();
    expect(statementOf("birthday", "12-08", "zh")).toBe("生日：12-08");
  });
});

describe("a birthday that is called lunar", () => {
  test.each([
    ["我农历生日是八月十五", "08-15"],
    ["我过农历生日，八月十五那天吃面", "08-15"],
    ["我的生日是按阴历算的，9月9号", "09-09"],
    ["my lunar birthday is August 15", "08-15"],
    ["I keep my birthday by the lunar calendar, on March 3", "03-03"],
    ["我阴历生日是三月初三，阳历生日是4月7号", "03-03"],
  ])("makes its day lunar: %s", (words, value) => {
    expect(lunarAsSaid(value, words)).toBe(`lunar:${value}`);
  });

  test.each([
    ["我的生日是8月15号，不过农历", "08-15"],
    ["我阴历生日是三月初三，阳历生日是4月7号", "04-07"],
    ["my lunar birthday is in spring, but my solar birthday is April 7", "04-07"],
    ["农历新年是2月17号", "02-17"],
    ["我的生日是8月15号", "08-15"],
    ["我农历生日是八月十五", "中秋"],
  ])("leaves a solar day solar: %s", (words, value) => {
    expect(lunarAsSaid(value, words)).toBeUndefined();
  });
});
