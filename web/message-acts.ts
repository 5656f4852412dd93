// What a person does with a message that stands in the log: copy, edit, delete, have it answered anew. Each call, and what the talk shows after it.
import type { Message } from "../src/schema/message.ts";
import type { Api } from "./api.ts";
import { without } from "./conversation.ts";
import type { Talk } from "./talk.ts";

export type ActWorld = { api: Pick<Api, "json">; user_id: string; talk: Talk };

function pathOf(user_id: string, message_id: string): string {
  return `/api/ai-users/${user_id}/messages/${encodeURIComponent(message_id)}`;
}

/** Puts a text on the clipboard; false where the browser does not let the page do it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The older way: a page that is reached over plain http has no clipboard of the newer kind. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

/** Changes the text of a message. Throws ApiFailure; then nothing has changed. */
export async function editMessage(
  { api, user_id, talk }: ActWorld,
  message_id: string,
  content: string,
): Promise<void> {
  const call = { method: "PUT", body: { content } } as const;
  const { message } = await api.json<{ message: Message }>(pathOf(user_id, message_id), call);
  talk.amend((conversation) => {
    const at = conversation.messages.findIndex((one) => one.message_id === message_id);
    if (at < 0) return conversation;
    return { ...conversation, messages: conversation.messages.with(at, message) };
  });
}

/** Takes a message out of the log. Throws ApiFailure. Answers the way back, or null where there is none. */
export async function deleteMessage(
  { api, user_id, talk }: ActWorld,
  message_id: string,
): Promise<(() => Promise<void>) | null> {
  const path = pathOf(user_id, message_id);
  const { change_id } = await api.json<{ change_id: string | null }>(path, { method: "DELETE" });
  talk.amend((conversation) => without(conversation, [message_id]));
  if (change_id === null) return null;
  return async () => {
    const undo = `/api/memory/${user_id}/changes/${encodeURIComponent(change_id)}/undo`;
    await api.json(undo, { method: "POST", body: {} });
    talk.reread(message_id);
  };
}

/** The bubbles of the reply that a bubble belongs to, as far as they are held. */
export function replyOf(talk: Talk, message: Message): readonly Message[] {
  if (message.reply_id === undefined) return [message];
  return talk.messages.peek().filter((one) => one.reply_id === message.reply_id);
}

/**
 * Makes an earlier wording of a reply the one that counts; `number` 0 is the oldest. Throws ApiFailure; then nothing has changed.
 * Answers the way back, or null where there is none.
 */
export async function chooseWording(
  { api, user_id, talk }: ActWorld,
  message: Message,
  number: number,
): Promise<(() => Promise<void>) | null> {
  const reply = replyOf(talk, message);
  const old = reply.map((one) => one.message_id);
  const path = `${pathOf(user_id, message.message_id)}/choose`;
  const instead_of = reply.map((one) => one.content);
  const call = { method: "POST", body: { version: number, instead_of } } as const;
  const { messages, change_id } = await api.json<{ messages: Message[]; change_id: string | null }>(
    path,
    call,
  );
  const now = new Map(messages.map((one) => [one.message_id, one]));
  const gone = old.filter((id) => !now.has(id));
  talk.amend((conversation) => {
    const rest = without(conversation, gone);
    return { ...rest, messages: rest.messages.map((one) => now.get(one.message_id) ?? one) };
  });
  if (change_id === null) return null;
  return async () => {
    const undo = `/api/memory/${user_id}/changes/${encodeURIComponent(change_id)}/undo`;
    await api.json(undo, { method: "POST", body: {} });
    talk.reread(message.message_id);
  };
}

/** Has the newest reply said another way; the old one becomes a version of it. Throws ApiFailure; then the old one stands. */
export async function redoReply({ api, user_id, talk }: ActWorld, message: Message): Promise<void> {
  const old = replyOf(talk, message).map((one) => one.message_id);
  const path = `${pathOf(user_id, message.message_id)}/regenerate`;
  const { messages } = await api.json<{ messages: Message[] }>(path, { method: "POST", body: {} });
  const fresh = new Set(messages.map((one) => one.message_id));
  talk.amend((conversation) => {
    if (conversation.later) return conversation;
    const gone = new Set([...old, ...fresh]);
    const place = conversation.messages.findIndex((one) => gone.has(one.message_id));
    const rest = conversation.messages.filter((one) => !gone.has(one.message_id));
    const at = place < 0 ? rest.length : place;
    return { ...conversation, messages: [...rest.slice(0, at), ...messages, ...rest.slice(at)], reply: null };
  });
}
