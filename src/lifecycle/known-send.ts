// What is known of a message_id before its turn begins: answered, waiting for its reply, erased, or other words (DESIGN 7, R16).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { refuseErased } from "./erase-refuse.ts";
import { replayOf, replayReply } from "./replay.ts";

/** `stored`: it is in the log. `replay`: the events of its finished reply. */
export type Known = { stored?: Message; replay?: StreamEvent[] };

export const otherText = () =>
  new AppError("conflict", "This message_id belongs to another message. Send the new text under a new id.");

type Sent = { user: Id; content: string; messageId: string };

/** What the log knows. AppError `conflict` for other words under the id, or where it was erased. */
export async function knownSend(deps: Deps, { user, content, messageId }: Sent): Promise<Known> {
  const stored = await deps.store.log.find(user, messageId);
  if (!stored) {
    await refuseErased(deps, user, messageId);
    return {};
  }
  if (stored.role !== "user" || stored.content !== content) throw otherText();
  return { stored, replay: await replayReply(deps, user, stored) };
}

/** The same for private words, as long as they are remembered: `talk` is what was said privately so far. */
export function knownPrivately(talk: readonly Message[], { content, messageId }: Sent): Known {
  const said = talk.find(({ message_id }) => message_id === messageId);
  if (!said) return {};
  if (said.role !== "user" || said.content !== content) throw otherText();
  const replies = talk.filter(({ answers }) => answers === messageId);
  return { replay: replayOf(said, replies, { private: true }) };
}

/** The request with its text cleaned. Nothing in it: AppError `invalid`; over 16,000 characters: `too_large`. */
export function checked<R extends { content: string }>(request: R): R {
  const cleaned = cleanIncoming(request.content);
  if (cleaned.ok) return { ...request, content: cleaned.text };
  if (cleaned.reason === "too_long")
    throw new AppError("too_large", "A message has at most 16,000 characters.");
  throw new AppError("invalid", "The message is empty.", {
    details: [{ path: "content", message: "empty" }],
  });
}
