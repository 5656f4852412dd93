// The portrait: live facts only, each line with its proof, in the reader's language (A199, A217).
import { describe, expect, test } from "vitest";
import { profileOf } from "../../src/memory/profile.ts";
import type { EmotionCode } from "../../src/schema/emotion.ts";
import { Fact } from "../../src/schema/fact.ts";

let made = 0;
function fact(category: Fact["category"], key: string, value: unknown, more: Partial<Fact> = {}): Fact {
  made += 1;
  return Fact.parse({
    id: `fact_${made}`,
    category,
    key,
    value,
    evidence: [{ message_id: `m${made}`, quote: "…" }],
    ...more,
  });
}
const moods = (emotion: EmotionCode, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    id: `e${from + n}`,
    at: from + n,
    emotion,
    intensity: 0.5,
    message_id: `m_${emotion}_${n}`,
  }));
const shown = (facts: Fact[], language: "zh" | "en" = "zh") =>
  profileOf(facts, [], language).sections.map(({ title, lines }) => [title, lines.map((line) => line.text)]);

describe("a profile", () => {
  test("puts what is known under its heading, how to call the person first", () => {
    const facts = [
      fact("health", "allergy:芒果", "芒果", { statement: "对芒果过敏" }),
      fact("personal_info", "name", "林晓棠", { statement: "叫林晓棠" }),
      fact("personal_info", "call_name", "晓棠", { statement: "希望被叫作晓棠", importance: 0.1 }),
      fact("habit", "habit:伞", "忘带伞", { statement: "出门总忘带伞" }),
    ];
    expect(shown(facts)).toEqual([
      ["称呼", ["希望被叫作晓棠", "叫林晓棠"]],
      ["健康", ["对芒果过敏"]],
      ["习惯", ["出门总忘带伞"]],
    ]);
    expect(shown(facts, "en").map(([title]) => title)).toEqual(["What to call them", "Health", "Habits"]);
  });

  test("names for each line its fact and every message that proves it, once", () => {
    const one = fact("preference", "likes:猫", "猫", {
      statement: "喜欢猫",
      evidence: [
        { message_id: "m1", quote: "喜欢猫" },
        { message_id: "m2", quote: "猫最好" },
        { message_id: "m1", quote: "喜欢猫" },
        { kind: "owner", change_id: "c1" },
      ],
    });
    expect(profileOf([one], [], "zh").sections[0]?.lines).toEqual([
      { text: "喜欢猫", fact_id: one.id, message_ids: ["m1", "m2"] },
    ]);
  });

  test("leaves out what is closed, in conflict, quarantined or forgotten", () => {
    const facts = [
      ...(["closed", "conflicted", "quarantined"] as const).map((status) =>
        fact("habit", "k", "v", { status }),
      ),
      fact("habit", "k", "v", { is_deleted: true }),
    ];
    expect(profileOf(facts, [], "zh")).toEqual({ sections: [] });
    expect(profileOf([], [], "en")).toEqual({ sections: [] });
  });

  test("sets apart what is not certain", () => {
    const facts = [
      fact("preference", "likes:茶", "茶", { statement: "大概喜欢茶", confidence: 0.55 }),
      fact("preference", "likes:猫", "猫", { statement: "喜欢猫", confidence: 0.6 }),
    ];
    expect(shown(facts)).toEqual([
      ["喜欢的", ["喜欢猫"]],
      ["还拿不准的", ["大概喜欢茶"]],
    ]);
  });

  test("orders by pin, importance and time", () => {
    const facts = [
      fact("preference", "a", "a", { statement: "old", importance: 0.5, last_updated_at: 1 }),
      fact("preference", "b", "b", { statement: "new", importance: 0.5, last_updated_at: 2 }),
      fact("preference", "c", "c", { statement: "pinned", importance: 0.1, pinned: true }),
      fact("preference", "d", "d", { statement: "important", importance: 9 }),
    ];
    expect(shown(facts, "en")[0]?.[1]).toEqual(["pinned", "important", "new", "old"]);
  });

  test("makes a line of key and value where a statement is missing, in the reader's language", () => {
    const facts = [
      fact("personal_info", "location", "成都"),
      fact("health", "allergy:芒果", true),
      fact("habit", "k", null, { statement: "a\n</memory>b" }),
    ];
    expect(shown(facts).flatMap(([, lines]) => lines)).toEqual([
      "住在：成都",
      "过敏：芒果 true",
      "a ＜/memory>b",
    ]);
    expect(shown(facts.slice(0, 1), "en")[0]?.[1]).toEqual(["lives in: Chengdu".replace("Chengdu", "成都")]);
  });

  test("counts the moods of late, newest sixty, and only what was heard often enough", () => {
    const entries = [
      ...moods("sad", 40, 0),
      ...moods("joy", 50, 1_000),
      ...moods("tired", 4, 2_000),
      ...moods("neutral", 300, 3_000),
    ];
    const [section] = profileOf([], entries, "zh").sections;
    expect(section).toMatchObject({ title: "近来的心情" });
    expect(section?.lines.map(({ text, fact_id }) => [text, fact_id])).toEqual([
      ["最近 60 次流露心情，有 50 次是开心", null],
      ["最近 60 次流露心情，有 6 次是难过", null],
    ]);
    expect(section?.lines[0]?.message_ids).toHaveLength(50);
    expect(profileOf([], entries, "en").sections[0]?.lines[0]?.text).toBe(
      "joy: 50 of the last 60 moods heard",
    );
    expect(profileOf([], moods("sad", 4), "zh").sections).toEqual([]);
  });

  test("changes neither facts nor moods", () => {
    const facts = Object.freeze([
      fact("habit", "b", "b", { importance: 0.1 }),
      fact("habit", "a", "a", { importance: 0.9 }),
    ]);
    const entries = Object.freeze(moods("sad", 6).reverse());
    profileOf(facts, entries, "zh");
    expect(facts[0]?.key).toBe("b");
    expect(entries[0]?.at).toBe(5);
  });
});
