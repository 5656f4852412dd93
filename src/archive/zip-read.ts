// Reads a zip that anybody may have made: every number in it is checked before it is believed, nothing is inflated before (DESIGN 7).
import { AppError } from "../error.ts";
import type { Seconds } from "../schema/common.ts";
import { isDesktopLitter, nameFault, sameNameKey } from "./entry-name.ts";
import { findDirectory, type Source } from "./zip-end.ts";
import { flag, method, most32, recordSize, signature } from "./zip-format.ts";

export type ZipEntry = {
  name: string;
  /** Bytes inflated, as the archive says; `readEntry` holds it to that. */
  size: number;
  packedSize: number;
  crc: number;
  deflated: boolean;
  /** Where the content begins in the source. */
  start: number;
  modified_at: Seconds;
};

export type ZipLimits = {
  entries: number;
  /** Bytes of one file, and of all together, inflated. */
  fileBytes: number;
  totalBytes: number;
  /** How often larger than the archive its content may be, beyond `freeBytes`. */
  ratio: number;
};

/** Below this size (inflated bytes) the ratio does not matter: an empty diary packs well. */
export const freeBytes = 16 * 1024 * 1024;

export type ZipFault = { path: string; message: string };

/** AppError `invalid`: which entries are why the archive is refused as a whole. */
export function refusedArchive(faults: readonly ZipFault[]): AppError {
  const first = faults[0];
  const why = first ? ` (${first.path === "" ? "" : `${first.path}: `}${first.message})` : "";
  return new AppError("invalid", `The archive cannot be used; nothing was taken${why}.`, {
    details: faults.slice(0, 20),
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const fileTypes = 0o170000;
const plainTypes: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

type Central = ZipEntry & { fault?: string; folder: boolean; offset: number; rawName: Buffer };

/** Sizes and offset that did not fit into 32 bits stand in an extra field, in this order. */
function wideFields(extra: Buffer, values: readonly number[]): number[] {
  let at = 0;
  while (at + 4 <= extra.length) {
    const size = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + size);
      let next = 0;
      return values.map((value) => {
        if (value !== most32 || next + 8 > field.length) return value;
        next += 8;
        return Number(field.readBigUInt64LE(next - 8));
      });
    }
    at += 4 + size;
  }
  return [...values];
}

function timeOf(date: number, time: number): Seconds {
  const at = Date.UTC(
    1980 + (date >> 9),
    ((date >> 5) & 15) - 1,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  );
  return Number.isFinite(at) ? at / 1000 : 0;
}

function nameOf(raw: Buffer): string {
  try {
    return utf8.decode(raw);
  } catch {
    return raw.toString("latin1").replace(/[^\x20-\x7e]/g, "\uFFFD");
  }
}

function faultOf(entry: Central, flags: number, packing: number, unixType: number): string | undefined {
  if (flags & flag.encrypted) return "encrypted";
  if (packing !== method.stored && packing !== method.deflated)
    return "packed in a way that is not read here";
  if (!plainTypes.has(unixType)) return "a link or a device, not a file";
  if (packing === method.stored && entry.size !== entry.packedSize) return "its sizes do not agree";
  if (entry.folder && entry.size > 0) return "a folder with content";
  return nameFault(entry.folder ? entry.name.slice(0, -1) : entry.name);
}

/** One record of the directory and its length; undefined where there is none. */
function centralAt(bytes: Buffer, at: number): { entry: Central; length: number } | undefined {
  if (at + recordSize.central > bytes.length || bytes.readUInt32LE(at) !== signature.central)
    return undefined;
  const u16 = (offset: number) => bytes.readUInt16LE(at + offset);
  const u32 = (offset: number) => bytes.readUInt32LE(at + offset);
  const [nameLength, extraLength, commentLength] = [u16(28), u16(30), u16(32)];
  const length = recordSize.central + nameLength + extraLength + commentLength;
  if (at + length > bytes.length) return undefined;
  const rawName = bytes.subarray(at + recordSize.central, at + recordSize.central + nameLength);
  const extra = bytes.subarray(at + recordSize.central + nameLength, at + length - commentLength);
  const [size = 0, packedSize = 0, offset = 0] = wideFields(extra, [u32(24), u32(20), u32(42)]);
  const name = nameOf(rawName);
  const entry: Central = {
    name,
    rawName: Buffer.from(rawName),
    folder: name.endsWith("/"),
    size,
    packedSize,
    offset,
    crc: u32(16),
    deflated: u16(10) === method.deflated,
    start: 0,
    modified_at: timeOf(u16(14), u16(12)),
  };
  const madeBy = u16(4) >> 8;
  // Only Unix (3) and macOS (19) put a file's type there.
  const unixType = madeBy === 3 || madeBy === 19 ? (u32(38) >>> 16) & fileTypes : 0;
  const fault = faultOf(entry, u16(8), u16(10), unixType);
  return { entry: fault === undefined ? entry : { ...entry, fault }, length };
}

/** Every entry of the directory, in its order. Throws where the directory is torn. */
function centralEntries(bytes: Buffer, count: number): Central[] {
  const entries: Central[] = [];
  let at = 0;
  while (entries.length < count) {
    const found = centralAt(bytes, at);
    if (!found) throw refusedArchive([{ path: "", message: "its directory is torn" }]);
    entries.push(found.entry);
    at += found.length;
  }
  return entries;
}

/** What the sizes and names come to together; one line for each thing that is wrong. */
function faultsTogether(entries: readonly Central[], source: Source, limits: ZipLimits): ZipFault[] {
  const faults: ZipFault[] = [];
  const seen = new Set<string>();
  let total = 0;
  for (const { name, size, fault } of entries) {
    total += size;
    const key = sameNameKey(name);
    if (fault !== undefined) faults.push({ path: name, message: fault });
    else if (seen.has(key)) faults.push({ path: name, message: "stands in it twice" });
    else if (size > limits.fileBytes) faults.push({ path: name, message: "the file is too large" });
    seen.add(key);
  }
  if (total > limits.totalBytes) faults.push({ path: "", message: "its files are too large together" });
  if (total > freeBytes && total > source.size * limits.ratio)
    faults.push({ path: "", message: "it grows too much when it is unpacked" });
  return faults;
}

/** Where the content of an entry begins; its own record has to agree with the directory. */
async function located(source: Source, entry: Central, end: number): Promise<Central> {
  const refuse = (message: string) => refusedArchive([{ path: entry.name, message }]);
  if (entry.offset + recordSize.local > end) throw refuse("it lies outside of the archive");
  const head = Buffer.from(await source.read(entry.offset, recordSize.local));
  if (head.length < recordSize.local || head.readUInt32LE(0) !== signature.local)
    throw refuse("its own record is not there");
  const nameLength = head.readUInt16LE(26);
  const name = await source.read(entry.offset + recordSize.local, nameLength);
  if (!entry.rawName.equals(name)) throw refuse("it has two names");
  const start = entry.offset + recordSize.local + nameLength + head.readUInt16LE(28);
  if (start + entry.packedSize > end) throw refuse("it lies outside of the archive");
  return { ...entry, start };
}

/** Entries that share bytes make a small archive endless. */
function overlapping(entries: readonly Central[]): Central | undefined {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  return inOrder.find((entry, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && before.start + before.packedSize > entry.offset;
  });
}

/**
 * The files of an archive; nothing is inflated. AppError `invalid` with the names and why, where it is no zip, is torn, brings a
 * hostile name, a link, an encrypted or a doubled entry, or is beyond the limits. Folders, and what desktops put beside the
 * files, are left out.
 */
export async function openZip(source: Source, limits: ZipLimits): Promise<ZipEntry[]> {
  const directory = await findDirectory(source);
  if (directory === undefined) throw refusedArchive([{ path: "", message: "it is no whole zip file" }]);
  if (directory.count > limits.entries) throw refusedArchive([{ path: "", message: "too many files" }]);
  const bytes = Buffer.from(await source.read(directory.offset, directory.size));
  const entries = centralEntries(bytes, directory.count);
  const faults = faultsTogether(entries, source, limits);
  if (faults.length > 0) throw refusedArchive(faults);
  const placed: Central[] = [];
  for (const entry of entries) placed.push(await located(source, entry, directory.offset));
  const shared = overlapping(placed);
  if (shared) throw refusedArchive([{ path: shared.name, message: "it shares its bytes with another" }]);
  return placed
    .filter(({ folder, name }) => !folder && !isDesktopLitter(name))
    .map(({ name, size, packedSize, crc, deflated, start, modified_at }) => ({
      name,
      size,
      packedSize,
      crc,
      deflated,
      start,
      modified_at,
    }));
}
