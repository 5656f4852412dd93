// Takes in one message, or several that a person writes right after one another, before they are answered (issue 5, item 7).
import type { Deps } from "../deps.ts";
import type { Message } from "../schema/message.ts";
import { keepTurn } from "./keep-turn.ts";
import type { Reader } from "./read-companion.ts";
import { type Received, receive } from "./receive.ts";
import type { Turn } from "./turn.ts";

/** Takes in the message, and as long as the person goes on writing also what follows; each is durable and acknowledged as it comes. */
export async function receiveAll(
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
    await keepTurn(deps, turn.request.user, received.message, [], null);
    before.push(received.message);
    received = await receive(deps, { ...first, ...more }, reader);
    // The reply is told to whoever listens to the first of them; the others are told of it along with it.
    turn = { ...first, request: more.request, messageId: more.messageId };
  }
  // One that opened a topic of its own stands before it.
  const also = [...(first.also ?? []), ...before.map(({ message_id }) => message_id)];
  return { turn: { ...turn, ...(also.length > 0 ? { also } : {}) }, received, before };
}
