// The days, months and spans that a text names, as seen from one moment in one time zone.
import type { Seconds } from "../schema/common.ts";
import { simplify } from "../schema/simplified.ts";
import { calendarOf, readTimes, type TimeSpan } from "./calendar.ts";
import { chineseFeasts, englishFeasts } from "./feasts.ts";
import { englishTimes } from "./time-en.ts";
import { stretches } from "./time-stretch.ts";
import { chineseTimes } from "./time-zh.ts";

/** Questions are short; what stands beyond is a pasted text, whose dates nobody asks about. */
const longestText = 1000;

/**
 * Spans of time in the order they are named (5月4号, 前天, 去年夏天; last spring, on 4 May), relative to `at` (unix seconds)
 * on the calendar of `timeZone`. What lies between two times (from March to May) is one span. A day or month without a year is its latest occurrence that has begun. Times to come
 * (明天, next week) are no spans: nothing said so far can lie there.
 */
export function timeSpans(text: string, at: Seconds, timeZone: string): TimeSpan[] {
  const calendar = calendarOf(at, timeZone);
  const rules = [...chineseTimes, ...englishTimes];
  const read = simplify(text.slice(0, longestText).normalize("NFKC"));
  return stretches(readTimes(read, rules, calendar), read, timeZone).filter(
    (span) => Number.isFinite(span.from) && span.from <= at && !isToCome(span.text, read),
  );
}

const bareWeekday =
  /^(?:周|星期|礼拜)[一二三四五六日天]|^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i;
const planned =
  /要(?!求|紧|是)|得(?=去|带|交|早|先|给|把)|打算|准备|将|快到|\b(?:will|going to|gonna|has to|have to|need to|plan to|coming)\b|'ll\b/i;
const overOrTold =
  /[了过]|说|聊|讲|提到|告诉|答应|\b(?:did|was|were|had|said|told|talk(?:ed)?|mention(?:ed)?|used to)\b/i;

const feastName = new RegExp(
  `^(?:(?:${Object.keys(chineseFeasts).join("|")})节?|${englishFeasts.map(([name]) => name).join("|")})$`,
  "i",
);

/** A weekday or a feast by itself in a clause that plans (周六爸妈要来) is the next one; one of which something is told is the last one. */
function isToCome(said: string, text: string): boolean {
  if (!bareWeekday.test(said) && !feastName.test(said)) return false;
  const clause = text.split(/[，,。！!？?；;\n]/).find((part) => part.includes(said)) ?? "";
  // 过年 is a feast, and says nothing of what is over.
  return planned.test(clause) && !overOrTold.test(clause.replace(said, " "));
}
