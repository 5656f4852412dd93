// The owner pins what is never to fade or to be cut, or lets it go again: a fact, a summary, a long or a core memory (DESIGN 7, R32).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import type { Documents } from "../schema/documents.ts";
import { companion } from "../store/store.ts";
import { dropPrefix } from "./prefix.ts";
import { ownerOf } from "./read-companion.ts";

const pinnable = ["facts", "mid_term", "long_term", "core_memory"] as const;
type Pinnable = (typeof pinnable)[number];

export type Pinned = { entry_id: string; document: Pinnable; pinned: boolean; change_id: string | null };

/** Pins or unpins one entry by its id. None of that id in these four documents: `not_found`. Done twice, it changes nothing more. */
export async function pinEntry(
  deps: Deps,
  user: Id,
  entryId: string,
  pinned: boolean,
  cause: string,
): Promise<Pinned> {
  const meta = { by: "owner" as const, cause };
  const { result: document, change_id } = await deps.store.commit(
    companion(user),
    pinnable,
    meta,
    (documents) => {
      const found = pinnable.find((name) => listOf(documents, name).some(({ id }) => id === entryId));
      if (found === undefined) return { result: undefined };
      return { documents: withPin(documents, found, entryId, pinned), result: found };
    },
  );
  if (document === undefined) throw new AppError("not_found", "There is no such entry.");
  if (change_id !== null) {
    await dropPrefix(deps, user, "owner");
    const data = { document, entry_id: entryId, kind: "changed" as const };
    deps.publish(await ownerOf(deps, user), { event: "memory-change", data }, user);
  }
  return { entry_id: entryId, document, pinned, change_id };
}

type Four = Pick<Documents, Pinnable>;

function listOf(documents: Four, name: Pinnable): readonly { id: string }[] {
  return name === "core_memory" ? documents.core_memory.memories : documents[name];
}

function withPin(documents: Four, name: Pinnable, id: string, pinned: boolean): Partial<Four> {
  if (name === "core_memory") {
    const memories = marked(documents.core_memory.memories, id, pinned);
    return { core_memory: { ...documents.core_memory, memories } };
  }
  if (name === "facts") return { facts: marked(documents.facts, id, pinned) };
  if (name === "mid_term") return { mid_term: marked(documents.mid_term, id, pinned) };
  return { long_term: marked(documents.long_term, id, pinned) };
}

function marked<T extends { id: string; pinned?: boolean | undefined }>(
  entries: readonly T[],
  id: string,
  pinned: boolean,
): T[] {
  return entries.map((entry) =>
    entry.id === id && (entry.pinned ?? false) !== pinned ? { ...entry, pinned } : entry,
  );
}
