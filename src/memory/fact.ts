// What becomes of proposed operations: ADD, UPDATE, DELETE, NOOP decided by rules from the facts that are there (A207–A213, R40).
import type { FactOperation } from "../schema/answer.ts";
import type { Facts } from "../schema/fact.ts";
import { readTalk } from "./evidence-talk.ts";
import { isManyValued, normaliseKey } from "./fact-key.ts";
import { settleFacts } from "./fact-life.ts";
import { type FactOutcome, mergeProposal, quarantine, type Step } from "./fact-merge.ts";
import { type ApplyInput, judgeOperation } from "./fact-proposal.ts";

export type Applied = { facts: Facts; outcomes: FactOutcome[] };

/** The most that one talk may change; a model that proposes more is not to be believed. */
const mostOperations = 100;
const mostSubjects = 20;

/**
 * Applies operations to the facts in their order. Each is judged by its quote and by what is there; `op` is a wish, not an
 * order. `outcomes` has one entry for each operation, or one for each subject where a value was a list. Facts that time has
 * closed by `now` are closed first. The same list comes back where nothing changed. Never throws for what a model wrote.
 */
export function applyOperations(
  operations: readonly FactOperation[],
  facts: Facts,
  input: ApplyInput,
): Applied {
  let current = settleFacts(facts, input.now);
  const outcomes: FactOutcome[] = [];
  const judging = { ...input, read: readTalk(input.messages) };
  for (const operation of operations.slice(0, mostOperations).flatMap(bySubject)) {
    const step = applyOne(operation, current, judging);
    current = step.facts;
    outcomes.push(step.outcome);
  }
  return { facts: current, outcomes };
}

/** 花生 and 虾 in one list are two facts, each under its own key. */
function bySubject(operation: FactOperation): FactOperation[] {
  const { value, category, key } = operation;
  if (!Array.isArray(value) || !isManyValued(normaliseKey(category, key, ""))) return [operation];
  return value.slice(0, mostSubjects).map((one) => ({ ...operation, value: one, statement: undefined }));
}

function applyOne(operation: FactOperation, facts: Facts, input: ApplyInput): Step {
  const judged = judgeOperation(operation, facts, input);
  if (judged.verdict === "refused") return { facts, outcome: { op: "refused", reason: judged.reason } };
  if (judged.verdict === "doubtful") return quarantine(judged.proposal, judged.reason, facts, input);
  return mergeProposal(judged.proposal, facts, input);
}
