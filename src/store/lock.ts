// One process for a data folder: a lock that is stale at once when its process is gone, however it went (DESIGN 3, C154, C155).
import { link, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../error.ts";
import { hashOf, isObject } from "./canonical.ts";
import { storageError, systemCode, temporaryName } from "./durable.ts";

export type Lock = {
  /** True where the last process left its lock behind: it was killed, or the power went. */
  unclean: boolean;
  release(): Promise<void>;
};

/** Who holds the lock. A pid alone says nothing: it may belong to another program by now. */
type Holder = { pid: number; started: string; boot: string };

const lockName = ".lock";
let taken = 0;

/** State and start time of a process from the kernel; undefined where it is gone or the system has no /proc. */
async function processOf(pid: number): Promise<{ state: string; started: string } | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold blanks and parentheses itself; the numbered fields begin after the last one.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

async function bootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim();
}

async function ourselves(): Promise<Holder> {
  return { pid: process.pid, started: (await processOf(process.pid))?.started ?? "", boot: await bootId() };
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/** True where the process that wrote the lock still runs. */
async function isAlive(holder: Holder): Promise<boolean> {
  const boot = await bootId();
  // Without /proc (macOS, Windows) the pid is all there is.
  if (boot === "" || holder.boot === "") return answersSignals(holder.pid);
  if (holder.boot !== boot) return false;
  const found = await processOf(holder.pid);
  return (
    found !== undefined && found.started === holder.started && found.state !== "Z" && found.state !== "X"
  );
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !Number.isSafeInteger(value.pid) || Number(value.pid) <= 0) return undefined;
    return { pid: Number(value.pid), started: String(value.started), boot: String(value.boot) };
  } catch {
    return undefined;
  }
}

/** The text in a temporary file beside the path, synced. */
async function written(path: string, text: string): Promise<string> {
  const temporary = temporaryName(path);
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

/** Puts our lock there whole or not at all; false where another one stands. */
async function place(path: string, text: string): Promise<boolean> {
  const temporary = await written(path, text);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    // Some file systems have no hard links: create it in its place, which only is not whole for a moment.
    const direct = await open(path, "wx", 0o600).catch((refused: unknown) => {
      if (systemCode(refused) === "EEXIST") return undefined;
      throw refused;
    });
    await direct?.writeFile(text);
    await direct?.close();
    return direct !== undefined;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

/**
 * Puts our text at the path, over a stale one if need be. Answers whether there was one. Alive: AppError `unavailable`.
 * Whoever wants to replace a stale lock first takes a lock on just that (same rules, named after its text), looks once more,
 * and then renames: at no moment is there no lock, and of ten that start at once one comes through.
 */
async function take(path: string, text: string): Promise<{ stale: boolean }> {
  for (;;) {
    if (await place(path, text)) return { stale: false };
    const found = await contentOf(path);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder && (await isAlive(holder))) {
      throw new AppError(
        "unavailable",
        `Process ${holder.pid} already uses this data folder (it holds ${lockName}); stop it first.`,
        {
          details: { pid: holder.pid },
        },
      );
    }
    const claim = `${path}.${hashOf(found).slice(0, 12)}`;
    await take(claim, text);
    try {
      if ((await contentOf(path)) !== found) continue;
      await rename(await written(path, text), path);
      return { stale: true };
    } finally {
      await unlink(claim).catch(() => undefined);
    }
  }
}

/** Claims that a kill left in the middle of a takeover; they concern locks that are gone. */
async function dropClaims(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${lockName}.`)) await unlink(join(folder, name)).catch(() => undefined);
  }
}

/** One line for whoever starts the program: why it cannot. */
function cannotLock(error: unknown, folder: string): AppError {
  const readOnly = ["EROFS", "EACCES", "EPERM"].includes(systemCode(error));
  if (!readOnly) return storageError(error, folder);
  const message = `The data folder "${basename(folder)}" cannot be written to; nothing would be saved.`;
  return new AppError("storage", message, { details: { reason: "read-only" }, cause: error });
}

/**
 * Takes the lock of a data folder. Another process holds it: AppError `unavailable`, naming its pid. The folder cannot be
 * written to: AppError `storage`.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const path = join(folder, lockName);
  taken += 1;
  // Numbered, so that a lock given back late never takes away a later one of this process.
  const text = `${JSON.stringify({ ...(await ourselves()), taken })}\n`;
  let unclean: boolean;
  try {
    unclean = (await take(path, text)).stale;
    await dropClaims(folder);
  } catch (error) {
    throw error instanceof AppError ? error : cannotLock(error, folder);
  }
  const release = async () => {
    // Only our own: an owner may have cleared it by hand and started another.
    const now = await readFile(path, "utf8").catch(() => "");
    if (now === text) await unlink(path).catch(() => undefined);
  };
  return { unclean, release };
}
