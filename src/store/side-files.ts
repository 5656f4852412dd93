// `.recovered/`: last good copies of documents, what was written while one was damaged, and what repairs cut off (DESIGN 3).
import { rmSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { hashOf } from "./canonical.ts";
import { readWhole } from "./document-file.ts";
import { makeFolder, realPlace, replaceFile, storageError, syncFolder, systemCode } from "./durable.ts";
import { recoveredFolder } from "./engine.ts";
import { renderJson } from "./json-text.ts";

/**
 * How last good copies are kept, at the cost of no write in a turn: a copy is made when a document is seen damaged, and of
 * each document at a clean stop (and when its owner leaves the cache). The first commit to a document removes its copy before
 * the document changes. So a copy always equals the last content this program knew, an erased text never lives on in one, and
 * a copy that differs from the file at the next start shows what the owner edited in between. After a kill there is no copy of
 * what was written since the start; those files were replaced whole and need none.
 * While a document is damaged, commits go to its copy, and `<name>.base.json` keeps the good version they started from.
 */
export type SideFiles = {
  path(file: string): string;
  basePath(file: string): string;
  has(file: string): boolean;
  hasBase(file: string): boolean;
  keep(file: string, value: unknown): Promise<void>;
  keepBase(file: string, value: unknown): Promise<void>;
  /** Removes both copies, durably. */
  drop(file: string): Promise<void>;
  /** Keeps bytes under a name of their own; the same bytes are kept once. */
  keepBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes each file whose name or text holds what must go; answers their names. Part of an erasure (invariant 4). */
  erase(holds: (text: string) => boolean): Promise<string[]>;
};

const baseName = (file: string) => `${basename(file, ".json")}.base.json`;

/** The side files of one owner's folder. */
export async function sideFiles(folder: string, within: string): Promise<SideFiles> {
  const home = join(folder, recoveredFolder);
  const names = new Set(
    await readdir(home).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw error;
    }),
  );
  const write = async (name: string, text: string | Uint8Array) => {
    await makeFolder(home);
    // The folder itself may be a link: it is followed only inside the data folder.
    await realPlace(home, within);
    await replaceFile(join(home, name), text, { within });
    names.add(name);
  };
  const remove = async (name: string): Promise<boolean> => {
    if (!names.delete(name)) return false;
    rmSync(join(home, name), { force: true });
    return true;
  };
  return {
    path: (file) => join(home, file),
    basePath: (file) => join(home, baseName(file)),
    has: (file) => names.has(file),
    hasBase: (file) => names.has(baseName(file)),
    keep: (file, value) => write(file, renderJson(value)),
    keepBase: (file, value) => write(baseName(file), renderJson(value)),
    async drop(file) {
      const copy = await remove(file);
      const base = await remove(baseName(file));
      if (copy || base) await syncFolder(home);
    },
    keepBytes: (name, bytes) => write(`${name}.${hashOf(bytes).slice(0, 8)}`, bytes),
    async erase(holds) {
      const removed = await eraseBelow(home, within, holds);
      for (const name of removed) names.delete(name);
      return removed;
    },
  };
}

async function eraseBelow(home: string, within: string, holds: (text: string) => boolean): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw storageError(error, home);
  });
  const removed: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const { bytes } = await readWhole(await realPlace(path, within));
    if (!holds(bytes.toString("utf8")) && !holds(entry.name)) continue;
    await unlink(path);
    removed.push(relative(home, path));
  }
  if (removed.length > 0) await syncFolder(home);
  return removed.sort();
}
