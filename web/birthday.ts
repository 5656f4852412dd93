// A birthday as the form asks for it, and as a fact keeps it: a day of the calendar, or a lunar one. Pure.
import type { Language } from "../src/schema/common.ts";

export type Calendar = "solar" | "lunar";

/** Texts of the form's fields; "" where nothing is chosen. */
export type BirthdayDraft = { calendar: Calendar; month: string; day: string; year: string; leap: boolean };

export type BirthdayFault = "pickDate" | "badYear" | "badDate";

const longestMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days that a month can have: a lunar one at most 30. */
export function daysOf(calendar: Calendar, month: string): number {
  if (calendar === "lunar") return 30;
  return longestMonth[Number(month) - 1] ?? 31;
}

const two = (text: string) => text.padStart(2, "0");

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/**
 * The value of the fact `birthday`: "05-03", "1994-05-03", "lunar:08-15", "lunar:leap-06-01"; null where nothing was filled in,
 * or what is wrong with it. A year is that of the calendar; a lunar birthday keeps none.
 */
export function birthdayValue(draft: BirthdayDraft): { value: string } | { fault: BirthdayFault } | null {
  const { calendar, month, day, leap } = draft;
  const year = draft.year.normalize("NFKC").trim();
  if (month === "" && day === "" && year === "") return null;
  if (month === "" || day === "") return { fault: "pickDate" };
  if (Number(day) < 1 || Number(day) > daysOf(calendar, month)) return { fault: "badDate" };
  const date = `${two(month)}-${two(day)}`;
  if (calendar === "lunar") return { value: `lunar:${leap ? "leap-" : ""}${date}` };
  if (year === "") return { value: date };
  if (!/^(?:19|20)\d\d$/.test(year)) return { fault: "badYear" };
  if (date === "02-29" && !isLeapYear(Number(year))) return { fault: "badDate" };
  return { value: `${year}-${date}` };
}

const signs = "一二三四五六七八九十";

function lunarMonthZh(month: number): string {
  const own: Record<number, string> = { 1: "正月", 11: "冬月", 12: "腊月" };
  return own[month] ?? `${signs.charAt(month - 1)}月`;
}

function lunarDayZh(day: number): string {
  if (day <= 10) return `初${signs.charAt(day - 1)}`;
  if (day < 20) return `十${signs.charAt(day - 11)}`;
  if (day === 20) return "二十";
  return day === 30 ? "三十" : `廿${signs.charAt(day - 21)}`;
}

/** A month as people name it: 5 月 and 腊月, "May" and "12th lunar month". */
export function monthName(calendar: Calendar, month: number, language: Language): string {
  if (language === "zh") return calendar === "lunar" ? lunarMonthZh(month) : `${month} 月`;
  if (calendar === "lunar") return `${ordinal(month)} lunar month`;
  return new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2001, month - 1, 15)),
  );
}

function ordinal(count: number): string {
  const ending = count > 3 ? "th" : (["th", "st", "nd", "rd"][count] ?? "th");
  return `${count}${ending}`;
}

/** A day as people name it: 3 日 and 初三, "3". */
export function dayName(calendar: Calendar, day: number, language: Language): string {
  if (language === "en") return String(day);
  return calendar === "lunar" ? lunarDayZh(day) : `${day} 日`;
}
