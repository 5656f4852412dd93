// The storage port in maps, for tests of what stands above it: same contract, no disk, no hand edits, no damage.
import { AppError } from "../../src/error.ts";
import type { Edit } from "../../src/schema/change.ts";
import { type Id, idPattern, type Seconds } from "../../src/schema/common.ts";
import { type DocumentName, documents, parts as partKinds } from "../../src/schema/documents.ts";
import {
  canonicalJson,
  freezeJson,
  hashOf,
  isObject,
  plainJson,
  revisionOf,
  sameJson,
} from "../../src/store/canonical.ts";
import { withoutTexts } from "../../src/store/change-log.ts";
import { diffDocument, entriesOf } from "../../src/store/edits.ts";
import { isPartName } from "../../src/store/parts.ts";
import { createQueue } from "../../src/store/serial.ts";
import {
  companion,
  type FileState,
  type Owner,
  type PartWrite,
  type Store,
  type StoreEvent,
} from "../../src/store/store.ts";
import { addLine, type MapStoreOptions, mapLog, newShelf, type Shelf } from "./map-log.ts";

const keyOf = (owner: Owner) => `${owner.kind}/${owner.id}`;
function checked(name: DocumentName, value: unknown): unknown {
  const result = documents[name].schema.safeParse(value);
  if (result.success) return plainJson(result.data);
  const details = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw new AppError("invalid", `${documents[name].file} does not fit.`, { details });
}

function checkedPart({ kind, name, content }: PartWrite): { key: string; content: unknown } {
  if (!isPartName(name)) throw new AppError("not_found", "No such file of the companion.");
  const { folder, schema } = partKinds[kind];
  const key = `${folder}/${name}`;
  const fits = content === null || (schema ? schema.safeParse(content).success : typeof content === "string");
  if (!fits) throw new AppError("invalid", `${key} does not fit.`);
  return { key, content: content !== null && schema ? plainJson(schema.parse(content)) : content };
}

const unavailable = async () => {
  throw new AppError("unavailable", "There are no folders here.");
};
/** What lives in maps has no folders: these are tested on the file engine. */
const noFolders: Store["folders"] = {
  snapshot: unavailable,
  trashed: async () => [],
  stage: unavailable,
  upload: unavailable,
  found: async () => [],
  look: async () => ({ kind: "missing" }),
  picture: async () => undefined,
  pictureMark: async () => undefined,
  admit: () => {},
  withhold: () => {},
};

/** An empty store. The house is there from the start. */
export function createMapStore(options: MapStoreOptions): Store {
  const shelves = new Map<string, Shelf>([["house/house", newShelf()]]);
  const trash: { id: Id; trashed_at: Seconds; shelf: Shelf }[] = [];
  const listeners = new Set<(event: StoreEvent) => void>();
  const queue = createQueue();

  const shelfOf = (owner: Owner): Shelf => {
    const shelf = shelves.get(keyOf(owner));
    if (!shelf) throw new AppError("not_found", "No such owner.");
    return shelf;
  };
  const use = <T>(owner: Owner, work: (shelf: Shelf) => T | Promise<T>): Promise<T> =>
    queue.run(keyOf(owner), async () => work(shelfOf(owner)));
  const inUse = (shelf: Shelf, name: DocumentName): unknown =>
    shelf.documents.get(name) ?? plainJson(documents[name].empty());
  const tell = (owner: Owner, document: string, edits: readonly Edit[]) => {
    for (const listener of listeners)
      listener({ owner, kind: "commit", document, entries: entriesOf(edits) });
  };
  const stateOf = (shelf: Shelf, name: DocumentName): FileState => ({
    name: documents[name].file,
    revision: revisionOf(inUse(shelf, name)),
    bytes: Buffer.byteLength(canonicalJson(inUse(shelf, name))),
    modified_at: 0,
    valid: true,
  });

  const store: Store = {
    list: async (kind) =>
      [...shelves.keys()]
        .filter((key) => key.startsWith(`${kind}/`))
        .map((key) => key.slice(kind.length + 1))
        .sort(),
    exists: async (owner) => shelves.has(keyOf(owner)),
    create: (owner, values) =>
      queue.run(keyOf(owner), async () => {
        if (!idPattern.test(owner.id)) throw new AppError("not_found", "No such owner.");
        if (shelves.has(keyOf(owner))) throw new AppError("conflict", "There is one by this id already.");
        const shelf = newShelf();
        for (const [name, value] of Object.entries(values)) {
          shelf.documents.set(name as DocumentName, checked(name as DocumentName, value));
        }
        shelves.set(keyOf(owner), shelf);
      }),
    read: (owner, name) => use(owner, (shelf) => structuredClone(inUse(shelf, name)) as never),
    view: (owner, name) =>
      use(owner, (shelf) => {
        const value = structuredClone(inUse(shelf, name));
        freezeJson(value);
        return value as never;
      }),
    look: (owner) => use(owner, () => undefined),
    revision: (owner, name) => use(owner, (shelf) => revisionOf(inUse(shelf, name))),
    commit: (owner, names, meta, change) =>
      use(owner, (shelf) => {
        for (const [name, revision] of Object.entries(meta.expect ?? {})) {
          if (revision !== undefined && revisionOf(inUse(shelf, name as DocumentName)) !== revision) {
            throw new AppError("stale", "It was changed in the meantime; read it again.");
          }
        }
        const given = Object.fromEntries(names.map((name) => [name, structuredClone(inUse(shelf, name))]));
        const changed = change(given as never);
        const next: { name: DocumentName; value: unknown; edits: Edit[] }[] = [];
        const values: Readonly<Record<string, unknown>> = changed.documents ?? {};
        for (const name of names) {
          if (values[name] === undefined) continue;
          const value = checked(name, values[name]);
          const before = inUse(shelf, name);
          if (!sameJson(before, value)) next.push({ name, value, edits: diffDocument(name, before, value) });
        }
        const stranger = Object.keys(values).find((name) => !names.some((named) => named === name));
        if (stranger) throw new Error(`the commit changes ${stranger} without naming it`);
        const written = (changed.parts ?? [])
          .map(checkedPart)
          .map(({ key, content }) => ({ key, content, before: shelf.parts.get(key) ?? null }))
          .filter(({ content, before }) => !sameJson(content, before));
        const partEdits = written.map(({ key, content, before }) => ({
          document: key,
          entry: "",
          before,
          after: content,
        }));
        const logged = next.filter(({ name }) => documents[name].logged).flatMap(({ edits }) => edits);
        const id = addLine(options, shelf, meta, [...partEdits, ...logged]);
        for (const { key, content } of written) {
          if (content === null) shelf.parts.delete(key);
          else shelf.parts.set(key, content);
        }
        for (const { name, value } of next) shelf.documents.set(name, value);
        for (const edit of partEdits) tell(owner, edit.document, [edit]);
        for (const { name, edits } of next) tell(owner, name, edits);
        return { result: changed.result, change_id: id };
      }),
    log: mapLog(
      options,
      (user, work) => use(companion(user), work),
      (user, edits) => tell(companion(user), "conversation", edits),
    ),
    parts: {
      list: (owner, kind) =>
        use(owner, (shelf) => {
          const prefix = `${partKinds[kind].folder}/`;
          const names = [...shelf.parts.keys()].filter((key) => key.startsWith(prefix));
          return names.map((key) => key.slice(prefix.length)).sort();
        }),
      read: (owner, kind, name) =>
        use(owner, (shelf) => {
          const { key } = checkedPart({ kind, name, content: null });
          return structuredClone(shelf.parts.get(key));
        }),
    },
    cache: {
      read: (owner, name) => use(owner, (shelf) => shelf.cache.get(name)),
      write: (owner, name, text) =>
        use(owner, (shelf) => {
          if (text === undefined) shelf.cache.delete(name);
          else shelf.cache.set(name, text);
        }),
    },
    changes: (owner, { before, limit }) =>
      use(owner, (shelf) => {
        const newest = shelf.changes.toReversed();
        const from = before === undefined ? 0 : newest.findIndex((change) => change.id === before) + 1;
        if (before !== undefined && from === 0) return [];
        return structuredClone(newest.slice(from, from + limit));
      }),
    change: (owner, id) =>
      use(owner, (shelf) => structuredClone(shelf.changes.find((change) => change.id === id))),
    erase: {
      changes: (owner, holds) =>
        use(owner, (shelf) => {
          let count = 0;
          shelf.changes = shelf.changes.map((change) => {
            if (change.erased || !holds(change)) return change;
            count += 1;
            return withoutTexts(change);
          });
          return count;
        }),
      sideFiles: (owner) =>
        use(owner, (shelf) => {
          shelf.cache.clear();
          return [];
        }),
      trash: async (id, holds) => {
        const inTrash = trash.filter(
          (entry) => entry.id === id && holds(JSON.stringify(entry.shelf.messages)),
        );
        trash.splice(0, trash.length, ...trash.filter((entry) => !inTrash.includes(entry)));
        return inTrash.map((entry) => `${id}.${entry.trashed_at}`);
      },
    },
    files: (owner) =>
      use(owner, (shelf) => {
        const states = [...shelf.documents.keys()].map((name) => stateOf(shelf, name));
        for (const [name, content] of shelf.parts) {
          const text = canonicalJson(content);
          states.push({ name, revision: hashOf(text), bytes: text.length, modified_at: 0, valid: true });
        }
        return states.sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    file: (owner, name) =>
      use(owner, (shelf) => {
        const document = [...shelf.documents.keys()].find((one) => documents[one].file === name);
        if (document === undefined) return undefined;
        return { ...stateOf(shelf, document), content: JSON.stringify(inUse(shelf, document), null, 2) };
      }),
    trash: (id) =>
      use(companion(id), (shelf) => {
        shelves.delete(keyOf(companion(id)));
        trash.push({ id, trashed_at: Math.floor(options.clock.now()), shelf });
      }),
    restore: (id) =>
      queue.run(keyOf(companion(id)), async () => {
        const at = trash.findLastIndex((entry) => entry.id === id);
        const entry = trash[at];
        if (!entry) throw new AppError("not_found", "No such companion.");
        if (shelves.has(keyOf(companion(id))))
          throw new AppError("conflict", "There is one by this id already.");
        trash.splice(at, 1);
        shelves.set(keyOf(companion(id)), entry.shelf);
      }),
    trashed: async () =>
      trash.map(({ id, trashed_at, shelf }) => {
        const config = inUse(shelf, "config");
        const owner = isObject(config) && typeof config.owner === "string" ? config.owner : null;
        const name = isObject(config) && typeof config.name === "string" ? config.name : "";
        return { id, trashed_at, owner, name };
      }),
    remove: (owner, removal) =>
      queue.run(keyOf(owner), async () => {
        const before = trash.length + shelves.size;
        if (!removal?.fromTrash) shelves.delete(keyOf(owner));
        else trash.splice(0, trash.length, ...trash.filter((entry) => entry.id !== owner.id));
        if (trash.length + shelves.size === before) throw new AppError("not_found", "No such companion.");
      }),
    folders: noFolders,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => queue.idle(),
  };
  return store;
}
