// Reads and writes the texts that a PNG carries beside its picture; every length is checked before it is used.
import { zlibSync } from "fflate";

/** Chunks of a picture that are looked at, at most; a picture of a camera has a few hundred. */
const mostChunks = 20_000;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

type Chunk = { type: string; start: number; end: number };

export type PngReading =
  | { ok: true; texts: ReadonlyMap<string, string>; chunks: readonly Chunk[] }
  | { ok: false; reason: "not-png" | "broken" };

/** True where the bytes begin as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/**
 * The tEXt chunks of a PNG by keyword (of two with one keyword the first). `broken`: a length that leaves the file, a checksum that
 * does not fit, or more chunks than any picture has; what stands behind the end is not looked at.
 */
export function readPng(bytes: Uint8Array): PngReading {
  if (!isPng(bytes)) return { ok: false, reason: "not-png" };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<string, string>();
  const chunks: Chunk[] = [];
  for (let at: number = signature.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length || chunks.length >= mostChunks) return { ok: false, reason: "broken" };
    if (view.getUint32(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      return { ok: false, reason: "broken" };
    const type = latin1(bytes.subarray(at + 4, at + 8));
    chunks.push({ type, start: at, end });
    if (type === "tEXt") keepText(texts, bytes.subarray(at + 8, end - 4));
    if (type === "IEND") return { ok: true, texts, chunks };
    at = end;
  }
  return { ok: false, reason: "broken" };
}

function keepText(texts: Map<string, string>, data: Uint8Array): void {
  const gap = data.indexOf(0);
  if (gap < 1 || gap > 79) return;
  const keyword = latin1(data.subarray(0, gap));
  if (!texts.has(keyword)) texts.set(keyword, latin1(data.subarray(gap + 1)));
}

/** The picture with these texts (keyword -> Latin characters) in place of those of the same keywords. It must be a whole PNG. */
export function withTexts(bytes: Uint8Array, texts: ReadonlyMap<string, string>): Uint8Array {
  const read = readPng(bytes);
  if (!read.ok) throw new Error("texts can only be put into a whole PNG");
  const pieces: Uint8Array[] = [bytes.subarray(0, signature.length)];
  for (const { type, start, end } of read.chunks) {
    const piece = bytes.subarray(start, end);
    if (type === "IEND") for (const [keyword, text] of texts) pieces.push(textChunk(keyword, text));
    if (type === "tEXt" && texts.has(keywordOf(piece))) continue;
    pieces.push(piece);
  }
  return joined(pieces);
}

function keywordOf(chunk: Uint8Array): string {
  const data = chunk.subarray(8, -4);
  return latin1(data.subarray(0, Math.max(0, data.indexOf(0))));
}

function textChunk(keyword: string, text: string): Uint8Array {
  return chunkOf("tEXt", joined([fromLatin1(keyword), new Uint8Array(1), fromLatin1(text)]));
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(fromLatin1(type), 4);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** A plain picture that runs from one colour at the top to another at the bottom; for a companion that has none. */
export function plainPng(top: Colour, bottom: Colour, width = 256, height = 384): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    const share = y / Math.max(1, height - 1);
    const colour = top.map((from, index) => Math.round(from + ((bottom[index] ?? 0) - from) * share));
    const row = y * (1 + width * 3);
    for (let x = 0; x < width; x++) rows.set(colour, row + 1 + x * 3);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a channel, red green blue, no interlace.
  header.set([8, 2, 0, 0, 0], 8);
  return joined([
    Uint8Array.from(signature),
    chunkOf("IHDR", header),
    chunkOf("IDAT", zlibSync(rows)),
    chunkOf("IEND", new Uint8Array()),
  ]);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function fromLatin1(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** The checksum of PNG and zip. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
