// Which days, months and spans a question names, seen from Tuesday 10 March 2026, 21:00 in Shanghai.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localDate } from "../../src/schema/zone.ts";
import { timeSpans } from "../../src/search/time-expressions.ts";

const zone = "Asia/Shanghai";
const at = Date.UTC(2026, 2, 10, 13) / 1000;

function spans(text: string): string[] {
  return timeSpans(text, at, zone).map(({ from, to }) => {
    const first = localDate(from, zone);
    const last = localDate(to - 1, zone);
    return first === last ? first : `${first}..${last}`;
  });
}

describe("a weekday by itself", () => {
  it.each([
    "周三提案要带点心，你还记得我对什么过敏吗？",
    "周六爸妈要来，我妈爱吃什么？",
    "I have to bring snacks on Friday, what am I allergic to?",
    "Mum will visit on Sunday, which cake does she like?",
  ])("that is planned for is to come, and no day of the past: %s", (text) => {
    expect(spans(text)).toEqual([]);
  });

  it.each([
    ["周五说要带什么来着？", "2026-03-06"],
    ["上周五要交的报告是什么？", "2026-03-06"],
    ["周五我们要了什么菜", "2026-03-06"],
    ["What did I have to bring on Friday?", "2026-03-06"],
  ])("of which something is told is the last one: %s", (text, day) => {
    expect(spans(text)).toEqual([day]);
  });
});

describe("times named in Chinese", () => {
  it.each([
    ["5月4号的天气怎么样", "2025-05-04"],
    ["3月5日我说了什么", "2026-03-05"],
    ["二〇二五年五月四日", "2025-05-04"],
    ["2025-05-04那天", "2025-05-04"],
    ["去年五月", "2025-05-01..2025-05-31"],
    ["昨天", "2026-03-09"],
    ["大前天", "2026-03-07"],
    ["前天晚上", "2026-03-08"],
    ["三天前", "2026-03-07"],
    ["两个月前", "2026-01-01..2026-01-31"],
    ["上周三", "2026-03-04"],
    ["上上周", "2026-02-23..2026-03-01"],
    ["周五说好的", "2026-03-06"],
    ["周二", "2026-03-10"],
    ["上个月", "2026-02-01..2026-02-28"],
    ["去年夏天", "2025-06-01..2025-08-31"],
    ["前年", "2024-01-01..2024-12-31"],
    ["8号", "2026-03-08"],
    ["15号", "2026-02-15"],
    ["国庆去哪儿了", "2025-10-01..2025-10-07"],
    ["去年五一", "2025-05-01..2025-05-05"],
    ["２月３号", "2026-02-03"],
  ])("reads %s", (text, expected) => {
    expect(spans(text)).toEqual([expected]);
  });

  it("reads several times in the order they are named", () => {
    expect(spans("是前天还是5月4号？")).toEqual(["2026-03-08", "2025-05-04"]);
  });

  it.each([
    "3号线坐到哪儿",
    "2月30号",
    "13月5号",
    "以前儿子",
    "明天要带什么",
    "三个月大",
    "周五一起去".slice(2),
    "我喜欢夏天",
    "一点也不",
  ])("takes %s for no time that has passed", (text) => {
    expect(spans(text)).toEqual([]);
  });
});

describe("times named in English", () => {
  it.each([
    ["what did I say on 4 May?", "2025-05-04"],
    ["May 4th, 2023", "2023-05-04"],
    ["the 4th of May", "2025-05-04"],
    ["in May", "2025-05-01..2025-05-31"],
    ["March 2024", "2024-03-01..2024-03-31"],
    ["the day before yesterday", "2026-03-08"],
    ["last night", "2026-03-09"],
    ["last spring", "2025-03-01..2025-05-31"],
    ["last winter", "2025-12-01..2026-02-28"],
    ["in the summer of 2022", "2022-06-01..2022-08-31"],
    ["last Friday", "2026-03-06"],
    ["on Tuesday", "2026-03-10"],
    ["last Tuesday", "2026-03-03"],
    ["three days ago", "2026-03-07"],
    ["a month ago", "2026-02-01..2026-02-28"],
    ["last year", "2025-01-01..2025-12-31"],
    ["back in 2022", "2022-01-01..2022-12-31"],
    ["at Christmas", "2025-12-24..2025-12-26"],
    ["February 29", "2024-02-29"],
  ])("reads %s", (text, expected) => {
    expect(spans(text)).toEqual([expected]);
  });

  it.each(["may I go", "we march on", "it cost $2000", "tomorrow", "next week", "32 May", "mark my words"])(
    "takes %s for no time that has passed",
    (text) => {
      expect(spans(text).filter((span) => !span.startsWith("2025-05-01"))).toEqual([]);
    },
  );
});

/** Seen from Monday 30 November 2026, 20:00. */
const late = Date.UTC(2026, 10, 30, 12) / 1000;
const lateSpans = (text: string) =>
  timeSpans(text, late, zone).map(
    ({ from, to }) => `${localDate(from, zone).slice(2)}..${localDate(to - 1, zone).slice(2)}`,
  );

describe("feasts", () => {
  it.each([
    ["春节的时候我在干嘛", "26-02-16..26-02-23"],
    ["去年春节", "25-01-28..25-02-04"],
    ["除夕那天", "26-02-16..26-02-16"],
    ["元宵节吃了什么", "26-03-03..26-03-03"],
    ["端午", "26-06-19..26-06-19"],
    ["七夕那天", "26-08-19..26-08-19"],
    ["中秋节聊了什么", "26-09-25..26-09-25"],
    ["母亲节送了什么", "26-05-10..26-05-10"],
    ["感恩节", "26-11-26..26-11-26"],
    ["十一假期去哪了", "26-10-01..26-10-07"],
    ["Chinese New Year", "26-02-16..26-02-23"],
    ["at mid-autumn", "26-09-25..26-09-25"],
    ["at Easter", "26-04-05..26-04-06"],
    ["on Mother’s Day", "26-05-10..26-05-10"],
    ["over the May holiday", "26-05-01..26-05-05"],
    ["at Thanksgiving last year", "25-11-27..25-11-27"],
    ["on New Year's Eve", "25-12-31..25-12-31"],
  ])("of sun and moon are the latest ones that have begun: %s", (text, expected) => {
    expect(lateSpans(text)).toEqual([expected]);
  });

  it("of a clause that plans are to come, and eleven is no feast", () => {
    expect(lateSpans("过年打算带妈妈去海南")).toEqual([]);
    expect(lateSpans("十一个人一起去")).toEqual([]);
  });
});

describe("what lies between two times", () => {
  it.each([
    ["三月到五月我去了哪里", "26-03-01..26-05-31"],
    ["5月和7月之间", "26-05-01..26-07-31"],
    ["去年三月到五月", "25-03-01..25-05-31"],
    ["去年十一月到今年二月", "25-11-01..26-02-28"],
    ["3月5号到3月8号", "26-03-05..26-03-08"],
    ["3月5日至8日", "26-03-05..26-03-08"],
    ["between March and May", "26-03-01..26-05-31"],
    ["from June until August", "26-06-01..26-08-31"],
    ["from December to February", "25-12-01..26-02-28"],
    ["March 5 to 8", "26-03-05..26-03-08"],
    ["between 5 March and 8 March", "26-03-05..26-03-08"],
  ])("is one stretch: %s", (text, expected) => {
    expect(lateSpans(text)).toEqual([expected]);
  });

  it("is none where two times are only named together", () => {
    expect(lateSpans("March and May were cold")).toHaveLength(2);
    expect(lateSpans("三月和五月")).toHaveLength(2);
    expect(lateSpans("on March 5 at 8 o'clock")).toEqual(["26-03-05..26-03-05"]);
  });
});

describe("times within times", () => {
  it.each([
    ["上个月15号", "26-10-15..26-10-15"],
    ["上个月底", "26-10-21..26-10-31"],
    ["上周的星期五", "26-11-27..26-11-27"],
    ["上週三我們聊了什麼", "26-11-25..26-11-25"],
    ["三個月前", "26-08-01..26-08-31"],
    ["去年春節", "25-01-28..25-02-04"],
    ["去年今天", "25-11-30..25-11-30"],
    ["去年这个时候", "25-11-01..25-11-30"],
    ["24年3月", "24-03-01..24-03-31"],
    ["最近两周", "26-11-16..26-11-30"],
    ["夏天的时候我们去了哪", "26-06-01..26-08-31"],
    ["年初我们聊了什么", "26-01-01..26-02-28"],
    ["July last year", "25-07-01..25-07-31"],
    ["in July of last year", "25-07-01..25-07-31"],
    ["last November", "25-11-01..25-11-30"],
    ["half a year ago", "26-04-01..26-06-30"],
    ["the week before last", "26-11-16..26-11-22"],
    ["the night before last", "26-11-28..26-11-28"],
    ["last evening", "26-11-29..26-11-29"],
    ["on Saturday night", "26-11-28..26-11-28"],
    ["in the past two weeks", "26-11-16..26-11-30"],
    ["on the 15th", "26-11-15..26-11-15"],
  ])("are read as the one they mean: %s", (text, expected) => {
    expect(lateSpans(text)).toEqual([expected]);
  });

  it.each([
    "每周三",
    "我住了24年",
    "住在15楼",
    "I live on the 15th floor",
    "next Sunday night",
    "我喜欢夏天",
  ])("is none of: %s", (text) => {
    expect(lateSpans(text)).toEqual([]);
  });
});

describe("the calendar they are read on", () => {
  it("is the one of the time zone", () => {
    const justAfterMidnight = Date.UTC(2026, 2, 10, 16, 30) / 1000;
    const inShanghai = timeSpans("昨天", justAfterMidnight, zone);
    const inUtc = timeSpans("昨天", justAfterMidnight, "UTC");
    expect(localDate(inShanghai[0]?.from ?? 0, zone)).toBe("2026-03-10");
    expect(localDate(inUtc[0]?.from ?? 0, "UTC")).toBe("2026-03-09");
  });

  it("has days of 23 and 25 hours where clocks change", () => {
    const spring = timeSpans("on 30 March 2025", at, "Europe/Berlin")[0];
    const autumn = timeSpans("on 26 October 2025", at, "Europe/Berlin")[0];
    expect((spring?.to ?? 0) - (spring?.from ?? 0)).toBe(23 * 3600);
    expect((autumn?.to ?? 0) - (autumn?.from ?? 0)).toBe(25 * 3600);
  });

  it("gives well-formed spans that have begun, whatever the text", () => {
    const piece = fc.constantFrom(
      "昨天",
      "5月",
      "4号",
      "上个月",
      "去年",
      "夏天",
      "周",
      "五",
      "三天前",
      "last ",
      "May ",
      "4",
      "2023",
      " ago",
      "two weeks",
      "-",
      "的",
      "spring ",
      "年",
      "到",
      "3月5号",
      "春节",
      "last year",
      " and ",
      "between ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        for (const span of timeSpans(pieces.join(""), at, zone)) {
          expect(span.from).toBeLessThan(span.to);
          expect(span.from).toBeLessThanOrEqual(at);
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});
