// The shapes of the models' answers: what must be there, and what may be written in many ways (C024–C029).
import { expect, test } from "vitest";
import {
  CoreAnswer,
  EntriesAnswer,
  FactsAnswer,
  RelationshipAnswer,
  SelfSoulAnswer,
  SummaryAnswer,
} from "../../src/schema/answer.ts";

const tagsOf = (emotion_tags: unknown) =>
  SummaryAnswer.parse({ summary: "聊了新书", emotion_tags }).emotion_tags;

test("takes the near member for a word outside the set, and keeps the word (C024)", () => {
  expect(tagsOf({ basic_emotion: "伤心", scene: "倾诉", atmosphere: "沉重" })).toEqual({
    basic_emotion: "失落",
    words: ["伤心", "倾诉", "沉重"],
  });
});

test.each([
  [
    { basic_emotion: ["好奇", "愉悦"], scene: "讨论", atmosphere: "平和" },
    { basic_emotion: "好奇", scene: "讨论", atmosphere: "平和" },
  ],
  [
    { basic_emotion: "开心、好奇", scene: "闲聊/讨论", atmosphere: "轻松。" },
    { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松" },
  ],
  [
    { basic_emotion: "焦急,关心", scene: "【求助】" },
    { basic_emotion: "关心", scene: "求助", words: ["焦急"] },
  ],
  [
    { basic_emotion: "happy", scene: "small talk", atmosphere: "Relaxed" },
    { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松", words: ["happy", "small talk", "Relaxed"] },
  ],
  [{ basic_emotion: "不开心" }, { basic_emotion: "失落", words: ["不开心"] }],
  [{ basic_emotion: "not happy" }, { basic_emotion: "失落", words: ["not happy"] }],
  [{ basic_emotion: "愤怒" }, { words: ["愤怒"] }],
  [{ basic_emotion: null, scene: "", atmosphere: 3 }, { words: ["3"] }],
  ["开心、闲聊、轻松", { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松" }],
  [["严肃", "讨论", "热烈"], { basic_emotion: "严肃", scene: "讨论", atmosphere: "热烈" }],
  [
    { basic_emotion: "严肃和好奇", atmosphere: "平和与轻松" },
    { basic_emotion: "严肃", atmosphere: "平和" },
  ],
  [{}, {}],
])("reads the tags %j (C025, C026)", (given, expected) => {
  expect(tagsOf(given)).toEqual(expected);
});

test("finds tags that stand beside the summary", () => {
  const answer = SummaryAnswer.parse({ summary: "聊了新书", basic_emotion: "好奇", scene: "讨论" });
  expect(answer.emotion_tags).toEqual({ basic_emotion: "好奇", scene: "讨论" });
});

test.each([
  {},
  { summary: "x" },
  { summary: "x", emotion_tags: null },
  { summary: "x", emotion_tags: 5 },
  { summary: "", emotion_tags: {} },
  { summary: "  ", emotion_tags: {} },
  { summary: "null", emotion_tags: {} },
  { summary: ["x"], emotion_tags: {} },
  { emotion_tags: {} },
  null,
  "x",
])("refuses %j as a summary (C013, C016)", (given) => {
  expect(SummaryAnswer.safeParse(given).success).toBe(false);
});

test.each([
  ["8/10", 0.8],
  ["80%", 0.8],
  [0.8, 0.8],
  [8, 0.8],
  ["高", 0.8],
  ["very high", 0.95],
  ["不高", 0.2],
  ["八分", 0.8],
  ["不知道", undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [1000, undefined],
  [{}, undefined],
])("reads the importance %j of a summary as %s of one", (importance, expected) => {
  expect(SummaryAnswer.parse({ summary: "x", emotion_tags: {}, importance }).importance).toBe(expected);
});

test.each([
  ["9", 9],
  ["8/10", 8],
  [8.5, 8.5],
  [0.9, 9],
  ["4/5", 8],
  ["90%", 9],
  ["十分", 10],
  ["９", 9],
  [85, 8.5],
])("reads the mark %j of a core memory as %s (C028, C029)", (importance, expected) => {
  const answer = CoreAnswer.parse({ core_memories: [{ content: "恐高", importance }] });
  expect(answer.core_memories[0]?.importance).toBeCloseTo(expected);
});

test("loses no summary over a broken list beside it", () => {
  const answer = SummaryAnswer.parse({
    summary: "聊了新书",
    emotion_tags: {},
    key_entities: "《活着》、余华，书店",
    aliases: [{ name: "新书" }, 7, null],
    operations: [{ op: "记住它" }, { op: "ADD", key: "name", source: "owner" }, "x"],
    relations: [
      { subject: "小明", predicate: "喜欢" },
      { subject: "小明", predicate: "喜欢", object: "书" },
    ],
  });
  expect(answer).toMatchObject({
    key_entities: ["《活着》", "余华", "书店"],
    aliases: ["新书", "7"],
    operations: [{ op: "ADD", key: "name" }],
    relations: [{ subject: "小明", predicate: "喜欢", object: "书" }],
  });
  // A model may not speak for the owner.
  expect(answer.operations?.[0]?.source).toBeUndefined();
});

test("keeps the operations that are whole, and refuses a list without any", () => {
  expect(
    FactsAnswer.parse({ operations: [{ op: "新增", category: "喜好" }, { op: "?" }] }).operations,
  ).toMatchObject([{ op: "ADD", category: "preference" }]);
  expect(FactsAnswer.parse({ operations: [] }).operations).toEqual([]);
  expect(FactsAnswer.safeParse({ operations: [{ op: "?" }] }).success).toBe(false);
  expect(FactsAnswer.safeParse({}).success).toBe(false);
});

test("needs a title, a point and a text in every long entry", () => {
  const entry = {
    title: "找工作",
    key_points: ["下周入职"],
    detail_content: "细节",
    source_mid_ids: ["mid_1"],
  };
  expect(EntriesAnswer.parse({ entries: [entry] }).entries).toEqual([entry]);
  for (const field of ["title", "key_points", "detail_content"] as const)
    expect(EntriesAnswer.safeParse({ entries: [{ ...entry, [field]: "" }] }).success).toBe(false);
});

test("needs new words where the self changes, and none where it does not", () => {
  expect(SelfSoulAnswer.parse({ changed: "否" })).toEqual({ changed: false, new_content: "" });
  expect(SelfSoulAnswer.parse({ changed: true, new_content: "更爱看海了" }).changed).toBe(true);
  expect(SelfSoulAnswer.safeParse({ changed: true, new_content: " " }).success).toBe(false);
  expect(SelfSoulAnswer.safeParse({ changed: "也许" }).success).toBe(false);
});

test.each([
  [
    { level: "特别关心。", heartbeat_hours: "20分钟", reason: "r" },
    { level: "特别关心", heartbeat_hours: 20 / 60, reason: "r" },
  ],
  [
    { level: "关系较好", heartbeat_hours: "3 天", reason: "r" },
    { level: "关系较好", heartbeat_hours: 72, reason: "r" },
  ],
  [
    { level: "normal", reason: "r" },
    { level: "一般", reason: "r" },
  ],
  [
    { level: "一般", heartbeat_hours: "看情况", reason: "r" },
    { level: "一般", reason: "r" },
  ],
])("reads a judgement of the relationship: %j", (given, expected) => {
  expect(RelationshipAnswer.parse(given)).toEqual(expected);
});

test("refuses a level that is none and a judgement without a reason", () => {
  expect(RelationshipAnswer.safeParse({ level: "朋友", reason: "r" }).success).toBe(false);
  expect(RelationshipAnswer.safeParse({ level: "一般" }).success).toBe(false);
});

test("reads words in traditional characters", () => {
  expect(tagsOf({ basic_emotion: "開心", scene: "閒聊", atmosphere: "熱烈" })).toEqual({
    basic_emotion: "开心",
    scene: "闲聊",
    atmosphere: "热烈",
  });
  expect(tagsOf({ basic_emotion: "傷心", scene: "求建議", atmosphere: "輕鬆" })).toMatchObject({
    basic_emotion: "失落",
    scene: "求助",
    atmosphere: "轻松",
    words: ["傷心", "求建議"],
  });
});
