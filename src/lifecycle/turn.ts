// One turn from top to bottom: receive, assemble, respond, keep. Read it to know what happens to a message.
import type { Deps } from "../deps.ts";
import { isFarewell } from "../memory/farewell.ts";
import { joinTurn } from "../memory/join.ts";
import { endTopic } from "../memory/short-term.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import type { TopicTrigger } from "../schema/short-term.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { companion } from "../store/store.ts";
import { assemble, noContext } from "./assemble.ts";
import { follow } from "./edit.ts";
import { noteForBeats } from "./follow-ups.ts";
import { type Heeded, heed } from "./heed.ts";
import { type Reader, readCompanion } from "./read-companion.ts";
import { type Received, receive, withoutTry } from "./receive.ts";
import { settleReply } from "./replace-reply.ts";
import { repliesTo } from "./replay.ts";
import { answered, decideReply, leaveRead, type ReplyDecision } from "./reply-decision.ts";
import { type Reply, respond } from "./respond.ts";
import { messageEntry } from "./search-memory.ts";

export type TurnRequest = {
  account: Id;
  user: Id;
  content: string;
  message_id?: string;
  pacing?: "human" | "instant";
  thinking?: boolean;
  private?: boolean;
  scene?: "story";
};

export type Turn = {
  request: TurnRequest;
  messageId: string;
  /** The message as it stands in the log already, where this is a second try. */
  stored?: Message;
  /** What was said privately so far, in memory only; undefined in an ordinary turn. */
  privately?: Message[];
  signal: AbortSignal;
  emit: (event: StreamEvent) => void;
  /** Ids of messages that came right before and are answered along with this one. */
  also?: readonly string[];
  /**
   * Waits until the person seems to have said all; the next message that came meanwhile, or null when it is time to answer. Only where
   * the pace is a human's.
   */
  more?: (said: string) => Promise<Pick<Turn, "request" | "messageId" | "emit"> | null>;
};

/**
 * Answers one message, or several that came right after one another. Storage failures throw AppError before anything is
 * acknowledged; a model's failure is an `error` event, after which the person's message is kept and may be sent again under its id.
 */
export async function runTurn(deps: Deps, first: Turn): Promise<void> {
  const { user } = first.request;
  const reader = await readCompanion(deps, user);
  const { turn, received, before } = await receiveAll(deps, first, reader);
  const earlier = turn.stored ? await repliesTo(deps, user, turn.stored) : [];
  const heeded = await heed(deps, reader, turn, received, earlier.length > 0);
  const messages = [...before, received.message];
  const decision = await decideReply(deps, reader, turn, messages, heeded);
  const noted = !turn.privately && !turn.stored && !heeded.danger;
  if (decision.reply === false) {
    await leaveUnanswered(deps, reader, turn, messages, decision.level);
  } else {
    const scene = { reader, received, before, heeded, decision };
    const left = await answerTurn(deps, turn, scene, earlier);
    if (left) await leaveUnanswered(deps, reader, turn, messages, left);
  }
  if (noted) for (const message of messages) await noteForBeats(deps, reader, message);
}

type Answering = {
  reader: Reader;
  received: Received;
  before: readonly Message[];
  heeded: Heeded;
  decision: Exclude<ReplyDecision, { reply: false }>;
};

/** Gives the reply and keeps it. Answers the level where the model left the message at having read it. */
async function answerTurn(
  deps: Deps,
  turn: Turn,
  { reader, received, before, heeded, decision }: Answering,
  earlier: readonly Message[],
): Promise<RelationshipLevel | null> {
  const { user, private: isPrivate, scene } = turn.request;
  const maySkip = decision.reply === "perhaps";
  const state = [...heeded.state, ...(maySkip ? [decision.line] : [])];
  const context = heeded.answer
    ? noContext
    : await assemble(deps, reader, received, { private: isPrivate, scene, ...heeded, state, before });
  const reply = await respond(deps, turn, {
    private: turn.privately !== undefined,
    reader,
    context,
    received,
    ...heeded,
    maySkip,
  });
  if (reply.outcome === "skipped" && maySkip) return decision.level;
  let trigger: TopicTrigger | null = null;
  if (turn.privately) keepPrivately(turn.privately, received.message, reply.bubbles);
  else {
    const failed = reply.outcome === "failed";
    reply.bubbles = await settleReply(deps, user, earlier, reply.bubbles, failed);
    const message =
      reply.bubbles.length > 0 ? await answered(deps, reader, received.message) : received.message;
    // What is answered in a topic that is over joins it there; the talk of now is not displaced.
    if (received.over) await follow(deps, user, { edited: reply.bubbles, removed: [] }, turn.messageId);
    else {
      trigger = topicEnd(message, reply, [reader.config.name]);
      await keep(deps, user, message, reply.bubbles, trigger);
    }
  }
  finish(turn, received.message, reply, trigger, context);
  return null;
}

/** Takes in the message, and as long as the person goes on writing also what follows; each is durable and acknowledged as it comes. */
async function receiveAll(
  deps: Deps,
  first: Turn,
  reader: Reader,
): Promise<{ turn: Turn; received: Received; before: Message[] }> {
  let turn = first;
  let received = await receive(deps, turn, reader);
  const before: Message[] = [];
  for (;;) {
    const more = (await first.more?.(received.message.content)) ?? null;
    if (!more) break;
    await keep(deps, turn.request.user, received.message, [], null);
    before.push(received.message);
    received = await receive(deps, { ...first, ...more }, reader);
    // The reply is told to whoever listens to the first of them; the others are told of it along with it.
    turn = { ...first, request: more.request, messageId: more.messageId };
  }
  // One that opened a topic of its own stands before it.
  const also = [...(first.also ?? []), ...before.map(({ message_id }) => message_id)];
  return { turn: { ...turn, ...(also.length > 0 ? { also } : {}) }, received, before };
}

/** The messages stay, marked as read with the reason; a farewell ends its topic all the same. */
async function leaveUnanswered(
  deps: Deps,
  reader: Reader,
  turn: Turn,
  messages: readonly Message[],
  level: RelationshipLevel,
): Promise<void> {
  const { user } = turn.request;
  const { read, reason } = await leaveRead(deps, reader, messages, level);
  const last = read.at(-1);
  if (!last) return;
  const trigger = isFarewell(last.content, [reader.config.name]) ? "farewell" : null;
  await keep(deps, user, last, [], trigger);
  if (trigger) turn.emit({ event: "topic-end", data: { topic_id: last.topic_id, trigger } });
  turn.emit({ event: "reply-skip", data: { reason } });
}

/** In memory only. A second try replaces the first. */
function keepPrivately(talk: Message[], message: Message, bubbles: readonly Message[]): void {
  talk.splice(0, talk.length, ...withoutTry(talk, message.message_id), message, ...bubbles);
}

/** No end is judged on a reply that was cut, or on a cry for help (DESIGN 5). */
function topicEnd(message: Message, reply: Reply, names: readonly string[]): TopicTrigger | null {
  if (reply.outcome !== "whole" || reply.danger) return null;
  if (isFarewell(message.content, names)) return "farewell";
  return reply.topicEnded ? "marker" : null;
}

async function keep(
  deps: Deps,
  user: Id,
  message: Message,
  bubbles: readonly Message[],
  trigger: TopicTrigger | null,
): Promise<void> {
  const now = deps.clock.now();
  await deps.store.commit(
    companion(user),
    ["short_term"],
    { by: "system", cause: message.message_id },
    (documents) => {
      const joined = joinTurn(documents.short_term, message.topic_id, [message, ...bubbles], now);
      return {
        documents: { short_term: trigger ? endTopic(joined, trigger, now) : joined },
        result: undefined,
      };
    },
  );
  deps.search.update(user, [message, ...bubbles].map(messageEntry));
}

function finish(
  turn: Turn,
  message: Message,
  reply: Reply,
  trigger: TopicTrigger | null,
  context: { tokens: number; sections: { name: string; tokens: number }[] },
): void {
  if (reply.outcome === "skipped") return;
  if (reply.outcome === "failed") {
    turn.emit({ event: "error", data: reply.error });
    return;
  }
  // The stream ends with reply-end (DESIGN 7), and the end of the topic is known before it.
  if (trigger) turn.emit({ event: "topic-end", data: { topic_id: message.topic_id, trigger } });
  turn.emit({
    event: "reply-end",
    data: {
      reply_id: reply.reply_id,
      message_ids: reply.bubbles.map((bubble) => bubble.message_id),
      model: reply.model,
      finish: reply.outcome === "whole" ? "stop" : reply.outcome,
      usage: reply.usage,
      recalled: reply.bubbles.flatMap(({ recalled = [] }) => recalled),
      context: {
        tokens: context.tokens,
        sections: context.sections.map(({ name, tokens }) => ({ name, tokens })),
      },
    },
  });
}
