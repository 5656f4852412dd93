// Times as a person reads them: days of the account's zone, distances in words, zones that are not there.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clockTime,
  dayLine,
  dayNumber,
  daysKnown,
  listTime,
  plainDate,
  type Reader,
} from "../../web/time.ts";
import { en } from "../../web/words-en.ts";
import { zh } from "../../web/words-zh.ts";

const chinese: Reader = { language: "zh", timeZone: "Asia/Shanghai", words: zh };
const english: Reader = { language: "en", timeZone: "Asia/Shanghai", words: en };

/** Seconds of a moment in Shanghai. */
function at(text: string): number {
  return Date.parse(`${text}+08:00`) / 1000;
}

const now = at("2026-11-29T22:41:00");

describe("the line between days", () => {
  it.each([
    ["2026-11-29T00:00:00", "今天 · 11月29日 星期日", "Today · Sunday 29 November"],
    ["2026-11-28T23:59:59", "昨天 · 11月28日 星期六", "Yesterday · Saturday 28 November"],
    ["2026-03-02T08:00:00", "3月2日 星期一", "Monday 2 March"],
    ["2025-11-29T08:00:00", "2025年11月29日 星期六", "Saturday 29 November 2025"],
  ])("of %s", (text, inChinese, inEnglish) => {
    expect(dayLine(at(text), now, chinese)).toBe(inChinese);
    expect(dayLine(at(text), now, english).replace(",", "")).toBe(inEnglish);
  });

  it("falls where midnight is for the reader, not for the machine", () => {
    const moment = Date.UTC(2026, 10, 29, 16, 30) / 1000;
    const away = dayNumber(moment, chinese) - dayNumber(moment, { ...chinese, timeZone: "America/New_York" });
    expect(away).toBe(1);
  });
});

describe("the time in the list", () => {
  it.each([
    ["2026-11-29T09:05:00", "09:05"],
    ["2026-11-28T09:05:00", "昨天"],
    ["2026-11-26T09:05:00", "周四"],
    ["2026-11-22T09:05:00", "11/22"],
    ["2025-11-22T09:05:00", "2025/11/22"],
    ["2026-11-30T09:05:00", "09:05"],
  ])("of %s is %s", (text, shown) => {
    expect(listTime(at(text), now, chinese)).toBe(shown);
  });

  it("names the month in English, where 5/11 would be two days", () => {
    expect(listTime(at("2026-11-05T09:05:00"), now, english)).toBe("5 Nov");
    expect(listTime(at("2025-11-05T09:05:00"), now, english)).toBe("5 Nov 2025");
  });
});

describe("other times", () => {
  it("count the first day together as day 1, also where a clock ran ahead", () => {
    expect(daysKnown(at("2026-11-29T00:01:00"), now, chinese)).toBe(1);
    expect(daysKnown(at("2026-11-28T23:59:00"), now, chinese)).toBe(2);
    expect(daysKnown(at("2027-01-01T00:00:00"), now, chinese)).toBe(1);
  });

  it("say a stored date plainly, and leave alone what is none", () => {
    expect(plainDate("2026-09-18", chinese)).toBe("9月18日");
    expect(plainDate("2026-09-18", { ...english, timeZone: "America/Los_Angeles" })).toMatch(/^18 Sept?$/);
    expect(plainDate("last spring", english)).toBe("last spring");
    expect(plainDate("2026-09-18", chinese, now)).toBe("9月18日");
    expect(plainDate("2025-12-22", chinese, now)).toBe("2025年12月22日");
    expect(plainDate("2025-12-22", english, now)).toBe("22 Dec 2025");
  });

  it("are shown in the browser's zone where the account's is unknown", () => {
    expect(clockTime(now, { ...chinese, timeZone: "Mars/Olympus" })).toMatch(/^\d{2}:\d{2}$/);
  });

  it("never make a later moment an earlier day", () => {
    const zones = fc.constantFrom(
      "Asia/Shanghai",
      "America/New_York",
      "Pacific/Apia",
      "Europe/Berlin",
      "UTC",
    );
    const moments = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(zones, moments, fc.integer({ min: 0, max: 90_000 }), (timeZone, moment, later) => {
        const reader = { ...chinese, timeZone };
        const passed = dayNumber(moment + later, reader) - dayNumber(moment, reader);
        expect(passed).toBeGreaterThanOrEqual(0);
        expect(passed).toBeLessThanOrEqual(2);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
