// short_term.json: the open topic verbatim, and the topics whose summary is still owed (A2–A4, R19, DESIGN 3).
import { z } from "zod";
import { By, Seconds } from "./common.ts";
import { Message } from "./message.ts";

export const topicTriggers = ["farewell", "shift", "marker", "silence", "overflow", "manual"] as const;
export const TopicTrigger = z.enum(topicTriggers);
export type TopicTrigger = z.infer<typeof TopicTrigger>;

/** Summary of the folded half of a long open topic (DESIGN 4, `short`). */
export const TopicPart = z.looseObject({
  n: z.number().int().positive(),
  message_ids: z.array(z.string()),
  summary: z.string(),
  by: By,
});
export type TopicPart = z.infer<typeof TopicPart>;

export const PendingTopic = z.looseObject({
  topic_id: z.string(),
  /** Time of its last message. */
  ended_at: Seconds,
  trigger: TopicTrigger,
  /** Failed runs so far. */
  attempts: z.number().int().nonnegative(),
  /** Not before this second. */
  next_at: Seconds,
  message_count: z.number().int().nonnegative(),
  /** Why the last run failed, for the page; no chat text. */
  last_error: z.string().optional(),
  /** A content filter stopped the last run: no model is asked for it again and again (C023). */
  filtered: z.boolean().optional(),
  /** What was folded of it while it was open. */
  parts: z.array(TopicPart).optional(),
});
export type PendingTopic = z.infer<typeof PendingTopic>;

export const ShortTerm = z.looseObject({
  topic_id: z.string(),
  conversations: z.array(Message),
  created_at: Seconds,
  pending: z.array(PendingTopic).default([]),
  parts: z.array(TopicPart).optional(),
});
export type ShortTerm = z.infer<typeof ShortTerm>;
