// What changed between two versions of a document, entry by entry, and how such edits are put into effect again. Pure.
import type { Edit } from "../schema/change.ts";
import { type DocumentName, documents } from "../schema/documents.ts";
import { isObject, sameJson } from "./canonical.ts";
import { keyed, keyOf, listsOf } from "./entry-keys.ts";
import type { StoreEvent } from "./store.ts";

type Entries = StoreEvent["entries"];

function entryEdit(document: string, list: string, entry: string, before: unknown, after: unknown): Edit {
  // Only where a document has several lists must the edit say which one.
  return { document, entry, before: before ?? null, after: after ?? null, ...(list === "" ? {} : { list }) };
}

/** Edits of one list of named entries; a list whose entries bear no names is one edit as a whole. */
export function diffList(
  document: string,
  list: string,
  before: readonly unknown[],
  after: readonly unknown[],
): Edit[] {
  const from = keyed(before);
  const to = keyed(after);
  if (!from || !to) return sameJson(before, after) ? [] : [entryEdit(document, list, "", before, after)];
  const edits: Edit[] = [];
  for (const [key, value] of from) {
    if (!to.has(key)) edits.push(entryEdit(document, list, key, value, null));
    else if (!sameJson(value, to.get(key))) edits.push(entryEdit(document, list, key, value, to.get(key)));
  }
  for (const [key, value] of to) if (!from.has(key)) edits.push(entryEdit(document, list, key, null, value));
  return edits;
}

/** The part of a document that is in none of its lists, or undefined where there is none. */
function restOf(name: DocumentName, value: unknown): unknown {
  const where = documents[name].entries;
  if (where === "list") return undefined;
  if (where === "none" || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !where.includes(key)));
}

/** What leads from `before` to `after`. `before: null` is an added entry, `after: null` a removed one; entry "" is the object itself. */
export function diffDocument(name: DocumentName, before: unknown, after: unknown): Edit[] {
  const edits: Edit[] = [];
  const rest = restOf(name, before);
  if (rest !== undefined && !sameJson(rest, restOf(name, after))) {
    edits.push(entryEdit(name, "", "", rest, restOf(name, after)));
  }
  const to = listsOf(name, after);
  for (const [field, list] of listsOf(name, before)) {
    edits.push(...diffList(name, field, list, to.get(field) ?? []));
  }
  return edits;
}

/** The same for people who only want to know which entries: no texts. */
export function entriesOf(edits: readonly Edit[]): Entries {
  return edits.map(({ entry, before, after }) => ({
    id: entry,
    kind: after === null ? "removed" : before === null ? "added" : "changed",
  }));
}

function applyToList(list: readonly unknown[], edit: Edit): readonly unknown[] {
  const at = list.findIndex((entry) => keyOf(entry) === edit.entry);
  const now = at < 0 ? null : list[at];
  if (!sameJson(now, edit.before)) return list;
  if (at < 0) return edit.after === null ? list : [...list, edit.after];
  return edit.after === null ? list.toSpliced(at, 1) : list.with(at, edit.after);
}

/**
 * Puts edits into effect that a crash left undone: only entries that still are as they were `before` change, so that doing it
 * twice is doing it once. Answers the same value where nothing is left to do.
 */
export function applyEdits(name: DocumentName, value: unknown, edits: readonly Edit[]): unknown {
  let next = value;
  for (const edit of edits.filter((one) => one.document === name)) {
    const field = typeof edit.list === "string" ? edit.list : "";
    if (edit.entry === "") {
      if (!sameJson(restOf(name, next), edit.before)) continue;
      const lists = Object.fromEntries(listsOf(name, next));
      next = { ...(isObject(edit.after) ? edit.after : {}), ...lists };
    } else if (Array.isArray(next)) next = applyToList(next, edit);
    else if (isObject(next)) {
      const list = next[field];
      if (Array.isArray(list)) next = { ...next, [field]: applyToList(list, edit) };
    }
  }
  return next;
}
