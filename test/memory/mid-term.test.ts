// The middle tier: one summary a topic, its id, its order, promotion and archive (A5–A12, R5, R18, C172).
import { describe, expect, test } from "vitest";
import {
  addMid,
  archiveMid,
  dueForExtraction,
  endOfMid,
  failRedo,
  makeMid,
  midId,
  replaceMid,
} from "../../src/memory/mid-term.ts";
import type { Message } from "../../src/schema/message.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";

const end = 1_780_000_000; // 2026-05-28 20:26:40 in UTC

function message(id: string, timestamp: number): Message {
  return { message_id: id, role: "user", content: "x", timestamp, topic_id: "t1" };
}

const source = {
  answer: { summary: " 聊了去海边的事 ", emotion_tags: { basic_emotion: "开心" as const } },
  topicId: "t1",
  messages: [message("m1", end - 600.5), message("m2", end + 0.7)],
  zone: "Asia/Shanghai",
  by: "model" as const,
  taken: new Set<string>(),
  now: end + 30,
};

function entry(n: number, more: Partial<MidEntry> = {}): MidEntry {
  return { ...makeMid(source), id: `mid_${n}`, topic_id: `t${n}`, ended_at: n, ...more };
}

describe("an entry", () => {
  test("names its evidence, its times and the part of the day where the owner lives", () => {
    const made = makeMid(source);
    expect(made).toMatchObject({
      id: `mid_${end}`,
      topic_id: "t1",
      summary: "聊了去海边的事",
      message_count: 2,
      time_precision: "hour",
      extracted_to_long: false,
      message_ids: ["m1", "m2"],
      started_at: end - 600.5,
      ended_at: end + 0.7,
      time_of_day: "night",
      importance: 0.5,
      by: "model",
    });
    expect(made).not.toHaveProperty("redo");
    expect(MidEntry.parse(made)).toEqual(made);
    expect(makeMid({ ...source, zone: "America/New_York" }).time_of_day).toBe("afternoon");
  });

  test("has every figure between 0 and 1, whatever scale the model used", () => {
    const of = (importance: number) =>
      makeMid({ ...source, answer: { summary: "s", importance } }).importance;
    expect([0.3, 8, 99, -1, Number.NaN].map(of)).toEqual([0.3, 0.8, 1, 0, 0.5]);
  });

  test("is asked for again at most three times where the answers cannot be used (C011)", () => {
    const marked = entry(1, { redo: true });
    let mid = [marked];
    mid = failRedo(failRedo(mid, "mid_1"), "mid_1");
    expect(mid[0]).toMatchObject({ redo: true, redo_failed: 2 });
    mid = failRedo(mid, "mid_1");
    expect(mid[0]).not.toHaveProperty("redo");
    expect(replaceMid(mid, { ...marked, summary: "重新写过" })[0]).not.toHaveProperty("redo_failed");
    expect(failRedo(mid, "mid_other")).toEqual(mid);
  });

  test("is marked where a model should redo it", () => {
    expect(makeMid({ ...source, by: "extractive", redo: true })).toMatchObject({
      by: "extractive",
      redo: true,
    });
  });

  test("cannot be made of no messages", () => {
    expect(() => makeMid({ ...source, messages: [] })).toThrow();
  });
});

describe("ids", () => {
  test("take the second of the end, with a suffix only where it is taken (R5)", () => {
    expect(midId(end + 0.9, new Set())).toBe(`mid_${end}`);
    expect(midId(end, new Set([`mid_${end}`]))).toBe(`mid_${end}_2`);
    expect(midId(end, new Set([`mid_${end}`, `mid_${end}_2`, `mid_${end}_3`]))).toBe(`mid_${end}_4`);
  });
});

describe("adding", () => {
  test("does nothing where the topic has a summary already", () => {
    const mid = [entry(10)];
    expect(addMid(mid, { ...entry(10), summary: "again" })).toBe(mid);
  });

  test("gives two topics that ended in one second two ids (C172)", () => {
    const mid = addMid([entry(10)], { ...entry(10), topic_id: "other" });
    expect(mid.map((one) => one.id)).toEqual(["mid_10", "mid_10_2"]);
  });

  test("keeps the order of ends, also for a topic summarised late", () => {
    const mid = [entry(10), entry(30)];
    expect(addMid(mid, entry(20)).map((one) => one.id)).toEqual(["mid_10", "mid_20", "mid_30"]);
    expect(addMid(mid, entry(40)).map((one) => one.id)).toEqual(["mid_10", "mid_30", "mid_40"]);
    expect(mid).toHaveLength(2);
  });
});

describe("redoing", () => {
  test("replaces the words and keeps id, pin and promotion", () => {
    const old = entry(10, { by: "extractive", redo: true, pinned: true, extracted_to_long: true, mine: 1 });
    const [redone] = replaceMid([old], { ...entry(99), topic_id: "t10", summary: "better" });
    expect(redone).toMatchObject({
      id: "mid_10",
      summary: "better",
      by: "model",
      pinned: true,
      extracted_to_long: true,
      mine: 1,
    });
    expect(redone).not.toHaveProperty("redo");
  });

  test("lends the new summary none of the old one's own wording", () => {
    const old = entry(10, { role_wording: "石板亮了" });
    expect(replaceMid([old], entry(10, { summary: "better" }))[0]).not.toHaveProperty("role_wording");
  });

  test("adds the summary where its topic has none", () => {
    expect(replaceMid([], entry(10))).toHaveLength(1);
  });
});

describe("choosing", () => {
  const mid = [7, 3, 1, 9, 5, 2, 8].map((n) => entry(n));

  test("leaves an archived one that is among the newest in its place in the file", () => {
    const faded = mid.map((one) =>
      one.ended_at === 9 ? { ...one, archived: true, extracted_to_long: true } : one,
    );
    expect(archiveMid(faded, 2, "UTC").keep.map((one) => one.ended_at)).toContain(9);
  });

  test("knows the end of an entry without times from its id", () => {
    expect(endOfMid({ ...entry(1), id: "mid_1713500000_2", ended_at: undefined })).toBe(1_713_500_000);
    expect(endOfMid({ ...entry(1), id: "mine", ended_at: undefined, created_at: undefined })).toBe(0);
  });

  test("gives what is not promoted yet, oldest first, without what is to be summarised again", () => {
    const promoted = new Set(["mid_7", "mid_1"]);
    const some = mid.map((one) => ({
      ...one,
      extracted_to_long: promoted.has(one.id),
      ...(one.id === "mid_5" ? { stale: true } : {}),
    }));
    expect(dueForExtraction(some).map((one) => one.ended_at)).toEqual([2, 3, 8, 9]);
  });
});

describe("archiving", () => {
  const year = Array.from({ length: 80 }, (_, i) =>
    entry(end + i * 86_400, { extracted_to_long: i % 10 !== 0, pinned: i === 1 }),
  );

  test("moves promoted entries beyond the newest fifty to the month of their end (R18)", () => {
    const { keep, archive } = archiveMid(year, 50, "Asia/Shanghai");
    const moved = [...archive.values()].flat();
    expect(keep.length + moved.length).toBe(80);
    expect(keep.slice(-50)).toEqual(year.slice(-50));
    expect(moved.every((one) => one.extracted_to_long)).toBe(true);
    // Not promoted: 0, 10, 20; pinned: 1.
    expect(keep.slice(0, -50).map((one) => year.indexOf(one))).toEqual([0, 1, 10, 20]);
    expect([...archive.keys()]).toEqual(["2026-05", "2026-06"]);
  });

  test("counts the month where the owner lives", () => {
    const lastOfMay = Date.UTC(2026, 4, 31, 20) / 1000;
    const old = entry(lastOfMay, { extracted_to_long: true });
    expect([...archiveMid([old], 0, "UTC").archive.keys()]).toEqual(["2026-05"]);
    expect([...archiveMid([old], 0, "Asia/Shanghai").archive.keys()]).toEqual(["2026-06"]);
  });

  test("moves nothing while there are fifty or fewer", () => {
    expect(archiveMid(year.slice(0, 50), 50, "UTC").archive.size).toBe(0);
  });
});
