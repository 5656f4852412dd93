// Precision drops from tier to tier (A18): the second in the short tier, the hour in the middle, the day and later the month in the long one.
import { describe, expect, test } from "vitest";
import { renderPrefix } from "../../src/memory/context.ts";
import { hintOf } from "../../src/memory/context-recall.ts";
import { counter, toDayOrMonth } from "../../src/memory/context-text.ts";
import { workingMemory } from "../../src/memory/working-memory.ts";
import { wordsIn } from "../../src/prompt/catalogue.ts";
import type { LongEntry } from "../../src/schema/long-term.ts";
import { day, mid, now, prefixInput, prompts, said } from "./context-sample.ts";

const long = (daysAgo: number): LongEntry => ({
  id: `long_${now - daysAgo * day}`,
  title: `第${daysAgo}天前`,
  key_points: ["看海"],
  detail_file: "x.json",
  ended_at: now - daysAgo * day,
});
const index = (language: "zh" | "en", timeZone: string, ...daysAgo: number[]) => {
  const input = prefixInput({ long: daysAgo.map(long), timeZone }, language);
  const section = renderPrefix(input).sections.find(({ name }) => name === "long_index");
  return section?.entries.filter(({ id }) => id.startsWith("long_")).map(({ text }) => text) ?? [];
};

describe.each(["zh", "en"] as const)("in a context in %s", (language) => {
  test("a summary is told with its hour, and neither minute nor second", () => {
    const { sections } = renderPrefix(prefixInput({ mid: [mid(1)] }, language));
    const text = sections.find(({ name }) => name === "mid")?.text ?? "";
    expect(text).toContain("2026-03-09 21:00");
    expect(text).not.toMatch(/21:05/);
  });

  test("a long entry is told with its day and no hour", () => {
    const [line = ""] = index(language, "Asia/Shanghai", 30);
    expect(line).toContain("2026-02-08");
    expect(line).not.toMatch(/\d:\d/);
  });

  test("a long entry of more than a year ago is told with its month and no day", () => {
    const [older = "", younger = ""] = index(language, "Asia/Shanghai", 400, 360);
    expect(older).toMatch(/^2025-02\s/);
    expect(older).not.toMatch(/2025-02-\d/);
    expect(younger).toMatch(/^2025-03-15\s/);
  });

  test("day and month are those of the person's own calendar", () => {
    // 21:05 in Shanghai is already the next day in Auckland.
    expect(index(language, "Pacific/Auckland", 1)[0]).toContain("2026-03-10");
    expect(index(language, "Asia/Shanghai", 1)[0]).toContain("2026-03-09");
  });

  test("a long memory that a question brings up is told with its day, however old it is", () => {
    const options = {
      words: wordsIn(prompts, language),
      language,
      timeZone: "Asia/Shanghai",
      person: "小林",
      companion: "知夏",
      count: counter(),
      question: "",
    };
    for (const type of ["long", "detail"]) {
      const { lead, text } = hintOf({ type, id: "l", text: "看海", date: now - 800 * day }, options);
      expect(lead + text).toContain("2023-12-31");
      expect(lead + text).not.toMatch(/\d:\d/);
    }
  });
});

test("the short tier knows the second", () => {
  const conversations = [said("user", "在吗", { timestamp: now - 3 }), said("assistant", "在")];
  const { turns } = workingMemory({ topic_id: "t_open", conversations, created_at: now, pending: [] }, []);
  expect(turns[0]?.timestamp).toBe(now - 3);
});

test("the month begins a day after a whole year, and what lies ahead has its day", () => {
  expect(toDayOrMonth(now - 366 * day, now, "UTC")).toBe("2025-03-09");
  expect(toDayOrMonth(now - 366 * day - 1, now, "UTC")).toBe("2025-03");
  expect(toDayOrMonth(now + day, now, "UTC")).toBe("2026-03-11");
});
