// Makes one backup: every folder of the house as it stood between two writes, then read back before it counts (part 4).
import { createHash } from "node:crypto";
import { type ZipInput, zipOf } from "../archive/zip-write.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { type BackupArchive, backupFormat, type Manifest } from "../schema/backup.ts";
import type { Seconds } from "../schema/common.ts";
import type { BackupDraft, Backups } from "../store/backups.ts";
import type { Snapshot, WholeFolders } from "../store/folders.ts";
import { checkBackup } from "./backup-check.ts";

type Place = { of: Parameters<WholeFolders["snapshot"]>[0]; prefix: string };

export type MadeBackup = {
  name: string;
  manifest: Manifest;
  /** Files that could not be read and are not in it. */
  missed: string[];
};

/** The name of a backup of this moment that no other has. */
function nameAt(now: Seconds, taken: readonly string[]): string {
  const iso = new Date(now * 1000).toISOString();
  const name = `${iso.slice(0, 10)}_${iso.slice(11, 19).replaceAll(":", "")}Z`;
  let unique = name;
  for (let n = 2; taken.includes(unique); n += 1) unique = `${name}-${n}`;
  return unique;
}

/** All that is worth keeping: the house's own documents and accounts in one archive, each companion and each in the trash in its own. */
async function archivesOf(deps: Pick<Deps, "store" | "clock">): Promise<{ file: string; places: Place[] }[]> {
  const { store } = deps;
  const accounts = (await store.list("account")).map(
    (id): Place => ({ of: { kind: "account", id }, prefix: `accounts/${id}/` }),
  );
  const companions = (await store.list("companion")).map((id) => ({
    file: `ai_users/${id}.zip`,
    places: [{ of: { kind: "companion" as const, id }, prefix: "" }],
  }));
  const trash = (await store.folders.trashed()).map((id) => ({
    file: `trash/${id}.zip`,
    places: [{ of: { kind: "trash" as const, id }, prefix: "" }],
  }));
  const house: Place = { of: { kind: "house", id: "house" }, prefix: "" };
  return [{ file: "house.zip", places: [house, ...accounts] }, ...companions, ...trash];
}

/** What is there when its turn comes; undefined for what went meanwhile. */
async function snapshotOf(deps: Pick<Deps, "store" | "clock">, { of }: Place): Promise<Snapshot | undefined> {
  try {
    return await deps.store.folders.snapshot(of);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** The content as it passes, and its sum at the end. */
async function* summed(
  content: AsyncIterable<Uint8Array>,
  done: (sum: { bytes: number; sha256: string }) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  done({ bytes, sha256: hash.digest("hex") });
}

async function addArchive(
  deps: Pick<Deps, "store" | "clock">,
  draft: BackupDraft,
  file: string,
  places: readonly Place[],
  missed: string[],
): Promise<BackupArchive | undefined> {
  const files: BackupArchive["files"] = [];
  const snapshots: { snapshot: Snapshot; prefix: string }[] = [];
  try {
    for (const place of places) {
      const snapshot = await snapshotOf(deps, place);
      if (!snapshot) continue;
      snapshots.push({ snapshot, prefix: place.prefix });
      missed.push(...snapshot.missed.map((name) => `${place.of.id}/${name}`));
    }
    if (snapshots.length === 0) return undefined;
    const inputs = snapshots.flatMap(({ snapshot, prefix }) =>
      snapshot.files.map(
        ({ name, modified_at }): ZipInput => ({
          name: `${prefix}${name}`,
          modified_at,
          content: summed(snapshot.read(name), (sum) =>
            files.push({ name: `${prefix}${name}`, ...sum, modified_at }),
          ),
        }),
      ),
    );
    const bytes = await draft.add(file, zipOf(inputs));
    return { file, bytes, files };
  } finally {
    for (const { snapshot } of snapshots) await snapshot.close();
  }
}

/**
 * Writes a backup of everything, reads it back, and only then gives it its name. Each companion is copied in its own queue, so
 * that nothing is half written, and packed outside of it, so that talk goes on. AppError `storage` where a disk refuses,
 * `damaged` where what was read back is not what was written; nothing stays of it then.
 */
export async function makeBackup(deps: Pick<Deps, "store" | "clock">, backups: Backups): Promise<MadeBackup> {
  const made_at = deps.clock.now();
  const name = nameAt(made_at, await backups.names());
  const draft = await backups.begin(name);
  const missed: string[] = [];
  try {
    const archives: BackupArchive[] = [];
    for (const { file, places } of await archivesOf(deps)) {
      const archive = await addArchive(deps, draft, file, places, missed);
      if (archive) archives.push(archive);
    }
    const manifest: Manifest = { format: backupFormat, made_at, archives, purged: [] };
    await checkBackup(manifest, (file) => draft.open(file));
    await draft.finish(manifest);
    return { name, manifest, missed };
  } finally {
    await draft.discard();
  }
}
