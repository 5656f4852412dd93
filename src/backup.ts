// The command `npm run backup`: makes a backup now, by itself or by asking the house that runs on the same folder.
import { randomBytes } from "node:crypto";
import { createClock, wait } from "./clock.ts";
import { AppError } from "./error.ts";
import { createIds } from "./ids.ts";
import { Backing } from "./lifecycle/backup.ts";
import { readSettings, type Settings } from "./settings.ts";
import { backupFolder, checkApart, wishForBackup } from "./store/backup-folder.ts";
import type { Backups } from "./store/backups.ts";
import { openFiles } from "./store/files.ts";
import type { Store } from "./store/store.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
/** Seconds for which a running house may be silent before it is given up. */
const patience = 600;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function ask(settings: Settings, backups: Backups): Promise<void> {
  const before = new Set(await backups.names());
  const { last_error: old } = await backups.state();
  await wishForBackup(settings.backupDir);
  say("The server is running; it makes the backup at its next tick (within 15 seconds).");
  for (let waited = 0; waited < patience; waited += 1) {
    await wait(1_000);
    const made = (await backups.names()).find((name) => !before.has(name));
    const { last_error } = await backups.state();
    if (made !== undefined) return say(`Backup ${made} was made and read back.`);
    if (last_error && last_error.at !== old?.at) throw new AppError("unavailable", last_error.message);
  }
  await backups.takeWish();
  throw new AppError("unavailable", "The server did not answer. Is its BACKUP_DIR the same as here?");
}

async function make(store: Store, backups: Backups, now: () => number): Promise<void> {
  const deps = { store, clock: { now }, log: quiet, publish: () => {} };
  const name = await new Backing(deps, backups).make();
  const { last_error } = await backups.state();
  say(`Backup ${name} was made and read back.`);
  if (last_error) say(last_error.message);
}

async function run(): Promise<void> {
  const settings = readSettings();
  await checkApart(settings.dataDir, settings.backupDir);
  const backups = backupFolder(settings.backupDir);
  const clock = createClock(Date.now, undefined);
  const newId = createIds(clock.nowMs, randomBytes);
  const options = { folder: settings.dataDir, clock, newId, log: quiet, watch: false };
  const store = await openFiles(options).catch((error: unknown) => {
    const held = error instanceof AppError && error.code === "unavailable" && error.details !== undefined;
    if (held) return undefined;
    throw error;
  });
  if (!store) return ask(settings, backups);
  await make(store, backups, clock.now).finally(() => store.close());
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
