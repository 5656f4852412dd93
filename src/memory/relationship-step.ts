// How far a relationship may move at once, and what keeps it where the owner or the floor holds it (A134, R39, issue 5).
import type { Relationship, RelationshipLevel } from "../schema/relationship.ts";
import { relationshipLevels } from "../schema/relationship.ts";
import { isColder, levels } from "./relationship.ts";

/** Without `allow_cold` nobody is judged colder than this (R39). */
const floor: RelationshipLevel = "一般";

const breaking =
  /绝交|分手(?!快乐)|一刀两断|(?:再也|以后)不(?:想|要|会)?(?:见|理|联系|搭理)你|(?:别|不要|不用)再(?:找|联系|理)我|到此为止|我恨你|\b(?:we(?:'re| are) (?:done|over|finished)|it(?:'s| is) over between us|i(?:'m| am) (?:done|through) with you|(?:never|don't ever) (?:talk|speak|write) to me again|break(?:ing)? up with you|i hate you)\b/i;
const reconciling =
  /和好(?!像)|(?:我|是我)(?:真的)?(?:错了|不好|不对)|对不起|原谅(?:我|你)|重新(?:开始|来过)|言归于好|\b(?:let'?s make up|i(?:'m| am) (?:so |really |truly )?sorry|forgive me|i forgive you|start over|(?:i was|it was) (?:wrong|my fault)|make it up to you)\b/i;

/** True where a text says in so many words that it is over, or where it goes the other way, makes peace. */
export function statesTurn(from: RelationshipLevel, to: RelationshipLevel, text: string): boolean {
  return (isColder(to, from) ? breaking : reconciling).test(text);
}

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
