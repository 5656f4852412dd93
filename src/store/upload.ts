// Holds what somebody sends in a file of the data folder, so that a gigabyte is never in memory (DESIGN 7).
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../error.ts";
import { storageError, temporaryName } from "./durable.ts";
import type { Engine } from "./engine.ts";
import type { Upload } from "./folders.ts";

async function filled(
  handle: FileHandle,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<number> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit)
      throw new AppError("too_large", `The upload has more than ${limit.toLocaleString("en")} bytes.`);
    await handle.write(chunk);
  }
  return size;
}

/** Writes a stream to a file that only this program sees. A stream that breaks leaves nothing; a kill leaves what the next start sweeps. */
export async function holdUpload(
  engine: Engine,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Upload> {
  const path = temporaryName(join(engine.root, "upload"));
  const handle = await open(path, "wx+", 0o600).catch((error: unknown) => {
    throw storageError(error, "upload");
  });
  const close = async () => {
    await handle.close();
    await unlink(path).catch(() => undefined);
  };
  try {
    const size = await filled(handle, content, limit);
    return {
      size,
      async read(offset, length) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        return bytes.subarray(0, bytesRead);
      },
      close,
    };
  } catch (error) {
    await close();
    const ofDisk = error instanceof Error && "syscall" in error;
    throw ofDisk ? storageError(error, "upload") : error;
  }
}
