// The content of one entry of a zip, inflated as a stream and held to the size and the sum that the archive names.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import type { Source } from "./zip-end.ts";
import { refusedArchive, type ZipEntry } from "./zip-read.ts";

/** Bytes read from the source at once. */
const piece = 256 * 1024;

async function* packedPieces(source: Source, { start, packedSize }: ZipEntry): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < packedSize; ) {
    const chunk = await source.read(start + done, Math.min(piece, packedSize - done));
    // A file that became shorter meanwhile: the sum below does not fit then.
    if (chunk.length === 0) return;
    done += chunk.length;
    yield chunk;
  }
}

/** Packed and inflated bytes up to which an entry is inflated in one go: a stream of its own costs more than that. */
const small = { packed: 64 * 1024, size: 1024 * 1024 };

async function inflatedWhole(source: Source, entry: ZipEntry): Promise<Uint8Array> {
  const packed = await source.read(entry.start, entry.packedSize);
  try {
    // One more than it says, so that a longer one is seen; what is longer still throws.
    return inflateRawSync(packed, { maxOutputLength: entry.size + 1 });
  } catch (error) {
    const long = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    const message = long ? "it is longer than it says" : "its content is damaged";
    throw refusedArchive([{ path: entry.name, message }]);
  }
}

async function* inflated(source: Source, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const pieces = packedPieces(source, entry);
  if (!entry.deflated) return yield* pieces;
  if (entry.packedSize <= small.packed && entry.size <= small.size)
    return yield await inflatedWhole(source, entry);
  const inflate = createInflateRaw();
  const flow = pipeline(Readable.from(pieces), inflate).catch(() => undefined);
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) yield chunk;
  } catch {
    throw refusedArchive([{ path: entry.name, message: "its content is damaged" }]);
  } finally {
    inflate.destroy();
    await flow;
  }
}

/**
 * The bytes of a file in an archive, piece by piece. AppError `invalid` where it is longer than it says (at once, so that a bomb
 * is never unpacked), shorter, or not what its sum says.
 */
export async function* readEntry(source: Source, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let sum = 0;
  for await (const chunk of inflated(source, entry)) {
    size += chunk.length;
    if (size > entry.size) throw refusedArchive([{ path: entry.name, message: "it is longer than it says" }]);
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (size !== entry.size)
    throw refusedArchive([{ path: entry.name, message: "it is shorter than it says" }]);
  if (sum !== entry.crc) throw refusedArchive([{ path: entry.name, message: "its content is damaged" }]);
}

/** The whole content of a small entry. */
export async function readWholeEntry(source: Source, entry: ZipEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of readEntry(source, entry)) pieces.push(chunk);
  return Buffer.concat(pieces);
}
