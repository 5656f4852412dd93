// The day that a fact's words name, as moments in the owner's zone, and statements in which a relative date is no riddle later.
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { fromLocal } from "../schema/zone.ts";
import { resolveDates, spellDates } from "./relative-date.ts";

export type FactDate = {
  /** The first moment of the day, or of a stretch of days. */
  from: Seconds;
  /** The first moment after it. */
  until: Seconds;
  /** "2024-10-03" */
  date: string;
  /** The original wording (上周四). */
  said: string;
  /** All days it may mean, where that is in doubt. */
  candidates?: string[];
};

function startOf(date: string, zone: string, later = 0): Seconds {
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  return fromLocal({ year, month, day: day + later }, zone);
}

/** The date that a text names most narrowly, the first of such (下周日 of 今年…在下周日办), said at a moment; undefined where it names none. */
export function factDate(text: string, said: Seconds, zone: string): FactDate | undefined {
  const days = ({ date, end = date }: { date: string; end?: string }) =>
    startOf(end, zone, 1) - startOf(date, zone);
  const found = resolveDates(text, said, zone).toSorted((a, b) => days(a) - days(b))[0];
  if (found === undefined) return undefined;
  const { date, end = date, expression, candidates } = found;
  return {
    from: startOf(date, zone),
    until: startOf(end, zone, 1),
    date,
    said: expression,
    ...(candidates && candidates.length > 1 ? { candidates } : {}),
  };
}

/** The text with the absolute date beside each relative one (C094): 上周四（2024-10-03）中风. */
export function datedText(text: string, said: Seconds, zone: string): string {
  return spellDates(text, said, zone);
}

/** Days that are kept year after year, or that a life goes on from. */
const comesAgain =
  /生日|出生|诞辰|忌日|去世|纪念|周年|结婚|婚礼|领证|预产|节日|每年|每逢|birth|\bborn\b|\bdue date\b|anniversar|wedding|\bmarr(?:y|ied|iage)\b|\bdied\b|\bdeath\b|every year|yearly|annual/i;

/** 2024年5月12日考认证 names its own day and is as true afterwards; the day that was only put beside 明天 is none of its own. */
function isRecord(value: unknown): boolean {
  return /(?<!\d)(?:19|20)\d\d(?!\d)/.test(String(value).replace(/[(（][\d\s/–-]+[)）]/g, ""));
}

/**
 * When a day that lies ahead is over, so that 明天体检 does not stand among what is so a month later (part 2, item 3). Undefined
 * for a day that was past when it was said, for one that comes again (a birthday, a wedding day), and for a value that names its
 * own date.
 */
export function passesAt(told: {
  key: string;
  value: unknown;
  statement: string;
  said: Seconds;
  date?: FactDate | undefined;
}): Seconds | undefined {
  const { key, value, statement, said, date } = told;
  if (date === undefined || date.until <= said || isRecord(value)) return undefined;
  return comesAgain.test(simplify(`${key} ${statement} ${String(value)}`)) ? undefined : date.until;
}
