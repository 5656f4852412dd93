// Long entries without a model: every mid entry is covered, key points stand in their sources (A15, A83–A85).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExtractive } from "../../src/model/extractive.ts";
import { EntriesAnswer } from "../../src/schema/answer.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import { tokenise } from "../../src/search/tokenise.ts";

const engine = createExtractive({ tokenise });
const day = 86_400;
/** 2024-03-15 23:30 in Shanghai, the 15th in UTC as well. */
const start = Date.UTC(2024, 2, 15, 15, 30) / 1000;

function mid(n: number, summary: string, more: Partial<MidEntry> = {}): MidEntry {
  return {
    id: `mid_${start + n * day}`,
    topic_id: `t${n}`,
    summary,
    emotion_tags: {},
    message_count: 6,
    time_precision: "hour",
    extracted_to_long: false,
    ended_at: start + n * day,
    ...more,
  };
}

function long(entries: readonly MidEntry[], timeZone?: string) {
  return EntriesAnswer.parse(engine({ role: "mid_to_long", language: "zh", entries, timeZone })).entries;
}

const own = mid(
  0,
  "那次聊到面试、深圳：对方说「我下周三要去深圳面试」「面完去妹妹那儿住一晚」；我说「今晚八点陪你练」。",
  {
    topic: "面试、深圳",
  },
);

describe("a long entry", () => {
  it("has a short title, two to four key points and an index size of about fifty characters", () => {
    const [entry] = long([own]);
    expect(entry?.title).toBe("面试、深圳");
    expect(entry?.key_points.length).toBeGreaterThanOrEqual(2);
    expect(entry?.key_points.length).toBeLessThanOrEqual(4);
    const size = [...(entry?.title ?? ""), ...(entry?.key_points ?? []).join("")].length;
    expect(size).toBeLessThanOrEqual(60);
  });

  it("says who said it, in the words of its source", () => {
    const points = long([own])[0]?.key_points ?? [];
    expect(points).toContain("对方：我下周三要去深圳面试");
    for (const point of points) expect(own.summary).toContain(point.replace(/^[^：]+：/, ""));
  });

  it("joins the summaries with their dates in the owner's calendar", () => {
    expect(long([own], "Asia/Shanghai")[0]?.detail_content).toBe(`2024-03-15：${own.summary}`);
    expect(long([own], "Pacific/Auckland")[0]?.detail_content).toBe(`2024-03-16：${own.summary}`);
  });

  it("works from a summary in any other words as well", () => {
    const [entry] = long([mid(0, "用户对花生过敏，2023年因此住过院。用户的妹妹下个月结婚。")]);
    expect(entry?.key_points.join()).toContain("用户对花生过敏");
    expect(entry?.title.length).toBeGreaterThan(2);
  });

  it("keeps the whole of a point that a cut would turn round", () => {
    const [entry] = long([mid(0, "用户想去海边，但是医生说三个月内不能坐飞机。")]);
    for (const point of entry?.key_points ?? []) {
      if (point.includes("想去海边")) expect(point).toContain("不能坐飞机");
    }
  });

  it("is written in English for English summaries", () => {
    const [entry] = long([
      mid(
        0,
        "Talked about satay: they said “I'm allergic to peanuts” “Carla ordered satay”; I said “Tell her today”.",
        { topic: "satay" },
      ),
    ]);
    expect(entry?.key_points).toContain("They: I'm allergic to peanuts");
    expect(entry?.detail_content).toMatch(/^2024-03-15: Talked/);
  });
});

describe("several mid entries", () => {
  it("become one where they are about the same within three days", () => {
    const entries = long([
      mid(0, "对方说「深圳面试准备得差不多了」「还在担心深圳面试」"),
      mid(1, "对方说「深圳面试很顺利」「深圳面试官人很好」"),
      mid(2, "对方说「阳台的番茄红了」"),
    ]);
    expect(entries.map((entry) => entry.source_mid_ids.length)).toEqual([2, 1]);
  });

  it("stay apart where weeks lie between them", () => {
    expect(long([mid(0, "对方说「深圳面试」"), mid(20, "对方说「深圳面试」")])).toHaveLength(2);
  });

  it("are all covered, once each, whatever they say", () => {
    const text = fc.array(
      fc.constantFrom("深圳", "面试", "「", "」", "；", "。", "猫", "对方说", " ", "but ", "不", "“", "”"),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.nat(9)), { minLength: 1, maxLength: 12 }), (given) => {
        const entries = given.map(([parts, n], i) => mid(n, parts.join(""), { id: `mid_${i}` }));
        const made = long(entries);
        expect(made.flatMap((entry) => entry.source_mid_ids).sort()).toEqual(
          entries.map((entry) => entry.id).sort(),
        );
        for (const entry of made) {
          expect(entry.key_points.length).toBeGreaterThan(0);
          expect(entry.title.trim()).not.toBe("");
        }
      }),
      { numRuns: 150, seed: 9 },
    );
  });

  it("are covered where times are missing or a summary is a book", () => {
    const made = long([
      mid(0, "“a".repeat(50_000), { ended_at: undefined, id: "mid_x" }),
      mid(0, "", { ended_at: undefined, id: "owner-made" }),
    ]);
    expect(made.flatMap((entry) => entry.source_mid_ids).sort()).toEqual(["mid_x", "owner-made"]);
  });
});
