// What a conversation on the screen is, and what each event does to it. Pure: no signal, no request.
import type { Message } from "../src/schema/message.ts";
import type { StreamEvent } from "../src/schema/stream-event.ts";
import type { MessagePage } from "./shapes.ts";

/** Why something could not be done, and what may be done about it; the view turns it into words. */
export type Problem = { code: string; message: string; retryAfter?: number };

/** A message that the server has not acknowledged; it keeps its message_id, so that a retry is never a double. */
export type Unsent = { message_id: string; content: string; timestamp: number; problem: Problem | null };

/** The reply being made: `preview` is text that is not yet a bubble, `tools` what it did meanwhile. */
export type Reply = { reply_id: string; preview: string; tools: ToolNote[] };

export type ToolNote = { id: string; name: string; summary: string };

export type Conversation = {
  messages: readonly Message[];
  /** Older messages exist on the server. */
  more: boolean;
  unsent: readonly Unsent[];
  reply: Reply | null;
  /** message_id of the person's message -> why it has no answer. */
  unanswered: Readonly<Record<string, Problem>>;
  /** Replies that ended, newest last: a late "reply-start" of the slower stream must not open them again. */
  ended: readonly string[];
  /** message_id of messages that were read and not answered on purpose. */
  skipped: readonly string[];
};

/** Longest message the server takes, in characters (DESIGN 4). */
export const longestMessage = 16_000;

export const emptyConversation: Conversation = {
  messages: [],
  more: false,
  unsent: [],
  reply: null,
  unanswered: {},
  ended: [],
  skipped: [],
};

/** Puts a message at its place: an id that is there already is replaced in place, a new one goes to the end. */
export function placeMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const at = messages.findLastIndex((one) => one.message_id === message.message_id);
  if (at < 0) return [...messages, message];
  return messages.with(at, { ...messages[at], ...message });
}

/**
 * The newest page against what is shown: what was edited or deleted meanwhile follows the server, older pages stay.
 * `known` are the message_ids that were shown when the page was asked for: what came since is newer than the page.
 */
export function takeNewest(
  conversation: Conversation,
  page: MessagePage,
  known: ReadonlySet<string>,
): Conversation {
  const first = page.messages[0];
  const join =
    first === undefined ? -1 : conversation.messages.findIndex((one) => one.message_id === first.message_id);
  const stored = new Set(page.messages.map((one) => one.message_id));
  const unsent = conversation.unsent.filter((one) => !stored.has(one.message_id));
  const since = conversation.messages.filter(
    (one) => !known.has(one.message_id) && !stored.has(one.message_id),
  );
  const older = join <= 0 ? [] : conversation.messages.slice(0, join);
  const more = join <= 0 ? page.more : conversation.more;
  return { ...conversation, messages: [...older, ...page.messages, ...since], more, unsent };
}

/** An older page goes in front; ids that are shown already are left out. */
export function takeOlder(conversation: Conversation, page: MessagePage): Conversation {
  const shown = new Set(conversation.messages.map((one) => one.message_id));
  const older = page.messages.filter((one) => !shown.has(one.message_id));
  return { ...conversation, messages: [...older, ...conversation.messages], more: page.more };
}

/** What is left of the streamed text once a bubble of it is finished. */
export function restOfPreview(preview: string, bubble: string): string {
  const at = preview.indexOf(bubble.trim());
  if (at >= 0) return preview.slice(at + bubble.trim().length).trimStart();
  const newline = preview.trimStart().indexOf("\n");
  return newline < 0 ? "" : preview.trimStart().slice(newline + 1);
}

function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** The person's message is durable: it leaves the outbox and stands in the log. */
function saved(conversation: Conversation, message_id: string, topic_id: string, at: number): Conversation {
  const unsent = conversation.unsent.find((one) => one.message_id === message_id);
  const shown = conversation.messages.some((one) => one.message_id === message_id);
  if (unsent === undefined || shown) return { ...conversation, unsent: dropped(conversation, message_id) };
  const message: Message = { message_id, role: "user", content: unsent.content, timestamp: at, topic_id };
  return {
    ...conversation,
    messages: placeMessage(conversation.messages, message),
    unsent: dropped(conversation, message_id),
  };
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

function opened(conversation: Conversation, reply_id: string): Conversation {
  if (conversation.reply?.reply_id === reply_id || conversation.ended.includes(reply_id)) return conversation;
  return { ...conversation, reply: { reply_id, preview: "", tools: [] } };
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
      return saved(conversation, event.data.message_id, event.data.topic_id, event.data.timestamp);
    case "message":
      return {
        ...conversation,
        messages: placeMessage(conversation.messages, event.data.message),
        unsent: dropped(conversation, event.data.message.message_id),
      };
    case "reply-start": {
      const answered =
        answering === null ? conversation.unanswered : withoutKey(conversation.unanswered, answering);
      return opened({ ...conversation, unanswered: answered }, event.data.reply_id);
    }
    case "text-delta":
      return answering === null ? conversation : previewed(conversation, event.data.text);
    case "bubble":
      return bubbled(conversation, event.data);
    case "tool-result":
      return noted(conversation, event.data);
    case "reply-end":
      return ended(finished(conversation, event.data), event.data.reply_id);
    case "reply-skip":
      return ended(answering === null ? conversation : skipped(conversation, answering), undefined);
    case "error":
      return ended(
        answering === null ? conversation : failed(conversation, answering, event.data),
        undefined,
      );
    default:
      return conversation;
  }
}

function previewed(conversation: Conversation, text: string): Conversation {
  if (conversation.reply === null) return conversation;
  return { ...conversation, reply: { ...conversation.reply, preview: conversation.reply.preview + text } };
}

type Bubble = Extract<StreamEvent, { event: "bubble" }>["data"];

function bubbled(conversation: Conversation, bubble: Bubble): Conversation {
  const known = conversation.messages.some((one) => one.message_id === bubble.message_id);
  if (known) return conversation;
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
  const messages = placeMessage(conversation.messages, message);
  if (conversation.reply === null) return { ...conversation, messages };
  const preview = restOfPreview(conversation.reply.preview, bubble.content);
  return { ...conversation, messages, reply: { ...conversation.reply, preview } };
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
  const messages = conversation.messages.map((message) => {
    if (!end.message_ids.includes(message.message_id)) return message;
    const changed: Message = { ...message, reply_id: end.reply_id };
    if (message.message_id === last) changed.finish = end.finish;
    if (message.message_id !== first) return changed;
    return { ...changed, recalled: changed.recalled ?? end.recalled, tools: changed.tools ?? tools };
  });
  return { ...conversation, messages };
}

function skipped(conversation: Conversation, answering: string): Conversation {
  return { ...conversation, skipped: [...conversation.skipped, answering] };
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

/** All that is shown, in order: the log, and after it what the server does not have yet, never earlier than the log. */
export function shownMessages(messages: readonly Message[], unsent: readonly Unsent[]): readonly Message[] {
  if (unsent.length === 0) return messages;
  const last = messages.at(-1);
  const waiting = unsent.map(({ message_id, content, timestamp }): Message => {
    const at = Math.max(timestamp, last?.timestamp ?? 0);
    return { message_id, role: "user", content, timestamp: at, topic_id: last?.topic_id ?? "open" };
  });
  return [...messages, ...waiting];
}

/** A message goes out, for the first time or again: its trouble is cleared. */
export function sending(conversation: Conversation, message: Unsent): Conversation {
  const unanswered = withoutKey(conversation.unanswered, message.message_id);
  if (conversation.messages.some((one) => one.message_id === message.message_id)) {
    return { ...conversation, unanswered };
  }
  const fresh = { ...message, problem: null };
  const waiting = conversation.unsent.some((one) => one.message_id === message.message_id);
  const unsent = waiting
    ? conversation.unsent.map((one) => (one.message_id === message.message_id ? fresh : one))
    : [...conversation.unsent, fresh];
  return { ...conversation, unanswered, unsent };
}
