// The owner replaces a whole memory document (PUT /api/memory/{user_id}/{memory_type}, A186, R8).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import { fillEntries } from "../memory/fill.ts";
import { relationshipAsWritten } from "../memory/relationship-written.ts";
import type { Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import { type DocumentName, type Documents, documents, type editableDocuments } from "../schema/documents.ts";
import { folderName } from "../schema/folder-names.ts";
import type { LongTerm } from "../schema/long-term.ts";
import { OwnersHeartbeat } from "../schema/planned-beats.ts";
import type { ShortTerm } from "../schema/short-term.ts";
import { companion } from "../store/store.ts";
import { followShort } from "./follow-short.ts";
import { dropPrefix } from "./prefix.ts";
import { projectChanged } from "./project-facts.ts";
import { ownerOf } from "./read-companion.ts";
import { bringInLine, noteRemovedSummaries } from "./recover.ts";
import { indexChanged } from "./search-memory.ts";

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
  const { result, change_id } = await deps.store.commit(
    owner,
    [name],
    { id, by, cause, expect },
    (current) => {
      const before = (current as Pick<Documents, EditableDocument>)[name];
      // Filled first: an entry without an id is a gap of the owner's, not a fault of shape.
      const filled = fillEntries(name, before, value, { now, newId: deps.newId, changeId: id, user });
      const { relationship } = before as Documents["core_memory"];
      const whole = name === "core_memory" ? relationshipAsWritten(relationship, filled, now) : filled;
      const after = checked(name, whole);
      return { documents: { [name]: after }, result: { before, after } };
    },
  );
  await dropPrefix(deps, user, "owner");
  if (change_id !== null) await followChange(deps, user, change_id);
  if (name === "short_term") {
    const gone = goneFrom(result.before as ShortTerm, result.after as ShortTerm);
    await followShort(deps, user, gone, { by, cause });
  }
  await bringInLine(deps, user, { chosen: name === "short_term" });
  return { revision: await deps.store.revision(owner, name as DocumentName), change_id };
}

/** What a logged change of documents brings with it: the index, and what is remembered of summaries taken away. */
export async function followChange(deps: Deps, user: Id, changeId: string): Promise<void> {
  const change = await deps.store.change(companion(user), changeId);
  if (!change) return;
  await noteRemovedSummaries(deps, user, change.edits, true);
  await indexChanged(deps, user, change.edits);
  await projectChanged(deps, user, change.edits);
  await tellEdits(deps, user, change.edits);
}

/** Every window hears which entries the owner changed. */
async function tellEdits(deps: Deps, user: Id, edits: readonly Edit[]): Promise<void> {
  const account = await ownerOf(deps, user);
  for (const { document, entry, before, after } of edits) {
    const kind = before === null ? "added" : after === null ? "removed" : "changed";
    deps.publish(account, { event: "memory-change", data: { document, entry_id: entry, kind } }, user);
  }
}

/** Ids of the lines that stood in the topic and were left out. */
function goneFrom(before: ShortTerm, after: ShortTerm): Set<string> {
  const kept = new Set(after.conversations.map(({ message_id }) => message_id));
  const ids = before.conversations.map(({ message_id }) => message_id);
  return new Set(ids.filter((id) => !kept.has(id)));
}

function expectation(
  name: EditableDocument,
  options: { expect?: string },
): Partial<Record<DocumentName, string>> {
  return options.expect === undefined ? {} : { [name]: options.expect };
}

function checked(name: EditableDocument, value: unknown): Documents[EditableDocument] {
  const schema = name === "heartbeat" ? OwnersHeartbeat : documents[name].schema;
  const result = schema.safeParse(value);
  const issues = result.success ? strayDetails(name, result.data) : result.error.issues;
  if (result.success && issues.length === 0) return result.data;
  throw new AppError("invalid", "This does not fit the document's shape.", {
    details: issues.slice(0, 20).map(({ path, message }) => ({ path: path.join("."), message })),
  });
}

type Issue = { path: PropertyKey[]; message: string };

/** Index entries whose detail would lie outside of its folder (C152). */
function strayDetails(name: EditableDocument, value: unknown): Issue[] {
  if (name !== "long_term") return [];
  return (value as LongTerm).flatMap(({ detail_file }, index) =>
    folderName(`long_term_details/${detail_file}`)?.kind === "part"
      ? []
      : [{ path: [index, "detail_file"], message: "no file name" }],
  );
}
