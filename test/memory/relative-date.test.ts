// Dates in words become days: a table in both languages with zones, midnight, month ends, leap years and the lunar calendar.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstDates, type ResolvedDate, resolveDates, spellDates } from "../../src/memory/relative-date.ts";
import { fromLocal } from "../../src/schema/zone.ts";
import { traditional } from "../support/traditional.ts";

const shanghai = "Asia/Shanghai";

/** "2026-03-18 10:00" on the clock of a zone, as unix seconds. */
function at(clock: string, zone = shanghai): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = clock.split(/[- :]/).map(Number);
  return fromLocal({ year, month, day, hour, minute }, zone);
}

/** 今晚八点 2026-03-18 20:00 · next week 2026-03-23..2026-03-29 · 明天 2026-03-19 {2026-03-18|2026-03-19} */
function written({ expression, date, end, time, candidates }: ResolvedDate): string {
  const stretch = end === undefined ? date : `${date}..${end}`;
  const doubt = candidates === undefined ? "" : ` {${candidates.join("|")}}`;
  return `${expression} ${stretch}${time === undefined ? "" : ` ${time}`}${doubt}`;
}

const read = (text: string, clock: string, zone = shanghai) =>
  resolveDates(text, at(clock, zone), zone).map(written);

/** Said on Wednesday 18 March 2026 at ten in the morning in Shanghai. */
const wednesday: [string, ...string[]][] = [
  ["明天考试，好紧张", "明天 2026-03-19"],
  ["周一开了会", "周一 2026-03-16"],
  ["周一要开会", "周一 2026-03-23"],
  ["下个月第一个周一交稿", "下个月第一个周一 2026-04-06"],
  ["这个月最后一个周日聚餐", "这个月最后一个周日 2026-03-29"],
  ["the last Sunday of this month is free", "the last Sunday of this month 2026-03-29"],
  ["the first Monday of next month I start", "the first Monday of next month 2026-04-06"],
  ["see you tomorrow week", "tomorrow week 2026-03-26"],
  ["后天交房租", "后天 2026-03-20"],
  ["大后天带孩子去青海湖", "大后天 2026-03-21"],
  ["昨天去拍了片子", "昨天 2026-03-17"],
  ["前天崴了脚", "前天 2026-03-16"],
  ["大前天刚到家", "大前天 2026-03-15"],
  ["今晚八点看电影", "今晚八点 2026-03-18 20:00"],
  ["今晚十二点前交稿", "今晚十二点 2026-03-19 00:00"],
  ["昨晚两点才睡", "昨晚两点 2026-03-18 02:00"],
  ["明早七点半的飞机", "明早七点半 2026-03-19 07:30"],
  ["明天下午三点一刻见客户", "明天下午三点一刻 2026-03-19 15:15"],
  ["明天三点开会", "明天 2026-03-19"],
  ["后天15:30开家长会", "后天15:30 2026-03-20 15:30"],
  ["明天凌晨十二点半的火车", "明天凌晨十二点半 2026-03-19 00:30"],
  ["后天中午一点吃饭", "后天中午一点 2026-03-20 13:00"],
  ["周五下午两点面试", "周五下午两点 2026-03-20 14:00"],
  ["我下周三搬家", "下周三 2026-03-25"],
  ["这周五聚餐", "这周五 2026-03-20"],
  ["奶奶上周日走了", "上周日 2026-03-15"],
  ["下下周一报到", "下下周一 2026-03-30"],
  ["上上周五的事", "上上周五 2026-03-06"],
  ["本周六值班", "本周六 2026-03-21"],
  ["下个星期天是我妈生日", "下个星期天 2026-03-29"],
  ["下礼拜二出差", "下礼拜二 2026-03-24"],
  ["星期天要去爬山", "星期天 2026-03-22"],
  ["周一我去看了牙", "周一 2026-03-16"],
  ["周一要去看牙", "周一 2026-03-23"],
  ["下周一到周三培训", "下周一到周三 2026-03-23..2026-03-25"],
  ["周末去露营", "周末 2026-03-21..2026-03-22"],
  ["周末搬完了家", "周末 2026-03-14..2026-03-15"],
  ["下周末去看展", "下周末 2026-03-28..2026-03-29"],
  ["下周特别忙", "下周 2026-03-23..2026-03-29"],
  ["月底搬去苏州", "月底 2026-03-25..2026-03-31"],
  ["下个月初入职", "下个月初 2026-04-01..2026-04-07"],
  ["下个月中旬体检", "下个月中旬 2026-04-11..2026-04-20"],
  ["下个月5号入职", "下个月5号 2026-04-05"],
  ["上个月二十号做的手术", "上个月二十号 2026-02-20"],
  ["5号要交房租", "5号 2026-04-05"],
  ["15号我去体检了", "15号 2026-03-15"],
  ["31号到期", "31号 2026-03-31"],
  ["我10月8日面试", "10月8日 2026-10-08"],
  ["12月25号我们分手了", "12月25号 2025-12-25"],
  ["我的生日是3月12号", "3月12号 2026-03-12"],
  ["五月十二号考试", "五月十二号 2026-05-12"],
  ["５月４日出发", "５月４日 2026-05-04"],
  ["5月1号到4号放假", "5月1号到4号 2026-05-01..2026-05-04"],
  ["2025年6月7日高考", "2025年6月7日 2025-06-07"],
  ["要等到2月29号", "2月29号 2028-02-29"],
  ["明年三月毕业", "明年三月 2027-03-01..2027-03-31"],
  ["去年夏天学会了游泳", "去年夏天 2025-06-01..2025-08-31"],
  ["前年冬天捡的猫", "前年冬天 2024-12-01..2025-02-28"],
  ["今年年底结婚", "今年年底 2026-12-01..2026-12-31"],
  ["明年下半年出国", "明年下半年 2027-07-01..2027-12-31"],
  ["后年退休", "后年 2028-01-01..2028-12-31"],
  ["国庆要去西安", "国庆 2026-10-01..2026-10-07"],
  ["去年国庆去了西安", "去年国庆 2025-10-01..2025-10-07"],
  ["明年春节在海南过", "明年春节 2027-02-06..2027-02-12"],
  ["除夕那天我值班了", "除夕那天 2026-02-16"],
  ["今年除夕要回老家", "今年除夕 2027-02-05"],
  ["中秋要回家", "中秋 2026-09-25"],
  ["去年中秋一个人过的", "去年中秋 2025-10-06"],
  ["端午打算包饺子", "端午 2026-06-19"],
  ["清明要去扫墓", "清明 2026-04-05"],
  ["母亲节要给妈妈买花", "母亲节 2026-05-10"],
  ["大年初二去外婆家了", "大年初二 2026-02-18"],
  ["我爸农历八月十五要办酒", "农历八月十五 2026-09-25"],
  ["要等到腊月廿三", "腊月廿三 2027-01-30"],
  ["三天后出结果", "三天后 2026-03-21"],
  ["两周前分的手", "两周前 2026-03-04"],
  ["半个月后拆线", "半个月后 2026-04-02"],
  ["三个月后复查", "三个月后 2026-06-18"],
  ["半年前搬来的", "半年前 2025-09-18"],
  ["一年半前买的车", "一年半前 2024-09-18"],
  ["两年前开始学琴", "两年前 2024-03-18"],
  ["再过两周就考试了", "再过两周 2026-04-01"],
  ["过三天就走", "过三天 2026-03-21"],
  ["一百天后高考", "一百天后 2026-06-26"],
  ["一个半月后手术", "一个半月后 2026-05-03"],
  ["24年5月结的婚", "24年5月 2024-05-01..2024-05-31"],
  ["九八年夏天发过大水", "九八年夏天 1998-06-01..1998-08-31"],
  ["再过十天就放假", "再过十天 2026-03-28"],
  ["两小时后打给我", "两小时后 2026-03-18 12:00"],
  ["不是11号，我说的是21号，大后天", "11号 2026-03-11", "21号 2026-03-21", "大后天 2026-03-21"],
  ["I have an exam tomorrow", "tomorrow 2026-03-19"],
  ["the contest is the day after tomorrow", "the day after tomorrow 2026-03-20"],
  ["had an MRI yesterday", "yesterday 2026-03-17"],
  ["The day before yesterday I fell", "The day before yesterday 2026-03-16"],
  ["we're out tonight at 8 pm", "tonight at 8 pm 2026-03-18 20:00"],
  ["I slept badly last night", "last night 2026-03-17"],
  ["see her tomorrow morning at 9", "tomorrow morning at 9 2026-03-19 09:00"],
  ["the call is tomorrow at 3", "tomorrow 2026-03-19"],
  ["lunch tomorrow at noon", "tomorrow at noon 2026-03-19 12:00"],
  ["the train leaves at 3:45pm on Friday", "at 3:45pm on Friday 2026-03-20 15:45"],
  ["I move next Friday", "next Friday 2026-03-27"],
  ["dinner this Friday", "this Friday 2026-03-20"],
  ["Grandma died last Sunday", "last Sunday 2026-03-15"],
  ["I'm going to the vet on Monday", "on Monday 2026-03-23"],
  ["I saw the vet on Monday", "on Monday 2026-03-16"],
  ["I was ill on Wednesday", "on Wednesday 2026-03-11"],
  ["It's Wednesday", "Wednesday 2026-03-18"],
  ["moving on Wednesday next week", "on Wednesday next week 2026-03-25"],
  ["she died on Sunday last week", "on Sunday last week 2026-03-15"],
  ["Saturday of the week after next is her party", "Saturday of the week after next 2026-04-04"],
  ["results in three days", "in three days 2026-03-21"],
  ["three days from now I drive north", "three days from now 2026-03-21"],
  ["we split up two weeks ago", "two weeks ago 2026-03-04"],
  ["I'll be back in a fortnight", "in a fortnight 2026-04-01"],
  ["the wedding is a week from Friday", "a week from Friday 2026-03-27"],
  ["the rent is due on the 5th", "the 5th 2026-04-05"],
  ["I paid the rent on the 5th", "the 5th 2026-03-05"],
  ["my interview is on May 4th", "May 4th 2026-05-04"],
  ["the exam is on 12 May, so soon", "12 May 2026-05-12"],
  ["it's Friday, May 8th", "Friday, May 8th 2026-05-08"],
  ["we met on June 7, 2025", "June 7, 2025 2025-06-07"],
  ["I start on the 6th of next month", "the 6th of next month 2026-04-06"],
  ["I fly out next month", "next month 2026-04-01..2026-04-30"],
  ["I'm moving at the end of the month", "the end of the month 2026-03-25..2026-03-31"],
  ["surgery is early next month", "early next month 2026-04-01..2026-04-10"],
  ["the show is in late May", "late May 2026-05-21..2026-05-31"],
  ["she's due next March", "next March 2027-03-01..2027-03-31"],
  ["I graduated in June 2019", "in June 2019 2019-06-01..2019-06-30"],
  ["I learned to swim last summer", "last summer 2025-06-01..2025-08-31"],
  ["we'll fly home for Christmas", "Christmas 2026-12-25"],
  ["I was alone last Christmas", "last Christmas 2025-12-25"],
  ["we'll party on New Year's Eve", "New Year's Eve 2026-12-31"],
  ["I will cook for Thanksgiving", "Thanksgiving 2026-11-26"],
  ["we will visit them at Easter", "Easter 2026-04-05"],
  ["next Chinese New Year I'll be in Xi'an", "next Chinese New Year 2027-02-06..2027-02-12"],
  ["hiking this weekend", "this weekend 2026-03-21..2026-03-22"],
  ["lunch at noon tomorrow", "at noon tomorrow 2026-03-19 12:00"],
  ["the bar closes tonight at 1am", "tonight at 1am 2026-03-19 01:00"],
  ["the fair is the Sunday after next", "Sunday after next 2026-04-05"],
  ["I'll be away the weekend after next", "the weekend after next 2026-04-04..2026-04-05"],
  ["she's due next year in May", "next year in May 2027-05-01..2027-05-31"],
  ["we met a week ago today", "a week ago today 2026-03-11"],
  ["this Christmas I'm staying home", "this Christmas 2026-12-25"],
  ["this past weekend was wild", "this past weekend 2026-03-14..2026-03-15"],
  ["moved last weekend", "last weekend 2026-03-14..2026-03-15"],
  ["the week after next is quiet", "the week after next 2026-03-30..2026-04-05"],
  ["half a year ago I quit", "half a year ago 2025-09-18"],
  ["a year and a half ago we met", "a year and a half ago 2024-09-18"],
  ["ring me in half an hour", "in half an hour 2026-03-18 10:30"],
  ["I'll retire next year", "next year 2027-01-01..2027-12-31"],
  ["I have a check-up on the 5th", "the 5th 2026-04-05"],
  ["we've got a concert on the 7th", "the 7th 2026-04-07"],
  ["Dentist on the 2nd, ugh", "the 2nd 2026-04-02"],
  ["my visa interview's on Jan 9", "Jan 9 2027-01-09"],
  ["she has rehearsals on New Year's Eve", "New Year's Eve 2026-12-31"],
  ["the ferry leaves on Christmas", "Christmas 2026-12-25"],
  ["I have a scar from Christmas", "Christmas 2025-12-25"],
  ["I have been ill since the 5th", "the 5th 2026-03-05"],
  ["I had a check-up on the 5th", "the 5th 2026-03-05"],
  ["it has rained on Christmas", "Christmas 2025-12-25"],
  ["the exam on the 5th was a breeze", "the 5th 2026-03-05"],
  ["5号有个复查", "5号 2026-04-05"],
  ["2号答辩，有点慌", "2号 2026-04-02"],
  ["我们乐队圣诞节有演出", "圣诞节 2026-12-25"],
  ["我爸的体检约在7号", "7号 2026-04-07"],
  ["5号有人来过家里", "5号 2026-03-05"],
  ["5号的体检很顺利", "5号 2026-03-05"],
  ["5号体检完就回老家了", "5号 2026-03-05"],
  ["圣诞节有雪，真美", "圣诞节 2025-12-25"],
  ["再过两天我就去体检", "再过两天 2026-03-20"],
  ["再过两三天再说吧，再过两年就毕业", "再过两年 2028-03-18"],
  ["下周这个时候我在飞机上", "下周这个时候 2026-03-25"],
  ["上周的这会儿还在加班", "上周的这会儿 2026-03-11"],
  ["下个月的今天我就结婚了", "下个月的今天 2026-04-18"],
  ["去年今日我们刚认识", "去年今日 2025-03-18"],
  ["明年这时候就毕业了", "明年这时候 2027-03-18"],
  ["This time next week I'll be in Rome", "This time next week 2026-03-25"],
  ["around this time last month we moved in", "this time last month 2026-02-18"],
  ["next year at this time she graduates", "next year at this time 2027-03-18"],
  ["same time next week?", "same time next week 2026-03-25"],
  ["this time I won't cancel next week", "next week 2026-03-23..2026-03-29"],
];

/** Clock, zone, text, dates. */
const edges: [string, string, string, ...string[]][] = [
  ["2026-12-31 23:59", shanghai, "明天见", "明天 2027-01-01"],
  ["2026-12-31 23:59", shanghai, "下个月开工", "下个月 2027-01-01..2027-01-31"],
  ["2024-02-28 12:00", shanghai, "明天体检", "明天 2024-02-29"],
  ["2025-02-28 12:00", shanghai, "明天体检", "明天 2025-03-01"],
  ["2024-02-29 12:00", shanghai, "一年后再看", "一年后 2025-02-28"],
  ["2026-01-31 12:00", shanghai, "一个月后复查", "一个月后 2026-02-28"],
  ["2026-01-31 12:00", shanghai, "下个月要忙", "下个月 2026-02-01..2026-02-28"],
  ["2026-01-31 12:00", shanghai, "30号要交报告", "30号 2026-03-30"],
  ["2026-03-31 12:00", "Europe/Berlin", "I move next month", "next month 2026-04-01..2026-04-30"],
  ["2026-05-31 12:00", "Europe/Berlin", "three months ago we met", "three months ago 2026-02-28"],
  ["2026-03-22 12:00", shanghai, "下周一开学", "下周一 2026-03-23"],
  ["2026-03-16 12:00", shanghai, "上周日下雨了", "上周日 2026-03-15"],
  ["2026-03-22 12:00", "Europe/Berlin", "I start next Monday", "next Monday 2026-03-23"],
  ["2026-01-10 12:00", shanghai, "去年冬天滑过雪", "去年冬天 2025-12-01..2026-02-28"],
  ["2026-01-10 12:00", shanghai, "今年除夕要回家", "今年除夕 2026-02-16"],
  ["2026-11-29 12:00", shanghai, "腊八节要喝粥", "腊八节 2027-01-15"],
  ["2025-07-01 12:00", shanghai, "我闰六月初一要办酒", "闰六月初一 2025-07-25"],
  ["2024-12-20 12:00", shanghai, "1月3号要出差", "1月3号 2025-01-03"],
  ["2026-03-07 23:30", "America/New_York", "the clocks change tomorrow", "tomorrow 2026-03-08"],
  ["2026-03-08 01:30", "America/New_York", "call me in two hours", "in two hours 2026-03-08 04:30"],
  ["2026-11-01 00:30", "America/New_York", "call me in two hours", "in two hours 2026-11-01 01:30"],
  ["2026-03-18 23:30", "Pacific/Kiritimati", "tomorrow we sail", "tomorrow 2026-03-19"],
  ["2026-03-18 23:30", "Pacific/Pago_Pago", "tomorrow we sail", "tomorrow 2026-03-19"],
  ["2026-10-03 23:00", "Australia/Lord_Howe", "in three days I fly", "in three days 2026-10-06"],
  ["2026-03-18 04:00", shanghai, "明天考试", "明天 2026-03-19"],
  ["2026-03-18 03:59", shanghai, "明天考试", "明天 2026-03-19 {2026-03-18|2026-03-19}"],
  ["2026-03-18 00:00", shanghai, "今晚别等我", "今晚 2026-03-18 {2026-03-17|2026-03-18}"],
  ["2026-03-18 01:30", shanghai, "昨天吵架了", "昨天 2026-03-17 {2026-03-16|2026-03-17}"],
  [
    "2026-03-18 01:30",
    "Europe/London",
    "the exam is tomorrow at 9am",
    "tomorrow at 9am 2026-03-19 09:00 {2026-03-18|2026-03-19}",
  ],
  ["2026-03-18 01:30", shanghai, "3月25号考试", "3月25号 2026-03-25"],
  ["2026-03-18 01:30", shanghai, "两年前搬来的", "两年前 2024-03-18"],
  ["2026-03-01 01:30", shanghai, "下个月入职", "下个月 2026-04-01..2026-04-30 {2026-03-01|2026-04-01}"],
  ["2026-03-02 00:30", shanghai, "下周去玩", "下周 2026-03-09..2026-03-15 {2026-03-02|2026-03-09}"],
  ["2026-03-16 01:00", shanghai, "下周三搬家", "下周三 2026-03-25 {2026-03-18|2026-03-25}"],
  ["2026-03-17 01:00", shanghai, "下周三搬家", "下周三 2026-03-25"],
  ["2026-03-18 01:30", shanghai, "明天（周三）考试", "明天 2026-03-18", "周三 2026-03-18"],
  ["2026-03-18 01:30", shanghai, "明天，19号，考试", "明天 2026-03-19", "19号 2026-03-19"],
  [
    "2026-03-18 01:30",
    "Europe/London",
    "the exam is tomorrow, Thursday",
    "tomorrow 2026-03-19",
    "Thursday 2026-03-19",
  ],
];

const none = [
  "我最爱听《明天会更好》",
  "他说“明天来看我”",
  "周杰伦又出新歌了",
  "她像三月兔一样",
  "五月天的演唱会太贵了",
  "坐2号线去上班",
  "遥控器要5号电池",
  "我家住翠湖路18号",
  "车位在B2层117号",
  "一周三次瑜伽",
  "一周跑五天",
  "周三周四都有课",
  "春节后上班",
  "过两天再说",
  "再过几天就知道了",
  "这个时候我一般在睡觉",
  "at this time of the day I nap",
  "每周三下午开会",
  "周一到周五都上班",
  "我每周三和周五接孩子",
  "每周二、周四打球",
  "先天不足，后天努力",
  "以前天天熬夜",
  "以后天天早起",
  "我同学李国庆",
  "家里摆了圣诞树",
  "中秋快乐呀",
  "手术三天后拆的线",
  "在海边玩了三天",
  "猫才三个月大",
  "几天前的事",
  "两三天后再说",
  "下个月31号",
  "2月30号",
  "13月1号",
  "",
  "\u0000\u0000",
  "I go swimming every Friday",
  "We eat fish on Fridays",
  "I work Monday to Friday",
  "in a week or two",
  "Tuesday and Thursday afternoons at school",
  "I bought it on Black Friday",
  "my parrot's name is Friday",
  "I may come along",
  "this may be a good time",
  "they march on without me",
  "we bought a Christmas tree",
  "the cat sat on the sun lounger",
  "I live on the 5th floor",
  "a painting from the 19th century",
  "she sounds like a north-easterner",
  "it took me three days",
  "I learned to swim in two weeks",
  "my sister April plays the cello",
  "the answer is 2026",
  "a ratio of 3/4",
  '"See you tomorrow," he said',
  "February 30th",
];

describe("a date in words", () => {
  test.each(wednesday)("is counted from the Wednesday on which it was said: %s", (text, ...dates) => {
    expect(read(text, "2026-03-18 10:00")).toEqual(dates);
  });

  test.each(edges)("keeps to the calendar of the person at %s in %s: %s", (clock, zone, text, ...dates) => {
    expect(read(text, clock, zone)).toEqual(dates);
  });

  test.each(none.map((text) => [text]))("is not found in: %s", (text) => {
    expect(read(text, "2026-03-18 10:00")).toEqual([]);
  });
});

/** The labelled dates of the two lives, with the message each stands in. */
function labelled(language: "zh" | "en") {
  const folder = join(import.meta.dirname, `../bench/data/twolives-${language}`);
  const lines = (name: string) =>
    readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  type Turn = { id: string; text: string; timestamp: number };
  const turns = new Map<string, Turn & { zone: string }>(
    lines("sessions.jsonl").flatMap((session) =>
      session.turns.map((turn: Turn) => [turn.id, { ...turn, zone: session.time_zone }]),
    ),
  );
  return lines("labels.jsonl")
    .filter(({ kind }) => kind === "rel")
    .flatMap(({ turn, absolute_date }) => {
      const message = turns.get(turn);
      return message ? [{ ...message, date: absolute_date as string }] : [];
    });
}

describe("a labelled life", () => {
  test.each(["zh", "en"] as const)("has every date of its labels found: %s", (language) => {
    const labels = labelled(language);
    const missed = labels.filter(
      ({ text, timestamp, zone, date }) =>
        !resolveDates(text, timestamp, zone).some((one) => one.date === date),
    );
    expect(labels.length).toBe(16);
    expect(missed).toEqual([]);
  });
});

describe("the wording", () => {
  test("is kept as it stands, with its place", () => {
    const text = "“明天”是书名。  我Ｆｒｉｄａｙ去，后天 3 点前回";
    const found = resolveDates(text, at("2026-03-18 10:00"), shanghai);
    expect(found.map(({ index, expression }) => text.slice(index, index + expression.length))).toEqual([
      "Ｆｒｉｄａｙ",
      "后天",
    ]);
  });

  test("gets the absolute date behind it", () => {
    const said = at("2026-03-18 10:00");
    expect(spellDates("明天考试，下周去玩，2026年5月4日回", said, shanghai)).toBe(
      "明天（2026-03-19）考试，下周（2026-03-23 – 2026-03-29）去玩，2026年5月4日回",
    );
    expect(spellDates("The exam is tomorrow.", said, shanghai)).toBe("The exam is tomorrow (2026-03-19).");
  });

  test("said before dawn gets both days behind it", () => {
    expect(spellDates("明天考试", at("2026-03-18 01:30"), shanghai)).toBe(
      "明天（2026-03-18 / 2026-03-19）考试",
    );
  });

  test("says how exact it is", () => {
    const precision = (text: string) => resolveDates(text, at("2026-03-18 10:00"), shanghai)[0]?.precision;
    const words = ["明天", "明天下午三点", "两周前", "下周", "三个月后", "明年三月", "去年", "三年前"];
    const exact = ["day", "time", "week", "week", "month", "month", "year", "year"];
    expect(words.map(precision)).toEqual(exact);
  });
});

describe("any text at any time", () => {
  const word = fc.constantFrom(
    ..."明天 大后天 下周三 周五 上个月 5号 月底 国庆 除夕 三天后 两小时前 农历八月十五 凌晨 下午三点 了 要 《 》 “".split(
      " ",
    ),
    ..."tomorrow next Friday on the 31st in two weeks May Christmas at 3pm . ， \u0000 😀".split(" "),
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(word, { maxLength: 12 }).map((words) => words.join(" ")),
    fc.array(word, { maxLength: 12 }).map((words) => words.join("")),
  );
  const zone = fc.constantFrom(shanghai, "America/New_York", "Pacific/Kiritimati", "No/Where");
  const moment = fc.integer({ min: 0, max: 4_102_444_800 });

  test("gives real days, in order, whose wording stands in the text", () => {
    fc.assert(
      fc.property(text, moment, zone, (said, seconds, place) => {
        let from = 0;
        for (const { expression, index, date, end, candidates, time } of resolveDates(said, seconds, place)) {
          expect(index).toBeGreaterThanOrEqual(from);
          expect(said.slice(index, index + expression.length)).toBe(expression);
          from = index + expression.length;
          for (const day of [date, end ?? date, ...(candidates ?? [])]) {
            expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
          }
          expect(end === undefined || end > date).toBe(true);
          expect(candidates === undefined || (candidates.length > 1 && candidates.includes(date))).toBe(true);
          expect(time ?? "00:00").toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        }
      }),
      { numRuns: 300, seed: 20260318 },
    );
  });

  test("is read in full where it is a long page of dates", () => {
    const page = "下周三下午三点我要去医院，next Friday at 3pm I will call. ".repeat(300);
    expect(resolveDates(page, at("2026-03-18 10:00"), shanghai).length).toBe(600);
  });
});

describe("in traditional characters", () => {
  test("each wording names the day that it names in simplified ones, and stands as it was written", () => {
    const days = (text: string) => resolveDates(text, at("2026-03-18 10:00"), shanghai);
    for (const text of [...wednesday.map(([said]) => said), ...edges.map(([, , said]) => said), ...none]) {
      const twin = traditional(text);
      expect(
        days(twin).map(({ expression, ...date }) => date),
        text,
      ).toEqual(days(text).map(({ expression, ...date }) => date));
      for (const { expression, index } of days(twin)) expect(twin.startsWith(expression, index)).toBe(true);
    }
  });
});

describe("the first use of the rules", () => {
  test("goes step by step, once, and changes no reading", () => {
    const said = Date.parse("2026-03-10T20:00:00+08:00") / 1_000;
    const before = resolveDates("明天下午三点面试, and next Friday again", said, "Asia/Shanghai");
    const steps = [...firstDates()].length;
    expect(steps).toBeGreaterThan(20);
    expect([...firstDates()]).toEqual([]);
    expect(resolveDates("明天下午三点面试, and next Friday again", said, "Asia/Shanghai")).toEqual(before);
  });
});
