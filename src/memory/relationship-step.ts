// How far a relationship may move at once, and what keeps it where the owner or the floor holds it (A134, R39, issue 5).
import type { Relationship, RelationshipLevel } from "../schema/relationship.ts";
import { relationshipLevels } from "../schema/relationship.ts";
import { isColder, levels } from "./relationship.ts";
import { statesTurn } from "./relationship-turns.ts";

/** Without `allow_cold` nobody is judged colder than this (R39). */
const floor: RelationshipLevel = "一般";

/** How many levels a change may go: one, or two where the person said in so many words that it is over, or made peace. */
export function stepsAllowed(
  from: RelationshipLevel,
  wished: RelationshipLevel,
  said: readonly string[],
): 1 | 2 {
  return said.some((text) => statesTurn(from, wished, text)) ? 2 : 1;
}

/** The level nearest to the wished one that is at most so many steps away. */
export function withinSteps(
  from: RelationshipLevel,
  wished: RelationshipLevel,
  steps: number,
): RelationshipLevel {
  const [start, goal] = [relationshipLevels.indexOf(from), relationshipLevels.indexOf(wished)];
  const moved = start + Math.max(-steps, Math.min(steps, goal - start));
  return relationshipLevels[moved] ?? from;
}

/** The coldest level that a model may judge: 决裂 where coldness is allowed, else 一般, or where it stands already (R39). */
export function coldestFor(from: RelationshipLevel, allowCold: boolean): RelationshipLevel {
  if (allowCold) return "决裂";
  return isColder(from, floor) ? from : floor;
}

/** What of a judgement may become true: no colder than the floor, and no more than the allowed steps away. */
export function tempered(
  from: RelationshipLevel,
  wished: RelationshipLevel,
  { said, allowCold }: { said: readonly string[]; allowCold: boolean },
): RelationshipLevel {
  const coldest = coldestFor(from, allowCold);
  const held = isColder(wished, coldest) ? coldest : wished;
  return withinSteps(from, held, stepsAllowed(from, held, said));
}

/**
 * True where the owner set the level as it stands: by page, by file or by undo. The last line of the history then is the owner's, or
 * does not say what stands beside it. No judgement in the background changes such a level.
 */
export function isOwnersLevel({ level, heartbeat_hours, history }: Relationship): boolean {
  const last = history.at(-1);
  // Without a history only the plain beginning is nobody's choice.
  if (last === undefined) return level !== floor || heartbeat_hours !== levels[floor].heartbeat_hours;
  return last.by === "owner" || last.level !== level || last.heartbeat_hours !== heartbeat_hours;
}
