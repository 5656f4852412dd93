// Other words for what is asked: found in both languages, worth less than the word itself, and none for words of no group.
import { describe, expect, it } from "vitest";
import type { Language } from "../../src/schema/common.ts";
import { Index } from "../../src/search/inverted-index.ts";
import { kindredOf } from "../../src/search/kindred.ts";
import { rank } from "../../src/search/rank.ts";

const now = 1_780_000_000;

function memory(lines: Record<string, string>): Index {
  const index = new Index();
  for (let i = 0; i < 30; i++)
    index.put({
      type: "message",
      id: `s${i}`,
      text: `第${i}天路过面包店。 Day ${i}, the bakery smelled nice.`,
      date: now - 1e6 - i * 1e5,
      topic_id: `s${i}`,
      message_ids: [`s${i}`],
    });
  for (const [id, text] of Object.entries(lines))
    index.put({ type: "message", id, text, date: now - 500_000, topic_id: id, message_ids: [id] });
  return index;
}

function first(index: Index, text: string, language: Language, without?: "kindred"): string | undefined {
  const query = { text, at: now, timeZone: "UTC", language, limit: 5 };
  return rank(index, query, new Set(without ? [without] : []))[0]?.id;
}

describe("words of a like meaning", () => {
  it("find an answer that shares no word with its question, and only because of them", () => {
    const zh = memory({ found: "今晚他跟老公去看戏" });
    expect(first(zh, "对象是谁", "zh")).toBe("found");
    expect(first(zh, "对象是谁", "zh", "kindred")).toBeUndefined();
    const en = memory({ found: "She takes her husband to the opera" });
    expect(first(en, "Any partner?", "en")).toBe("found");
    expect(first(en, "Any partner?", "en", "kindred")).toBeUndefined();
  });

  it("find what was said in the other language", () => {
    expect(first(memory({ found: "She takes her husband to the opera" }), "对象是谁", "zh")).toBe("found");
  });

  it("are called by whole phrases, little words and all, whose rest is not looked for", () => {
    const index = memory({ sport: "Fitness has been a great help to my body" });
    expect(first(index, "Any working out?", "en")).toBe("sport");
    expect(first(memory({ work: "Long hours at work" }), "Any exercise or sport?", "en")).toBeUndefined();
    // "Working" alone is no sport.
    expect(first(index, "Is it working?", "en")).toBeUndefined();
  });

  it("lead from a kind to what is of that kind, not back", () => {
    const index = memory({ swim: "周六学会了游泳" });
    expect(first(index, "做什么运动", "zh")).toBe("swim");
    const back = memory({ sport: "每天运动" });
    expect(first(back, "会游泳吗", "zh")).toBeUndefined();
  });

  it("come behind the word that was said", () => {
    const index = memory({ said: "头疼得厉害", other: "偏头痛得厉害" });
    expect(first(index, "头疼", "zh")).toBe("said");
  });

  it("are found for traditional characters and for phrases of several words", () => {
    expect(kindredOf("運動").length).toBeGreaterThan(0);
    expect(kindredOf("Who is my best friend?").some(({ said }) => said.length === 2)).toBe(true);
  });

  it("are none for words of no group, for nothing, and for a pasted text of odd characters", () => {
    for (const text of ["", "量子力学", "quantum", "？？？", "\u0000", "👩‍👩‍👧"])
      expect(kindredOf(text), text).toEqual([]);
  });
});
