// What the entries that an owner named rest on: the words stay in the talk, and nothing of the kind is made of them again (invariant 4).
import type { Documents } from "../schema/documents.ts";
import { provingNamed } from "./erase-facts.ts";
import type { EraseTarget } from "./erase-target.ts";

/**
 * Ids of the messages, out of those that stay, on which the facts, core memories, people, things and relations rest that the
 * owner named by their ids. A summary or a long memory that was named is held back by its topics instead.
 */
export function provingAsked(
  { facts, core_memory, graph }: Pick<Documents, "facts" | "core_memory" | "graph">,
  { asked, messages }: Pick<EraseTarget, "asked" | "messages">,
): string[] {
  const ofFacts = facts
    .filter(({ id }) => asked.has(id))
    .flatMap(({ evidence }) => evidence.flatMap((one) => ("quote" in one ? [String(one.message_id)] : [])));
  const ofCore = core_memory.memories
    .filter(({ id }) => asked.has(id))
    .flatMap(({ message_ids = [] }) => message_ids);
  const proving = new Set([...ofFacts, ...ofCore, ...provingNamed(graph, asked)]);
  return [...proving].filter((id) => !messages.has(id));
}
