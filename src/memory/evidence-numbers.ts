// Whether the numbers and days of a claim were said: in digits, in words, or by a relative date that comes to that day and no other.
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { localTime } from "../schema/zone.ts";
import { numbersIn, withDigits } from "./fact-numerals.ts";
import { resolveDates } from "./relative-date.ts";

/** 你怎么听成12？, "How did you get 12?": what is asked about was not said. */
const wondering =
  /(?<![^。！？?!.\n])(?=[^。！？?!.\n]*(?:怎么|为什么|什么|\b(?:how|why|what)\b))[^。！？?!.\n]*[?？]/gi;

const relativeWord =
  /[前昨今明后]天|[前昨今明后去]年|[上下这本]个?(?:周|星期|礼拜|月|学期)|周[一二三四五六日天]|星期|[今昨明]晚|\b(?:today|tonight|yesterday|tomorrow|ago|(?:last|next|this) \w+|before last|in (?:an?|two|three|\d+) \w+|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

/** "The winter before last" lies up to two calendar years back. */
const twoBack = /\bbefore last\b|前年/i;

/** A stretch of so many days may be dated to one of them; a longer one only to its month or year. */
const longestStretch = 9;
const dayLength = 86_400_000;

/** 腊月 is the twelfth month, and 廿三 the 23rd. */
const lunarWords: readonly (readonly [RegExp, string])[] = [
  [/正月/g, "1月"],
  [/冬月/g, "11月"],
  [/腊月/g, "12月"],
  [/初(?=[一二三四五六七八九十])/g, ""],
  [/廿(?=[一二三四五六七八九])/g, "二十"],
];

export type Said = {
  /** The message of the quote. */
  own: string;
  /** What the person said around it and in it, each with its moment. */
  near: readonly { text: string; at: Seconds }[];
  at: Seconds;
  zone: string;
};

/** "YYYY-MM-DD" for the days that the words name and for each day of a short stretch; of a longer one "YYYY-MM" or "YYYY". */
function daysNamed({ near, zone }: Said): string[] {
  return near.flatMap(({ text, at }) =>
    resolveDates(text, at, zone).flatMap(({ date, end = date, candidates = [] }) => {
      const [from, to] = [Date.parse(date), Date.parse(end)];
      const length = Math.round((to - from) / dayLength) + 1;
      if (length > longestStretch) {
        const exact = date.slice(0, 7) === end.slice(0, 7) ? 7 : 4;
        return [date.slice(0, exact), end.slice(0, exact)];
      }
      const days = Array.from({ length }, (_, i) =>
        new Date(from + i * dayLength).toISOString().slice(0, 10),
      );
      return [...candidates, ...days];
    }),
  );
}

const plainNumber = (text: string) => text.replace(/^0+(?=\d)/, "");

/** 半 and 一刻 are minutes, and three in the afternoon is 15. */
function clockNumbers(text: string): string[] {
  const found: string[] = [];
  if (/[点时]半|\bhalf past\b/i.test(text)) found.push("30");
  if (/一刻|\bquarter past\b/i.test(text)) found.push("15");
  if (/三刻|\bquarter to\b/i.test(text)) found.push("45");
  if (/下午|晚上?|傍晚|中午|夜里|\bp\.?m\b|\b(?:afternoon|evening|night|tonight)\b/i.test(text))
    for (const number of numbersIn(text)) if (Number(number) < 12) found.push(String(Number(number) + 12));
  return found;
}

const monthDay = /(?<![\d-])(?:\d{4}\s*[-年/.]\s*)?(\d{1,2})\s*[-月/]\s*(\d{1,2})(?![\d-])/g;

/** "3-18" for each month and day that a text writes in digits. */
function monthDaysIn(text: string): string[] {
  return [...text.matchAll(monthDay)].map(
    ([, month = "", day = ""]) => `${plainNumber(month)}-${plainNumber(day)}`,
  );
}

/**
 * True where every number in digits that the claim names was said near by, in words or digits, or is part of the day on which
 * it was said, or of a day that was named by a relative date (昨天, "next week"): that day, and no other. A claim that spells out
 * a relative date of its own message must come to that day with month and day at once.
 */
export function numbersHold(claim: string, said: Said): boolean {
  const { own, near, at, zone } = said;
  const { year, month, day } = localTime(at, zone);
  const stated = near
    .map(({ text }) =>
      lunarWords.reduce((plain, [word, digits]) => plain.replace(word, digits), simplify(text)),
    )
    .join("\n")
    .replace(wondering, " ");
  const days = [...daysNamed(said), [year, month, day].join("-")];
  const known = numbersIn(stated);
  for (const one of days) for (const part of one.split("-")) known.add(plainNumber(part));
  for (const number of clockNumbers(stated)) known.add(number);
  const digits = withDigits(stated.normalize("NFKC").toLowerCase());
  const plain = simplify(claim.normalize("NFKC"));
  const isDated = near.some(({ text }) => relativeWord.test(simplify(text)));
  const years = near.some(({ text }) => twoBack.test(text)) ? 2 : 1;
  const holds = (plain.match(/\d+/g) ?? []).map(plainNumber).every((number) => {
    if (known.has(number) || number === "0") return true;
    if (isDated && /^(?:19|20)\d\d$/.test(number)) return Math.abs(Number(number) - year) <= years;
    return number.length > 2 && digits.includes(number);
  });
  if (!holds || !relativeWord.test(simplify(own))) return holds;
  const named = new Set([...monthDaysIn(digits), ...days.flatMap((one) => monthDaysIn(one))]);
  return monthDaysIn(plain).every((one) => named.has(one));
}
