// Edits or deletes an old message; what was derived from it is marked to be derived again (A105, DESIGN 7).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { companion } from "../store/store.ts";
import { dropPrefix } from "./prefix.ts";
import { ownerOf } from "./read-companion.ts";
import { messageEntry } from "./search-memory.ts";

/** Changes the text of one message in the log and in short_term. Unknown id: `not_found`. Returns the new message. */
export async function editMessage(
  deps: Deps,
  user: Id,
  messageId: string,
  content: string,
  cause: string,
): Promise<{ message: Message; change_id: string | null }> {
  const cleaned = cleanIncoming(content);
  if (!cleaned.ok)
    throw cleaned.reason === "empty"
      ? new AppError("invalid", "The message is empty. Delete it if it should be gone.", {
          details: [{ path: "content", message: "empty" }],
        })
      : new AppError("too_large", "A message has at most 16,000 characters.");
  const before = await found(deps, user, messageId);
  const message: Message = { ...before, content: cleaned.text, edited_at: deps.clock.now() };
  const { change_id } = await deps.store.log.rewrite(user, { by: "owner", cause }, { edit: [message] });
  await follow(deps, user, { edited: [message], removed: [] }, cause);
  return { message, change_id };
}

/** Removes one message. Unknown id: `not_found`. */
export async function deleteMessage(
  deps: Deps,
  user: Id,
  messageId: string,
  cause: string,
): Promise<{ change_id: string | null }> {
  const before = await found(deps, user, messageId);
  const { change_id } = await deps.store.log.rewrite(user, { by: "owner", cause }, { remove: [messageId] });
  await follow(deps, user, { edited: [], removed: [before] }, cause);
  return { change_id };
}

async function found(deps: Deps, user: Id, messageId: string): Promise<Message> {
  const message = await deps.store.log.find(user, messageId);
  if (!message) throw new AppError("not_found", "There is no such message.");
  return message;
}

type LogChange = { edited: readonly Message[]; removed: readonly Message[] };

/**
 * Brings short_term, the search index, the prefix, the summaries and the other windows after a change of the log. `edited` are
 * messages that were changed or have come (back).
 */
export async function follow(deps: Deps, user: Id, change: LogChange, cause: string): Promise<void> {
  const owner = companion(user);
  const topics = new Set([...change.edited, ...change.removed].map(({ topic_id }) => topic_id));
  const logged = await openTopicInLog(deps, user, change);
  await deps.store.commit(
    owner,
    ["short_term", "mid_term"],
    { by: "system", cause },
    ({ short_term, mid_term }) => {
      const short = joinLogged(changedShort(short_term, change), logged);
      const mid = mid_term.map((entry) => (topics.has(entry.topic_id) ? { ...entry, stale: true } : entry));
      const summarised = mid_term.some(({ topic_id }) => topics.has(topic_id));
      return {
        documents: {
          ...(short === short_term ? {} : { short_term: short }),
          ...(summarised ? { mid_term: mid } : {}),
        },
        result: undefined,
      };
    },
  );
  deps.search.update(
    user,
    change.edited.map(messageEntry),
    change.removed.map(({ message_id }) => message_id),
  );
  await dropPrefix(deps, user, "owner");
  await tellWindows(deps, user, change);
}

/** The open topic as the log has it, where a message of it came that short_term does not know; else nothing. */
async function openTopicInLog(deps: Deps, user: Id, change: LogChange): Promise<Message[]> {
  const { topic_id, conversations } = await deps.store.read(companion(user), "short_term");
  const known = new Set(conversations.map(({ message_id }) => message_id));
  const came = change.edited.some((one) => one.topic_id === topic_id && !known.has(one.message_id));
  return came ? deps.store.log.topic(user, topic_id) : [];
}

function joinLogged(short: ShortTerm, logged: readonly Message[]): ShortTerm {
  if (logged[0]?.topic_id !== short.topic_id) return short;
  const there = new Set(logged.map(({ message_id }) => message_id));
  const newer = short.conversations.filter(({ message_id }) => !there.has(message_id));
  return { ...short, conversations: [...logged, ...newer] };
}

async function tellWindows(deps: Deps, user: Id, { edited, removed }: LogChange): Promise<void> {
  const owner = await ownerOf(deps, user);
  const tell = (entry_id: string, kind: "changed" | "removed") =>
    deps.publish(owner, { event: "memory-change", data: { document: "conversation", entry_id, kind } }, user);
  for (const { message_id } of edited) tell(message_id, "changed");
  for (const { message_id } of removed) tell(message_id, "removed");
}

function changedShort(short: ShortTerm, change: LogChange): ShortTerm {
  const edited = new Map(change.edited.map((message) => [message.message_id, message]));
  const removed = new Set(change.removed.map(({ message_id }) => message_id));
  const concerned = short.conversations.some(
    ({ message_id }) => edited.has(message_id) || removed.has(message_id),
  );
  if (!concerned) return short;
  return {
    ...short,
    conversations: short.conversations
      .filter(({ message_id }) => !removed.has(message_id))
      .map((message) => edited.get(message.message_id) ?? message),
  };
}
