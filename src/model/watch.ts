// Watchdogs: one timer and one outer signal that end a call, and the reason why it ended (DESIGN 5).
import type { Reason } from "./failure.ts";

export type Watch = {
  signal: AbortSignal;
  /** Why it fired; undefined while it has not. */
  reason(): Reason | undefined;
  /** From now on: this long, then this reason. */
  rearm(ms: number, reason: Reason): void;
  /** Must be called once, whatever happened, else a timer is left behind. */
  close(): void;
};

type Parent = { signal: AbortSignal; reason?: () => Reason | undefined };

/** Starts a watch of `ms` milliseconds. The parent's end is its own end, for the parent's reason ("aborted" by default). */
export function createWatch(ms: number, reason: Reason, parent?: Parent): Watch {
  const controller = new AbortController();
  let current = { ms, reason };
  let why: Reason | undefined;
  const fire = (fired: Reason) => {
    if (why !== undefined) return;
    why = fired;
    controller.abort();
  };
  let timer = setTimeout(() => fire(current.reason), ms);
  const follow = () => fire(parent?.reason?.() ?? "aborted");
  if (parent?.signal.aborted) follow();
  parent?.signal.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    reason: () => why,
    rearm(nextMs, nextReason) {
      const same = nextMs === current.ms;
      current = { ms: nextMs, reason: nextReason };
      if (same) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => fire(current.reason), nextMs);
    },
    close() {
      clearTimeout(timer);
      parent?.signal.removeEventListener("abort", follow);
    },
  };
}

/** Waits; false where the signal fired first. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve(true);
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
