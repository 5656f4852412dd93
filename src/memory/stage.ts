// The four stages of closeness, computed from days and trust; guidance for tone beside the five levels (A136–A139, R25, R26).
import type { Relationship } from "../schema/relationship.ts";
import { stages } from "../schema/relationship.ts";

export type StageName = Relationship["stage"];

/** What a stage asks for. `days`: days on which the two talked. */
export const stageConditions: Record<StageName, (days: number, trust: number) => boolean> = {
  初期: () => true,
  熟悉期: (days, trust) => days >= 7 && trust > 0.3,
  亲密期: (days, trust) => days > 30 && trust > 0.6,
  深度期: (days, trust) => days > 90 && trust > 0.8,
};

/**
 * The highest stage whose two conditions both hold (R25), so that fifty days with a trust of 0.4 are 熟悉期 and leave no hole.
 * How tender a stage may sound is the bond's matter, not the stage's (R38).
 */
export function stageOf(days: number, trust: number): StageName {
  return stages.findLast((stage) => stageConditions[stage](days, trust)) ?? "初期";
}
