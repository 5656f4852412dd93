// Messages and times for tests of the log.
import type { Message } from "../../src/schema/message.ts";

/** 2026-11-15 20:00 in Shanghai. */
export const november = 1_794_744_000;
export const day = 86_400;

export function say(id: string, at = november, more: Partial<Message> = {}): Message {
  return {
    message_id: id,
    role: "user",
    content: `说的是 ${id}`,
    timestamp: at,
    topic_id: "topic-1",
    ...more,
  };
}

export const idsOf = (messages: readonly Message[]) => messages.map((message) => message.message_id);
