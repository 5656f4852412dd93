// The open topic as one record of working memory: its turns with their mood, what was folded of it, and how much it holds (A24).
import type { Seconds } from "../schema/common.ts";
import type { EmotionCode, Emotions } from "../schema/emotion.ts";
import type { Message } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { topicLimits } from "./topic.ts";
import { emotionOf } from "./turn-emotion.ts";

export type WorkingTurn = {
  turn_id: string;
  role: Message["role"];
  content: string;
  timestamp: Seconds;
  /** How the person felt, with a strength of 0 to 1; null for what the companion said. */
  emotion_analysis: { emotion: EmotionCode; intensity: number } | null;
};

export type WorkingMemory = {
  /** The topic (R23: a session is a topic). */
  session_id: string;
  /** Oldest first. */
  turns: WorkingTurn[];
  /** What the folded half of a long topic said, in the order of time; "" while nothing is folded. */
  summary: string;
  max_turns: number;
};

/**
 * The record of short_term.json (A24). `max_turns` is the number of messages at which a topic ends by itself (400, DESIGN 3):
 * the record keeps every one of them, since the narrower window of A54 is a budget of tokens of the context (R33), and the log
 * keeps them for ever. A mood is the one in emotions.json; of a topic that has not ended yet it is read from the words, by the
 * same rules. Pure.
 */
export function workingMemory(short: ShortTerm, emotions: Emotions): WorkingMemory {
  const open = new Set(short.conversations.map(({ message_id }) => message_id));
  const felt = new Map<string, Emotions[number]>();
  for (const entry of emotions)
    if (entry.message_id !== undefined && open.has(entry.message_id)) felt.set(entry.message_id, entry);
  const moodOf = ({ role, message_id, content }: Message): WorkingTurn["emotion_analysis"] => {
    if (role !== "user") return null;
    const { emotion, intensity } = felt.get(message_id) ?? emotionOf(content);
    return { emotion, intensity };
  };
  return {
    session_id: short.topic_id,
    turns: short.conversations.map((message) => ({
      turn_id: message.message_id,
      role: message.role,
      content: message.content,
      timestamp: message.timestamp,
      emotion_analysis: moodOf(message),
    })),
    summary: foldedOf(short),
    max_turns: topicLimits.overflow,
  };
}

/** The parts of this topic; where it has ended and waits for its summary they went along. */
function foldedOf({ topic_id, parts, pending }: ShortTerm): string {
  const own = parts ?? pending.find((topic) => topic.topic_id === topic_id)?.parts ?? [];
  return [...own]
    .sort((a, b) => a.n - b.n)
    .map(({ summary }) => summary)
    .join("\n");
}
