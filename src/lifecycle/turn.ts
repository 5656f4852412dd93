// One turn from top to bottom: receive, assemble, respond, keep. Read it to know what happens to a message.
import type { Deps } from "../deps.ts";
import { isFarewell } from "../memory/farewell.ts";
import { joinTurn } from "../memory/join.ts";
import { endTopic } from "../memory/short-term.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { TopicTrigger } from "../schema/short-term.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { companion } from "../store/store.ts";
import { assemble, noContext } from "./assemble.ts";
import { follow } from "./edit.ts";
import { noteForBeats } from "./follow-ups.ts";
import { heed } from "./heed.ts";
import { readCompanion } from "./read-companion.ts";
import { receive, withoutTry } from "./receive.ts";
import { settleReply } from "./replace-reply.ts";
import { repliesTo } from "./replay.ts";
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
};

/**
 * Answers one message. Storage failures throw AppError before anything is acknowledged; a model's failure is an `error`
 * event, after which the person's message is kept and may be sent again under its id.
 */
export async function runTurn(deps: Deps, turn: Turn): Promise<void> {
  const { user } = turn.request;
  const reader = await readCompanion(deps, user);
  const received = await receive(deps, turn, reader);
  const earlier = turn.stored ? await repliesTo(deps, user, turn.stored) : [];
  const heeded = await heed(deps, reader, turn, received, earlier.length > 0);
  const { private: isPrivate, scene } = turn.request;
  const context = heeded.answer
    ? noContext
    : await assemble(deps, reader, received, { private: isPrivate, scene, ...heeded });
  const reply = await respond(deps, turn, {
    private: turn.privately !== undefined,
    reader,
    context,
    received,
    ...heeded,
  });
  let trigger: TopicTrigger | null = null;
  if (turn.privately) keepPrivately(turn.privately, received.message, reply.bubbles);
  else {
    const failed = reply.outcome === "failed";
    reply.bubbles = await settleReply(deps, user, earlier, reply.bubbles, failed);
    // What is answered in a topic that is over joins it there; the talk of now is not displaced.
    if (received.over) await follow(deps, user, { edited: reply.bubbles, removed: [] }, turn.messageId);
    else {
      trigger = topicEnd(received.message, reply, [reader.config.name]);
      await keep(deps, user, received.message, reply, trigger);
    }
  }
  if (!turn.privately && !turn.stored && !heeded.danger) await noteForBeats(deps, reader, received.message);
  finish(turn, received.message, reply, trigger, context);
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
  reply: Reply,
  trigger: TopicTrigger | null,
): Promise<void> {
  const now = deps.clock.now();
  await deps.store.commit(
    companion(user),
    ["short_term"],
    { by: "system", cause: message.message_id },
    (documents) => {
      const joined = joinTurn(documents.short_term, message.topic_id, [message, ...reply.bubbles], now);
      return {
        documents: { short_term: trigger ? endTopic(joined, trigger, now) : joined },
        result: undefined,
      };
    },
  );
  deps.search.update(user, [message, ...reply.bubbles].map(messageEntry));
}

function finish(
  turn: Turn,
  message: Message,
  reply: Reply,
  trigger: TopicTrigger | null,
  context: { tokens: number; sections: { name: string; tokens: number }[] },
): void {
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
