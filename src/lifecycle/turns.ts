// The running turns: one at a time for each companion, in the order they came. A turn outlives the request that began it.
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import type { StreamEvent } from "../schema/stream-event.ts";
import { errorEvent } from "./error-event.ts";
import { faultOf } from "./fault.ts";
import { Gathering, type Pace, paceOf } from "./gather.ts";
import { Heard } from "./heard.ts";
import { checked, type Known, knownPrivately, knownSend, otherText } from "./known-send.ts";
import { forWindows, gaveWay, LiveTurn, type TurnHandle } from "./live-turn.ts";
import { PrivateTalk } from "./private-talk.ts";
import { bringInLine } from "./recover.ts";
import { Serial } from "./serial.ts";
import { runTurn, type Turn, type TurnRequest } from "./turn.ts";

type Beginning = {
  stored: Message | undefined;
  pace: Pace | null;
  gathering: Gathering | undefined;
  joined: LiveTurn[];
};

/** What else looks after a companion (lifecycle/upkeep.ts): before its first turn, after each, and after any other change. */
export type TurnsKeeper = { ready(user: Id): Promise<void>; turned(user: Id): void; poke(user: Id): void };

/** Whoever follows hand edits (lifecycle/hand.ts). */
export type TurnsHand = { seen(user: Id): Promise<void>; settle(user: Id): Promise<void> };

export class Turns {
  private readonly deps: Deps;
  private readonly keeper: TurnsKeeper;
  private readonly hand: TurnsHand;
  private readonly queues = new Serial();
  private readonly live = new Map<Id, Map<string, LiveTurn>>();
  private readonly running = new Map<Id, LiveTurn>();
  /** The running turns that still take in what the person adds. */
  private readonly gatherings = new Map<Id, Gathering>();
  private readonly privately: PrivateTalk;
  readonly heard: Heard;

  constructor(deps: Deps, keeper: TurnsKeeper, hand: TurnsHand) {
    this.deps = deps;
    this.keeper = keeper;
    this.hand = hand;
    this.heard = new Heard(deps.clock);
    this.privately = new PrivateTalk(deps.clock);
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
    const pace = await paceOf(this.deps, request);
    const same = this.live.get(request.user)?.get(messageId);
    if (same && same.content !== request.content) throw otherText();
    if (same) return same;
    const turn = new LiveTurn(messageId, request.content);
    // What waits for more of a person's pieces does not make a program wait.
    if (!pace) this.gatherings.get(request.user)?.close();
    // Its place in the queue is taken at once; what the log knows of the id is told to the caller as soon as it is known.
    const look = () => this.known(request, messageId);
    const known = look();
    if (pace) {
      this.enlist(request.user, turn);
      const found = await known.catch(() => undefined);
      if (found && !found.stored && this.comesTo(request, turn, pace)) return turn;
    }
    this.begin(request, turn, known, look, pace);
    const { stored } = await known;
    if (!pace && !stored) this.goesBeforeBeat(request.user);
    return turn;
  }

  /** Whoever speaks never waits for what the companion thinks of saying by itself: a model that hangs there holds nobody. */
  goesBeforeBeat(user: Id): void {
    const running = this.running.get(user);
    if (running?.messageId === "") running.abort.abort(gaveWay);
  }

  private enlist(user: Id, turn: LiveTurn): Map<string, LiveTurn> {
    const mine = this.live.get(user) ?? new Map<string, LiveTurn>();
    this.live.set(user, mine.set(turn.messageId, turn));
    return mine;
  }

  /**
   * A message at a human's pace comes to what is there already: it joins what is not answered yet (true), or breaks in on what was
   * not sent yet, and is answered after it. One reply is over before the next begins: bubbles never interleave.
   */
  private comesTo(request: TurnRequest, turn: LiveTurn, { kind }: Pace): boolean {
    const gathering = this.gatherings.get(request.user);
    const running = this.running.get(request.user);
    if (kind === "waits" && gathering?.add({ request, live: turn })) return true;
    gathering?.close();
    if (running && (kind === "urgent" ? running.patient : kind === "waits" && running.interruptible))
      running.giveWay(turn);
    return false;
  }

  /**
   * Answers a stored message once more, whatever replies it has; used by regenerate. `look` finds it and says whether it may be
   * answered: now, and again when its place in the order comes.
   */
  async answerAgain(
    who: Pick<TurnRequest, "account" | "user">,
    look: () => Promise<Required<Pick<Known, "stored">>>,
  ): Promise<TurnHandle & { asked: Message }> {
    await this.keeper.ready(who.user);
    const { stored: asked } = await look();
    const { message_id, content } = asked;
    const turn = new LiveTurn(message_id, content);
    this.begin({ ...who, content, message_id, pacing: "instant" }, turn, Promise.resolve({}), look);
    return Object.assign(turn, { asked });
  }

  /** Something about the companion changed: its background work is looked at soon. */
  poke(user: Id): void {
    this.keeper.poke(user);
  }

  /** Runs something in the companion's own order, between turns; never before what a stop left was mended. */
  between<T>(user: Id, task: () => Promise<T>): Promise<T> {
    return this.queues.run(user, async () => {
      await this.keeper.ready(user);
      return task();
    });
  }

  /**
   * Runs in the companion's order what nobody asked for (a beat), as a turn that can be stopped and that every window hears of.
   */
  unasked<T>(account: Id, user: Id, task: (turn: Pick<Turn, "signal" | "emit">) => Promise<T>): Promise<T> {
    const turn = new LiveTurn("", "");
    Object.assign(turn, { patient: true, interruptible: true });
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
    while (!this.queues.empty) await this.queues.rest();
  }

  private async known(request: TurnRequest, messageId: string): Promise<Known> {
    await this.keeper.ready(request.user);
    if (!request.message_id) return {};
    const sent = { user: request.user, content: request.content, messageId };
    if (request.private) return knownPrivately(this.privately.with(request.user), sent);
    return knownSend(this.deps, sent);
  }

  /** `known`: what refuses the message before it waits; `look` looks again when its place comes, since it may be gone by then. */
  private begin(
    request: TurnRequest,
    turn: LiveTurn,
    known: Promise<Known>,
    look: () => Promise<Known>,
    pace: Pace | null = null,
  ): void {
    const { user } = request;
    const mine = this.enlist(user, turn);
    const over = (live: LiveTurn) => {
      mine.delete(live.messageId);
      if (mine.size === 0 && this.live.get(user) === mine) this.live.delete(user);
      live.end();
    };
    const joined: LiveTurn[] = [];
    const gathering = pace?.kind === "waits" ? new Gathering(this.deps, this.heard) : undefined;
    void this.queues.run(user, async () => {
      this.running.set(user, turn);
      turn.patient = pace !== null && pace.kind !== "urgent";
      if (gathering) this.gatherings.set(user, gathering);
      try {
        await known;
        await this.hand.seen(user);
        await this.hand.settle(user);
        const { stored, replay } = await look();
        if (replay) for (const event of replay) turn.emit(event);
        else await runTurn(this.deps, this.turnOf(request, turn, { stored, pace, gathering, joined }));
      } catch (error) {
        turn.emit(errorEvent(this.deps, error));
        await this.mend(user);
      } finally {
        this.running.delete(user);
        this.gatherings.delete(user);
        const heir = turn.heir;
        const close = () => [turn, ...joined].forEach(over);
        if (heir) turn.follow(heir);
        if (heir) void heir.finished.then(close);
        else close();
        for (const left of gathering?.rest() ?? [])
          this.begin(left.request, left.live, Promise.resolve({}), async () => ({}), pace);
        this.keeper.turned(user);
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
    this.privately.forget((user) => this.running.has(user));
  }

  /** As `between`, for an erasure: private talk stands in no file to be searched, so what was said of it so far is forgotten whole. */
  erasing<T>(user: Id, task: () => Promise<T>): Promise<T> {
    return this.between(user, () => {
      this.privately.drop(user);
      return task();
    });
  }

  private turnOf(request: TurnRequest, turn: LiveTurn, { stored, pace, gathering, joined }: Beginning): Turn {
    const { account, user } = request;
    const emitAs = (live: LiveTurn) => (event: StreamEvent) => {
      // Nothing was said, and another turn answers in its place: to its listeners it goes on.
      if (event.event !== "reply-end" || live.heir === undefined) live.emit(event);
      if (!request.private) this.tell(account, user, event);
    };
    const before = turn.after?.heir === turn ? turn.after.ids : [];
    turn.ids.unshift(...before);
    const more = async (said: string) => {
      const next = await gathering?.next(user, said, pace?.speed ?? 0, turn.abort.signal);
      if (!next) {
        turn.interruptible = gathering !== undefined;
        return null;
      }
      joined.push(next.live);
      turn.ids.push(next.live.messageId);
      next.live.follow(turn);
      return { request: next.request, messageId: next.live.messageId, emit: emitAs(next.live) };
    };
    return {
      request,
      messageId: turn.messageId,
      stored,
      privately: request.private ? this.privately.with(user) : undefined,
      signal: turn.abort.signal,
      emit: emitAs(turn),
      ...(before.length > 0 ? { also: [...before] } : {}),
      ...(gathering ? { more } : {}),
    };
  }

  private tell(account: Id, user: Id, event: StreamEvent): void {
    if (forWindows.has(event.event)) this.deps.publish(account, event, user);
  }
}
