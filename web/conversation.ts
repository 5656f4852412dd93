// What a conversation on the screen is, and what each event does to it. Pure: no signal, no request.
import type { Message } from "../src/schema/message.ts";
import type { StreamEvent } from "../src/schema/stream-event.ts";

/** Why something could not be done, and what may be done about it; the view turns it into words. */
export type Problem = { code: string; message: string; retryAfter?: number };

/** How something is said: played as a story, or privately, which is kept nowhere (DESIGN 7). */
export type Mode = "plain" | "story" | "private";

/** A message that the server has not acknowledged; it keeps its message_id, so that a retry is never a double. */
export type Unsent = {
  message_id: string;
  content: string;
  timestamp: number;
  problem: Problem | null;
  mode?: Mode;
};

/** The reply being made: `preview` is text that is not yet a bubble, `tools` what it did meanwhile. */
export type Reply = { reply_id: string; preview: string; tools: ToolNote[]; whispered?: boolean };

export type ToolNote = { id: string; name: string; summary: string };

export type Conversation = {
  /** A stretch of the log without gaps. */
  messages: readonly Message[];
  /** Older messages exist on the server. */
  more: boolean;
  /** Newer ones exist there: one reads in the past. */
  later: boolean;
  /** Messages that came while one reads in the past. */
  missed: number;
  /** What was said privately: it stands on this page alone. */
  whispers: readonly Message[];
  unsent: readonly Unsent[];
  reply: Reply | null;
  /** message_id of the person's message -> why it has no answer. */
  unanswered: Readonly<Record<string, Problem>>;
  /** Replies that ended, newest last: a late "reply-start" of the slower stream must not open them again. */
  ended: readonly string[];
  /** message_id of messages that were read and not answered on purpose -> why, in the companion's words. */
  skipped: Readonly<Record<string, string>>;
};

/** Longest message the server takes, in characters (DESIGN 4). */
export const longestMessage = 16_000;

export const emptyConversation: Conversation = {
  messages: [],
  more: false,
  later: false,
  missed: 0,
  whispers: [],
  unsent: [],
  reply: null,
  unanswered: {},
  ended: [],
  skipped: {},
};

/** Puts a message at its place: an id that is there already is replaced in place, a new one goes to the end. */
export function placeMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const at = messages.findLastIndex((one) => one.message_id === message.message_id);
  if (at < 0) return [...messages, message];
  return messages.with(at, { ...messages[at], ...message });
}

/** What is left of the streamed text once a bubble of it is finished. */
export function restOfPreview(preview: string, bubble: string): string {
  const at = preview.indexOf(bubble.trim());
  if (at >= 0) return preview.slice(at + bubble.trim().length).trimStart();
  const newline = preview.trimStart().indexOf("\n");
  return newline < 0 ? "" : preview.trimStart().slice(newline + 1);
}

/** The record without this key; the same record where it has none. */
export function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** The person's message is durable: it leaves the outbox and stands in the log, or among what is said privately. */
function saved(
  conversation: Conversation,
  { message_id, topic_id, timestamp, ...data }: Saved,
): Conversation {
  const unsent = conversation.unsent.find((one) => one.message_id === message_id);
  const rest = { ...conversation, unsent: dropped(conversation, message_id) };
  if (unsent === undefined || isShown(conversation, message_id)) return rest;
  const message: Message = { message_id, role: "user", content: unsent.content, timestamp, topic_id };
  if (data.private === true) return { ...rest, whispers: placeMessage(rest.whispers, message) };
  if (unsent.mode === "story") message.scene = "story";
  return placed(rest, message);
}

type Saved = Extract<StreamEvent, { event: "message-saved" }>["data"];

function isShown({ messages, whispers }: Conversation, message_id: string): boolean {
  const isIt = (one: Message) => one.message_id === message_id;
  return messages.some(isIt) || whispers.some(isIt);
}

/** A message of now stands in the log; where one reads in the past it is only counted. */
function placed(conversation: Conversation, message: Message): Conversation {
  const known = conversation.messages.some((one) => one.message_id === message.message_id);
  if (conversation.later && !known) return { ...conversation, missed: conversation.missed + 1 };
  return { ...conversation, messages: placeMessage(conversation.messages, message) };
}

function dropped(conversation: Conversation, message_id: string): readonly Unsent[] {
  return conversation.unsent.filter((one) => one.message_id !== message_id);
}

/** Without an id whatever reply is open ends; with one only that reply, since the next may have begun already. */
function ended(conversation: Conversation, reply_id: string | undefined): Conversation {
  const open = conversation.reply;
  const reply = reply_id === undefined || open?.reply_id === reply_id ? null : open;
  const replies = reply_id === undefined ? conversation.ended : [...conversation.ended.slice(-20), reply_id];
  return { ...conversation, reply, ended: replies };
}

function opened(conversation: Conversation, reply_id: string, answering: string | null): Conversation {
  if (conversation.reply?.reply_id === reply_id || conversation.ended.includes(reply_id)) return conversation;
  const whispered = conversation.whispers.some((one) => one.message_id === answering);
  const reply: Reply = { reply_id, preview: "", tools: [], ...(whispered ? { whispered } : {}) };
  return answering === null ? { ...conversation, reply } : { ...answered(conversation, answering), reply };
}

/** A message that is answered after all is neither left unread nor left without an answer. */
function answered(conversation: Conversation, message_id: string): Conversation {
  const messages = conversation.messages.map((one) => {
    if (one.message_id !== message_id || one.read === undefined) return one;
    const { read: _read, ...rest } = one;
    return rest;
  });
  const skipped = withoutKey(conversation.skipped, message_id);
  return { ...conversation, messages, skipped, unanswered: withoutKey(conversation.unanswered, message_id) };
}

/**
 * The conversation after one event. Events may come twice and over two streams (the reply's own and the account's):
 * applying one a second time changes nothing. `answering` is the message the stream answers, where it is known;
 * only the reply's own stream knows it, and only that one may add to the preview.
 */
export function afterEvent(
  conversation: Conversation,
  event: StreamEvent,
  answering: string | null,
): Conversation {
  switch (event.event) {
    case "message-saved":
      return saved(conversation, event.data);
    case "message":
      return placed(
        { ...conversation, unsent: dropped(conversation, event.data.message.message_id) },
        event.data.message,
      );
    case "reply-start":
      return opened(conversation, event.data.reply_id, answering);
    case "text-delta":
      return answering === null ? conversation : previewed(conversation, event.data.text);
    case "bubble":
      return bubbled(conversation, event.data);
    case "tool-result":
      return noted(conversation, event.data);
    case "reply-end":
      return ended(finished(conversation, event.data), event.data.reply_id);
    case "reply-skip":
      return ended(
        answering === null ? conversation : skipped(conversation, answering, event.data.reason),
        undefined,
      );
    case "error":
      return ended(
        answering === null ? conversation : failed(conversation, answering, event.data),
        undefined,
      );
    case "memory-change":
      return event.data.document === "conversation" && event.data.kind === "removed"
        ? without(conversation, [event.data.entry_id])
        : conversation;
    default:
      return conversation;
  }
}

/** Messages that stand in the log no more. */
export function without(conversation: Conversation, message_ids: readonly string[]): Conversation {
  const messages = conversation.messages.filter((one) => !message_ids.includes(one.message_id));
  return messages.length === conversation.messages.length ? conversation : { ...conversation, messages };
}

function previewed(conversation: Conversation, text: string): Conversation {
  if (conversation.reply === null) return conversation;
  return { ...conversation, reply: { ...conversation.reply, preview: conversation.reply.preview + text } };
}

type Bubble = Extract<StreamEvent, { event: "bubble" }>["data"];

function bubbled(conversation: Conversation, bubble: Bubble): Conversation {
  if (isShown(conversation, bubble.message_id)) return conversation;
  const previous = conversation.messages.findLast((one) => one.role === "user");
  const message: Message = {
    message_id: bubble.message_id,
    role: "assistant",
    content: bubble.content,
    timestamp: bubble.timestamp,
    topic_id: previous?.topic_id ?? "open",
    reply_id: conversation.reply?.reply_id,
    streamed: (conversation.reply?.preview ?? "") !== "",
  };
  const { reply } = conversation;
  if (reply === null) return placed(conversation, message);
  const preview = restOfPreview(reply.preview, bubble.content);
  const next = { ...conversation, reply: { ...reply, preview } };
  if (reply.whispered === true) return { ...next, whispers: placeMessage(next.whispers, message) };
  return placed(next, message);
}

type ToolResult = Extract<StreamEvent, { event: "tool-result" }>["data"];

function noted(conversation: Conversation, result: ToolResult): Conversation {
  const reply = conversation.reply;
  if (reply === null || !result.ok || reply.tools.some((one) => one.id === result.id)) return conversation;
  const note = { id: result.id, name: result.name, summary: result.summary };
  return { ...conversation, reply: { ...reply, tools: [...reply.tools, note] } };
}

type ReplyEnd = Extract<StreamEvent, { event: "reply-end" }>["data"];

/** Chips and the way it ended are put where the log keeps them: on the first and on the last bubble. */
function finished(conversation: Conversation, end: ReplyEnd): Conversation {
  const first = end.message_ids[0];
  const last = end.message_ids.at(-1);
  const notes = conversation.reply?.reply_id === end.reply_id ? conversation.reply.tools : [];
  const tools = notes.map(({ id, name, summary }) => ({
    id,
    name,
    arguments: "",
    ok: true,
    result: summary,
  }));
  const finish = (message: Message) => {
    if (!end.message_ids.includes(message.message_id)) return message;
    const changed: Message = { ...message, reply_id: end.reply_id };
    if (message.message_id === last) changed.finish = end.finish;
    if (message.message_id !== first) return changed;
    return { ...changed, recalled: changed.recalled ?? end.recalled, tools: changed.tools ?? tools };
  };
  const { messages, whispers } = conversation;
  return { ...conversation, messages: messages.map(finish), whispers: whispers.map(finish) };
}

function skipped(conversation: Conversation, answering: string, reason: string): Conversation {
  return { ...conversation, skipped: { ...conversation.skipped, [answering]: reason } };
}

/** A failure before the message was saved keeps it in the outbox; after that it is safe and only lacks its answer. */
export function failed(conversation: Conversation, message_id: string, problem: Problem): Conversation {
  const waiting = conversation.unsent.some((one) => one.message_id === message_id);
  if (!waiting) {
    const unanswered = { ...conversation.unanswered, [message_id]: problem };
    return { ...conversation, unanswered };
  }
  const unsent = conversation.unsent.map((one) =>
    one.message_id === message_id ? { ...one, problem } : one,
  );
  return { ...conversation, unsent };
}

/** A message goes out, for the first time or again: its trouble is cleared. */
export function sending(conversation: Conversation, message: Unsent): Conversation {
  const unanswered = withoutKey(conversation.unanswered, message.message_id);
  if (isShown(conversation, message.message_id)) return { ...conversation, unanswered };
  const fresh = { ...message, problem: null };
  const waiting = conversation.unsent.some((one) => one.message_id === message.message_id);
  const unsent = waiting
    ? conversation.unsent.map((one) => (one.message_id === message.message_id ? fresh : one))
    : [...conversation.unsent, fresh];
  return { ...conversation, unanswered, unsent };
}
