// One queue for each companion.
import { describe, expect, it } from "vitest";
import { Serial } from "../../src/lifecycle/serial.ts";

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a companion's queue", () => {
  it("runs what came first first, also after a failure, and lets another companion's go beside it", async () => {
    const queues = new Serial();
    const done: string[] = [];
    const failed = queues.run("yu", async () => {
      await soon();
      done.push("yu 1");
      throw new Error("no");
    });
    const second = queues.run("yu", async () => done.push("yu 2"));
    await queues.run("yue", async () => done.push("yue 1"));
    expect(done).toEqual(["yue 1"]);
    await expect(failed).rejects.toThrow("no");
    await second;
    expect(done).toEqual(["yue 1", "yu 1", "yu 2"]);
  });

  it("vanishes when it is empty", async () => {
    const queues = new Serial();
    expect(queues.empty).toBe(true);
    void queues.run("yu", soon);
    expect(queues.empty).toBe(false);
    await queues.rest();
    await soon();
    expect(queues.empty).toBe(true);
  });
});
