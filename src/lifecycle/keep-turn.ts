// What a turn leaves behind: its messages in short_term and in the index, the end of its topic, and the events that say so.
import type { Deps } from "../deps.ts";
import { isFarewell } from "../memory/farewell.ts";
import { joinTurn } from "../memory/join.ts";
import { endTopic } from "../memory/short-term.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import type { TopicTrigger } from "../schema/short-term.ts";
import { companion } from "../store/store.ts";
import type { Reader } from "./read-companion.ts";
import { withoutTry } from "./receive.ts";
import { leaveRead } from "./reply-decision.ts";
import type { Reply } from "./respond.ts";
import { messageEntries } from "./search-memory.ts";
import type { Turn } from "./turn.ts";

/** In memory only. A second try replaces the first. */
export function keepPrivately(talk: Message[], message: Message, bubbles: readonly Message[]): void {
  talk.splice(0, talk.length, ...withoutTry(talk, message.message_id), message, ...bubbles);
}

/** No end is judged on a reply that was cut, or on a cry for help (DESIGN 5). */
export function topicEnd(message: Message, reply: Reply, names: readonly string[]): TopicTrigger | null {
  if (reply.outcome !== "whole" || reply.danger) return null;
  if (isFarewell(message.content, names)) return "farewell";
  return reply.topicEnded ? "marker" : null;
}

/** The turn's messages join short_term, which ends its topic where there is a trigger, and the index. */
export async function keepTurn(
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
  deps.search.update(user, messageEntries([message, ...bubbles]));
}

/** The last events of a turn. */
export function tellEnd(
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

/** The messages stay, marked as read with the reason; a farewell ends its topic all the same. */
export async function leaveUnanswered(
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
  await keepTurn(deps, user, last, [], trigger);
  if (trigger) turn.emit({ event: "topic-end", data: { topic_id: last.topic_id, trigger } });
  turn.emit({ event: "reply-skip", data: { reason, message_id: last.message_id } });
}
