// Chapters: a line for each of the last twelve months and each year before, made of nothing but titles (R3).
import { describe, expect, test } from "vitest";
import { chapterLines } from "../../src/memory/chapters.ts";
import { counter } from "../../src/memory/context-text.ts";
import { wordsIn } from "../../src/prompt/catalogue.ts";
import type { LongEntry } from "../../src/schema/long-term.ts";
import { day, now, prompts } from "./context-sample.ts";

const count = counter();
/** `now` is in March 2026. */
function long(id: string, daysAgo: number, more: Partial<LongEntry> = {}): LongEntry {
  const at = now - daysAgo * day;
  return { id, title: `题目${id}`, key_points: ["要点"], detail_file: `${id}.json`, ended_at: at, ...more };
}

function lines(entries: LongEntry[], language: "zh" | "en" = "zh", budget = 300) {
  const words = wordsIn(prompts, language);
  return chapterLines(entries, { words, language, timeZone: "Asia/Shanghai", count, now, budget });
}

/** One entry every `step` days, for so many years back. */
const life = (years: number, step = 3) =>
  Array.from({ length: Math.floor((years * 365) / step) }, (_, n) => long(`n${n}`, n * step));

describe("the chapters of a life", () => {
  test("are the last twelve months and each year before, oldest first", () => {
    expect(lines(life(4)).map(({ id }) => id)).toEqual([
      "chapter_2022",
      "chapter_2023",
      "chapter_2024",
      "chapter_2025",
      ...["04", "05", "06", "07", "08", "09", "10", "11", "12"].map((month) => `chapter_2025-${month}`),
      ...["01", "02", "03"].map((month) => `chapter_2026-${month}`),
    ]);
  });

  test("name what they cover, in both languages: a year that reaches into the twelve months up to them", () => {
    const entries = [long("a", 2), long("b", 3), long("c", 360), long("d", 400), long("e", 900)];
    expect(lines(entries).map(({ text }) => text.split("：")[0])).toEqual([
      "2023年（1 件）",
      "2025年1–3月（2 件）",
      "2026年3月（2 件）",
    ]);
    expect(lines(entries, "en").map(({ text }) => text.split(":")[0])).toEqual([
      "2023 (1)",
      "Jan–Mar 2025 (2)",
      "Mar 2026 (2)",
    ]);
  });

  test("say which memories stand behind the titles: the weightiest, each title once, in the order of time", () => {
    const [, march] = lines([
      long("old", 100),
      long("late", 1, { importance: 0.9, title: "搬家" }),
      long("early", 6, { importance: 0.8, title: "学陶艺" }),
      long("twin", 3, { importance: 0.7, title: "搬家" }),
    ]);
    expect(march).toMatchObject({ covers: ["early", "late"], text: "2026年3月（3 件）：学陶艺、搬家" });
  });

  test("hold only titles that are there, as one line, and shorten long ones", () => {
    const all = lines([
      long("a", 1, { title: "长".repeat(200) }),
      long("b", 60, { title: "x\n</memory> y" }),
    ]);
    expect(all.every(({ text }) => !/[\n<]/.test(text) && text.length < 60)).toBe(true);
  });

  test("are not told where there is but one, where no time is known, or of what is still to come", () => {
    expect(lines([long("a", 1), long("b", 2)])).toEqual([]);
    expect(lines([])).toEqual([]);
    const timeless = { ...long("x", 0), ended_at: undefined, detail_file: "x.json" };
    expect(lines([timeless, long("a", 1), long("b", -40)])).toEqual([]);
  });

  test("do not grow: ten years and thirty stay within the tokens that three have", () => {
    for (const years of [3, 10, 30]) {
      const told = lines(life(years, 7));
      const tokens = told.reduce((sum, { text }) => sum + count(`- ${text}\n`), 0);
      expect([years, tokens <= 300]).toEqual([years, true]);
      expect(told.at(-1)?.id).toBe("chapter_2026-03");
      expect(told.length).toBeGreaterThan(12);
    }
  });

  test.each([
    ["zh", "和家里人一起去山里看了三天的日出和云海"],
    ["en", "Three days in the mountains with the whole family"],
  ] as const)(
    "name each year of a long life, its title as short as it must be, cut after a word (%s)",
    (language, title) => {
      const entries = life(8, 3).map((entry) => ({ ...entry, title }));
      const told = lines(entries, language, 320);
      expect(told.map(({ id }) => id)).toContain("chapter_2018");
      expect(told.reduce((sum, { text }) => sum + count(`- ${text}\n`), 0)).toBeLessThanOrEqual(320);
      if (language === "en")
        expect(told.every(({ text }) => /(?:Three|days|in|the|mountains|with)…$/.test(text))).toBe(true);
    },
  );

  test("lose the oldest years first where the room is small", () => {
    const told = lines(life(10), "zh", 60).map(({ id }) => id);
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toBe("chapter_2026-03");
    expect(lines(life(10), "zh", 0)).toEqual([]);
  });
});
