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
  const checked = documents[name].schema.safeParse(value);
  if (!checked.success)
    throw new AppError("invalid", "This does not fit the document's shape.", {
      details: checked.error.issues
        .slice(0, 20)
        .map((issue) => ({ path: issue.path.join("."), message: issue.message })),
    });
  const now = deps.clock.now();
  const owner = companion(user);
  const { change_id } = await deps.store.commit(
    owner,
    [name],
    {
      by: "owner",
      cause: options.cause,
      expect: options.expect === undefined ? undefined : { [name]: options.expect },
    },
    (current) => {
      const before = (current as Pick<Documents, EditableDocument>)[name];
      const filled = fillEntries(name, before, checked.data, { now, newId: deps.newId });
      return {
        documents: { [name]: filled } as Partial<Pick<Documents, EditableDocument>>,
        result: undefined,
      };
    },
  );
  await dropPrefix(deps, user, "owner");
  deps.search.drop(user);
  return { revision: await deps.store.revision(owner, name as DocumentName), change_id };
}
