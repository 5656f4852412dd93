// The background of the whole house: who is due is known, one companion's failure stops no other (EXEMPLARS 4).
import type { Deps } from "../deps.ts";
import { nextPause } from "../memory/step.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { companion } from "../store/store.ts";
import { endTornErasure } from "./erase.ts";
import { placeOf } from "./fault.ts";
import { giveWay } from "./give-way.ts";
import { endTornImports } from "./import-job.ts";
import { keepCompanion, silenceAfter } from "./keep-companion.ts";
import { recover } from "./recover.ts";
import { warmMemories } from "./search-memory.ts";
import { Serial } from "./serial.ts";

/** Companions looked after at the same time. */
const atOnce = 4;

/** Runs a task of a companion between its turns, so that no message is on its way meanwhile (Turns.between). */
export type Between = <T>(user: Id, task: () => Promise<T>) => Promise<T>;

export class Upkeep {
  private readonly deps: Deps;
  private readonly between: Between;
  private readonly due = new Map<Id, Seconds | null>();
  private readonly recovered = new Map<Id, Promise<void>>();
  /** The background work of each companion, one thing after the other. */
  private readonly queues = new Serial();
  /** Looks that wait for their turn: what happens until then is seen by them, so that one is enough. */
  private readonly waiting = new Map<Id, Promise<void>>();
  /** Failures in a row that are not a model's (a full disk): the pauses between tries grow. */
  private readonly troubles = new Map<Id, number>();
  private lastTick: Seconds = 0;
  private poked = 0;
  private stopped = false;

  constructor(deps: Deps, between: Between) {
    this.deps = deps;
    this.between = between;
  }

  /** Runs once for a companion after a start, before anything else touches it. */
  ready(user: Id): Promise<void> {
    const known = this.recovered.get(user);
    if (known) return known;
    const ended = endTornErasure(this.deps, user).then(() => endTornImports(this.deps, user));
    const recovery = ended
      .then(() => recover(this.deps, user))
      .then((found) => {
        if (found.rebuilt || found.interrupted || found.found > 0)
          this.deps.log.info({ user, ...found }, "mended after a stop");
        // Nobody waits for it; where it fails, the first question builds the index.
        void warmMemories(this.deps, user).catch(() => {});
      });
    this.recovered.set(user, recovery);
    recovery.catch(() => this.recovered.delete(user));
    return recovery;
  }

  /** Runs a task alone among the companion's background work: the owner asks for a summary while one is being made. */
  alone<T>(user: Id, task: () => Promise<T>): Promise<T> {
    const done = this.queues.run(user, async () => {
      await this.ready(user);
      return task();
    });
    // What it left undone (a failed summary) has a moment at which it is due again.
    void done.then(
      () => this.poke(user),
      () => this.poke(user),
    );
    return done;
  }

  /** Something happened to a companion: look after it as soon as the event loop is free. */
  poke(user: Id): void {
    if (this.stopped) return;
    this.poked += 1;
    setImmediate(() => {
      this.poked -= 1;
      if (!this.stopped) void this.run(user);
    });
  }

  /**
   * A turn of a companion has ended: it is looked after where that left something to do at once (a topic that ended, or is to
   * be folded, or what was due already). Otherwise only the moment is noted at which the talk may have fallen silent.
   */
  turned(user: Id): void {
    if (this.stopped) return;
    this.poked += 1;
    void this.workLeft(user).then((left) => {
      this.poked -= 1;
      if (left && !this.stopped) void this.run(user);
    });
  }

  private async workLeft(user: Id): Promise<boolean> {
    const due = this.due.get(user);
    const now = this.deps.clock.now();
    // Never looked after since the start, or due already, or the clock was set back.
    if (due === undefined || (due !== null && due <= now) || now < this.lastTick) return true;
    try {
      const silence = await silenceAfter(this.deps, user);
      if (silence !== null) this.due.set(user, due === null ? silence : Math.min(due, silence));
      return silence === null;
    } catch {
      // The look that follows says what is wrong.
      return true;
    }
  }

  /** Looks after every companion that is due. */
  async tick(): Promise<void> {
    const now = this.deps.clock.now();
    // A clock that was set back makes every moment a far one; what is due is then derived anew.
    if (now < this.lastTick) this.due.clear();
    this.lastTick = now;
    const there = new Set(await this.deps.store.list("companion"));
    // What was due for one that is gone (trashed, removed) never comes.
    for (const user of this.due.keys()) if (!there.has(user)) this.due.delete(user);
    const due = [...there].filter((user) => {
      const at = this.due.has(user) ? this.due.get(user) : 0;
      return at !== null && at !== undefined && at <= now;
    });
    // A few at a time: one companion's slow model must not hold up all others.
    const worker = async () => {
      for (let user = due.shift(); user !== undefined && !this.stopped; user = due.shift())
        await this.run(user);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** The next moment at which something is due, or null. */
  nextDue(): Seconds | null {
    const moments = [...this.due.values()].filter((at): at is Seconds => at !== null);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  /** Resolves when no background work runs. */
  async idle(): Promise<void> {
    while (!this.queues.empty || this.poked > 0) {
      await this.queues.rest();
      await giveWay();
    }
  }

  /** Another folder lies under this id now: it is mended and looked after as after a start. */
  forget(user: Id): void {
    this.recovered.delete(user);
    this.due.delete(user);
  }

  /** No new work is begun. */
  stop(): void {
    this.stopped = true;
  }

  private run(user: Id): Promise<void> {
    const waiting = this.waiting.get(user);
    if (waiting) return waiting;
    const look = this.queues.run(user, async () => {
      this.waiting.delete(user);
      if (!this.stopped) await this.look(user);
    });
    this.waiting.set(user, look);
    return look;
  }

  private async look(user: Id): Promise<void> {
    const { clock, log, store } = this.deps;
    try {
      await this.ready(user);
      this.due.set(user, await keepCompanion(this.deps, user, this.between));
      this.troubles.delete(user);
    } catch (error) {
      if (!(await store.exists(companion(user)))) {
        this.due.delete(user);
        this.recovered.delete(user);
        return;
      }
      log.error({ user, ...placeOf(error) }, "upkeep failed");
      const troubles = (this.troubles.get(user) ?? 0) + 1;
      this.troubles.set(user, troubles);
      this.due.set(user, clock.now() + nextPause(troubles));
    }
  }
}
