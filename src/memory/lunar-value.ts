// A lunar day as the value of a fact: one form for all ways to write it, what makes a birthday lunar, and the words it is shown in.
import type { Language } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { numbersIn } from "./fact-numerals.ts";
import { lunarDates, parseLunarDate } from "./lunar-date.ts";

const two = (n: number) => String(n).padStart(2, "0");
const eve = /大年三十|年三十|大年夜|除夕/;

/** Words that may stand around a lunar day without saying more. */
const around =
  /农历|阴历|旧历|老历|夏历|[日号的]|那天|\b(?:the|on|in|by|of|chinese|lunar|calendar)\b|[\s(),，（）:：]/gi;

/**
 * A lunar day of every year in one form, "lunar:12-08" or "lunar:leap-06-01", where the text is that day and nothing else
 * (农历腊月初八, 正月廿三, "lunar August 15"). A day of one year, and 除夕 by its name, stay as they are: undefined.
 */
export function lunarValue(words: string): string | undefined {
  const text = simplify(words);
  const [date, ...others] = lunarDates(text);
  if (date === undefined || others.length > 0 || date.year !== undefined || date.expression.search(eve) === 0)
    return undefined;
  const rest = text.slice(0, date.index) + text.slice(date.index + date.expression.length);
  if (rest.replace(around, "") !== "") return undefined;
  return `lunar:${date.leap ? "leap-" : ""}${two(date.month)}-${two(date.day)}`;
}

const lunarBirthday =
  /(?:农历|阴历|旧历|老历)的?(?:生日|大寿|生辰)|(?:生日|大寿|生辰)(?:是)?(?:按|过|算|用)?(?:的是)?(?:农历|阴历|旧历|老历)|\blunar(?:[ -]calendar)? birthday|\bbirthday\b.{0,20}\b(?:lunar|chinese) calendar/i;
const solarToo = /公历|阳历|新历|国历|西历|\b(?:solar|gregorian|western)\b/i;

/**
 * The lunar form of a birthday ("08-15") whose words call the birthday lunar and the day alone not: 我农历生日是八月十五, "my lunar
 * birthday is August 15". Undefined where they do not, or where the day stands in a clause about the solar one.
 */
export function lunarAsSaid(value: string, said: string): string | undefined {
  const words = simplify(said);
  const day = /^(\d\d)-(\d\d)$/.exec(value);
  if (day === null) return undefined;
  const clauses = solarToo.test(words) ? words.split(/[，,。.;；]|\b(?:and|but)\b/i) : [words];
  const number = String(Number(day[2]));
  const says = clauses.some(
    (clause) => lunarBirthday.test(clause) && !solarToo.test(clause) && numbersIn(clause).has(number),
  );
  return says ? `lunar:${value}` : undefined;
}

const ordinalOf = (n: number) => {
  const last = n % 10;
  const isTeen = Math.floor(n / 10) === 1;
  return `${n}${isTeen ? "th" : (["th", "st", "nd", "rd"][last] ?? "th")}`;
};
const signs = "一二三四五六七八九十";

function dayZhOf(day: number): string {
  if (day <= 10) return `初${signs[day - 1]}`;
  if (day < 20) return `十${signs[day - 11]}`;
  if (day === 20) return "二十";
  return day === 30 ? "三十" : `廿${signs[day - 21]}`;
}

/** A stored lunar day in words: 农历腊月初八, "the 8th day of the 12th lunar month". Undefined for anything else. */
export function lunarText(value: string, language: Language): string | undefined {
  const date = value.startsWith("lunar:") ? parseLunarDate(value) : undefined;
  if (date?.expression !== value) return undefined;
  const { month, day, leap } = date;
  if (language === "en")
    return `the ${ordinalOf(day)} day of the ${leap ? "leap " : ""}${ordinalOf(month)} lunar month`;
  const name = { 1: "正", 11: "冬", 12: "腊" }[month] ?? signs[month - 1];
  return `农历${leap ? "闰" : ""}${name}月${dayZhOf(day)}`;
}
