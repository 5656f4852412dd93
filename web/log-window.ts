// The part of the log that is held on the page: a window that moves over the log, never the whole of it. Pure.
import type { Message } from "../src/schema/message.ts";
import { type Conversation, without, withoutKey } from "./conversation.ts";
import type { MessagePage } from "./shapes.ts";

/** Messages held at once: some screens on either side of what is read; what lies further away is read again when needed. */
export const mostHeld = 240;

/** A page around a message or a moment. `later`: the log goes on after it. */
export type MiddlePage = MessagePage & { later?: boolean };

/**
 * The newest page against what is shown: what was edited or deleted meanwhile follows the server, older pages stay.
 * `known` are the message_ids that were shown when the page was asked for: what came since is newer than the page.
 * Where one reads in the past the page changes nothing but what counts as unsent.
 */
export function takeNewest(
  conversation: Conversation,
  page: MessagePage,
  known: ReadonlySet<string>,
): Conversation {
  const first = page.messages[0];
  const stored = new Set(page.messages.map((one) => one.message_id));
  const unsent = conversation.unsent.filter((one) => !stored.has(one.message_id));
  if (conversation.later) return { ...conversation, unsent };
  const join =
    first === undefined ? -1 : conversation.messages.findIndex((one) => one.message_id === first.message_id);
  const since = conversation.messages.filter(
    (one) => !known.has(one.message_id) && !stored.has(one.message_id),
  );
  const older = join <= 0 ? [] : conversation.messages.slice(0, join);
  const more = join <= 0 ? page.more : conversation.more;
  return { ...conversation, messages: [...older, ...page.messages, ...since], more, unsent };
}

/** Those of a page that are not shown yet. */
function unknownOf(conversation: Conversation, page: MessagePage): Message[] {
  const shown = new Set(conversation.messages.map((one) => one.message_id));
  return page.messages.filter((one) => !shown.has(one.message_id));
}

/** An older page goes in front; what is then too much goes at the other end, and is read again on the way back. */
export function takeOlder(conversation: Conversation, page: MessagePage): Conversation {
  const all = [...unknownOf(conversation, page), ...conversation.messages];
  const messages = all.slice(0, mostHeld);
  return {
    ...conversation,
    messages,
    more: page.more,
    later: conversation.later || messages.length < all.length,
  };
}

/** A newer page goes behind. `page.more`: the log goes on after it. */
export function takeLater(conversation: Conversation, page: MessagePage): Conversation {
  const all = [...conversation.messages, ...unknownOf(conversation, page)];
  const messages = all.slice(-mostHeld);
  const missed = page.more ? conversation.missed : 0;
  return {
    ...conversation,
    messages,
    later: page.more,
    missed,
    more: conversation.more || messages.length < all.length,
  };
}

/** The window moves to another place of the log. */
export function takeMiddle(conversation: Conversation, page: MiddlePage): Conversation {
  const later = page.later ?? false;
  const missed = later ? conversation.missed : 0;
  return { ...conversation, messages: page.messages, more: page.more, later, missed };
}

/** The window goes back to the newest messages, which are read after this: nothing of the past stands before them. */
export function leavePast(conversation: Conversation): Conversation {
  return conversation.later
    ? { ...conversation, messages: [], more: false, later: false, missed: 0 }
    : conversation;
}

/**
 * A message as it stands on the server now, with what stands around it: it takes the place of what is shown of it, or comes
 * in beside a neighbour that is shown. Where neither is shown it belongs to another part of the log.
 */
export function takeAgain(
  conversation: Conversation,
  message_id: string,
  page: readonly Message[],
): Conversation {
  const { messages } = conversation;
  const at = page.findIndex((one) => one.message_id === message_id);
  const message = page[at];
  if (message === undefined) return without(conversation, [message_id]);
  const shown = messages.findIndex((one) => one.message_id === message_id);
  // Put there whole: a field that it has no more must not stay.
  if (shown >= 0) {
    // Whether it was left unanswered is told by the log from now on.
    const skipped = withoutKey(conversation.skipped, message_id);
    return { ...conversation, skipped, messages: messages.with(shown, message) };
  }
  const placeOf = (neighbour: Message | undefined) =>
    messages.findIndex((one) => one.message_id === neighbour?.message_id);
  const before = placeOf(page[at - 1]);
  const after = placeOf(page[at + 1]);
  const place = before >= 0 ? before + 1 : after;
  const onlyOne = messages.length === 0 && !conversation.later;
  if (place < 0 && !onlyOne) return conversation;
  return { ...conversation, messages: messages.toSpliced(Math.max(0, place), 0, message) };
}

/**
 * All that is shown, in order: the log, between it what was said privately, and after it what the server does not have yet,
 * never earlier than the log. Both belong to now: where one reads in the past they are not shown.
 */
export function shownMessages({
  messages,
  whispers,
  unsent,
  later,
}: Pick<Conversation, "messages" | "whispers" | "unsent" | "later">): readonly Message[] {
  if (later || (unsent.length === 0 && whispers.length === 0)) return messages;
  const woven = whispers.length === 0 ? messages : weave(messages, whispers);
  const last = woven.at(-1);
  const waiting = unsent.map(({ message_id, content, timestamp, mode }): Message => {
    const at = Math.max(timestamp, last?.timestamp ?? 0);
    const mark = mode === "story" ? { scene: "story" } : mode === "private" ? { private: true } : {};
    return { message_id, role: "user", content, timestamp: at, topic_id: last?.topic_id ?? "open", ...mark };
  });
  return [...woven, ...waiting];
}

/** Each goes behind the last message that is not later than it; they keep their own order. */
function weave(messages: readonly Message[], whispers: readonly Message[]): readonly Message[] {
  let woven: readonly Message[] = messages;
  let from = 0;
  for (const whisper of whispers) {
    const place = woven.findLastIndex((one) => one.timestamp <= whisper.timestamp) + 1;
    from = Math.max(from, place);
    woven = woven.toSpliced(from, 0, { ...whisper, private: true });
    from += 1;
  }
  return woven;
}
