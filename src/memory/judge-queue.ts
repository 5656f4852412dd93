// Topics that were extracted and still wait for the core judgement; kept in the step's state so that a crash only delays them.
import type { StepState } from "../schema/heartbeat.ts";

/** Topic ids in the order they came. */
export function waitingTopics(state: StepState | undefined): string[] {
  const topics = state?.topics;
  return Array.isArray(topics) ? topics.filter((topic): topic is string => typeof topic === "string") : [];
}
