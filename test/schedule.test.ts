// The one ticking job: it asks the upkeep, goes on after a failure, and stops for good.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Logger } from "../src/deps.ts";
import type { Upkeep } from "../src/lifecycle/upkeep.ts";
import { startSchedule } from "../src/schedule.ts";

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const upkeepOf = (tick: () => Promise<void>) => ({ tick }) as unknown as Upkeep;

describe("the schedule", () => {
  it("ticks every fifteen seconds until it is stopped", async () => {
    let ticks = 0;
    let also = 0;
    const schedule = startSchedule(
      upkeepOf(async () => void ticks++),
      async () => void also++,
      log,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect([ticks, also]).toEqual([4, 4]);
    schedule.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ticks).toBe(4);
  });

  it("goes on after a tick that failed, and says so in the log", async () => {
    const errors: string[] = [];
    let ticks = 0;
    const schedule = startSchedule(
      upkeepOf(async () => {
        ticks += 1;
        if (ticks === 1) throw new Error("the disk is full");
      }),
      async () => {},
      { ...log, error: (_fields: object, message: string) => void errors.push(message) } as Logger,
    );
    await vi.advanceTimersByTimeAsync(45_000);
    expect([ticks, errors]).toEqual([3, ["tick failed"]]);
    schedule.stop();
  });

  it("lets the next one pass while a tick still runs", async () => {
    let running = 0;
    let most = 0;
    const schedule = startSchedule(
      upkeepOf(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((done) => setTimeout(done, 40_000));
        running -= 1;
      }),
      async () => {},
      log,
    );
    await vi.advanceTimersByTimeAsync(180_000);
    expect(most).toBe(1);
    schedule.stop();
  });
});
