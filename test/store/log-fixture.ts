// A log in a temporary folder with a clock that stands still, ids that count, and a disk that can be full or die.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Edit } from "../../src/schema/change.ts";
import type { Message } from "../../src/schema/message.ts";
import type { Stamp } from "../../src/store/durable.ts";
import { type CompanionLog, openLog } from "../../src/store/log.ts";
import { type LogDisk, openDisk } from "../../src/store/log-disk.ts";
import { november } from "./log-fixture-messages.ts";

export type Bench = {
  folder: string;
  clock: { now: number };
  recovered: { name: string; reason: string }[];
  /** A log on the same folder that knows nothing yet, as after a restart. */
  open(options?: { disk?: LogDisk; room?: number; zone?: string }): CompanionLog;
  /** The real disk below the folder, without the pause for editors. */
  disk(): LogDisk;
  text(name?: string): Promise<string>;
  write(content: string | Uint8Array, name?: string): Promise<void>;
};

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function bench(kind: "folder" | "memory" = "folder"): Promise<Bench> {
  const folder = kind === "folder" ? await mkdtemp(join(tmpdir(), "keepsake-log-")) : "";
  if (folder) folders.push(folder);
  const memory = kind === "memory" ? memoryDisk() : undefined;
  const clock = { now: november };
  const recovered: Bench["recovered"] = [];
  let made = 0;
  const disk = (): LogDisk => memory ?? { ...openDisk(folder), settle: async () => undefined };
  return {
    folder,
    clock,
    recovered,
    disk,
    open: (options = {}) =>
      openLog({
        folder,
        zone: () => options.zone ?? "Asia/Shanghai",
        now: () => clock.now,
        newId: () => `made-${++made}`,
        onRecovered: (name, reason) => recovered.push({ name, reason }),
        disk: options.disk ?? disk(),
        room: options.room,
      }),
    text: async (name = "conversation.json") =>
      memory ? String(memory.files.get(name)) : readFile(join(folder, name), "utf8"),
    write: async (content, name = "conversation.json") => {
      if (memory) memory.files.set(name, Buffer.from(content));
      else await writeFile(join(folder, name), content);
    },
  };
}

/** A disk in memory for tests that open the log a thousand times. */
export function memoryDisk(files = new Map<string, Buffer>()): LogDisk & { files: Map<string, Buffer> } {
  const stamps = new Map<string, { content: Buffer; stamp: Stamp }>();
  let writes = 0n;
  const copyOf = (content: string | Uint8Array) => Buffer.from(content);
  return {
    files,
    async stamp(name) {
      const content = files.get(name);
      if (!content) return undefined;
      const known = stamps.get(name);
      if (known?.content === content) return known.stamp;
      writes += 1n;
      const stamp = { inode: 1n, size: BigInt(content.length), changed: writes };
      stamps.set(name, { content, stamp });
      return stamp;
    },
    read: async (name) => files.get(name),
    list: async (folder) =>
      [...files.keys()].flatMap((name) =>
        name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : [],
      ),
    async open(name) {
      const content = () => files.get(name) ?? Buffer.alloc(0);
      return {
        async write(bytes, position) {
          const grown = Buffer.alloc(Math.max(content().length, position + bytes.length));
          content().copy(grown);
          grown.set(bytes, position);
          files.set(name, grown);
          return bytes.length;
        },
        truncate: async (size) => void files.set(name, copyOf(content().subarray(0, size))),
        sync: async () => undefined,
        close: async () => undefined,
      };
    },
    async replace(name, text, before) {
      await before?.();
      files.set(name, copyOf(text));
      return (await this.stamp(name)) ?? { inode: 0n, size: 0n, changed: 0n };
    },
    remove: async (name) => void files.delete(name),
    settle: async () => undefined,
  };
}

export async function everything(log: CompanionLog): Promise<Message[]> {
  const all: Message[] = [];
  for await (const messages of log.scan()) all.push(...messages);
  return all;
}

export async function handEdits(log: CompanionLog): Promise<Edit[]> {
  return (await log.refresh()).edits;
}

/** One message a line, an array: what every log file must be. */
export function isOurForm(text: string): boolean {
  const lines = text.split("\n");
  const parsed: unknown = JSON.parse(text);
  return (
    lines[0] === "[" && lines.at(-1) === "]" && Array.isArray(parsed) && parsed.length === lines.length - 2
  );
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}
