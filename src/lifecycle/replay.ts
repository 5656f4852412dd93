// Tells a finished reply again, event by event, to a client that sends the same message_id once more.
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";

/** The bubbles that answer a message, oldest first. */
export async function repliesTo(deps: Deps, user: Id, message: Message): Promise<Message[]> {
  const topic = await deps.store.log.topic(user, message.topic_id);
  const id = message.message_id;
  return topic.filter(({ answers, also_answers }) => answers === id || also_answers?.includes(id));
}

/** A reply is finished when its last bubble says "stop"; a cut or interrupted one may be answered again. */
export function isFinished(bubbles: readonly Message[]): boolean {
  return bubbles.at(-1)?.finish === "stop";
}

/** The events of the finished reply to a stored message, or undefined where none is finished. */
export async function replayReply(
  deps: Deps,
  user: Id,
  message: Message,
): Promise<StreamEvent[] | undefined> {
  return replayOf(message, await repliesTo(deps, user, message));
}

/** The same of a message and its replies; `mark` goes with the acknowledgement. */
export function replayOf(
  message: Message,
  replies: readonly Message[],
  mark: { private?: boolean } = {},
): StreamEvent[] | undefined {
  const last = replies.at(-1);
  if (!last || !isFinished(replies)) return undefined;
  const reply_id = last.reply_id ?? last.message_id;
  // A stop in the middle of a second try may have left bubbles of the first one.
  const bubbles = replies.filter((bubble) => bubble.reply_id === last.reply_id);
  return [
    {
      event: "message-saved",
      data: {
        message_id: message.message_id,
        topic_id: message.topic_id,
        timestamp: message.timestamp,
        ...mark,
      },
    },
    { event: "reply-start", data: { reply_id } },
    ...bubbles.map(
      (bubble, index): StreamEvent => ({
        event: "bubble",
        data: {
          message_id: bubble.message_id,
          index,
          content: bubble.content,
          delay_ms: 0,
          timestamp: bubble.timestamp,
        },
      }),
    ),
    {
      event: "reply-end",
      data: {
        reply_id,
        message_ids: bubbles.map((bubble) => bubble.message_id),
        model: last.model ?? "",
        finish: "stop",
        usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0 },
        recalled: bubbles.flatMap(({ recalled = [] }) => recalled),
        context: { tokens: 0, sections: [] },
      },
    },
  ];
}
