// Files that are whole after any kill or full disk: temporary file, fsync, size check, rename, folder fsync (DESIGN 3).

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { AppError } from "../error.ts";

/** What tells one state of a file from another without reading it. */
export type Stamp = { inode: bigint; size: bigint; changed: bigint };

export type ReplaceOptions = {
  /** Default 600: a diary is nobody else's. */
  mode?: number;
  /** Folder that a symbolic link may not lead out of (C151). Default: the folder the file lies in. */
  within?: string;
  /** Called when the new text is safe on the disk, just before it takes the old one's place; a throw keeps the old one. */
  before?: () => Promise<void>;
};

/** A new text on the disk under a temporary name. Exactly one of the two must be called. */
export type StagedFile = {
  /** Takes the old file's place; durable when it resolves. The stamp is that of the new file. */
  publish(): Promise<Stamp>;
  discard(): Promise<void>;
};

/** Milliseconds between the tries of a rename that another program stands in the way of (C158). */
const renamePauses = [20, 60, 150, 300];

// What the system answers from memory (where is it, what is its stamp) is asked at once: handing it to another thread and
// back costs ten times as much. What may wait for the disk's journal (new names, fsync) is left to other threads.
const synced = promisify(fsync);

const ownTemporary = /^\..+\.\d+-\d+\.tmp$/;
let made = 0;

/** A name in the same folder that no other write of this or another process uses. */
export function temporaryName(path: string): string {
  made += 1;
  return join(dirname(path), `.${basename(path)}.${process.pid}-${made}.tmp`);
}

export function stampOf(stats: BigIntStats): Stamp {
  return { inode: stats.ino, size: stats.size, changed: stats.mtimeNs };
}

export function sameStamp(a: Stamp | undefined, b: Stamp | undefined): boolean {
  return a?.inode === b?.inode && a?.size === b?.size && a?.changed === b?.changed;
}

/** The system's code of an error ("ENOENT"), or "" where it has none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

const reasons: Record<string, { reason: string; message: string; retryable: boolean }> = {
  ENOSPC: { reason: "full", message: "The disk is full; nothing was changed.", retryable: true },
  EDQUOT: { reason: "full", message: "The disk quota is used up; nothing was changed.", retryable: true },
  EROFS: { reason: "read-only", message: "The data folder is read-only.", retryable: false },
  EACCES: { reason: "denied", message: "The file may not be written by this program.", retryable: false },
  EPERM: { reason: "held", message: "Another program holds the file.", retryable: true },
  EBUSY: {
    reason: "held",
    message: "The file is a mount of its own or in use; it cannot be replaced.",
    retryable: true,
  },
};

/** What the disk said, as AppError `storage`: the file's own name, never its path. AppErrors pass through. */
export function storageError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const known = reasons[code] ?? {
    reason: "failed",
    message: "The disk refused the file.",
    retryable: false,
  };
  return new AppError("storage", `${basename(path)}: ${known.message}`, {
    retryable: known.retryable,
    details: { file: basename(path), reason: known.reason, code },
    cause: error,
  });
}

/** True where `path` (both real paths) is the folder or lies in it. */
export function liesInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep) && !/^[A-Za-z]:/.test(way);
}

/**
 * The real place of a file, which need not exist: links are followed while they stay inside `within`.
 * A link that leads outside, or nowhere: AppError `storage` (C151).
 */
export async function realPlace(path: string, within: string = dirname(path)): Promise<string> {
  const root = realpathSync.native(within);
  const place = join(realpathSync.native(dirname(path)), basename(path));
  const found = lstatSync(place, { throwIfNoEntry: false });
  const real = found?.isSymbolicLink() ? endOfLink(place) : place;
  if (real !== undefined && liesInside(root, real)) return real;
  const message =
    real === undefined ? "The link leads nowhere." : "The link leads outside of the data folder.";
  throw new AppError("storage", `${basename(path)}: ${message}`, {
    details: { file: basename(path), reason: "link" },
  });
}

function endOfLink(place: string): string | undefined {
  try {
    return realpathSync.native(place);
  } catch {
    return undefined;
  }
}

/** Makes the names in a folder durable. Where a system cannot do that (Windows) it is left out. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    await synced(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a folder (mode 700) and those above it, durably; one that is there is left as it is. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (first !== undefined) await syncFolder(dirname(first));
  } catch (error) {
    throw storageError(error, folder);
  }
}

async function openTemporary(target: string, mode: number): Promise<{ name: string; handle: FileHandle }> {
  for (;;) {
    const name = temporaryName(target);
    try {
      return { name, handle: await open(name, "wx", mode) };
    } catch (error) {
      // A process that died earlier may have had our number and our count.
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

async function fill(handle: FileHandle, bytes: Uint8Array): Promise<Stamp> {
  try {
    writeFileSync(handle.fd, bytes);
    await handle.sync();
    const stats = fstatSync(handle.fd, { bigint: true });
    if (stats.size !== BigInt(bytes.length)) throw new Error(`wrote ${stats.size} of ${bytes.length} bytes`);
    return stampOf(stats);
  } finally {
    await handle.close();
  }
}

async function renamePatiently(from: string, to: string): Promise<void> {
  for (const wait of [...renamePauses, undefined]) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = systemCode(error);
      if (wait === undefined || (code !== "EBUSY" && code !== "EPERM" && code !== "EACCES")) throw error;
      await pause(wait);
    }
  }
}

/** Writes the new text of a file beside it, synced and checked; the old one stays until `publish`. Disk refuses: AppError `storage`. */
export async function stageFile(
  path: string,
  text: string | Uint8Array,
  options: ReplaceOptions = {},
): Promise<StagedFile> {
  let temporary: string | undefined;
  const discard = async () => {
    if (temporary !== undefined) await unlink(temporary).catch(() => undefined);
  };
  try {
    const target = await realPlace(path, options.within);
    const { name, handle } = await openTemporary(target, options.mode ?? 0o600);
    temporary = name;
    const stamp = await fill(handle, typeof text === "string" ? Buffer.from(text) : text);
    const publish = async () => {
      try {
        await options.before?.();
        await renamePatiently(name, target);
        await syncFolder(dirname(target));
        return stamp;
      } catch (error) {
        await discard();
        throw storageError(error, path);
      }
    };
    return { publish, discard };
  } catch (error) {
    await discard();
    throw storageError(error, path);
  }
}

/**
 * Replaces a file whole or not at all (A-rules of DESIGN 3): exclusive temporary file in the same folder, complete write,
 * fsync, size check, rename, folder fsync. Durable when it resolves. Disk refuses: AppError `storage`, the old file is as
 * before and no temporary file stays. A link inside `within` is followed and stays a link.
 */
export async function replaceFile(
  path: string,
  text: string | Uint8Array,
  options: ReplaceOptions = {},
): Promise<Stamp> {
  return (await stageFile(path, text, options)).publish();
}

/** The stamp of a file, or undefined where there is none. Links are followed. */
export async function stampAt(path: string): Promise<Stamp | undefined> {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && stampOf(found);
}

/** As `stampAt`, and undefined also where the system does not say. */
export function glimpse(path: string): Stamp | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && stampOf(found);
  } catch {
    return undefined;
  }
}

/** True where nothing stands at a path, not even a link that leads nowhere. */
export function isAbsent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

/** Removes what killed writes left in a folder and the folders in it: our own temporary names only, never an owner's. */
export async function sweepTemporary(folder: string): Promise<number> {
  let swept = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (ownTemporary.test(entry.name)) {
      await rm(path, { recursive: true, force: true });
      swept += 1;
    } else if (entry.isDirectory()) swept += await sweepTemporary(path);
  }
  return swept;
}
