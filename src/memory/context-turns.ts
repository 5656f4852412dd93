// The open topic as chat messages: who said what in the order of the conversation, in a form that never changes later.
import type { Message } from "../schema/message.ts";
import { clipMiddle } from "./context-text.ts";
import type { Budgets, Count, Words } from "./context-types.ts";

/** One message of the request: a message of the person, or a whole reply with its bubbles joined by newlines. */
export type Turn = { role: "user" | "assistant"; ids: string[]; content: string };

type Slot = { messages: Message[]; replies: Slot[] };

/**
 * Messages in the order of the conversation: a reply stands right after the message that it answers, also where another
 * message came in while it was being written; the bubbles of one reply stand together. Everything else keeps its place.
 */
function inOrder(log: readonly Message[]): Message[][] {
  const slots: Slot[] = [];
  const asked = new Map<string, Slot>();
  const replies = new Map<string, Slot>();
  for (const message of log) {
    const known =
      message.role === "assistant" && message.reply_id ? replies.get(message.reply_id) : undefined;
    if (known) {
      known.messages.push(message);
      continue;
    }
    const slot: Slot = { messages: [message], replies: [] };
    const target = message.role === "assistant" && message.answers ? asked.get(message.answers) : undefined;
    (target?.replies ?? slots).push(slot);
    if (message.role === "user") asked.set(message.message_id, slot);
    else if (message.reply_id) replies.set(message.reply_id, slot);
  }
  return slots.flatMap((slot) => [slot.messages, ...slot.replies.map((reply) => reply.messages)]);
}

export type TurnsInput = {
  words: Words;
  count: Count;
  budgets: Budgets;
  /** The open topic in the order of the log; may hold the message that is answered now, and what came after it. */
  open: readonly Message[];
  /** The message that is answered now. It, replies to it, and what came later stay out. */
  current: string;
  /** Ids whose words are folded into a part. */
  folded: ReadonlySet<string>;
  /** The person's name: only another speaker's name is written in front of the text. */
  person: string;
};

function textOf(message: Message, input: TurnsInput): string {
  const named = message.role === "user" && message.name && message.name !== input.person;
  return named ? `${message.name}: ${message.content}` : message.content;
}

/**
 * The topic before the current message, as messages for the request. Nothing here depends on the clock, on the current
 * message or on what follows, so that the list of one request is the beginning of the next one's (prefix rule, DESIGN 4):
 * messages of the person are never merged, since the newest one would change the one before it.
 * Empty messages stay out (providers refuse them). A message of more than half of the ceiling keeps its head and its tail.
 */
export function turnsOf(input: TurnsInput): Turn[] {
  const turns: Turn[] = [];
  const longest = Math.floor(input.budgets.short_ceiling / 2);
  for (const group of inOrder(input.open)) {
    const [first] = group;
    if (!first || first.message_id === input.current) break;
    const said = group.filter(
      (message) => !input.folded.has(message.message_id) && message.content.trim() !== "",
    );
    if (said.length === 0) continue;
    const content = said.map((message) => textOf(message, input)).join("\n");
    turns.push({
      role: first.role,
      ids: said.map((message) => message.message_id),
      content: clipMiddle(content, longest, input.words("cut_middle"), input.count),
    });
  }
  return turns;
}

/** The last three rounds stand in every request that has room for them (A111). */
const lastTurns = 6;

/**
 * Drops the oldest turns of a topic that has outgrown its ceiling and that nobody has folded yet, down to the budget at one
 * go, or to the last three rounds as long as the ceiling holds them, so that the beginning then stays the same for many turns.
 * Walks from the front: what was dropped for one request is dropped for all later ones.
 */
export function withinCeiling(
  turns: readonly Turn[],
  { count, budgets }: { count: Count; budgets: Budgets },
): { kept: Turn[]; cut: string[] } {
  const sizes = turns.map((turn) => count(turn.content));
  let start = 0;
  let total = 0;
  for (const [i, size] of sizes.entries()) {
    total += size;
    if (total <= budgets.short_ceiling) continue;
    const isLast = () => i - start < lastTurns && total <= budgets.short_ceiling;
    while (start < i && total > budgets.short && !isLast()) {
      total -= sizes[start] ?? 0;
      start += 1;
    }
  }
  return { kept: turns.slice(start), cut: turns.slice(0, start).flatMap((turn) => turn.ids) };
}
