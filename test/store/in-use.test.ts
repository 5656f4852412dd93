// Queues and open folders: order is kept, failures hold nobody up, and no more folders stay open than allowed.
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitTo } from "../../src/store/commit.ts";
import type { Engine } from "../../src/store/engine.ts";
import { inUse } from "../../src/store/in-use.ts";
import { createOwner } from "../../src/store/owner-folders.ts";
import { createQueue } from "../../src/store/serial.ts";
import { companion } from "../../src/store/store.ts";
import { byOwner, codeOf, mid, november, temporaryFolder } from "./fixture.ts";

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a queue", () => {
  test("runs work of one key in the order it came, and other keys beside it", async () => {
    const queue = createQueue();
    const order: string[] = [];
    const work = (name: string, ms: number) => async () => {
      await later(ms);
      order.push(name);
    };
    await Promise.all([
      queue.run("a", work("a1", 40)),
      queue.run("a", work("a2", 0)),
      queue.run("b", work("b1", 0)),
    ]);
    expect(order).toEqual(["b1", "a1", "a2"]);
  });

  test("goes on after work that failed, and tells only its caller", async () => {
    const queue = createQueue();
    const failing = queue.run("a", async () => {
      throw new Error("no");
    });
    const next = queue.run("a", async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
    await queue.idle();
  });
});

describe("open folders", () => {
  async function engine(): Promise<Engine> {
    const root = await temporaryFolder();
    await mkdir(join(root, "ai_users"));
    let made = 0;
    return {
      root,
      clock: { now: () => november },
      newId: () => `id-${++made}`,
      log: { info: () => undefined, warn: () => undefined },
      queue: createQueue(),
      emit: () => undefined,
      unclean: false,
      companions: new Set(),
      zones: new Map(),
    };
  }

  test("are closed when there are too many, and lose nothing of what is written at that moment", async () => {
    const at = await engine();
    const folders = inUse(at, 2);
    const owners = ["a", "b", "c", "d", "e"].map(companion);
    for (const owner of owners) await createOwner(at, owner, {});
    const add = (owner: (typeof owners)[number], id: string) =>
      folders.use(owner, (open) =>
        commitTo(at, open, ["mid_term"], byOwner, ({ mid_term }) => ({
          documents: { mid_term: [...mid_term, mid(id)] },
          result: undefined,
        })),
      );
    const ids = Array.from({ length: 6 }, (_, i) => `m${i}`);
    await Promise.all(ids.flatMap((id) => owners.map((owner) => add(owner, id))));
    await at.queue.idle();
    // A folder that was closed has its last good copies; at most two are still open.
    const copies = owners.map(({ id }) => stat(join(at.root, "ai_users", id, ".recovered/mid_term.json")));
    const closed = (await Promise.allSettled(copies)).filter((one) => one.status === "fulfilled");
    expect(closed.length).toBeGreaterThanOrEqual(3);
    await folders.closeAll();
    for (const { id } of owners) {
      const text = await readFile(join(at.root, "ai_users", id, "mid_term.json"), "utf8");
      expect(JSON.parse(text).map((entry: { id: string }) => entry.id)).toEqual(ids);
    }
  });

  test("are refused once the store is closed", async () => {
    const at = await engine();
    const folders = inUse(at);
    await createOwner(at, companion("a"), {});
    await folders.closeAll();
    expect(await codeOf(folders.use(companion("a"), async () => undefined))).toBe("unavailable");
  });
});
