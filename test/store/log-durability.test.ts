// The write that makes the log longer: what it costs, what a full disk does to it, and an editor that saves at that moment.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import { openLog } from "../../src/store/log.ts";
import type { LogDisk, LogHandle } from "../../src/store/log-disk.ts";
import { bench, codeOf, handEdits, isOurForm } from "./log-fixture.ts";
import { idsOf, november, say } from "./log-fixture-messages.ts";
import { smallDisk } from "./small-disk.ts";

/** A disk whose handles behave as `change` makes them. */
function withHandles(disk: LogDisk, change: (handle: LogHandle) => Partial<LogHandle>): LogDisk {
  return {
    ...disk,
    open: async (name) => {
      const handle = await disk.open(name);
      return { ...handle, ...change(handle) };
    },
  };
}

const full = () => Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }));

describe("what an append costs", () => {
  test("reads nothing and writes only its own line and a bracket, however long the log is", async () => {
    const { open, disk } = await bench();
    await open().merge(Array.from({ length: 2_000 }, (_, i) => say(`old${i}`, november - 2_000 + i)));
    const counted = { read: 0, written: 0, writes: 0, syncs: 0, replaced: 0 };
    const real = disk();
    const counting: LogDisk = {
      ...withHandles(real, (handle) => ({
        write: (bytes, position) => {
          counted.written += bytes.length;
          counted.writes += 1;
          return handle.write(bytes, position);
        },
        sync: () => {
          counted.syncs += 1;
          return handle.sync();
        },
      })),
      read: async (name) => {
        const bytes = await real.read(name);
        counted.read += bytes?.length ?? 0;
        return bytes;
      },
      replace: (name, text, before) => {
        counted.replaced += 1;
        return real.replace(name, text, before);
      },
    };
    const log = open({ disk: counting });
    await log.append([say("first")]);
    const afterFirst = { ...counted };
    for (let i = 0; i < 10; i++) await log.append([say(`new${i}`)]);
    await log.append([say("bubble1"), say("bubble2"), say("bubble3")]);
    const line = Buffer.byteLength(JSON.stringify(say("new0"))) + 4;
    const three = ["bubble1", "bubble2", "bubble3"].map(
      (id) => Buffer.byteLength(JSON.stringify(say(id))) + 2,
    );
    expect(counted.read - afterFirst.read).toBe(0);
    expect(counted.replaced).toBe(0);
    expect(counted.writes - afterFirst.writes).toBe(11);
    expect(counted.syncs - afterFirst.syncs).toBe(11);
    expect(counted.written - afterFirst.written).toBe(10 * line + three.reduce((a, b) => a + b, 2));
  });
});

describe("a disk that refuses", () => {
  test("leaves the log as it was, byte for byte, and takes the message once there is space", async () => {
    const { open, disk, text } = await bench();
    const log = open({
      disk: withHandles(disk(), (handle) => {
        let calls = 0;
        return {
          // Seven bytes, then nothing; the bracket that is put back afterwards lies on bytes that are there.
          write: (bytes, position) => {
            calls += 1;
            if (calls === 1 && !refusing) return handle.write(bytes, position);
            if (calls === 1) return handle.write(bytes.subarray(0, 7), position);
            return calls === 2 ? full() : handle.write(bytes, position);
          },
        };
      }),
    });
    let refusing = false;
    await log.append([say("a")]);
    await log.append([say("b")]);
    const before = await text();
    refusing = true;
    expect(await codeOf(log.append([say("c")]))).toBe("storage");
    expect(await text()).toBe(before);
    expect(idsOf(await log.tail(9))).toEqual(["a", "b"]);
    refusing = false;
    await log.append([say("c")]);
    expect(idsOf(await open().tail(9))).toEqual(["a", "b", "c"]);
    expect(await handEdits(log)).toEqual([]);
  });

  test("does not acknowledge what could not be synced, and takes it back", async () => {
    const { open, disk, text } = await bench();
    await open().append([say("a")]);
    const before = await text();
    let syncs = 0;
    const log = open({
      disk: withHandles(disk(), (handle) => ({
        sync: () => {
          syncs += 1;
          return syncs === 1 ? full() : handle.sync();
        },
      })),
    });
    expect(await codeOf(log.append([say("b")]))).toBe("storage");
    expect(await text()).toBe(before);
    await log.append([say("b")]);
    expect(idsOf(await open().tail(9))).toEqual(["a", "b"]);
  });

  test("mends an end that could not be taken back, without what was never acknowledged", async () => {
    const { open, disk, text } = await bench();
    await open().append([say("a")]);
    let dying = true;
    const log = open({
      disk: withHandles(disk(), (handle) => ({
        write: (bytes, position) => (dying && bytes.length < 10 ? full() : handle.write(bytes, position)),
        sync: () => (dying ? full() : handle.sync()),
      })),
    });
    expect(await codeOf(log.append([say("b"), say("c")]))).toBe("storage");
    dying = false;
    expect(idsOf(await log.tail(9))).toEqual(["a"]);
    await log.append([say("d")]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "d"]);
    expect(await handEdits(log)).toEqual([]);
  });

  test.skipIf(!smallDisk.possible)(
    "that is really full keeps every message it acknowledged, in a valid file, and goes on when there is space (C156)",
    async () => {
      await smallDisk.use(async (folder) => {
        const open = () => openLog({ folder, zone: () => "UTC", now: () => november, newId: () => "unused" });
        const log = open();
        const kept: string[] = [];
        await writeFile(join(folder, "ballast"), Buffer.alloc(600_000));
        let refused = 0;
        for (let i = 0; i < 60; i++) {
          const error = await codeOf(log.append([say(`m${i}`, november, { content: "满".repeat(5_000) })]));
          if (error === "no error") kept.push(`m${i}`);
          else {
            expect(error).toBe("storage");
            refused += 1;
          }
        }
        expect(refused).toBeGreaterThan(0);
        expect(kept.length).toBeGreaterThan(5);
        expect(idsOf(await open().tail(99))).toEqual(kept);
        expect(isOurForm(await readFile(join(folder, "conversation.json"), "utf8"))).toBe(true);
        await rm(join(folder, "ballast"));
        await log.append([say("later")]);
        expect(idsOf(await open().tail(99))).toEqual([...kept, "later"]);
      });
    },
  );

  test("finishes a write that the system takes in pieces", async () => {
    const { open, disk, text } = await bench();
    await open().append([say("a")]);
    const log = open({
      disk: withHandles(disk(), (handle) => ({
        write: (bytes, position) => handle.write(bytes.subarray(0, 11), position),
      })),
    });
    await log.append([say("b"), say("c")]);
    expect(isOurForm(await text())).toBe(true);
    expect(idsOf(await open().tail(9))).toEqual(["a", "b", "c"]);
  });

  test("goes on reading where a repair cannot be written, and cuts nothing that is not kept", async () => {
    const { open, disk, text, write } = await bench();
    await write(`[\n${JSON.stringify(say("a"))},\n{"message_id":"torn","content":"半`);
    let refusing = true;
    const refuse = () => Promise.reject(new AppError("storage", "full"));
    const log = open({
      disk: {
        ...disk(),
        replace: (name, content, before) => (refusing ? refuse() : disk().replace(name, content, before)),
      },
    });
    expect(idsOf(await log.tail(9))).toEqual(["a"]);
    expect(await codeOf(log.append([say("b")]))).toBe("storage");
    expect(idsOf(await log.tail(9))).toEqual(["a"]);
    expect(await text()).toContain("torn");
    refusing = false;
    await log.append([say("b")]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "b"]);
    expect(await text(".recovered/conversation.json.1")).toContain("torn");
  });
});

describe("an editor that saves while a message is written", () => {
  test("keeps both: the owner's version by rename, and the new message", async () => {
    const { open, disk, text } = await bench();
    const log = open({
      disk: withHandles(disk(), (handle) => ({
        sync: async () => {
          await handle.sync();
          if (!saving) return;
          saving = false;
          const edited = [say("a", november, { content: "改过" }), say("b")];
          await disk().replace("conversation.json", JSON.stringify(edited, null, 2));
        },
      })),
    });
    let saving = false;
    await log.append([say("a"), say("b")]);
    saving = true;
    await log.append([say("c")]);
    expect(isOurForm(await text())).toBe(true);
    expect(idsOf(await open().tail(9))).toEqual(["a", "b", "c"]);
    expect((await open().find("a"))?.content).toBe("改过");
    const edits = await handEdits(log);
    expect(edits.map((edit) => edit.entry)).toEqual(["a"]);
  });

  test("puts the message aside where the editor's version is broken, and adds it when that is mended", async () => {
    const { open, disk, text, write } = await bench();
    let saving = false;
    const broken = `[\n${JSON.stringify(say("a"))}\n${JSON.stringify(say("b"))}\n]`;
    const log = open({
      disk: withHandles(disk(), (handle) => ({
        sync: async () => {
          await handle.sync();
          if (saving) await write(broken);
          saving = false;
        },
      })),
    });
    await log.append([say("a"), say("b")]);
    saving = true;
    await log.append([say("c")]);
    expect(await text()).toBe(broken);
    expect(idsOf(await log.tail(9))).toEqual(["a", "b", "c"]);
    expect(idsOf(await open().tail(9))).toEqual(["a", "b", "c"]);
    await write(broken.replace("}\n{", "},\n{"));
    expect(idsOf(await log.tail(9))).toEqual(["a", "b", "c"]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "b", "c"]);
    expect(await handEdits(log)).toEqual([]);
  });

  test("leaves no trace of a message where the editor's version cannot even be read", async () => {
    const { open, disk, text } = await bench();
    let saving = false;
    const real = disk();
    const log = open({
      disk: {
        ...withHandles(real, (handle) => ({
          sync: async () => {
            await handle.sync();
            if (saving) await real.replace("conversation.json", JSON.stringify([say("a")]));
          },
        })),
        read: (name) => (saving ? Promise.reject(new AppError("storage", "denied")) : real.read(name)),
      },
    });
    await log.append([say("a")]);
    saving = true;
    expect(await codeOf(log.append([say("b")]))).toBe("storage");
    saving = false;
    expect(idsOf(await log.tail(9))).toEqual(["a"]);
    await log.append([say("b")]);
    expect(idsOf(JSON.parse(await text()))).toEqual(["a", "b"]);
  });

  test("gives up with an error, and nothing half done, where another program never stops writing", async () => {
    const { open, disk, write, text } = await bench();
    await open().append([say("a")]);
    let round = 0;
    const restless: LogDisk = {
      ...disk(),
      replace: async (name, content, before) => {
        round += 1;
        await write(JSON.stringify([say("a", november, { content: `第${round}版` })], null, 1));
        return disk().replace(name, content, before);
      },
    };
    const log = open({ disk: restless });
    expect(await codeOf(log.rewrite({ remove: ["a"] }, async () => undefined))).toBe("storage");
    expect(JSON.parse(await text())).toHaveLength(1);
  });
});
