// Writes a zip as a stream: one entry after the other, at no moment more of it in memory than a piece (DESIGN 7).
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw, deflateRawSync } from "node:zlib";
import type { Seconds } from "../schema/common.ts";
import { dosTime, flag, method, most16, most32, packed, recordSize, signature } from "./zip-format.ts";

/** One file to be written. `name` has "/" between its steps. */
export type ZipInput = { name: string; modified_at: Seconds; content: AsyncIterable<Uint8Array> };

type Written = {
  name: Buffer;
  date: number;
  time: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
};

/** Version 4.5 reads 64 bit records, 2.0 everything else here; 3 in the upper byte: file modes are Unix'. */
const version = { plain: 20, wide: 45, madeBy: (3 << 8) | 45 };
const fileMode = 0o100600;

const flags = flag.utf8 | flag.sizesFollow;

function localRecord(entry: Written): Buffer {
  const { name, date, time } = entry;
  return Buffer.concat([
    packed(
      [signature.local, 4],
      [version.plain, 2],
      [flags, 2],
      [method.deflated, 2],
      [time, 2],
      [date, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ]);
}

function centralRecord({ name, date, time, crc, packedSize, size, offset }: Written): Buffer {
  const wide = offset >= most32;
  const extra = wide ? packed([1, 2], [8, 2], [offset, 8]) : Buffer.alloc(0);
  return Buffer.concat([
    packed(
      [signature.central, 4],
      [version.madeBy, 2],
      [wide ? version.wide : version.plain, 2],
      [flags, 2],
      [method.deflated, 2],
      [time, 2],
      [date, 2],
      [crc, 4],
      [packedSize, 4],
      [size, 4],
      [name.length, 2],
      [extra.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [fileMode * 0x10000, 4],
      [wide ? most32 : offset, 4],
    ),
    name,
    extra,
  ]);
}

function endRecords(count: number, size: number, offset: number): Buffer {
  const wide = count >= most16 || offset >= most32 || size >= most32;
  const end = packed(
    [signature.end, 4],
    [0, 2],
    [0, 2],
    [Math.min(count, most16), 2],
    [Math.min(count, most16), 2],
    [Math.min(size, most32), 4],
    [Math.min(offset, most32), 4],
    [0, 2],
  );
  if (!wide) return end;
  const end64 = packed(
    [signature.end64, 4],
    [recordSize.end64 - 12, 8],
    [version.madeBy, 2],
    [version.wide, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [offset, 8],
  );
  const locator = packed([signature.locator64, 4], [0, 4], [offset + size, 8], [1, 4]);
  return Buffer.concat([end64, locator, end]);
}

/** Up to this size (bytes) a file is deflated in one go: a stream of its own costs more than that. */
const small = 64 * 1024;

type Bytes = Uint8Array<ArrayBufferLike>;

/** Reads the beginning of a file: the whole of it, or its first pieces and the rest. */
async function beginning(content: AsyncIterable<Bytes>) {
  const rest = content[Symbol.asyncIterator]();
  const first: Bytes[] = [];
  for (let size = 0; size <= small; ) {
    const { done, value } = await rest.next();
    if (done) return { first, rest: undefined };
    first.push(value);
    size += value.length;
  }
  return { first, rest };
}

/** The content deflated; what passes is counted in `entry`. */
async function* deflated(content: AsyncIterable<Bytes>, entry: Written): AsyncGenerator<Bytes> {
  const count = (chunk: Bytes) => {
    entry.crc = crc32(chunk, entry.crc);
    entry.size += chunk.length;
    return chunk;
  };
  const { first, rest } = await beginning(content);
  if (rest === undefined) {
    const packedWhole = deflateRawSync(count(Buffer.concat(first)));
    entry.packedSize = packedWhole.length;
    yield packedWhole;
    return;
  }
  const following = rest;
  async function* counted() {
    for (const chunk of first) yield count(chunk);
    for await (const chunk of { [Symbol.asyncIterator]: () => following }) yield count(chunk);
  }
  const deflate = createDeflateRaw();
  // What goes wrong on the way in comes out of the loop below.
  const flow = pipeline(Readable.from(counted()), deflate).catch(() => undefined);
  for await (const chunk of deflate as AsyncIterable<Bytes>) {
    entry.packedSize += chunk.length;
    yield chunk;
  }
  await flow;
}

/**
 * A zip of these files, as bytes that may be sent while later ones are not read yet. Any number of files and any length of the
 * whole (64 bit records are written where needed); a single file must stay below 4 GB (an error of ours otherwise).
 */
export async function* zipOf(files: AsyncIterable<ZipInput> | Iterable<ZipInput>): AsyncGenerator<Bytes> {
  const central: Buffer[] = [];
  let offset = 0;
  for await (const { name, modified_at, content } of files) {
    const entry: Written = {
      name: Buffer.from(name),
      ...dosTime(modified_at),
      crc: 0,
      packedSize: 0,
      size: 0,
      offset,
    };
    const head = localRecord(entry);
    yield head;
    yield* deflated(content, entry);
    if (entry.size >= most32 || entry.packedSize >= most32)
      throw new Error("a file is too large for an archive");
    const { crc, packedSize, size } = entry;
    const tail = packed([signature.descriptor, 4], [crc, 4], [packedSize, 4], [size, 4]);
    yield tail;
    offset += head.length + packedSize + tail.length;
    central.push(centralRecord(entry));
  }
  const size = central.reduce((sum, record) => sum + record.length, 0);
  for (const record of central) yield record;
  yield endRecords(central.length, size, offset);
}
