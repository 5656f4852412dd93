// A page of the log: the newest, before or after a message, or on both sides of a message or a moment (DESIGN 7).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { MessagesQuery } from "../schema/request-chat.ts";

/** `more`: older ones are there (newer ones where `after` was asked for); `later`: newer ones, where a middle was asked for. */
export type LogPage = { messages: Message[]; more: boolean; later?: boolean };

/** At most `limit` messages, oldest first. An unknown mark: `not_found`. */
export async function readLog(deps: Deps, user: Id, query: MessagesQuery): Promise<LogPage> {
  const { before, after, around, at, limit } = query;
  if (around !== undefined) {
    const message = await deps.store.log.find(user, around);
    if (!message) throw new AppError("not_found", "There is no such message.");
    return sidesOf(deps, user, message, limit);
  }
  const first = at === undefined ? undefined : await deps.store.log.since(user, at);
  if (first) return sidesOf(deps, user, first, limit);
  // One more than asked for tells whether there is more.
  const page = await deps.store.log.page(user, { before, after, limit: limit + 1 });
  const messages = after !== undefined ? page.slice(0, limit) : page.slice(-limit);
  const later = at === undefined ? {} : { later: false };
  return { messages, more: page.length > limit, ...later };
}

/** A message in the middle of its page; where one side is short, the other gets no more for it. */
async function sidesOf(deps: Deps, user: Id, message: Message, limit: number): Promise<LogPage> {
  const mark = message.message_id;
  const half = Math.floor((limit - 1) / 2);
  const rest = limit - 1 - half;
  const older = await deps.store.log.page(user, { before: mark, limit: half + 1 });
  const newer = await deps.store.log.page(user, { after: mark, limit: rest + 1 });
  const messages = [...(half > 0 ? older.slice(-half) : []), message, ...newer.slice(0, rest)];
  return { messages, more: older.length > half, later: newer.length > rest };
}
