// The clock of the house: the machine's, or one that starts elsewhere and can be moved (CLOCK_START, DESIGN 9).
import type { Clock } from "./deps.ts";
import type { TestClock } from "./http/http-deps.ts";
import type { Turns } from "./lifecycle/turns.ts";

export type MovableClock = Clock & {
  nowMs(): number;
  /** The clock shows this moment (unix seconds) now, and goes on with the machine's. */
  to(at: number): void;
};

/** `machineMs` is the machine's time in milliseconds; `start` a moment to begin at (unix seconds), else the machine's. */
export function createClock(machineMs: () => number, start: number | undefined): MovableClock {
  let shiftMs = start === undefined ? 0 : start * 1000 - machineMs();
  return {
    now: () => Math.floor((machineMs() + shiftMs) / 1000),
    nowMs: () => machineMs() + shiftMs,
    to(at) {
      shiftMs = at * 1000 - machineMs();
    },
  };
}

/** Whatever has moments at which something is due: the upkeep, the beats. */
export type Background = { tick(): Promise<void>; idle(): Promise<void>; nextDue(): number | null };

/** Several as one: all tick, the earliest moment counts. */
export function together(...parts: Background[]): Background {
  const all = (task: (part: Background) => Promise<void>) => async () => {
    for (const part of parts) await task(part);
  };
  return {
    tick: all((part) => part.tick()),
    idle: all((part) => part.idle()),
    nextDue: () => parts.map((part) => part.nextDue()).reduce(earlier, null),
  };
}

const earlier = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Moves the clock: awake, item by item as things become due, or by a jump as after a pause. */
export function createTestClock(
  clock: MovableClock,
  upkeep: Background,
  turns: Turns,
  housekeeping: () => Promise<void>,
): TestClock {
  const work = async () => {
    await turns.idle();
    await upkeep.tick();
    await upkeep.idle();
    await housekeeping();
  };
  return {
    async advance(seconds) {
      const target = clock.now() + seconds;
      await work();
      for (;;) {
        const due = upkeep.nextDue();
        if (due === null || due > target) break;
        // What failed and stays due at the same moment must not hold the clock.
        const next = Math.max(due, clock.now() + 1);
        if (next > target) break;
        clock.to(next);
        await work();
      }
      clock.to(target);
      await work();
    },
    async set(at) {
      clock.to(at);
      await work();
    },
  };
}

/** Waits in real time; resolves false at once when the signal fires. */
export function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const done = (whole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stopped);
      resolve(whole);
    };
    const stopped = () => done(false);
    const timer = setTimeout(() => done(true), ms);
    signal?.addEventListener("abort", stopped, { once: true });
  });
}
