// What each background role has to answer (DESIGN 5): strict about what must be there, lenient about how it is written.
import { z } from "zod";
import { readTags } from "./answer-tags.ts";
import {
  readHours,
  readMark,
  readMember,
  readNames,
  readPieces,
  readRatio,
  readSentences,
  readText,
  readYes,
} from "./answer-words.ts";
import { CoreCategory, coreCategories } from "./core-memory.ts";
import { EmotionTags } from "./emotion.ts";
import { FactCategory, FactSource, factCategories } from "./fact.ts";
import { RelationshipLevel, relationshipLevels } from "./relationship.ts";

const text = z.preprocess(readText, z.string().min(1));
const textIfAny = z.preprocess(readText, z.string().optional()).optional();
const names = z.preprocess(readNames, z.array(z.string())).optional();
const ratio = z.preprocess(readRatio, z.number().min(0).max(1).optional()).optional();

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/**
 * A list that keeps what fits. Where `required`, a list of which nothing fits is left as it is, so that the whole answer
 * is refused and the model is told why; else the rest of the answer is worth more than a broken list.
 */
function listOf<I extends z.ZodType>(item: I, required: boolean, least = 0) {
  return z.preprocess((value) => {
    if (value === null) return [];
    if (!Array.isArray(value)) return fieldsOf(value) ? [value] : required ? value : [];
    const fitting = value.filter((one) => item.safeParse(one).success);
    return required && fitting.length === 0 ? value : fitting;
  }, z.array(item).min(least));
}

const categoryWords: readonly (readonly [(typeof factCategories)[number], RegExp])[] = [
  ["dislike", /dislike|hate|讨厌|不喜欢|厌恶/i],
  ["preference", /prefer|like|喜好|偏好|喜欢|爱好/i],
  ["habit", /habit|routine|习惯/i],
  ["important_date", /date|birthday|anniversary|日期|生日|纪念日|日子/i],
  ["health", /health|allerg|medical|健康|过敏|疾病/i],
  ["relationship", /relation|family|friend|关系|家人|朋友/i],
  ["personal_info", /personal|profile|identity|info|个人|信息|身份|姓名|职业|地点/i],
];

const operationWords: readonly (readonly ["ADD" | "UPDATE" | "DELETE" | "NOOP", RegExp])[] = [
  ["NOOP", /^(?:none|noop|no_op|no-op|skip|ignore|无|不变)$/i],
  ["ADD", /^(?:add|create|insert|new|新增|添加|增加)$/i],
  ["UPDATE", /^(?:update|modify|replace|change|更新|修改)$/i],
  ["DELETE", /^(?:delete|remove|forget|删除|移除)$/i],
];

const operations = ["ADD", "UPDATE", "DELETE", "NOOP"] as const;

/** A model may not speak for the owner or an importer. */
const ModelSource = FactSource.exclude(["owner", "import"]);

/** One change to the facts, as a model proposes it. Nothing of it is trusted before its quote is found (invariant 2). */
export const FactOperation = z.object({
  op: z.preprocess((value) => readMember(readPieces(value), operations, operationWords), z.enum(operations)),
  category: z
    .preprocess(
      (value) => readMember([readText(value) ?? ""], factCategories, categoryWords),
      FactCategory.optional(),
    )
    .optional(),
  key: textIfAny,
  value: z.unknown().optional(),
  statement: textIfAny,
  confidence: ratio,
  source: z.preprocess((value) => ModelSource.safeParse(value).data, ModelSource.optional()).optional(),
  quote: textIfAny,
  target_id: textIfAny,
  role_wording: textIfAny,
});
export type FactOperation = z.infer<typeof FactOperation>;

/** The role `facts`: `{"operations": […]}`. */
export const FactsAnswer = z.object({ operations: listOf(FactOperation, true) });
export type FactsAnswer = z.infer<typeof FactsAnswer>;

/** An edge of the graph, with the words that prove it. */
export const RelationAnswer = z.object({ subject: text, predicate: text, object: text, quote: textIfAny });
export type RelationAnswer = z.infer<typeof RelationAnswer>;

/** Some models write the three tags beside the summary instead of inside emotion_tags. */
function gatherTags(value: unknown): unknown {
  const fields = fieldsOf(value);
  if (!fields || fields.emotion_tags !== undefined) return value;
  const { basic_emotion, scene, atmosphere } = fields;
  if (basic_emotion === undefined && scene === undefined && atmosphere === undefined) return value;
  return { ...fields, emotion_tags: { basic_emotion, scene, atmosphere } };
}

/**
 * The role `short_to_mid`. `summary` and `emotion_tags` must be there (C013); single tags may be absent.
 * `importance`, `emotional_intensity`: parts of one.
 */
export const SummaryAnswer = z.preprocess(
  gatherTags,
  z.object({
    summary: text,
    emotion_tags: z.preprocess(readTags, EmotionTags),
    topic: textIfAny,
    key_entities: names,
    emotional_intensity: ratio,
    user_state: textIfAny,
    ai_response_style: textIfAny,
    importance: ratio,
    aliases: names,
    role_wording: textIfAny,
    /** False: nothing of the talk is worth keeping beyond its summary (A241, A252). */
    keep: z.preprocess(readYes, z.boolean().optional()).optional(),
    operations: listOf(FactOperation, false).optional(),
    relations: listOf(RelationAnswer, false).optional(),
  }),
);
export type SummaryAnswer = z.infer<typeof SummaryAnswer>;

/** One long-term entry. The pipeline fills detail_content and source_mid_ids in where the model left them out. */
export const LongAnswer = z.object({
  title: text,
  key_points: z.preprocess(readSentences, z.array(z.string()).min(1)),
  detail_content: text,
  source_mid_ids: z.preprocess(readNames, z.array(z.string())),
  aliases: names,
  importance: ratio,
  /** Ids of known long entries that this one takes the place of. */
  replaces: names,
  role_wording: textIfAny,
});
export type LongAnswer = z.infer<typeof LongAnswer>;

/** What shows only over several talks, with the summaries that show it (A31). */
export const EpisodicOperation = FactOperation.extend({
  source_mid_ids: z.preprocess(readNames, z.array(z.string()).optional()).optional(),
});
export type EpisodicOperation = z.infer<typeof EpisodicOperation>;

/** The role `mid_to_long`: `{"entries": […]}`; at least one, since every call is about entries that wait. */
export const EntriesAnswer = z.object({
  entries: listOf(LongAnswer, true, 1),
  operations: listOf(EpisodicOperation, false).optional(),
});
export type EntriesAnswer = z.infer<typeof EntriesAnswer>;

const coreWords: readonly (readonly [CoreCategory, RegExp])[] = [
  ["taboo", /taboo|fear|allerg|禁忌|雷区|恐惧|害怕|过敏/i],
  ["wish", /wish|dream|goal|愿望|心愿|梦想|理想/i],
  ["event", /event|milestone|loss|事件|经历|变故|大事/i],
  ["promise", /promise|vow|commitment|承诺|约定|誓言/i],
  ["preference", /preference|偏好|喜好/i],
  ["relationship", /relation|关系|称呼/i],
];

/** One thing that should never be forgotten, from 1 to 10. Whether it is let in is a rule of memory/core-memory.ts. */
export const CoreCandidate = z.object({
  content: text,
  category: z
    .preprocess((value) => readMember(readPieces(value), coreCategories, coreWords), CoreCategory.optional())
    .optional(),
  importance: z.preprocess(readMark, z.number().min(1).max(10)),
  reason: textIfAny,
  source_message_ids: names,
});
export type CoreCandidate = z.infer<typeof CoreCandidate>;

/** `{"should_create": true, "content", "importance"}` means one entry, `false` means none (C028, C029). */
function readShouldCreate(value: unknown): unknown {
  const fields = fieldsOf(value);
  if (!fields || fields.core_memories !== undefined || fields.should_create === undefined) return value;
  const create = readYes(fields.should_create);
  return create === undefined ? value : { core_memories: create ? [fields] : [] };
}

/** The role `core_memory`: `{"core_memories": […]}`, mostly empty. */
export const CoreAnswer = z.preprocess(
  readShouldCreate,
  z.object({ core_memories: listOf(CoreCandidate, true) }),
);
export type CoreAnswer = z.infer<typeof CoreAnswer>;

/** The role `self_soul`. `new_content` must be there only where something changes; else it is "". */
export const SelfSoulAnswer = z
  .object({
    changed: z.preprocess(readYes, z.boolean()),
    new_content: z.preprocess((value) => readText(value) ?? "", z.string()),
  })
  .refine((answer) => !answer.changed || answer.new_content !== "", {
    path: ["new_content"],
    message: "missing",
  });
export type SelfSoulAnswer = z.infer<typeof SelfSoulAnswer>;

const levelWords: readonly (readonly [RelationshipLevel, RegExp])[] = [
  ["特别关心", /特别关心|special care|very close|especially/i],
  ["关系冷淡", /冷淡|疏远|cold|distant/i],
  ["决裂", /决裂|broken|estranged|rupture/i],
  ["关系较好", /较好|亲近|\b(?:close|good|friendly)\b/i],
  ["一般", /一般|普通|\b(?:normal|neutral|average|ordinary)\b/i],
];

/** The role `relationship`. `heartbeat_hours` may be absent: the level gives the default then (R14). */
export const RelationshipAnswer = z.object({
  level: z.preprocess(
    (value) => readMember(readPieces(value), relationshipLevels, levelWords),
    RelationshipLevel,
  ),
  heartbeat_hours: z.preprocess(readHours, z.number().positive().optional()).optional(),
  reason: text,
});
export type RelationshipAnswer = z.infer<typeof RelationshipAnswer>;
