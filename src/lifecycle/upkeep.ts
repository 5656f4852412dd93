// The background of the whole house: who is due is known, one companion's failure stops no other (EXEMPLARS 4).
import type { Deps } from "../deps.ts";
import { nextPause } from "../memory/step.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { companion } from "../store/store.ts";
import { keepCompanion } from "./keep-companion.ts";
import { recover } from "./recover.ts";

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Upkeep {
  private readonly deps: Deps;
  private readonly busy: (user: Id) => boolean;
  private readonly due = new Map<Id, Seconds | null>();
  private readonly recovered = new Map<Id, Promise<void>>();
  private readonly running = new Map<Id, Promise<void>>();
  private readonly again = new Set<Id>();
  /** Failures in a row that are not a model's (a full disk): the pauses between tries grow. */
  private readonly troubles = new Map<Id, number>();
  private poked = 0;
  private stopped = false;

  /** `busy` tells whether a turn of the companion is running; its open topic is then left alone. */
  constructor(deps: Deps, busy: (user: Id) => boolean) {
    this.deps = deps;
    this.busy = busy;
  }

  /** Runs once for a companion after a start, before anything else touches it. */
  ready(user: Id): Promise<void> {
    const known = this.recovered.get(user);
    if (known) return known;
    const recovery = recover(this.deps, user).then((found) => {
      if (found.rebuilt || found.interrupted || found.found > 0)
        this.deps.log.info({ user, ...found }, "mended after a stop");
    });
    this.recovered.set(user, recovery);
    recovery.catch(() => this.recovered.delete(user));
    return recovery;
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

  /** Looks after every companion that is due. */
  async tick(): Promise<void> {
    const now = this.deps.clock.now();
    for (const user of await this.deps.store.list("companion")) {
      if (this.stopped) return;
      const at = this.due.has(user) ? this.due.get(user) : 0;
      if (at !== null && at !== undefined && at <= now) await this.run(user);
    }
  }

  /** The next moment at which something is due, or null. */
  nextDue(): Seconds | null {
    const moments = [...this.due.values()].filter((at): at is Seconds => at !== null);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  /** Resolves when no background work runs. */
  async idle(): Promise<void> {
    while (this.running.size > 0 || this.poked > 0) {
      await Promise.all(this.running.values());
      await soon();
    }
  }

  /** No new work is begun. */
  stop(): void {
    this.stopped = true;
  }

  private run(user: Id): Promise<void> {
    const current = this.running.get(user);
    if (current) {
      // One look at a time; what came meanwhile is looked at afterwards.
      this.again.add(user);
      return current;
    }
    const work = this.lookUntilDone(user).finally(() => this.running.delete(user));
    this.running.set(user, work);
    return work;
  }

  private async lookUntilDone(user: Id): Promise<void> {
    do {
      this.again.delete(user);
      await this.look(user);
    } while (this.again.has(user) && !this.stopped);
  }

  private async look(user: Id): Promise<void> {
    const { clock, log, store } = this.deps;
    try {
      await this.ready(user);
      this.due.set(user, await keepCompanion(this.deps, user, () => this.busy(user)));
      this.troubles.delete(user);
    } catch (error) {
      if (!(await store.exists(companion(user)))) {
        this.due.delete(user);
        this.recovered.delete(user);
        return;
      }
      log.error({ user, error: error instanceof Error ? error.message : String(error) }, "upkeep failed");
      const troubles = (this.troubles.get(user) ?? 0) + 1;
      this.troubles.set(user, troubles);
      this.due.set(user, clock.now() + nextPause(troubles));
    }
  }
}
