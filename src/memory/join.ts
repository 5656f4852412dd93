// How the messages of one turn join short_term.json, whatever happened to the file while the turn ran. Pure.
import type { Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { ShortTerm } from "../schema/short-term.ts";

/** True where no topic is open: nothing was said since the last one ended (DESIGN 3). */
export function isClosed(short: ShortTerm): boolean {
  return short.topic_id === "" || short.pending.some((pending) => pending.topic_id === short.topic_id);
}

/**
 * The document with a turn's messages in it, in their order, each once. Where the open topic is another one by now
 * (it ended, or was settled while the turn ran), the turn's topic begins here; the older text is in the log.
 */
export function joinTurn(
  short: ShortTerm,
  topicId: string,
  messages: readonly Message[],
  now: Seconds,
): ShortTerm {
  const same = short.topic_id === topicId;
  const base: ShortTerm = same
    ? short
    : {
        ...short,
        topic_id: topicId,
        conversations: [],
        created_at: messages[0]?.timestamp ?? now,
        parts: undefined,
      };
  const known = new Set(base.conversations.map((message) => message.message_id));
  const fresh = messages.filter((message) => !known.has(message.message_id));
  const conversations = [...base.conversations, ...fresh];
  return { ...base, conversations, created_at: base.created_at || (conversations[0]?.timestamp ?? now) };
}
