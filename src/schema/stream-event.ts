// Everything the screen hears, over a chat's own stream or over /api/events (DESIGN 7).
import { z } from "zod";
import { Finish, Message, Recalled } from "./message.ts";
import { TopicTrigger } from "./short-term.ts";

export const UsageCount = z.looseObject({
  input_tokens: z.number(),
  cached_tokens: z.number(),
  output_tokens: z.number(),
  /** True where the provider gave no figures and ours are estimates. */
  estimated: z.boolean().optional(),
});
export type UsageCount = z.infer<typeof UsageCount>;

export const SectionSize = z.object({ name: z.string(), tokens: z.number() });

/** Event name -> data. The same objects travel over both streams; /api/events adds `user_id`. */
export const streamEvents = {
  "message-saved": z.looseObject({
    message_id: z.string(),
    topic_id: z.string(),
    timestamp: z.number(),
    private: z.boolean().optional(),
  }),
  "reply-start": z.looseObject({ reply_id: z.string() }),
  "thinking-delta": z.looseObject({ text: z.string() }),
  "text-delta": z.looseObject({ text: z.string() }),
  bubble: z.looseObject({
    message_id: z.string(),
    index: z.number().int(),
    content: z.string(),
    delay_ms: z.number(),
    timestamp: z.number(),
  }),
  "tool-call": z.looseObject({ id: z.string(), name: z.string(), arguments: z.string() }),
  "tool-result": z.looseObject({ id: z.string(), name: z.string(), ok: z.boolean(), summary: z.string() }),
  "reply-skip": z.looseObject({ reason: z.string() }),
  "reply-end": z.looseObject({
    reply_id: z.string(),
    message_ids: z.array(z.string()),
    model: z.string(),
    finish: Finish,
    usage: UsageCount,
    recalled: z.array(Recalled),
    context: z.looseObject({ tokens: z.number(), sections: z.array(SectionSize) }),
  }),
  "topic-end": z.looseObject({ topic_id: z.string(), trigger: TopicTrigger }),
  "memory-change": z.looseObject({
    document: z.string(),
    entry_id: z.string(),
    kind: z.enum(["added", "changed", "removed"]),
  }),
  error: z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean() }),
  /** A message of the person, or a bubble, as stored: lets a second window stay in step. */
  message: z.looseObject({ message: Message }),
  typing: z.looseObject({ who: z.enum(["user", "assistant"]), active: z.boolean() }),
  /** Words for the person: a damaged file, a budget, the progress of a long job (`job`, `done`, `total`). */
  notice: z.looseObject({ code: z.string(), message: z.string() }),
  resync: z.looseObject({}),
} as const;

export type StreamEventName = keyof typeof streamEvents;
export type StreamEvent = {
  [N in StreamEventName]: { event: N; data: z.infer<(typeof streamEvents)[N]> };
}[StreamEventName];
