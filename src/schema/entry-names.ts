// How an entry is named that an owner wrote without an id: by its list, and where R5 says so by the second of its topic's end (DESIGN 3).
import type { Seconds } from "./common.ts";

/** `timed`: named by a second, not by a fresh id. */
const forms: Record<string, { prefix: string; timed?: true }> = {
  mid_term: { prefix: "mid_", timed: true },
  long_term: { prefix: "long_", timed: true },
  "core_memory.memories": { prefix: "core_" },
  facts: { prefix: "fact_" },
  "graph.entities": { prefix: "entity_" },
  "graph.relations": { prefix: "relation_" },
  emotions: { prefix: "emotion_" },
  lore: { prefix: "lore_" },
};

export type Naming = { now: Seconds; newId: () => string };

/**
 * A free name for an entry of a list: "mid_term", or "core_memory.memories" where a document has its lists in fields.
 * `mid_<second>` and `long_<second>` take the entry's `ended_at`, else now, with the suffix `_2`, `_3` where that is taken (R5).
 */
export function entryName(
  list: string,
  entry: Readonly<Record<string, unknown>>,
  taken: ReadonlySet<string>,
  { now, newId }: Naming,
): string {
  const form = forms[list];
  if (!form?.timed) return `${form?.prefix ?? ""}${newId()}`;
  const { ended_at } = entry;
  const second = typeof ended_at === "number" && ended_at >= 0 && Number.isFinite(ended_at) ? ended_at : now;
  const base = `${form.prefix}${Math.floor(second)}`;
  let name = base;
  for (let suffix = 2; taken.has(name); suffix += 1) name = `${base}_${suffix}`;
  return name;
}
