// Undoes one line of the change log: every entry goes back to what it was, as a new line (invariant 3).
import type { Deps } from "../deps.ts";
import { AppError } from "../error.ts";
import {
  applyEdits,
  canonical,
  type Entries,
  entriesOf,
  type Reversed,
  type ReversedEdit,
  reverseEdits,
} from "../memory/change.ts";
import { provenBy, withdrawnProofs } from "../memory/fact-proof.ts";
import { laterChanges } from "../memory/undo-span.ts";
import type { Change, Edit } from "../schema/change.ts";
import type { Id } from "../schema/common.ts";
import {
  type CompanionDocument,
  type Documents,
  documents,
  type PartKind,
  parts,
} from "../schema/documents.ts";
import type { Message } from "../schema/message.ts";
import { companion } from "../store/store.ts";
import { follow } from "./edit.ts";
import { dropPrefix } from "./prefix.ts";
import { projectChanged } from "./project-facts.ts";
import { bringInLine, noteRemovedSummaries, recover } from "./recover.ts";
import { indexChanged } from "./search-memory.ts";
import { noteUndoneOrder } from "./undo-marks.ts";

export type Undone = { undone: string; change_id: string | null };

export type UndoOptions = {
  /** What was made is not made again: a summary that goes is not owed, whoever made it. */
  lasting?: boolean;
};

/**
 * Reverses a change. Unknown: `not_found`. Erased, or one of its entries was changed later: `conflict`, with the later
 * lines named.
 */
export async function undoChange(
  deps: Deps,
  user: Id,
  changeId: string,
  { lasting = false }: UndoOptions = {},
): Promise<Undone> {
  const owner = companion(user);
  const change = await deps.store.change(owner, changeId);
  if (!change) throw new AppError("not_found", "There is no such change.");
  if (change.erased) throw new AppError("conflict", "What this change held was erased; it cannot be undone.");
  await refuseChangedLater(deps, user, change);
  // A span takes the messages back as well, each in its place; what stands on none afterwards is withdrawn there.
  if (!lasting) await refuseUnproven(deps, user, change);
  const change_id = change.edits.some(({ document }) => document === "conversation")
    ? await undoMessages(deps, user, change)
    : await undoDocuments(deps, user, change);
  await dropPrefix(deps, user, "undo");
  // Only what its owner added or took away is the owner's wish; a summary of the background's alone is owed again.
  const edits = change.edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
  const deliberate = lasting || change.by === "owner" || change.by === "hand";
  await noteRemovedSummaries(deps, user, edits, deliberate);
  await noteUndoneOrder(deps, user, change);
  // A topic whose summary was taken back is open or owed again, never forgotten (invariant 1).
  if (edits.some(({ document }) => document === "mid_term")) await recover(deps, user);
  await indexChanged(deps, user, change.edits);
  await projectChanged(deps, user, change.edits);
  await bringInLine(deps, user);
  return { undone: changeId, change_id };
}

const isPart = (name: string) => name.includes("/");

async function undoDocuments(deps: Deps, user: Id, change: Change): Promise<string | null> {
  const owner = companion(user);
  const touched = [...new Set(change.edits.map(({ document }) => document))];
  const names = touched.filter((name): name is CompanionDocument => name in documents);
  const pieces = new Map<string, Entries>();
  for (const name of touched.filter(isPart)) pieces.set(name, await partEntries(deps, user, name));
  const { result, change_id } = await deps.store.commit<"companion", CompanionDocument, Reversed>(
    owner,
    names,
    { by: "owner", cause: change.id, undoes: change.id },
    (current) => {
      const values = current as Partial<Documents>;
      const entries: Record<string, Entries> = Object.fromEntries(pieces);
      for (const name of names) entries[name] = entriesOf(name, values[name]);
      const reversed = reverseEdits(change, entries);
      if (!reversed.ok) return { result: reversed };
      return {
        parts: reversed.edits.filter(({ document }) => isPart(document)).map(partWrite),
        documents: Object.fromEntries(
          names.map((name) => [
            name,
            applyEdits(
              name,
              values[name],
              reversed.edits.filter(({ document }) => document === name),
            ),
          ]),
        ),
        result: reversed,
      };
    },
  );
  if (!result.ok && result.reason === "changed") throw await changedLater(deps, user, change, result);
  return change_id;
}

async function partEntries(deps: Deps, user: Id, name: string): Promise<Entries> {
  const [kind = "", file = ""] = name.split("/");
  const content =
    kind in parts ? await deps.store.parts.read(companion(user), kind as PartKind, file) : undefined;
  return new Map(content === undefined ? [] : [["", content]]);
}

function partWrite(edit: ReversedEdit): { kind: PartKind; name: string; content: unknown } {
  const [kind = "", name = ""] = edit.document.split("/");
  return { kind: kind as PartKind, name, content: edit.to ?? null };
}

async function changedLater(
  deps: Deps,
  user: Id,
  change: Change,
  conflict: { document: string; entry: string },
): Promise<AppError> {
  const one = { ...change, edits: change.edits.filter((edit) => isEntry(edit, conflict)) };
  return conflictWith(conflict, laterChanges(one, await newerThan(deps, user, change)));
}

const isEntry = (edit: Edit, { document, entry }: { document: string; entry: string }) =>
  edit.document === document && edit.entry === entry;

/** AppError `conflict` where a later line that still stands has changed one of the entries, whatever they look like now. */
async function refuseChangedLater(deps: Deps, user: Id, change: Change): Promise<void> {
  const newer = await newerThan(deps, user, change);
  const later = laterChanges(change, newer);
  if (later.length === 0) return;
  const hindering = newer.find(({ id }) => id === later[0]);
  const edit = change.edits.find((own) => hindering?.edits.some((one) => isEntry(one, own)));
  throw conflictWith({ document: edit?.document ?? "", entry: edit?.entry ?? "" }, later);
}

/**
 * AppError `conflict` where a fact lost its proof and would come back without one: the message has to say it again first, and then
 * the fact comes back by itself (invariant 2).
 */
async function refuseUnproven(deps: Deps, user: Id, { edits }: Change): Promise<void> {
  const ofFacts = edits.filter(({ document }) => document === "facts");
  for (const { message_id, quote } of ofFacts.flatMap(({ before, after }) =>
    withdrawnProofs(before, after),
  )) {
    const message = await deps.store.log.find(user, message_id);
    if (provenBy(quote, message?.content)) continue;
    throw new AppError(
      "conflict",
      message
        ? "The message that this rested on says something else now. Undo that edit first; then it comes back by itself."
        : "The message that this rested on is gone. Bring it back first; then this comes back by itself.",
      { details: { document: "conversation", entry: message_id, later: [] } },
    );
  }
}

function conflictWith(entry: { document: string; entry: string }, later: readonly string[]): AppError {
  const { document, entry: id } = entry;
  return new AppError(
    "conflict",
    "An entry of this change was changed later. Undo the later changes first.",
    {
      details: { document, entry: id, later },
    },
  );
}

/** Lines of the change log read at first; twice as many each time that the change is not among them. */
const firstLines = 500;

/** The lines after a change, newest first. */
async function newerThan(deps: Deps, user: Id, change: Change): Promise<Change[]> {
  for (let limit = firstLines; ; limit *= 2) {
    const lines = await deps.store.changes(companion(user), { limit });
    const at = lines.findIndex(({ id }) => id === change.id);
    if (at !== -1) return lines.slice(0, at);
    if (lines.length < limit) return lines;
  }
}

async function undoMessages(deps: Deps, user: Id, change: Change): Promise<string | null> {
  const edit: Message[] = [];
  const back: Message[] = [];
  const removed: Message[] = [];
  for (const { document, entry, before, after, came } of change.edits) {
    const now = await deps.store.log.find(user, entry);
    if (canonical(now ?? null) !== canonical(after ?? null))
      throw await changedLater(deps, user, change, { document, entry });
    // What was said for the sake of the change (a reply in the place of another) goes with it.
    if ((!before || came === true) && now) removed.push(now);
    else if (!after) back.push(before as Message);
    else edit.push(before as Message);
  }
  const remove = removed.map(({ message_id }) => message_id);
  const meta = { by: "owner" as const, cause: change.id, undoes: change.id };
  const places = new Map(
    change.edits.flatMap(({ entry, next }) => (typeof next === "string" ? [[entry, next] as const] : [])),
  );
  for (const message of back) {
    const next = places.has(message.message_id) ? undefined : await saidNext(deps, user, message);
    if (next !== undefined) places.set(message.message_id, next);
  }
  const changed = edit.length + remove.length > 0;
  // One line in any case: an undo of it must not leave half of a reply.
  const { change_id } = changed
    ? await deps.store.log.rewrite(user, meta, { edit, remove, add: back, before: places })
    : await deps.store.log.merge(user, back, meta, places);
  await follow(deps, user, { edited: [...edit, ...back], removed }, change.id);
  return change_id ?? null;
}

/** Ids that were made here; they rise with the order in which they were made. */
const ownId = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * The message that a returning one, which was the last when it went, stands before: its reply, or what was said later in the same
 * second. Undefined where its time tells its place.
 */
async function saidNext(
  deps: Deps,
  user: Id,
  { message_id, timestamp }: Message,
): Promise<string | undefined> {
  const first = await deps.store.log.since(user, timestamp);
  if (first?.timestamp !== timestamp) return undefined;
  const rest = await deps.store.log.page(user, { after: first.message_id, limit: mostAtOnce });
  const same = [first, ...rest].filter((one) => one.timestamp === timestamp);
  const isLater = ({ message_id: id, answers }: Message) =>
    answers === message_id || (ownId.test(id) && ownId.test(message_id) && id > message_id);
  return same.find(isLater)?.message_id;
}

/** More than so many messages are not said in one second. */
const mostAtOnce = 50;
