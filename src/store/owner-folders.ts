// Folders as a whole: who is there, making one at once or not at all, and the trash (DESIGN 3).
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../error.ts";
import { type Id, idPattern, type Seconds } from "../schema/common.ts";
import { type DocumentName, documents } from "../schema/documents.ts";
import { pictureName } from "../schema/folder-names.ts";
import { isObject } from "./canonical.ts";
import { readDocument } from "./document-file.ts";
import { makeFolder, replaceFile, storageError, syncFolder, systemCode, temporaryName } from "./durable.ts";
import {
  accountsFolder,
  companionsFolder,
  type Engine,
  folderOf,
  isFolder,
  noSuchOwner,
  trashFolder,
} from "./engine.ts";
import { issuesOf, renderJson } from "./json-text.ts";
import { formatLog } from "./log-text.ts";
import { companion, type Owner } from "./store.ts";

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw storageError(error, folder);
  });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** Ids of the companions that are in use, or of the accounts, that have a folder; sorted. */
export async function listOwners(engine: Engine, kind: "companion" | "account"): Promise<Id[]> {
  const ids = await idsThere(engine, kind);
  return kind === "companion" ? ids.filter((id) => engine.companions.has(id)) : ids;
}

/** Ids of all that have a folder, sorted. */
export async function idsThere(engine: Pick<Engine, "root">, kind: "companion" | "account"): Promise<Id[]> {
  const names = await foldersIn(join(engine.root, kind === "companion" ? companionsFolder : accountsFolder));
  return names.filter((name) => idPattern.test(name)).sort();
}

function checked(
  owner: Owner,
  values: Readonly<Record<string, unknown>>,
): { file: string; value: unknown }[] {
  return Object.entries(values).map(([name, value]) => {
    const { of, file, schema } = documents[name as DocumentName];
    if (of !== owner.kind) throw new Error(`${name} is no document of a ${owner.kind}`);
    const result = schema.safeParse(value);
    if (result.success) return { file, value: result.data };
    throw new AppError("invalid", `${file} does not fit.`, { details: issuesOf(result.error) });
  });
}

/** Makes an owner's folder with these documents, all or nothing: it is filled under another name first. */
export async function createOwner(
  engine: Engine,
  owner: Owner,
  values: Readonly<Record<string, unknown>>,
  picture?: Uint8Array,
): Promise<void> {
  const folder = folderOf(engine.root, owner);
  const conflict = () => new AppError("conflict", "There is one by this id already.");
  if (owner.kind === "house" || (await isFolder(folder))) throw conflict();
  const files = checked(owner, values);
  const building = temporaryName(folder);
  try {
    await makeFolder(building);
    for (const { file, value } of files) await replaceFile(join(building, file), renderJson(value));
    // An empty log from the start: an owner finds every file of the folder there (DESIGN 3, Creation).
    if (owner.kind === "companion") await replaceFile(join(building, logFile), formatLog([]));
    if (picture) await replaceFile(join(building, pictureName), picture);
    await rename(building, folder);
    if (owner.kind === "companion") engine.companions.add(owner.id);
    await syncFolder(dirname(folder));
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (systemCode(error) === "ENOTEMPTY" || systemCode(error) === "EEXIST") throw conflict();
    throw storageError(error, folder);
  }
}

const logFile = "conversation.json";
const trashName = /^([a-z0-9_-]{1,64})\.(\d+)$/;

type Trashed = { name: string; id: Id; at: Seconds };

/** What lies in the trash, oldest first. */
async function trashEntries(engine: Engine): Promise<Trashed[]> {
  const names = await foldersIn(join(engine.root, trashFolder));
  const entries = names.flatMap((name) => {
    const [, id, at] = trashName.exec(name) ?? [];
    return id !== undefined ? [{ name, id, at: Number(at) }] : [];
  });
  return entries.sort((a, b) => a.at - b.at);
}

/** Names of the folders in the trash, oldest first. */
export async function trashNames(engine: Engine): Promise<string[]> {
  return (await trashEntries(engine)).map(({ name }) => name);
}

async function move(from: string, to: string): Promise<void> {
  try {
    await makeFolder(dirname(to));
    await rename(from, to);
    await syncFolder(dirname(to));
    await syncFolder(dirname(from));
  } catch (error) {
    throw storageError(error, from);
  }
}

/** Moves a companion's folder to the trash; the second it went there is part of its name there. */
export async function trashCompanion(engine: Engine, id: Id): Promise<void> {
  const folder = folderOf(engine.root, companion(id));
  if (!(await isFolder(folder))) throw noSuchOwner(companion(id));
  const taken = new Set((await trashEntries(engine)).map((entry) => entry.name));
  let at = Math.floor(engine.clock.now());
  while (taken.has(`${id}.${at}`)) at += 1;
  await move(folder, join(engine.root, trashFolder, `${id}.${at}`));
  engine.companions.delete(id);
}

/** Brings the one that was trashed last back. Another took its id meanwhile: AppError `conflict`. */
export async function restoreCompanion(engine: Engine, id: Id): Promise<void> {
  const folder = folderOf(engine.root, companion(id));
  const entry = (await trashEntries(engine)).findLast((one) => one.id === id);
  if (!entry) throw noSuchOwner(companion(id));
  if (await isFolder(folder)) throw new AppError("conflict", "There is one by this id already.");
  await move(join(engine.root, trashFolder, entry.name), folder);
  engine.companions.add(id);
}

/** Companions in the trash, oldest first, with the account that owned them. */
export async function listTrash(
  engine: Engine,
): Promise<{ id: Id; trashed_at: Seconds; owner: string | null; name: string }[]> {
  const listed: { id: Id; trashed_at: Seconds; owner: string | null; name: string }[] = [];
  for (const { name, id, at } of await trashEntries(engine)) {
    const { file, schema } = documents.config;
    const config = await readDocument(join(engine.root, trashFolder, name, file), engine.root, schema);
    const { owner, name: called } = config.kind === "good" && isObject(config.value) ? config.value : {};
    listed.push({
      id,
      trashed_at: at,
      owner: typeof owner === "string" ? owner : null,
      name: typeof called === "string" ? called : "",
    });
  }
  return listed;
}

async function removeFolder(folder: string): Promise<void> {
  // Gone at once under its name; a kill while the files go leaves only what the next start sweeps.
  const going = temporaryName(folder);
  await move(folder, going);
  await rm(going, { recursive: true, force: true });
}

/** Removes the copies of an id in the trash that hold what must go, in a file's text or name; answers their names. */
export async function eraseTrash(
  engine: Engine,
  id: Id,
  holds: (text: string) => boolean,
): Promise<string[]> {
  const removed: string[] = [];
  for (const { name } of (await trashEntries(engine)).filter((entry) => entry.id === id)) {
    const folder = join(engine.root, trashFolder, name);
    if (!(await folderHolds(folder, holds))) continue;
    await removeFolder(folder);
    removed.push(name);
  }
  return removed;
}

async function folderHolds(folder: string, holds: (text: string) => boolean): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    if (holds(entry.name)) return true;
    const text = await readFile(join(entry.parentPath, entry.name), "utf8");
    if (holds(text)) return true;
  }
  return false;
}

/** Removes an owner's folder for good, or everything of that id in the trash. Nothing there: AppError `not_found`. */
export async function removeOwner(engine: Engine, owner: Owner, fromTrash: boolean): Promise<void> {
  if (owner.kind === "house") throw new Error("the house cannot be removed");
  const folder = folderOf(engine.root, owner);
  if (!fromTrash) {
    if (!(await isFolder(folder))) throw noSuchOwner(owner);
    await removeFolder(folder);
    if (owner.kind === "companion") engine.companions.delete(owner.id);
    return;
  }
  const entries = (await trashEntries(engine)).filter((entry) => entry.id === owner.id);
  if (entries.length === 0) throw noSuchOwner(owner);
  for (const { name } of entries) await removeFolder(join(engine.root, trashFolder, name));
}
