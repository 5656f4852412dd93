// How English names days, weeks, months and years.
import { type Calendar, isDay, type Stretch, type TimeRule } from "./calendar.ts";
import { englishFeasts, feastDays } from "./feasts.ts";

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdayName = "(sunday|monday|tuesday|wednesday|thursday|friday|saturday)";
const seasons = ["spring", "summer", "autumn", "winter"];
const season = "(spring|summer|autumn|fall|winter)";
const words = ["a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const count = `(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few|couple of|few|several)`;
/** A year behind a day, a month or a season. */
const ofYear = "(?:,?\\s+(?:of\\s+)?(\\d{4}|(?:last|this) year|the year before last)\\b)";

const monthOf = (name = "") => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const seasonOf = (name = "") => (name.toLowerCase() === "fall" ? 2 : seasons.indexOf(name.toLowerCase()));

function countOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const word = text.toLowerCase();
  if (/couple/.test(word)) return 2;
  if (/few|several/.test(word)) return 3;
  return word === "an" ? 1 : Math.max(1, words.indexOf(word));
}

/** The year that is named behind a day; undefined where none is. */
function yearOf(said: string | undefined, calendar: Calendar): number | undefined {
  if (said === undefined || /^\d/.test(said)) return said === undefined ? undefined : Number(said);
  const back = { last: 1, this: 0 }[said.slice(0, 4).toLowerCase()] ?? 2;
  return calendar.today.year - back;
}

function oneDay(calendar: Calendar, month: number, day: number, year?: string): Stretch | undefined {
  if (!isDay(month, day)) return undefined;
  return calendar.days({ year: yearOf(year, calendar) ?? calendar.latestYear(month, day), month, day }, 1);
}

/** The days from so many units ago until today. */
function until(count: number, unit: string, calendar: Calendar): Stretch {
  const days = { day: 1, night: 1, week: 7, weekend: 7, month: 30.5, year: 365 }[unit] ?? 14;
  const back = Math.round(count * days);
  return calendar.fromToday(-back, back + 1);
}

function ago(count: number, unit: string, calendar: Calendar): Stretch {
  const { year, month } = calendar.today;
  if (unit === "day") return calendar.fromToday(-count);
  if (unit === "week") return calendar.fromToday(-7 * count - 2, 5);
  if (unit === "fortnight") return calendar.fromToday(-14 * count - 2, 5);
  return unit === "month" ? calendar.months(year, month - count) : calendar.months(year - count, 1, 12);
}

/** The latest season of that name that has begun; "last" needs one that is over. */
function latestSeason(season: number, over: boolean, calendar: Calendar): Stretch {
  const here = calendar.fromToday(0).from;
  for (let year = calendar.today.year; ; year--) {
    const stretch = calendar.season(year, season);
    if ((over ? stretch.to : stretch.from) <= here) return stretch;
  }
}

function lastWeekday(name: string, last: boolean, calendar: Calendar): Stretch {
  const wanted = weekdays.indexOf(name.slice(0, 3).toLowerCase());
  const back = (calendar.weekday - wanted + 7) % 7;
  return calendar.fromToday(-(back === 0 && last ? 7 : back));
}

function beforeLast(unit: string, calendar: Calendar): Stretch {
  const { year, month } = calendar.today;
  if (unit === "week") return calendar.week(-2);
  if (unit === "month") return calendar.months(year, month - 2);
  if (unit === "year") return calendar.months(year - 2, 1, 12);
  return unit === "weekend"
    ? calendar.fromToday(-((calendar.weekday + 1) % 7) - 7, 2)
    : calendar.fromToday(-2);
}

function unitOf(which: string, unit: string, calendar: Calendar): Stretch {
  const back = /^(?:last|past|previous)$/i.test(which) ? 1 : 0;
  const { year, month } = calendar.today;
  if (unit === "week") return calendar.week(-back);
  if (unit === "month") return calendar.months(year, month - back);
  if (unit === "year") return calendar.months(year - back, 1, 12);
  const saturday = -((calendar.weekday + 1) % 7);
  return calendar.fromToday(saturday, 2);
}

/** Rules in the order they are tried, the longer forms first. */
export const englishTimes: readonly TimeRule[] = [
  // Before the months: the May holiday is no month.
  ...englishFeasts.map(
    ([name, feast]): TimeRule => ({
      pattern: new RegExp(`\\b(?:${name.replaceAll("'", "['’]?")})\\b${ofYear}?`, "gi"),
      read: ([, y], calendar) => feastDays(feast, yearOf(y, calendar), calendar),
    }),
  ),
  {
    pattern: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
    read: ([, y, m, d], calendar) => oneDay(calendar, Number(m), Number(d), y),
  },
  {
    pattern: new RegExp(`\\b${ordinal}(?:\\s+of)?\\s+${month}${ofYear}?`, "gi"),
    read: ([, d, m, y], calendar) => oneDay(calendar, monthOf(m), Number(d), y),
  },
  {
    pattern: new RegExp(`\\b${month}\\s+(?:the\\s+)?${ordinal}\\b${ofYear}?`, "gi"),
    read: ([, m, d, y], calendar) => oneDay(calendar, monthOf(m), Number(d), y),
  },
  {
    pattern: new RegExp(
      `\\b(in|during|last|this|since|of|early|late|mid)?[\\s-]*\\b${month}${ofYear}?`,
      "gi",
    ),
    read: ([, before, name = "", y], calendar) => {
      // "may" and "march" are verbs far more often than months: they need a preposition, a year or a capital letter.
      const doubtful = /^(?:may|march|mar)$/i.test(name) && !/^(?:May|March)$/.test(name);
      if (doubtful && before === undefined && y === undefined) return undefined;
      const month = monthOf(name);
      // "Last November", said in November, is that of the year before.
      const before12 = /^last$/i.test(before ?? "") && month === calendar.today.month ? 1 : 0;
      return calendar.months(yearOf(y, calendar) ?? calendar.latestYear(month) - before12, month);
    },
  },
  {
    pattern: new RegExp(`\\b${season}${ofYear}`, "gi"),
    read: ([, name, y], calendar) =>
      calendar.season(yearOf(y, calendar) ?? calendar.today.year, seasonOf(name)),
  },
  {
    pattern: new RegExp(`\\b(last|this|past|in|during)\\s+(?:the\\s+)?${season}\\b`, "gi"),
    read: ([, which = "", name], calendar) =>
      latestSeason(seasonOf(name), /last|past/i.test(which), calendar),
  },
  {
    pattern: /\b(?:half a year|six months or so) (?:ago|back)\b/gi,
    read: (_, { months, today }) => months(today.year, today.month - 7, 3),
  },
  {
    pattern: new RegExp(`\\b${count}\\s+(day|week|fortnight|month|year)s?\\s+(?:ago|before|back)\\b`, "gi"),
    read: ([, n = "", unit = ""], calendar) => ago(countOf(n), unit.toLowerCase(), calendar),
  },
  {
    pattern: new RegExp(
      `\\b(?:these|the|this|over|in|during)\\s+(?:the\\s+)?(?:last|past|previous)\\s+${count}\\s+(day|night|week|weekend|month|year)s?\\b`,
      "gi",
    ),
    read: ([, n = "", unit = ""], calendar) => until(countOf(n), unit.toLowerCase(), calendar),
  },
  {
    pattern: /\bthe (night|day|week|weekend|month|year) before last\b/gi,
    read: ([, unit = ""], calendar) => beforeLast(unit.toLowerCase(), calendar),
  },
  { pattern: /\bday before yesterday\b/gi, read: (_, calendar) => calendar.fromToday(-2) },
  { pattern: /\b(?:yesterday|last night|last evening)\b/gi, read: (_, calendar) => calendar.fromToday(-1) },
  {
    pattern: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/gi,
    read: (_, calendar) => calendar.fromToday(0),
  },
  { pattern: /\bthe other day\b|\ba few days ago\b/gi, read: (_, calendar) => calendar.fromToday(-6, 6) },
  {
    pattern: new RegExp(`\\b(last|on|this|past)\\s+${weekdayName}\\b`, "gi"),
    read: ([, which = "", name = ""], calendar) => lastWeekday(name, /last|past/i.test(which), calendar),
  },
  {
    pattern: new RegExp(
      `(?<!\\b(?:next|every|each|coming|and|or|to) )\\b${weekdayName}\\s+(?:night|evening|morning|afternoon)\\b`,
      "gi",
    ),
    read: ([, name = ""], calendar) => lastWeekday(name, false, calendar),
  },
  {
    pattern:
      /\bon the (\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:floor|time|birthday|anniversary|century|street|avenue|grade|try|attempt|page|place|level|row|hole))/gi,
    read: ([, d], calendar) => {
      const day = Number(d);
      if (!isDay(1, day)) return undefined;
      const { year, month } = calendar.today;
      return calendar.days({ year, month: day > calendar.today.day ? month - 1 : month, day }, 1);
    },
  },
  {
    pattern: /\b(last|past|previous|this|over the|at the)\s+(week|weekend|month|year)\b/gi,
    read: ([, which = "", unit = ""], calendar) => unitOf(which, unit.toLowerCase(), calendar),
  },
  {
    pattern: /(?<![\d.,$€£])\b((?:19|20)\d{2})\b(?![\d.,]*\d)/g,
    read: ([, y], calendar) => calendar.months(Number(y), 1, 12),
  },
];
