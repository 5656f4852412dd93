// Reads one log file as it lies there, and again a moment later where an editor may be in the middle of writing it.
import type { Stamp } from "./durable.ts";
import type { LogDisk } from "./log-disk.ts";
import { type Reading, readLog } from "./log-text.ts";

/** `reading` is undefined where there is no file. */
export type Seen = { bytes: Buffer; stamp: Stamp | undefined; reading: Reading | undefined };

/** Unreadable, gone or empty where messages were known: looked at twice before it is believed. */
export async function lookAt(disk: LogDisk, name: string, knownCount: number): Promise<Seen> {
  const seen = await look(disk, name);
  const doubtful = seen.reading?.fault || (knownCount > 0 && !seen.reading?.drafts.length);
  if (!doubtful) return seen;
  await disk.settle();
  return look(disk, name);
}

/** With the stamp from before the reading, so that a write during it shows at the next look. */
async function look(disk: LogDisk, name: string): Promise<Seen> {
  const stamp = await disk.stamp(name);
  const bytes = stamp && (await disk.read(name));
  return bytes
    ? { bytes, stamp, reading: readLog(bytes) }
    : { bytes: Buffer.alloc(0), stamp: undefined, reading: undefined };
}
