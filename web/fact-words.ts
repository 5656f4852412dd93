// A fact in a person's words, and the facts in the order a person reads them: waiting, current with what they replaced, former. Pure.
import type { Fact } from "./memory-shapes.ts";
import type { MemoryWords } from "./words-memory-zh.ts";

/** The value of a fact as text. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/** The sentence of a fact; made of key and value where it has none. */
export function factText(fact: Pick<Fact, "statement" | "key" | "value">): string {
  const statement = fact.statement.trim();
  if (statement !== "") return statement;
  const key = fact.key.split(":", 1)[0] ?? fact.key;
  return `${key} · ${valueText(fact.value)}`;
}

/** How sure it is, in words; the figure stands in the title. */
export function sureWords(confidence: number, words: MemoryWords): string {
  if (confidence >= 0.9) return words.sure.certain;
  return confidence >= 0.6 ? words.sure.likely : words.sure.unsure;
}

/** What is typed becomes a value of the kind that stood there: a number stays a number. */
export function valueFrom(text: string, old: unknown): string | number | boolean {
  const trimmed = text.trim();
  if (typeof old === "number" && trimmed !== "" && Number.isFinite(Number(trimmed))) return Number(trimmed);
  if (typeof old === "boolean" && (trimmed === "true" || trimmed === "false")) return trimmed === "true";
  return trimmed;
}

export const categories = [
  "health",
  "personal_info",
  "relationship",
  "important_date",
  "preference",
  "dislike",
  "habit",
] as const satisfies readonly Fact["category"][];

export type SortedFacts = {
  waiting: Fact[];
  /** By category, in the order of reading; pinned ones first. `before` are the values it replaced, newest first. */
  current: { category: Fact["category"]; facts: { fact: Fact; before: Fact[] }[] }[];
  /** All former ones, the newest end first. */
  former: Fact[];
};

const isWaiting = ({ status }: Fact) => status === "quarantined" || status === "conflicted";

function byPin(a: Fact, b: Fact): number {
  return Number(b.pinned) - Number(a.pinned);
}

/** Sorts all facts for the view. Every fact stands in exactly one of the three lists; what was replaced is named in `before` besides. */
export function sortFacts(facts: readonly Fact[]): SortedFacts {
  const waiting = facts.filter((fact) => isWaiting(fact) && !fact.is_deleted);
  const live = facts.filter((fact) => fact.status === "live" && !fact.is_deleted);
  const former = facts
    .filter((fact) => fact.is_deleted || fact.status === "closed")
    .sort((a, b) => (b.valid_to ?? b.last_updated_at ?? 0) - (a.valid_to ?? a.last_updated_at ?? 0));
  const replaced = (fact: Fact) =>
    former.filter((one) => one.superseded_by === fact.id && !one.is_deleted && !isSlip(one));
  const current = categories.flatMap((category) => {
    const of = live.filter((fact) => fact.category === category).sort(byPin);
    return of.length === 0 ? [] : [{ category, facts: of.map((fact) => ({ fact, before: replaced(fact) })) }];
  });
  return { waiting, current, former };
}

/** What was put right at once: it was never so. */
export function isSlip(fact: Pick<Fact, "metadata">): boolean {
  return fact.metadata.mistake === true;
}
