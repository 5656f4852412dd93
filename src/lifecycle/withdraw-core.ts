// Core memories follow their messages: what was edited or deleted, also while a model was judging it, proves nothing any more (A105, DESIGN 7).
import type { Deps } from "../deps.ts";
import { isStale } from "../memory/core-stale.ts";
import { type ChangedMessages, withdrawCore } from "../memory/derived.ts";
import type { Id } from "../schema/common.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { ownerOf } from "./read-companion.ts";

/** Ids of core memories: those that are gone, and all that no search may show. */
export type WithdrawnCore = { unproven: string[]; unseen: string[] };

/**
 * Takes back what rests on changed messages (`withdrawCore`). A commit of its own: a core memory is not made again, so its owner
 * must be able to undo this alone. The index and the windows are the caller's to tell.
 */
export async function withdrawCoreOf(
  deps: Deps,
  user: Id,
  changed: Pick<ChangedMessages, "edited" | "removed">,
  cause: string,
): Promise<WithdrawnCore> {
  const meta = { by: "system" as const, cause };
  const { result } = await deps.store.commit(companion(user), ["core_memory"], meta, (documents) => {
    const { core_memory, unproven } = withdrawCore(documents.core_memory, changed);
    // Until it was judged again, what is stale is not found either.
    const stale = core_memory.memories.filter(isStale).map(({ id }) => id);
    return { documents: { core_memory }, result: { unproven, unseen: [...unproven, ...stale] } };
  });
  return result;
}

/**
 * Run after a judgement was kept. `read`: the messages as the model read them. Those that say something else by now, or are gone,
 * are withdrawn from what was made of them meanwhile; an edited one is judged again.
 */
export async function withdrawChangedSince(deps: Deps, user: Id, read: readonly Message[]): Promise<void> {
  const { memories } = await deps.store.view(companion(user), "core_memory");
  const proving = new Set(memories.flatMap(({ message_ids }) => message_ids ?? []));
  const edited = new Set<string>();
  const removed = new Set<string>();
  for (const { message_id, content } of read.filter((one) => proving.has(one.message_id))) {
    const now = await deps.store.log.find(user, message_id);
    if (now === undefined) removed.add(message_id);
    else if (now.content !== content) edited.add(message_id);
  }
  if (edited.size + removed.size === 0) return;
  const { unproven, unseen } = await withdrawCoreOf(deps, user, { edited, removed }, "judge-core");
  deps.search.update(user, [], unseen);
  const owner = await ownerOf(deps, user);
  for (const entry_id of unproven)
    deps.publish(
      owner,
      { event: "memory-change", data: { document: "core_memory", entry_id, kind: "removed" } },
      user,
    );
}
