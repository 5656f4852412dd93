// `.cache/`: derived text that may vanish at any time; written whole but not durably (DESIGN 3).
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
  try {
    return readFileSync(placeOf(folder, name), "utf8");
  } catch {
    return undefined;
  }
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
    if (text === undefined) return rmSync(path, { force: true });
    await makeFolder(dirname(path));
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch {
    for (const stale of [temporary, path]) dropQuietly(stale);
    log.warn({ cache: basename(path) }, "derived text could not be kept");
  }
}

/** A text that could not be replaced must not stand for the new one. */
function dropQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It was said already that the disk refuses.
  }
}
