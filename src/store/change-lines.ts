// Files of change lines: one JSON line each, appended durably, a torn end mended, read from the newest (DESIGN 3).
import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Change } from "../schema/change.ts";
import { readWhole } from "./document-file.ts";
import { realPlace, replaceFile, storageError, syncFolder, systemCode } from "./durable.ts";

const monthFile = /^\d{4}-\d{2}\.jsonl$/;
const lineBreak = 10;
const synced = promisify(fdatasync);

/** The change in a line; undefined for a line that is none. */
export function parseLine(line: string): Change | undefined {
  try {
    const parsed = Change.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file, oldest first. */
export async function linesOf(path: string): Promise<string[]> {
  const { bytes } = await readWhole(path);
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** Paths of the months in a folder, newest first; none where there is no folder yet. */
export async function monthsIn(folder: string, within: string): Promise<string[]> {
  try {
    const names = readdirSync(folder)
      .filter((name) => monthFile.test(name))
      .sort();
    return await Promise.all(names.reverse().map((name) => realPlace(join(folder, name), within)));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw storageError(error, folder);
  }
}

/** Every change in a folder, newest first; lines that are none are passed over. */
export async function* newestFirst(folder: string, within: string): AsyncGenerator<Change> {
  for (const path of await monthsIn(folder, within)) {
    for (const line of (await linesOf(path)).reverse()) {
      const change = parseLine(line);
      if (change) yield change;
    }
  }
}

/** Adds one line at the end, durably, or brings the file back to the length it had. */
export async function appendLine(path: string, line: string): Promise<void> {
  const handle = openSync(path, "a", 0o600);
  try {
    const { size } = fstatSync(handle);
    try {
      writeFileSync(handle, line);
      await synced(handle);
      const grown = fstatSync(handle).size - size;
      if (grown !== Buffer.byteLength(line)) throw new Error("the line was not written whole");
    } catch (error) {
      takeBack(handle, size);
      throw error;
    }
    if (size === 0) await syncFolder(dirname(path));
  } finally {
    closeSync(handle);
  }
}

function takeBack(handle: number, size: number): void {
  try {
    ftruncateSync(handle, size);
  } catch {
    // What stays of the line has no line break, so that the next start cuts it off.
  }
}

/** Mends what a kill tore: a whole last line gets its line break, a torn one is cut off and given to `keep`. */
export async function mendEnd(path: string, keep: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  const whole = await readWhole(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (!whole || whole.bytes.length === 0 || whole.bytes.at(-1) === lineBreak) return;
  const start = whole.bytes.lastIndexOf(lineBreak) + 1;
  const rest = whole.bytes.subarray(start);
  if (parseLine(rest.toString("utf8"))) return appendLine(path, "\n");
  await keep(rest);
  truncateSync(path, start);
}

/** True where a file ends in the middle of a line; one byte of it is read. */
export function isTorn(path: string): boolean {
  const handle = openSync(path, "r");
  try {
    const { size } = fstatSync(handle);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== lineBreak;
  } finally {
    closeSync(handle);
  }
}

/** Replaces lines of a file, or takes those out for which `change` answers undefined. */
export async function rewriteLines(
  path: string,
  within: string,
  change: (line: string) => string | undefined,
): Promise<void> {
  const before = await linesOf(path);
  const after = before.map(change).filter((line) => line !== undefined);
  if (after.length === before.length && after.every((line, i) => line === before[i])) return;
  await replaceFile(path, after.map((line) => `${line}\n`).join(""), { within });
}
