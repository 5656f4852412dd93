// Takes card.json out of a .charx (a zip), and the one picture that it names: sizes are checked before anything is inflated.
import { unzipSync } from "fflate";

export const charxLimits = {
  /** Bytes that card.json may have. */
  card: 16 * 1024 * 1024,
  /** How many times its packed size it may have; what packs better is a bomb. */
  ratio: 200,
  /** Files in the archive. */
  files: 10_000,
} as const;

export type CharxReading =
  | { ok: true; card: Uint8Array; others: number }
  | { ok: false; reason: "not-zip" | "no-card" | "too-large" | "broken" };

/** True where the bytes begin as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);
}

/** The bytes of card.json. Pictures and other assets are counted and stay where they are. */
export function readCharx(bytes: Uint8Array): CharxReading {
  if (!isZip(bytes)) return { ok: false, reason: "not-zip" };
  let seen = 0;
  let refused = false;
  let found: { [name: string]: Uint8Array };
  try {
    found = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        seen += 1;
        if (seen > charxLimits.files) refused = true;
        if (refused || name !== "card.json") return false;
        refused = originalSize > charxLimits.card || originalSize > Math.max(1, size) * charxLimits.ratio;
        return !refused;
      },
    });
  } catch {
    return { ok: false, reason: "broken" };
  }
  if (refused) return { ok: false, reason: "too-large" };
  const card = Object.hasOwn(found, "card.json") ? found["card.json"] : undefined;
  if (card === undefined) return { ok: false, reason: "no-card" };
  // The size in the archive's list may lie; what came out is what counts.
  return card.length > charxLimits.card
    ? { ok: false, reason: "too-large" }
    : { ok: true, card, others: seen - 1 };
}

/** One file of the archive by its whole name; undefined where it is not there or broken, "too-large" beyond so many bytes. */
export function readCharxFile(
  bytes: Uint8Array,
  wanted: string,
  most: number,
): Uint8Array | "too-large" | undefined {
  let refused = false;
  let files: { [name: string]: Uint8Array };
  try {
    files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (name !== wanted || refused) return false;
        refused = originalSize > most || originalSize > Math.max(1, size) * charxLimits.ratio;
        return !refused;
      },
    });
  } catch {
    return undefined;
  }
  const file = Object.hasOwn(files, wanted) ? files[wanted] : undefined;
  return refused || (file && file.length > most) ? "too-large" : file;
}
