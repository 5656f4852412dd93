// How Chinese names days, weeks, months and years.
import { type Calendar, isDay, type Stretch, type TimeRule } from "./calendar.ts";
import { chineseFeasts, feastDays } from "./feasts.ts";

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
/** 24年3月 is a year; 24年 alone is a length of time. */
const year =
  "(?:(\\d{4}|[零〇一二三四五六七八九]{4}|(?<!\\d)[0-4]\\d(?=年\\d{1,2}月))年|(今年|去年|前年|大前年|那年)的?)";

function yearOf(absolute: string | undefined, relative: string | undefined, calendar: Calendar) {
  if (absolute !== undefined) return chineseNumber(absolute) + (absolute.length === 2 ? 2000 : 0);
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

/** The latest such part of a year that has begun. */
function latestPart(part: string, calendar: Calendar): Stretch | undefined {
  const today = calendar.fromToday(0).from;
  for (let back = 0; back < 3; back++) {
    const stretch = partOfYear(part, calendar.today.year - back, calendar);
    if (stretch && stretch.from <= today) return stretch;
  }
  return undefined;
}

const monthBack = (which: string) => ({ 上上: -2, 上: -1 })[which] ?? 0;

/** The first ten days of a month, the ten in its middle, or what follows them. */
function partOfMonth(part: string, year: number, month: number, calendar: Calendar): Stretch {
  const first = { 初: 1, 中: 11 }[part] ?? 21;
  const last = first === 21 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : first + 9;
  return calendar.days({ year, month, day: first }, last - first + 1);
}

/** The days from so many units ago until today. */
function until(count: number, unit: string, calendar: Calendar): Stretch | undefined {
  if (!Number.isFinite(count) || count <= 0 || count > 400) return undefined;
  const days = { 天: 1, 日: 1, 月: 30.5, 年: 365 }[unit] ?? 7;
  const back = Math.round(count * days);
  return calendar.fromToday(-back, back + 1);
}

/** 几个月前: somewhere between two and six of them ago. */
function someAgo(unit: string, calendar: Calendar): Stretch {
  const { year, month } = calendar.today;
  if (unit === "天") return calendar.fromToday(-5, 6);
  if (unit === "年") return calendar.months(year - 6, 1, 60);
  return unit === "月" ? calendar.months(year, month - 6, 5) : calendar.fromToday(-42, 30);
}

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
    pattern: new RegExp(`${year}?${number}月${number}(?:[号日]|(?![\\d个次回趟天月年]))`, "g"),
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
    pattern: new RegExp(`${year}?(?<![周期拜])(${Object.keys(chineseFeasts).join("|")})节?`, "g"),
    read: ([, y, relative, name = ""], calendar) => {
      const feast = chineseFeasts[name];
      return feast && feastDays(feast, yearOf(y, relative, calendar), calendar);
    },
  },
  {
    // 十一 is a number but for its holidays.
    pattern: new RegExp(
      `${year}?(?<![二三四五六七八九十双周期拜])十一(?=期间|假期|长假|黄金周|放假|那几天|那会)`,
      "g",
    ),
    read: ([, y, relative], calendar) => feastDays("national", yearOf(y, relative, calendar), calendar),
  },
  {
    pattern: /(今年|去年|前年|大前年)的?(?:(今天|今日|同一天)|这个?时候|这个?月|这几天|这会儿)/g,
    read: ([, relative, today], calendar) => {
      const named = yearOf(undefined, relative, calendar) ?? calendar.today.year;
      const { month, day } = calendar.today;
      return today === undefined
        ? calendar.months(named, month)
        : calendar.days({ year: named, month, day }, 1);
    },
  },
  {
    pattern:
      /(?<![今去前那每一半几多后明年两二三四五六七八九十\d])(上半年|下半年|年初|年底|年末|[暑寒]假|春天|夏天|秋天|冬天)(?=的时候|时候|里|期间|那会|那阵|那段)|(?<![今去前那每一半几多后明年两二三四五六七八九十\d])(上半年|下半年|年初|年底|年末|[暑寒]假)(?=我们?(?!打算|想|要|会|准备|计划)|聊|都|去了|怎么了|发生|做了)/g,
    read: ([, one, other], calendar) => latestPart(one ?? other ?? "", calendar),
  },
  {
    pattern: /上一?个(春天|夏天|秋天|冬天|[暑寒]假)/g,
    read: ([, part = ""], calendar) => latestPart(part, calendar),
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
  {
    pattern: /几(天|个?星期|周|个?礼拜|个月|年)(?:以|之)?前/g,
    read: ([, unit = ""], calendar) => someAgo(unit === "个月" ? "月" : unit, calendar),
  },
  {
    pattern: new RegExp(
      `(?:最近|过去|近)(?:的?这)?(?:${number}|(几))(天|日|个?星期|周|个?礼拜|个月|年)(?!前|后)`,
      "g",
    ),
    read: ([, count = "", some, unit = ""], calendar) =>
      until(some === undefined ? chineseNumber(count) : 5, unit === "个月" ? "月" : unit, calendar),
  },
  {
    pattern: /(?:最近|过去|近|这)(?:的?这)?半(年|个月)(?!前|后)/g,
    read: ([, unit = ""], calendar) => until(unit === "年" ? 0.5 : 15, unit === "年" ? "年" : "天", calendar),
  },
  { pattern: /前几天|前两天|这两天|这几天/g, read: (_, calendar) => calendar.fromToday(-5, 6) },
  { pattern: /前阵子|前段时间|前一阵/g, read: (_, calendar) => calendar.fromToday(-45, 40) },
  {
    pattern: /(大前|前|昨|今)(?:[天日早晚夜晨]|儿(?!子))/g,
    read: ([, word = ""], calendar) => calendar.fromToday(dayWords[word] ?? 0),
  },
  {
    pattern: /(上上|上|这|本)(?:个?星期|个?礼拜|个?周)(?:的?(?:星期|礼拜|周))?([一二三四五六日天末]?)(?!年)/g,
    read: ([, which = "", day = ""], calendar) => {
      const week = { 上上: -2, 上: -1 }[which] ?? 0;
      return day === "" ? calendar.week(week) : weekday(week, day, calendar);
    },
  },
  {
    pattern: /(?<!每个?)(?:周|星期|礼拜)([一二三四五六日天末])/g,
    read: ([, day = ""], calendar) => {
      const passed = day === "末" ? 6 : day === "日" || day === "天" ? 7 : chineseNumber(day);
      return weekday(passed <= ((calendar.weekday + 6) % 7) + 1 ? 0 : -1, day, calendar);
    },
  },
  {
    pattern: new RegExp(`(上上|上|这|本)个?月的?(?:${number}[号日]|([初中底末]))`, "g"),
    read: ([, which = "", d, part], calendar) => {
      const year = calendar.today.year;
      const month = calendar.today.month + monthBack(which);
      if (part !== undefined) return partOfMonth(part, year, month, calendar);
      const day = chineseNumber(d ?? "");
      return isDay(1, day) ? calendar.days({ year, month, day }, 1) : undefined;
    },
  },
  {
    pattern: /(上上|上|这|本)个?月/g,
    read: ([, which = ""], calendar) =>
      calendar.months(calendar.today.year, calendar.today.month + monthBack(which)),
  },
  {
    pattern: /(?<![上下个这本每份\d一二两三四五六七八九十])月([初中底])(?=的时候|那|我|聊)/g,
    read: ([, part = ""], calendar) => {
      const { year, month } = calendar.today;
      const here = partOfMonth(part, year, month, calendar);
      return here.from <= calendar.fromToday(0).from ? here : partOfMonth(part, year, month - 1, calendar);
    },
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
