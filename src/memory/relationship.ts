// The five levels: how long silence may last, how often a reply is due, and how a level changes (A129–A134, R9, R14, R39).
import type { Seconds } from "../schema/common.ts";
import type { Relationship, RelationshipChange, RelationshipLevel } from "../schema/relationship.ts";
import { relationshipLevels } from "../schema/relationship.ts";
import { simplify } from "../schema/simplified.ts";

export type LevelFigures = {
  /** Hours of the person's silence before a beat (A129–A133). */
  heartbeat_hours: number;
  /** Share of messages that are answered under `reply_policy: "level"` (R10). */
  reply_rate: number;
};

export const levels: Record<RelationshipLevel, LevelFigures> = {
  特别关心: { heartbeat_hours: 1 / 3, reply_rate: 0.95 },
  关系较好: { heartbeat_hours: 24, reply_rate: 0.8 },
  一般: { heartbeat_hours: 72, reply_rate: 0.6 },
  关系冷淡: { heartbeat_hours: 7 * 24, reply_rate: 0.3 },
  决裂: { heartbeat_hours: 999 * 24, reply_rate: 0.05 },
};

/** R14: twenty minutes to 999 days, in hours. */
export const shortestHours = 1 / 3;
export const longestHours = 999 * 24;

const closeBonds = new Set([
  "朋友",
  "家人",
  "恋人",
  "friend",
  "friends",
  "family",
  "lover",
  "lovers",
  "partner",
]);

/** The level a new companion starts with: 关系较好 for friends, family and lovers, else 一般 (DESIGN 3, Creation). */
export function startingLevel(bond?: { kind: string }): RelationshipLevel {
  return bond && closeBonds.has(simplify(bond.kind.trim().toLowerCase())) ? "关系较好" : "一般";
}

/** Hours within R14's bounds; what is no number becomes the level's own figure. */
export function heartbeatHours(level: RelationshipLevel, hours?: number): number {
  if (hours === undefined || !Number.isFinite(hours)) return levels[level].heartbeat_hours;
  return Math.min(longestHours, Math.max(shortestHours, hours));
}

/** The relationship of a companion that was just made; its first history line is the start. */
export function newRelationship(
  level: RelationshipLevel,
  now: Seconds,
  by: RelationshipChange["by"],
  reason = "",
): Relationship {
  const heartbeat_hours = levels[level].heartbeat_hours;
  return {
    level,
    heartbeat_hours,
    reason,
    since: now,
    history: [{ level, heartbeat_hours, reason, at: now, by }],
    trust: 0,
    stage: "初期",
    parts: {},
  };
}

export type LevelChange = {
  level: RelationshipLevel;
  heartbeat_hours?: number;
  reason: string;
  by: RelationshipChange["by"];
};

export type ChangedLevel =
  | { changed: true; relationship: Relationship }
  | { changed: false; relationship: Relationship; reason: "same" | "cold_not_allowed" };

/**
 * Sets level and hours and adds a line of history; the level gives the hours where the change names none (R14).
 * A model's judgement that is colder than 一般 needs `allow_cold` (R39); the owner and the character's own tool do not.
 */
export function changeLevel(
  relationship: Relationship,
  change: LevelChange,
  now: Seconds,
  options: { allow_cold?: boolean } = {},
): ChangedLevel {
  const heartbeat_hours = heartbeatHours(change.level, change.heartbeat_hours);
  const stands = change.level === relationship.level && heartbeat_hours === relationship.heartbeat_hours;
  // An owner who names the level that stands wants it to stay: their line holds it against judgement in the background.
  if (stands && (change.by !== "owner" || relationship.history.at(-1)?.by === "owner")) {
    return { changed: false, relationship, reason: "same" };
  }
  const colder = isColder(change.level, "一般") && isColder(change.level, relationship.level);
  if (change.by === "model" && colder && options.allow_cold !== true) {
    return { changed: false, relationship, reason: "cold_not_allowed" };
  }
  const { level, reason, by } = change;
  return {
    changed: true,
    relationship: {
      ...relationship,
      level,
      heartbeat_hours,
      reason,
      since: now,
      history: [...relationship.history, { level, heartbeat_hours, reason, at: now, by }],
    },
  };
}

/** True where `level` is more distant than `than`. */
export function isColder(level: RelationshipLevel, than: RelationshipLevel): boolean {
  return relationshipLevels.indexOf(level) > relationshipLevels.indexOf(than);
}
