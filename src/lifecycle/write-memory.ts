// The owner replaces a whole memory document (PUT /api/memory/{user_id}/{memory_type}, A186, R8).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { fillEntries } from "../memory/fill.ts";
import type { Id } from "../schema/common.ts";
import { type DocumentName, type Documents, documents, type editableDocuments } from "../schema/documents.ts";
import { companion } from "../store/store.ts";
import { dropPrefix } from "./prefix.ts";

export type EditableDocument = (typeof editableDocuments)[number];

export type Written = { revision: string; change_id: string | null };

/**
 * Writes the whole document as the owner gave it; what the owner left out (ids, times, `by`, evidence) is filled in, and
 * unknown fields are kept. Wrong shape: `invalid` with paths. `expect` no longer the revision: `stale`.
 */
export async function writeMemory(
  deps: Deps,
  user: Id,
  name: EditableDocument,
  value: unknown,
  options: { expect?: string; cause: string },
): Promise<Written> {
  const now = deps.clock.now();
  const owner = companion(user);
  const id = deps.newId();
  const { by, cause, expect } = {
    by: "owner" as const,
    cause: options.cause,
    expect: expectation(name, options),
  };
  const { change_id } = await deps.store.commit(owner, [name], { id, by, cause, expect }, (current) => {
    const before = (current as Pick<Documents, EditableDocument>)[name];
    // Filled first: an entry without an id is a gap of the owner's, not a fault of shape.
    const filled = fillEntries(name, before, value, { now, newId: deps.newId, changeId: id });
    return { documents: { [name]: checked(name, filled) }, result: undefined };
  });
  await dropPrefix(deps, user, "owner");
  deps.search.drop(user);
  return { revision: await deps.store.revision(owner, name as DocumentName), change_id };
}

function expectation(
  name: EditableDocument,
  options: { expect?: string },
): Partial<Record<DocumentName, string>> {
  return options.expect === undefined ? {} : { [name]: options.expect };
}

function checked(name: EditableDocument, value: unknown): Documents[EditableDocument] {
  const result = documents[name].schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 20);
  throw new AppError("invalid", "This does not fit the document's shape.", {
    details: issues.map(({ path, message }) => ({ path: path.join("."), message })),
  });
}
