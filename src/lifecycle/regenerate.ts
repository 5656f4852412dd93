// Answers a message anew: the old reply becomes a version on the new one, outside context and index (DESIGN 7).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { failureOf } from "./error-event.ts";
import { repliesTo } from "./replay.ts";
import type { Turns } from "./turns.ts";

/**
 * Replaces the reply that `messageId` belongs to (a bubble of it, or the person's message). Only where nothing was said
 * after it: `conflict` otherwise. If the model fails, the old reply stays and the failure is thrown.
 */
export async function regenerate(
  deps: Deps,
  turns: Turns,
  account: Id,
  user: Id,
  messageId: string,
): Promise<Message[]> {
  let id = messageId;
  const turn = await turns.answerAgain({ account, user }, async () => {
    const asked = await askedBy(deps, user, id);
    // The bubble may be replaced by another one before the turn's place comes; what is answered stays.
    id = asked.message_id;
    const old = await repliesTo(deps, user, asked);
    const [last] = await deps.store.log.tail(user, 1);
    const newest = [asked, ...old].some(({ message_id }) => message_id === last?.message_id);
    if (!newest) throw new AppError("conflict", "Only the newest reply can be answered anew.");
    return { stored: asked };
  });
  const failed: AppError[] = [];
  turn.listen((event) => event.event === "error" && failed.push(failureOf(event.data)));
  await turn.finished;
  const [failure] = failed;
  if (failure) throw failure;
  return repliesTo(deps, user, turn.asked);
}

async function askedBy(deps: Deps, user: Id, messageId: string): Promise<Message> {
  const message = await deps.store.log.find(user, messageId);
  if (!message) throw new AppError("not_found", "There is no such message.");
  const asked =
    message.role === "assistant" && message.answers !== undefined
      ? await deps.store.log.find(user, message.answers)
      : message;
  if (!asked) throw new AppError("conflict", "The message that this reply answers is not there any more.");
  if (asked.role !== "user")
    throw new AppError("conflict", "This message answers nothing and cannot be made again.");
  return asked;
}
