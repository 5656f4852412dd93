// What the house does besides looking after companions: books written once a minute, the trash emptied after 30 days.
import type { Deps } from "../deps.ts";
import type { Seconds } from "../schema/common.ts";
import { account } from "../store/store.ts";
import { forgetCompanion, removeCompanion } from "./companion.ts";
import { faultOf } from "./fault.ts";
import { watchBudgets } from "./report-usage.ts";

/** How long a deleted companion can be brought back (DESIGN 3). */
const trashKept: Seconds = 30 * 86_400;
const trashPause: Seconds = 3_600;
/** Usage is written at most this often, so that a turn writes less. */
const booksPause: Seconds = 60;

/** Called at each tick; does what is due. A failure is logged and tried again at its next moment. */
export function createHousekeeping(deps: Deps): () => Promise<void> {
  const next = { books: 0, trash: 0 };

  async function attempt(what: string, task: () => Promise<void>): Promise<void> {
    await task().catch((error: unknown) => {
      deps.log.error(faultOf(error), `${what} failed`);
    });
  }

  return async () => {
    const now = deps.clock.now();
    // A clock that was set back must not stop the books for years.
    if (now >= next.books || next.books > now + booksPause) {
      next.books = now + booksPause;
      await attempt("writing usage", deps.flushUsage);
      await attempt("watching budgets", () => watchBudgets(deps));
    }
    if (now >= next.trash || next.trash > now + trashPause) {
      next.trash = now + trashPause;
      await attempt("emptying the trash", () => emptyTrash(deps));
    }
  };
}

/** Removes for good what has been in the trash for 30 days. */
export async function emptyTrash(deps: Deps): Promise<void> {
  const limit = deps.clock.now() - trashKept;
  for (const { id, owner, trashed_at } of await deps.store.trashed()) {
    if (trashed_at > limit) continue;
    await removeCompanion(deps, id, { fromTrash: true });
    const known = owner !== null && (await deps.store.exists(account(owner)));
    if (known) await forgetCompanion(deps, owner, id, "trash");
    deps.log.info({ user: id }, "removed from the trash after 30 days");
  }
}
