// Whether a talk held nothing to keep: the light model that sums it up says so, and nothing in the talk speaks against it (A241, A252).
import { asksToRemember } from "./fact-candidate.ts";

/** At this weight and above a model cannot mean that a talk is not worth keeping. */
const weighs = 0.5;

export type PassingAnswer = {
  keep?: boolean | undefined;
  importance?: number | undefined;
  emotional_intensity?: number | undefined;
  operations?: readonly unknown[] | undefined;
  relations?: readonly unknown[] | undefined;
};

/**
 * True where the answer says that nothing is to be kept, brings no fact and no relation and weighs little, and the person asked
 * for nothing to be remembered. The summary and the words of the talk stay and are found; no long memory is made of them.
 */
export function isPassing(
  answer: PassingAnswer,
  messages: readonly { role: "user" | "assistant"; content: string }[],
): boolean {
  const { keep, importance = 0, emotional_intensity = 0, operations = [], relations = [] } = answer;
  if (keep !== false || operations.length + relations.length > 0) return false;
  const isLight = importance < weighs && emotional_intensity < weighs;
  return isLight && !messages.some(({ role, content }) => role === "user" && asksToRemember(content));
}
