// The picture of a companion, avatar.png in its folder: whoever put it there, it is given out only where it is a PNG of modest size.
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pictureName } from "../schema/folder-names.ts";
import { realPlace } from "./durable.ts";

/** Bytes of a picture that is taken at most. */
export const largestPicture = 8 * 1024 * 1024;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Whether these are the bytes of a PNG, by their beginning, and not too many. */
export function isPicture(bytes: Uint8Array): boolean {
  return bytes.length <= largestPicture && signature.equals(bytes.subarray(0, signature.length));
}

type Picture = { bytes: Uint8Array; mark: string };

/** Opens the picture of a folder and reads what is asked; undefined where there is none that can be used. */
async function reading<T>(
  folder: string,
  root: string,
  read: (file: { bytes(length: number): Promise<Uint8Array>; size: number; mark: string }) => Promise<T>,
): Promise<T | undefined> {
  try {
    const file = await open(await realPlace(join(folder, pictureName), root), "r");
    try {
      const { size, mtimeMs } = await file.stat();
      if (size > largestPicture) return undefined;
      const bytes = async (length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      };
      return await read({ bytes, size, mark: `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}` });
    } finally {
      await file.close();
    }
  } catch {
    // None, a folder in its place, or a link that leads out: no picture.
    return undefined;
  }
}

/** The picture and what tells it from an earlier one. */
export function readPictureFile(folder: string, root: string): Promise<Picture | undefined> {
  return reading(folder, root, async ({ bytes, size, mark }) => {
    const whole = await bytes(size);
    return isPicture(whole) ? { bytes: whole, mark } : undefined;
  });
}

/** The mark alone. */
export function markOfPicture(folder: string, root: string): Promise<string | undefined> {
  return reading(folder, root, async ({ bytes, mark }) =>
    isPicture(await bytes(signature.length)) ? mark : undefined,
  );
}
