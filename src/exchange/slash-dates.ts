// Dates in front of pasted lines that name neither order nor month ("12/31/25, 10:15 PM - "): the dates of a talk tell together which number is the day.
import type { Seconds } from "../schema/common.ts";
import type { DateOrder } from "../schema/request-exchange.ts";
import { timeOf } from "./times.ts";

/** A date as it stands there, still without an order. `dots`: "31.12.25", which everybody writes with the day first. */
export type SlashDate = {
  numbers: readonly [first: number, second: number];
  year: number;
  clock: string;
  dots: boolean;
  /** Characters of the line that it takes, with its brackets and its dash. */
  length: number;
};

const head =
  /^[\u200e\u200f\u202a-\u202e\s]*\[?(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})[,，]?\s+((?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)\s*)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?\s?m(?![a-z])\.?)?)(?:\]\s*|\s+[-–—]\s+|\s*[,，]\s*|\s+)/i;

/** The date that a line begins with; undefined where it begins otherwise. */
export function slashDateOf(line: string): SlashDate | undefined {
  const match = head.exec(line);
  if (!match) return undefined;
  const [whole, first, mark, second, year = "", clock = ""] = match;
  const numbers = [Number(first), Number(second)] as const;
  if (numbers.some((number) => number < 1 || number > 31) || numbers.every((number) => number > 12))
    return undefined;
  return {
    numbers,
    year: Number(year.length === 2 ? `20${year}` : year),
    clock: clock.replace(/(\d)\.(?=\d)/g, "$1:").replace(/([ap])\.?\s?m\.?$/i, "$1m"),
    dots: mark === ".",
    length: whole.length,
  };
}

/**
 * The order that the dates of a talk speak for: a number beyond 12 is a day; where there is none, a talk goes forward in time.
 * `sure: false` where both orders would do, or none: then the clock of twelve hours stands for the country that puts the month first.
 */
export function orderOf(dates: readonly SlashDate[]): { order: DateOrder; sure: boolean } {
  const fitting = (["day_first", "month_first"] as const).filter((order) =>
    dates.every((date) => monthIn(date, order) <= 12 && !(date.dots && order === "month_first")),
  );
  const forward = fitting.filter((order) => goesForward(dates, order));
  const [only, another] = fitting.length === 1 ? fitting : forward;
  if (only !== undefined && another === undefined) return { order: only, sure: true };
  const halved = dates.some(({ clock }) => /[ap]m$/i.test(clock));
  return { order: halved ? "month_first" : "day_first", sure: false };
}

/** Unix seconds of such a date; undefined where there is no such day. */
export function secondsOfSlash(date: SlashDate, order: DateOrder, zone: string): Seconds | undefined {
  const month = monthIn(date, order);
  const day = date.numbers[order === "day_first" ? 0 : 1];
  return timeOf(`${date.year}-${month}-${day} ${date.clock}`, zone);
}

function monthIn({ numbers }: SlashDate, order: DateOrder): number {
  return numbers[order === "day_first" ? 1 : 0];
}

function goesForward(dates: readonly SlashDate[], order: DateOrder): boolean {
  const days = dates.map((date) => {
    const day = date.numbers[order === "day_first" ? 0 : 1];
    return (date.year * 12 + monthIn(date, order)) * 31 + day;
  });
  return days.every((day, at) => day >= (days[at - 1] ?? day));
}
