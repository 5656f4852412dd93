// An episode as one whole record (A26), with the defaults of A34, and which episodes a name touches (A43).
import { describe, expect, test } from "vitest";
import { concerns, episodeRecord, ownersEpisode, sourcesBehind, touches } from "../../src/memory/episode.ts";
import { LongEntry } from "../../src/schema/long-term.ts";
import { MidEntry } from "../../src/schema/mid-term.ts";

/** 10 March 2026, 23:30 in Shanghai, which is still the 10th there and the 10th at 15:30 in UTC. */
const late = 1_773_156_600;
const mid = (more: Record<string, unknown> = {}) =>
  MidEntry.parse({ id: "mid_1773156600", topic_id: "t1", summary: "爬了华山", message_count: 4, ...more });
const long = (more: Record<string, unknown> = {}) =>
  LongEntry.parse({
    id: "long_1773156600",
    title: "华山",
    key_points: ["看了日出"],
    detail_file: "x.json",
    ...more,
  });
const none = { entries: {} };
const input = { user: "mei", zone: "Asia/Shanghai", uses: none };

describe("the record", () => {
  test("of a summary has every field of the document", () => {
    const entry = mid({
      topic: "华山",
      emotion_tags: { basic_emotion: "开心" },
      emotional_intensity: 0.8,
      key_entities: ["华山", "小林"],
      user_state: "累而高兴",
      ai_response_style: "打趣",
      importance: 0.7,
      created_at: late + 60,
      ended_at: late,
      time_of_day: "evening",
    });
    const uses = { entries: { [entry.id]: { count: 3, last_used_at: late + 900 } } };
    expect(episodeRecord(entry, { ...input, uses })).toEqual({
      id: "mid_1773156600",
      user_id: "mei",
      session_id: "t1",
      date: "2026-03-10",
      time_of_day: "evening",
      topic: "华山",
      summary: "爬了华山",
      emotional_tone: "开心",
      emotional_intensity: 0.8,
      key_entities: ["华山", "小林"],
      user_state: "累而高兴",
      ai_response_style: "打趣",
      importance: 0.7,
      access_count: 3,
      created_at: late + 60,
      last_accessed_at: late + 900,
    });
  });

  test("of a bare one has defaults: half weighty, half felt, never used, and its day from its id", () => {
    expect(episodeRecord(mid(), input)).toMatchObject({
      date: "2026-03-10",
      time_of_day: "night",
      topic: "",
      emotional_tone: null,
      emotional_intensity: 0.5,
      key_entities: [],
      user_state: null,
      ai_response_style: null,
      importance: 0.5,
      access_count: 0,
      created_at: late,
      last_accessed_at: null,
    });
    expect(episodeRecord(mid(), { ...input, zone: "Asia/Tokyo" }).date).toBe("2026-03-11");
  });

  test("keeps what a model wrote instead of a tag, and scales what was written from 1 to 10", () => {
    const odd = mid({ emotion_tags: { words: ["怅然"] }, importance: 8, emotional_intensity: 6 });
    expect(episodeRecord(odd, input)).toMatchObject({
      emotional_tone: "怅然",
      importance: 0.8,
      emotional_intensity: 0.6,
    });
  });

  test("of a long entry takes session, mood and names from the summaries that went into it", () => {
    const first = mid({ id: "mid_1", topic_id: "t0", message_ids: ["a"], key_entities: ["小林"] });
    const last = mid({
      id: "mid_9",
      message_ids: ["b", "c"],
      key_entities: ["华山"],
      ended_at: late,
      emotion_tags: { basic_emotion: "愉悦" },
    });
    const other = mid({ id: "mid_5", topic_id: "t5", message_ids: ["z"], key_entities: ["考试"] });
    const entry = long({ message_ids: ["a", "b"], ended_at: late });
    const sources = sourcesBehind([last, other, { ...first, ended_at: late - 99 }])(entry);
    expect(sources.map(({ id }) => id)).toEqual(["mid_1", "mid_9"]);
    expect(episodeRecord(entry, { ...input, sources })).toMatchObject({
      session_id: "t1",
      topic: "华山",
      summary: "华山；看了日出",
      emotional_tone: "愉悦",
      key_entities: ["小林", "华山"],
    });
    expect(sourcesBehind([last])(mid())).toEqual([]);
  });

  test("of a long entry whose summaries are gone, or of no known time, says what it does not know", () => {
    expect(episodeRecord(long({ id: "long_mine" }), input)).toMatchObject({
      session_id: null,
      date: null,
      time_of_day: null,
      created_at: null,
      key_entities: [],
    });
  });

  test("counts no uses of a name that every object has", () => {
    expect(episodeRecord(mid({ id: "constructor" }), input).access_count).toBe(0);
  });
});

describe("an episode is about", () => {
  const about = (entity: string, key_entities: string[], more = {}) =>
    concerns(mid({ key_entities, ...more }), entity, []);

  test.each([
    ["小林", ["小林"]],
    ["华山", ["华山西峰"]],
    ["sam", ["Sam"]],
    ["Ｓａｍ", ["Sam"]],
    ["Sam", ["Sam Carter"]],
    ["new york", ["New York City"]],
    ["林", ["林"]],
  ])("%s where it names %j", (entity, names) => expect(about(entity, names)).toBe(true));

  test.each([
    ["Sam", ["Samantha"]],
    ["林", ["小林"]],
    ["art", ["party"]],
    ["  ", ["小林"]],
    ["。", ["小林"]],
    ["小林", []],
  ])("not about %s where it names %j", (entity, names) => expect(about(entity, names)).toBe(false));

  test("what it goes by in other words, and what its summaries name", () => {
    expect(about("爬山", ["华山"], { aliases: ["爬山"] })).toBe(true);
    expect(concerns(long(), "小林", [mid({ key_entities: ["小林"] })])).toBe(true);
    expect(concerns(long(), "小林", [])).toBe(false);
  });
});

test("an episode of the owner's begins half weighty and half felt, and touches the day it ended in", () => {
  const made = ownersEpisode(
    { summary: "爬了华山", ended_at: late },
    { now: late + 5, zone: "Asia/Shanghai", changeId: "c1", taken: new Set([`mid_${late}`]) },
  );
  expect(made).toMatchObject({ id: `mid_${late}_2`, importance: 0.5, emotional_intensity: 0.5 });
  expect([touches(made, late, late), touches(made, late + 1, late + 9)]).toEqual([true, false]);
  expect(touches(long({ id: "long_mine" }), 0, late)).toBe(false);
});
