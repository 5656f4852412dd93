// What an erasure is after, and what it found: the words that its rules share (invariant 4, DESIGN 7).
import type { By } from "../schema/common.ts";
import type { EraseMatch } from "../schema/request-erase.ts";
import { excerpt, firstHolding, type Holds, restsOn, textsOf } from "./erase-text.ts";

export type EraseTarget = {
  /** Messages that go. */
  messages: ReadonlySet<string>;
  /** The topics they belong to. */
  topics: ReadonlySet<string>;
  /** Entries that go because they were found. */
  entries: ReadonlySet<string>;
  /** Entries that the owner named: nothing is made in their place. */
  asked: ReadonlySet<string>;
  /** Topics whose summary went already and is owed again. */
  owed: ReadonlySet<string>;
  /** The text that must be nowhere. */
  holds: Holds;
  /** The words of the messages that go, as a tool may have given them to the model. */
  quoted: Holds;
};

/** Topics as the log has them once the messages are gone. */
export type LoggedTopics = ReadonlyMap<string, { message_count: number; ended_at: number }>;

type Entry = { id: string; message_ids?: readonly string[]; topic_id?: string; by?: By };

/** Whether an entry was named by its id. */
export function isNamed(target: EraseTarget, id: string): boolean {
  return target.entries.has(id) || target.asked.has(id);
}

/** What the owner wrote or brought is not made of messages, whatever it names. */
export function isDerived(entry: { by?: By }): boolean {
  return entry.by !== "owner" && entry.by !== "import";
}

/** Whether an entry was made of messages that go; one that names none is made of its topic. */
export function restsOnErased(target: EraseTarget, entry: Entry): boolean {
  if (!isDerived(entry)) return false;
  if (restsOn(entry, target.messages)) return true;
  return (entry.message_ids ?? []).length === 0 && target.topics.has(entry.topic_id ?? "");
}

/** Whether an entry goes: by its id, by its words, or because of what it was made of. */
export function goes(target: EraseTarget, entry: Entry): boolean {
  return (
    isNamed(target, entry.id) ||
    restsOnErased(target, entry) ||
    firstHolding(entry, target.holds) !== undefined
  );
}

/** What facts say of themselves, also within the edits of a change line; a key is no sentence. */
function statementsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("statement" in value && typeof value.statement === "string" && value.statement !== "")
    return [value.statement];
  return ["before", "after"].flatMap((side) => statementsIn((value as Record<string, unknown>)[side]));
}

/** A find as it is shown: what a fact says, the piece that holds the text, else the entry's first words. */
export function matchOf(
  target: EraseTarget,
  document: string,
  id: string,
  value: unknown,
  kept?: true,
): EraseMatch {
  const statements = statementsIn(value);
  const found = statements.find(target.holds) ?? firstHolding(value, target.holds);
  const [first = ""] = found === undefined ? [...statements, ...textsOf(value)] : [found];
  return { document, id, text: excerpt(first, target.holds), ...(kept ? { kept } : {}) };
}
