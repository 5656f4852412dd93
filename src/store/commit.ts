// One commit: change line, parts, documents, in this order, each durable, and all taken back where the disk fails (DESIGN 3).
import { AppError } from "../error.ts";
import type { Edit } from "../schema/change.ts";
import { type DocumentName, type Documents, documents } from "../schema/documents.ts";
import { copyJson, plainJson, revisionOf, sameJson } from "./canonical.ts";
import { diffDocument, entriesOf } from "./edits.ts";
import type { Engine } from "./engine.ts";
import { type Held, put, shownFault, writable } from "./held.ts";
import { issuesOf } from "./json-text.ts";
import { current, noteZone, type OpenFolder, writeLine } from "./open-folder.ts";
import { damagedError, markOfPart, type PlannedPart, planPart, stagePart } from "./parts.ts";
import type { Changed, CommitMeta, Committed } from "./store.ts";

type PlannedDocument = { held: Held; before: unknown; after: unknown; edits: Edit[] };
type Plan = { documents: PlannedDocument[]; parts: PlannedPart[] };

/** AppError `stale` where a document is no longer the one the caller saw (If-Match). */
async function expectRevisions(engine: Engine, open: OpenFolder, meta: CommitMeta): Promise<void> {
  for (const [name, revision] of Object.entries(meta.expect ?? {}) as [DocumentName, string | undefined][]) {
    if (revision === undefined) continue;
    const held = await current(engine, open, name);
    if (revisionOf(held.low.data) !== revision) {
      throw new AppError("stale", "It was changed in the meantime; read it again.", {
        details: { document: name },
      });
    }
  }
}

function planDocument(held: Held, value: unknown): PlannedDocument | undefined {
  const checked = documents[held.name].schema.safeParse(value);
  if (!checked.success) {
    throw new AppError("invalid", `${held.file} does not fit.`, { details: issuesOf(checked.error) });
  }
  const after = plainJson(checked.data);
  const before = held.low.data;
  if (sameJson(before, after)) return undefined;
  const fault = shownFault(held);
  if (fault && held.fault && !writable(held)) throw damagedError(held.file, held.fault);
  return { held, before, after, edits: diffDocument(held.name, before, after) };
}

async function plan(
  open: OpenFolder,
  held: readonly Held[],
  changed: Changed<DocumentName, unknown>,
): Promise<Plan> {
  const values = new Map(Object.entries(changed.documents ?? {}));
  const planned: PlannedDocument[] = [];
  // The order is that of the names: the document that gains is named first.
  for (const one of held) {
    const value = values.get(one.name);
    const document = value === undefined ? undefined : planDocument(one, value);
    if (document) planned.push(document);
    values.delete(one.name);
  }
  const [stranger] = values.keys();
  if (stranger !== undefined) throw new Error(`the commit changes ${stranger} without naming it`);
  const parts: PlannedPart[] = [];
  for (const write of changed.parts ?? []) {
    const part = await planPart({ folder: open.folder, root: open.around.root }, write);
    if (part) parts.push(part);
  }
  return { documents: planned, parts };
}

type Undo = () => Promise<unknown>;

/** Writes everything beside the files first: after that nothing needs space but the change line. */
async function stage(open: OpenFolder, { documents: planned, parts }: Plan) {
  const staged: { publish: Undo; discard: Undo; undo: Undo }[] = [];
  const place = { folder: open.folder, root: open.around.root };
  try {
    for (const part of parts) {
      const { publish, discard } = await stagePart(place, part);
      const undo = async () => (await stagePart(place, { ...part, after: part.before ?? null })).publish();
      // Before it is published: the watcher may be quicker than we are.
      const noted = () => {
        open.written.set(part.document, markOfPart(part.after));
        return publish();
      };
      staged.push({ publish: noted, discard, undo });
    }
    for (const { held, before, after } of planned) {
      if (!held.fault) await held.disk.stage(after);
      staged.push({
        publish: () => put(open.around, held, after),
        discard: () => held.disk.discard(),
        undo: () => put(open.around, held, before),
      });
    }
    return staged;
  } catch (error) {
    for (const one of staged) await one.discard();
    throw error;
  }
}

/** Makes the planned writes; where one fails those before it are taken back, as far as the disk lets us. */
async function write(
  engine: Engine,
  open: OpenFolder,
  planned: Plan,
  meta: CommitMeta,
): Promise<string | null> {
  const logged = [
    ...planned.parts.flatMap((part) => part.edits),
    ...planned.documents.filter(({ held }) => documents[held.name].logged).flatMap(({ edits }) => edits),
  ];
  const staged = await stage(open, planned);
  const undos: Undo[] = [];
  try {
    const id = logged.length === 0 ? null : await writeLine(engine, open.changes, meta, logged);
    if (id !== null) undos.push(() => open.changes.retract(id));
    for (const { publish, undo } of staged) {
      await publish();
      undos.push(undo);
    }
    return id;
  } catch (error) {
    for (const undo of undos.reverse()) {
      await undo().catch(() => open.around.warn({}, "a commit that failed could not be taken back whole"));
    }
    throw error;
  } finally {
    for (const { discard } of staged) await discard();
  }
}

function tell(engine: Engine, open: OpenFolder, planned: Plan): void {
  for (const { document, edits } of planned.parts) {
    open.around.tell("commit", document, { entries: entriesOf(edits) });
  }
  for (const { held, edits } of planned.documents) {
    open.around.tell("commit", held.name, { entries: entriesOf(edits) });
    if (held.name === "account") noteZone(engine, open);
  }
}

/** The commit of the port, in the owner's queue. */
export async function commitTo<K extends DocumentName, R>(
  engine: Engine,
  open: OpenFolder,
  names: readonly K[],
  meta: CommitMeta,
  change: (documents: Pick<Documents, K>) => Changed<K, R>,
): Promise<Committed<R>> {
  const held: Held[] = [];
  for (const name of names) held.push(await current(engine, open, name));
  await expectRevisions(engine, open, meta);
  const given = Object.fromEntries(held.map(({ name, low }) => [name, copyJson(low.data)]));
  const changed = change(given as Pick<Documents, K>);
  const planned = await plan(open, held, changed);
  if (planned.documents.length === 0 && planned.parts.length === 0)
    return { result: changed.result, change_id: null };
  const changeId = await write(engine, open, planned, meta);
  tell(engine, open, planned);
  return { result: changed.result, change_id: changeId };
}
