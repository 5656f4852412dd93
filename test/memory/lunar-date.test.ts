// The lunar calendar: feasts of known years, short and leap months, birthdays kept by it, and how its days are written.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lunarDates, lunarToSolar, nextLunarBirthday, parseLunarDate } from "../../src/memory/lunar-date.ts";
import { fromLocal } from "../../src/schema/zone.ts";

const shanghai = "Asia/Shanghai";
const written = (day: { year: number; month: number; day: number } | undefined) =>
  day && `${day.year}-${day.month}-${day.day}`;
const at = (year: number, month: number, day: number, hour = 12, zone = shanghai) =>
  fromLocal({ year, month, day, hour }, zone);

const newYears = [
  ..."2020-1-25 2021-2-12 2022-2-1 2023-1-22 2024-2-10 2025-1-29 2026-2-17 2027-2-6".split(" "),
  ..."2028-1-26 2029-2-13 2030-2-3 2031-1-23 2032-2-11 2033-1-31 2034-2-19 2035-2-8".split(" "),
];

describe("a lunar day as a solar one", () => {
  test("agrees with the official new years, 2027 and 2030 included", () => {
    expect(newYears.map((day) => written(lunarToSolar(Number(day.slice(0, 4)), 1, 1)))).toEqual(newYears);
  });

  test("agrees with the official mid-autumn days", () => {
    const days = "2020-10-1 2023-9-29 2024-9-17 2025-10-6 2026-9-25 2033-9-8".split(" ");
    expect(days.map((day) => written(lunarToSolar(Number(day.slice(0, 4)), 8, 15)))).toEqual(days);
  });

  test("takes the 29th for the 30th of a short month", () => {
    expect(written(lunarToSolar(2024, 12, 30))).toBe("2025-1-28");
    expect(lunarToSolar(2024, 12, 30)).toEqual(lunarToSolar(2024, 12, 29));
    expect(written(lunarToSolar(2023, 12, 30))).toBe("2024-2-9");
  });

  test("tells a leap month from the plain one before it", () => {
    expect(written(lunarToSolar(2025, 6, 1))).toBe("2025-6-25");
    expect(written(lunarToSolar(2025, 6, 1, true))).toBe("2025-7-25");
    expect(written(lunarToSolar(2033, 11, 1, true))).toBe("2033-12-22");
  });

  test("is none in a leap month that the year does not have", () => {
    expect(lunarToSolar(2026, 6, 1, true)).toBeUndefined();
  });

  test.each([
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 1, 0],
    [2026, 1, 31],
    [2026, 1.5, 1],
    [1899, 1, 1],
    [2101, 1, 1],
    [Number.NaN, 1, 1],
  ])("is none for %d-%d-%d", (year, month, day) => {
    expect(lunarToSolar(year, month, day)).toBeUndefined();
  });

  test("moves on by one day from day to day, or stays at the end of a short month", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 29 }),
        (year, month, day) => {
          const [a, b] = [lunarToSolar(year, month, day), lunarToSolar(year, month, day + 1)].map((solar) =>
            solar ? Date.UTC(solar.year, solar.month - 1, solar.day) / 86_400_000 : Number.NaN,
          );
          expect((b ?? 0) - (a ?? 0)).toBeGreaterThanOrEqual(day === 29 ? 0 : 1);
          expect((b ?? 0) - (a ?? 0)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300, seed: 815 },
    );
  });
});

describe("a birthday kept by the moon", () => {
  test("is this year's where it is still to come, today included", () => {
    expect(nextLunarBirthday(8, 15, at(2026, 3, 18), shanghai)).toBe("2026-09-25");
    expect(nextLunarBirthday(8, 15, at(2026, 9, 25, 23), shanghai)).toBe("2026-09-25");
    expect(nextLunarBirthday(8, 15, at(2026, 9, 26, 0), shanghai)).toBe("2027-09-15");
  });

  test("may belong to last year's calendar in January", () => {
    expect(nextLunarBirthday(12, 8, at(2026, 1, 10), shanghai)).toBe("2026-01-26");
    expect(nextLunarBirthday(12, 8, at(2026, 2, 1), shanghai)).toBe("2027-01-15");
  });

  test("follows the day of the person's own zone", () => {
    const moment = at(2026, 9, 26, 0);
    expect(nextLunarBirthday(8, 15, moment, "America/New_York")).toBe("2026-09-25");
  });

  test("on the 30th falls on the 29th of a short month", () => {
    expect(nextLunarBirthday(12, 30, at(2025, 1, 10), shanghai)).toBe("2025-01-28");
  });

  test("of a leap month is kept in it where the year has it, otherwise in the plain one", () => {
    expect(nextLunarBirthday(6, 1, at(2025, 1, 10), shanghai, true)).toBe("2025-07-25");
    expect(nextLunarBirthday(6, 1, at(2026, 1, 10), shanghai, true)).toBe("2026-07-14");
  });

  test.each([
    [0, 1],
    [13, 1],
    [1, 31],
    [1, 0],
  ])("does not exist on %d/%d", (month, day) => {
    expect(nextLunarBirthday(month, day, at(2026, 3, 18), shanghai)).toBeUndefined();
  });

  test("never lies in the past nor more than thirteen moons ahead", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at(1950, 1, 1), max: at(2090, 1, 1) }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (from, month, day, leap) => {
          const next = nextLunarBirthday(month, day, from, "UTC", leap) ?? "";
          const days = Date.parse(next) / 86_400_000 - Math.floor(from / 86_400);
          expect(days).toBeGreaterThanOrEqual(0);
          // A leap birthday moves by a month between years with and without it.
          expect(days).toBeLessThanOrEqual(leap ? 415 : 385);
        },
      ),
      { numRuns: 300, seed: 1223 },
    );
  });
});

describe("the words for a lunar day", () => {
  test.each<[string, string]>([
    ["我生日是农历八月十五", "8/15 农历八月十五"],
    ["阴历三月初三出生", "3/3 阴历三月初三"],
    ["我妈腊月廿三生的", "12/23 腊月廿三"],
    ["腊月二十三祭灶", "12/23 腊月二十三"],
    ["正月初五开门", "1/5 正月初五"],
    ["正月十五看灯", "1/15 正月十五"],
    ["冬月十一是我爸生日", "11/11 冬月十一"],
    ["八月廿八那天", "8/28 八月廿八"],
    ["闰六月初一", "6/1 leap 闰六月初一"],
    ["农历闰六月十五", "6/15 leap 农历闰六月十五"],
    ["农历10月20日", "10/20 农历10月20日"],
    ["生日：农历 1992年腊月十六", "12/16 1992 1992年腊月十六"],
    ["农历一九九二年八月初二", "8/2 1992 农历一九九二年八月初二"],
    ["除夕值班", "12/30 除夕"],
    ["大年三十回家", "12/30 大年三十"],
    ["my birthday is the 15th day of the 8th lunar month", "8/15 the 15th day of the 8th lunar month"],
    ["the fifth day of the first lunar month", "1/5 the fifth day of the first lunar month"],
    ["lunar August 15", "8/15 lunar August 15"],
    ["by the lunar calendar it's lunar 8/15", "8/15 lunar 8/15"],
    ["born on March 3rd in the lunar calendar", "3/3 March 3rd in the lunar calendar"],
  ])("are read: %s", (text, expected) => {
    const date = parseLunarDate(text);
    const parts = date && [
      `${date.month}/${date.day}`,
      ...(date.leap ? ["leap"] : []),
      ...(date.year === undefined ? [] : [date.year]),
      date.expression,
    ];
    expect(parts?.join(" ")).toBe(expected);
    expect(text.slice(date?.index, (date?.index ?? 0) + (date?.expression.length ?? 0))).toBe(
      date?.expression,
    );
  });

  test.each([
    "我生日是八月十五号",
    "8月15日出生",
    "三月三出生",
    "农历新年快乐",
    "农历十三月初一",
    "农历八月三十一",
    "三个月初五天",
    "August 15",
    "the lunar calendar is hard",
    "a lunar eclipse on March 3",
    "the 15th day of the 13th lunar month",
    "",
  ])("are not seen in: %s", (text) => {
    expect(parseLunarDate(text)).toBeUndefined();
  });

  test("are read one after the other", () => {
    const found = lunarDates("我正月初五，我妈腊月廿三，我爸农历八月十五");
    expect(found.map(({ month, day }) => `${month}/${day}`)).toEqual(["1/5", "12/23", "8/15"]);
  });
});
