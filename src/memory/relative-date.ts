// The dates that a statement names in words (明天, 下周三, next Friday), counted from the moment it was said.
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { localTime } from "../schema/zone.ts";
import { allMatches } from "./all-matches.ts";
import {
  type Base,
  baseOf,
  type DatePrecision,
  type DateRule,
  isoOf,
  type Picked,
  type Reading,
  recursOn,
} from "./relative-date-calendar.ts";
import { clockBeside } from "./relative-date-clock.ts";
import { englishDates } from "./relative-date-en.ts";
import { hourRules } from "./relative-date-hours.ts";
import { tenseAround } from "./relative-date-tense.ts";
import { hidden, hideQuotations, narrow } from "./relative-date-text.ts";
import { chineseDates } from "./relative-date-zh.ts";

export type ResolvedDate = {
  /** The wording, as it stands in the text. */
  expression: string;
  /** Where it stands, in UTF-16 characters. */
  index: number;
  /** "YYYY-MM-DD": the day, or the first of a stretch. */
  date: string;
  /** The last day of a stretch, inclusive. */
  end?: string;
  /** How exact the wording is; of 两周前 and "a year ago" `date` is the counted day all the same. */
  precision: DatePrecision;
  /** "HH:MM", only where the wording leaves no doubt about the half of the day. */
  time?: string;
  /** All days it may mean, in order, `date` among them; left out where there is no doubt. */
  candidates?: string[];
};

type Found = { start: number; end: number; reading: Reading; others: readonly number[] };

/** A message has at most 16,000 characters; what stands beyond is a pasted text. */
const longestText = 16_000;
/** Who is awake before this hour may still call the day that just began "tomorrow". */
const newDayHour = 4;

const dateRules: readonly DateRule[] = [...hourRules, ...chineseDates, ...englishDates];
let isUsed = false;

/**
 * Uses every rule for dates once, and stops after each: the engine compiles a pattern at its first use, for texts in Latin
 * letters and for others, and all at once would hold everybody up for 20 ms and more (part 3). Nothing the second time.
 */
export function* firstDates(): Generator<undefined, void> {
  if (isUsed) return;
  isUsed = true;
  for (const { pattern } of dateRules)
    for (const sample of ["-", "—"]) {
      pattern.lastIndex = 0;
      pattern.test(sample);
      yield;
    }
}

/**
 * The dates of a statement in the order they are named, `said` in unix seconds on the calendar of `zone` (issue 3, item 3).
 * Weeks begin on Monday. Days without a year, month or week (10月8日, on Friday) are chosen by the tense of their clause,
 * otherwise by nearness. Said before 4 o'clock, what differs by the day one counts from keeps both candidates, unless a
 * date beside it settles which. Habits (每周三, on Fridays), quotations and titles name no date.
 */
export function resolveDates(text: string, said: Seconds, zone: string): ResolvedDate[] {
  const plain = hideQuotations(narrow(simplify(text.slice(0, longestText))));
  const bases = [baseOf(said, zone)];
  if (localTime(said, zone).hour < newDayHour) bases.push(baseOf(said, zone, -1));
  const found = settled(plain, scan(plain, dateRules, bases));
  let from = 0;
  return found.map((one, i) => {
    const date = resolved(text, plain, one, { from, to: found[i + 1]?.start ?? plain.length });
    from = date.index + date.expression.length;
    return date;
  });
}

/**
 * The text with the absolute date behind each relative wording: "明天（2026-03-11）考试". Two candidates are both named.
 * What already names its year is left as it is.
 */
export function spellDates(text: string, said: Seconds, zone: string): string {
  let spelt = "";
  let from = 0;
  for (const { expression, index, date, end, candidates } of resolveDates(text, said, zone)) {
    const until = index + expression.length;
    spelt += text.slice(from, until);
    from = until;
    if (/\d{4}/.test(expression)) continue;
    const days = candidates?.join(" / ") ?? (end === undefined ? date : spanText(date, end));
    spelt += /\p{Script=Han}/u.test(expression) ? `（${days}）` : ` (${days})`;
  }
  return spelt + text.slice(from);
}

/** A whole year is told by its number. */
function spanText(date: string, end: string): string {
  const year = date.slice(0, 4);
  return date === `${year}-01-01` && end === `${year}-12-31` ? year : `${date} – ${end}`;
}

/** Applies the rules in order; what one has read is hidden from the next, so that 前天 is not found inside 大前天. */
function scan(text: string, rules: readonly DateRule[], bases: readonly Base[]): Found[] {
  const found: Found[] = [];
  let open = text;
  for (const rule of rules) {
    const known = found.length;
    for (const match of allMatches(rule.pattern, open)) {
      const start = match.index;
      const end = start + match[0].length;
      const tenses = tenseAround(text, start, end);
      const [reading, other] = bases.map((base) => rule.read(match, { ...base, ...tenses }));
      if (!reading) continue;
      // Of "three years ago" a day more or less changes nothing.
      const rough = reading.to === undefined && precisionOf(reading) !== "day";
      const others = other && other.from !== reading.from && !rough ? [other.from] : [];
      found.push({ start, end, reading, others });
    }
    for (const { start, end } of found.slice(known))
      open = open.slice(0, start) + hidden.repeat(end - start) + open.slice(end);
  }
  return found.sort((a, b) => a.start - b.start);
}

/**
 * A doubt is settled by a surer date that stands right beside it: 明天（周三） before dawn, "the 12th, three days from now",
 * 20号，3月20号.
 */
function settled(text: string, found: readonly Found[]): Found[] {
  return found.map((one, i) => {
    const clue = [found[i - 1], found[i + 1]].find(
      (other) =>
        other !== undefined && doubt(other) < doubt(one) && couldBe(one, other) && besides(text, one, other),
    );
    return clue ? { ...one, reading: { ...one.reading, from: clue.reading.from }, others: [] } : one;
  });
}

const sureness: readonly (Picked | undefined)[] = [undefined, "day of year", "day of month", "weekday"];

/** 0 where the wording leaves no choice. */
function doubt({ reading, others }: Found): number {
  return others.length > 0 ? sureness.length : sureness.indexOf(reading.picked);
}

function couldBe({ reading, others }: Found, clue: Found): boolean {
  if (reading.to !== undefined || clue.reading.to !== undefined) return false;
  const day = clue.reading.from;
  if (reading.from === day || others.includes(day)) return true;
  return reading.picked !== undefined && recursOn(reading.picked, reading.from, day);
}

/** True where nothing but marks and a word of identity stands between the two. */
function besides(text: string, one: Found, other: Found): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  return /^[\s，,（(、：:]{0,3}(?:也就是|就是|是|that is|that's|i\.e\.)?[\s，,]{0,2}$/i.test(
    text.slice(first.end, second.start),
  );
}

/** `room`: the characters around the expression that no other date has taken. */
function resolved(
  text: string,
  plain: string,
  { start, end, reading, others }: Found,
  room: { from: number; to: number },
): ResolvedDate {
  const oneDay = reading.to === undefined && (reading.precision ?? "day") === "day";
  const clock = oneDay ? clockBeside(plain, start, end, room) : undefined;
  const shift = clock?.nextDay ? 1 : 0;
  const from = reading.from + shift;
  const time = clock?.time ?? reading.time;
  const candidates = [from, ...others.map((day) => day + shift)].sort((a, b) => a - b).map(isoOf);
  const [first, last] = clock ? [clock.start, clock.end] : [start, end];
  return {
    expression: text.slice(first, last),
    index: first,
    date: isoOf(from),
    ...(reading.to !== undefined && reading.to > reading.from ? { end: isoOf(reading.to) } : {}),
    precision: clock ? "time" : precisionOf(reading),
    ...(time === undefined ? {} : { time }),
    ...(others.length === 0 ? {} : { candidates }),
  };
}

function precisionOf({ from, to = from, precision }: Reading): DatePrecision {
  if (precision !== undefined) return precision;
  const days = to - from + 1;
  if (days === 1) return "day";
  if (days <= 10) return "week";
  return days <= 190 ? "month" : "year";
}
