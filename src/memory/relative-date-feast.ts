// Feasts of both calendars as days: what is fixed, what moves, and which year's is meant.
import { lunarToSolar } from "./lunar-date.ts";
import { type Base, type DayNumber, dayOf, pick, type Reading, weekdayOf } from "./relative-date-calendar.ts";

/** The days on which a feast of one year begins, and how long it lasts. `year` counts by the calendar of the feast. */
type Feast = { first: (year: number) => DayNumber | undefined; days: number };

const fixed = (month: number, day: number, days = 1): Feast => ({
  first: (year) => dayOf(year, month, day),
  days,
});
const lunar = (month: number, day: number, days = 1): Feast => ({
  first: (year) => {
    const solar = lunarToSolar(year, month, day);
    return solar && dayOf(solar.year, solar.month, solar.day);
  },
  days,
});
/** The n-th such weekday (0 is Monday) of a month. */
const nth = (month: number, weekday: number, n: number): Feast => ({
  first: (year) => {
    const first = dayOf(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
  },
  days: 1,
});

/** Sunday after the first full moon of spring, by the Gregorian church calendar. */
function easterSunday(year: number): DayNumber {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const solarShift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const age = (solarShift + 19 * golden + 15) % 30;
  const moon = age - Math.floor(age / 28) * (1 - Math.floor(29 / (age + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return dayOf(year, 3, 28 + moon - weekday);
}

/** Pure Brightness: right for 1901 to 2099. */
function qingming(year: number): DayNumber {
  const inCentury = year % 100;
  const shift = year >= 2000 ? 4.81 : 5.59;
  return dayOf(year, 4, Math.floor(inCentury * 0.2422 + shift) - Math.floor(inCentury / 4));
}

/** The last day of the lunar year, whether it has 29 or 30 in its last month. */
const newYearsEve = lunar(12, 30);

const feasts: Record<string, Feast> = {
  newYear: fixed(1, 1),
  valentine: fixed(2, 14),
  women: fixed(3, 8),
  fools: fixed(4, 1),
  qingming: { first: qingming, days: 1 },
  labour: fixed(5, 1, 5),
  children: fixed(6, 1),
  mothers: nth(5, 6, 2),
  fathers: nth(6, 6, 3),
  teachers: fixed(9, 10),
  national: fixed(10, 1, 7),
  halloween: fixed(10, 31),
  singles: fixed(11, 11),
  thanksgiving: nth(11, 3, 4),
  christmasEve: fixed(12, 24),
  christmas: fixed(12, 25),
  boxing: fixed(12, 26),
  lastNight: fixed(12, 31),
  easter: { first: easterSunday, days: 1 },
  goodFriday: { first: (year) => easterSunday(year) - 2, days: 1 },
  laba: lunar(12, 8),
  eve: newYearsEve,
  spring: lunar(1, 1, 7),
  lantern: lunar(1, 15),
  dragon: lunar(5, 5),
  seventh: lunar(7, 7),
  ghosts: lunar(7, 15),
  moon: lunar(8, 15),
  ninth: lunar(9, 9),
};

/** Words of both languages for a feast, in small letters, without spaces, apostrophes, "day" and 节. */
const names: Record<string, string> = {
  元旦: "newYear",
  newyears: "newYear",
  情人: "valentine",
  valentines: "valentine",
  妇女: "women",
  三八妇女: "women",
  愚人: "fools",
  aprilfools: "fools",
  清明: "qingming",
  qingming: "qingming",
  劳动: "labour",
  五一: "labour",
  儿童: "children",
  六一: "children",
  母亲: "mothers",
  mothers: "mothers",
  父亲: "fathers",
  fathers: "fathers",
  教师: "teachers",
  国庆: "national",
  万圣: "halloween",
  halloween: "halloween",
  双十一: "singles",
  感恩: "thanksgiving",
  thanksgiving: "thanksgiving",
  平安夜: "christmasEve",
  christmaseve: "christmasEve",
  圣诞: "christmas",
  christmas: "christmas",
  xmas: "christmas",
  boxing: "boxing",
  跨年夜: "lastNight",
  跨年: "lastNight",
  newyearseve: "lastNight",
  复活: "easter",
  easter: "easter",
  eastersunday: "easter",
  goodfriday: "goodFriday",
  腊八: "laba",
  除夕: "eve",
  大年三十: "eve",
  年三十: "eve",
  chinesenewyearseve: "eve",
  lunarnewyearseve: "eve",
  春节: "spring",
  chinesenewyear: "spring",
  lunarnewyear: "spring",
  springfestival: "spring",
  元宵: "lantern",
  lanternfestival: "lantern",
  端午: "dragon",
  dragonboatfestival: "dragon",
  七夕: "seventh",
  中元: "ghosts",
  中秋: "moon",
  midautumnfestival: "moon",
  moonfestival: "moon",
  重阳: "ninth",
};

/** Feasts that end a lunar year: this year's may lie in the next solar one. */
const lateInYear = new Set(["laba", "eve"]);

/**
 * The feast that a name means, in the solar year given, or the one that tense and nearness choose. `undefined` for a name
 * that is none.
 */
export function feastOf(name: string, base: Base, year?: number): Reading | undefined {
  const bare = name.toLowerCase().replace(/[\s'-]/g, "");
  const key = names[bare] ?? names[bare.replace(/节$/, "")] ?? names[bare.replace(/day$/, "")];
  const feast = key === undefined ? undefined : feasts[key];
  if (!feast || key === undefined) return undefined;
  const all = occurrences(feast, base.year);
  if (year === undefined) return pick(all, base);
  const inYear = occurrences(feast, year).find(({ from }) => yearOf(from) === year);
  if (
    lateInYear.has(key) &&
    year === base.year &&
    base.tense !== "past" &&
    (inYear?.from ?? 0) < base.today
  ) {
    return all.find(({ from }) => from >= base.today);
  }
  return inYear;
}

/** A day of the lunar year (month 1 to 12) in the lunar year given, or as tense and nearness choose. */
export function lunarDay(
  month: number,
  day: number,
  leap: boolean,
  base: Base,
  year?: number,
): Reading | undefined {
  const first = (y: number) => {
    const solar = lunarToSolar(y, month, day, leap);
    return solar && dayOf(solar.year, solar.month, solar.day);
  };
  if (year !== undefined) {
    const from = first(year);
    return from === undefined ? undefined : { from };
  }
  return pick(occurrences({ first, days: 1 }, base.year), base);
}

function occurrences(feast: Feast, year: number): Reading[] {
  return [-2, -1, 0, 1, 2].flatMap((offset) => {
    const from = feast.first(year + offset);
    return from === undefined ? [] : [feast.days === 1 ? { from } : { from, to: from + feast.days - 1 }];
  });
}

function yearOf(day: DayNumber): number {
  return new Date(day * 86_400_000).getUTCFullYear();
}
