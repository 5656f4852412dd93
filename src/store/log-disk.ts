// What the log asks of the disk, by names inside the companion's folder; tests put a full or dying disk in its place.

import {
  closeSync,
  constants,
  fdatasync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { AppError } from "../error.ts";
import {
  makeFolder,
  realPlace,
  replaceFile,
  type Stamp,
  stampAt,
  storageError,
  systemCode,
} from "./durable.ts";

export type LogHandle = {
  /** Bytes written, which may be fewer than given. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  truncate(size: number): Promise<void>;
  /** fdatasync: content and size. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

export type LogDisk = {
  /** Undefined where there is no such file. */
  stamp(name: string): Promise<Stamp | undefined>;
  /** Undefined where there is no such file; any other failure is an AppError, never "no file yet" (C150). */
  read(name: string): Promise<Buffer | undefined>;
  /** File names in a folder; none where the folder is missing. */
  list(folder: string): Promise<string[]>;
  /** Opens an existing file for writing in place. */
  open(name: string): Promise<LogHandle>;
  /** Whole or not at all, durable; `before` runs just before the new text takes the old one's place and may refuse by throwing. */
  replace(name: string, text: string | Uint8Array, before?: () => Promise<void>): Promise<Stamp>;
  remove(name: string): Promise<void>;
  /** Waits until an editor that is writing right now may have finished. */
  settle(): Promise<void>;
};

/** Milliseconds after which a file that does not parse is read again before it counts as broken (DESIGN 3). */
const settleMs = 300;

/** The disk below one companion's folder. Links are followed while they stay inside it (C151). Failures: AppError `storage`. */
export function openDisk(folder: string): LogDisk {
  const place = (name: string) => join(folder, name);
  return {
    stamp: (name) => told(name, () => stampAt(place(name))),
    read: (name) => told(name, () => readInside(folder, place(name))),
    list: (name) => told(name, async () => namesIn(place(name))),
    open: (name) => told(name, () => openInPlace(place(name))),
    async replace(name, text, before) {
      const parent = name.lastIndexOf("/");
      if (parent > 0) await makeFolder(place(name.slice(0, parent)));
      return replaceFile(place(name), text, { within: folder, before });
    },
    remove: (name) => told(name, async () => rmSync(place(name), { force: true })),
    settle: () => pause(settleMs),
  };
}

async function told<R>(name: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw storageError(error, name);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

async function readInside(folder: string, path: string): Promise<Buffer | undefined> {
  try {
    return readFileSync(await realPlace(path, folder));
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return undefined;
    if (code === "EISDIR")
      throw new AppError("damaged", "A folder lies where the log should be.", { cause: error });
    throw error;
  }
}

const synced = promisify(fdatasync);

/** Opening costs so little that no handle is kept, which would go on writing to a file that an editor has replaced. */
async function openInPlace(path: string): Promise<LogHandle> {
  const handle = openSync(path, constants.O_RDWR);
  return {
    write: async (bytes, position) => writeSync(handle, bytes, 0, bytes.length, position),
    truncate: async (size) => ftruncateSync(handle, size),
    sync: () => synced(handle),
    close: async () => closeSync(handle),
  };
}
