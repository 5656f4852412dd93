// THE ENGINE of backups on plain files: a folder for each, with its archives and manifest.json, in BACKUP_DIR (DESIGN 9).
import { createWriteStream } from "node:fs";
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../error.ts";
import { archivePattern, BackupState, backupNamePattern, Manifest } from "../schema/backup.ts";
import type { BackupDraft, Backups } from "./backups.ts";
import {
  liesInside,
  makeFolder,
  replaceFile,
  storageError,
  sweepTemporary,
  syncFolder,
  systemCode,
  temporaryName,
} from "./durable.ts";
import type { Upload } from "./folders.ts";
import { issuesOf, renderJson } from "./json-text.ts";

const manifestFile = "manifest.json";
const stateFile = "state.json";
const wishFile = ".wanted";

/** Where an archive lies; its name is checked before a path is made of it. */
function archiveIn(folder: string, file: string): string {
  if (!archivePattern.test(file)) throw new Error(`${file} is no archive of a backup`);
  return join(folder, file);
}

async function written(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  await makeFolder(dirname(path));
  let ofDisk: unknown;
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  file.once("error", (error) => {
    ofDisk = error;
  });
  await pipeline(Readable.from(content), file).catch((error: unknown) => {
    throw ofDisk === error ? storageError(error, path) : error;
  });
  await syncFolder(dirname(path));
  return (await stat(path)).size;
}

async function opened(path: string): Promise<Upload> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw storageError(error, path);
    throw new AppError("damaged", `${basename(path)} of the backup is missing.`);
  }
  const { size } = await handle.stat();
  return {
    size,
    async read(offset, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

function manifestOf(name: string, text: string): Manifest {
  const damaged = (details?: unknown) =>
    new AppError("damaged", `The manifest of the backup ${name} cannot be read.`, { details });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged();
  }
  const checked = Manifest.safeParse(value);
  if (!checked.success) throw damaged(issuesOf(checked.error));
  return checked.data;
}

/** The real place of a folder that need not be there yet. */
async function placeOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    return join(await placeOf(dirname(path)), basename(path));
  }
}

/**
 * Refuses a backup folder that lies in the data folder, also by way of a link: whoever loses the one would lose the other.
 * AppError `unavailable`, one line.
 */
export async function checkApart(dataFolder: string, backupFolder: string): Promise<void> {
  const [data, backups] = await Promise.all([placeOf(dataFolder), placeOf(backupFolder)]);
  if (!liesInside(data, backups)) return;
  throw new AppError(
    "unavailable",
    "BACKUP_DIR lies inside DATA_DIR; set it to a folder outside, best on another disk.",
  );
}

function draftAt(building: string, folder: string): BackupDraft {
  return {
    add: (file, content) => written(archiveIn(building, file), content),
    open: (file) => opened(archiveIn(building, file)),
    async finish(manifest) {
      try {
        await replaceFile(join(building, manifestFile), renderJson(manifest));
        await rename(building, folder);
        await syncFolder(dirname(folder));
      } catch (error) {
        throw storageError(error, folder);
      }
    },
    discard: () => rm(building, { recursive: true, force: true }),
  };
}

/** Backups in a folder, which is made with the first one. Nothing is read before it is asked for. */
export function backupFolder(folder: string): Backups {
  const at = (name: string) => {
    if (!backupNamePattern.test(name)) throw new AppError("not_found", "There is no backup of that name.");
    return join(folder, name);
  };
  const readText = (name: string) =>
    readFile(join(at(name), manifestFile), "utf8").catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") throw new AppError("not_found", "There is no backup of that name.");
      throw storageError(error, manifestFile);
    });
  return {
    async names() {
      const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
        if (systemCode(error) === "ENOENT") return [];
        throw storageError(error, folder);
      });
      const named = entries.filter((entry) => entry.isDirectory() && backupNamePattern.test(entry.name));
      return named.map(({ name }) => name).sort();
    },
    manifest: async (name) => manifestOf(name, await readText(name)),
    open: (name, file) => opened(archiveIn(at(name), file)),
    async begin(name) {
      await makeFolder(folder);
      // What a kill left of an earlier one.
      await sweepTemporary(folder);
      const building = temporaryName(at(name));
      await makeFolder(building);
      return draftAt(building, at(name));
    },
    async rewrite(name, archives, manifest) {
      const home = at(name);
      for (const [file, content] of archives) {
        const path = archiveIn(home, file);
        if (content === null) await rm(path, { force: true });
        else {
          const next = temporaryName(path);
          await written(next, content);
          await rename(next, path);
        }
        await syncFolder(dirname(path)).catch(() => undefined);
      }
      await replaceFile(join(home, manifestFile), renderJson(manifest()));
    },
    async remove(name) {
      // Gone at once under its name; what a kill leaves is swept with the next one.
      const going = temporaryName(at(name));
      await rename(at(name), going);
      await rm(going, { recursive: true, force: true });
    },
    async state() {
      const text = await readFile(join(folder, stateFile), "utf8").catch(() => "{}");
      try {
        return BackupState.parse(JSON.parse(text));
      } catch {
        return BackupState.parse({});
      }
    },
    async note(state) {
      await makeFolder(folder);
      await replaceFile(join(folder, stateFile), renderJson(state));
    },
    async takeWish() {
      return unlink(join(folder, wishFile)).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Leaves a wish for the house that is running: it makes a backup at its next tick. */
export async function wishForBackup(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, wishFile), "");
}
