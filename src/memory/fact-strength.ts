// How sure a fact is: what was stated stands over what was inferred, and an inference that is repeated gets surer (A201 to A203).
import type { Fact } from "../schema/fact.ts";

/** A202: an inference that is repeated rises by this, up to the ceiling of inferences. */
const raisedBy = 0.1;
const inferredCeiling = 0.8;

type Sure = Pick<Fact, "source" | "confidence">;

/** True where the person or the owner said it themself. */
export function isStated(source: Fact["source"]): boolean {
  return source !== "inferred" && source !== "extracted_from_episodic";
}

/** 2: stated, 1: inferred, 0: for reference only (A203). A weaker value never closes a stronger one. */
export function strengthOf({ source, confidence }: Sure): 0 | 1 | 2 {
  if (confidence < 0.5) return 0;
  return isStated(source) ? 2 : 1;
}

/** The confidence (0 to 1) of a fact that is said again (A202). */
export function confirmedConfidence(same: Sure, again: Sure): number {
  if (isStated(again.source) && again.confidence >= 1) return 1;
  if (isStated(same.source)) return same.confidence;
  const raised = Math.round((same.confidence + raisedBy) * 100) / 100;
  return Math.max(same.confidence, Math.min(inferredCeiling, raised));
}
