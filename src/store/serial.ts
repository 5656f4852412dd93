// One queue for each owner: what is put in under the same key runs one after the other, in the order it came (DESIGN 3).

import { setImmediate } from "node:timers/promises";

/**
 * Pieces of work after which others (sockets, timers) get their turn: reading files waits for nothing, so that a caller who reads
 * a thousand of them would leave nobody else a moment.
 */
const mostInOneGo = 32;

export type Queue = {
  /** Runs `work` after everything put in earlier under this key, whether that succeeded or not. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is waiting under any key. */
  idle(): Promise<void>;
};

/** Queues in memory, one for each key, that vanish when they are empty. Work must not queue under its own key: it would wait for itself. */
export function createQueue(): Queue {
  const tails = new Map<string, Promise<unknown>>();
  let since = 0;
  const begin = async <T>(work: () => Promise<T>): Promise<T> => {
    since += 1;
    if (since >= mostInOneGo) {
      since = 0;
      await setImmediate();
    }
    return work();
  };
  return {
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const before = tails.get(key) ?? Promise.resolve();
      const running = before.then(
        () => begin(work),
        () => begin(work),
      );
      const tail = running.catch(() => undefined);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return running;
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
