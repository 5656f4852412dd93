// One line of the log: what was said, by whom, when, in which topic (DESIGN 3).
import { z } from "zod";
import { MessageId, Seconds } from "./common.ts";

export const Role = z.enum(["user", "assistant"]);
export type Role = z.infer<typeof Role>;

/** "stop": whole; "cut": the provider's stream ended early; "interrupted": the person or a restart stopped it. */
export const Finish = z.enum(["stop", "cut", "interrupted"]);
export type Finish = z.infer<typeof Finish>;

export const ToolExchange = z.looseObject({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  ok: z.boolean(),
  result: z.string(),
});
export type ToolExchange = z.infer<typeof ToolExchange>;

export const Recalled = z.looseObject({
  type: z.string(),
  id: z.string(),
  date: z.string(),
  text: z.string(),
  message_ids: z.array(z.string()),
});
export type Recalled = z.infer<typeof Recalled>;

export const MessageVersion = z.looseObject({
  at: Seconds,
  contents: z.array(z.string()),
  model: z.string().optional(),
  finish: Finish.optional(),
});
export type MessageVersion = z.infer<typeof MessageVersion>;

export const Message = z.looseObject({
  message_id: MessageId,
  role: Role,
  content: z.string(),
  timestamp: Seconds,
  topic_id: z.string().min(1).max(128),
  name: z.string().optional(),
  /** The turn that wrote it; every bubble of one reply shares it. */
  reply_id: z.string().optional(),
  /** On the last bubble of a reply. */
  finish: Finish.optional(),
  tools: z.array(ToolExchange).optional(),
  recalled: z.array(Recalled).optional(),
  versions: z.array(MessageVersion).optional(),
  imported_at: Seconds.optional(),
  /** The import that brought it (imports.json). */
  import_id: z.string().optional(),
  /** On bubbles that the companion spoke of its own accord: what moved it (A143, A153). */
  beat: z.looseObject({ kind: z.string(), reason: z.string() }).optional(),
  /** On a reply's bubbles: the message_id of the person's message that it answers. */
  answers: z.string().optional(),
  /** Earlier messages that the same reply answers: they came right after one another. */
  also_answers: z.array(z.string()).optional(),
  /** On a message of the person: it was read and left without an answer, and why (R10). */
  read: z.looseObject({ at: Seconds, reason: z.string() }).optional(),
  model: z.string().optional(),
});
export type Message = z.infer<typeof Message>;

/** One file of the log: a JSON array, one message a line. */
export const MessageLog = z.array(Message);
