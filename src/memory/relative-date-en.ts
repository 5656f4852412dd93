// How English names dates in statements: the day after tomorrow, next Friday, two weeks ago; months and feasts are read first.
import {
  type Base,
  type DateRule,
  monthlyDay,
  monthSpan,
  monthsAway,
  partsOf,
  type Reading,
  weekendSpan,
  weekSpan,
} from "./relative-date-calendar.ts";
import { englishMonths, monthAway } from "./relative-date-en-month.ts";
import { ordinal, placeOf, shortWeekday, stepOf, weekday, which } from "./relative-date-en-words.ts";
import { nthDatesEn } from "./relative-date-nth.ts";
import { englishCount, englishNumber } from "./relative-date-number.ts";

function awayBy(amount: number, unit: string, base: Base): Reading | undefined {
  if (!Number.isFinite(amount)) return undefined;
  const kind = unit.toLowerCase();
  if (kind.startsWith("day")) return { from: base.today + amount };
  if (kind.startsWith("week")) return { from: base.today + 7 * amount, precision: "week" };
  if (kind.startsWith("fortnight")) return { from: base.today + 14 * amount, precision: "week" };
  return kind.startsWith("month")
    ? { from: monthsAway(base, amount), precision: "month" }
    : { from: monthsAway(base, 12 * amount), precision: "year" };
}

function halfAway(sign: number, unit: string, base: Base): Reading {
  return /^year/i.test(unit)
    ? { from: monthsAway(base, 6 * sign), precision: "month" }
    : { from: base.today + 15 * sign, precision: "week" };
}

/** The day from which "a week from Friday" counts. */
function anchor(word: string, base: Base): number {
  const fixed: Record<string, number> = { now: 0, today: 0, tomorrow: 1, yesterday: -1 };
  return base.today + (fixed[word.toLowerCase()] ?? ahead(word, base));
}

/** Days until the next such weekday, never today. */
function ahead(name: string, base: Base): number {
  return ((placeOf(name) - base.weekday + 6) % 7) + 1;
}

function weekdayNamed(word: string, name: string, base: Base): Reading {
  const kind = word.toLowerCase().replace(/\s+/g, " ");
  if (/coming/.test(kind)) return { from: base.today + ahead(name, base) };
  if (/last|past/.test(kind)) return { from: base.today - (((base.weekday - placeOf(name) + 6) % 7) + 1) };
  const thisWeek = base.monday + placeOf(name);
  if (kind === "next") return { from: thisWeek + 7 };
  // "This Monday" said on a Friday is the one that comes, unless it is told as past.
  return { from: thisWeek < base.today && base.tense !== "past" ? thisWeek + 7 : thisWeek };
}

/** Of a plan or a report on the day itself people say "today": its weekday is then a week away. */
function bareWeekday(name: string, base: Base): Reading {
  if (base.sentenceTense === "past")
    return { ...weekdayNamed("last", name, base), picked: "weekday" as const };
  const isToday = base.sentenceTense === "unknown" && base.weekday === placeOf(name);
  return { from: base.today + (isToday ? 0 : ahead(name, base)), picked: "weekday" as const };
}

function weekendNamed(word: string, base: Base): Reading {
  const offset = word.endsWith("past") ? -1 : stepOf(word);
  if (offset !== 0 || word.startsWith("this")) return weekendSpan(base, offset);
  return base.sentenceTense === "past" && base.weekday < 5 ? weekendSpan(base, -1) : weekendSpan(base, 0);
}

function unitNamed(offset: number, unit: string, base: Base): Reading {
  if (/^week$/i.test(unit)) return weekSpan(base, offset);
  if (/^year$/i.test(unit)) return monthSpan(base.year + offset, 1, 12);
  const { year, month } = monthAway(offset, base);
  return monthSpan(year, month);
}

const daysApart: Record<string, number> = {
  "after tomorrow": 2,
  "before yesterday": -2,
  tomorrow: 1,
  yesterday: -1,
  today: 0,
};
const nounAfter =
  "(?=\\s*(?:[.,;:!?)\\n—-]|$|(?:at|in|on|and|or|but|so|not|to|for|with|because|if|when|as|of\\s+this\\s+month|is|was|we|i|i'm|i'll|he|she|they|you|it|my|our|the|then|instead)\\b))";
/** Looked for before every word: where more blanks than these counted, a run of them was gone through from each of its places. */
const notWeekday =
  "(?<!day\\s{0,4}(?:to|-|–|through|until)\\s{0,4}|\\b(?:every|each|most|black|good|casual|freaky|ash|palm|bloody|cyber|taco|super|man|girl|cat|dog|named|mr|mrs|ms)\\s|name\\s+is\\s|name's\\s|['’]s\\s+called\\s|is\\s+called\\s)";

/** "This time next week": the same day of another week, month or year. */
function sameDay(word: string, unit: string, base: Base): Reading {
  const offset = stepOf(word);
  if (/^week$/i.test(unit)) return { from: base.today + 7 * offset, precision: "day" };
  return awayBy(offset, unit, base) ?? { from: base.today };
}

/** Rules in the order they are tried, the longer forms first. */
export const englishDates: readonly DateRule[] = [
  {
    pattern:
      /\b(?:this|(?:the\s+)?same)\s+(?:time|day)\s+(next|last)\s+(week|month|year)\b|\b(next|last)\s+(week|month|year)\s+(?:at\s+)?(?:this|(?:the\s+)?same|about\s+this)\s+time\b/gi,
    read: ([, word, unit, word2, unit2], base) => sameDay(word ?? word2 ?? "", unit ?? unit2 ?? "", base),
  },
  ...nthDatesEn,
  ...englishMonths,
  {
    pattern: new RegExp(
      `\\b${englishCount}\\s+(days?|weeks?|fortnights?|months?|years?)\\s+(?:from|after)\\s+(now|today|tomorrow|yesterday|${weekday})\\b`,
      "gi",
    ),
    read: ([, count = "", unit = "", from = ""], base) => {
      const start = anchor(from, base);
      return awayBy(englishNumber(count), unit, { ...base, ...partsOf(start), today: start });
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:${weekday}\\s+week|a\\s+week\\s+on\\s+${weekday})\\b(?!\\s+(?:of|after))`,
      "gi",
    ),
    read: ([, name, name2], base) => ({ from: base.today + ahead(name ?? name2 ?? "", base) + 7 }),
  },
  {
    pattern: new RegExp(
      `(?<!\\bwith)\\bin\\s+(?:exactly\\s+|about\\s+)?(?:half\\s+a\\s+(year|month)|${englishCount}\\s+(day|week|fortnight|month|year)s?)(?:['’]s?\\s+time)?\\b(?!\\s+(?:of|or|hours)\\b)`,
      "gi",
    ),
    // "I learned it in two weeks" is how long it took.
    read: ([, half, count = "", unit = ""], base) => {
      if (base.tense === "past") return undefined;
      return half === undefined ? awayBy(englishNumber(count), unit, base) : halfAway(1, half, base);
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:half\\s+a\\s+(year|month)|${englishCount}\\s+(days?|weeks?|fortnights?|months?|years?)(\\s+and\\s+a\\s+half)?)\\s+(?:ago|back)(?:\\s+(today|tomorrow|yesterday|${weekday}))?\\b`,
      "gi",
    ),
    read: ([, half, count = "", unit = "", more, from], now) => {
      const start = from === undefined ? now.today : anchor(from, now);
      const base = { ...now, ...partsOf(start), today: start };
      if (half !== undefined) return halfAway(-1, half, base);
      if (more !== undefined)
        return /^year/i.test(unit) ? awayBy(-12 * englishNumber(count) - 6, "month", base) : undefined;
      return awayBy(-englishNumber(count), unit, base);
    },
  },
  {
    pattern: /\b(?:the\s+)?day\s+(after\s+tomorrow|before\s+yesterday)\b/gi,
    read: ([, word = ""], base) => ({
      from: base.today + (daysApart[word.toLowerCase().replace(/\s+/g, " ")] ?? 0),
    }),
  },
  {
    pattern: /\b(?:tomorrow|tmrw?|2moro)(?:\s+(?:morning|afternoon|evening|night))?\b(?!\s+never)/gi,
    read: (_, base) => ({ from: base.today + 1 }),
  },
  {
    pattern: /\b(?:yesterday(?:\s+(?:morning|afternoon|evening|night))?|last\s+night)\b/gi,
    read: (_, base) => ({ from: base.today - 1 }),
  },
  { pattern: /\bthe\s+night\s+before\s+last\b/gi, read: (_, base) => ({ from: base.today - 2 }) },
  {
    pattern: /\b(?:today|tonight|this\s+(?:morning|afternoon|evening))\b/gi,
    read: (_, base) => ({ from: base.today }),
  },
  {
    pattern: new RegExp(
      `\\b(?:on\\s+)?${weekday}\\s+(?:of\\s+)?(?:${which}\\s+week|the\\s+week\\s+(after\\s+next|before\\s+last))\\b|\\b${which}\\s+week\\s+(?:on\\s+)?${shortWeekday}`,
      "gi",
    ),
    read: ([, name, step, far, step2, name2], base) => {
      const offset = far === undefined ? stepOf(step ?? step2) : /next/i.test(far) ? 2 : -2;
      return { from: base.monday + 7 * offset + placeOf(name ?? name2) };
    },
  },
  {
    pattern: new RegExp(
      `\\b(next|last|past|this\\s+(?:coming|past)|this|the\\s+coming|coming)\\s+${shortWeekday}(?!s\\b)`,
      "gi",
    ),
    read: ([, word = "", name = ""], base) => weekdayNamed(word, name, base),
  },
  {
    pattern: new RegExp(`\\b(?:on\\s+)?${weekday}\\s+after\\s+next\\b`, "gi"),
    read: ([, name], base) => ({ from: base.monday + 14 + placeOf(name) }),
  },
  { pattern: /\bthe\s+weekend\s+after\s+next\b/gi, read: (_, base) => weekendSpan(base, 2) },
  {
    pattern: new RegExp(
      `${notWeekday}\\b(?:on\\s+)?(?:${weekday})\\b(?!\\s+addams|\\s*(?:to|-|–|through|until)\\s*\\w+day\\b|(?:\\s+(?:and|or)\\s+\\w+day)?\\s+(?:mornings|nights|evenings|afternoons)\\b)(?:\\s+(?:morning|afternoon|evening|night))?|\\bon\\s+(mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\b`,
      "gi",
    ),
    read: ([, name, short], base) => bareWeekday(name ?? short ?? "", base),
  },
  {
    pattern: /\b(next|last|this(?:\s+coming|\s+past)?|the|on\s+the|at\s+the|over\s+the)\s+weekend\b/gi,
    read: ([, word = ""], base) => weekendNamed(word.toLowerCase(), base),
  },
  {
    pattern: /\bthe\s+(week|month|year)\s+(after\s+next|before\s+last)\b/gi,
    read: ([, unit = "", far = ""], base) => unitNamed(/next/i.test(far) ? 2 : -2, unit, base),
  },
  {
    pattern: /\b(next|last|this|this\s+past|this\s+coming)\s+(week|month|year)\b/gi,
    read: ([, word = "", unit = ""], base) => unitNamed(stepOf(word), unit, base),
  },
  {
    pattern: new RegExp(`\\bthe\\s+${ordinal}${nounAfter}`, "gi"),
    read: ([, d], base) => monthlyDay(Number(d), base),
  },
  {
    pattern:
      /\b(?:in|since|until|till|by|during|of|from|before|after)\s+((?:19|20)\d{2})\b(?![.,]?\d|\s*(?:%|people|dollars|yuan|euros|km|miles))/gi,
    read: ([, y], _base) => monthSpan(Number(y), 1, 12),
  },
];
