// Which messages' spoken orders were undone: no later summary does them again, unless the undo itself is undone (invariant 3).
import type { Deps } from "../deps.ts";
import type { Change, Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import { companion } from "../store/store.ts";

/** Ids of the messages that an order's change rests on: its cause, and what it added as proof. */
function saidIn({ cause, edits }: Pick<Change, "cause" | "edits">): string[] {
  const ofFacts = edits.filter(({ document }) => document === "facts");
  if (ofFacts.length === 0) return [];
  const proofs = ofFacts.flatMap(({ before, after }: Edit) => {
    const old = new Set(proofsOf(before));
    return proofsOf(after).filter((id) => !old.has(id));
  });
  return [...new Set([cause, ...proofs])];
}

function proofsOf(fact: unknown): string[] {
  const { evidence } = typeof fact === "object" && fact !== null ? (fact as { evidence?: unknown }) : {};
  const proofs: unknown[] = Array.isArray(evidence) ? evidence : [];
  return proofs.flatMap((proof) =>
    typeof proof === "object" && proof !== null && "message_id" in proof ? [String(proof.message_id)] : [],
  );
}

/**
 * Remembers in erased.json (ids, never text) that a spoken order was undone, or forgets it where the undo was undone. Changes of
 * the background's alone mark nothing: what a summary made may be made again from other words.
 */
export async function noteUndoneOrder(deps: Deps, user: Id, change: Change): Promise<void> {
  const original = change.undoes === undefined ? change : await firstOf(deps, user, change);
  if (original === undefined || original.by !== "owner") return;
  const ids: string[] = [];
  for (const id of saidIn(original)) {
    const message = await deps.store.log.find(user, id);
    if (message?.role === "user") ids.push(id);
  }
  // An undo that is undone has the order stand again; undone once more, it does not.
  await mark(deps, user, ids, (await depthOf(deps, user, change)) % 2 === 0);
}

/** The messages say something else now: what they order stands again. */
export async function liftUndone(deps: Deps, user: Id, messageIds: Iterable<string>): Promise<void> {
  await mark(deps, user, [...messageIds], false);
}

async function firstOf(deps: Deps, user: Id, change: Change): Promise<Change | undefined> {
  let first: Change | undefined = change;
  while (first?.undoes !== undefined) first = await deps.store.change(companion(user), first.undoes);
  return first;
}

/** 0 for a change itself, 1 for its undo, 2 for the undo of that. */
async function depthOf(deps: Deps, user: Id, change: Change): Promise<number> {
  let depth = 0;
  let at: Change | undefined = change;
  while (at?.undoes !== undefined) {
    depth += 1;
    at = await deps.store.change(companion(user), at.undoes);
  }
  return depth;
}

async function mark(deps: Deps, user: Id, ids: readonly string[], isUndone: boolean): Promise<void> {
  const { undone = [] } = await deps.store.view(companion(user), "erased");
  const isMarked = (id: string) => undone.includes(id);
  if (ids.every((id) => isMarked(id) === isUndone)) return;
  const meta = { by: "system" as const, cause: "undone-order" };
  await deps.store.commit(companion(user), ["erased"], meta, ({ erased }) => {
    const rest = (erased.undone ?? []).filter((id) => !ids.includes(id));
    return {
      documents: { erased: { ...erased, undone: isUndone ? [...rest, ...ids] : rest } },
      result: undefined,
    };
  });
}
