// Stores a message without asking any model: the memory behind somebody's own bot (DESIGN 7, A183, R16).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { findDanger } from "../memory/danger.ts";
import { isFarewell } from "../memory/farewell.ts";
import { isClosed, joinTurn } from "../memory/join.ts";
import { createMarkerFilter } from "../memory/marker.ts";
import { endTopic } from "../memory/short-term.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { SaveMessageBody } from "../schema/request-chat.ts";
import type { ShortTerm, TopicTrigger } from "../schema/short-term.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { companion } from "../store/store.ts";
import { refuseErased } from "./erase-refuse.ts";
import { noteForBeats } from "./follow-ups.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { endedBy } from "./receive.ts";
import { currentShort } from "./recover.ts";
import { messageEntry } from "./search-memory.ts";

/**
 * Stores one message at the end of the open topic. The same id with the same text again answers the stored one; other text
 * is a `conflict`. A `timestamp` in the past is kept; order is the order of arrival. Marks in an assistant's message are taken
 * out (R17), and with it the talk is judged: a mark at its end, or a goodbye of the person's before it, ends the topic (A48).
 */
export async function saveMessage(deps: Deps, user: Id, body: SaveMessageBody): Promise<Message> {
  const spoken =
    body.role === "assistant" ? withoutMarks(body.content) : { text: body.content, ended: false };
  const content = contentOf(spoken.text);
  const reader = await readCompanion(deps, user);
  const messageId = body.message_id ?? deps.newId();
  const stored = body.message_id ? await deps.store.log.find(user, messageId) : undefined;
  if (stored && stored.content === content && stored.role === body.role) return stored;
  if (stored) throw new AppError("conflict", "This message_id belongs to another message.");
  if (body.message_id) await refuseErased(deps, user, messageId);
  const before = await currentShort(deps, user);
  const draft: Message = {
    message_id: messageId,
    role: body.role,
    content,
    timestamp: body.timestamp ?? deps.clock.now(),
    topic_id: before.topic_id,
    ...(body.name === undefined ? {} : { name: body.name }),
  };
  const short = body.role === "user" ? await endedBy(deps, reader, before, draft) : before;
  const message: Message = { ...draft, topic_id: isClosed(short) ? deps.newId() : short.topic_id };
  await deps.store.log.append(user, [message]);
  deps.publish(reader.owner, { event: "message", data: { message } }, user);
  await keep(deps, reader, message, spoken.ended);
  deps.search.update(user, [messageEntry(message)]);
  await noteForBeats(deps, reader, message);
  return message;
}

/** An assistant's text without the server's own marks, and whether it ended with the one that ends a topic. */
function withoutMarks(content: string): { text: string; ended: boolean } {
  const filter = createMarkerFilter();
  const text = filter.push(content);
  const end = filter.end();
  return { text: text + end.text, ended: end.topicEnded };
}

/** Joins the message to the open topic, and ends it where this message does. */
async function keep(deps: Deps, reader: Reader, message: Message, marked: boolean): Promise<void> {
  const now = deps.clock.now();
  const { result } = await deps.store.commit(
    companion(reader.user),
    ["short_term"],
    { by: "system", cause: message.message_id },
    ({ short_term }) => {
      const joined = joinTurn(short_term, message.topic_id, [message], now);
      const trigger = message.role === "assistant" ? endBy(joined, marked, reader.config.name) : null;
      const short = trigger ? endTopic(joined, trigger, now) : joined;
      return { documents: { short_term: short }, result: trigger };
    },
  );
  if (result === null) return;
  const event: StreamEvent = { event: "topic-end", data: { topic_id: message.topic_id, trigger: result } };
  deps.publish(reader.owner, event, reader.user);
}

/** What ends the talk with the assistant's message at its end; nothing does where the person cries for help (DESIGN 5). */
function endBy(short: ShortTerm, marked: boolean, name: string): TopicTrigger | null {
  const asked = short.conversations.findLast(({ role }) => role === "user");
  if (!asked || findDanger(asked.content)) return null;
  if (isFarewell(asked.content, [name])) return "farewell";
  return marked ? "marker" : null;
}

function contentOf(raw: string): string {
  const cleaned = cleanIncoming(raw);
  if (cleaned.ok) return cleaned.text;
  if (cleaned.reason === "too_long")
    throw new AppError("too_large", "A message has at most 16,000 characters.");
  throw new AppError("invalid", "The message is empty.", {
    details: [{ path: "content", message: "empty" }],
  });
}
