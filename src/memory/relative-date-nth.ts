// The nth weekday of a month in both languages: 下个月第一个周一, "the last Sunday of this month".
import { type Base, type DateRule, dayOf, type Reading, weekdayOf } from "./relative-date-calendar.ts";
import { placeOf, stepOf, weekday } from "./relative-date-en-words.ts";
import { step, steps, weekdayName } from "./relative-date-zh-words.ts";

const days = "一二三四五六日";
const ordinals = ["first", "second", "third", "fourth"];

/** `nth` from 1; 0 is the last. `name`: 0 is Monday. `away`: months from the base's own. */
function nthWeekday(base: Base, away: number, nth: number, name: number): Reading {
  const first = dayOf(base.year, base.month + away, 1);
  const last = dayOf(base.year, base.month + away + 1, 0);
  if (nth === 0) return { from: last - ((weekdayOf(last) - name + 7) % 7) };
  return { from: first + ((name - weekdayOf(first) + 7) % 7) + 7 * (nth - 1) };
}

/** To be read before the plain months and weekdays. */
export const nthDatesZh: readonly DateRule[] = [
  {
    pattern: new RegExp(
      `${step}个?月的?(?:第([一二三四])个|(最后)一?个)${weekdayName}([一二三四五六日天])`,
      "g",
    ),
    read: ([, which = "", nth = "", last, name = ""], base) =>
      nthWeekday(
        base,
        steps[which] ?? 0,
        last === undefined ? "一二三四".indexOf(nth) + 1 : 0,
        days.indexOf(name.replace("天", "日")),
      ),
  },
];

export const nthDatesEn: readonly DateRule[] = [
  {
    pattern: new RegExp(
      `\\b(?:the\\s+)?(first|second|third|fourth|last)\\s+${weekday}\\s+(?:of|in)\\s+(?:(this|next|last)\\s+month|the\\s+month)\\b`,
      "gi",
    ),
    read: ([, nth = "", name = "", which = "this"], base) =>
      nthWeekday(base, stepOf(which), ordinals.indexOf(nth.toLowerCase()) + 1, placeOf(name)),
  },
  {
    pattern: /\b(today|tomorrow)\s+week\b/gi,
    read: ([, word = ""], base) => ({ from: base.today + 7 + (/tomorrow/i.test(word) ? 1 : 0) }),
  },
];
