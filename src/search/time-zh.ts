// How Chinese names days, weeks, months and years.
import { type Calendar, isDay, type Stretch, type TimeRule } from "./calendar.ts";

const digits = "零一二三四五六七八九";

/** 两, 十二, 二十三, 5, 二〇二五; NaN for anything else. */
export function chineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const plain = text.replaceAll("两", "二").replaceAll("〇", "零");
  if (/^[零一二三四五六七八九]+$/.test(plain)) {
    return Number([...plain].map((digit) => digits.indexOf(digit)).join(""));
  }
  const tens = /^([一二三四五六七八九]?)十([一二三四五六七八九]?)$/.exec(plain);
  if (!tens) return Number.NaN;
  return (tens[1] ? digits.indexOf(tens[1]) : 1) * 10 + (tens[2] ? digits.indexOf(tens[2]) : 0);
}

const number = "(\\d{1,2}|[一二两三四五六七八九十]{1,3})";
const year = "(?:(\\d{4}|[零〇一二三四五六七八九]{4})年|(今年|去年|前年|大前年|那年)的?)";

function yearOf(absolute: string | undefined, relative: string | undefined, calendar: Calendar) {
  if (absolute !== undefined) return chineseNumber(absolute);
  const back = { 今年: 0, 去年: 1, 前年: 2, 大前年: 3 }[relative ?? ""];
  return back === undefined ? undefined : calendar.today.year - back;
}

function oneDay(calendar: Calendar, year: number | undefined, month: number, day: number) {
  if (!isDay(month, day)) return undefined;
  return calendar.days({ year: year ?? calendar.latestYear(month, day), month, day }, 1);
}

const seasons = ["春", "夏", "秋", "冬"];

function partOfYear(part: string, year: number, calendar: Calendar): Stretch | undefined {
  const season = seasons.indexOf(part[0] ?? "");
  if (season >= 0) return calendar.season(year, season);
  const months: Record<string, [number, number]> = {
    上半年: [1, 6],
    下半年: [7, 6],
    年初: [1, 2],
    初: [1, 2],
    年底: [11, 2],
    年末: [11, 2],
    底: [11, 2],
    末: [11, 2],
    暑假: [7, 2],
    寒假: [1, 2],
  };
  const [month, count] = months[part] ?? [];
  return month === undefined ? undefined : calendar.months(year, month, count);
}

/** Feasts on fixed days: month, day, length in days. Those of the moon calendar are read elsewhere or not at all. */
const feasts: Record<string, [number, number, number]> = {
  元旦: [1, 1, 1],
  跨年: [12, 31, 2],
  情人节: [2, 14, 1],
  妇女节: [3, 8, 1],
  愚人节: [4, 1, 1],
  清明: [4, 4, 3],
  五一: [5, 1, 5],
  劳动节: [5, 1, 5],
  六一: [6, 1, 1],
  儿童节: [6, 1, 1],
  教师节: [9, 10, 1],
  国庆: [10, 1, 7],
  双十一: [11, 11, 1],
  平安夜: [12, 24, 1],
  圣诞: [12, 24, 2],
};

function weekday(week: number, name: string, calendar: Calendar): Stretch {
  const monday = calendar.today.day - ((calendar.weekday + 6) % 7) + 7 * week;
  if (name === "末") return calendar.days({ ...calendar.today, day: monday + 5 }, 2);
  const place = name === "日" || name === "天" ? 6 : chineseNumber(name) - 1;
  return calendar.days({ ...calendar.today, day: monday + place }, 1);
}

const dayWords: Record<string, number> = { 大前: -3, 前: -2, 昨: -1, 今: 0 };

function ago(count: number, unit: string, calendar: Calendar): Stretch | undefined {
  if (!Number.isFinite(count) || count < 1 || count > 400) return undefined;
  if (unit === "天" || unit === "日") return calendar.fromToday(-count);
  if (unit === "年") return calendar.months(calendar.today.year - count, 1, 12);
  if (unit === "月") return calendar.months(calendar.today.year, calendar.today.month - count);
  return calendar.week(-count);
}

/** Rules in the order they are tried, the longer forms first. */
export const chineseTimes: readonly TimeRule[] = [
  {
    pattern: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g,
    read: ([, y, m, d], calendar) => oneDay(calendar, Number(y), Number(m), Number(d)),
  },
  {
    pattern: new RegExp(`${year}?${number}月${number}(?:[号日]|(?![\\d个]))`, "g"),
    read: ([, y, relative, m = "", d = ""], calendar) =>
      oneDay(calendar, yearOf(y, relative, calendar), chineseNumber(m), chineseNumber(d)),
  },
  {
    pattern: new RegExp(`${year}?(?<![十\\d])${number}月(?:份|[初底中末]|(?!\\d))`, "g"),
    read: ([, y, relative, m = ""], calendar) => {
      const month = chineseNumber(m);
      if (!isDay(month, 1)) return undefined;
      return calendar.months(yearOf(y, relative, calendar) ?? calendar.latestYear(month), month);
    },
  },
  {
    pattern: new RegExp(
      `${year}(春[天季]?|夏[天季]?|秋[天季]?|冬[天季]?|[上下]半年|年?[初底末]|[暑寒]假)(?!节)`,
      "g",
    ),
    read: ([, y, relative, part = ""], calendar) => {
      const named = yearOf(y, relative, calendar);
      return named === undefined ? undefined : partOfYear(part, named, calendar);
    },
  },
  {
    pattern: new RegExp(`${year}?(?<![周期拜])(${Object.keys(feasts).join("|")})`, "g"),
    read: ([, y, relative, name = ""], calendar) => {
      const [month, day, length] = feasts[name] ?? [];
      if (month === undefined || day === undefined) return undefined;
      const named = yearOf(y, relative, calendar) ?? calendar.latestYear(month, day);
      return calendar.days({ year: named, month, day }, length ?? 1);
    },
  },
  {
    pattern: new RegExp(year, "g"),
    read: ([, y, relative], calendar) => {
      const named = yearOf(y, relative, calendar);
      return named === undefined ? undefined : calendar.months(named, 1, 12);
    },
  },
  {
    pattern: /半(年|个月)(?:以|之)?前/g,
    read: ([, unit], calendar) =>
      unit === "年" ? calendar.months(calendar.today.year, calendar.today.month - 7, 3) : calendar.week(-2),
  },
  {
    pattern: new RegExp(`${number}(天|日|个?星期|周|个?礼拜|个月|年)(?:以|之)?前`, "g"),
    read: ([, count = "", unit = ""], calendar) =>
      ago(chineseNumber(count), unit === "个月" ? "月" : unit, calendar),
  },
  { pattern: /前几天|几天前|前两天|这两天|这几天/g, read: (_, calendar) => calendar.fromToday(-5, 6) },
  { pattern: /前阵子|前段时间|前一阵/g, read: (_, calendar) => calendar.fromToday(-45, 40) },
  {
    pattern: /(大前|前|昨|今)(?:[天日早晚夜晨]|儿(?!子))/g,
    read: ([, word = ""], calendar) => calendar.fromToday(dayWords[word] ?? 0),
  },
  {
    pattern: /(上上|上|这|本)(?:个?星期|个?礼拜|个?周)([一二三四五六日天末]?)(?!年)/g,
    read: ([, which = "", day = ""], calendar) => {
      const week = { 上上: -2, 上: -1 }[which] ?? 0;
      return day === "" ? calendar.week(week) : weekday(week, day, calendar);
    },
  },
  {
    pattern: /(?:周|星期|礼拜)([一二三四五六日天末])/g,
    read: ([, day = ""], calendar) => {
      const passed = day === "末" ? 6 : day === "日" || day === "天" ? 7 : chineseNumber(day);
      return weekday(passed <= ((calendar.weekday + 6) % 7) + 1 ? 0 : -1, day, calendar);
    },
  },
  {
    pattern: /(上上|上|这|本)个?月/g,
    read: ([, which = ""], calendar) =>
      calendar.months(calendar.today.year, calendar.today.month + ({ 上上: -2, 上: -1 }[which] ?? 0)),
  },
  {
    pattern: new RegExp(`(?<![\\d月第])${number}[号日](?![线楼门桌店房车床机位院选码球厅])`, "g"),
    read: ([, d = ""], calendar) => {
      const day = chineseNumber(d);
      if (!isDay(1, day)) return undefined;
      const month = day > calendar.today.day ? calendar.today.month - 1 : calendar.today.month;
      return calendar.days({ year: calendar.today.year, month, day }, 1);
    },
  },
];
