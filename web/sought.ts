// A message that is looked for in the talk: who asks names it here, and the log brings it before the eyes.
import { signal } from "@preact/signals";
import { go } from "./route.ts";
import type { Talk } from "./talk.ts";
import { width } from "./width.ts";

export type Sought = { user_id: string; message_id: string };

/** Until the log has shown it. */
export const sought = signal<Sought | null>(null);

/** message_ids that stand out in the talk: the words that prove what one came from. */
export const marked = signal<ReadonlySet<string>>(new Set());

/** Shows a message among what was said around it, however long ago. Throws ApiFailure (404 where it is gone). */
export async function findInTalk(user_id: string, talk: Talk, message_id: string): Promise<void> {
  const isHeld = talk.messages.peek().some((one) => one.message_id === message_id);
  if (!isHeld) await talk.moveTo({ around: message_id });
  marked.value = new Set([message_id]);
  sought.value = { user_id, message_id };
  if (width.peek() !== "wide") go({ view: "talk", id: user_id, details: false });
}

/**
 * Goes to the first of these messages that the talk has loaded, and marks all of them. False, and nothing happens, where
 * none is loaded: their words are to be quoted then.
 */
export function goToMessage(user_id: string, talk: Talk, message_ids: readonly string[]): boolean {
  const wanted = new Set(message_ids);
  const first = talk.messages.peek().find((one) => wanted.has(one.message_id));
  if (first === undefined) return false;
  marked.value = wanted;
  sought.value = { user_id, message_id: first.message_id };
  if (width.peek() !== "wide") go({ view: "talk", id: user_id, details: false });
  return true;
}
