// The command `npm run restore -- NAME [--force]`: puts a backup in the place of the data folder, and keeps what was there.
import { mkdir, realpath } from "node:fs/promises";
import { AppError } from "./error.ts";
import { checkBackup, checkedContent, entriesOf } from "./lifecycle/backup-check.ts";
import type { Manifest } from "./schema/backup.ts";
import { readSettings } from "./settings.ts";
import { backupFolder, checkApart } from "./store/backup-folder.ts";
import type { Backups } from "./store/backups.ts";
import { takeLock } from "./store/lock.ts";
import { beginReplacement, type Replacement } from "./store/replace-folder.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function list(backups: Backups): Promise<void> {
  const names = await backups.names();
  if (names.length === 0) return say("There is no backup in BACKUP_DIR.");
  for (const name of names) {
    const { archives, purged } = await backups.manifest(name);
    const bytes = archives.reduce((sum, archive) => sum + archive.bytes, 0);
    const companions = archives.filter(({ file }) => file.startsWith("ai_users/")).length;
    const without = purged.length > 0 ? `, without ${purged.map(({ user_id }) => user_id).join(", ")}` : "";
    say(`${name}  ${companions} companions, ${Math.ceil(bytes / 1024)} KB${without}`);
  }
  say("Restore one with: npm run restore -- NAME");
}

/** "house.zip" belongs at the top, "ai_users/x.zip" into ai_users/x/. */
function folderOf(archive: string): string {
  return archive === "house.zip" ? "" : `${archive.replace(/\.zip$/, "")}/`;
}

async function fill(
  backups: Backups,
  name: string,
  manifest: Manifest,
  replacement: Replacement,
): Promise<number> {
  let files = 0;
  for (const archive of manifest.archives) {
    const source = await backups.open(name, archive.file);
    try {
      for (const one of await entriesOf(source, archive)) {
        const name = `${folderOf(archive.file)}${one.listed.name}`;
        await replacement.write(name, checkedContent(source, one, archive.file), one.listed.modified_at);
        files += 1;
      }
    } finally {
      await source.close();
    }
  }
  return files;
}

async function restore(backups: Backups, name: string, dataDir: string, force: boolean): Promise<void> {
  const manifest = await backups.manifest(name);
  await checkBackup(manifest, (file) => backups.open(name, file));
  say(`Backup ${name} was read and is whole.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const root = await realpath(dataDir);
  const lock = await takeLock(root);
  try {
    const replacement = await beginReplacement(root, force);
    try {
      const files = await fill(backups, name, manifest, replacement);
      const kept = await replacement.exchange(`before-${name}`);
      say(`${files} files were restored.${kept ? ` What was there before is kept in ${kept}` : ""}`);
    } finally {
      await replacement.discard();
    }
  } finally {
    await lock.release();
  }
}

async function run(): Promise<void> {
  const { dataDir, backupDir } = readSettings();
  await checkApart(dataDir, backupDir);
  const backups = backupFolder(backupDir);
  const given = process.argv.slice(2);
  const force = given.includes("--force");
  const [wanted, ...more] = given.filter((word) => word !== "--force");
  if (more.length > 0 || wanted?.startsWith("-"))
    throw new AppError("bad_request", "Use it as: npm run restore -- NAME [--force]");
  if (wanted === undefined) return list(backups);
  const name = wanted === "latest" ? (await backups.names()).at(-1) : wanted;
  if (name === undefined) throw new AppError("not_found", "There is no backup in BACKUP_DIR.");
  await restore(backups, name, dataDir, force);
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
