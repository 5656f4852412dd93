// Takes a message in: finds its topic, makes it durable, acknowledges it (invariant 1).
import type { Deps } from "../deps.ts";
import { isClosed } from "../memory/join.ts";
import { endTopic } from "../memory/short-term.ts";
import { endTrigger, topicLimits } from "../memory/topic.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { ShortTerm, TopicTrigger } from "../schema/short-term.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { similarity } from "../search/tokenise.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";
import { currentShort } from "./recover.ts";
import type { Turn } from "./turn.ts";

export type Received = {
  message: Message;
  /** short_term as it stood before this message, its topic ended where the message ended it. */
  short: ShortTerm;
  /** True where the message stands in a topic that has ended since it was said: its reply joins it in the log only. */
  over?: boolean;
};

/** Messages of the open topic that a new one is compared with: the newest are what the talk is about now. */
const comparedMessages = 12;

/**
 * Decides the topic before the message joins it (silence, shift, overflow), appends the message durably and emits
 * `message-saved`. A message that is in the log already keeps its place and is acknowledged again.
 */
export async function receive(deps: Deps, turn: Turn, reader: Reader): Promise<Received> {
  const { request } = turn;
  const now = deps.clock.now();
  if (turn.privately)
    return receivePrivately(turn, await deps.store.view(companion(request.user), "short_term"), now);
  const before = await currentShort(deps, request.user);
  if (turn.stored) {
    acknowledge(deps, turn, turn.stored, false);
    const over = await hasEnded(deps, request.user, before, turn.stored);
    return { message: turn.stored, short: before, over };
  }
  const draft: Message = {
    message_id: turn.messageId,
    role: "user",
    content: request.content,
    timestamp: now,
    topic_id: before.topic_id,
    ...(request.scene ? { scene: request.scene } : {}),
  };
  const short = await endedBy(deps, reader, before, draft);
  const message: Message = { ...draft, topic_id: isClosed(short) ? deps.newId() : short.topic_id };
  await deps.store.log.append(request.user, [message]);
  acknowledge(deps, turn, message, true);
  return { message, short };
}

/** Whether the topic of a stored message waits for its summary, has it, or was followed by another one. */
async function hasEnded(deps: Deps, user: Id, short: ShortTerm, message: Message): Promise<boolean> {
  const ended = [...short.pending, ...(await deps.store.view(companion(user), "mid_term"))];
  if (ended.some(({ topic_id }) => topic_id === message.topic_id)) return true;
  if (short.topic_id === message.topic_id) return false;
  const [last] = await deps.store.log.tail(user, 1);
  return last?.topic_id !== message.topic_id;
}

/** A private message is acknowledged and stands in memory only; what was said before it privately is shown with it. */
function receivePrivately(turn: Turn, short: ShortTerm, now: number): Received {
  const open = isClosed(short)
    ? { ...short, topic_id: "private", conversations: [], parts: undefined }
    : short;
  const message: Message = {
    message_id: turn.messageId,
    role: "user",
    content: turn.request.content,
    timestamp: now,
    topic_id: open.topic_id,
  };
  acknowledge(null, turn, message, false);
  const earlier = withoutTry(turn.privately ?? [], message.message_id);
  return { message, short: { ...open, conversations: [...open.conversations, ...earlier] } };
}

/** Private talk without a message and its reply: what is sent again takes the place of its first try. */
export function withoutTry(talk: readonly Message[], messageId: string): Message[] {
  return talk.filter(({ message_id, answers }) => message_id !== messageId && answers !== messageId);
}

/** short_term after the incoming message has ended the open topic, where it does (A49, silence, overflow). */
export async function endedBy(
  deps: Deps,
  reader: Reader,
  short: ShortTerm,
  incoming: Message,
): Promise<ShortTerm> {
  if (isClosed(short) || short.conversations.length === 0) return short;
  const pause = incoming.timestamp - (short.conversations.at(-1)?.timestamp ?? 0);
  const ended = endTrigger({
    open: short.conversations,
    incoming,
    // Neither matters within an exchange, and both cost more than all the rest of the question.
    similarity: pause < topicLimits.shiftPause ? 1 : likeness(incoming, short.conversations),
    firstTopic: pause >= topicLimits.firstSilence && (await isFirstTopic(deps, reader.user, short)),
    now: deps.clock.now(),
  });
  return ended ? endOpenTopic(deps, reader, ended.trigger, incoming.message_id) : short;
}

function likeness(incoming: Message, open: readonly Message[]): number {
  const recent = open.slice(-comparedMessages).map((message) => message.content);
  return similarity(incoming.content, recent.join("\n"));
}

/** True while a companion has no ended topic: its first one ends after 30 minutes of silence. */
export async function isFirstTopic(deps: Deps, user: Id, short: ShortTerm): Promise<boolean> {
  if (short.pending.length > 0) return false;
  const mid = await deps.store.view(companion(user), "mid_term");
  return mid.length === 0;
}

/**
 * Ends the open topic: it waits as pending until its summary is durable (R19). Does nothing where none is open.
 * Returns short_term as it is afterwards.
 */
export async function endOpenTopic(
  deps: Deps,
  reader: Reader,
  trigger: TopicTrigger,
  cause: string,
): Promise<ShortTerm> {
  const now = deps.clock.now();
  const { result } = await deps.store.commit(
    companion(reader.user),
    ["short_term"],
    { by: "system", cause },
    ({ short_term }) => {
      if (isClosed(short_term) || short_term.conversations.length === 0)
        return { result: { short: short_term, ended: null as string | null } };
      const short = endTopic(short_term, trigger, now);
      return {
        documents: { short_term: short },
        result: { short, ended: short_term.topic_id as string | null },
      };
    },
  );
  if (result.ended !== null) {
    const event: StreamEvent = { event: "topic-end", data: { topic_id: result.ended, trigger } };
    deps.publish(reader.owner, event, reader.user);
  }
  return result.short;
}

function acknowledge(deps: Deps | null, turn: Turn, message: Message, fresh: boolean): void {
  const { message_id, topic_id, timestamp } = message;
  const mark = turn.privately ? { private: true } : {};
  turn.emit({ event: "message-saved", data: { message_id, topic_id, timestamp, ...mark } });
  if (fresh) deps?.publish(turn.request.account, { event: "message", data: { message } }, turn.request.user);
}
