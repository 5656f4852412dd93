// THE ENGINE of storage on plain files: the port's functions over folders, one queue for each owner (DESIGN 3).
import { mkdir, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../error.ts";
import type { Seconds } from "../schema/common.ts";
import { copyJson, freezeJson, revisionOf } from "./canonical.ts";
import { commitTo } from "./commit.ts";
import { readDerived, writeDerived } from "./derived.ts";
import { storageError, sweepTemporary } from "./durable.ts";
import {
  accountsFolder,
  cacheFolder,
  companionsFolder,
  type Engine,
  type EngineLog,
  folderOf,
  isFolder,
} from "./engine.ts";
import { fileState, fileStates } from "./file-states.ts";
import { type Folders, inUse } from "./in-use.ts";
import { takeLock } from "./lock.ts";
import { logOf } from "./message-log.ts";
import { noticeEdits } from "./notice.ts";
import { current, glanceAt, glanceAtLog, loadAll, refuseNewer } from "./open-folder.ts";
import {
  createOwner,
  eraseTrash,
  idsThere,
  listOwners,
  listTrash,
  removeOwner,
  restoreCompanion,
  trashCompanion,
} from "./owner-folders.ts";
import { listParts, readPart } from "./parts.ts";
import { refuseHalfRestored } from "./replace-folder.ts";
import { createQueue } from "./serial.ts";
import { companion, type Owner, type Store, type StoreEvent } from "./store.ts";
import { dropUpgradeCopies } from "./upgrade.ts";
import { watchFolder } from "./watch.ts";
import { wholeFolders } from "./whole-folders.ts";

export type FilesOptions = {
  /** The data folder; made if it is not there. */
  folder: string;
  clock: { now(): Seconds };
  newId(): string;
  log: EngineLog;
  /** Watch for hand edits; without it they are seen at the next use of the file. Default true. */
  watch?: boolean;
};

type Listeners = Set<(event: StoreEvent) => void>;

function emitTo(listeners: Listeners, log: EngineLog): (event: StoreEvent) => void {
  return (event) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A deaf listener must not fail the write that it was only told of.
        log.warn(
          { document: event.document, name: error instanceof Error ? error.name : "" },
          "a listener threw",
        );
      }
    }
  };
}

async function prepareFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await realpath(folder);
  } catch (error) {
    throw storageError(error, basename(folder));
  }
}

async function prepareRooms(root: string): Promise<void> {
  for (const name of [companionsFolder, accountsFolder]) {
    await mkdir(join(root, name), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw storageError(error, name);
    });
  }
  await sweepTemporary(root);
}

/** Documents, parts and cache: what runs inside the owner's queue. */
function documentsOf(
  engine: Engine,
  folders: Folders,
): Pick<Store, "read" | "view" | "look" | "revision" | "commit" | "parts" | "cache"> {
  return {
    read: (owner, name) =>
      folders.use(owner, async (open) => {
        const { low } = await current(engine, open, name);
        return copyJson(low.data) as never;
      }),
    view: (owner, name) =>
      folders.use(owner, async (open) => {
        const { low } = await current(engine, open, name);
        freezeJson(low.data);
        return low.data as never;
      }),
    look: (owner, names) =>
      folders.use(owner, async (open) => {
        for (const name of names) await glanceAt(engine, open, name);
        if (open.log) await glanceAtLog(engine, open);
      }),
    revision: (owner, name) =>
      folders.use(owner, async (open) => revisionOf((await current(engine, open, name)).low.data)),
    commit: (owner, names, meta, change) =>
      folders.use(owner, (open) => commitTo(engine, open, names, meta, change)),
    parts: {
      list: (owner, kind) =>
        folders.use(owner, async (open) => {
          refuseNewer(open);
          return listParts({ folder: open.folder, root: engine.root }, kind);
        }),
      read: (owner, kind, name) =>
        folders.use(owner, async (open) => {
          refuseNewer(open);
          return readPart({ folder: open.folder, root: engine.root }, kind, name);
        }),
    },
    cache: {
      read: (owner, name) => folders.use(owner, (open) => readDerived(open.folder, name)),
      write: (owner, name, text) =>
        folders.use(owner, (open) => writeDerived(open.folder, name, text, engine.log)),
    },
  };
}

/** What was changed, what stands in the folder, and what an erasure takes out of both. */
function historyOf(
  engine: Engine,
  folders: Folders,
): Pick<Store, "changes" | "change" | "files" | "file" | "erase"> {
  return {
    changes: (owner, page) => folders.use(owner, (open) => open.changes.page(page)),
    change: (owner, id) => folders.use(owner, (open) => open.changes.find(id)),
    files: (owner) => folders.use(owner, (open) => fileStates(engine, open)),
    file: (owner, name) => folders.use(owner, (open) => fileState(engine, open, name)),
    erase: {
      changes: (owner, holds) => folders.use(owner, (open) => open.changes.redact(holds)),
      sideFiles: (owner, holds) =>
        folders.use(owner, async (open) => {
          await loadAll(engine, open);
          await rm(join(open.folder, cacheFolder), { recursive: true, force: true });
          return open.around.side.erase(holds);
        }),
      trash: (id, holds) => engine.queue.run(`trash/${id}`, () => eraseTrash(engine, id, holds)),
    },
  };
}

/** Folders as a whole; each in its owner's queue, after what is still being written there. */
function ownersOf(
  engine: Engine,
  folders: Folders,
): Pick<Store, "list" | "exists" | "create" | "trash" | "restore" | "trashed" | "remove"> {
  const exists = async (owner: Owner) => {
    try {
      const there = await isFolder(folderOf(engine.root, owner));
      return there && (owner.kind !== "companion" || engine.companions.has(owner.id));
    } catch (error) {
      // An id that is none names nobody.
      if (error instanceof AppError && error.code === "not_found") return false;
      throw error;
    }
  };
  return {
    exists,
    list: (kind) => listOwners(engine, kind),
    create: (owner, values, picture) =>
      folders.closed(owner, () => createOwner(engine, owner, values, picture)),
    trash: (id) => folders.closed(companion(id), () => trashCompanion(engine, id)),
    restore: (id) => folders.closed(companion(id), () => restoreCompanion(engine, id)),
    trashed: () => listTrash(engine),
    remove: (owner, options) =>
      folders.closed(owner, () => removeOwner(engine, owner, options?.fromTrash ?? false)),
  };
}

/**
 * Opens a data folder. Another process has it: AppError `unavailable` naming the pid; it cannot be written to: AppError
 * `storage`, one line (C157). What a kill left half done is ended, companion by companion, at its first use.
 */
export async function openFiles(options: FilesOptions): Promise<Store> {
  const { clock, newId, log } = options;
  const root = await prepareFolder(options.folder);
  const lock = await takeLock(root);
  const listeners: Listeners = new Set();
  const queue = createQueue();
  const engine: Engine = {
    root,
    clock,
    newId,
    log,
    queue,
    emit: emitTo(listeners, log),
    unclean: lock.unclean,
    companions: new Set(),
    zones: new Map(),
  };
  const folders = inUse(engine);
  let stopWatching = async () => {};
  try {
    refuseHalfRestored(root);
    await prepareRooms(root);
    for (const id of await idsThere(engine, "companion")) engine.companions.add(id);
    if (!lock.unclean) {
      for (const id of await listOwners(engine, "companion"))
        await dropUpgradeCopies(folderOf(root, companion(id)));
    }
    if (options.watch ?? true) stopWatching = await watchFolder(root, log, noticeEdits(engine, folders));
  } catch (error) {
    await lock.release();
    throw error;
  }
  return {
    ...documentsOf(engine, folders),
    ...historyOf(engine, folders),
    ...ownersOf(engine, folders),
    log: logOf(engine, folders),
    folders: wholeFolders(engine, folders),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await stopWatching();
      await folders.closeAll();
      await queue.idle();
      await lock.release();
    },
  };
}
