// The long tier: index entry and detail document of a promotion, and their evidence (A13–A17, A83, C032).
import { describe, expect, test } from "vitest";
import { graphemes } from "../../src/memory/graphemes.ts";
import { indexCharacters, longId, makeLong, type TakenNames } from "../../src/memory/long-term.ts";
import { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import type { MidEntry } from "../../src/schema/mid-term.ts";

const end = Date.UTC(2026, 2, 15, 18) / 1000; // already the 16th in Shanghai

function mid(n: number, more: Partial<MidEntry> = {}): MidEntry {
  return {
    id: `mid_${end + n}`,
    topic_id: `t${n}`,
    summary: `第${n}次聊天`,
    emotion_tags: { basic_emotion: "关心" },
    message_count: 2,
    time_precision: "hour",
    extracted_to_long: false,
    started_at: end + n - 100,
    ended_at: end + n,
    message_ids: [`m${n}a`, `m${n}b`],
    importance: 0.4,
    ...more,
  };
}

const nothing: TakenNames = { ids: new Set(), files: [] };
const answer = {
  title: "面试准备",
  key_points: ["周四上午面试"],
  detail_content: "细节",
  source_mid_ids: [`mid_${end + 1}`],
};

const make = (entry: object = {}, mids = [mid(1), mid(2)], taken = nothing) =>
  makeLong({ ...answer, ...entry }, mids, taken, "Asia/Shanghai", "model");

describe("a promotion", () => {
  test("makes an index entry and a detail that name each other and their evidence", () => {
    const { index, detail } = make();
    expect(index).toMatchObject({
      id: `long_${end + 1}`,
      title: "面试准备",
      key_points: ["周四上午面试"],
      detail_file: "2026-03-16_面试准备.json",
      message_ids: ["m1a", "m1b"],
      started_at: end - 99,
      ended_at: end + 1,
      by: "model",
      importance: 0.4,
    });
    expect(detail).toMatchObject({
      title: "面试准备",
      detail_content: "细节",
      source_mid_ids: [`mid_${end + 1}`],
      emotion_tags: { basic_emotion: "关心" },
      id: index.id,
    });
    expect(LongEntry.parse(index)).toEqual(index);
    expect(LongDetail.parse(detail)).toEqual(detail);
    expect(index).not.toHaveProperty("detail_content");
  });

  test("drops source ids that were never sent and keeps the rest (C032)", () => {
    const { detail } = make({ source_mid_ids: [`mid_${end + 1}`, "mid_9999999999"] });
    expect(detail.source_mid_ids).toEqual([`mid_${end + 1}`]);
  });

  test("takes all that were sent where the answer names none of them", () => {
    for (const source_mid_ids of [undefined, [], ["mid_9999999999"]]) {
      const { detail, index } = make({ source_mid_ids });
      expect(detail.source_mid_ids).toEqual([`mid_${end + 1}`, `mid_${end + 2}`]);
      expect(index.message_ids).toEqual(["m1a", "m1b", "m2a", "m2b"]);
    }
  });

  test("has the joined summaries where the answer has no detail", () => {
    const both = [`mid_${end + 2}`, `mid_${end + 1}`];
    expect(make({ detail_content: " ", source_mid_ids: both }).detail.detail_content).toBe(
      "第1次聊天\n第2次聊天",
    );
  });

  test("keeps the index short and loses no key point", () => {
    const points = Array.from({ length: 9 }, (_, i) => `${i}${"要点".repeat(10)}`);
    const { index, detail } = make({ key_points: [...points, points[0], " "] });
    expect(graphemes(index.key_points.join("")).length).toBeLessThanOrEqual(indexCharacters);
    expect(index.key_points.length).toBeGreaterThan(0);
    for (const point of points) {
      expect(index.key_points.includes(point) || detail.detail_content.includes(point)).toBe(true);
    }
    const long = make({ key_points: ["很".repeat(500)] });
    expect(long.index.key_points).toEqual([`${"很".repeat(100)}…`]);
    expect(long.detail.detail_content).toContain("很".repeat(500));
  });

  test("has a long title whole in the detail and cut in the index", () => {
    const title = "关于周末去海边玩以及要不要坐船和预算的讨论".repeat(6);
    const { index, detail } = make({ title, key_points: ["x"] }, [mid(1)]);
    expect(detail.title).toBe(title);
    expect([...index.title].length).toBeLessThanOrEqual(121);
    expect(title.startsWith(index.title.replace(/…$/, ""))).toBe(true);
  });

  test("has a title and a key point even where the answer has neither", () => {
    const { index } = make({ title: " ", key_points: [] }, [mid(1, { topic: "求职" })]);
    expect(index).toMatchObject({ title: "求职", key_points: ["求职"] });
    expect(make({ title: "", key_points: [] }, [mid(1)]).index.title).toBe("第1次聊天");
  });

  test("never takes a file or an id that is there", () => {
    const { index } = make({}, [mid(1)], {
      ids: new Set([`long_${end + 1}`]),
      files: ["2026-03-16_面试准备.json"],
    });
    expect(index).toMatchObject({ id: `long_${end + 1}_2`, detail_file: "2026-03-16_面试准备_2.json" });
  });

  test("of nothing is a mistake", () => {
    expect(() => make({}, [])).toThrow();
  });

  test("carries the mark that a model should redo it", () => {
    expect(makeLong(answer, [mid(1)], nothing, "UTC", "extractive", true).index).toMatchObject({
      redo: true,
    });
    expect(longId(end + 0.5, new Set())).toBe(`long_${end}`);
  });
});
