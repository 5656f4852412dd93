// Whose companion is whose, and under which ref: remembered, so that a list does not open every folder of the house.
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { Store } from "../store/store.ts";

type Known = { owner: Id | undefined; ref: string | undefined };
type Memory = { known: Map<Id, Known>; changes: number };

/** One memory for each store, as long as the store lives. */
const memories = new WeakMap<Store, Memory>();

/** Companions looked into at the same time. */
const readAtOnce = 16;

function memoryOf(store: Store): Memory {
  const there = memories.get(store);
  if (there) return there;
  const memory: Memory = { known: new Map(), changes: 0 };
  store.subscribe(({ owner, document }) => {
    if (owner.kind !== "companion" || document !== "config") return;
    memory.changes += 1;
    memory.known.delete(owner.id);
  });
  memories.set(store, memory);
  return memory;
}

/** A folder of this id was put there anew: whose it is has to be read again. */
export function forgetOwner(deps: Deps, id: Id): void {
  const memory = memoryOf(deps.store);
  memory.changes += 1;
  memory.known.delete(id);
}

/** A task for each item, a few at a time, results in order. */
export async function inChunks<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += readAtOnce)
    results.push(...(await Promise.all(items.slice(from, from + readAtOnce).map(task))));
  return results;
}

/** A companion's config; undefined where it is gone or cannot be read: one damaged folder must not hide the others. */
export async function configOf(deps: Deps, id: Id): Promise<Config | undefined> {
  try {
    return await deps.store.read({ kind: "companion", id }, "config");
  } catch (error) {
    if (error instanceof AppError && ["not_found", "damaged", "invalid"].includes(error.code))
      return undefined;
    throw error;
  }
}

async function look(deps: Deps, id: Id): Promise<Known> {
  const memory = memoryOf(deps.store);
  const there = memory.known.get(id);
  if (there) return there;
  const { changes } = memory;
  const config = await configOf(deps, id);
  const known = { owner: config?.owner, ref: config?.ref };
  // What changed while it was read is looked at again next time; so is what could not be read.
  if (config && memory.changes === changes) memory.known.set(id, known);
  return known;
}

/** Ids of an account's companions, sorted; those in the trash are not among them. */
export async function companionsOf(deps: Deps, account: Id): Promise<Id[]> {
  const ids = await deps.store.list("companion");
  const owners = await inChunks(ids, async (id) => (await look(deps, id)).owner);
  return ids.filter((_, index) => owners[index] === account);
}

/** The account's companion of a program's own name, under whatever id it was made. */
export async function findByRef(deps: Deps, account: Id, ref: string): Promise<Id | undefined> {
  const ids = await companionsOf(deps, account);
  for (const id of ids) if ((await look(deps, id)).ref === ref) return id;
  return undefined;
}
