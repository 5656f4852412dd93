// How English names days of a month, months, parts of the year and feasts: May 4th, the 6th of next month, last summer, Christmas.
import { parseLunarDate } from "./lunar-date.ts";
import {
  type Base,
  type DateRule,
  dayOf,
  dayOfMonthAway,
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
import {
  type Groups,
  month,
  monthOf,
  ordinal,
  season,
  seasonOf,
  stepOf,
  weekday,
  which,
} from "./relative-date-en-words.ts";
import { feastOf, lunarDay } from "./relative-date-feast.ts";

/** "may" and "march" in small letters are verbs, unless a number or a word in front says otherwise. */
const isVerb = (name = "") => /^(?:may|march|mar)$/.test(name);

function yearNamed(
  absolute: string | undefined,
  relative: string | undefined,
  base: Base,
): number | undefined {
  if (absolute !== undefined) return Number(absolute);
  return relative === undefined ? undefined : base.year + stepOf(relative);
}

function monthDay(
  m: string | undefined,
  d: string | undefined,
  y: string | undefined,
  base: Base,
  last?: string,
) {
  const first = yearlyDay(monthOf(m), Number(d), base, yearNamed(y, undefined, base));
  const end = Number(last);
  if (!first || !(end > Number(d))) return first;
  return { from: first.from, to: first.from + end - Number(d) };
}

/** Year and month (1 to 12) so many months from the base's own. */
export function monthAway(offset: number, base: Base): { year: number; month: number } {
  return partsOf(dayOf(base.year, base.month + offset, 1));
}

const partNames: Record<string, PartOfMonth> = {
  start: "start",
  beginning: "start",
  middle: "middle",
  mid: "second third",
  end: "end",
  early: "first third",
  late: "last third",
};

/** The end of the month, early next month, late May, mid March, the end of the year. */
function partOf([, part = "", step, unit = ""]: Groups, base: Base): Reading | undefined {
  const named = partNames[part.toLowerCase()];
  if (named === undefined) return undefined;
  const offset = stepOf(step);
  if (/^week$/i.test(unit)) return partOfWeek(named, offset, base);
  if (/^year$/i.test(unit)) {
    const first = { start: 1, "first third": 1, middle: 6, "second third": 5, end: 12, "last third": 11 }[
      named
    ];
    const length = { start: 1, "first third": 2, middle: 2, "second third": 4, end: 1, "last third": 2 }[
      named
    ];
    return monthSpan(base.year + offset, first, length);
  }
  if (/^month$/i.test(unit)) {
    const { year, month } = monthAway(offset, base);
    return partOfMonth(year, month, named);
  }
  const whole = offset === 0 ? yearlyMonth(monthOf(unit), base) : monthOfStep(offset, unit, base);
  if (!whole) return undefined;
  const { year, month } = partsOf(whole.from);
  return partOfMonth(year, month, named);
}

function partOfWeek(part: PartOfMonth, offset: number, base: Base): Reading {
  const monday = base.monday + 7 * offset;
  if (part === "end" || part === "last third") return { from: monday + 4, to: monday + 6, precision: "day" };
  if (part === "middle" || part === "second third") return { from: monday + 2, precision: "day" };
  return { from: monday, to: monday + 1, precision: "day" };
}

/** Next March is the first that is still to begin, last March the latest that is over. */
function monthOfStep(offset: number, name: string, base: Base): Reading | undefined {
  const all = [-1, 0, 1].map((years) => monthSpan(base.year + years, monthOf(name)));
  if (offset > 0) return all.find(({ from }) => from > base.today);
  return all.findLast(({ to = 0 }) => to < base.today);
}

function seasonNamed(word: string, name: string, base: Base): Reading | undefined {
  const all = [-2, -1, 0, 1, 2].map((years) => seasonSpan(base.year + years, seasonOf(name)));
  const offset = stepOf(word);
  if (offset > 0) return all.find(({ from }) => from > base.today);
  if (offset < 0) return all.findLast(({ to = 0 }) => to < base.today);
  return (
    all.find(({ from, to = 0 }) => from <= base.today && base.today <= to) ??
    pick(all.slice(2, 3), base) ??
    all[2]
  );
}

function lunarNamed(said: string, base: Base): Reading | undefined {
  const date = parseLunarDate(said);
  return date && lunarDay(date.month, date.day, date.leap, base, date.year);
}

const feastNames =
  "(?:chinese|lunar)\\s+new\\s+year(?:['’]?s\\s+eve)?|new\\s+year['’]?s\\s+eve|new\\s+year['’]?s(?:\\s+day)?|valentine['’]?s(?:\\s+day)?|april\\s+fools['’]?(?:\\s+day)?|mother['’]?s\\s+day|father['’]?s\\s+day|halloween|thanksgiving(?:\\s+day)?|christmas\\s+eve|christmas(?:\\s+day)?|xmas|boxing\\s+day|good\\s+friday|easter(?:\\s+sunday)?|spring\\s+festival|lantern\\s+festival|dragon\\s+boat\\s+festival|mid-?autumn\\s+festival|moon\\s+festival|qingming(?:\\s+festival)?";
const noFeast =
  "(?!\\s+(?:tree|card|cards|song|songs|carol|carols|present|presents|gift|gifts|resolution|resolutions|movie|lights|bunny|eggs?)\\b)";

function feastNamed([, word, name = "", y, relative]: Groups, base: Base): Reading | undefined {
  const bare = name.replace(/(?<!\s)\s+festival$/i, (said) => (/qingming/i.test(name) ? "" : said));
  if (y !== undefined || relative !== undefined) return feastOf(bare, base, yearNamed(y, relative, base));
  const offset = stepOf(word);
  if (offset === 0) return feastOf(bare, base, word === undefined ? undefined : base.year);
  // The one after today or before it, whatever else the sentence says.
  return feastOf(bare, { ...base, today: base.today + offset, tense: offset > 0 ? "future" : "past" });
}

/** Rules in the order they are tried, the longer forms first. */
export const englishMonths: readonly DateRule[] = [
  {
    pattern: /(?<![\d/.-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d/-])/g,
    read: ([, y, m, d], base) => yearlyDay(Number(m), Number(d), base, Number(y)),
  },
  {
    pattern:
      /\b(?:the\s+)?\w+\s+(?:day\s+)?of\s+the\s+(?:leap\s+)?\w+\s+lunar\s+month|\b(?:the\s+)?(?:leap\s+)?\w+\s+lunar\s+month,?\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s+day)?\b|\blunar\s+[a-z]+\s+\d{1,2}(?:st|nd|rd|th)?\b|\blunar(?:\s+calendar)?:?\s+\d{1,2}\/\d{1,2}\b|\b[a-z]+\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:lunar|(?:in|by|on|of)\s+the\s+(?:chinese\s+)?lunar\s+calendar)\b/gi,
    read: ([said = ""], base) => lunarNamed(said, base),
  },
  {
    pattern: new RegExp(
      `\\b(?:${weekday},?\\s+)?(?:the\\s+)?(\\d{1,2})(st|nd|rd|th)?(?:\\s*(?:-|–|to)\\s*(\\d{1,2})(?:st|nd|rd|th)?)?(?:\\s+of)?\\s+${month}(?:,?\\s+(\\d{4}))?(?!\\w)`,
      "gi",
    ),
    read: ([, , d, suffix, last, m, y], base) =>
      isVerb(m) && suffix === undefined && y === undefined ? undefined : monthDay(m, d, y, base, last),
  },
  {
    pattern: new RegExp(
      `\\b(?:${weekday},?\\s+)?${month}\\s+(?:the\\s+)?(\\d{1,2})(st|nd|rd|th)?\\b(?:\\s*(?:-|–|to)\\s*(\\d{1,2})(?:st|nd|rd|th)?\\b)?(?:,?\\s+(\\d{4})\\b)?(?![:%]|\\s*(?:am|pm)\\b)`,
      "gi",
    ),
    read: ([, , m, d, suffix, last, y], base) =>
      isVerb(m) && suffix === undefined && y === undefined ? undefined : monthDay(m, d, y, base, last),
  },
  {
    pattern: new RegExp(
      `\\b(?:the\\s+)?${ordinal}\\s+(?:of\\s+)?(?:the\\s+)?${which}\\s+month\\b|\\b${which}\\s+month\\s+on\\s+the\\s+${ordinal}`,
      "gi",
    ),
    read: ([, d, step, step2, d2], base) => dayOfMonthAway(stepOf(step ?? step2), Number(d ?? d2), base),
  },
  {
    pattern: new RegExp(
      `\\b(?:the\\s+)?(?:(?:very\\s+)?(start|beginning|middle|end)\\s+of|(early|late|mid)[\\s-]?)\\s*(?:(?:the|${which})\\s+)?(week|month|year|${month})(?!\\s+\\d)`,
      "gi",
    ),
    read: ([said, part, part2, step, unit], base) => partOf([said, part ?? part2, step, unit], base),
  },
  {
    pattern: new RegExp(
      `\\b(?:(in|during|by|until|till|since|from|of|around|before|after)\\s+)?${month}(?:,?\\s+(?:of\\s+)?(?:(\\d{4})|${which}\\s+year))(?!\\w)|\\b${which}\\s+year\\s+in\\s+${month}`,
      "gi",
    ),
    read: ([, , m, y, relative, relative2, m2], base) =>
      yearlyMonth(monthOf(m ?? m2), base, yearNamed(y, relative ?? relative2, base)),
  },
  {
    pattern: new RegExp(`\\b${which}\\s+${month}(?!\\s+\\d)`, "gi"),
    read: ([, step, m = ""], base) => {
      // "this may be so"
      if (isVerb(m)) return undefined;
      return stepOf(step) === 0 ? monthSpan(base.year, monthOf(m)) : monthOfStep(stepOf(step), m, base);
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:in|during|by|until|till|since|from|around|before|after)\\s+${month}(?!\\s+\\d)`,
      "gi",
    ),
    // Of the verbs that look like months only "by may" and the like in small letters are doubtful.
    read: ([said = "", m], base) =>
      isVerb(m) && !/^(?:in|since|during|until|by)\s/i.test(said) ? undefined : yearlyMonth(monthOf(m), base),
  },
  {
    pattern: new RegExp(
      `\\b(?:in\\s+the\\s+)?${season}\\s+(?:of\\s+)?(?:((?:19|20)\\d{2})\\b|${which}\\s+year\\b)`,
      "gi",
    ),
    read: ([, name, y, relative], base) => {
      const year = yearNamed(y, relative, base);
      return year === undefined ? undefined : seasonSpan(year, seasonOf(name));
    },
  },
  {
    pattern: new RegExp(`\\b(next|last|this|this\\s+coming|this\\s+past)\\s+${season}\\b`, "gi"),
    read: ([, word = "", name = ""], base) => seasonNamed(word.trim().split(/\s+/).at(-1) ?? "", name, base),
  },
  {
    pattern: new RegExp(
      `\\b(?:${which}\\s+)?(${feastNames})(?!\\w)${noFeast}(?:\\s+(\\d{4})\\b|\\s+${which}\\s+year\\b)?`,
      "gi",
    ),
    read: feastNamed,
  },
];
