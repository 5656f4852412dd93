// A log in a temporary folder with a clock that stands still, ids that count, and a disk that can be full or die.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Edit } from "../../src/schema/change.ts";
import type { Message } from "../../src/schema/message.ts";
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

export async function bench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-log-"));
  folders.push(folder);
  const clock = { now: november };
  const recovered: Bench["recovered"] = [];
  let made = 0;
  const disk = (): LogDisk => ({ ...openDisk(folder), settle: async () => undefined });
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
    text: (name = "conversation.json") => readFile(join(folder, name), "utf8"),
    write: (content, name = "conversation.json") => writeFile(join(folder, name), content),
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
