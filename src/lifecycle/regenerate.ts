// Answers a message anew: the old reply becomes a version on the new one, outside context and index (DESIGN 7).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { follow } from "./edit.ts";
import { repliesTo } from "./replay.ts";
import type { Turns } from "./turns.ts";

/**
 * Replaces the reply that `messageId` belongs to (a bubble of it, or the person's message). Only where nothing was said
 * after it: `conflict` otherwise. If the model fails, the old reply stays.
 */
export async function regenerate(
  deps: Deps,
  turns: Turns,
  account: Id,
  user: Id,
  messageId: string,
): Promise<Message[]> {
  const asked = await askedBy(deps, user, messageId);
  const old = await repliesTo(deps, user, asked);
  const [last] = await deps.store.log.tail(user, 1);
  if (
    last &&
    last.message_id !== asked.message_id &&
    !old.some(({ message_id }) => message_id === last.message_id)
  )
    throw new AppError("conflict", "Only the newest reply can be answered anew.");
  const turn = await turns.answerAgain(
    { account, user, content: asked.content, message_id: asked.message_id },
    asked,
  );
  const failed: StreamEvent[] = [];
  turn.listen((event) => event.event === "error" && failed.push(event));
  await turn.finished;
  const [error] = failed;
  if (error?.event === "error") {
    await discardCut(deps, user, asked, old);
    throw new AppError("model_unreachable", error.data.message, { retryable: error.data.retryable });
  }
  const fresh = (await repliesTo(deps, user, asked)).filter(
    ({ message_id }) => !old.some((bubble) => bubble.message_id === message_id),
  );
  return replaceReply(deps, user, old, fresh);
}

async function askedBy(deps: Deps, user: Id, messageId: string): Promise<Message> {
  const message = await deps.store.log.find(user, messageId);
  const asked =
    message?.role === "assistant" && message.answers !== undefined
      ? await deps.store.log.find(user, message.answers)
      : message;
  if (!asked) throw new AppError("not_found", "There is no such message.");
  if (asked.role !== "user")
    throw new AppError("conflict", "This message answers nothing and cannot be made again.");
  return asked;
}

/** Bubbles of a new try that failed go away again; the old reply stays as it was. */
async function discardCut(deps: Deps, user: Id, asked: Message, old: readonly Message[]): Promise<void> {
  const known = new Set(old.map(({ message_id }) => message_id));
  const cut = (await repliesTo(deps, user, asked)).filter(({ message_id }) => !known.has(message_id));
  if (cut.length === 0 || old.length === 0) return;
  const ids = cut.map(({ message_id }) => message_id);
  await deps.store.log.rewrite(user, { by: "system", cause: asked.message_id }, { remove: ids });
  await follow(deps, user, { edited: [], removed: cut }, asked.message_id);
}

/** The old bubbles leave the log and stand as a version on the first new one. */
export async function replaceReply(
  deps: Deps,
  user: Id,
  old: readonly Message[],
  fresh: readonly Message[],
): Promise<Message[]> {
  const [first] = fresh;
  if (!first || old.length === 0) return [...fresh];
  const version = {
    at: old[0]?.timestamp ?? 0,
    contents: old.map(({ content }) => content),
    model: old[0]?.model,
    finish: old.at(-1)?.finish ?? ("interrupted" as const),
  };
  const earlier = old.flatMap(({ versions }) => versions ?? []);
  const marked: Message = { ...first, versions: [...earlier, version] };
  const remove = old.map(({ message_id }) => message_id);
  await deps.store.log.rewrite(
    user,
    { by: "owner", cause: first.answers ?? first.message_id },
    { edit: [marked], remove },
  );
  await follow(deps, user, { edited: [marked], removed: old }, first.message_id);
  return [marked, ...fresh.slice(1)];
}
