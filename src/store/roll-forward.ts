// Ends a commit that a kill left half written: the change line is there, some documents are not (DESIGN 3, C162).
import type { Change, Edit } from "../schema/change.ts";
import { type DocumentName, documents, type PartKind, parts } from "../schema/documents.ts";
import type { Message } from "../schema/message.ts";
import { isObject, sameJson } from "./canonical.ts";
import { applyEdits } from "./edits.ts";
import type { Engine } from "./engine.ts";
import { put, writable } from "./held.ts";
import { current, type OpenFolder } from "./open-folder.ts";
import { planPart, readPart, stagePart } from "./parts.ts";

async function rollDocument(
  engine: Engine,
  open: OpenFolder,
  name: DocumentName,
  edits: Edit[],
): Promise<boolean> {
  const held = await current(engine, open, name);
  const checked = documents[name].schema.safeParse(applyEdits(name, held.low.data, edits));
  if (!checked.success || sameJson(checked.data, held.low.data) || (held.fault && !writable(held)))
    return false;
  await put(open.around, held, checked.data);
  return true;
}

async function rollPart(open: OpenFolder, document: string, edits: Edit[]): Promise<boolean> {
  const [kind = "", name = ""] = document.split("/");
  if (!Object.hasOwn(parts, kind)) return false;
  const place = { folder: open.folder, root: open.around.root };
  const now = (await readPart(place, kind as PartKind, name).catch(() => undefined)) ?? null;
  const [whole] = edits;
  let after: unknown = now;
  if (whole?.entry === "") after = sameJson(now, whole.before) ? whole.after : now;
  // An archive is a list like a document that is one; any such document's rules will do.
  else
    after = applyEdits(
      "mid_term",
      now ?? [],
      edits.map((edit) => ({ ...edit, document: "mid_term" })),
    );
  if (sameJson(now, after)) return false;
  const planned = await planPart(place, { kind: kind as PartKind, name, content: after });
  if (planned) await (await stagePart(place, planned)).publish();
  return planned !== undefined;
}

async function rollLog(open: OpenFolder, edits: Edit[]): Promise<boolean> {
  const edit: Message[] = [];
  const remove: string[] = [];
  const add: Message[] = [];
  const places = new Map<string, string>();
  for (const { entry, before, after, next } of edits) {
    const message = await open.log?.find(entry);
    // Only a line that gives a place to what comes is one of a change that also takes away: both come into effect, or neither.
    if (message === undefined && before === null && isObject(after) && next !== undefined) {
      add.push(after as Message);
      if (typeof next === "string") places.set(entry, next);
    }
    if (message === undefined || !sameJson(message, before)) continue;
    if (isObject(after)) edit.push(after as Message);
    else remove.push(entry);
  }
  if (edit.length + remove.length + add.length === 0) return false;
  await open.log?.rewrite({ edit, remove, add, before: places }, async () => undefined);
  return true;
}

function byDocument({ edits }: Change): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) groups.set(edit.document, [...(groups.get(edit.document) ?? []), edit]);
  return groups;
}

/**
 * Brings the last change line into effect where a kill came between it and its documents: only entries that still are as they
 * were before it. A hand's line needs nothing: the file came first. Answers the documents that were brought forward.
 */
export async function rollForward(engine: Engine, open: OpenFolder): Promise<string[]> {
  const last = await open.changes.last();
  if (!last || last.by === "hand" || last.erased) return [];
  const rolled: string[] = [];
  for (const [document, edits] of byDocument(last)) {
    let done: boolean;
    if (document === "conversation") done = await rollLog(open, edits);
    else if (Object.hasOwn(documents, document)) {
      done = await rollDocument(engine, open, document as DocumentName, edits);
    } else done = await rollPart(open, document, edits);
    if (done) rolled.push(document);
  }
  if (rolled.length > 0) open.around.warn({ change: last.id, rolled }, "an interrupted commit was ended");
  return rolled;
}
