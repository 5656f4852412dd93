// The body of POST /api/ai-users/{user_id}/import: dated history as topics of messages (DESIGN 7).
import { z } from "zod";
import { MessageId, SentSeconds } from "./common.ts";
import { Message } from "./message.ts";

/** A message as the log has it; what it brings besides must fit the log's shape too, or the whole import is refused. */
export const ImportMessage = Message.extend({
  message_id: MessageId.optional(),
  name: z.string().max(200).optional(),
  content: z.string().max(200_000),
  timestamp: SentSeconds,
  // The house's own to give: what stands here is not read.
  topic_id: z.unknown().optional(),
  imported_at: z.unknown().optional(),
  import_id: z.unknown().optional(),
});

export const ImportTopic = z.looseObject({
  topic_id: z.string().min(1).max(128).optional(),
  open: z.boolean().optional(),
  messages: z.array(ImportMessage).min(1),
});
export type ImportTopic = z.infer<typeof ImportTopic>;

export const ImportRequest = z.object({
  format: z.literal("messages"),
  topics: z.array(ImportTopic).max(100_000),
  summarise: z.enum(["none", "extractive", "model"]).default("none"),
});
export type ImportRequest = z.infer<typeof ImportRequest>;
