// Hands the bubbles of one reply to the person: paced like a human or at once, each durable before it is shown.
import type { Deps } from "../deps.ts";
import { nextDelayMs } from "../memory/reply.ts";
import type { Finish, Message, Recalled, ToolExchange } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import type { Turn } from "./turn.ts";

export type Delivery = {
  /** Bubbles in their order. The newest is held back until it is known whether it is the reply's last. */
  add(contents: readonly string[]): void;
  /** More words follow: what is held is not the last bubble and goes out. */
  release(): void;
  /** Tool exchanges, and what they recalled, are kept on the next bubble that is stored (DESIGN 7). */
  addTools(tools: readonly ToolExchange[], recalled?: readonly Recalled[]): void;
  /** Takes back every bubble that has not gone out yet: it is neither stored nor shown. Answers what went out before. */
  withdraw(): string[];
  /**
   * Sends what is held, marked with how the reply ended, and waits until everything stands in the log. `dropped`: the turn
   * was stopped before all of it had gone out.
   */
  close(finish: Finish): Promise<{ bubbles: Message[]; dropped: boolean }>;
};

export type DeliveryOptions = {
  /** What is answered; of a beat only its topic counts. */
  message: Pick<Message, "message_id" | "topic_id">;
  /** Ids of what was said right before it and is answered along with it. */
  also?: readonly string[] | undefined;
  replyId: string;
  model: () => string;
  pacing: "human" | "instant";
  speed: number;
  recalled: readonly Recalled[];
  /** The companion speaks of its own accord: it answers nothing, and nobody waits for its first bubble. */
  beat?: { kind: string; reason: string };
};

/** What the next bubble that is stored has with it. */
type Carried = { recalled: Recalled[]; tools: ToolExchange[] };

function bareBubble(deps: Deps, options: DeliveryOptions, content: string): Message {
  const { message, replyId, model, also = [] } = options;
  return {
    message_id: deps.newId(),
    role: "assistant",
    content,
    timestamp: deps.clock.now(),
    topic_id: message.topic_id,
    reply_id: replyId,
    ...(options.beat ? { beat: options.beat } : { answers: message.message_id }),
    ...(also.length > 0 ? { also_answers: [...also] } : {}),
    // While a reply streams it is not known yet which model speaks it.
    ...(model() === "" ? {} : { model: model() }),
  };
}

/**
 * Starts a delivery. Each bubble is appended to the log and then emitted. A storage failure rejects `close`; once the
 * turn's signal fires, what was not sent yet is dropped and not stored.
 */
export function startDelivery(deps: Deps, turn: Turn, options: DeliveryOptions): Delivery {
  const sent: Message[] = [];
  /** What is on its way into the log, or there. */
  const out: string[] = [];
  let held: string | undefined;
  let carried: Carried = { recalled: [...options.recalled], tools: [] };
  let chain: Promise<void> = Promise.resolve();
  let waitedMs = 0;
  let [dropped, withdrawn] = [false, 0];

  function delayOf(content: string): number {
    if (options.pacing === "instant" || (options.beat && sent.length === 0)) return 0;
    return nextDelayMs(content, sent.length, waitedMs, { random: deps.random, speed: options.speed });
  }

  async function send(content: string, finish: Finish | undefined, turnOf: number): Promise<void> {
    if (turnOf < withdrawn) return;
    const delay_ms = delayOf(content);
    waitedMs += delay_ms;
    if (delay_ms > 0 && !turn.signal.aborted) await deps.wait(delay_ms, turn.signal);
    if (turnOf < withdrawn) return;
    dropped ||= turn.signal.aborted;
    if (dropped) return;
    const bubble: Message = {
      ...bareBubble(deps, options, content),
      ...(carried.recalled.length > 0 ? { recalled: carried.recalled } : {}),
      ...(carried.tools.length > 0 ? { tools: carried.tools } : {}),
      ...(finish ? { finish } : {}),
    };
    carried = { recalled: [], tools: [] };
    out.push(content);
    if (!turn.privately) await deps.store.log.append(turn.request.user, [bubble]);
    sent.push(bubble);
    turn.emit(bubbleEvent(bubble, sent.length - 1, delay_ms));
  }

  function queue(content: string, finish?: Finish): void {
    const turnOf = withdrawn;
    chain = chain.then(() => send(content, finish, turnOf));
    // The failure is told by `close`; here it must only not count as unhandled.
    chain.catch(() => {});
  }

  return {
    add(contents) {
      for (const content of contents) {
        if (held !== undefined) queue(held);
        held = content;
      }
    },
    release() {
      if (held !== undefined) queue(held);
      held = undefined;
    },
    withdraw() {
      held = undefined;
      withdrawn += 1;
      return [...out];
    },
    addTools(more, found = []) {
      carried = { recalled: [...carried.recalled, ...found], tools: [...carried.tools, ...more] };
    },
    async close(finish) {
      if (held !== undefined) queue(held, finish);
      held = undefined;
      await chain;
      return { bubbles: sent, dropped };
    },
  };
}

function bubbleEvent(
  { message_id, content, timestamp, beat }: Message,
  index: number,
  delay_ms: number,
): StreamEvent {
  const data = { message_id, index, content, delay_ms, timestamp, ...(beat ? { beat } : {}) };
  return { event: "bubble", data };
}
