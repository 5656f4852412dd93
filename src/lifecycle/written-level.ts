// A level that its owner wrote into core_memory.json by hand gets what goes with it: its hours, its time, a line of history (R9, R14).
import type { Deps } from "../deps.ts";
import { relationshipAsWritten } from "../memory/relationship-written.ts";
import type { Id } from "../schema/common.ts";
import type { CoreMemory } from "../schema/core-memory.ts";
import { companion } from "../store/store.ts";

/** After a hand edit of core_memory. What the last line of the history tells is what stood there before; where both agree nothing changes. */
export async function settleWrittenLevel(deps: Deps, user: Id): Promise<void> {
  const now = deps.clock.now();
  const meta = { by: "hand", cause: "hand" } as const;
  await deps.store.commit(companion(user), ["core_memory"], meta, ({ core_memory }) => {
    const { relationship } = core_memory;
    const last = relationship.history.at(-1);
    if (!last || (last.level === relationship.level && last.heartbeat_hours === relationship.heartbeat_hours))
      return { result: undefined };
    const { level, heartbeat_hours } = last;
    const settled = relationshipAsWritten({ ...relationship, level, heartbeat_hours }, core_memory, now);
    return { documents: { core_memory: settled as CoreMemory }, result: undefined };
  });
}
