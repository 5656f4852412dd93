// Feasts as days of a year: fixed ones, those of a weekday, Easter, and those that go by the moon.
import type { Calendar, Day, Stretch } from "./calendar.ts";

/** The day on which a feast of one year begins, and how many days it lasts. `year`: the one whose calendar holds its first day. */
type Feast = { first: (year: number) => Day | undefined; days: number };

const fixed = (month: number, day: number, days = 1): Feast => ({
  first: (year) => ({ year, month, day }),
  days,
});

/** The n-th such weekday (0 is Sunday) of a month. */
const nth = (month: number, weekday: number, n: number): Feast => ({
  first: (year) => {
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
    return { year, month, day: 1 + ((weekday - first + 7) % 7) + 7 * (n - 1) };
  },
  days: 1,
});

const moon = new Intl.DateTimeFormat("en-u-ca-chinese", {
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});
const dayMs = 86_400_000;
const known = new Map<string, Day | undefined>();

/** The lunar year begins between 21 January and 21 February; a month has 29 or 30 days, and a leap month may stand before. */
function lunarDay(year: number, month: number, day: number): Day | undefined {
  const key = `${year} ${month} ${day}`;
  if (known.has(key)) return known.get(key);
  let found: Day | undefined;
  const start = Date.UTC(year, 0, 20 + 29 * (month - 1) + day);
  for (let at = start; at < start + 80 * dayMs && !found; at += dayMs) {
    const date = new Date(at);
    if (moon.format(date) === `${month}/${day}`)
      found = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
  known.set(key, found);
  return found;
}

/** `before`: days by which it begins earlier. */
const lunar = (month: number, day: number, days = 1, before = 0): Feast => ({
  first: (year) => {
    const found = lunarDay(year, month, day);
    return found && { ...found, day: found.day - before };
  },
  days,
});

/** Sunday after the first full moon of spring, by the Gregorian church calendar. */
function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const shift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const age = (shift + 19 * golden + 15) % 30;
  const moonDay =
    age - Math.floor(age / 28) * (1 - Math.floor(29 / (age + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moonDay + 2 - century + Math.floor(century / 4)) % 7;
  return { year, month: 3, day: 28 + moonDay - weekday };
}

const feasts = {
  newYear: fixed(1, 1),
  newYears: fixed(12, 31, 2),
  lastNight: fixed(12, 31),
  valentine: fixed(2, 14),
  women: fixed(3, 8),
  fools: fixed(4, 1),
  qingming: fixed(4, 4, 3),
  labour: fixed(5, 1, 5),
  children: fixed(6, 1),
  mothers: nth(5, 0, 2),
  fathers: nth(6, 0, 3),
  teachers: fixed(9, 10),
  national: fixed(10, 1, 7),
  halloween: fixed(10, 31),
  singles: fixed(11, 11),
  sales: fixed(12, 12),
  thanksgiving: nth(11, 4, 4),
  christmasEve: fixed(12, 24),
  christmasDay: fixed(12, 25),
  christmasDays: fixed(12, 24, 2),
  christmas: fixed(12, 24, 3),
  easter: { first: easterSunday, days: 2 },
  springEve: lunar(1, 1, 1, 1),
  springDay: lunar(1, 1),
  /** From its eve to the seventh day. */
  spring: lunar(1, 1, 8, 1),
  lantern: lunar(1, 15),
  dragon: lunar(5, 5),
  seventh: lunar(7, 7),
  moon: lunar(8, 15),
  ninth: lunar(9, 9),
} as const satisfies Record<string, Feast>;

export type FeastName = keyof typeof feasts;

/** The days of a feast in one year, or where none is named the latest ones that have begun; undefined where a year has none. */
export function feastDays(
  name: FeastName,
  year: number | undefined,
  calendar: Calendar,
): Stretch | undefined {
  const { first, days }: Feast = feasts[name];
  const inYear = (one: number): Stretch | undefined => {
    const day = first(one);
    return day && calendar.days(day, days);
  };
  if (year !== undefined) return inYear(year);
  const today = calendar.fromToday(0).from;
  for (let back = 0; back < 3; back++) {
    const stretch = inYear(calendar.today.year - back);
    if (stretch && stretch.from <= today) return stretch;
  }
  return undefined;
}

/** Names in Chinese. */
export const chineseFeasts: Readonly<Record<string, FeastName>> = {
  元旦: "newYear",
  跨年: "newYears",
  情人节: "valentine",
  妇女节: "women",
  愚人节: "fools",
  清明: "qingming",
  五一: "labour",
  劳动节: "labour",
  六一: "children",
  儿童节: "children",
  母亲节: "mothers",
  父亲节: "fathers",
  教师节: "teachers",
  国庆: "national",
  万圣节: "halloween",
  双十一: "singles",
  双11: "singles",
  光棍节: "singles",
  双十二: "sales",
  双12: "sales",
  感恩节: "thanksgiving",
  平安夜: "christmasEve",
  圣诞: "christmasDays",
  复活节: "easter",
  除夕: "springEve",
  年三十: "springEve",
  大年夜: "springEve",
  大年初一: "springDay",
  春节: "spring",
  过年: "spring",
  元宵: "lantern",
  端午: "dragon",
  七夕: "seventh",
  中秋: "moon",
  重阳: "ninth",
};

/** Names in English, lower case, straight apostrophes; the longer ones first. */
export const englishFeasts: readonly (readonly [string, FeastName])[] = [
  ["(?:chinese|lunar) new year's eve", "springEve"],
  ["(?:chinese|lunar) new year|spring festival", "spring"],
  ["new year's eve", "lastNight"],
  ["new year's day", "newYear"],
  ["new year(?:'s)?", "newYears"],
  ["valentine's(?: day)?", "valentine"],
  ["april fools'?(?: day)?", "fools"],
  ["(?:the )?may (?:day )?holidays?|may day", "labour"],
  ["mother's day", "mothers"],
  ["father's day", "fathers"],
  ["(?:chinese )?national day|golden week", "national"],
  ["halloween", "halloween"],
  ["thanksgiving", "thanksgiving"],
  ["christmas eve", "christmasEve"],
  ["christmas day", "christmasDay"],
  ["christmas|xmas", "christmas"],
  ["easter", "easter"],
  ["lantern festival", "lantern"],
  ["dragon boat(?: festival)?", "dragon"],
  ["qixi", "seventh"],
  ["mid-?autumn(?: festival)?|moon festival", "moon"],
];
