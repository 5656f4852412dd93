// The one write that makes a log file longer, and how it is taken back where the disk refuses (DESIGN 3, C156).
import type { AppError } from "../error.ts";
import { type Stamp, storageError } from "./durable.ts";
import type { LogDisk, LogHandle } from "./log-disk.ts";

export type Grown =
  | { kind: "written"; stamp: Stamp }
  /** Another file, or one of another size, stands there now. */
  | { kind: "moved" }
  /** The disk refused. `stamp` is that of the file as it was before; undefined where its end could not be put back. */
  | { kind: "refused"; error: AppError; stamp: Stamp | undefined };

/**
 * Replaces what closes the file by `text` in one positioned write, then fdatasync, then looks whether it is still that file.
 * `closing` is what ends the file now, ASCII only; `stamp` is the file as last seen.
 */
export async function growFile(
  disk: LogDisk,
  name: string,
  was: { closing: string; stamp: Stamp },
  text: string,
): Promise<Grown> {
  const bytes = Buffer.from(text);
  const at = Number(was.stamp.size) - was.closing.length;
  const refused = await write(disk, name, was, bytes, at);
  if (refused) return refused;
  const now = await disk.stamp(name);
  const ours = now?.inode === was.stamp.inode && now.size === BigInt(at + bytes.length);
  return ours ? { kind: "written", stamp: now } : { kind: "moved" };
}

async function write(
  disk: LogDisk,
  name: string,
  was: { closing: string; stamp: Stamp },
  bytes: Buffer,
  at: number,
): Promise<Grown | undefined> {
  const handle = await disk.open(name);
  try {
    await writeFully(handle, bytes, at);
    await handle.sync();
    return undefined;
  } catch (error) {
    const back = await takeBack(handle, was, at);
    const now = back ? await disk.stamp(name).catch(() => undefined) : undefined;
    const same = now?.inode === was.stamp.inode && now.size === was.stamp.size;
    return { kind: "refused", error: storageError(error, name), stamp: same ? now : undefined };
  } finally {
    await handle.close();
  }
}

/** The old bracket lies on bytes that the file already had, so a full disk does not stop it. */
async function takeBack(
  handle: LogHandle,
  was: { closing: string; stamp: Stamp },
  at: number,
): Promise<boolean> {
  try {
    await writeFully(handle, Buffer.from(was.closing), at);
    await handle.truncate(Number(was.stamp.size));
    await handle.sync();
    return true;
  } catch {
    return false;
  }
}

async function writeFully(handle: LogHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const written = await handle.write(bytes.subarray(done), position + done);
    if (written <= 0) throw new Error("the disk took no more bytes");
    done += written;
  }
}
