// `.cache/`: derived text that may vanish at any time; written whole but not durably (DESIGN 3).
import { readFile, rename, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hashOf } from "./canonical.ts";
import { makeFolder, temporaryName } from "./durable.ts";
import { cacheFolder, type EngineLog } from "./engine.ts";

/** A name of any kind becomes a plain file name; what is no such name already gets its hash. */
function placeOf(folder: string, name: string): string {
  const plain = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/.test(name) && !name.endsWith(".tmp");
  return join(folder, cacheFolder, plain ? name : `h_${hashOf(name)}`);
}

/** The derived text of that name, or undefined where there is none or it cannot be read: it can be made again. */
export async function readDerived(folder: string, name: string): Promise<string | undefined> {
  return readFile(placeOf(folder, name), "utf8").catch(() => undefined);
}

/** Keeps derived text, or removes it where it is undefined. A disk that refuses only costs time later, so it is no error. */
export async function writeDerived(
  folder: string,
  name: string,
  text: string | undefined,
  log: EngineLog,
): Promise<void> {
  const path = placeOf(folder, name);
  const temporary = temporaryName(path);
  try {
    if (text === undefined) return await unlink(path).catch(() => undefined);
    await makeFolder(dirname(path));
    await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch {
    await unlink(temporary).catch(() => undefined);
    // A text that could not be replaced must not stand for the new one.
    await unlink(path).catch(() => undefined);
    log.warn({ cache: basename(path) }, "derived text could not be kept");
  }
}
