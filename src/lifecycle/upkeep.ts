// The background of the whole house: who is due is known, one companion's failure stops no other (EXEMPLARS 4).
import type { Deps } from "../deps.ts";
import type { Id, Seconds } from "../schema/common.ts";
import { companion } from "../store/store.ts";
import { keepCompanion } from "./keep-companion.ts";
import { recover } from "./recover.ts";

export type Upkeep = {
  /** Something happened to a companion: look after it as soon as the event loop is free. */
  poke(user: Id): void;
  /** Looks after every companion that is due. */
  tick(): Promise<void>;
  /** The next moment at which something is due, or null. */
  nextDue(): Seconds | null;
  /** Runs once for a companion after a start, before anything else touches it. */
  ready(user: Id): Promise<void>;
  /** Resolves when no background work runs. */
  idle(): Promise<void>;
  /** No new work is begun. */
  stop(): void;
};

/** After a failure that is not a model's (a full disk), the companion is tried again this much later. */
const troublePause: Seconds = 60;

/** `busy` tells whether a turn of the companion is running; its open topic is then left alone. */
export function createUpkeep(deps: Deps, busy: (user: Id) => boolean): Upkeep {
  const due = new Map<Id, Seconds | null>();
  const recovered = new Map<Id, Promise<void>>();
  const running = new Map<Id, Promise<void>>();
  const again = new Set<Id>();
  let stopped = false;

  function ready(user: Id): Promise<void> {
    const known = recovered.get(user);
    if (known) return known;
    const recovery = recover(deps, user).then((found) => {
      if (found.rebuilt || found.interrupted || found.found > 0) deps.log.info({ user, ...found }, "mended after a stop");
    });
    recovered.set(user, recovery);
    recovery.catch(() => recovered.delete(user));
    return recovery;
  }

  async function look(user: Id): Promise<void> {
    try {
      await ready(user);
      due.set(user, await keepCompanion(deps, user, () => busy(user)));
    } catch (error) {
      if (!(await deps.store.exists(companion(user)))) {
        due.delete(user);
        return;
      }
      deps.log.error({ user, error: error instanceof Error ? error.message : String(error) }, "upkeep failed");
      due.set(user, deps.clock.now() + troublePause);
    }
  }

  function run(user: Id): Promise<void> {
    const current = running.get(user);
    if (current) {
      // One look at a time; what came meanwhile is looked at afterwards.
      again.add(user);
      return current;
    }
    const work = (async () => {
      do {
        again.delete(user);
        await look(user);
      } while (again.has(user) && !stopped);
    })().finally(() => running.delete(user));
    running.set(user, work);
    return work;
  }

  return {
    ready,
    poke(user) {
      if (!stopped) setImmediate(() => !stopped && void run(user));
    },
    async tick() {
      const now = deps.clock.now();
      for (const user of await deps.store.list("companion")) {
        if (stopped) return;
        const at = due.has(user) ? due.get(user) : 0;
        if (at !== null && at !== undefined && at <= now) await run(user);
      }
    },
    nextDue() {
      const moments = [...due.values()].filter((at): at is Seconds => at !== null);
      return moments.length === 0 ? null : Math.min(...moments);
    },
    async idle() {
      // A poke waits for the next turn of the event loop before it counts as running.
      await new Promise((resolve) => setImmediate(resolve));
      while (running.size > 0) {
        await Promise.all(running.values());
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    stop() {
      stopped = true;
    },
  };
}
