// The due queue of the whole house: one entry for each companion and one tick; no timer is ever set for an interval (R13).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { DueHeap } from "../memory/due-heap.ts";
import { beatFigures, type DueBeat } from "../memory/heartbeat.ts";
import { nextPause } from "../memory/step.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { companion, type StoreEvent } from "../store/store.ts";
import type { BeatOutcome } from "./beat.ts";
import { type BeatTurns, beatNow, doDue, never } from "./beat-due.ts";
import { faultOf } from "./fault.ts";

/** Companions whose beats are thought of at the same time. */
const atOnce = 16;
/** Documents on which a companion's moments depend. */
const watched: ReadonlySet<string> = new Set(["heartbeat", "config", "core_memory", "facts"]);

export class Beats {
  private readonly deps: Deps;
  private readonly turns: BeatTurns;
  private readonly due = new DueHeap();
  private readonly working = new Map<Id, Promise<void>>();
  /** Companions whose documents were changed while a beat of theirs was at work. */
  private readonly changed = new Set<Id>();
  /** The moments that late beats were given after a pause. */
  private readonly placed = new Map<Id, Seconds>();
  private readonly troubles = new Map<Id, number>();
  private readonly waiting: (() => void)[] = [];
  private free = atOnce;
  private lastTick: Seconds = 0;
  private stopped = false;
  private readonly unsubscribe: () => void;

  constructor(deps: Deps, turns: BeatTurns) {
    this.deps = deps;
    this.turns = turns;
    this.unsubscribe = deps.store.subscribe((event) => this.hear(event));
  }

  /** Looks at every companion for which something is due, or that is new. Resolves when their beats are done. */
  async tick(): Promise<void> {
    if (this.stopped) return;
    const now = this.deps.clock.now();
    // A clock that was set back makes every moment a far one: all are worked out anew.
    if (now < this.lastTick) {
      this.due.clear();
      this.placed.clear();
    }
    this.lastTick = now;
    const there = new Set(await this.deps.store.list("companion"));
    for (const user of [...this.due.ids()]) if (!there.has(user)) this.drop(user);
    for (const user of there) if (!this.due.has(user) && !this.working.has(user)) this.due.set(user, 0);
    await this.lookAtDue(now);
    // What their own beats have changed is worked out at once, so that the next moment is known.
    if (this.due.next()?.at === 0) await this.lookAtDue(0);
  }

  private async lookAtDue(now: Seconds): Promise<void> {
    const begun: Promise<void>[] = [];
    for (let user = this.due.take(now); user !== undefined; user = this.due.take(now))
      begun.push(this.look(user));
    await Promise.all(begun);
  }

  /** The next moment at which something may be due, or null. */
  nextDue(): Seconds | null {
    const next = this.due.next();
    return next && next.at < never ? next.at : null;
  }

  /** Resolves when no beat is at work. */
  async idle(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values());
  }

  /** No new beat is begun. */
  stop(): void {
    this.stopped = true;
    this.unsubscribe();
  }

  /** Entries held in memory. */
  get size(): number {
    return this.due.size;
  }

  /** Asks at once (DESIGN 7). A model that cannot be asked is an AppError; one that answers with nothing is silent. */
  async trigger(user: Id): Promise<BeatOutcome> {
    const outcome = await beatNow(this.deps, this.turns, user);
    if (!outcome.failed || outcome.failed.code === "model_invalid") return outcome;
    const { code, message } = outcome.failed;
    const known = code === "aborted" || code === "no_model" ? "unavailable" : code;
    throw new AppError(known, message, { retryable: outcome.failed.retryable });
  }

  private drop(user: Id): void {
    this.due.remove(user);
    this.placed.delete(user);
    this.troubles.delete(user);
  }

  private hear({ owner, document }: StoreEvent): void {
    if (owner.kind === "companion" && watched.has(document)) this.again(owner.id);
    // Zone, quiet hours, friends, on or off: it is rare, and whose companion is whose is not kept here.
    else if (owner.kind === "account" && document === "account")
      for (const user of [...this.due.ids()]) this.again(user);
  }

  /** The companion's next moment is worked out anew at the next tick. */
  private again(user: Id): void {
    if (this.working.has(user)) this.changed.add(user);
    else if (this.due.has(user)) this.due.set(user, 0);
  }

  private look(user: Id): Promise<void> {
    const done = this.inPlace(() => this.lookAt(user)).finally(() => {
      this.working.delete(user);
      if (this.changed.delete(user) && this.due.has(user)) this.due.set(user, 0);
    });
    this.working.set(user, done);
    return done;
  }

  /** A few at a time. */
  private async inPlace(task: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  /** One companion's failure stops no other, and is tried again after growing pauses. */
  private async lookAt(user: Id): Promise<void> {
    try {
      const next = await doDue(this.deps, this.turns, user, {
        place: (due, now) => this.placeOf(user, due, now),
        done: () => this.placed.delete(user),
        stopped: () => this.stopped,
      });
      this.troubles.delete(user);
      this.due.set(user, next);
    } catch (error) {
      if (!(await this.deps.store.exists(companion(user)).catch(() => true))) return this.drop(user);
      const troubles = (this.troubles.get(user) ?? 0) + 1;
      this.troubles.set(user, troubles);
      this.deps.log.warn({ user, ...faultOf(error) }, "a beat failed");
      this.due.set(user, this.deps.clock.now() + nextPause(troubles));
    }
  }

  /** After a pause the late beats of the house are spread out; one in time has its own moment. */
  private placeOf(user: Id, { late }: DueBeat, now: Seconds): Seconds {
    if (!late) return now;
    const place = this.placed.get(user) ?? now + Math.floor(this.deps.random() * beatFigures.spread);
    this.placed.set(user, place);
    return place;
  }
}
