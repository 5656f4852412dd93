// A prefix as it comes back from the cache folder: ours and whole, or to be rendered again.
import type { Prefix } from "./context.ts";
import type { Section } from "./context-types.ts";

function isSection(value: unknown): value is Section {
  if (typeof value !== "object" || value === null) return false;
  const { name, text, tokens, entries } = value as Partial<Section>;
  return (
    typeof name === "string" &&
    typeof text === "string" &&
    typeof tokens === "number" &&
    Array.isArray(entries)
  );
}

const prefixSections = ["persona", "instructions", "core", "facts", "mid", "long_index"] as const;

/** A prefix as read from `.cache`, or null where it is none of ours or of another topic: it is then rendered again. */
export function readPrefix(value: unknown, topicId: string): Prefix | null {
  if (typeof value !== "object" || value === null) return null;
  const prefix = value as Partial<Prefix>;
  const { sections, previous, opening, person } = prefix;
  const fits =
    prefix.format === 1 &&
    prefix.topic_id === topicId &&
    typeof prefix.rendered_at === "number" &&
    typeof opening === "string" &&
    typeof person === "string" &&
    isSection(previous) &&
    Array.isArray(sections) &&
    sections.length === prefixSections.length &&
    sections.every((one, i) => isSection(one) && one.name === prefixSections[i]);
  return fits ? (prefix as Prefix) : null;
}
