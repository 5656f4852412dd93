// A reply takes the place of an earlier one: what was said before stands as a version on its first bubble (DESIGN 7).
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { Message, MessageVersion } from "../schema/message.ts";
import { follow } from "./edit.ts";
import { isFinished } from "./replay.ts";

/**
 * Settles a message that was answered once more. `old` are the bubbles that stood there, `fresh` the new ones. A new try that
 * failed never costs a whole reply: its bubbles go away again. Otherwise the old ones leave the log, context and index, and
 * stand as a version on the first new bubble. Returns the new bubbles as they stand in the log.
 */
export async function settleReply(
  deps: Deps,
  user: Id,
  old: readonly Message[],
  fresh: readonly Message[],
  failed: boolean,
): Promise<Message[]> {
  if (old.length === 0 || fresh.length === 0) return [...fresh];
  if (!failed || !isFinished(old)) return replaceReply(deps, user, old, fresh);
  await remove(deps, user, fresh);
  return [];
}

async function replaceReply(
  deps: Deps,
  user: Id,
  old: readonly Message[],
  fresh: readonly Message[],
): Promise<Message[]> {
  const marked = fresh.map((bubble, index) =>
    index === 0 ? { ...bubble, versions: [...versionsOf(old), ...(bubble.versions ?? [])] } : bubble,
  );
  await remove(deps, user, old, marked);
  return marked;
}

/** Takes bubbles out; those in their place, if any, stand in the same change, so that an undo of it puts the old ones back alone. */
async function remove(
  deps: Deps,
  user: Id,
  bubbles: readonly Message[],
  instead: readonly Message[] = [],
): Promise<void> {
  const cause = bubbles[0]?.answers ?? bubbles[0]?.message_id ?? "";
  const idsOf = (messages: readonly Message[]) => messages.map(({ message_id }) => message_id);
  await deps.store.log.rewrite(
    user,
    { by: "system", cause },
    { edit: instead, came: idsOf(instead), remove: idsOf(bubbles) },
  );
  await follow(deps, user, { edited: instead, removed: bubbles }, cause);
}

/** What the old bubbles carried already, then they themselves: one version for each reply among them. */
function versionsOf(old: readonly Message[]): MessageVersion[] {
  const replies = new Map<string, Message[]>();
  for (const bubble of old) {
    const id = bubble.reply_id ?? bubble.message_id;
    replies.set(id, [...(replies.get(id) ?? []), bubble]);
  }
  const earlier = old.flatMap(({ versions }) => versions ?? []);
  return [...earlier, ...[...replies.values()].map(versionOf)];
}

/** A reply as an earlier wording stands on the one in its place. */
export function versionOf(bubbles: readonly Message[]): MessageVersion {
  return {
    at: bubbles[0]?.timestamp ?? 0,
    contents: bubbles.map(({ content }) => content),
    model: bubbles.at(-1)?.model,
    finish: bubbles.at(-1)?.finish ?? ("interrupted" as const),
  };
}
