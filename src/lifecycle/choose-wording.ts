// An earlier wording of a reply becomes the one that counts; the one that counted stands in its place among the others (part 6, item 3).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { follow } from "./edit.ts";
import { versionOf } from "./replace-reply.ts";
import { repliesTo } from "./replay.ts";

/**
 * Puts the wording with this number (0 is the oldest) in the place of what the reply says, in one undoable change. `messageId`: a
 * bubble of the reply, or the message that it answers. The bubbles keep their ids; those that the wording does not need go, and
 * what it says beyond them stands in the last one. What was derived from the old words is derived again. `insteadOf`: what the
 * bubbles said when the choice was made; where the choice is made already, nothing is done, and where they say something else by
 * now, it is a `conflict`. Unknown message: `not_found`; no such wording: `invalid`.
 */
export async function chooseWording(
  deps: Deps,
  user: Id,
  messageId: string,
  { version: number, instead_of: insteadOf }: { version: number; instead_of?: string[] | undefined },
  cause: string,
): Promise<{ messages: Message[]; change_id: string | null }> {
  const bubbles = await bubblesOf(deps, user, messageId);
  const [first] = bubbles;
  const versions = first?.versions ?? [];
  const chosen = versions[number];
  if (first === undefined || chosen === undefined || chosen.contents.length === 0)
    throw new AppError("invalid", "This reply has no such wording.", {
      details: [{ path: "version", message: `There are ${versions.length}, numbered from 0.` }],
    });
  if (insteadOf !== undefined && !isSame(insteadOf, versionOf(bubbles).contents)) {
    if (isSame(insteadOf, chosen.contents)) return { messages: [...bubbles], change_id: null };
    throw new AppError("conflict", "This reply says something else by now. Look at it again, then choose.");
  }
  const kept = bubbles.slice(0, chosen.contents.length);
  const removed = bubbles.slice(kept.length);
  const messages = kept.map((bubble, at): Message => {
    const isLast = at === kept.length - 1;
    const { finish: _finish, model: _model, ...rest } = bubble;
    return {
      ...rest,
      content: isLast ? chosen.contents.slice(at).join("\n") : (chosen.contents[at] ?? ""),
      ...(at === 0 ? { versions: versions.with(number, versionOf(bubbles)) } : {}),
      ...(chosen.model === undefined ? {} : { model: chosen.model }),
      ...(isLast ? { finish: chosen.finish ?? "stop" } : {}),
    };
  });
  const { change_id } = await deps.store.log.rewrite(
    user,
    { by: "owner", cause },
    { edit: messages, remove: removed.map(({ message_id }) => message_id) },
  );
  await follow(deps, user, { edited: messages, removed }, cause);
  return { messages, change_id };
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join("\n") === other.join("\n");

/** Every bubble of the reply that a message belongs to, or that answers it. */
async function bubblesOf(deps: Deps, user: Id, messageId: string): Promise<Message[]> {
  const message = await deps.store.log.find(user, messageId);
  if (!message) throw new AppError("not_found", "There is no such message.");
  if (message.role === "user") {
    const replies = await repliesTo(deps, user, message);
    // A stop in the middle of a second try may have left bubbles of the first one.
    return replies.filter(({ reply_id }) => reply_id === replies.at(-1)?.reply_id);
  }
  if (message.reply_id === undefined) return [message];
  const topic = await deps.store.log.topic(user, message.topic_id);
  return topic.filter(({ reply_id }) => reply_id === message.reply_id);
}
