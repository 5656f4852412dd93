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
  /** How it was said, where not plainly: a reply is said as what it answers. */
  mark: Mark;
};

/** "" is plain talk. */
export type Mark = "" | "story" | "private";

/** The person's messages belong together within this many seconds. */
const pauseSeconds = 180;

function belongs(breath: Breath, message: Message, mark: Mark): boolean {
  const last = breath.messages.at(-1);
  if (last === undefined || breath.role !== message.role || breath.mark !== mark) return false;
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

/** How a message was said. `asked` is how the person spoke last; what a companion says unasked is said plainly. */
function markOf(message: Message, asked: Mark): Mark {
  if (message.private === true) return "private";
  if (message.role === "assistant") return message.beat === undefined && asked === "story" ? "story" : "";
  return message.scene === "story" ? "story" : "";
}

/** Groups messages (oldest first) into breaths; a new day always begins a new one. */
export function breathe(messages: readonly Message[], reader: Reader): Breath[] {
  const breaths: Breath[] = [];
  let day: number | null = null;
  let asked: Mark = "";
  for (const message of messages) {
    const its = dayNumber(message.timestamp, reader);
    const current = breaths.at(-1);
    const startsDay = its !== day;
    day = its;
    const mark = markOf(message, asked);
    if (message.role === "user") asked = mark;
    if (current !== undefined && !startsDay && belongs(current, message, mark))
      current.messages.push(message);
    else {
      const key = keyOf(message, breaths);
      breaths.push({ key, role: message.role, messages: [message], startsDay, mark });
    }
  }
  return breaths;
}
