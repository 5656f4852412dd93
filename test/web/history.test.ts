// Going through a long talk: where a day begins, what stands out of a found message, and the words for it in both languages.
import { describe, expect, it } from "vitest";
import { dateField, dayOf, dayStart, yearBefore } from "../../web/day-start.ts";
import { partsOf } from "../../web/history.ts";
import { dayNumber, type Reader } from "../../web/time.ts";
import { enTalk } from "../../web/words-talk-en.ts";
import { zhTalk } from "../../web/words-talk-zh.ts";
import { zh } from "../../web/words-zh.ts";

const reader = (timeZone: string): Reader => ({ language: "zh", timeZone, words: zh });

describe("a day", () => {
  it.each([
    ["Asia/Shanghai", "2026-03-02", "2026-03-01T16:00:00Z"],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"],
    ["America/New_York", "2026-03-09", "2026-03-09T04:00:00Z"],
    // Midnight does not exist there on that day: it begins at one.
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"],
    ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z"],
    ["Not/AZone", "1999-12-31", null],
  ])("begins in %s on %s at its first second", (zone, date, begin) => {
    const days = dayOf(date) ?? Number.NaN;
    const at = dayStart(days, reader(zone));
    if (begin !== null) expect(new Date(at * 1000).toISOString().replace(".000", "")).toBe(begin);
    expect([dayNumber(at - 1, reader(zone)), dayNumber(at, reader(zone))]).toEqual([days - 1, days]);
  });

  it.each(["", "2026-13-01", "2026-02-30", "26-1-1", "2026-02-03T10:00", "今天"])("is none: %s", (date) => {
    expect(dayOf(date)).toBeNull();
  });

  it.each([
    ["2026-11-30", "2025-11-30"],
    ["2024-02-29", "2023-02-28"],
    ["2025-03-01", "2024-03-01"],
    ["2026-01-01", "2025-01-01"],
  ])("has one a year before it: %s", (date, before) => {
    expect(dateField(yearBefore(dayOf(date) ?? 0))).toBe(before);
  });
});

describe("what was found", () => {
  const shown = (text: string, question: string) =>
    partsOf(text, question)
      .map((part) => (part.hit ? `[${part.text}]` : part.text))
      .join("");

  it("stands out in its text, each word of the question by itself", () => {
    expect(shown("那天的面试，雨很大", "面试 雨")).toBe("那天的[面试]，[雨]很大");
    expect(shown("上周的面试怎么样", "面试的事")).toBe("上周的[面试]怎么样");
    expect(shown("Rain in Oslo", "rain, OSLO")).toBe("[Rain] in [Oslo]");
  });

  it("is the text as it is where nothing of the question stands in it, or the question is all marks", () => {
    expect(shown("下午有雨", "天气")).toBe("下午有雨");
    expect(shown("(a+b)*", "()*+?[")).toBe("(a+b)*");
    expect(shown("a+b(c", "a+b(c")).toContain("[a]");
  });

  it("is cut around the first hit of a long text", () => {
    const cut = shown(`${"前".repeat(500)}面试${"后".repeat(500)}`, "面试");
    expect(cut.startsWith("…")).toBe(true);
    expect(cut).toContain("[面试]");
    expect(cut.length).toBeLessThan(130);
  });
});

describe("the words of a talk", () => {
  function sentences(words: unknown, path = ""): [string, string][] {
    if (typeof words === "string") return [[path, words]];
    if (typeof words === "function")
      return [[path, String((words as (...given: unknown[]) => unknown)(7, 3))]];
    return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
  }

  it("are complete in both languages, with the same figures", () => {
    const chinese = new Map(sentences(zhTalk));
    const english = new Map(sentences(enTalk));
    expect([...english.keys()]).toEqual([...chinese.keys()]);
    for (const [key, text] of chinese) {
      expect(text, key).not.toBe("");
      expect(english.get(key)?.match(/\d+/g)?.sort() ?? [], key).toEqual(text.match(/\d+/g)?.sort() ?? []);
      expect(english.get(key), key).toMatch(/^[^\p{Script=Han}]+$/u);
    }
    expect([enTalk.found(1), enTalk.found(2)]).toEqual(["1 message found", "2 messages found"]);
  });
});
