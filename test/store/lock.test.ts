// One process for a data folder: a second is refused by name, and a lock left by a dead one is no hindrance.
import { spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hashOf } from "../../src/store/canonical.ts";
import { openFiles } from "../../src/store/files.ts";
import { takeLock } from "../../src/store/lock.ts";
import { codeOf, november, temporaryFolder } from "./fixture.ts";
import { smallDisk } from "./small-disk.ts";

const lockOf = async (folder: string) => JSON.parse(await readFile(join(folder, ".lock"), "utf8"));

const openAt = (folder: string) =>
  openFiles({
    folder,
    clock: { now: () => november },
    newId: () => "id",
    log: { info: () => undefined, warn: () => undefined },
    watch: false,
  });

describe("the lock", () => {
  test("refuses a second opening with one line that names the process", async () => {
    const folder = await temporaryFolder();
    const lock = await takeLock(folder);
    const error = await takeLock(folder).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unavailable", details: { pid: process.pid } });
    expect(String(error)).toContain(String(process.pid));
    expect(String(error)).not.toContain("\n");
    await lock.release();
    const next = await takeLock(folder);
    expect(next.unclean).toBe(false);
    await next.release();
  });

  test("lets one of ten that start at once through, stale lock or not", async () => {
    for (const stale of [false, true, true, true, true]) {
      const folder = await temporaryFolder();
      if (stale) await writeFile(join(folder, ".lock"), '{"pid": 4000000, "started": "1", "boot": "x"}');
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(folder)));
      expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
      expect((await lockOf(folder)).pid).toBe(process.pid);
      expect(await readdir(folder)).toEqual([".lock"]);
    }
  });

  test.each([
    ["whose process is gone", { pid: 4_000_000 }],
    ["whose pid belongs to another program by now", { started: "12345" }],
    ["of an earlier boot", { boot: "11111111-2222-3333-4444-555555555555" }],
  ])("%s is taken over at once, as an unclean stop", async (_name, change) => {
    const folder = await temporaryFolder();
    const first = await takeLock(folder);
    const holder = await lockOf(folder);
    await writeFile(join(folder, ".lock"), JSON.stringify({ ...holder, ...change }));
    const second = await takeLock(folder);
    expect(second.unclean).toBe(true);
    // What the first gives back is no longer its own.
    await first.release();
    expect((await lockOf(folder)).pid).toBe(process.pid);
    await second.release();
  });

  test("is taken over even if the last takeover was killed in its middle", async () => {
    const folder = await temporaryFolder();
    const dead = '{"pid": 4000000, "started": "1", "boot": "x"}';
    const claim = `.lock.${hashOf(dead).slice(0, 12)}`;
    await writeFile(join(folder, ".lock"), dead);
    await writeFile(join(folder, claim), '{"pid": 4000001, "started": "1", "boot": "x"}');
    const lock = await takeLock(folder);
    expect(lock.unclean).toBe(true);
    expect(await readdir(folder)).toEqual([".lock"]);
    await lock.release();
  });

  test.each(["", "{", "null", '{"pid": "x"}', '{"pid": -1}'])("that reads %j is stale", async (text) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, ".lock"), text);
    const lock = await takeLock(folder);
    expect(lock.unclean).toBe(true);
    await lock.release();
  });

  test("of a process that was killed and not yet buried (a zombie) is stale", async () => {
    const folder = await temporaryFolder();
    // The shell never waits for its child, so that the child stays a zombie while the shell lives.
    const shell = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 20"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const pid = Number(
        await new Promise<string>((resolve) => shell.stdout.once("data", (chunk) => resolve(String(chunk)))),
      );
      const stateOf = async () => {
        const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z 1");
        return text.slice(text.lastIndexOf(")") + 2).split(" ");
      };
      while ((await stateOf())[0] !== "Z") await new Promise((resolve) => setTimeout(resolve, 10));
      const started = (await stateOf())[19] ?? "";
      const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
      await writeFile(join(folder, ".lock"), JSON.stringify({ pid, started, boot }));
      const lock = await takeLock(folder);
      expect(lock.unclean).toBe(true);
      await lock.release();
    } finally {
      shell.kill("SIGKILL");
    }
  });
});

describe("opening a data folder", () => {
  test("makes it where there is none, private, and gives the lock back when it closes", async () => {
    const folder = join(await temporaryFolder(), "new", "data");
    const store = await openAt(folder);
    expect(await codeOf(openAt(folder))).toBe("unavailable");
    await store.close();
    expect(
      await codeOf(store.list("companion").then(() => store.read({ kind: "house", id: "house" }, "models"))),
    ).toBe("unavailable");
    await (await openAt(folder)).close();
  });

  test("that is a file fails with one line", async () => {
    const folder = join(await temporaryFolder(), "data");
    await writeFile(folder, "");
    expect(await codeOf(openAt(folder))).toBe("storage");
    await rm(folder);
  });

  test.skipIf(!smallDisk.possible)(
    "that is read-only fails with one clear line (needs the right to mount)",
    async () => {
      await smallDisk.use(async (folder, remount) => {
        remount("ro");
        const error = await openAt(folder).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: "storage" });
        expect(String(error)).toMatch(/cannot be written/);
        expect(String(error)).not.toContain("\n");
        remount("rw");
      });
    },
  );
});
