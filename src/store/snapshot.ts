// Copies a folder as it stands at one moment: in its owner's queue, so that nothing is half written in it (DESIGN 7).
import { createReadStream } from "node:fs";
import { constants, copyFile, readdir, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../error.ts";
import { makeFolder, realPlace, storageError, systemCode, temporaryName } from "./durable.ts";
import { cacheFolder, type Engine } from "./engine.ts";
import type { FolderFile, Snapshot } from "./folders.ts";

/** Names that are no part of a folder: derived, locks, and what writes leave for a moment. */
const left = (name: string) => name === cacheFolder || name.startsWith(".lock") || name.endsWith(".tmp");

/** Files below a folder, sorted; with `deep: false` only the folder itself and its side files. */
async function namesBelow(folder: string, deep: boolean, prefix = ""): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    if (left(entry.name)) continue;
    const name = `${prefix}${entry.name}`;
    if (!entry.isDirectory()) names.push(name);
    else if (deep || name === ".recovered") names.push(...(await namesBelow(folder, deep, `${name}/`)));
  }
  return names.sort();
}

/** Copies one file; "gone" for what is none or went meanwhile, "missed" for what may not be read or leads out of the data folder. */
async function copied(
  engine: Engine,
  from: string,
  to: string,
  name: string,
): Promise<FolderFile | "gone" | "missed"> {
  try {
    const real = await realPlace(join(from, name), engine.root);
    const found = await stat(real);
    if (!found.isFile()) return found.isDirectory() ? "missed" : "gone";
    const target = join(to, name);
    await makeFolder(dirname(target));
    await copyFile(real, target, constants.COPYFILE_FICLONE);
    await utimes(target, found.atimeMs / 1000, found.mtimeMs / 1000);
    return { name, bytes: (await stat(target)).size, modified_at: Math.floor(found.mtimeMs / 1000) };
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return "gone";
    const refused = error instanceof AppError || ["EACCES", "EPERM"].includes(systemCode(error));
    if (!refused) throw error;
    engine.log.warn({ file: name }, "a file could not be taken along");
    return "missed";
  }
}

/**
 * A copy of a folder's files in the data folder, under a name that the next start sweeps away. To be called in the queue of
 * whoever writes there. Disk refuses: AppError `storage`, nothing stays.
 */
export async function snapshotOf(engine: Engine, folder: string, deep: boolean): Promise<Snapshot> {
  const copy = temporaryName(join(engine.root, "snapshot"));
  const close = () => rm(copy, { recursive: true, force: true });
  try {
    await makeFolder(copy);
    const files: FolderFile[] = [];
    const missed: string[] = [];
    for (const name of await namesBelow(folder, deep)) {
      const file = await copied(engine, folder, copy, name);
      if (file === "missed") missed.push(name);
      else if (file !== "gone") files.push(file);
    }
    const known = new Set(files.map(({ name }) => name));
    const read = (name: string): AsyncIterable<Uint8Array> => {
      if (!known.has(name)) throw new Error(`${name} is not in this snapshot`);
      return createReadStream(join(copy, name));
    };
    return { files, missed, read, close };
  } catch (error) {
    await close();
    throw storageError(error, folder);
  }
}
