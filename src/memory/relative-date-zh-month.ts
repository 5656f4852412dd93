// How Chinese names days of a month, months, parts of the year and feasts: 下个月5号, 明年三月, 去年夏天, 腊月廿三, 国庆.
import {
  type Base,
  type DateRule,
  dayOf,
  dayOfMonthAway,
  isDay,
  monthSpan,
  type PartOfMonth,
  partOfMonth,
  partsOf,
  pick,
  type Reading,
  seasonSpan,
  yearlyDay,
  yearlyMonth,
} from "./relative-date-calendar.ts";
import { feastOf, lunarDay } from "./relative-date-feast.ts";
import { chineseNumber } from "./relative-date-number.ts";
import {
  type Groups,
  number,
  step,
  steps,
  weekdayName,
  year,
  yearOf,
  yearWords,
} from "./relative-date-zh-words.ts";

const parts: Record<string, PartOfMonth> = {
  初: "start",
  中: "middle",
  底: "end",
  末: "end",
  上旬: "first third",
  中旬: "second third",
  下旬: "last third",
};

/** A day and, behind 到, the last day of the stretch that begins with it. */
export function upTo(first: Reading | undefined, lastMonth: string | undefined, last: string | undefined) {
  if (!first || last === undefined) return first;
  const { year, month } = partsOf(first.from);
  const end = dayOf(year, lastMonth === undefined ? month : chineseNumber(lastMonth), chineseNumber(last));
  return end > first.from && end - first.from < 120 ? { from: first.from, to: end } : first;
}

function monthPart(year: number, month: number, part: string | undefined): Reading {
  const named = parts[part ?? ""];
  return named === undefined ? monthSpan(year, month) : partOfMonth(year, month, named);
}

function monthOfYear([, y, relative, m = "", part]: Groups, base: Base): Reading | undefined {
  const span = yearlyMonth(chineseNumber(m), base, yearOf(y, relative, base));
  const named = parts[part ?? ""];
  if (!span || named === undefined) return span;
  const { year, month } = partsOf(span.from);
  return partOfMonth(year, month, named);
}

function monthAway([, which = "", d, last, part]: Groups, base: Base): Reading | undefined {
  const offset = steps[which] ?? 0;
  if (d !== undefined) return upTo(dayOfMonthAway(offset, chineseNumber(d), base), undefined, last);
  const { year, month } = partsOf(dayOf(base.year, base.month + offset, 1));
  return monthPart(year, month, part);
}

const seasons = "春夏秋冬";

function partOfYear(year: number, part: string, base: Base): Reading | undefined {
  const season = seasons.indexOf(part[0] ?? " ");
  if (season >= 0) return seasonSpan(winterYear(year, season, base), season);
  const months: Record<string, [number, number]> = {
    上半年: [1, 6],
    下半年: [7, 6],
    初: [1, 1],
    中: [6, 2],
    底: [12, 1],
    末: [12, 1],
    暑假: [7, 2],
    寒假: [1, 2],
  };
  const [month, count] = months[part.replace(/^年/, "")] ?? [];
  return month === undefined ? undefined : monthSpan(year, month, count);
}

/** In January the winter of 今年 is the one that began in December, unless one to come is meant. */
function winterYear(year: number, season: number, base: Base): number {
  return season === 3 && year === base.year && base.month <= 2 && base.tense !== "future" ? year - 1 : year;
}

/** 上个冬天, 这个暑假, 下个春天: counted among the stretches of that name. */
function namedSeason([, which = "", part = ""]: Groups, base: Base): Reading | undefined {
  const all = [-2, -1, 0, 1, 2].flatMap((offset) => {
    const stretch = partOfYear(base.year + offset, part, { ...base, tense: "future" });
    return stretch ? [stretch] : [];
  });
  if (which === "上") return all.findLast(({ from, to = from }) => to < base.today);
  if (which === "下") return all.find(({ from }) => from > base.today);
  return pick(all, base);
}

const feastNames =
  "春节|除夕|大年三十|年三十|元宵节|端午节?|七夕|中元节|中秋节?|重阳节?|腊八节|元旦|情人节|三八妇女节|妇女节|愚人节|清明节?|劳动节|五一(?:劳动节)?|儿童节|六一(?:儿童节)?|母亲节|父亲节|教师节|国庆节?|万圣节|双十一|感恩节|平安夜|圣诞节?|跨年夜?|复活节";
/** Things and greetings that carry the name of a feast. */
const noFeast =
  "(?!树|老人|帽|歌|礼物|礼盒|卡|快乐|安康|吉祥|红包|粽|月饼|(?:之|以)?后(?!天)|上河图|路|广场|街|村|档)";
const surnames = "李王张刘陈杨赵黄吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭";
function lunarNewYear(day: number, base: Base, year: number | undefined): Reading | undefined {
  return lunarDay(1, day, false, base, year);
}

const lunarMonths: Record<string, number> = { 正: 1, 冬: 11, 腊: 12 };

function readLunar([, y, relative, marker, leap, m = "", d = ""]: Groups, base: Base): Reading | undefined {
  const month = lunarMonths[m] ?? chineseNumber(m);
  if (marker === undefined && leap === undefined && lunarMonths[m] === undefined && !/^[初廿卅]/.test(d))
    return undefined;
  if (!isDay(1, month) || !isDay(1, chineseNumber(d))) return undefined;
  return lunarDay(month, chineseNumber(d), leap !== undefined, base, yearOf(y, relative, base));
}

/** From the eve to the seventh day. */
function newYearHolidays(base: Base, year: number | undefined): Reading | undefined {
  const feast = feastOf("春节", base, year);
  return feast && { ...feast, from: feast.from - 1 };
}

/** Rules in the order they are tried, the longer forms first. */
export const chineseMonths: readonly DateRule[] = [
  {
    pattern: new RegExp(
      `(?:${year}?(?:农历|阴历|旧历|老历)?|(?:农历|阴历|旧历|老历)${year}?)(大?年|大年|正月)初([一二三四五六七八九十])(?!中|级)`,
      "g",
    ),
    read: ([, y, relative, y2, relative2, , d = ""], base) =>
      lunarNewYear(chineseNumber(d), base, yearOf(y ?? y2, relative ?? relative2, base)),
  },
  {
    pattern: new RegExp(
      `${year}?(农历|阴历|旧历|老历)?的?(闰)?(?<![十\\d])(正|冬|腊|十[一二]?|[一二三四五六七八九])月(初[一二三四五六七八九十]|廿[一二三四五六七八九]?|卅|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号]?(?!个|天|月|年)`,
      "g",
    ),
    read: readLunar,
  },
  {
    pattern: new RegExp(
      `${year}?(?<![\\d几])${number}月${number}(?:[号日]|(?![\\d个天月年岁元块点%.倍次]))(?:[（(]?${weekdayName}[一二三四五六日天][)）]?)?(?:(?:到|至|[-~—–])(?:${number}月)?${number}[号日])?`,
      "g",
    ),
    read: ([, y, relative, m = "", d = "", lastMonth, last], base) =>
      upTo(yearlyDay(chineseNumber(m), chineseNumber(d), base, yearOf(y, relative, base)), lastMonth, last),
  },
  {
    pattern: new RegExp(
      `(?<!以)${step}个?月(?!亮|饼|经|球|光|老)(?:的?${number}[号日](?:(?:到|至|[-~—–])${number}[号日])?|的?([上中下]旬|初(?![一二三四五六七八九十])|中(?!旬)|底|末))?`,
      "g",
    ),
    read: monthAway,
  },
  {
    pattern: new RegExp(
      `${year}?(?<![十\\d几半第])${number}月(?!兔|天(?!气)|大|龄|长安|流火|的天)(?:份的?)?([上中下]旬|初|中(?!旬)|底|末)?(?!\\d)`,
      "g",
    ),
    read: monthOfYear,
  },
  {
    pattern: /(?<![个岁\d一二三四五六七八九十])月(底|初|末|[上中下]旬)/g,
    read: ([, part], base) => monthPart(base.year, base.month, part),
  },
  {
    pattern: new RegExp(
      `${year}?(?:上一?个|下一?个|这个|今年)?(?<![${surnames}周期拜])(?<![零〇一二三四五六七八九十\\d])(${feastNames})${noFeast}(?:假期|期间|长假|那天|当天)?`,
      "g",
    ),
    read: ([, y, relative, name = ""], base) =>
      feastOf(/^(?:五一|六一)/.test(name) ? name.slice(0, 2) : name, base, yearOf(y, relative, base)),
  },
  {
    pattern: new RegExp(`${year}?十一(?=假期|长假|黄金周|放假)`, "g"),
    read: ([, y, relative], base) => feastOf("国庆", base, yearOf(y, relative, base)),
  },
  {
    pattern: new RegExp(`${year}?(?<![不要会难好])过年(?!好|啦|快乐)`, "g"),
    read: ([, y, relative], base) => newYearHolidays(base, yearOf(y, relative, base)),
  },
  {
    pattern: new RegExp(
      `${year}(春[天季]?|夏[天季]?|秋[天季]?|冬[天季]?|[上下]半年|年?[初底末中]|[暑寒]假)(?!节)`,
      "g",
    ),
    read: ([, y, relative, part = ""], base) => {
      const named = yearOf(y, relative, base);
      return named === undefined ? undefined : partOfYear(named, part, base);
    },
  },
  { pattern: /(上|这|下)一?个?(春天|夏天|秋天|冬天|暑假|寒假)/g, read: namedSeason },
  {
    pattern: /(?<![一-鿿])年([初底末])(?!一)|(?<=[，。！？、我在到要])年([初底末])/g,
    read: ([, a, b], base) => partOfYear(base.year, a ?? b ?? "", base),
  },
  {
    pattern: /(?<!\d)((?:19|20)\d{2})年(?![前后多来历])/g,
    read: ([, y], _base) => monthSpan(Number(y), 1, 12),
  },
  {
    pattern: /大前年|前年(?!龄)|去年|今年|明年|大后年|(?<![以之然])后年/g,
    read: ([word = ""], base) => monthSpan(base.year + (yearWords[word] ?? 0), 1, 12),
  },
];
