// Chapters of a life together: a line for each of the last twelve months and each year before, made of the long memories (R3).
import type { Language, Seconds } from "../schema/common.ts";
import type { LongEntry } from "../schema/long-term.ts";
import { localTime } from "../schema/zone.ts";
import { importanceOf, momentOf, oneLine } from "./context-text.ts";
import type { Count, Entry, Words } from "./context-types.ts";
import { cutText } from "./graphemes.ts";

/** Months that have a line of their own, this one included. */
const months = 12;
/** Titles are about so many characters (A15); where the room is small, they are cut to so few. */
const longestTitle = { zh: 20, en: 40 } as const;
const shortestTitle = { zh: 4, en: 12 } as const;
const mostTitles = 4;

type Chapter = {
  /** "chapter_2026-02", "chapter_2024" */
  id: string;
  year: number;
  /** 1 to 12; of a year the first and the last that it covers. */
  from: number;
  to: number;
  entries: LongEntry[];
};

export type ChapterOptions = {
  words: Words;
  language: Language;
  timeZone: string;
  count: Count;
  now: Seconds;
  /** Tokens of all lines together. */
  budget: number;
};

/** Oldest first. Entries of which no time is known belong to none. */
function chaptersOf(long: readonly LongEntry[], now: Seconds, timeZone: string): Chapter[] {
  const here = localTime(now, timeZone);
  const first = here.year * 12 + (here.month - 1) - (months - 1);
  const chapters = new Map<string, Chapter>();
  for (const entry of long) {
    const at = momentOf(entry);
    if (at === undefined || at <= 0 || at > now) continue;
    const { year, month } = localTime(at, timeZone);
    const isRecent = year * 12 + (month - 1) >= first;
    const id = isRecent ? `chapter_${year}-${String(month).padStart(2, "0")}` : `chapter_${year}`;
    // A year that reaches into the twelve months is told up to them.
    const last = Math.floor(first / 12) === year ? first % 12 : 12;
    const chapter = chapters.get(id) ?? {
      id,
      year,
      from: isRecent ? month : 1,
      to: isRecent ? month : last,
      entries: [],
    };
    chapter.entries.push(entry);
    chapters.set(id, chapter);
  }
  return [...chapters.values()].sort((a, b) => a.year - b.year || a.from - b.from);
}

/** "2026年2月", "2025年1–3月", "2024年"; "Feb 2026", "Jan–Mar 2025", "2024". */
function nameOf({ year, from, to }: Chapter, language: Language): string {
  if (from === 1 && to === 12) return language === "zh" ? `${year}年` : String(year);
  const span = from === to ? [from] : [from, to];
  if (language === "zh") return `${year}年${span.join("–")}月`;
  const format = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });
  return `${span.map((month) => format.format(new Date(Date.UTC(2000, month - 1, 1)))).join("–")} ${year}`;
}

/** The entries that a chapter names: the most important ones, each title once, in the order of time. */
function chosenOf({ entries }: Chapter, most: number): LongEntry[] {
  const seen = new Set<string>();
  return [...entries]
    .sort(
      (a, b) =>
        Number(b.pinned ?? false) - Number(a.pinned ?? false) ||
        importanceOf(b.importance) - importanceOf(a.importance) ||
        (momentOf(b) ?? 0) - (momentOf(a) ?? 0),
    )
    .filter(({ title }) => {
      const told = oneLine(title);
      const isNew = told !== "" && !seen.has(told);
      seen.add(told);
      return isNew;
    })
    .slice(0, most)
    .sort((a, b) => (momentOf(a) ?? 0) - (momentOf(b) ?? 0));
}

/**
 * One line for each of the last 12 months and each year before that has long memories, oldest first: what it covers, how many
 * memories, and the titles of the weightiest, as many as the line's share of the budget holds. Pure and extractive: nothing is
 * said that is no title. Where there is but one chapter, the index itself is enough.
 */
export function chapterLines(long: readonly LongEntry[], options: ChapterOptions): Entry[] {
  const { words, language, timeZone, count, now } = options;
  const chapters = chaptersOf(long, now, timeZone);
  if (chapters.length < 2) return [];
  const share = Math.floor(options.budget / chapters.length);
  let left = options.budget;
  const lines: Entry[] = [];
  // The newest first, so that a life of many years loses its oldest ones.
  for (const chapter of chapters.reverse()) {
    const line = longestLine(chapter, share);
    const cost = line ? count(`- ${line.text}\n`) : 0;
    if (!line || cost > left) break;
    left -= cost;
    lines.push(line);
  }
  return lines.reverse();

  function longestLine(chapter: Chapter, tokens: number): Entry | undefined {
    let line: Entry | undefined;
    for (let most = 1; most <= mostTitles; most++) {
      const chosen = chosenOf(chapter, most);
      let width: number = longestTitle[language];
      let text = lineOf(chapter, chosen, width);
      // One title always stands, as short as it must be: a chapter without a line is a year that never was.
      while (!line && count(`- ${text}\n`) > tokens && width > shortestTitle[language]) {
        width -= 2;
        text = lineOf(chapter, chosen, width);
      }
      if (line && (chosen.length < most || count(`- ${text}\n`) > tokens)) break;
      if (chosen.length > 0) line = { id: chapter.id, text, covers: chosen.map(({ id }) => id) };
    }
    return line;
  }

  function lineOf(chapter: Chapter, chosen: readonly LongEntry[], width: number): string {
    const titles = chosen.map(({ title }) => shortTitle(oneLine(title), width));
    return words("chapter_line", {
      when: nameOf(chapter, language),
      count: String(chapter.entries.length),
      titles: titles.join(language === "zh" ? "、" : "; "),
    });
  }
}

/** A title cut to a width, after a whole word where it has any. */
function shortTitle(title: string, width: number): string {
  const cut = cutText(title, width);
  return cut === title ? title : cut.replace(/(?<=\S)\s+[\w'’-]*…$/, "…");
}
