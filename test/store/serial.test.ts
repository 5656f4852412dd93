// Queues: one after the other under one key, and never so long in one go that nobody else gets a turn.
import { describe, expect, test } from "vitest";
import { createQueue } from "../../src/store/serial.ts";

describe("a queue", () => {
  test("runs what came first first, also after a failure", async () => {
    const queue = createQueue();
    const done: string[] = [];
    const first = queue.run("a", async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push("first");
      throw new Error("no");
    });
    const second = queue.run("a", async () => done.push("second"));
    await expect(first).rejects.toThrow("no");
    await second;
    expect(done).toEqual(["first", "second"]);
  });

  test("lets timers and sockets in between pieces that wait for nothing", async () => {
    const queue = createQueue();
    let done = 0;
    let seen = -1;
    setImmediate(() => {
      seen = done;
    });
    for (let n = 0; n < 1000; n += 1) await queue.run("a", async () => (done += 1));
    expect(done).toBe(1000);
    expect(seen).toBeGreaterThanOrEqual(0);
    expect(seen).toBeLessThan(100);
  });
});
