// Takes a companion out of backups that hold what its owner erased; the rest of each backup stays as it is (invariant 4, part 4).
import { createHash } from "node:crypto";
import { readEntry } from "../archive/zip-content.ts";
import { type ZipInput, zipOf } from "../archive/zip-write.ts";
import type { Deps } from "../deps.ts";
import type { BackupArchive, Manifest } from "../schema/backup.ts";
import type { Id } from "../schema/common.ts";
import type { Backups } from "../store/backups.ts";
import type { Upload } from "../store/folders.ts";
import { account } from "../store/store.ts";
import { entriesOf } from "./backup-check.ts";
import { isOfCompanion, sharedFactsFile } from "./backup-search.ts";

/**
 * Removes a companion's archives from a backup, and puts its owner's shared facts as they are now in the place of the old ones.
 * May be repeated: a stop in between leaves a backup that says so when it is read, and a repeat ends it. AppError `not_found` for
 * an unknown name, `storage` where the disk refuses.
 */
export async function purgeBackup(
  deps: Pick<Deps, "store" | "clock">,
  backups: Backups,
  name: string,
  user: Id,
  owner: Id | undefined,
): Promise<void> {
  const manifest = await backups.manifest(name);
  const gone = manifest.archives.filter(({ file }) => isOfCompanion(file, user));
  const archives = new Map<string, AsyncIterable<Uint8Array> | null>(gone.map(({ file }) => [file, null]));
  const house = manifest.archives.find(({ file }) => file === "house.zip");
  const facts = owner === undefined ? undefined : sharedFactsFile(owner);
  const told = house?.files.find((file) => file.name === facts);
  const source = house && told ? await backups.open(name, house.file) : undefined;
  try {
    let rewritten: BackupArchive | undefined;
    if (house && told && source && owner !== undefined) {
      const text = await factsNow(deps, owner);
      rewritten = { ...house, files: house.files.map((file) => (file === told ? ofText(file, text) : file)) };
      archives.set(house.file, zipOf(await inputsOf(source, house, told.name, text)));
    }
    await backups.rewrite(name, archives, () => purged(manifest, gone, rewritten, user, deps.clock.now()));
  } finally {
    await source?.close();
  }
}

async function factsNow(deps: Pick<Deps, "store" | "clock">, owner: Id): Promise<Buffer> {
  const there = await deps.store.exists(account(owner));
  const facts = there ? await deps.store.read(account(owner), "shared_facts") : [];
  return Buffer.from(`${JSON.stringify(facts, null, 2)}\n`);
}

type ListedFile = BackupArchive["files"][number];

function ofText(file: ListedFile, text: Buffer): ListedFile {
  return { ...file, bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };
}

async function inputsOf(
  source: Upload,
  house: BackupArchive,
  replaced: string,
  text: Buffer,
): Promise<ZipInput[]> {
  async function* content() {
    yield text;
  }
  return (await entriesOf(source, house)).map(({ entry }) => ({
    name: entry.name,
    modified_at: entry.modified_at,
    content: entry.name === replaced ? content() : readEntry(source, entry),
  }));
}

function purged(
  manifest: Manifest,
  gone: readonly BackupArchive[],
  house: BackupArchive | undefined,
  user: Id,
  at: number,
): Manifest {
  const kept = manifest.archives.filter((archive) => !gone.includes(archive));
  return {
    ...manifest,
    archives: kept.map((archive) => (house && archive.file === house.file ? house : archive)),
    purged: [...manifest.purged.filter(({ user_id }) => user_id !== user), { user_id: user, at }],
  };
}
