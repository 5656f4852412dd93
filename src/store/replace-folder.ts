// Puts a whole data folder in the place of another, which is kept: filled out of sight, then moved name by name (part 4, restore).
import { createWriteStream, existsSync, lstatSync } from "node:fs";
import { mkdir, readdir, rename, rm, unlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../error.ts";
import {
  liesInside,
  makeFolder,
  storageError,
  sweepTemporary,
  syncFolder,
  systemCode,
  temporaryName,
} from "./durable.ts";
import { syncAll } from "./stage-folder.ts";

/** Stands in a data folder while its content is being exchanged. */
const markerFile = ".restoring.tmp";
/** What a data folder may hold and still count as empty. */
const ownNames = (name: string) => name === ".lock" || name.startsWith(".lock.") || name === markerFile;
const trifles: ReadonlySet<string> = new Set(["README.md", ".gitkeep", ".DS_Store", "lost+found"]);

/** AppError `unavailable` where a restore of this folder was broken off in the middle. */
export function refuseHalfRestored(root: string): void {
  if (!existsSync(join(root, markerFile))) return;
  throw new AppError(
    "unavailable",
    "A restore of this data folder was broken off. Run the same `npm run restore` again; nothing is lost.",
  );
}

async function isEmpty(path: string): Promise<boolean> {
  if (!lstatSync(path).isDirectory()) return false;
  const names = await readdir(path);
  for (const name of names) if (!(await isEmpty(join(path, name)))) return false;
  return true;
}

/** Names in a data folder that somebody would miss; none in one that a first start has just made. */
async function heldNames(root: string): Promise<string[]> {
  const held: string[] = [];
  for (const name of await readdir(root)) {
    if (ownNames(name) || trifles.has(name)) continue;
    if (!(await isEmpty(join(root, name)))) held.push(name);
  }
  return held;
}

export type Replacement = {
  /** Content for a name below the data folder. */
  write(name: string, content: AsyncIterable<Uint8Array>, modifiedAt: number): Promise<void>;
  /** Exchanges the content. Answers the folder that what was there before is kept in; undefined where there was nothing. */
  exchange(keptName: string): Promise<string | undefined>;
  discard(): Promise<void>;
};

const elsewhere: ReadonlySet<string> = new Set(["EXDEV", "EACCES", "EPERM", "EROFS", "EBUSY"]);

/** A new folder of this name, or with a number where that is taken. */
async function madeFolder(path: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : `${path}-${n}`;
    try {
      await mkdir(name, { mode: 0o700 });
      return name;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

/** Where the old content goes: beside the data folder, or into it where that is a disk of its own or nothing may be made there. */
async function shelter(root: string, keptName: string): Promise<string> {
  let beside: string | undefined;
  try {
    beside = await madeFolder(`${root}.${keptName}`);
    // Nothing can be moved to another disk: the marker tries the way there and back.
    await rename(join(root, markerFile), join(beside, markerFile));
    await rename(join(beside, markerFile), join(root, markerFile));
    return beside;
  } catch (error) {
    if (!elsewhere.has(systemCode(error))) throw storageError(error, root);
    if (beside !== undefined) await rm(beside, { recursive: true, force: true });
    return madeFolder(join(root, `.${keptName}`));
  }
}

async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) await rename(join(from, name), join(to, name));
  await syncFolder(to);
  await syncFolder(from);
}

/**
 * Begins to replace the content of a data folder, whose lock the caller holds. There is something in it and `force` is not given:
 * AppError `conflict`. One that was broken off in the middle may always be ended.
 */
export async function beginReplacement(root: string, force: boolean): Promise<Replacement> {
  await sweepTemporary(root);
  const broken = existsSync(join(root, markerFile));
  if (!force && !broken && (await heldNames(root)).length > 0)
    throw new AppError(
      "conflict",
      "The data folder is not empty. With --force it is replaced, and what is in it now is kept beside it.",
    );
  const staging = temporaryName(join(root, "restore"));
  await makeFolder(staging);
  return {
    async write(name, content, modifiedAt) {
      const path = join(staging, name);
      if (!liesInside(staging, path)) throw new Error(`${name} leads out of the data folder`);
      await makeFolder(dirname(path));
      await pipeline(Readable.from(content), createWriteStream(path, { flags: "wx", mode: 0o600 }));
      await utimes(path, modifiedAt, modifiedAt);
    },
    async exchange(keptName) {
      await syncAll(staging);
      await writeFile(join(root, markerFile), "");
      const inside = basename(staging);
      const held = (await heldNames(root)).some((name) => name !== inside);
      const kept = held ? await shelter(root, keptName) : undefined;
      const old = (await readdir(root)).filter(
        (name) => !ownNames(name) && name !== inside && join(root, name) !== kept,
      );
      if (kept) await moveAll(old, root, kept);
      else for (const name of old) if (!trifles.has(name)) await rm(join(root, name), { recursive: true });
      await moveAll(await readdir(staging), staging, root);
      await rm(staging, { recursive: true });
      await unlink(join(root, markerFile));
      await syncFolder(root);
      return kept;
    },
    discard: () => rm(staging, { recursive: true, force: true }),
  };
}
