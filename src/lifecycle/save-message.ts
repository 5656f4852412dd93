// Stores a message without asking any model: the memory behind somebody's own bot (DESIGN 7, A183, R16).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { isClosed, joinTurn } from "../memory/join.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { SaveMessageBody } from "../schema/request-chat.ts";
import { companion } from "../store/store.ts";
import { readCompanion } from "./read-companion.ts";
import { endedBy } from "./receive.ts";
import { messageEntry } from "./search-memory.ts";

/**
 * Stores one message at the end of the open topic. The same id with the same text again answers the stored one; other text
 * is a `conflict`. A `timestamp` in the past is kept; order is the order of arrival.
 */
export async function saveMessage(deps: Deps, user: Id, body: SaveMessageBody): Promise<Message> {
  const content = contentOf(body.content);
  const reader = await readCompanion(deps, user);
  const messageId = body.message_id ?? deps.newId();
  const stored = body.message_id ? await deps.store.log.find(user, messageId) : undefined;
  if (stored && stored.content === content && stored.role === body.role) return stored;
  if (stored) throw new AppError("conflict", "This message_id belongs to another message.");
  const before = await deps.store.read(companion(user), "short_term");
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
  await deps.store.commit(
    companion(user),
    ["short_term"],
    { by: "system", cause: messageId },
    ({ short_term }) => ({
      documents: { short_term: joinTurn(short_term, message.topic_id, [message], deps.clock.now()) },
      result: undefined,
    }),
  );
  deps.search.update(user, [messageEntry(message)]);
  deps.publish(reader.owner, { event: "message", data: { message } }, user);
  return message;
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
