// Finds the directory of a zip: the record at its end, and the 64 bit one before it where there is one.
import { most16, most32, recordSize, signature } from "./zip-format.ts";

/** An archive that can be read at any place. A read beyond the end gives what is there. */
export type Source = { size: number; read(offset: number, length: number): Promise<Uint8Array> };

export type Directory = { offset: number; size: number; count: number };

/** A comment may stand behind the end record, of at most so many bytes. */
const longestComment = 0xffff;
/** A directory is held in memory while it is looked through. */
const largestDirectory = 256 * 1024 * 1024;

async function wideEnd(source: Source, at: number): Promise<Directory | undefined> {
  const locator = Buffer.from(
    await source.read(Math.max(0, at - recordSize.locator64), recordSize.locator64),
  );
  if (at < recordSize.locator64 || locator.readUInt32LE(0) !== signature.locator64) return undefined;
  const place = Number(locator.readBigUInt64LE(8));
  if (place + recordSize.end64 > at - recordSize.locator64) return undefined;
  const end = Buffer.from(await source.read(place, recordSize.end64));
  if (end.length < recordSize.end64 || end.readUInt32LE(0) !== signature.end64) return undefined;
  const [count, size, offset] = [32, 40, 48].map((field) => Number(end.readBigUInt64LE(field)));
  if (count === undefined || size === undefined || offset === undefined) return undefined;
  return offset + size === place ? { offset, size, count } : undefined;
}

/** Where the directory lies and how many entries it has; undefined where the file is no whole zip of one piece. */
export async function findDirectory(source: Source): Promise<Directory | undefined> {
  const length = Math.min(source.size, recordSize.end + longestComment);
  if (length < recordSize.end) return undefined;
  const from = source.size - length;
  const tail = Buffer.from(await source.read(from, length));
  for (let at = tail.length - recordSize.end; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== signature.end) continue;
    // The comment has to fill the rest exactly, or the four bytes are some file's own.
    if (at + recordSize.end + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const [disk, count, size, offset] = [
      tail.readUInt16LE(at + 4),
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    const isWide = count === most16 || size === most32 || offset === most32;
    const found = (isWide ? await wideEnd(source, from + at) : undefined) ?? { offset, size, count };
    const fits = disk === 0 && found.offset + found.size <= from + at && found.size <= largestDirectory;
    return fits ? found : undefined;
  }
  return undefined;
}
