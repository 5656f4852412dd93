// Bodies and answers of the chat, message and memory routes (DESIGN 7).
import { z } from "zod";
import { Change } from "./change.ts";
import { MessageId, SentSeconds } from "./common.ts";
import { UsageRow } from "./ledger.ts";
import { MemoryType, whose } from "./memory-type.ts";
import { Message, Recalled, Role } from "./message.ts";
import { line } from "./request.ts";
import { UsageCount } from "./stream-event.ts";

const isGiven = (mark: unknown): boolean => mark !== undefined;

export const ChatBody = z.object({
  content: z.string().min(1, "empty"),
  message_id: MessageId.optional(),
  pacing: z.enum(["human", "instant"]).optional(),
  thinking: z.boolean().optional(),
  private: z.boolean().optional(),
  scene: z.literal("story").optional(),
});

/** JSON answer of a chat turn, for programs. */
export const ChatAnswer = z.object({
  message: z.looseObject({ message_id: z.string(), topic_id: z.string(), timestamp: z.number() }),
  bubbles: z.array(z.looseObject({ message_id: z.string(), content: z.string(), timestamp: z.number() })),
  usage: UsageCount,
  recalled: z.array(Recalled),
  /** The message was read and left without an answer: why. */
  skipped: z.string().optional(),
});

export const SaveMessageBody = z.object({
  content: z.string().min(1, "empty"),
  message_id: MessageId.optional(),
  role: Role.default("user"),
  name: line(200).optional(),
  timestamp: SentSeconds.optional(),
});
export type SaveMessageBody = z.infer<typeof SaveMessageBody>;

export const MessageAnswer = z.object({ message: Message });
export const MessagesAnswer = z.object({
  messages: z.array(Message),
  /** True where older ones are there; with `after`, where newer ones are. */
  more: z.boolean(),
  /** With `around` or `at`: true where newer ones are there. */
  later: z.boolean().optional(),
});
export const MessagesQuery = z
  .object({
    before: MessageId.optional(),
    after: MessageId.optional(),
    /** A message with what stands on both sides of it. */
    around: MessageId.optional(),
    /** As `around`, for the first message that was said at this moment or later; the newest page where there is none. */
    at: z.coerce.number().nonnegative().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  })
  .refine(({ before, after, around, at }) => [before ?? after, around, at].filter(isGiven).length <= 1, {
    message: "before and after, around, and at exclude each other",
  });
export type MessagesQuery = z.infer<typeof MessagesQuery>;
export const ChooseBody = z.object({
  /** Which of the earlier wordings, from 0. */
  version: z.number().int().min(0).max(10_000),
  /** What the bubbles say now, as far as whoever chooses knows: a repeated or late choice then does no harm. */
  instead_of: z.array(z.string().max(100_000)).max(100).optional(),
});
export const MessageEditBody = z.object({ content: z.string().min(1, "empty") });

export const ImportAnswer = z.object({ messages: z.number(), topics: z.number(), skipped: z.number() });

export const ContextAnswer = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  sections: z.array(
    z.looseObject({
      name: z.string(),
      /** As budgets are cut by, and as o200k counts. */
      tokens: z.number(),
      exact: z.number(),
      budget: z.number().optional(),
      entries: z.array(z.looseObject({ id: z.string(), text: z.string() })),
      cut: z.array(z.string()).optional(),
      reasons: z.record(z.string(), z.string()).optional(),
    }),
  ),
  tokens: z.number(),
  exact: z.number(),
});

export const FileAnswer = z.looseObject({
  name: z.string(),
  revision: z.string(),
  bytes: z.number(),
  modified_at: z.number(),
  valid: z.boolean(),
  content: z.string().optional(),
});
export const FilesAnswer = z.object({ files: z.array(FileAnswer) });

export const WrittenAnswer = z.object({ revision: z.string(), change_id: z.string().nullable() });
export const CompressAnswer = z.object({
  compressed: z.array(z.object({ id: z.string(), by: z.string() })),
  /** Topics that wait for a later try, with the reason. */
  pending: z.array(z.object({ topic_id: z.string(), next_at: z.number(), reason: z.string() })),
});
/** "extractive": by code alone, no model is asked (sample lives, R33). */
export const ExtractBody = z.object({ engine: z.literal("extractive").optional() });
export const ExtractAnswer = z.object({
  extracted: z.array(z.object({ id: z.string(), by: z.string() })),
  core: z.array(z.string()),
  failure: z.string().optional(),
});

const source = z.enum(["message", "mid", "long", "detail", "fact", "core", "knowledge", "lore"]);
export const SearchQueryBody = z.object({
  q: z.string().min(1).max(2_000),
  tokens: z.coerce.number().int().min(1).max(20_000).default(800),
  k: z.coerce.number().int().min(1).max(500).default(200),
  type: source.optional(),
  /** Only what is of this kind (A40). */
  memory_type: MemoryType.optional(),
  at: z.coerce.number().nonnegative().optional(),
});
export const SearchAnswer = z.object({
  results: z.array(
    z.looseObject({
      type: source,
      id: z.string(),
      text: z.string(),
      score: z.number(),
      date: z.number(),
      message_ids: z.array(z.string()),
      ...whose,
    }),
  ),
  tokens: z.number(),
});

export const ChangesAnswer = z.object({ changes: z.array(Change) });
export const UndoAnswer = z.object({ change_id: z.string().nullable(), undone: z.string() });
export const UsageAnswer = z.looseObject({
  rows: z.array(UsageRow),
  cache_misses: z.record(z.string(), z.number()),
});
