// The time of day that stands beside a day: 下午三点, 晚上8:30, "at 3 pm", "at noon".
import { chineseNumber } from "./relative-date-number.ts";

/** `start` and `end`: what the whole expression covers with the time. `nextDay`: the small hours after that day's evening. */
export type Clock = { start: number; end: number; time: string; nextDay: boolean };

const partZh = "(凌晨|清晨|早上|早晨|上午|中午|下午|午后|傍晚|晚上|夜里|半夜|深夜|早|晚)?";
const hourZh = "(\\d{1,2}|[一二两三四五六七八九十]{1,3})";
const tailZh = new RegExp(
  `^的?${partZh}\\s*${hourZh}(?:[:：](\\d{2})(?!\\d)|[点點时](?:(半)|(一|三)刻|([零〇一二三四五六七八九十]{1,3}|\\d{1,2})分?|整|钟)?)(?![\\d天])`,
);

const partEn = "(?:\\s+(?:in\\s+the\\s+)?(morning|afternoon|evening|night))?";
const clockEn =
  "(?:(\\d{1,2})(?::(\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)|(\\d{1,2}):(\\d{2})|(\\d{1,2})|(noon|midday))";
const tailEn = new RegExp(
  `^${partEn}(?:,?\\s+(?:at|around|about|from|by|@)\\s+${clockEn}(?:\\s+in\\s+the\\s+(morning|afternoon|evening))?|,?\\s+(\\d{1,2})(?::(\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.))(?![\\w:/-])`,
  "i",
);
const headEn =
  /(?:\bat\s+)?(?<![\d:.])(\d{1,2})(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)\s+(?:on\s+)?(?:the\s+)?$/i;

/** The time that stands right behind (or, in English, before) the characters `start` to `end` of a day, within `room`. */
export function clockBeside(
  text: string,
  start: number,
  end: number,
  room: { from: number; to: number },
): Clock | undefined {
  const head = text.slice(Math.max(room.from, start - 40), start);
  const tail = text.slice(end, Math.min(room.to, end + 60));
  const day = text.slice(start, end);
  return chinese(day, tail, start, end) ?? english(day, tail, start, end) ?? before(head, start, end);
}

function chinese(day: string, tail: string, start: number, end: number): Clock | undefined {
  const match = tailZh.exec(tail);
  if (!match) return undefined;
  const [said, part = /[早晚夜晨]$/.exec(day)?.[0], hours = "", digits, half, quarter, spoken] = match;
  const minute = half ? 30 : quarter ? chineseNumber(quarter) * 15 : minuteOf(digits ?? spoken);
  const clock = clockZh(chineseNumber(hours), minute, part, digits !== undefined);
  return clock && { start, end: end + said.length, ...clock };
}

function minuteOf(text: string | undefined): number {
  return text === undefined ? 0 : chineseNumber(text.replace(/^[零〇0](?=.)/, ""));
}

/** A bare 三点 may be either half of the day and gives no time; 15点 and 15:00 do. */
function clockZh(hour: number, minute: number, part: string | undefined, written: boolean) {
  if (!(hour >= 0 && hour <= 24 && minute >= 0 && minute < 60)) return undefined;
  if (part === undefined) {
    if (hour === 24) return { time: timeOf(0, minute), nextDay: true };
    return written || hour > 12 || hour === 0 ? { time: timeOf(hour, minute), nextDay: false } : undefined;
  }
  if (hour > 12) return { time: timeOf(hour % 24, minute), nextDay: hour === 24 };
  if (/[晚夜]/.test(part)) {
    // 今晚两点 is in the small hours after that evening.
    if (hour === 12 || hour <= 4) return { time: timeOf(hour % 12, minute), nextDay: true };
    return { time: timeOf(hour + 12, minute), nextDay: false };
  }
  if (/[下午傍]/.test(part) && part !== "上午" && part !== "中午") {
    return { time: timeOf(hour === 12 ? 12 : hour + 12, minute), nextDay: false };
  }
  if (part === "中午") return { time: timeOf(hour <= 3 ? hour + 12 : hour, minute), nextDay: false };
  return { time: timeOf(part === "凌晨" ? hour % 12 : hour, minute), nextDay: false };
}

function english(day: string, tail: string, start: number, end: number): Clock | undefined {
  const match = tailEn.exec(tail);
  if (!match) return undefined;
  const [
    said,
    before,
    hour,
    minute,
    half,
    hour24,
    minute24,
    bare,
    noon,
    after,
    hourTail,
    minuteTail,
    halfTail,
  ] = match;
  const whole = { start, end: end + said.length };
  if (noon) return { ...whole, time: "12:00", nextDay: false };
  const part = after ?? before ?? /(morning|afternoon|evening|night|tonight)$/i.exec(day)?.[0];
  const clock = clockEnglish(
    Number(hour ?? hour24 ?? bare ?? hourTail),
    Number(minute ?? minute24 ?? minuteTail ?? 0),
    (half ?? halfTail)?.toLowerCase()[0],
    part?.toLowerCase(),
  );
  return clock && { ...whole, ...clock };
}

function before(head: string, start: number, end: number): Clock | undefined {
  const noon = /(?:\bat\s+)?\b(?:noon|midday)\s+(?:on\s+)?(?:the\s+)?$/i.exec(head)?.[0];
  if (noon !== undefined) return { start: start - noon.length, end, time: "12:00", nextDay: false };
  const match = headEn.exec(head);
  if (!match) return undefined;
  const clock = clockEnglish(Number(match[1]), Number(match[2] ?? 0), match[3]?.toLowerCase()[0], undefined);
  return clock && { start: start - match[0].length, end, ...clock };
}

/** A bare "at 3" may be either half of the day and gives no time, unless the part of the day is named. */
function clockEnglish(hour: number, minute: number, half: string | undefined, part: string | undefined) {
  if (!(hour >= 0 && hour < 24 && minute < 60)) return undefined;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    const small = half === "a" && part?.endsWith("night") === true && (hour === 12 || hour <= 4);
    return { time: timeOf((hour % 12) + (half === "p" ? 12 : 0), minute), nextDay: small };
  }
  if (hour > 12 || hour === 0) return { time: timeOf(hour, minute), nextDay: false };
  if (part === undefined) return undefined;
  if (part === "morning") return { time: timeOf(hour, minute), nextDay: false };
  if (part.endsWith("night") && (hour === 12 || hour <= 4)) {
    return { time: timeOf(hour % 12, minute), nextDay: true };
  }
  return { time: timeOf((hour % 12) + 12, minute), nextDay: false };
}

const two = (n: number) => String(n).padStart(2, "0");
const timeOf = (hour: number, minute: number) => `${two(hour)}:${two(minute)}`;
