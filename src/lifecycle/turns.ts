// The running turns: one at a time for each companion, in the order they came. A turn outlives the request that began it.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { cleanIncoming } from "../memory/text.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { refuseErased } from "./erase-refuse.ts";
import { errorEvent } from "./error-event.ts";
import { faultOf } from "./fault.ts";
import { Heard } from "./heard.ts";
import { bringInLine } from "./recover.ts";
import { replayReply } from "./replay.ts";
import { runTurn, type Turn, type TurnRequest } from "./turn.ts";

export type TurnHandle = {
  messageId: string;
  /** Hears everything from the first event on, however late it comes. Returns the way to stop listening. */
  listen(listener: (event: StreamEvent) => void): () => void;
  finished: Promise<void>;
};

/** A turn from acceptance to its last event. */
class LiveTurn implements TurnHandle {
  readonly messageId: string;
  readonly content: string;
  readonly abort = new AbortController();
  readonly finished: Promise<void>;
  end: () => void = () => {};
  private readonly heard: StreamEvent[] = [];
  private readonly listeners = new Set<(event: StreamEvent) => void>();

  constructor(messageId: string, content: string) {
    this.messageId = messageId;
    this.content = content;
    this.finished = new Promise<void>((resolve) => {
      this.end = resolve;
    });
  }

  emit(event: StreamEvent): void {
    this.heard.push(event);
    for (const listener of this.listeners) listener(event);
  }

  listen(listener: (event: StreamEvent) => void): () => void {
    for (const event of this.heard) listener(event);
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** What the log knows of a message_id before a turn begins. */
type Known = { stored?: Message; replay?: StreamEvent[] };

/** What else looks after a companion (lifecycle/upkeep.ts): before its first turn, after each, and after any other change. */
export type TurnsKeeper = { ready(user: Id): Promise<void>; turned(user: Id): void; poke(user: Id): void };

/** Whoever follows hand edits (lifecycle/hand.ts). */
export type TurnsHand = { seen(user: Id): Promise<void>; settle(user: Id): Promise<void> };

export class Turns {
  private readonly deps: Deps;
  private readonly keeper: TurnsKeeper;
  private readonly hand: TurnsHand;
  private readonly queues = new Map<Id, Promise<unknown>>();
  private readonly live = new Map<Id, Map<string, LiveTurn>>();
  private readonly running = new Map<Id, LiveTurn>();
  /** Private talk of each companion, and when it was last spoken (DESIGN 7). */
  private readonly privately = new Map<Id, { messages: Message[]; at: Seconds }>();
  readonly heard: Heard;

  constructor(deps: Deps, keeper: TurnsKeeper, hand: TurnsHand) {
    this.deps = deps;
    this.keeper = keeper;
    this.hand = hand;
    this.heard = new Heard(deps.clock);
  }

  /** What the owner changed by hand is known from here on; for looks at the context outside of a turn. */
  seen(user: Id): Promise<void> {
    return this.hand.seen(user);
  }

  /**
   * Accepts a message and answers it. The same message_id and text again: attached to the running turn, replayed from a
   * finished one, or answered now if no finished reply is there. Other text under a known id: `conflict` (DESIGN 7, R16).
   */
  async send(raw: TurnRequest): Promise<TurnHandle> {
    const request = checked(raw);
    this.heard.spoke(request.user);
    const messageId = request.message_id ?? this.deps.newId();
    const same = this.live.get(request.user)?.get(messageId);
    if (same && same.content !== request.content) throw otherText();
    if (same) return same;
    const turn = new LiveTurn(messageId, request.content);
    // Its place in the queue is taken at once; what the log knows of the id is told to the caller as soon as it is known.
    const known = this.known(request, messageId);
    this.begin(request, turn, known);
    await known;
    return turn;
  }

  /** Answers a stored message once more, whatever replies it has; used by regenerate. */
  async answerAgain(request: TurnRequest, stored: Message): Promise<TurnHandle> {
    await this.keeper.ready(request.user);
    const turn = new LiveTurn(stored.message_id, request.content);
    this.begin(request, turn, Promise.resolve({ stored }));
    return turn;
  }

  /** Something about the companion changed: its background work is looked at soon. */
  poke(user: Id): void {
    this.keeper.poke(user);
  }

  /** Runs something in the companion's own order, between turns; never before what a stop left was mended. */
  between<T>(user: Id, task: () => Promise<T>): Promise<T> {
    return this.inOrder(user, async () => {
      await this.keeper.ready(user);
      return task();
    });
  }

  private inOrder<T>(user: Id, task: () => Promise<T>): Promise<T> {
    const next = (this.queues.get(user) ?? Promise.resolve()).then(task, task);
    const settled = next.then(
      () => {},
      () => {},
    );
    this.queues.set(user, settled);
    void settled.then(() => this.queues.get(user) === settled && this.queues.delete(user));
    return next;
  }

  /**
   * Runs in the companion's order what nobody asked for (a beat), as a turn that can be stopped and that every window hears of.
   */
  unasked<T>(account: Id, user: Id, task: (turn: Pick<Turn, "signal" | "emit">) => Promise<T>): Promise<T> {
    const turn = new LiveTurn("", "");
    return this.between(user, async () => {
      this.running.set(user, turn);
      try {
        await this.hand.seen(user);
        await this.hand.settle(user);
        return await task({ signal: turn.abort.signal, emit: (event) => this.tell(account, user, event) });
      } finally {
        this.running.delete(user);
        turn.end();
        this.keeper.turned(user);
      }
    });
  }

  /** Stops the running reply; false where none runs. */
  stop(user: Id): boolean {
    const turn = this.running.get(user);
    turn?.abort.abort();
    return turn !== undefined;
  }

  /** Stops every running reply: the server is going down. */
  stopAll(): void {
    for (const turn of this.running.values()) turn.abort.abort();
  }

  busy(user: Id): boolean {
    return this.running.has(user) || this.live.has(user);
  }

  /** Resolves when no turn runs. */
  async idle(): Promise<void> {
    while (this.queues.size > 0) await Promise.all(this.queues.values());
  }

  private async known(request: TurnRequest, messageId: string): Promise<Known> {
    await this.keeper.ready(request.user);
    if (!request.message_id || request.private) return {};
    const stored = await this.deps.store.log.find(request.user, messageId);
    if (!stored) {
      await refuseErased(this.deps, request.user, messageId);
      return {};
    }
    if (stored.role !== "user" || stored.content !== request.content) throw otherText();
    return { stored, replay: await replayReply(this.deps, request.user, stored) };
  }

  private begin(request: TurnRequest, turn: LiveTurn, known: Promise<Known>): void {
    const mine = this.live.get(request.user) ?? new Map<string, LiveTurn>();
    this.live.set(request.user, mine.set(turn.messageId, turn));
    void this.inOrder(request.user, async () => {
      this.running.set(request.user, turn);
      try {
        const { stored, replay } = await known;
        await this.hand.seen(request.user);
        await this.hand.settle(request.user);
        if (replay) for (const event of replay) turn.emit(event);
        else await runTurn(this.deps, this.turnOf(request, turn, stored));
      } catch (error) {
        turn.emit(errorEvent(this.deps, error));
        await this.mend(request.user);
      } finally {
        this.running.delete(request.user);
        mine.delete(turn.messageId);
        if (mine.size === 0) this.live.delete(request.user);
        turn.end();
        this.keeper.turned(request.user);
      }
    });
  }

  /** A turn that failed half-way may have left a topic behind. What still fails (a full disk) is mended by the next message. */
  private async mend(user: Id): Promise<void> {
    await bringInLine(this.deps, user).catch((error: unknown) =>
      this.deps.log.warn({ user, ...faultOf(error) }, "a turn that failed could not be mended"),
    );
  }

  /** Forgets private talk that was idle for 30 minutes; called at each tick. */
  forgetPrivate(): void {
    const now = this.deps.clock.now();
    for (const [user, talk] of this.privately)
      if (now - talk.at > privateIdle && !this.running.has(user)) this.privately.delete(user);
  }

  /** The private talk so far. */
  private privateTalk(user: Id): Message[] {
    const now = this.deps.clock.now();
    const known = this.privately.get(user);
    const talk = known && now - known.at <= privateIdle ? known : { messages: [], at: now };
    talk.at = now;
    this.privately.set(user, talk);
    return talk.messages;
  }

  private turnOf(request: TurnRequest, turn: LiveTurn, stored: Message | undefined): Turn {
    return {
      request,
      messageId: turn.messageId,
      stored,
      privately: request.private ? this.privateTalk(request.user) : undefined,
      signal: turn.abort.signal,
      emit: (event) => {
        turn.emit(event);
        if (!request.private) this.tell(request.account, request.user, event);
      },
    };
  }

  private tell(account: Id, user: Id, event: StreamEvent): void {
    if (forWindows.has(event.event)) this.deps.publish(account, event, user);
  }
}

/** Private talk is forgotten after so long without a word. */
const privateIdle: Seconds = 30 * 60;

/** Events of a turn that every window of the account hears (DESIGN 7, /api/events). */
const forWindows: ReadonlySet<string> = new Set([
  "reply-start",
  "bubble",
  "reply-end",
  "topic-end",
  "typing",
]);

function checked(request: TurnRequest): TurnRequest {
  const cleaned = cleanIncoming(request.content);
  if (cleaned.ok) return { ...request, content: cleaned.text };
  if (cleaned.reason === "too_long")
    throw new AppError("too_large", "A message has at most 16,000 characters.");
  throw new AppError("invalid", "The message is empty.", {
    details: [{ path: "content", message: "empty" }],
  });
}

function otherText(): AppError {
  return new AppError(
    "conflict",
    "This message_id belongs to another message. Send the new text under a new id.",
  );
}
