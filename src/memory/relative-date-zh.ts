// How Chinese names dates in statements: 大后天, 下周三, 三天后, 5号; months, years and feasts are read first.
import {
  type Base,
  type DateRule,
  monthlyDay,
  monthsAway,
  pick,
  type Reading,
  weekendSpan,
  weekSpan,
} from "./relative-date-calendar.ts";
import { nthDatesZh } from "./relative-date-nth.ts";
import { chineseNumber } from "./relative-date-number.ts";
import { chineseMonths, upTo } from "./relative-date-zh-month.ts";
import { type Groups, step, steps, weekdayName, yearWords } from "./relative-date-zh-words.ts";

function weekdayAway([, which = "", name = "", last]: Groups, base: Base): Reading {
  const week = steps[which] ?? 0;
  if (name === "末") return weekendSpan(base, week);
  const from = base.monday + 7 * week + placeOf(name);
  return last === undefined || placeOf(last) <= placeOf(name)
    ? { from }
    : { from, to: base.monday + 7 * week + placeOf(last), precision: "day" };
}

/** 0 is Monday. */
function placeOf(name: string): number {
  return name === "日" || name === "天" ? 6 : chineseNumber(name) - 1;
}

function bareWeekday([, name = ""]: Groups, base: Base): Reading | undefined {
  const weeks = [-1, 0, 1];
  // Without a sign of the past a bare weekday lies ahead.
  const tense = base.sentenceTense === "past" ? "past" : "future";
  const days = weeks.map((week) =>
    name === "末"
      ? weekendSpan(base, week)
      : { from: base.monday + 7 * week + placeOf(name), picked: "weekday" as const },
  );
  return pick(days, { ...base, tense });
}

function counted([, count = "", unit = "", half, direction = ""]: Groups, base: Base): Reading | undefined {
  const sign = direction.endsWith("前") ? -1 : 1;
  const whole = count === "半" ? 0 : chineseNumber(count);
  if (!Number.isFinite(whole) || whole > 999) return undefined;
  const amount = (count === "半" || half !== undefined ? 0.5 : 0) + whole;
  return awayBy(sign * amount, unit.replace(/^个/, ""), base);
}

function awayBy(amount: number, unit: string, base: Base): Reading | undefined {
  if (unit === "天" || unit === "日")
    return Number.isInteger(amount) ? { from: base.today + amount } : undefined;
  if (unit === "年")
    return { from: monthsAway(base, amount * 12), precision: Number.isInteger(amount) ? "year" : "month" };
  if (unit === "月") {
    // Half a month is fifteen days.
    if (Number.isInteger(amount)) return { from: monthsAway(base, amount), precision: "month" };
    return { from: monthsAway(base, Math.trunc(amount)) + 15 * Math.sign(amount), precision: "week" };
  }
  return Number.isInteger(amount) ? { from: base.today + 7 * amount, precision: "week" } : undefined;
}

/** 下周这个时候, 下个月的今天, 去年今日: the same day of another week, month or year. */
function sameDay([, which = "", unit = "", relative, today]: Groups, base: Base): Reading {
  if (relative !== undefined)
    return {
      from: monthsAway(base, 12 * (yearWords[relative] ?? 0)),
      precision: today === undefined ? "month" : "day",
    };
  const offset = steps[which] ?? 0;
  if (unit !== "月") return { from: base.today + 7 * offset, precision: "day" };
  return { from: monthsAway(base, offset), precision: today === undefined ? "week" : "day" };
}

const dayWords: Record<string, number> = { 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 };
/** An event right before a count: 手术三天后 is counted from the operation, not from today. */
const noEvent =
  "(?<!手术|出生|结婚|离婚|毕业|分手|入职|离职|搬家|生日|考试|比赛|出院|住院|开学|回国|认识|见面|怀孕|那天|婚礼|之|第|几|十几|多)";
const habit = "(?!都|一般|通常|总|经常|老是|常常|常|基本|固定)";

/** Rules in the order they are tried, the longer forms first. */
export const chineseDates: readonly DateRule[] = [
  ...nthDatesZh,
  {
    pattern: new RegExp(
      `(?:${step}个?(周|星期|礼拜|月)|(大前年|前年|去年|明年|后年|大后年))的?(?:(今[天日])(?!气|子|头条)|同一天|这个?(?:时候|时间|会儿)|此时此?刻?)`,
      "g",
    ),
    read: sameDay,
  },
  ...chineseMonths,
  {
    pattern: new RegExp(
      `${noEvent}(\\d{1,3}|[一二两三四五六七八九十百零]{1,5}|半)(天|日|个?星期|周|个?礼拜|个月|年)(半)?((?:以|之)?(?:后|前))(?!天[，。 ]|面|者)`,
      "g",
    ),
    read: counted,
  },
  {
    // 再过两天, 过三天就走; 过两天 is "some day soon".
    pattern:
      /(?:再过(?!两天再)|过(?!两天)(?=.{1,6}(?:就|要|再|才)))(\d{1,3}|[一二两三四五六七八九十]{1,3}|半)(天|个?星期|周|个?礼拜|个月|年)(半)?()/g,
    read: counted,
  },
  {
    pattern: /(\d{1,2}|[一二两三四五六七八九十])个半(月)()((?:以|之)?(?:后|前))/g,
    read: ([said, count, unit, , direction], base) => counted([said, count, unit, "半", direction], base),
  },
  {
    pattern: new RegExp(
      `${step}个?${weekdayName}([一二三四五六日天末])(?![次回遍趟顿])(?:(?:到|至|[-~—–])${weekdayName}([二三四五六日天]))?`,
      "g",
    ),
    read: weekdayAway,
  },
  {
    pattern: new RegExp(`${step}个?${weekdayName}(?![一-鿿]?[次回遍趟])`, "g"),
    read: ([, which = ""], base) => weekSpan(base, steps[which] ?? 0),
  },
  {
    // 周一到周五 and 每周三 are habits.
    pattern: new RegExp(
      `(?<![\\d一二两三四五六七八九十几每逢半整隔到至个]|每个|逢|每个?${weekdayName}[一二三四五六日天末]\\s?[和跟与及、，,]\\s?)${weekdayName}([一二三四五六日天末])(?![次回遍趟顿报围]|${weekdayName}?[一二三四五六日天](?:都|一般|总|经常)|(?:到|至|[-~—–])${weekdayName})${habit}`,
      "g",
    ),
    read: bareWeekday,
  },
  {
    pattern:
      /(?<![以之从先目])(?<!\d)(大前|前|昨|今|明|大后|(?<![以之然最往先])后)(天(?!性|赋)|日(?!香|方舟|之星|头条)|儿(?!子|童)|[早晚](?!上)|早上|晚上|夜(?!班)|晨)(?![的]?(?:努力|养成|形成|培养|习得)|会更好)/g,
    read: ([said = "", word = ""], base) =>
      /^(?:前|后|大前|大后)[儿晨夜日]/.test(said) ? undefined : { from: base.today + (dayWords[word] ?? 0) },
  },
  {
    pattern:
      /(?<![\d月第周期拜个.:/-])(?<![路街巷弄道里楼区栋村层座室段院城厦B])(\d{1,2}|[一二三四五六七八九十]{1,3}(?=号))(?:号|日(?!元|本))(?![线楼门桌店房车床机位院选码球厅库柜馆台公人电字技令])(?:(?:到|至|[-~—–])(\d{1,2})[号日])?/g,
    read: ([, d = "", last], base) => upTo(monthlyDay(chineseNumber(d), base), undefined, last),
  },
];
