// An erased message does not come back by being sent again under its id (invariant 4).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import type { Id } from "../schema/common.ts";
import { companion } from "../store/store.ts";

/** AppError `conflict` where a message of this id was erased: a retry that was on its way must not undo the owner's wish. */
export async function refuseErased(deps: Deps, user: Id, messageId: string): Promise<void> {
  const { message_ids } = await deps.store.view(companion(user), "erased");
  if (message_ids.includes(messageId))
    throw new AppError(
      "conflict",
      "The message of this message_id was erased. Say it anew under another id.",
    );
}
