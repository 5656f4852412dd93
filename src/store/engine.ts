// What every part of the file engine is given: where the folder is, the clock, the queues, and whom to tell (DESIGN 3, 8).
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../error.ts";
import { type Id, idPattern, type Seconds } from "../schema/common.ts";
import type { Queue } from "./serial.ts";
import type { Owner, StoreEvent } from "./store.ts";

/** The two voices this floor needs of the house's log. */
export type EngineLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type Engine = {
  /** The real path of the data folder. */
  root: string;
  clock: { now(): Seconds };
  newId(): string;
  log: EngineLog;
  queue: Queue;
  emit(event: StoreEvent): void;
  /** True where the last process did not stop cleanly, so that a commit may stand half written. */
  unclean: boolean;
  /** Companions in use: those of the start, and what was made or taken in since. A folder that somebody copies there is none. */
  companions: Set<Id>;
  /** Time zones of accounts, as last read. */
  zones: Map<Id, string>;
};

export const companionsFolder = "ai_users";
export const accountsFolder = "accounts";
export const trashFolder = "trash";
export const recoveredFolder = ".recovered";
export const cacheFolder = ".cache";

/** One key for each owner's queue and cache. */
export function keyOfOwner(owner: Owner): string {
  return `${owner.kind}/${owner.id}`;
}

/** Folder of an owner. An id that is none (C207): AppError `not_found`, before any path is built of it. */
export function folderOf(root: string, owner: Owner): string {
  if (owner.kind === "house") return root;
  if (!idPattern.test(owner.id)) throw noSuchOwner(owner);
  return join(root, owner.kind === "companion" ? companionsFolder : accountsFolder, owner.id);
}

export function noSuchOwner(owner: Owner): AppError {
  return new AppError("not_found", owner.kind === "companion" ? "No such companion." : "No such account.");
}

/** True where a folder stands at the path itself; a link does not count, a refusal is an error and no "not there". */
export async function isFolder(path: string): Promise<boolean> {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
