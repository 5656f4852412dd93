// Archives for tests: our own writer's, and hostile ones made byte by byte.
import { crc32, deflateRawSync } from "node:zlib";
import type { Source } from "../../src/archive/zip-end.ts";
import type { ZipLimits } from "../../src/archive/zip-read.ts";
import { type ZipInput, zipOf } from "../../src/archive/zip-write.ts";

export const roomy: ZipLimits = { entries: 1_000, fileBytes: 1 << 28, totalBytes: 1 << 30, ratio: 100 };

export function sourceOf(bytes: Uint8Array): Source {
  return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
}

export async function* pieces(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

/** A whole archive by our own writer. */
export async function packed(
  files: Readonly<Record<string, string | Uint8Array>>,
  modified_at = 1_795_981_782,
): Promise<Buffer> {
  const inputs: ZipInput[] = Object.entries(files).map(([name, content]) => ({
    name,
    modified_at,
    content: pieces(content),
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(inputs)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** One entry of an archive made by hand: each field may lie. */
export type Forged = {
  name: string | Buffer;
  content: Buffer;
  localName?: string | Buffer;
  /** What the directory says. */
  size?: number;
  packedSize?: number;
  crc?: number;
  flags?: number;
  method?: number;
  /** Unix mode, in the upper half of the attributes. */
  mode?: number;
  offset?: number;
  /** Content that is packed already. */
  raw?: Buffer;
};

function record(signature: number, fields: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [, width]) => sum + width, 0));
  bytes.writeUInt32LE(signature, 0);
  let at = 4;
  for (const [value, width] of fields) {
    bytes.writeUIntLE(width === 2 ? value & 0xffff : value >>> 0, at, width);
    at += width;
  }
  return bytes;
}

/** An archive whose records say what the test wants; `count` may lie too. */
export function forged(entries: readonly Forged[], count = entries.length): Buffer {
  const bodies: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const method = entry.method ?? 8;
    const data = entry.raw ?? (method === 8 ? deflateRawSync(entry.content) : entry.content);
    const name = Buffer.from(entry.name as string);
    const localName = Buffer.from((entry.localName ?? entry.name) as string);
    const [flags, crc] = [entry.flags ?? 0x800, entry.crc ?? crc32(entry.content)];
    const size = entry.size ?? entry.content.length;
    const packedSize = entry.packedSize ?? data.length;
    const shared: [number, 2 | 4][] = [
      [20, 2],
      [flags, 2],
      [method, 2],
      [0, 2],
      [0x5c21, 2],
      [crc, 4],
      [packedSize, 4],
      [size, 4],
    ];
    const local = record(0x04034b50, [...shared, [localName.length, 2], [0, 2]]);
    central.push(
      record(0x02014b50, [
        [(3 << 8) | 20, 2],
        ...shared,
        [name.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [(entry.mode ?? 0o100644) * 0x10000, 4],
        [entry.offset ?? offset, 4],
      ]),
      name,
    );
    bodies.push(local, localName, data);
    offset += local.length + localName.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = record(0x06054b50, [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  ]);
  return Buffer.concat([...bodies, directory, end]);
}
