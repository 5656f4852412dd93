// Days of the Chinese lunar calendar: read from words, turned into solar days, and the next birthday that is kept by them.
import { LunarMonth } from "lunar-typescript";
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { localTime } from "../schema/zone.ts";
import { chineseNumber, englishNumber } from "./relative-date-number.ts";

export type SolarDay = { year: number; month: number; day: number };

/** A day of the lunar year. `index` and `expression` say where in the text it stands. */
export type LunarDate = {
  year?: number;
  month: number;
  day: number;
  leap: boolean;
  expression: string;
  index: number;
};

/** Beyond these years the tables of new moons are a matter of argument. */
const firstYear = 1900;
const lastYear = 2100;

/**
 * The solar day of a lunar one. Where the month has only 29 days the 30th is its 29th, as families keep it.
 * `undefined` where there is no such month (a leap month the year does not have) or the year is outside 1900–2100.
 */
export function lunarToSolar(year: number, month: number, day: number, leap = false): SolarDay | undefined {
  if (![year, month, day].every(Number.isInteger)) return undefined;
  if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1 || day > 30) return undefined;
  const found = LunarMonth.fromYm(year, leap ? -month : month);
  if (!found) return undefined;
  // The library throws for the 30th of a short month, so the day is counted from the month's first.
  const julian = found.getFirstJulianDay() + Math.min(day, found.getDayCount()) - 1;
  const date = new Date(Math.floor(julian - 2_440_587.5) * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * "YYYY-MM-DD" of the next time a lunar birthday is kept, on the local day of `from` (unix seconds) or after it.
 * One born in a leap month keeps it in that month where the year has it, otherwise in the plain one.
 * `undefined` for a day that no lunar year has.
 */
export function nextLunarBirthday(
  month: number,
  day: number,
  from: Seconds,
  zone: string,
  leap = false,
): string | undefined {
  const now = localTime(from, zone);
  const today = iso(now);
  // A lunar year begins in January or February, so last year's months may still lie ahead.
  for (const year of [now.year - 1, now.year, now.year + 1]) {
    const kept = (leap && lunarToSolar(year, month, day, true)) || lunarToSolar(year, month, day);
    if (kept && iso(kept) >= today) return iso(kept);
  }
  return undefined;
}

const two = (n: number) => String(n).padStart(2, "0");
const iso = (day: SolarDay) => `${String(day.year).padStart(4, "0")}-${two(day.month)}-${two(day.day)}`;

const marker = "(?:农历|阴历|旧历|老历|夏历)";
const monthZh = "(?<![十\\d])(正|冬|腊|十[一二]?|[一二三四五六七八九]|1[0-2]|0?[1-9])月";
const dayZh =
  "(初[一二三四五六七八九十]|廿[一二三四五六七八九]?|卅|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九]|[12]\\d|30|0?[1-9])";
const yearZh = "(?:(\\d{4}|[零〇一二三四五六七八九]{4})年的?)?";
const chinese = new RegExp(
  `(${marker})?(?:的|是|生日)?(?:[:：]\\s*)?${yearZh}(${marker})?的?(闰)?${monthZh}${dayZh}[日号]?(?!个|天|月|年)`,
  "g",
);
const eve = /(?:大年三十|年三十|大年夜|除夕)/;

const monthNames =
  "january|february|march|april|may|june|july|august|september|october|november|december".split("|");
const name = `(${monthNames.join("|")})`;
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
const place =
  "(\\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)";
const lunar = "(?:lunar|(?:in|by|on|of)\\s+the\\s+(?:chinese\\s+)?lunar\\s+calendar)";

type EnglishForm = { pattern: RegExp; month: number; day: number; leap?: number };
/** Numbers are places of the groups. */
const english: readonly EnglishForm[] = [
  {
    pattern: new RegExp(
      `\\b(?:the\\s+)?${place}\\s+(?:day\\s+)?of\\s+the\\s+(leap\\s+)?${place}\\s+lunar\\s+month`,
      "i",
    ),
    day: 1,
    leap: 2,
    month: 3,
  },
  {
    pattern: new RegExp(
      `\\b(?:the\\s+)?(leap\\s+)?${place}\\s+lunar\\s+month,?\\s+(?:the\\s+)?${ordinal}(?:\\s+day)?\\b`,
      "i",
    ),
    leap: 1,
    month: 2,
    day: 3,
  },
  { pattern: new RegExp(`\\blunar\\s+${name}\\s+${ordinal}\\b`, "i"), month: 1, day: 2 },
  { pattern: /\blunar(?:\s+calendar)?:?\s+(\d{1,2})\/(\d{1,2})\b/i, month: 1, day: 2 },
  { pattern: new RegExp(`\\b${name}\\s+${ordinal},?\\s*\\(?${lunar}\\b\\)?`, "i"), month: 1, day: 2 },
];

/**
 * The first lunar day that a text names (农历八月十五, 腊月廿三, 闰六月初一, 除夕; "the 15th day of the 8th lunar month").
 * A day counts as lunar where the text says so, or where its month (正 冬 腊) or its day (初五, 廿三) is written as only
 * lunar days are; 八月十五 alone is a solar day. `undefined` where there is none.
 */
export function parseLunarDate(text: string): LunarDate | undefined {
  return lunarDates(text)[0];
}

/** All lunar days that a text names, in the order of the text. */
export function lunarDates(text: string): LunarDate[] {
  const plain = simplify(text);
  const found = [...chineseDates(plain), ...englishDates(plain), ...storedDates(plain)];
  const night = eve.exec(plain);
  if (night) found.push({ month: 12, day: 30, leap: false, expression: night[0], index: night.index });
  return found
    .map((one) => ({ ...one, expression: text.slice(one.index, one.index + one.expression.length) }))
    .sort((a, b) => a.index - b.index);
}

const namedMonths: Record<string, number> = { 正: 1, 冬: 11, 腊: 12 };

function chineseDates(text: string): LunarDate[] {
  return [...text.matchAll(chinese)].flatMap((match) => {
    const [expression, before, year, after, leap, month = "", day = ""] = match;
    const said = before ?? after ?? leap ?? namedMonths[month] ?? /^[初廿卅]/.exec(day)?.[0];
    if (said === undefined) return [];
    // Words that only lead to the date are no part of it.
    const lead =
      before === undefined ? (/^(?:的|是|生日)?(?:[:：]\s*)?/.exec(expression)?.[0].length ?? 0) : 0;
    const date = lunarDate(
      namedMonths[month] ?? chineseNumber(month),
      chineseNumber(day),
      leap !== undefined,
    );
    if (!date) return [];
    return [
      {
        ...(year === undefined ? {} : { year: chineseNumber(year) }),
        ...date,
        expression: expression.slice(lead),
        index: match.index + lead,
      },
    ];
  });
}

function englishDates(text: string): LunarDate[] {
  return english.flatMap(({ pattern, month, day, leap }) => {
    const match = pattern.exec(text);
    if (!match) return [];
    const named = match[month]?.toLowerCase() ?? "";
    const number = monthNames.indexOf(named) + 1 || englishNumber(named);
    const date = lunarDate(
      number,
      Number.parseInt(match[day] ?? "", 10) || englishNumber(match[day] ?? ""),
      leap !== undefined && match[leap] !== undefined,
    );
    return date ? [{ ...date, expression: match[0], index: match.index }] : [];
  });
}

/** As values keep it: "lunar:12-08", "lunar:leap-06-01". */
const stored = /(?:\blunar|农历|阴历|旧历)[:：]?\s?(leap-)?(\d\d)-(\d\d)(?!\d)/g;

function storedDates(text: string): LunarDate[] {
  return [...text.matchAll(stored)].flatMap((match) => {
    const date = lunarDate(Number(match[2]), Number(match[3]), match[1] !== undefined);
    return date ? [{ ...date, expression: match[0], index: match.index }] : [];
  });
}

function lunarDate(month: number, day: number, leap: boolean) {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 30)) return undefined;
  return { month, day, leap };
}
