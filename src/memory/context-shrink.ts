// A smaller request for the one retry after a provider said that the first was too long.
import { type ContextInput, prefixFactor, talkOf } from "./context.ts";
import { counter, section } from "./context-text.ts";
import { budgets as defaults, type Section } from "./context-types.ts";
/**
 * The same request for the one retry after a context-length error (DESIGN 5): half of the talk (the oldest goes first; the
 * previous topic's tail goes altogether), half of the recalled memories, and the newer half of the index.
 */
export function shrink(input: ContextInput): ContextInput {
  const count = counter(prefixFactor(input));
  const budgets = input.budgets ?? defaults;
  const { kept } = talkOf(input, count, budgets);
  const talk = kept.reduce((sum, turn) => sum + count(turn.content), 0);
  const short = Math.max(1, Math.floor(talk / 2));
  const halved = (one: Section): Section => {
    const [heading = ""] = one.text.split("\n");
    const gone = Math.ceil(one.entries.length / 2);
    const cut = [...(one.cut ?? []), ...one.entries.slice(0, gone).map((entry) => entry.id)];
    return section(one.name, heading, { kept: one.entries.slice(gone), cut }, count);
  };
  return {
    ...input,
    budgets: { ...budgets, short, short_ceiling: short, recall: Math.floor(budgets.recall / 2) },
    prefix: {
      ...input.prefix,
      previous: section(
        "short",
        "",
        { kept: [], cut: input.prefix.previous.entries.map((entry) => entry.id) },
        count,
      ),
      sections: input.prefix.sections.map((one) => (one.name === "long_index" ? halved(one) : one)),
    },
    recall: input.recall.slice(0, Math.ceil(input.recall.length / 2)),
    knowledge: [],
  };
}
