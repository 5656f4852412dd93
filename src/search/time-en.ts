// How English names days, weeks, months and years.
import { type Calendar, isDay, type Stretch, type TimeRule } from "./calendar.ts";

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdayName = "(sunday|monday|tuesday|wednesday|thursday|friday|saturday)";
const seasons = ["spring", "summer", "autumn", "winter"];
const season = "(spring|summer|autumn|fall|winter)";
const words = ["a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const count = `(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few)`;

const monthOf = (name = "") => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const seasonOf = (name = "") => (name.toLowerCase() === "fall" ? 2 : seasons.indexOf(name.toLowerCase()));

function countOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const word = text.toLowerCase();
  if (word === "a couple of") return 2;
  if (word === "a few") return 3;
  return word === "an" ? 1 : Math.max(1, words.indexOf(word));
}

function oneDay(calendar: Calendar, month: number, day: number, year?: string): Stretch | undefined {
  if (!isDay(month, day)) return undefined;
  return calendar.days(
    { year: year === undefined ? calendar.latestYear(month, day) : Number(year), month, day },
    1,
  );
}

function ago(count: number, unit: string, calendar: Calendar): Stretch {
  const { year, month } = calendar.today;
  if (unit === "day") return calendar.fromToday(-count);
  if (unit === "week") return calendar.fromToday(-7 * count - 2, 5);
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

function unitOf(which: string, unit: string, calendar: Calendar): Stretch {
  const back = /^(?:last|past|previous)$/i.test(which) ? 1 : 0;
  const { year, month } = calendar.today;
  if (unit === "week") return calendar.week(-back);
  if (unit === "month") return calendar.months(year, month - back);
  if (unit === "year") return calendar.months(year - back, 1, 12);
  const saturday = -((calendar.weekday + 1) % 7);
  return calendar.fromToday(saturday, 2);
}

/** Month, day and length in days of feasts on fixed days. */
const feasts: Record<string, [number, number, number]> = {
  "new year's eve": [12, 31, 1],
  "new year's day": [1, 1, 1],
  "new year": [12, 31, 2],
  "valentine's day": [2, 14, 1],
  halloween: [10, 31, 1],
  "christmas eve": [12, 24, 1],
  christmas: [12, 24, 3],
};

/** Rules in the order they are tried, the longer forms first. */
export const englishTimes: readonly TimeRule[] = [
  {
    pattern: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
    read: ([, y, m, d], calendar) => oneDay(calendar, Number(m), Number(d), y),
  },
  {
    pattern: new RegExp(`\\b${ordinal}(?:\\s+of)?\\s+${month},?(?:\\s+(\\d{4}))?`, "gi"),
    read: ([, d, m, y], calendar) => oneDay(calendar, monthOf(m), Number(d), y),
  },
  {
    pattern: new RegExp(`\\b${month}\\s+${ordinal}\\b(?:,?\\s+(\\d{4}))?`, "gi"),
    read: ([, m, d, y], calendar) => oneDay(calendar, monthOf(m), Number(d), y),
  },
  {
    pattern: new RegExp(
      `\\b(in|during|last|this|since|of|early|late|mid)?[\\s-]*\\b${month}(?:,?\\s+(?:of\\s+)?(\\d{4}))?`,
      "gi",
    ),
    read: ([, before, name = "", y], calendar) => {
      // "may" and "march" are verbs far more often than months: they need a preposition, a year or a capital letter.
      const doubtful = /^(?:may|march|mar)$/i.test(name) && !/^(?:May|March)$/.test(name);
      if (doubtful && before === undefined && y === undefined) return undefined;
      const month = monthOf(name);
      return calendar.months(y === undefined ? calendar.latestYear(month) : Number(y), month);
    },
  },
  {
    pattern: new RegExp(`\\b${season}\\s+(?:of\\s+)?(\\d{4})\\b`, "gi"),
    read: ([, name, y], calendar) => calendar.season(Number(y), seasonOf(name)),
  },
  {
    pattern: new RegExp(`\\b(last|this|past|in|during)\\s+(?:the\\s+)?${season}\\b`, "gi"),
    read: ([, which = "", name], calendar) =>
      latestSeason(seasonOf(name), /last|past/i.test(which), calendar),
  },
  {
    pattern: new RegExp(`\\b(${Object.keys(feasts).join("|").replaceAll("'", "['’]?")})\\b`, "gi"),
    read: ([said = ""], calendar) => {
      const bare = said.toLowerCase().replace(/['’]/g, "");
      const feast = Object.entries(feasts).find(([name]) => name.replace("'", "") === bare)?.[1];
      if (!feast) return undefined;
      const [month, day, length] = feast;
      return calendar.days({ year: calendar.latestYear(month, day), month, day }, length);
    },
  },
  {
    pattern: new RegExp(`\\b${count}\\s+(day|week|month|year)s?\\s+(?:ago|before|back)\\b`, "gi"),
    read: ([, n = "", unit = ""], calendar) => ago(countOf(n), unit.toLowerCase(), calendar),
  },
  { pattern: /\bday before yesterday\b/gi, read: (_, calendar) => calendar.fromToday(-2) },
  { pattern: /\b(?:yesterday|last night)\b/gi, read: (_, calendar) => calendar.fromToday(-1) },
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
    pattern: /\b(last|past|previous|this|over the|at the)\s+(week|weekend|month|year)\b/gi,
    read: ([, which = "", unit = ""], calendar) => unitOf(which, unit.toLowerCase(), calendar),
  },
  {
    pattern: /(?<![\d.,$€£])\b((?:19|20)\d{2})\b(?![\d.,]*\d)/g,
    read: ([, y], calendar) => calendar.months(Number(y), 1, 12),
  },
];
