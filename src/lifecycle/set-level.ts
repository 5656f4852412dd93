// The owner says how close the two are: level, and hours of silence before the companion writes first (A129–A133, R14, issue 7).
import type { Deps } from "../deps.ts";
import { type ChangedLevel, changeLevel } from "../memory/relationship.ts";
import type { Id } from "../schema/common.ts";
import type { CoreMemory } from "../schema/core-memory.ts";
import type { RelationshipLevel } from "../schema/relationship.ts";
import { companion } from "../store/store.ts";
import type { Judgement } from "./judge-relationship.ts";
import { dropPrefix } from "./prefix.ts";
import { ownerOf } from "./read-companion.ts";

export type OwnersLevel = {
  level: RelationshipLevel;
  /** 1/3 to 23,976; left out: what the level has (R14). */
  heartbeat_hours?: number | undefined;
  /** At most 300 characters. */
  reason?: string | undefined;
};

export type LevelSet = Judgement & { change_id: string | null };

/**
 * Sets level and hours as their owner wishes, whatever they were, with a line in the history: one undoable change, and the next
 * request has it. From then on no judgement in the background moves them. Where both stand by their own word already nothing changes.
 */
export async function setLevel(deps: Deps, user: Id, wish: OwnersLevel, cause: string): Promise<LevelSet> {
  const { level, heartbeat_hours, reason = "" } = wish;
  const hours = heartbeat_hours === undefined ? {} : { heartbeat_hours };
  const { result, change_id } = await deps.store.commit(
    companion(user),
    ["core_memory"],
    { by: "owner", cause },
    ({ core_memory }): { documents?: { core_memory: CoreMemory }; result: ChangedLevel } => {
      const wanted = { level, reason: reason.trim(), by: "owner" as const, ...hours };
      const done = changeLevel(core_memory.relationship, wanted, deps.clock.now());
      if (!done.changed) return { result: done };
      return {
        documents: { core_memory: { ...core_memory, relationship: done.relationship } },
        result: done,
      };
    },
  );
  const { relationship, changed } = result;
  if (changed) {
    await dropPrefix(deps, user, "level");
    const data = { document: "core_memory", entry_id: "relationship", kind: "changed" as const };
    deps.publish(await ownerOf(deps, user), { event: "memory-change", data }, user);
  }
  const told = {
    level: relationship.level,
    heartbeat_hours: relationship.heartbeat_hours,
    reason: relationship.reason,
  };
  return { ...told, changed, change_id };
}
