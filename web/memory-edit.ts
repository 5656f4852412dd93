// Rewriting one entry of a memory document: the whole document goes back with the revision it was read at, so that no edit is lost.
import type { Api } from "./api.ts";
import { filePath } from "./file-text.ts";
import type { Written } from "./memory-shapes.ts";
import type { MemoryFileText } from "./shapes.ts";

export type Rewritable = "mid_term" | "long_term" | "core_memory";

type Entry = { id?: unknown };

/** A file that does not parse, or an entry that is there no more: the words for it are the view's. */
export class NotEditable extends Error {
  readonly why: "damaged" | "gone";

  constructor(why: "damaged" | "gone") {
    super(why);
    this.name = "NotEditable";
    this.why = why;
  }
}

/** The value of a memory file, as the server sent it: text, or parsed already. Throws NotEditable where it is broken. */
export function contentOf(file: Pick<MemoryFileText, "valid" | "content">): unknown {
  if (!file.valid) throw new NotEditable("damaged");
  return typeof file.content === "string" ? JSON.parse(file.content) : file.content;
}

function entriesIn(document: Rewritable, value: unknown): Entry[] {
  const list = document === "core_memory" ? (value as { memories?: unknown }).memories : value;
  return Array.isArray(list) ? (list as Entry[]) : [];
}

/** The document with one entry changed, or taken out by null. Throws NotEditable where it has no such entry. */
export function withEntry(
  document: Rewritable,
  value: unknown,
  id: string,
  fields: Record<string, unknown> | null,
): unknown {
  const entries = entriesIn(document, value);
  if (!entries.some((one) => one.id === id)) throw new NotEditable("gone");
  const next = entries.flatMap((one) => {
    if (one.id !== id) return [one];
    return fields === null ? [] : [{ ...one, ...fields }];
  });
  return document === "core_memory" ? { ...(value as object), memories: next } : next;
}

/**
 * Reads the document, changes one entry, and writes it back under the revision that was read: ApiFailure `stale` where
 * somebody else wrote in between. `fields` null takes the entry away.
 */
export async function rewriteEntry(
  api: Pick<Api, "json">,
  user_id: string,
  document: Rewritable,
  id: string,
  fields: Record<string, unknown> | null,
): Promise<Written> {
  const file = await api.json<MemoryFileText>(filePath(user_id, `${document}.json`));
  const body = withEntry(document, contentOf(file), id, fields);
  const confirm = document === "core_memory" ? "?confirm=true" : "";
  return await api.json<Written>(`/api/memory/${user_id}/${document}${confirm}`, {
    method: "PUT",
    body,
    headers: { "if-match": `"${file.revision}"` },
  });
}
