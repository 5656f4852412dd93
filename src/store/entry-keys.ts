// What names an entry of a list: its id, or its message_id or topic_id where it has none. Pure.
import { type DocumentName, documents } from "../schema/documents.ts";
import { entryName, type Naming } from "../schema/entry-names.ts";
import { isObject } from "./canonical.ts";

const keyFields = ["id", "message_id", "topic_id"] as const;

/** The name of an entry, or undefined where it bears none. Texts name themselves. */
export function keyOf(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (!isObject(entry)) return undefined;
  for (const field of keyFields) {
    const key = Object.hasOwn(entry, field) ? entry[field] : undefined;
    if (typeof key === "string" && key !== "") return key;
  }
  return undefined;
}

/** The entries by name, or undefined where one bears none or two bear the same. */
export function keyed(list: readonly unknown[]): Map<string, unknown> | undefined {
  const entries = new Map<string, unknown>();
  for (const entry of list) {
    const key = keyOf(entry);
    if (key === undefined || entries.has(key)) return undefined;
    entries.set(key, entry);
  }
  return entries;
}

/** The lists of entries that a document holds, by field; the field of a document that is a list itself is "". */
export function listsOf(name: DocumentName, value: unknown): Map<string, readonly unknown[]> {
  const where = documents[name].entries;
  const lists = new Map<string, readonly unknown[]>();
  if (where === "list" && Array.isArray(value)) lists.set("", value);
  if (where === "list" || where === "none" || !isObject(value)) return lists;
  for (const field of where) {
    const list = value[field];
    if (Array.isArray(list)) lists.set(field, list);
  }
  return lists;
}

function nameField(name: DocumentName, field: string): (typeof keyFields)[number] {
  if (name !== "short_term") return "id";
  return field === "pending" ? "topic_id" : "message_id";
}

/**
 * Gives an id to each entry that an owner's hand left without one, or copied together with its id; none that an entry of
 * `known`, the value in use, has. Works on `value` itself, which must be fresh from the parser. Answers whether any was given.
 */
export function giveIds(name: DocumentName, value: unknown, known: unknown, naming: Naming): boolean {
  let given = false;
  const inUse = listsOf(name, known);
  for (const [field, list] of listsOf(name, value)) {
    const taken = new Set([...(inUse.get(field) ?? []), ...list].map((entry) => keyOf(entry) ?? ""));
    if (name === "short_term" && field === "conversations") given = giveLines(value, list) || given;
    const idField = nameField(name, field);
    const seen = new Set<string>();
    for (const entry of list) {
      if (!isObject(entry)) continue;
      const id = entry[idField];
      if (typeof id === "string" && id !== "" && !seen.has(id)) seen.add(id);
      else if (id === undefined || id === "" || typeof id === "string") {
        // A pending topic without its topic means nothing: the schema refuses it.
        if (idField === "topic_id") continue;
        const own = entryName(field === "" ? name : `${name}.${field}`, entry, taken, naming);
        entry[idField] = own;
        taken.add(own);
        given = true;
      }
      if (name === "mid_term") given = giveTopic(entry) || given;
    }
  }
  return given;
}

/** A line written by hand into the open topic belongs to it, at the time of the line before. */
function giveLines(value: unknown, list: readonly unknown[]): boolean {
  let at = isObject(value) ? value.created_at : undefined;
  let given = false;
  for (const line of list) {
    if (!isObject(line)) continue;
    given = given || line.topic_id === undefined || line.timestamp === undefined;
    if (isObject(value)) line.topic_id ??= value.topic_id;
    line.timestamp ??= at;
    at = line.timestamp;
  }
  return given;
}

/** A summary written by hand belongs to no topic of the log; it needs a topic of its own all the same. */
function giveTopic(entry: Record<string, unknown>): boolean {
  if (entry.topic_id !== undefined && entry.message_count !== undefined) return false;
  entry.topic_id ??= `owner_${String(entry.id)}`;
  entry.message_count ??= 0;
  return true;
}
