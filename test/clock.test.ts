// The clock of the house: the machine's, or one that starts elsewhere and is moved by tests; and waiting that can be called off.
import { describe, expect, it } from "vitest";
import { createClock, createTestClock, wait } from "../src/clock.ts";
import type { Turns } from "../src/lifecycle/turns.ts";
import type { Upkeep } from "../src/lifecycle/upkeep.ts";

const start = 1_773_144_000;

describe("a clock", () => {
  it("shows the machine's time in whole seconds", () => {
    const clock = createClock(() => start * 1000 + 999, undefined);
    expect([clock.now(), clock.nowMs()]).toEqual([start, start * 1000 + 999]);
  });

  it("that starts elsewhere goes on with the machine's, also after it was moved back", () => {
    let machine = 5_000_000;
    const clock = createClock(() => machine, start);
    machine += 61_000;
    expect(clock.now()).toBe(start + 61);
    clock.to(start - 86_400);
    machine += 1_000;
    expect(clock.now()).toBe(start - 86_399);
  });
});

/** An upkeep in which things are due at given moments; it notes when it looked. */
function house(dueAt: number[], stuck = false) {
  const clock = createClock(() => 0, start);
  const looked: number[] = [];
  let due = [...dueAt];
  const upkeep = {
    async tick() {
      looked.push(clock.now() - start);
      if (!stuck) due = due.filter((at) => at > clock.now());
    },
    idle: async () => {},
    nextDue: () => (due.length > 0 ? Math.min(...due) : null),
  } as unknown as Upkeep;
  const turns = { idle: async () => {} } as unknown as Turns;
  return { clock, looked, test: createTestClock(clock, upkeep, turns, async () => {}) };
}

describe("a clock that is moved", () => {
  it("forward passes awake: it stops at each moment at which something is due", async () => {
    const { clock, looked, test } = house([start + 60, start + 3_600, start + 7_200]);
    await test.advance(4_000);
    expect(looked).toEqual([0, 60, 3_600, 4_000]);
    expect(clock.now()).toBe(start + 4_000);
  });

  it("by a jump looks once, as after a pause", async () => {
    const { clock, looked, test } = house([start + 60, start + 3_600]);
    await test.set(start + 5_000);
    expect([looked, clock.now()]).toEqual([[5_000], start + 5_000]);
    await test.set(start - 100);
    expect([looked.at(-1), clock.now()]).toEqual([-100, start - 100]);
  });

  it("is not held by what fails and stays due", async () => {
    const { clock, looked, test } = house([start + 2], true);
    await test.advance(6);
    expect(clock.now()).toBe(start + 6);
    expect(looked.length).toBeLessThan(12);
  });

  it("by nothing only waits for what runs", async () => {
    const { clock, looked, test } = house([]);
    await test.advance(0);
    expect(clock.now()).toBe(start);
    expect(new Set(looked)).toEqual(new Set([0]));
  });
});

describe("waiting", () => {
  it("is over by itself with true, and at once with false where it is called off", async () => {
    expect(await wait(1)).toBe(true);
    const abort = new AbortController();
    const long = wait(600_000, abort.signal);
    abort.abort();
    expect(await long).toBe(false);
    expect(await wait(600_000, abort.signal)).toBe(false);
  });
});
