// "From March to May", 3月5号到8号: two times that are the ends of one stretch.
import { fromLocal, localTime } from "../schema/zone.ts";
import type { FoundTime, TimeSpan } from "./calendar.ts";

const daySeconds = 86_400;
const joints = /^\s*(?:到|至|~|～|-|–|—|(?:up )?to|until|till|through)\s*(?:the\s+)?$/i;
/** These join only where words around them say so: 三月和五月之间, "between March and May". */
const weakJoints = /^\s*(?:和|与|跟|and)\s*(?:the\s+)?$/i;
const around = /\bbetween\s*(?:\s+the\s*)?$/i;
const behind = /^\s*之间/;

/** The day alone in which a stretch of one month ends: 3月5号到8号, "March 5 to 8". */
const lastDay =
  /^\s*(?:到|至|~|～|-|–|—|to|until|through)\s*(?:the\s+)?(\d{1,2})(?:st|nd|rd|th|[号日])?(?![\d:.%月年点个天岁]|\s*(?:am|pm|o'clock|days?|weeks?|hours?))/i;

/**
 * Times as they were found, with those that are the two ends of a stretch as one. The years agree: where one of the two names
 * none, it is the nearest that puts the end behind the beginning.
 */
export function stretches(found: readonly FoundTime[], text: string, timeZone: string): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (let place = 0; place < found.length; place++) {
    const first = found[place];
    if (!first) continue;
    const second = found[place + 1];
    const end = first.at + first.text.length;
    const whole = second && areEnds(first, second, text) && between(first, second, text, timeZone);
    const day = whole ? undefined : untilDay(first, text.slice(end, end + 12), timeZone);
    if (whole) place++;
    // 3月5日至8日: the 8th was read as a day of its own.
    else if (day && second && second.at < end + day.text.length - first.text.length) place++;
    const { at: _, ...alone } = first;
    spans.push(whole || day || alone);
  }
  return spans;
}

function areEnds(first: FoundTime, second: FoundTime, text: string): boolean {
  const end = first.at + first.text.length;
  const joint = text.slice(end, second.at);
  if (joints.test(joint)) return !isBareDay(second.text) || first.precision !== "day";
  if (!weakJoints.test(joint)) return false;
  return around.test(text.slice(0, first.at)) || behind.test(text.slice(second.at + second.text.length));
}

const isBareDay = (text: string) => /^\d{1,2}[号日]$/.test(text);
const namesYear = (text: string) => /\d{4}|[零〇一二三四五六七八九]{4}年|[今去前]年|\byear\b/.test(text);

function between(first: FoundTime, second: FoundTime, text: string, timeZone: string): TimeSpan | undefined {
  let { from } = first;
  let { to } = second;
  if (to <= from && !namesYear(first.text)) from = yearsOn(from, -1, timeZone);
  else if (to - from > 366 * daySeconds && namesYear(first.text) && !namesYear(second.text))
    while (yearsOn(to, -1, timeZone) > from) to = yearsOn(to, -1, timeZone);
  if (to <= from) return undefined;
  const said = text.slice(first.at, second.at + second.text.length);
  return { from, to, precision: precisionOf(from, to), text: said };
}

function untilDay(first: FoundTime, rest: string, timeZone: string): TimeSpan | undefined {
  const match = first.precision === "day" && /\d/.test(first.text) ? lastDay.exec(rest) : null;
  if (!match) return undefined;
  const start = localTime(first.from, timeZone);
  const day = Number(match[1]);
  if (day <= start.day || day > 31) return undefined;
  const to = fromLocal(nextDay(start.year, start.month, day), timeZone);
  return { from: first.from, to, precision: precisionOf(first.from, to), text: first.text + match[0] };
}

/** The day after, as a day that exists. */
function nextDay(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(year, month - 1, day + 1));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function yearsOn(at: number, years: number, timeZone: string): number {
  const there = localTime(at, timeZone);
  return fromLocal({ ...there, year: there.year + years }, timeZone);
}

function precisionOf(from: number, to: number): TimeSpan["precision"] {
  const days = (to - from) / daySeconds;
  return days < 1.5 ? "day" : days < 10.5 ? "week" : days < 32 ? "month" : days < 190 ? "season" : "year";
}
