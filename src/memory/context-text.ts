// Small pure steps that every section of a context is made with: making data harmless, clipping, fitting, dates.
import type { Language, Seconds } from "../schema/common.ts";
import { estimateTokens } from "../schema/tokens.ts";
import { localClock, localDate, localMonth, localTime } from "../schema/zone.ts";
import type { Count, Entry, Section, SectionName } from "./context-types.ts";

/** Tokens by the estimate, times `factor`: what the model really counts over what we estimate (1 where unknown). */
export function counter(factor = 1): Count {
  return (text) => Math.ceil(estimateTokens(text) * factor);
}

/**
 * Data that can close no block: a `<` that begins a tag of any name becomes `＜` (C125). "3 < 5" and "<3" stay as they are.
 * For stored memories only; the person's own messages are sent as they were written (C098).
 */
export function withoutTags(text: string): string {
  return text.replace(/<(?=\s*(?:[/!?]\s*)?\p{L})/gu, "＜");
}

/** Data as one line, so that it cannot pass for a heading or a second entry. */
export function oneLine(text: string): string {
  return withoutTags(text)
    .replace(/[\s\u2028\u2029]+/g, " ")
    .trim();
}

/** At most `tokens` of a text from its beginning, never cut inside a character; "…" marks what is gone. */
export function clip(text: string, tokens: number, count: Count): string {
  if (count(text) <= tokens) return text;
  const characters = Array.from(text);
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(`${characters.slice(0, middle).join("")}…`) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${characters.slice(0, low).join("").trimEnd()}…`;
}

/** Head and tail of a text within `tokens`, with `gap` between them; the text itself where it fits. */
export function clipMiddle(text: string, tokens: number, gap: string, count: Count): string {
  if (count(text) <= tokens) return text;
  const half = Math.max(1, Math.floor((tokens - count(gap)) / 2));
  const head = clip(text, half, count).replace(/…$/, "");
  // Reversed by characters, not by code units, so that no surrogate pair is torn.
  const reversed = (of: string) => Array.from(of).reverse().join("");
  const tail = reversed(clip(reversed(text), half, count).replace(/…$/, ""));
  return `${head}\n${gap}\n${tail}`;
}

export type Fitted = {
  kept: Entry[];
  cut: string[];
  /** Ids of kept ones that were clipped; they stand in `cut` too. */
  shortened?: string[];
};

/** So many of the best that fell out are named; ten years of titles would only swell the answer. */
export const namedCut = 50;

/**
 * What fits into a budget, best first: whole entries; one that does not fit is left out and the next is tried, so that a
 * long one does not empty the section. An entry over `longest` tokens (half of the budget) is clipped and named as cut.
 */
export function fitInto(
  ranked: readonly Entry[],
  budget: number,
  count: Count,
  longest = Math.floor(budget / 2),
): Fitted {
  const kept: Entry[] = [];
  const cut: string[] = [];
  const shortened: string[] = [];
  let left = budget;
  for (const entry of ranked) {
    const { id, text: whole } = entry;
    const text = left > 0 ? clip(whole, longest, count) : "";
    const cost = count(`- ${text}\n`);
    const fits = text !== "" && cost <= left;
    if (fits) {
      kept.push({ ...entry, text });
      left -= cost;
      if (text !== whole) shortened.push(id);
    }
    if ((!fits || text !== whole) && cut.length < namedCut) cut.push(id);
  }
  return { kept, cut, shortened };
}

/** One line for each entry, but for those that go on in the line before. */
export function linesOf(entries: readonly Entry[]): string[] {
  const lines: string[] = [];
  for (const { text, joined } of entries) {
    if (joined !== undefined && lines.length > 0) lines.push(`${lines.pop()}${joined}${text}`);
    else lines.push(`- ${text}`);
  }
  return lines;
}

/** A section of lines under a heading; empty where there is no entry. */
export function section(name: SectionName, heading: string, fitted: Fitted, count: Count): Section {
  const lines = linesOf(fitted.kept);
  const text = lines.length === 0 ? "" : [heading, ...lines].join("\n");
  return {
    name,
    text,
    tokens: count(text),
    entries: fitted.kept.map(({ joined: _, ...entry }) => entry),
    ...(fitted.cut.length > 0 ? { cut: fitted.cut } : {}),
    ...(fitted.shortened?.length ? { shortened: fitted.shortened } : {}),
  };
}

/** A section whose entries are whole paragraphs, each as it is. */
export function paragraphs(name: SectionName, entries: readonly Entry[], count: Count): Section {
  const present = entries.filter((entry) => entry.text !== "");
  const text = present.map((entry) => entry.text).join("\n\n");
  return { name, text, tokens: count(text), entries: present };
}

const weekdays = new Map<Language, string[]>();

/** Name of a weekday, 0 for Sunday. */
export function weekdayName(weekday: number, language: Language): string {
  let names = weekdays.get(language);
  if (!names) {
    const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
    // 4 January 1970 was a Sunday.
    names = Array.from({ length: 7 }, (_, day) => format.format(new Date((3 + day) * 86_400_000)));
    weekdays.set(language, names);
  }
  return names[weekday] ?? "";
}

/** "2026-03-10 21:05" */
export function toMinute(at: Seconds, timeZone: string): string {
  return `${localDate(at, timeZone)} ${localClock(at, timeZone)}`;
}

/** "2026-03-10 21:00": a mid entry knows the hour (A18). */
export function toHour(at: Seconds, timeZone: string): string {
  return `${localDate(at, timeZone)} ${String(localTime(at, timeZone).hour).padStart(2, "0")}:00`;
}

/** Beyond this a long entry knows the month and no longer the day. */
const dayKnown: Seconds = 366 * 86_400;

/** "2026-03-09", and "2024-03" of what is more than a year ago: a long entry knows the day, later the month (A18). */
export function toDayOrMonth(at: Seconds, now: Seconds, timeZone: string): string {
  return now - at > dayKnown ? localMonth(at, timeZone) : localDate(at, timeZone);
}

/**
 * The moment an entry is about: its own times, else the second in its id (A6, A14), else the date in its file name at
 * noon UTC; undefined where nothing tells.
 */
export function momentOf(entry: {
  id: string;
  ended_at?: number;
  started_at?: number;
  created_at?: number;
  detail_file?: string;
}): Seconds | undefined {
  const known = entry.ended_at ?? entry.started_at ?? entry.created_at;
  if (known !== undefined) return known;
  const inId = /^(?:mid|long)_(\d{9,11})(?:_\d+)?$/.exec(entry.id)?.[1];
  if (inId !== undefined) return Number(inId);
  const inFile = /^(\d{4}-\d{2}-\d{2})_/.exec(entry.detail_file ?? "")?.[1];
  const parsed = inFile === undefined ? Number.NaN : Date.parse(`${inFile}T12:00:00Z`);
  return Number.isNaN(parsed) ? undefined : parsed / 1000;
}

/** An importance as a part of one, whether it was written as 0–1 or 1–10; 0.5 where there is none (A34). */
export function importanceOf(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) return 0.5;
  return Math.min(1, Math.max(0, value > 1 ? value / 10 : value));
}
