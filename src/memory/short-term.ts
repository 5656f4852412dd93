// The short tier: the open topic verbatim, and the topics that still wait for their summary (A2–A4, A51, R19, DESIGN 3).
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { PendingTopic, ShortTerm, TopicPart, TopicTrigger } from "../schema/short-term.ts";
import { canonical } from "./change.ts";
import { isClosed } from "./join.ts";
import { isDueAt, nextPause, runsBeforeExtractive, storedReason } from "./step.ts";

/** A fresh document with an open topic and nothing said yet. */
export function openTopic(topicId: string, now: Seconds): ShortTerm {
  return { topic_id: topicId, conversations: [], created_at: now, pending: [] };
}

/**
 * With messages that were stored in the log. A message that is there already, or that belongs to another topic (a reply
 * that ended after its topic had), is left out: the log holds it.
 */
export function withMessages(short: ShortTerm, messages: readonly Message[]): ShortTerm {
  const known = new Set(short.conversations.map((message) => message.message_id));
  const added: Message[] = [];
  for (const message of messages) {
    if (message.topic_id !== short.topic_id || known.has(message.message_id)) continue;
    known.add(message.message_id);
    added.push(message);
  }
  return added.length === 0 ? short : { ...short, conversations: [...short.conversations, ...added] };
}

/**
 * The open topic enters `pending`; its conversations stay until its summary is durable (R19). Nothing happens where nothing
 * was said, or where it has ended already, so a repeated trigger counts once.
 */
export function endTopic(short: ShortTerm, trigger: TopicTrigger, now: Seconds): ShortTerm {
  const last = short.conversations.at(-1);
  if (last === undefined || isClosed(short)) return short;
  const ended: PendingTopic = {
    topic_id: short.topic_id,
    ended_at: last.timestamp,
    trigger,
    attempts: 0,
    next_at: now,
    message_count: short.conversations.length,
    // Where the next talk begins before the summary is made, what was folded already need not be read again.
    ...(short.parts?.length ? { parts: short.parts } : {}),
  };
  return { ...short, pending: [...short.pending, ended] };
}

/** A new topic is open; what waits in `pending` goes on waiting, its text is in the log. */
export function beginNext(short: ShortTerm, topicId: string, now: Seconds): ShortTerm {
  const { parts: _ofTheOldTopic, ...rest } = short;
  return { ...rest, topic_id: topicId, conversations: [], created_at: now };
}

/**
 * The summary of a topic is durable: it leaves `pending`. Where `conversations` still hold that topic, they are cleared and
 * `nextTopicId` is open (A51); where a newer topic is open already, that one is not touched.
 */
export function settleTopic(short: ShortTerm, topicId: string, nextTopicId: string, now: Seconds): ShortTerm {
  const pending = short.pending.filter((topic) => topic.topic_id !== topicId);
  const settled = pending.length === short.pending.length ? short : { ...short, pending };
  return settled.topic_id === topicId ? beginNext(settled, nextTopicId, now) : settled;
}

/**
 * A run for a pending topic failed: it waits longer, from 1 minute to 6 hours (DESIGN 5), and keeps the reason. What a content
 * filter stopped (`filtered`) is tried once more and then left to the extractive engine, since it would be stopped again (C023).
 */
export function failPending(
  short: ShortTerm,
  topicId: string,
  now: Seconds,
  error: string,
  filtered = false,
): ShortTerm {
  const pending = short.pending.map((topic) => {
    if (topic.topic_id !== topicId) return topic;
    const failed = topic.attempts + 1;
    const attempts = filtered && failed > 1 ? Math.max(failed, runsBeforeExtractive) : failed;
    const mark = filtered ? { filtered } : {};
    const { filtered: _before, ...rest } = topic;
    return {
      ...rest,
      attempts,
      next_at: now + nextPause(attempts),
      last_error: storedReason(error),
      ...mark,
    };
  });
  return { ...short, pending };
}

/**
 * Pending topics whose summary may be tried now, the one that ended first in front. One that was not tried yet is due whatever
 * its moment says: only a clock that was set back can have put that ahead.
 */
export function duePending(short: ShortTerm, now: Seconds): PendingTopic[] {
  return short.pending
    .filter((topic) => topic.attempts === 0 || isDueAt(topic.attempts, topic.next_at, now))
    .sort((a, b) => a.ended_at - b.ended_at);
}

/** What the log knows of a topic (the store's `TopicInfo`). */
export type LoggedTopic = {
  topic_id: string;
  started_at: Seconds;
  ended_at: Seconds;
  message_count: number;
  imported: boolean;
};

/**
 * Topics of the log that nobody remembers to summarise (invariant 1): without summary, not pending, not open, not imported as
 * unsummarised. `topics` stand in the order of their first message; the last one may be the open one of a document that was
 * lost, and is spared unless `spareLast` is false (the owner has just said which one is open). They are due at once.
 */
export function lostPending(
  topics: readonly LoggedTopic[],
  summarised: ReadonlySet<string>,
  pending: readonly PendingTopic[],
  openTopicId: string,
  spareLast = true,
): PendingTopic[] {
  const waiting = new Set(pending.map((topic) => topic.topic_id));
  const last = spareLast ? topics.at(-1)?.topic_id : undefined;
  return topics
    .filter(
      (topic) =>
        !topic.imported &&
        topic.message_count > 0 &&
        topic.topic_id !== last &&
        topic.topic_id !== openTopicId &&
        !summarised.has(topic.topic_id) &&
        !waiting.has(topic.topic_id),
    )
    .map((topic) => ({
      topic_id: topic.topic_id,
      ended_at: topic.ended_at,
      // What ended it is not known any more; that a newer topic followed is all the log tells.
      trigger: "silence",
      attempts: 0,
      next_at: 0,
      message_count: topic.message_count,
    }));
}

/**
 * The document as the log tells it, after a crash or a hand edit. `messages` are all messages of the log's last topic.
 * `pending` stays; parts stay as far as they belong to this topic and their messages are still there.
 */
export function rebuildShort(messages: readonly Message[], previous: ShortTerm): ShortTerm {
  const first = messages[0];
  if (first === undefined) return { ...beginNext(previous, previous.topic_id, previous.created_at) };
  const sameTopic = first.topic_id === previous.topic_id;
  const there = new Set(messages.map((message) => message.message_id));
  const parts = sameTopic
    ? (previous.parts ?? []).filter((part) => part.message_ids.every((id) => there.has(id)))
    : [];
  const { parts: _replaced, ...rest } = previous;
  return {
    ...rest,
    topic_id: first.topic_id,
    conversations: [...messages],
    created_at: sameTopic && previous.created_at > 0 ? previous.created_at : first.timestamp,
    ...(parts.length > 0 ? { parts } : {}),
  };
}

/**
 * The document after messages of the log were edited or removed. A part that names one of them is dropped, in the open topic
 * and in those that wait, so that its words are folded or read again.
 */
export function withChanges(
  short: ShortTerm,
  edited: readonly Message[],
  removed: ReadonlySet<string>,
): ShortTerm {
  const changed = new Map(edited.map((message) => [message.message_id, message]));
  const concerns = (id: string) => changed.has(id) || removed.has(id);
  const kept = (parts: TopicPart[] | undefined) =>
    parts?.filter((part) => !part.message_ids.some((id) => concerns(id)));
  const shown = short.conversations.some(({ message_id }) => concerns(message_id));
  const folded = [short, ...short.pending].some((one) => kept(one.parts)?.length !== one.parts?.length);
  if (!shown && !folded) return short;
  return {
    ...short,
    conversations: short.conversations
      .filter(({ message_id }) => !removed.has(message_id))
      .map((message) => changed.get(message.message_id) ?? message),
    pending: short.pending.map((topic) => (topic.parts ? { ...topic, parts: kept(topic.parts) } : topic)),
    ...(short.parts ? { parts: kept(short.parts) } : {}),
  };
}

/** The document with the open topic as the log has it (`logged`: all its messages), and what was said since it was read. */
export function withLogged(short: ShortTerm, logged: readonly Message[]): ShortTerm {
  const [first] = logged;
  if (first === undefined || first.topic_id !== short.topic_id) return short;
  const there = new Set(logged.map(({ message_id }) => message_id));
  const newer = short.conversations.filter(
    ({ message_id, topic_id }) => topic_id === short.topic_id && !there.has(message_id),
  );
  return { ...short, conversations: [...logged, ...newer] };
}

/** True where the document shows exactly these messages of its open topic. */
export function showsAll(short: ShortTerm, logged: readonly Message[]): boolean {
  return (
    short.conversations.length === logged.length &&
    logged.every(({ message_id }, index) => short.conversations[index]?.message_id === message_id)
  );
}

/** What an owner's version of the open topic means for the log. */
export type ShortEdits = {
  edit: Message[];
  remove: Message[];
  add: Message[];
  /** Id of an added message -> the message of the log that it stands before. */
  before: Map<string, string>;
};

/**
 * What the owner did to the open topic, against the log (`logged`). By message_id: other words are an edit, a line that the
 * log does not have is a new one, and a missing line (`gone`: what stood there before the owner's hand) is a deletion only
 * if a later line still stands, since an end may be missing by accident (DESIGN 3, hand edits).
 */
export function editsOfShort(
  short: ShortTerm,
  logged: readonly Message[],
  gone: ReadonlySet<string>,
): ShortEdits {
  const shown = new Map(short.conversations.map((message) => [message.message_id, message]));
  const known = new Set(logged.map(({ message_id }) => message_id));
  const last = logged.findLastIndex(({ message_id }) => shown.has(message_id));
  const edits: ShortEdits = { edit: [], remove: [], add: [], before: new Map() };
  for (const [place, message] of logged.entries()) {
    const now = shown.get(message.message_id);
    if (now && canonical(now) !== canonical(message)) edits.edit.push({ ...now, topic_id: message.topic_id });
    if (!now && place < last && gone.has(message.message_id)) edits.remove.push(message);
  }
  let next: string | undefined;
  for (const message of short.conversations.toReversed()) {
    if (known.has(message.message_id)) next = message.message_id;
    else {
      edits.add.unshift({ ...message, topic_id: short.topic_id });
      if (next !== undefined) edits.before.set(message.message_id, next);
    }
  }
  return edits;
}
