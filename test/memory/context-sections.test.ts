// Core, summaries and index: what ranks first, what stays out, and the order in which a life is told.
import { describe, expect, test } from "vitest";
import { type PrefixInput, renderPrefix } from "../../src/memory/context.ts";
import { personality } from "../../src/memory/context-persona.ts";
import { clip, clipMiddle, counter, importanceOf, momentOf } from "../../src/memory/context-text.ts";
import type { LongEntry } from "../../src/schema/long-term.ts";
import { day, mid, now, prefixInput, said } from "./context-sample.ts";

const section = (name: string, more: Partial<PrefixInput>) => {
  const found = renderPrefix(prefixInput(more)).sections.find((one) => one.name === name);
  return { ids: found?.entries.map((entry) => entry.id) ?? [], text: found?.text ?? "", cut: found?.cut };
};
const long = (id: string, daysAgo: number, more: Partial<LongEntry> = {}): LongEntry => ({
  id,
  title: `${id}号往事`,
  key_points: ["要点"],
  detail_file: "x.json",
  ended_at: now - daysAgo * day,
  ...more,
});

describe("core memories", () => {
  test("are the five most important, the newer first among equals, none that is archived", () => {
    const core = [7, 9, 10, 8, 9, 8, 10].map((importance, n) => ({
      id: `c${n}`,
      content: `第${n}件`,
      importance,
      created_at: now + n,
    }));
    expect(section("core", { core }).ids).toEqual(["c6", "c2", "c4", "c1", "c5"]);
    expect(section("core", { core: core.map((one) => ({ ...one, archived: one.id === "c6" })) }).ids).toEqual(
      ["c2", "c4", "c1", "c5", "c3"],
    );
  });

  test("come with the order to keep them to oneself", () => {
    const text = section("core", { core: [{ id: "c", content: "怕高", importance: 9 }] }).text;
    expect(text).toContain("不引用，不罗列");
    expect(text).not.toContain("9");
  });
});

describe("recent summaries", () => {
  test("are the five newest, oldest first, with the hour and not the minute", () => {
    const result = section("mid", { mid: [mid(3), mid(1), mid(6), mid(2), mid(5), mid(4)] });
    expect(result.ids).toEqual([5, 4, 3, 2, 1].map((n) => `mid_${now - n * day}`));
    expect(result.text).toContain("2026-03-09 21:00：");
    expect(result.text).not.toContain("21:05");
  });

  test("say that they were talked about earlier, where the one who wrote them did not (A68)", () => {
    const text = (summary: string, language: "zh" | "en" = "zh") =>
      renderPrefix(prefixInput({ mid: [mid(1, { summary })] }, language)).sections[4]?.text;
    expect(text("对方晕船，周六去海边。")).toContain("21:00：那次聊到：对方晕船，周六去海边。");
    expect(text("They get seasick.", "en")).toContain("21:00: Earlier we talked: They get seasick.");
    for (const own of ["那次聊到海边：对方晕船。", "之前我们聊过海边。", "那天，我们一起聊到猫"])
      expect(text(own)).toContain(`21:00：${own}`);
    for (const own of ["Earlier we talked about the sea: they get seasick.", "Talked about cats: fine."])
      expect(text(own, "en")).toContain(`21:00: ${own}`);
  });

  test("take the time of an entry that has none from its id, as the first documents wrote them", () => {
    const old = mid(0, { id: "mid_1713500000", ended_at: undefined });
    expect(section("mid", { mid: [old] }).text).toContain("2024-04-19 12:00");
    expect(momentOf({ id: "long_x", detail_file: "2026-03-15_出游.json" })).toBe(1773576000);
    expect(momentOf({ id: "mid_1713500000_2" })).toBe(1713500000);
    expect(momentOf({ id: "mid_17", detail_file: "2026-99-99_x.json" })).toBeUndefined();
  });

  test("show a topic that waits by its last six messages, and not once its summary is there", () => {
    const messages = Array.from({ length: 8 }, (_, n) => said("user", `第${n}句`));
    const pending = [{ topic_id: "t_mid_9", ended_at: now - 90_000, messages }];
    const waiting = section("mid", { pending, mid: [mid(1)] });
    expect(waiting.text).toContain("小林: 第2句 / 小林: 第3句");
    expect(waiting.text).not.toContain("第1句");
    expect(waiting.ids).toEqual(["t_mid_9", mid(1).id]);
    expect(section("mid", { pending, mid: [mid(9)] }).text).not.toContain("第2句");
  });

  test("do not show the open topic as one that waits, nor one without words", () => {
    const pending = [
      { topic_id: "t_open", ended_at: now, messages: [said("user", "在吗")] },
      { topic_id: "t_empty", ended_at: now, messages: [said("user", "  ")] },
    ];
    expect(section("mid", { pending }).ids).toEqual([]);
  });

  test("are not pushed out by one of them that swelled up", () => {
    const result = section("mid", { mid: [mid(1, { summary: "长".repeat(3_000) }), mid(2), mid(3)] });
    expect(result.ids).toEqual([mid(3).id, mid(2).id, mid(1).id]);
    expect(result.cut).toEqual([mid(1).id]);
  });
});

describe("the index of long-term memory", () => {
  const many = Array.from({ length: 400 }, (_, n) => long(`l${n}`, n + 1));

  test("prefers pinned entries, then what fits this talk, then what is recent", () => {
    const entries = many.map((one) => (one.id === "l399" ? { ...one, pinned: true } : one));
    const result = section("long_index", { long: entries, rank: new Map([["l300", 1]]) });
    expect(result.ids).toContain("l399");
    expect(result.ids).toContain("l300");
    expect(result.ids).toContain("l0");
    expect(result.ids).not.toContain("l299");
    expect(result.cut?.length).toBe(50);
  });

  test("prefers what is recent to what is a little more important and years old", () => {
    const old = Array.from({ length: 100 }, (_, n) => long(`o${n}`, 1_500 + n, { importance: 0.6 }));
    const fresh = Array.from({ length: 100 }, (_, n) => long(`f${n}`, 1 + n, { importance: 0.5 }));
    const { ids } = section("long_index", { long: [...old, ...fresh] });
    const single = ids.filter((id) => !id.startsWith("chapter_"));
    expect(single.length).toBeGreaterThan(20);
    // An old one has a shorter date, and may fill the last gap.
    expect(single.filter((id) => !id.startsWith("f")).length).toBeLessThanOrEqual(1);
  });

  test("begins with the chapters of the years, which leave most of the room to single titles", () => {
    const all = Array.from({ length: 400 }, (_, n) => long(`n${n}`, 9 * n));
    const { ids } = section("long_index", { long: all });
    const chapters = ids.findIndex((id) => !id.startsWith("chapter_"));
    expect(chapters).toBeGreaterThan(12);
    expect(ids.slice(chapters).some((id) => id.startsWith("chapter_"))).toBe(false);
    expect(ids.length - chapters).toBeGreaterThan(8);
  });

  test("is told in the order of time", () => {
    expect(section("long_index", { long: [long("b", 1), long("c", 0), long("a", 9)] }).ids).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("leaves out what has faded", () => {
    expect(section("long_index", { long: [long("a", 1, { archived: true }), long("b", 2)] }).ids).toEqual([
      "b",
    ]);
  });

  test("holds titles and points, never the name of a file", () => {
    const text = section("long_index", {
      long: [long("a", 1, { key_points: ["想去海边", "周六出发"], detail_file: "secret.json" })],
    }).text;
    expect(text).toContain("2026-03-09 a号往事：想去海边; 周六出发");
    expect(text).not.toContain("secret");
  });

  test("reads an importance of ten and one of one", () => {
    expect([
      importanceOf(8),
      importanceOf(0.8),
      importanceOf(undefined),
      importanceOf(Number.NaN),
      importanceOf(-1),
      importanceOf(99),
    ]).toEqual([0.8, 0.8, 0.5, 0.5, 0, 1]);
  });
});

describe("the persona", () => {
  test("joins both souls the way the first document says", () => {
    expect(personality("温柔。", "爱做陶。")).toBe("温柔。【自我认知】爱做陶。");
    expect(personality("温柔。", "")).toBe("温柔。");
  });

  test("keeps the owner's words whole, however long", () => {
    const base_soul = "她".repeat(20_000);
    const config = {
      ...prefixInput().config,
      base_soul,
      scenario: "海边小城",
      pronoun: "她",
      examples: [{ user: "早", assistant: "早呀" }],
      style: { voice: "轻声细语" },
    };
    const persona = renderPrefix(prefixInput({ config })).sections[0];
    for (const words of [base_soul, "海边小城", "“她”", "小林: 早\n知夏: 早呀", "轻声细语"])
      expect(persona?.text).toContain(words);
    expect(persona?.cut).toBeUndefined();
  });

  test("knows the owner's own kind of bond, and English words for the usual ones", () => {
    const kind = (word: string) =>
      section("instructions", { config: { ...prefixInput().config, bond: { kind: word, romance: "none" } } });
    expect(kind("笔友").text).toContain("你和小林的关系：笔友。");
    expect(kind(" Lover ").ids).toContain("bond_恋人");
    expect(kind("constructor").ids).toContain("bond_own");
  });

  test("says nothing of tools where there are none, and always where help is", () => {
    const none = section("instructions", { tools: false });
    expect(none.ids).not.toContain("tools_use");
    expect(none.text).toContain("12356");
  });

  test("limits closeness after level and stage have been told", () => {
    const { ids } = section("instructions", {});
    expect(ids.indexOf("romance_none")).toBeGreaterThan(ids.indexOf("stage_初期"));
  });
});

describe("clipping", () => {
  const count = counter();

  test("never tears a character and stays within its tokens", () => {
    for (const text of ["😀".repeat(100), "喵".repeat(100), "word ".repeat(100)])
      for (const tokens of [1, 2, 7, 30]) {
        const short = clip(text, tokens, count);
        expect(count(short)).toBeLessThanOrEqual(tokens);
        expect(short).not.toMatch(/\p{Cs}/u);
        expect(clipMiddle(text, 40, "…", count)).not.toMatch(/\p{Cs}/u);
      }
  });

  test("leaves alone what fits", () => {
    expect(clip("好", 1, count)).toBe("好");
    expect(clipMiddle("好", 1, "…", count)).toBe("好");
    expect(clip("好好好好", 0, count)).toBe("");
  });
});
