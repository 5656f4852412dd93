// A remembered life for the scripted server: facts of every state, summaries, old memories, core, changes, relations.
import type { Change, CoreEntry, Episode, Fact, GraphShown } from "../../../web/memory-shapes.ts";
import { baseTime } from "./base-time.ts";

const day = 86_400;

function fact(id: string, own: Partial<Fact>): Fact {
  return {
    id,
    category: "personal_info",
    key: id,
    value: "",
    statement: "",
    confidence: 1,
    source: "explicit_statement",
    importance: 0.5,
    first_mentioned_at: baseTime - 100 * day,
    last_updated_at: baseTime - 100 * day,
    access_count: 0,
    is_deleted: false,
    metadata: {},
    evidence: [{ message_id: "old_2", quote: "第 2 句" }],
    status: "live",
    scope: "private",
    pinned: false,
    ...own,
  };
}

/** Every state a fact can have, the newest first as the server gives them. */
export function someFacts(): Fact[] {
  return [
    fact("fact_cilantro", {
      category: "dislike",
      key: "hates_food:香菜",
      value: "香菜",
      statement: "不吃香菜",
      status: "quarantined",
      confidence: 0.4,
      source: "inferred",
    }),
    fact("fact_city", {
      key: "lives_in",
      value: "上海",
      statement: "住在上海",
      first_mentioned_at: baseTime - 171 * day,
    }),
    fact("fact_city_old", {
      key: "lives_in",
      value: "北京",
      statement: "住在北京",
      status: "closed",
      valid_to: baseTime - 171 * day,
      superseded_by: "fact_city",
    }),
    fact("fact_peanut", {
      category: "health",
      key: "allergy:花生",
      value: "花生",
      statement: "对花生过敏",
      pinned: true,
      scope: "shared",
      evidence: [
        { message_id: "old_0", quote: "第 0 句" },
        { message_id: "old_2", quote: "第 2 句" },
      ],
    }),
    fact("fact_cat", {
      category: "relationship",
      key: "cat_name",
      value: "豆包",
      statement: "",
      confidence: 0.7,
      source: "inferred",
    }),
    fact("fact_own", {
      category: "habit",
      key: "sleep",
      value: "一点",
      statement: "一般凌晨一点才睡",
      source: "owner",
      evidence: [{ kind: "owner", change_id: "change_2" }],
    }),
    fact("fact_gone", {
      category: "preference",
      key: "likes:跑步",
      value: "跑步",
      statement: "喜欢跑步",
      status: "closed",
      is_deleted: true,
      valid_to: baseTime - 9 * day,
    }),
  ];
}

export function someEpisodes(): Episode[] {
  return [
    {
      document: "mid_term",
      id: "mid_1",
      ended_at: baseTime - 72 * day,
      entry: {
        id: "mid_1",
        topic_id: "topic_0",
        topic: "面试那天",
        summary: "面试官一直看手机，没等你讲完就结束了。你有些泄气，后来我们去说火锅了。",
        emotion_tags: { basic_emotion: "失落", scene: "求助" },
        message_count: 14,
        time_precision: "hour",
        extracted_to_long: false,
        message_ids: ["old_1", "old_2", "old_3"],
        time_of_day: "evening",
        by: "model",
      },
    },
    {
      document: "mid_term",
      id: "mid_0",
      ended_at: baseTime - 80 * day,
      entry: {
        id: "mid_0",
        topic_id: "topic_00",
        summary: "说到换季，你把厚被子翻了出来。",
        emotion_tags: { atmosphere: "平和" },
        message_count: 4,
        time_precision: "hour",
        extracted_to_long: false,
        message_ids: ["old_0"],
        by: "extractive",
        passing: true,
      },
    },
    {
      document: "long_term",
      id: "long_1",
      ended_at: baseTime - 171 * day,
      entry: {
        id: "long_1",
        title: "搬去上海",
        key_points: ["6月，一个人搬的家", "猫在车上叫了一路"],
        former_points: [{ text: "暂住在朋友家", valid_to: baseTime - 160 * day }],
        detail_file: "long_1.json",
        message_ids: ["old_0", "old_1"],
        by: "model",
      },
    },
  ];
}

export function someCore(): CoreEntry[] {
  return [
    {
      id: "core_1",
      content: "答应过：不提他的前任。",
      category: "promise",
      message_ids: ["old_1"],
      importance: 9,
      reason: "你说起时很难过，让我别再问。",
      created_at: baseTime - 40 * day,
      by: "model",
    },
  ];
}

export function someChanges(): Change[] {
  const edit = (entry: string, before: unknown, after: unknown) => ({
    document: "facts",
    entry,
    before,
    after,
  });
  return [
    {
      id: "change_3",
      at: baseTime - 3_600,
      by: "system",
      cause: "topic_0",
      edits: [
        edit("fact_city", { statement: "住在北京" }, { statement: "住在上海", value: "上海" }),
        { document: "mid_term", entry: "mid_1", before: null, after: { summary: "面试官一直看手机。" } },
      ],
    },
    {
      id: "change_2",
      at: baseTime - 2 * day,
      by: "owner",
      cause: "request",
      edits: [edit("fact_own", null, { statement: "一般凌晨一点才睡" })],
    },
    { id: "change_1", at: baseTime - 3 * day, by: "owner", cause: "r", edits: [], erased: true },
  ];
}

export function someGraph(): GraphShown {
  return {
    entities: [
      { id: "user", name: "你" },
      { id: "e_1", name: "小周" },
    ],
    relations: [
      { id: "r_1", subject: "user", predicate: "同事", object: "e_1", message_ids: ["old_1"] },
      {
        id: "r_2",
        subject: "user",
        predicate: "喜欢",
        object: "火锅",
        negated: true,
        valid_to: baseTime - day,
      },
    ],
  };
}
