// Which owners' folders are open: at most so many, each used in its own queue only (DESIGN 3).
import { AppError } from "../error.ts";
import { storageError, systemCode } from "./durable.ts";
import { type Engine, folderOf, isFolder, keyOfOwner, noSuchOwner } from "./engine.ts";
import { closeFolder, type OpenFolder, openFolder } from "./open-folder.ts";
import { rollForward } from "./roll-forward.ts";
import type { Owner } from "./store.ts";

export type Folders = {
  /** Runs `work` in the owner's queue, with the folder open. No such owner: AppError `not_found`. */
  use<T>(owner: Owner, work: (open: OpenFolder) => Promise<T>): Promise<T>;
  /** Runs `work` in the owner's queue with the folder closed, since it moves. */
  closed<T>(owner: Owner, work: () => Promise<T>): Promise<T>;
  /** Closes every folder; later calls are refused (AppError `unavailable`). */
  closeAll(): Promise<void>;
};

/** More than a household has; each costs the memory of its documents, about 30 KB for a young companion. */
const mostOpen = 512;

/** The open folders of an engine. The one used longest ago is closed when there are too many. */
export function inUse(engine: Engine, most: number = mostOpen): Folders {
  const opened = new Map<string, OpenFolder>();
  let stopped = false;

  const close = async (key: string) => {
    const open = opened.get(key);
    opened.delete(key);
    if (open) await closeFolder(engine, open);
  };

  const openOne = async (owner: Owner): Promise<OpenFolder> => {
    const key = keyOfOwner(owner);
    // A folder that is still being copied must not be written to.
    if (owner.kind === "companion" && !engine.companions.has(owner.id)) throw noSuchOwner(owner);
    const known = opened.get(key);
    if (known && !(await isFolder(folderOf(engine.root, owner)))) {
      // Its owner took the whole folder away by hand.
      opened.delete(key);
      await known.log?.close();
      throw noSuchOwner(owner);
    }
    const open = known ?? (await openFolder(engine, owner));
    // Last in the order of use.
    opened.delete(key);
    opened.set(key, open);
    if (!known && engine.unclean && owner.kind === "companion" && open.newer === undefined) {
      await rollForward(engine, open);
    }
    return open;
  };

  const closeOldest = () => {
    const [oldest] = opened.keys();
    if (opened.size > most && oldest !== undefined) void engine.queue.run(oldest, () => close(oldest));
  };

  const refuse = () => {
    if (stopped) throw new AppError("unavailable", "The store is closed.");
  };

  /** What the disk says in its own words becomes `storage`, without its path; our own mistakes stay what they are. */
  const alone = <T>(owner: Owner, work: () => Promise<T>): Promise<T> =>
    engine.queue.run(keyOfOwner(owner), work).catch((error: unknown) => {
      throw /^E[A-Z]+$/.test(systemCode(error)) ? storageError(error, owner.id) : error;
    });

  return {
    async use(owner, work) {
      refuse();
      return alone(owner, async () => {
        const open = await openOne(owner);
        closeOldest();
        return work(open);
      });
    },
    async closed(owner, work) {
      refuse();
      const key = keyOfOwner(owner);
      return alone(owner, async () => {
        await close(key);
        return work();
      });
    },
    async closeAll() {
      stopped = true;
      await engine.queue.idle();
      for (const key of [...opened.keys()]) await engine.queue.run(key, () => close(key));
    },
  };
}
