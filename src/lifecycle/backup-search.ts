// Which backups still hold a text that was erased: looked for in what they keep of the companion, each version of a file once (part 4).

import { readWholeEntry } from "../archive/zip-content.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { fileHolds } from "../memory/erase-change.ts";
import type { EraseTarget } from "../memory/erase-target.ts";
import type { BackupArchive } from "../schema/backup.ts";
import type { Id } from "../schema/common.ts";
import type { Backups } from "../store/backups.ts";
import { entriesOf } from "./backup-check.ts";

/** True for a file of this name and text that must not be kept. */
type FileHolds = (name: string, text: string) => boolean;

/** The archives of a backup that are about a companion: its folder, and its folders in the trash. */
export function isOfCompanion(file: string, user: Id): boolean {
  if (file === `ai_users/${user}.zip`) return true;
  return file.startsWith(`trash/${user}.`) && /^\d+\.zip$/.test(file.slice(`trash/${user}.`.length));
}

/** The account's projection in house.zip, where shared facts are told on. */
export function sharedFactsFile(owner: Id): string {
  return `accounts/${owner}/facts.json`;
}

const idField = /"(?:id|message_id)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

/** As the erasure itself looks, and by the ids that went: their words may stand elsewhere as well. */
function holdsIn(target: EraseTarget): FileHolds {
  const inText = fileHolds(target);
  const ids = new Set([...target.messages, ...target.asked, ...target.entries]);
  return (name, text) =>
    target.holds(name) ||
    (ids.size > 0 && [...text.matchAll(idField)].some(([, id]) => id !== undefined && ids.has(id))) ||
    inText(text);
}

/**
 * Names of the backups, oldest first, that hold what an erasure of this companion is about. One whose archives cannot be read
 * counts as holding it. Files of a companion that stayed the same between two backups are looked through once.
 */
export async function backupsHolding(
  deps: Deps,
  backups: Backups,
  user: Id,
  owner: Id,
  target: EraseTarget,
): Promise<string[]> {
  const holds = holdsIn(target);
  const known = new Map<string, boolean>();
  const found: string[] = [];
  for (const name of await backups.names()) {
    try {
      const { archives } = await backups.manifest(name);
      for (const archive of archives) {
        const wanted = wantedIn(archive, user, owner);
        if (wanted.size === 0 || !(await archiveHolds(backups, name, archive, wanted, known, holds)))
          continue;
        found.push(name);
        break;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deps.log.warn({ backup: name, error: error.code }, "a backup could not be looked through");
      found.push(name);
    }
  }
  return found;
}

/** Names in an archive that are looked at. */
function wantedIn({ file, files }: BackupArchive, user: Id, owner: Id): Set<string> {
  if (isOfCompanion(file, user)) return new Set(files.map(({ name }) => name));
  if (file !== "house.zip") return new Set();
  return new Set(files.map(({ name }) => name).filter((name) => name === sharedFactsFile(owner)));
}

async function archiveHolds(
  backups: Backups,
  name: string,
  archive: BackupArchive,
  wanted: ReadonlySet<string>,
  known: Map<string, boolean>,
  holds: FileHolds,
): Promise<boolean> {
  const keyOf = (file: { name: string; sha256: string }) => `${file.name}\n${file.sha256}`;
  const files = archive.files.filter((file) => wanted.has(file.name));
  if (files.some((file) => known.get(keyOf(file)) === true)) return true;
  const fresh = files.filter((file) => !known.has(keyOf(file)));
  if (fresh.length === 0) return false;
  const source = await backups.open(name, archive.file);
  try {
    const entries = new Map((await entriesOf(source, archive)).map(({ entry }) => [entry.name, entry]));
    for (const file of fresh) {
      const entry = entries.get(file.name);
      if (!entry) continue;
      const text = (await readWholeEntry(source, entry)).toString("utf8");
      const held = holds(file.name.slice(file.name.lastIndexOf("/") + 1), text);
      known.set(keyOf(file), held);
      if (held) return true;
    }
    return false;
  } finally {
    await source.close();
  }
}
