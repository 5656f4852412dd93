// An append that a kill or a power cut interrupts at any byte: no acknowledged message is lost, the file is valid again.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { openLog } from "../../src/store/log.ts";
import { bench, isOurForm, memoryDisk } from "./log-fixture.ts";
import { idsOf, november, say } from "./log-fixture-messages.ts";

describe("an append torn at any byte", () => {
  const name = "conversation.json";

  async function twoStates() {
    const disk = memoryDisk();
    const open = () =>
      openLog({ folder: "", zone: () => "UTC", now: () => november, newId: () => "unused", disk });
    const bytes = () => disk.files.get(name) ?? Buffer.alloc(0);
    const log = open();
    await log.append([say("a"), say("b")]);
    const before = bytes();
    await log.append([say("c", november, { content: '断“句”\\"\n],' }), say("d")]);
    return { open, bytes, tearTo: (torn: Buffer) => disk.files.set(name, torn), before, after: bytes() };
  }

  /** How the file may look when only `kept` bytes of the last write arrived. */
  const tears: [string, (before: Buffer, after: Buffer, kept: number) => Buffer][] = [
    ["the rest is missing", (before, after, kept) => after.subarray(0, before.length - 2 + kept)],
    [
      "the old bracket is still there",
      (before, after, kept) => {
        const size = before.length - 2 + kept;
        return Buffer.concat([after.subarray(0, size), before.subarray(size)]);
      },
    ],
    [
      "the rest is zero bytes",
      (before, after, kept) => {
        const size = before.length - 2 + kept;
        return Buffer.concat([after.subarray(0, size), Buffer.alloc(after.length - size)]);
      },
    ],
  ];

  test.each(tears)(
    "keeps every message acknowledged before it, and accepts the next: %s",
    async (_name, tear) => {
      const { open, bytes, tearTo, before, after } = await twoStates();
      const length = after.length - before.length + 2;
      const found = new Set<string>();
      for (let kept = 0; kept <= length; kept++) {
        tearTo(tear(before, after, kept));
        const ids = idsOf(await open().tail(9));
        found.add(ids.join());
        expect(isOurForm(bytes().toString())).toBe(true);
        await open().append([say("e")]);
        expect(idsOf(JSON.parse(bytes().toString()))).toEqual([...ids, "e"]);
      }
      // All three outcomes occurred, so the cut did walk through the whole write.
      expect(found).toEqual(new Set(["a,b", "a,b,c", "a,b,c,d"]));
    },
  );
});

describe("SIGKILL in the middle of appending", () => {
  /** The writer as one plain script: it starts at once. */
  async function writerScript(folder: string): Promise<string> {
    const outfile = join(folder, "writer.mjs");
    const entry = fileURLToPath(new URL("log-writer.ts", import.meta.url));
    await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm" });
    return outfile;
  }

  /** Lines that a writer acknowledged before it was killed at its `lives`-th one. */
  async function killedWriter(script: string, folder: string, run: number, lives: number): Promise<string[]> {
    const writer = spawn(process.execPath, [script, folder, String(run)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const acknowledged: string[] = [];
    const gone = new Promise<NodeJS.Signals | null>((done) =>
      writer.once("exit", (_code, signal) => done(signal)),
    );
    for await (const id of createInterface({ input: writer.stdout })) {
      acknowledged.push(id);
      if (acknowledged.length === lives) writer.kill("SIGKILL");
    }
    expect(await gone).toBe("SIGKILL");
    return acknowledged;
  }

  test("loses no acknowledged message, five times in a row on one log", async () => {
    const { folder, open, text } = await bench();
    const script = await writerScript((await bench()).folder);
    const acknowledged: string[] = [];
    let seed = 20_261_115;
    for (let run = 0; run < 5; run++) {
      seed = (seed * 48_271) % 2_147_483_647;
      acknowledged.push(...(await killedWriter(script, folder, run, 5 + (seed % 60))));
      const kept = new Set(idsOf(await open().tail(10_000)));
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(isOurForm(await text())).toBe(true);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(25);
  });
});
