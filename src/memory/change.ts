// How a line of the change log is taken back: which entries return to what, and what stands in the way (invariant 3, DESIGN 3).
import type { Change, Edit } from "../schema/change.ts";
import { type DocumentName, documents } from "../schema/documents.ts";

type Fields = Record<string, unknown>;

/** Entries of one document by key: the id, or `<list>/<id>` where a document has lists in its fields; "" is the object itself. */
export type Entries = ReadonlyMap<string, unknown>;

/** One entry and what it should be; null takes it away. `list` names the field where a document has lists in its fields. */
export type EntryEdit = { entry: string; to: unknown; list?: string };
export type ReversedEdit = EntryEdit & { document: string };

export type Reversed =
  | { ok: true; edits: ReversedEdit[] }
  | { ok: false; reason: "erased" }
  /** `conflict` is "<document>/<entry>": the entry no longer is as this change left it. */
  | { ok: false; reason: "changed"; conflict: string; document: string; entry: string };

/** JSON with sorted keys and without blanks; undefined fields are left out. Two entries are equal where these texts are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "null";
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(",")}}`;
}

/**
 * What undoes a change: each of its edits turned round, last one first. `current` holds the entries of each document that the
 * change names, as they are now; a document that is not there counts as empty. Nothing is undone by half: one entry that was
 * changed later refuses the whole.
 */
export function reverseEdits(change: Change, current: Readonly<Record<string, Entries>>): Reversed {
  if (change.erased) return { ok: false, reason: "erased" };
  const edits: ReversedEdit[] = [];
  for (const edit of change.edits.toReversed()) {
    const { document, entry } = edit;
    const list = listOf(edit);
    const entries = Object.hasOwn(current, document) ? current[document] : undefined;
    const now = entries?.get(entryKey(entry, list));
    if (canonical(now) !== canonical(edit.after)) {
      return { ok: false, reason: "changed", conflict: `${document}/${entry}`, document, entry };
    }
    edits.push({ document, entry, to: edit.before ?? null, ...(list === "" ? {} : { list }) });
  }
  return { ok: true, edits };
}

/** The entries of a document's value by key, as `reverseEdits` reads them. */
export function entriesOf(name: DocumentName, value: unknown): Entries {
  const where = documents[name].entries;
  if (where === "none") return new Map([["", value]]);
  if (where === "list") return listEntries("", Array.isArray(value) ? value : []);
  if (!isFields(value)) return new Map([["", value]]);
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !where.includes(key)));
  const lists = where.flatMap((field) => {
    const list = value[field];
    return Array.isArray(list) ? [...listEntries(field, list)] : [];
  });
  return new Map<string, unknown>([["", rest], ...lists]);
}

/** The value with entries replaced, added at the end, or (to: null) taken away. Entries not named keep their place. */
export function applyEdits(name: DocumentName, value: unknown, edits: readonly EntryEdit[]): unknown {
  return edits.reduce((next, edit) => applyEdit(name, next, edit), value);
}

function applyEdit(name: DocumentName, value: unknown, edit: EntryEdit): unknown {
  const where = documents[name].entries;
  const list = edit.list ?? "";
  if (where === "none") return edit.to;
  if (where === "list") {
    const entries = Array.isArray(value) ? value : [];
    return edit.entry === "" ? (edit.to ?? []) : applyToList(entries, edit);
  }
  const fields: Fields = isFields(value) ? value : {};
  if (list === "" && edit.entry === "") {
    const lists = Object.entries(fields).filter(([key]) => where.includes(key));
    return { ...(isFields(edit.to) ? edit.to : {}), ...Object.fromEntries(lists) };
  }
  const field = list === "" ? fieldWith(fields, where, edit.entry) : list;
  if (!where.includes(field)) throw new Error(`the document ${name} has no list ${field}`);
  const entries = fields[field];
  const next = edit.entry === "" ? (edit.to ?? []) : applyToList(Array.isArray(entries) ? entries : [], edit);
  return { ...fields, [field]: next };
}

/** Where an edit does not say which list it means: the one that holds the entry, else the first. */
function fieldWith(fields: Fields, where: readonly string[], entry: string): string {
  const holds = (field: string) => {
    const list = fields[field];
    return Array.isArray(list) && list.some((one) => keyOf(one) === entry);
  };
  return where.find(holds) ?? where[0] ?? "";
}

function applyToList(list: readonly unknown[], edit: EntryEdit): unknown[] {
  const at = list.findIndex((entry) => keyOf(entry) === edit.entry);
  if (edit.to === null || edit.to === undefined) return at === -1 ? [...list] : list.toSpliced(at, 1);
  return at === -1 ? [...list, edit.to] : list.with(at, edit.to);
}

function listEntries(field: string, list: readonly unknown[]): Map<string, unknown> {
  const entries = new Map<string, unknown>([[entryKey("", field), list]]);
  for (const entry of list) {
    const key = keyOf(entry);
    if (key !== undefined) entries.set(entryKey(key, field), entry);
  }
  return entries;
}

function entryKey(entry: string, list: string): string {
  return list === "" ? entry : `${list}/${entry}`;
}

function listOf(edit: Edit): string {
  return typeof edit.list === "string" ? edit.list : "";
}

/** What names an entry: its id, else its message_id or topic_id. */
function keyOf(entry: unknown): string | undefined {
  if (!isFields(entry)) return undefined;
  for (const field of ["id", "message_id", "topic_id"]) {
    const key = Object.hasOwn(entry, field) ? entry[field] : undefined;
    if (typeof key === "string" && key !== "") return key;
  }
  return undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
