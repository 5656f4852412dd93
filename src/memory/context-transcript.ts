// Talk as text: one line for each message with its time and its speaker, for prompts that read a conversation.
import type { Message } from "../schema/message.ts";
import { clip, oneLine, toMinute } from "./context-text.ts";
import type { Count, Entry } from "./context-types.ts";

export type Speakers = { person: string; companion: string };

export type TranscriptOptions = Speakers & {
  timeZone: string;
  /** Puts `(message_id)` in front of each line, where an answer has to name its sources. */
  ids?: boolean;
};

/** Who says a message, in words. Two of the same name are told apart by their roles (C089). */
export function speakerOf(message: Pick<Message, "role" | "name">, speakers: Speakers): string {
  const { person, companion } = speakers;
  if (person === companion) return `${person} (${message.role})`;
  if (message.role === "assistant") return companion;
  return message.name ? oneLine(message.name) : person;
}

/**
 * A conversation for a background prompt: `[2026-03-10 21:05] 小林: …` a message, in the given order, the text itself
 * unchanged so that a quote can be found again (invariant 2); its further lines are indented, so that they cannot pass for
 * a message of somebody else. Local time of `timeZone` (C094).
 */
export function transcript(messages: readonly Message[], options: TranscriptOptions): string {
  return messages
    .map((message) => {
      const id = options.ids ? `(${message.message_id}) ` : "";
      const text = message.content.replace(/\r\n?|\n/g, "\n  ");
      return `${id}[${toMinute(message.timestamp, options.timeZone)}] ${speakerOf(message, options)}: ${text}`;
    })
    .join("\n");
}

/**
 * The last messages of a talk for the context, oldest first: at most `limit`, at most `tokens`, newest kept. Each is one
 * line, clipped to half of the tokens.
 */
export function lastLines(
  messages: readonly Message[],
  options: Speakers & { limit: number; tokens: number; count: Count },
): { entries: Entry[]; cut: string[] } {
  const { count, tokens } = options;
  const last = messages.filter((message) => message.content.trim() !== "").slice(-options.limit);
  const entries: Entry[] = [];
  const cut: string[] = [];
  let left = tokens;
  for (const message of last.reverse()) {
    const line = `${speakerOf(message, options)}: ${oneLine(message.content)}`;
    const text = clip(line, Math.floor(tokens / 2), count);
    const cost = count(text) + 1;
    // The tail has no holes: once one does not fitInto, all before it stay out.
    if (cut.length > 0 || text === "" || cost > left) {
      cut.unshift(message.message_id);
      continue;
    }
    entries.unshift({ id: message.message_id, text });
    left -= cost;
  }
  return { entries, cut };
}
