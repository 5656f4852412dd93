// The picture of a card as a companion keeps it: a PNG of modest size, without anything in it but the picture.
import { isZip, readCharxFile } from "./charx.ts";
import { type Fields, listIn, textIn } from "./fields.ts";
import { isPng, readPng } from "./png.ts";

export const pictureLimits = {
  bytes: 8 * 1024 * 1024,
  /** Pixels of a side. */
  side: 4_096,
} as const;

export type PictureFault = "picture_no_png" | "picture_broken" | "picture_too_large";
export type PictureReading = { ok: true; bytes: Uint8Array } | { ok: false; fault: PictureFault };

/** Chunks that are the picture; texts, places and dates of a camera are none, nor is the card itself. */
const shown = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"]);

/** The picture alone, out of bytes that claim to be a PNG. Whatever is added to them is gone, text or what stands behind the end. */
export function readPicture(bytes: Uint8Array): PictureReading {
  if (!isPng(bytes)) return { ok: false, fault: "picture_no_png" };
  const read = readPng(bytes);
  if (!read.ok) return { ok: false, fault: "picture_broken" };
  const [first] = read.chunks;
  const kept = read.chunks.filter(({ type }) => shown.has(type));
  if (first?.type !== "IHDR" || first.end - first.start !== 25 || !kept.some(({ type }) => type === "IDAT"))
    return { ok: false, fault: "picture_broken" };
  const view = new DataView(bytes.buffer, bytes.byteOffset + first.start + 8);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const length = kept.reduce((sum, { start, end }) => sum + end - start, 0);
  if (width === 0 || height === 0) return { ok: false, fault: "picture_broken" };
  if (Math.max(width, height) > pictureLimits.side || length > pictureLimits.bytes)
    return { ok: false, fault: "picture_too_large" };
  const pieces = kept.map(({ start, end }) => bytes.subarray(start, end));
  return { ok: true, bytes: Uint8Array.from(Buffer.concat([bytes.subarray(0, 8), ...pieces])) };
}

/**
 * The picture that came with a card: the PNG it stands in, or the icon that it names, in its .charx or written into it. Undefined
 * where there is none; nothing is loaded from anywhere.
 */
export function pictureOfCard(bytes: Uint8Array | undefined, data: Fields): PictureReading | undefined {
  if (bytes && isPng(bytes)) return readPicture(bytes);
  const uri = iconOf(data);
  const written = /^data:image\/png;base64,/i.exec(uri)?.[0];
  if (written) return readPicture(Buffer.from(uri.slice(written.length), "base64"));
  const name = /^embed{1,2}ed:\/\/(.+)$/.exec(uri)?.[1];
  if (name === undefined || !bytes || !isZip(bytes)) return undefined;
  const file = readCharxFile(bytes, name, pictureLimits.bytes);
  if (file === "too-large") return { ok: false, fault: "picture_too_large" };
  return file ? readPicture(file) : undefined;
}

/** Where the card says that its face is: of its icons the one named "main", else the first. */
function iconOf(data: Fields): string {
  const icons = listIn(data, "assets").filter((asset) => textIn(asset, "type") === "icon");
  return textIn(icons.find((asset) => textIn(asset, "name") === "main") ?? icons[0], "uri");
}
