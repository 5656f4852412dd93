// What the open talk has been about so far, as it stands after its last message (A70).
import type { Deps } from "../deps.ts";
import type { Id } from "../schema/common.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { readCompanion } from "./read-companion.ts";
import { summarise } from "./summarise.ts";

/**
 * The summary of the open topic: of its folded parts in their order, one a line, and of all that came after them, in code, at most
 * 200 characters each. Made when it is asked for, so that it holds each turn as soon as it is said and costs no model anything.
 * "" where the person has said nothing yet.
 */
export async function sessionSummary(deps: Deps, user: Id, short: ShortTerm): Promise<string> {
  // A topic that has ended and waits for its summary took its parts along.
  const parts = short.parts ?? short.pending.find(({ topic_id }) => topic_id === short.topic_id)?.parts ?? [];
  const folded = [...parts].sort((a, b) => a.n - b.n).map(({ summary }) => summary);
  const covered = new Set(parts.flatMap(({ message_ids }) => message_ids));
  const rest = short.conversations.filter(({ message_id }) => !covered.has(message_id));
  if (!rest.some(({ role }) => role === "user")) return folded.join("\n");
  const answered = await summarise(deps, await readCompanion(deps, user), rest, "extractive");
  return [...folded, ...(answered.ok ? [answered.value.summary] : [])].join("\n");
}
