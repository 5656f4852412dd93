// Keeps the rendered prefix of the open topic, byte for byte, until the topic ends or the owner changes something.
import type { Deps } from "../deps.ts";
import type { Prefix } from "../memory/context.ts";
import { readPrefix } from "../memory/context-stored.ts";
import { addCacheMiss } from "../memory/usage.ts";
import type { Id } from "../schema/common.ts";
import { companion } from "../store/store.ts";

const name = "prefix.json";

/** The prefix stored for this topic, or undefined where none is, or another topic's. */
export async function storedPrefix(deps: Deps, user: Id, topicId: string): Promise<Prefix | undefined> {
  const text = await deps.store.cache.read(companion(user), name);
  if (text === undefined) return undefined;
  try {
    return readPrefix(JSON.parse(text), topicId) ?? undefined;
  } catch {
    // A torn cache file is no loss: it is rendered again.
    return undefined;
  }
}

/** Keeps the prefix of the topic that has opened. */
export async function storePrefix(deps: Deps, user: Id, prefix: Prefix): Promise<void> {
  await deps.store.cache.write(companion(user), name, JSON.stringify(prefix));
}

/** True where the stored prefix, whichever topic it is of, shows one of these entries. */
export async function prefixShows(deps: Deps, user: Id, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const text = await deps.store.cache.read(companion(user), name);
  return text !== undefined && ids.some((id) => text.includes(JSON.stringify(id)));
}

export const prefixReasons = [
  "owner",
  "hand",
  "undo",
  "erase",
  "command",
  "soul",
  "level",
  "fold",
  "fact",
] as const;

/**
 * Forgets the prefix, so that the next request has what was just changed; counted as a cache miss by reason
 * (prefix rule, DESIGN 4). Nothing is counted where no prefix stands.
 */
export async function dropPrefix(
  deps: Deps,
  user: Id,
  reason: (typeof prefixReasons)[number],
): Promise<void> {
  const owner = companion(user);
  if ((await deps.store.cache.read(owner, name)) === undefined) return;
  await deps.store.cache.write(owner, name, undefined);
  await deps.store.commit(owner, ["usage"], { by: "system", cause: reason }, ({ usage }) => ({
    documents: { usage: addCacheMiss(usage, reason) },
    result: undefined,
  }));
}
