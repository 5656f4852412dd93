// What an owner leaves out of the relationship when writing core_memory whole: hours, times and the line of history (DESIGN 3, R9, R14).
import type { Seconds } from "../schema/common.ts";
import { type Relationship, RelationshipChange, RelationshipLevel } from "../schema/relationship.ts";
import { heartbeatHours, levels } from "./relationship.ts";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The document with the gaps of its relationship closed; `after` may be raw JSON that was not checked yet. What is left out stays
 * as it is; hours that are left out, or that still are the former level's own, are those of the new level (R14). A change gets its
 * line in the history, by the owner, so that no judgement in the background moves it. What is no relationship is left for the schema to refuse.
 */
export function relationshipAsWritten(before: Relationship, after: unknown, now: Seconds): unknown {
  if (!isFields(after) || !isFields(after.relationship)) return after;
  const written = after.relationship;
  const level = RelationshipLevel.safeParse(written.level ?? before.level);
  if (!level.success) return after;
  const hours = hoursOf(written.heartbeat_hours, before, level.data);
  const isChanged = level.data !== before.level || hours !== before.heartbeat_hours;
  const since = written.since ?? before.since;
  const reason = written.reason ?? (isChanged ? "" : before.reason);
  const relationship = {
    ...before,
    ...written,
    level: level.data,
    heartbeat_hours: hours,
    reason,
    since: isChanged && since === before.since ? now : since,
    history: written.history ?? before.history,
  };
  if (isChanged && Array.isArray(relationship.history)) {
    const last = RelationshipChange.safeParse(relationship.history.at(-1));
    const isTold = last.success && last.data.level === level.data && last.data.heartbeat_hours === hours;
    const line = { level: level.data, heartbeat_hours: hours, reason, at: now, by: "owner" };
    if (!isTold) relationship.history = [...relationship.history, line];
  }
  return { ...after, relationship };
}

function hoursOf(written: unknown, before: Relationship, level: RelationshipLevel): unknown {
  if (level === before.level) return written ?? before.heartbeat_hours;
  const isFormer = written === before.heartbeat_hours && written === levels[before.level].heartbeat_hours;
  return written === undefined || isFormer ? heartbeatHours(level) : written;
}
