// The defaults of A34, wherever a memory is made or read: certain, half weighty, half felt, never used.
import { describe, expect, test } from "vitest";
import { importanceOf as weightShown } from "../../src/memory/context-text.ts";
import { episodeRecord, ownersEpisode } from "../../src/memory/episode.ts";
import { fillEntries } from "../../src/memory/fill.ts";
import { makeLong } from "../../src/memory/long-term.ts";
import { makeMid } from "../../src/memory/mid-term.ts";
import { retention } from "../../src/memory/retention.ts";
import { EmotionEntry } from "../../src/schema/emotion.ts";
import { Fact, Facts } from "../../src/schema/fact.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";
import { said } from "./context-sample.ts";

const now = 1_773_000_000;
const bare = { id: "f", category: "habit", key: "habit", value: "晨跑" };

describe("a fact of which nothing more is said", () => {
  test("is certain, half weighty and never used", () => {
    expect(Fact.parse(bare)).toMatchObject({ confidence: 1, importance: 0.5, access_count: 0 });
  });

  test("is so too where an owner writes it in the file", () => {
    const filled = fillEntries("facts", [], [{ ...bare, id: undefined }], {
      now,
      newId: () => "1",
      user: "mei",
    });
    expect(Facts.parse(filled)[0]).toMatchObject({ confidence: 1, importance: 0.5, access_count: 0 });
  });

  test("keeps what it does say, and a certainty beyond 1 is refused", () => {
    expect(Fact.parse({ ...bare, confidence: 0.4, importance: 0, access_count: 3 })).toMatchObject({
      confidence: 0.4,
      importance: 0,
      access_count: 3,
    });
    expect(Fact.safeParse({ ...bare, confidence: 1.1 }).success).toBe(false);
  });
});

describe("an episode of which nothing more is said", () => {
  const half = { importance: 0.5, emotional_intensity: 0.5 };
  const messages = [said("user", "今天去爬山了", { timestamp: now })];
  const made = (answer: { importance?: number; emotional_intensity?: number } = {}) =>
    makeMid({
      answer: { summary: "爬山", ...answer },
      topicId: "t",
      messages,
      zone: "UTC",
      by: "model",
      taken: new Set(),
      now,
    });

  test("is half weighty and half felt, whoever makes it", () => {
    expect(made()).toMatchObject(half);
    expect(made({ importance: Number.NaN, emotional_intensity: Number.POSITIVE_INFINITY })).toMatchObject(
      half,
    );
    const input = { now, zone: "UTC", changeId: "c", taken: new Set<string>() };
    expect(ownersEpisode({ summary: "爬山" }, input)).toMatchObject(half);
  });

  test("is read so where its file says nothing, and was never used", () => {
    const entry = MidEntry.parse({ id: "mid_5", topic_id: "t", summary: "爬山", message_count: 0 });
    const record = episodeRecord(entry, { user: "mei", zone: "UTC", uses: { entries: {} } });
    expect(record).toMatchObject({ ...half, access_count: 0, last_accessed_at: null });
    expect(weightShown(undefined)).toBe(0.5);
    expect(retention({ imported: now }, now)).toBe(0.5);
  });

  test("gives its long entry half a weight", () => {
    const entry = MidEntry.parse({
      id: "mid_5",
      topic_id: "t",
      summary: "爬山",
      message_count: 0,
      ended_at: now,
    });
    const taken = { ids: new Set<string>(), files: [] };
    const { index } = makeLong({ title: "爬山", key_points: [] }, [entry], taken, "UTC", "model");
    expect(index.importance).toBe(0.5);
  });
});

test("a mood without a strength is half strong, and one beyond 1 is refused", () => {
  const mood = { id: "e", at: now, emotion: "joy" };
  expect(EmotionEntry.parse(mood).intensity).toBe(0.5);
  expect(EmotionEntry.safeParse({ ...mood, intensity: 1.5 }).success).toBe(false);
});
