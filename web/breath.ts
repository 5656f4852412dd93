// Messages as they are shown: bubbles of one breath together, with one line under them, and a line between days. Pure.
import type { Message } from "../src/schema/message.ts";
import { dayNumber, type Reader } from "./time.ts";

/** Bubbles said in one go. `key` stays the same while the breath grows, so that nothing is drawn anew. */
export type Breath = {
  key: string;
  role: Message["role"];
  messages: Message[];
  /** True where this breath is the first of its calendar day. */
  startsDay: boolean;
};

/** The person's messages belong together within this many seconds. */
const pauseSeconds = 180;

function belongs(breath: Breath, message: Message): boolean {
  const last = breath.messages.at(-1);
  if (last === undefined || breath.role !== message.role) return false;
  if (message.role === "assistant" && (last.reply_id !== undefined || message.reply_id !== undefined)) {
    return last.reply_id === message.reply_id;
  }
  return message.timestamp - last.timestamp <= pauseSeconds;
}

/** A reply's breath is named by the reply, since it may be shown before its first bubble is there. */
function keyOf(message: Message, breaths: readonly Breath[]): string {
  const reply = message.role === "assistant" ? message.reply_id : undefined;
  const free = reply !== undefined && !breaths.some((breath) => breath.key === reply);
  return free ? reply : message.message_id;
}

/** Groups messages (oldest first) into breaths; a new day always begins a new one. */
export function breathe(messages: readonly Message[], reader: Reader): Breath[] {
  const breaths: Breath[] = [];
  let day: number | null = null;
  for (const message of messages) {
    const its = dayNumber(message.timestamp, reader);
    const current = breaths.at(-1);
    const startsDay = its !== day;
    day = its;
    if (current !== undefined && !startsDay && belongs(current, message)) current.messages.push(message);
    else breaths.push({ key: keyOf(message, breaths), role: message.role, messages: [message], startsDay });
  }
  return breaths;
}
