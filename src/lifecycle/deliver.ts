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
  /** Tool exchanges are kept on the next bubble that is stored (DESIGN 7). */
  addTools(tools: readonly ToolExchange[]): void;
  /** Takes back every bubble that has not gone out yet: it is neither stored nor shown. Answers what went out before. */
  withdraw(): string[];
  /**
   * Sends what is held, marked with how the reply ended, and waits until everything stands in the log. `dropped`: the turn
   * was stopped before all of it had gone out.
   */
  close(finish: Finish): Promise<{ bubbles: Message[]; dropped: boolean }>;
};

export type DeliveryOptions = {
  message: Message;
  replyId: string;
  model: () => string;
  pacing: "human" | "instant";
  speed: number;
  recalled: readonly Recalled[];
};

function bareBubble(deps: Deps, options: DeliveryOptions, content: string): Message {
  const { message, replyId, model } = options;
  return {
    message_id: deps.newId(),
    role: "assistant",
    content,
    timestamp: deps.clock.now(),
    topic_id: message.topic_id,
    reply_id: replyId,
    answers: message.message_id,
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
  let tools: ToolExchange[] = [];
  let chain: Promise<void> = Promise.resolve();
  let waitedMs = 0;
  let [dropped, withdrawn] = [false, 0];

  function delayOf(content: string): number {
    if (options.pacing === "instant") return 0;
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
      ...(sent.length === 0 && options.recalled.length > 0 ? { recalled: [...options.recalled] } : {}),
      ...(tools.length > 0 ? { tools } : {}),
      ...(finish ? { finish } : {}),
    };
    tools = [];
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
    addTools(more) {
      tools = [...tools, ...more];
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
  { message_id, content, timestamp }: Message,
  index: number,
  delay_ms: number,
): StreamEvent {
  return { event: "bubble", data: { message_id, index, content, delay_ms, timestamp } };
}
