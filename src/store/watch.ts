// Notices what an owner's editor saves while the program runs, and says whose file it was (DESIGN 3, C160).
import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join, relative, sep } from "node:path";
import { idPattern } from "../schema/common.ts";
import { systemCode } from "./durable.ts";
import { accountsFolder, companionsFolder, type EngineLog } from "./engine.ts";
import { account, companion, house, type Owner } from "./store.ts";

/** Milliseconds a file must rest before it counts as saved. */
const rest = 150;

/** Whose file a path below the data folder is, and its name in the owner's folder; undefined for nobody's. */
export function ownerOf(way: string): { owner: Owner; name: string } | undefined {
  const [first = "", id = "", ...steps] = way.split(sep);
  if (id === "") return { owner: house, name: first };
  if (!idPattern.test(id) || steps.length === 0) return undefined;
  const name = steps.join("/");
  if (first === companionsFolder) return { owner: companion(id), name };
  return first === accountsFolder ? { owner: account(id), name } : undefined;
}

function isHidden(name: string): boolean {
  return name.startsWith(".") || name.endsWith(".tmp");
}

/** True for a folder, given by its way from the data folder, in which an owner may save something. */
function isWatched(way: string): boolean {
  const [first = "", id, kind, ...deeper] = way.split(sep);
  if (way === "") return true;
  if (deeper.length > 0 || (first !== companionsFolder && first !== accountsFolder)) return false;
  if (id !== undefined && !idPattern.test(id)) return false;
  return kind === undefined || (first === companionsFolder && kind !== "changes" && !isHidden(kind));
}

/** One listener of the system for each folder, since a listener for a whole tree is not to be had everywhere. */
class FolderWatch {
  readonly #root: string;
  readonly #log: EngineLog;
  readonly #noticed: (owner: Owner, name: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Paths at which something happened less than `rest` ago. */
  readonly #resting = new Map<string, NodeJS.Timeout>();
  #closed = false;
  #warned = false;

  constructor(root: string, log: EngineLog, noticed: (owner: Owner, name: string) => void) {
    this.#root = root;
    this.#log = log;
    this.#noticed = noticed;
  }

  /** Watches a folder and those in it; `told` says of each file found there that it was added. */
  follow(folder: string, told: boolean): void {
    if (this.#closed || !isWatched(relative(this.#root, folder))) return;
    if (this.#watchers.has(folder)) this.#leave(folder);
    try {
      // First the listener, then the look: what is saved in between is noticed twice, and never missed.
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#heard(folder, name));
      watcher.on("error", (error) => this.#failed(error));
      this.#watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) this.follow(path, told);
        else if (told && !isHidden(entry.name)) this.#restFor(path);
      }
    } catch (error) {
      // A folder that went away meanwhile has nothing to say.
      if (systemCode(error) !== "ENOENT") this.#failed(error);
    }
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #heard(folder: string, name: string | null): void {
    // Some systems do not say which name it was.
    if (name === null) this.#restFor(folder);
    else if (!isHidden(name)) this.#restFor(join(folder, name));
  }

  #restFor(path: string): void {
    const known = this.#resting.get(path);
    if (known) known.refresh();
    else if (!this.#closed) this.#resting.set(path, setTimeout(() => this.#rested(path), rest).unref());
  }

  #rested(path: string): void {
    this.#resting.delete(path);
    try {
      const found = lstatSync(path, { throwIfNoEntry: false });
      // A folder may be another one under the same name: its listener is set anew, and its files are looked at.
      if (found?.isDirectory()) this.follow(path, true);
      else if (found || !this.#leave(path)) this.#tell(path);
    } catch (error) {
      this.#failed(error);
    }
  }

  #tell(path: string): void {
    const owned = ownerOf(relative(this.#root, path));
    if (owned) this.#noticed(owned.owner, owned.name);
  }

  /** Takes the listeners off a folder and those in it; false where there were none. */
  #leave(folder: string): boolean {
    const gone = [...this.#watchers].filter(([path]) => path === folder || path.startsWith(folder + sep));
    for (const [path, watcher] of gone) {
      watcher.close();
      this.#watchers.delete(path);
    }
    return gone.length > 0;
  }

  #failed(error: unknown): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#log.warn({ code: systemCode(error) }, "the watcher failed; edits are seen at the next use");
  }
}

/**
 * Watches a data folder. `noticed` is told of each file that was added, changed or removed and has rested since, our own
 * writes included. Where the system cannot watch, hand edits are still seen at the next read or write.
 */
export async function watchFolder(
  root: string,
  log: EngineLog,
  noticed: (owner: Owner, name: string) => void,
): Promise<() => Promise<void>> {
  const watching = new FolderWatch(root, log, noticed);
  watching.follow(root, false);
  return async () => watching.close();
}
