// A line of the change log in a person's words: what, and from what to what. Pure.

import { valueText } from "./fact-words.ts";
import type { Change } from "./memory-shapes.ts";
import type { MemoryWords } from "./words-memory-zh.ts";

type Edit = Change["edits"][number];

/** Fields by which an entry is recognised, the best first. */
const telling = [
  "statement",
  "content",
  "summary",
  "detail_content",
  "title",
  "topic",
  "name",
  "text",
  "predicate",
];

/** Characters of one side that are shown. */
const longest = 240;

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest).join("")}…`;
}

/** The entry in one line; "" where there is none, or where nothing of it can be read out. */
export function entryText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return shorten(String(value));
  const entry = value as Record<string, unknown>;
  if (typeof entry.subject === "string" && typeof entry.predicate === "string")
    return shorten([entry.subject, entry.predicate, valueText(entry.object)].join(" · "));
  for (const field of telling) {
    const text = entry[field];
    if (typeof text === "string" && text.trim() !== "") return shorten(text);
  }
  if (typeof entry.key === "string") return shorten(`${entry.key} · ${valueText(entry.value)}`);
  if (Array.isArray(entry.contents)) return shorten(entry.contents.map(valueText).join(" "));
  return "";
}

export type EditKind = "added" | "changed" | "removed";

export function kindOf({ before, after }: Pick<Edit, "before" | "after">): EditKind {
  if (before === null || before === undefined) return "added";
  return after === null || after === undefined ? "removed" : "changed";
}

/** The book in which an edit stands, as the dictionaries name it: the document, or the folder of a part. */
export function bookOf(document: string): string {
  return document.split("/", 1)[0] ?? document;
}

export type FieldChange = { field: string; before: string; after: string };

function fieldText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return shorten(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** The fields that differ, by name, for those who want it exactly. */
export function fieldChanges({ before, after }: Pick<Edit, "before" | "after">): FieldChange[] {
  const [old, next] = [before, after].map((one) =>
    typeof one === "object" && one !== null ? (one as Record<string, unknown>) : {},
  );
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])];
  return names
    .map((field) => ({ field, before: fieldText(old?.[field]), after: fieldText(next?.[field]) }))
    .filter((one) => one.before !== one.after);
}

/** "关于你：新记下 2 条；最近：改了 1 条" */
export function changeTitle(change: Pick<Change, "edits">, words: MemoryWords): string {
  const counts = new Map<string, Map<EditKind, number>>();
  for (const edit of change.edits) {
    // The head of core memory holds how the two stand, and none of what is known by heart.
    const ofBond = edit.document === "core_memory" && edit.entry === "";
    const book = words.books[ofBond ? "relationship" : bookOf(edit.document)] ?? words.otherBook;
    const kinds = counts.get(book) ?? new Map<EditKind, number>();
    kinds.set(kindOf(edit), (kinds.get(kindOf(edit)) ?? 0) + 1);
    counts.set(book, kinds);
  }
  const parts = [...counts].map(([book, kinds]) =>
    words.changeOf(book, [...kinds].map(([kind, count]) => words.kinds[kind](count)).join(words.comma)),
  );
  return parts.join(words.semicolon);
}

export type ReadableEdit = {
  before: string;
  after: string;
  kind: EditKind;
  /** Where both sides read the same: what else of it changed, by the names of the fields. */
  fields: string[];
};

/** The single edits worth reading: those that say something to a person on one side at least. */
export function readableEdits(change: Pick<Change, "edits">): ReadableEdit[] {
  return change.edits.flatMap((edit) => {
    const before = entryText(edit.before);
    const after = entryText(edit.after);
    const kind = kindOf(edit);
    if (before !== after) return [{ before, after, kind, fields: [] }];
    const fields = fieldChanges(edit).map(({ field }) => field);
    return after === "" && fields.length === 0 ? [] : [{ before: "", after, kind, fields }];
  });
}

/** The changed fields that have a name of their own, each once; the others stand field by field. */
export function fieldWords(fields: readonly string[], words: MemoryWords): string {
  const named = fields.flatMap((field) => words.fields[field] ?? []);
  return [...new Set(named)].join(words.comma);
}
