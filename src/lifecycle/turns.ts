// The running turns: one at a time for each companion, in the order they came. A turn outlives the request that began it.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { replayReply } from "./replay.ts";
import { type Turn, type TurnRequest, runTurn } from "./turn.ts";

export type TurnHandle = {
  messageId: string;
  /** Hears everything from the first event on, however late it comes. Returns the way to stop listening. */
  listen(listener: (event: StreamEvent) => void): () => void;
  finished: Promise<void>;
};

export type Turns = {
  /**
   * Accepts a message and answers it. The same message_id and text again: attached to the running turn, replayed from a
   * finished one, or answered now if no finished reply is there. Other text under a known id: `conflict`.
   */
  send(request: TurnRequest): Promise<TurnHandle>;
  /** Runs something in the companion's own order, between turns. */
  between<T>(user: Id, task: () => Promise<T>): Promise<T>;
  /** Stops the running reply; false where none runs. */
  stop(user: Id): boolean;
  /** Stops every running reply: the server is going down. */
  stopAll(): void;
  busy(user: Id): boolean;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
};

type Live = TurnHandle & { content: string; abort: AbortController };

function liveTurn(request: TurnRequest, messageId: string): Live & { emit: (event: StreamEvent) => void; end: () => void } {
  const heard: StreamEvent[] = [];
  const listeners = new Set<(event: StreamEvent) => void>();
  let end = () => {};
  const finished = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    messageId,
    content: request.content,
    abort: new AbortController(),
    finished,
    end,
    emit(event) {
      heard.push(event);
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      for (const event of heard) listener(event);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function checked(request: TurnRequest): TurnRequest {
  const cleaned = cleanIncoming(request.content);
  if (cleaned.ok) return { ...request, content: cleaned.text };
  if (cleaned.reason === "too_long") throw new AppError("too_large", "A message has at most 16,000 characters.");
  throw new AppError("bad_request", "The message is empty.", { details: [{ path: "content", message: "empty" }] });
}

/** Keeps the running turns; `after` is called when a turn of a companion has ended. */
export function createTurns(deps: Deps, after: (user: Id) => void): Turns {
  const queues = new Map<Id, Promise<unknown>>();
  const live = new Map<Id, Map<string, Live>>();
  const running = new Map<Id, Live>();

  function enqueue<T>(user: Id, task: () => Promise<T>): Promise<T> {
    const next = (queues.get(user) ?? Promise.resolve()).then(task, task);
    const settled = next.then(
      () => {},
      () => {},
    );
    queues.set(user, settled);
    settled.then(() => queues.get(user) === settled && queues.delete(user));
    return next;
  }

  async function known(request: TurnRequest, messageId: string): Promise<{ stored?: Message; replay?: StreamEvent[] }> {
    if (!request.message_id || request.private) return {};
    const stored = await deps.store.log.find(request.user, messageId);
    if (!stored) return {};
    if (stored.role !== "user" || stored.content !== request.content)
      throw new AppError("conflict", "This message_id belongs to another message.");
    return { stored, replay: await replayReply(deps, request.user, stored) };
  }

  function begin(request: TurnRequest, turn: ReturnType<typeof liveTurn>, ready: ReturnType<typeof known>): void {
    const mine = live.get(request.user) ?? new Map<string, Live>();
    live.set(request.user, mine.set(turn.messageId, turn));
    void enqueue(request.user, async () => {
      running.set(request.user, turn);
      try {
        const { stored, replay } = await ready;
        if (replay) for (const event of replay) turn.emit(event);
        else await runTurn(deps, turnOf(deps, request, turn, stored));
      } catch (error) {
        turn.emit(errorEvent(deps, error));
      } finally {
        running.delete(request.user);
        mine.delete(turn.messageId);
        if (mine.size === 0) live.delete(request.user);
        turn.end();
        after(request.user);
      }
    });
  }

  return {
    async send(raw) {
      const request = checked(raw);
      const messageId = request.message_id ?? deps.newId();
      const same = live.get(request.user)?.get(messageId);
      if (same && same.content !== request.content)
        throw new AppError("conflict", "This message_id belongs to another message.");
      if (same) return same;
      const turn = liveTurn(request, messageId);
      // Its place in the queue is taken at once; what the log knows of the id is told to the caller as soon as it is known.
      const ready = known(request, messageId);
      begin(request, turn, ready);
      await ready;
      return turn;
    },
    between: enqueue,
    stop(user) {
      const turn = running.get(user);
      turn?.abort.abort();
      return turn !== undefined;
    },
    stopAll() {
      for (const turn of running.values()) turn.abort.abort();
    },
    busy: (user) => running.has(user),
    async idle() {
      while (queues.size > 0) await Promise.all(queues.values());
    },
  };
}

function turnOf(deps: Deps, request: TurnRequest, turn: ReturnType<typeof liveTurn>, stored?: Message): Turn {
  return {
    request,
    messageId: turn.messageId,
    stored,
    signal: turn.abort.signal,
    emit(event) {
      turn.emit(event);
      if (!request.private) tellWindows(deps, request, event);
    },
  };
}

const shared: ReadonlySet<string> = new Set(["reply-start", "bubble", "reply-end", "topic-end", "typing", "message"]);

function tellWindows(deps: Deps, request: TurnRequest, event: StreamEvent): void {
  if (shared.has(event.event)) deps.publish(request.account, event, request.user);
}

/** The `error` event of a failure: its own words where they may leave the house, else a plain sentence. */
export function errorEvent(deps: Deps, error: unknown): StreamEvent {
  if (error instanceof AppError && error.visible)
    return { event: "error", data: { code: error.code, message: error.message, retryable: error.retryable } };
  deps.log.error({ error: error instanceof Error ? error.stack : String(error) }, "a turn failed");
  return {
    event: "error",
    data: { code: "unavailable", message: "Something went wrong on the server. Your message is kept if it was saved.", retryable: true },
  };
}
