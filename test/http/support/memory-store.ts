// A stand-in for the store while only the doors are tested: documents in maps, checked by their schemas, no files.
import { AppError } from "../../../src/error.ts";
import type { Id, Seconds } from "../../../src/schema/common.ts";
import { type DocumentName, documents } from "../../../src/schema/documents.ts";
import type { Message } from "../../../src/schema/message.ts";
import type { Owner, Store } from "../../../src/store/store.ts";

type Folder = { documents: Map<string, unknown>; log: Message[] };

const nameOf = (owner: Owner) => `${owner.kind}/${owner.id}`;

/** Only what the doors use; anything else throws. `writes` counts commits that changed something. */
export function createMemoryStore(clock: { now(): Seconds }): Store & { writes: () => number } {
  const folders = new Map<string, Folder>([["house/house", { documents: new Map(), log: [] }]]);
  const trash = new Map<Id, { folder: Folder; trashed_at: Seconds }>();
  let writes = 0;

  const folderOf = (owner: Owner): Folder => {
    const folder = folders.get(nameOf(owner));
    if (!folder) throw new AppError("not_found", "There is no such owner.");
    return folder;
  };
  const documentOf = (folder: Folder, name: DocumentName): unknown =>
    structuredClone(folder.documents.get(name) ?? documents[name].empty());
  const write = (folder: Folder, name: DocumentName, value: unknown): void => {
    folder.documents.set(name, structuredClone(documents[name].schema.parse(value)));
  };
  const unused = (): never => {
    throw new Error("the doors do not use this");
  };

  const store = {
    writes: () => writes,
    async list(kind: string) {
      const prefix = `${kind}/`;
      return [...folders.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length))
        .sort();
    },
    exists: async (owner: Owner) => folders.has(nameOf(owner)),
    async create(owner: Owner, given: Record<string, unknown>) {
      if (folders.has(nameOf(owner))) throw new AppError("conflict", "It is there already.");
      const folder: Folder = { documents: new Map(), log: [] };
      for (const [name, value] of Object.entries(given)) write(folder, name as DocumentName, value);
      folders.set(nameOf(owner), folder);
    },
    read: async (owner: Owner, name: DocumentName) => documentOf(folderOf(owner), name),
    async commit(
      owner: Owner,
      names: readonly DocumentName[],
      _meta: unknown,
      change: (given: Record<string, unknown>) => { documents?: Record<string, unknown>; result: unknown },
    ) {
      // A turn of the loop, so that callers really race.
      await new Promise((resolve) => setImmediate(resolve));
      const folder = folderOf(owner);
      const before = Object.fromEntries(names.map((name) => [name, documentOf(folder, name)]));
      const { documents: after = {}, result } = change(structuredClone(before));
      let changed = false;
      for (const name of names) {
        if (!(name in after) || JSON.stringify(after[name]) === JSON.stringify(before[name])) continue;
        write(folder, name, after[name]);
        changed = true;
      }
      if (changed) writes += 1;
      return { result, change_id: changed ? `change-${writes}` : null };
    },
    log: {
      async append(user: Id, messages: readonly Message[]) {
        folderOf({ kind: "companion", id: user }).log.push(...structuredClone(messages));
      },
      tail: async (user: Id, count: number) => folderOf({ kind: "companion", id: user }).log.slice(-count),
    },
    async trash(id: Id) {
      trash.set(id, { folder: folderOf({ kind: "companion", id }), trashed_at: clock.now() });
      folders.delete(`companion/${id}`);
    },
    async restore(id: Id) {
      const kept = trash.get(id);
      if (!kept) throw new AppError("not_found", "It is not in the trash.");
      if (folders.has(`companion/${id}`)) throw new AppError("conflict", "It is there already.");
      folders.set(`companion/${id}`, kept.folder);
      trash.delete(id);
    },
    async trashed() {
      return [...trash].map(([id, { folder, trashed_at }]) => {
        const config = documentOf(folder, "config") as { owner?: string };
        return { id, trashed_at, owner: config.owner ?? null };
      });
    },
    async remove(owner: Owner, options: { fromTrash?: boolean } = {}) {
      const gone = options.fromTrash ? trash.delete(owner.id) : folders.delete(nameOf(owner));
      if (!gone) throw new AppError("not_found", "There is no such owner.");
    },
    revision: unused,
    parts: { list: unused, read: unused },
    cache: { read: unused, write: unused },
    changes: unused,
    change: unused,
    files: unused,
    file: unused,
    subscribe: () => () => {},
    close: async () => {},
  };
  return store as unknown as Store & { writes: () => number };
}
