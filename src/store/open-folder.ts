// The folder of one owner while it is in use: its documents, change log, side files and message log (DESIGN 3).
import { join } from "node:path";
import { AppError } from "../error.ts";
import type { Change, ChangeAuthor, Edit } from "../schema/change.ts";
import { type DocumentName, documents, parts } from "../schema/documents.ts";
import { localMonth } from "../schema/zone.ts";
import { isObject } from "./canonical.ts";
import { type ChangeLog, changeLog, withoutText } from "./change-log.ts";
import { readDocument } from "./document-file.ts";
import type { Stamp } from "./durable.ts";
import { entriesOf } from "./edits.ts";
import { type Engine, folderOf, isFolder, noSuchOwner } from "./engine.ts";
import { type Held, hold, keepCopy, look, type Surroundings } from "./held.ts";
import { type CompanionLog, openLog } from "./log.ts";
import { sideFiles } from "./side-files.ts";
import { account, type Owner } from "./store.ts";
import { isUnmoved, noteStamps, readStamps, type Stamps } from "./unmoved.ts";
import { upgradeFolder } from "./upgrade.ts";

/** The log's file of this month, which grows. */
const newestLog = "conversation.json";

export type OpenFolder = {
  readonly owner: Owner;
  readonly folder: string;
  readonly around: Surroundings;
  readonly changes: ChangeLog;
  /** Only companions have one. */
  readonly log: CompanionLog | undefined;
  /** The documents that were asked for, or whose hand edits could not be told apart without reading them now. */
  readonly held: Map<DocumentName, Held>;
  /** Stamps of the documents at the last clean stop. */
  readonly stamps: Stamps;
  /** Stamps of parts as this program wrote them, so that its own writes are not taken for a hand's. */
  readonly written: Map<string, string>;
  /** The format of a folder that a newer Keepsake wrote; it is listed, and nothing in it is touched. */
  readonly newer: number | undefined;
};

/** The owner's time zone: the companion's own, else its account's, else UTC. */
function zoneOf(engine: Engine, open: Pick<OpenFolder, "held">): string {
  const config = open.held.get("config")?.low.data;
  if (!isObject(config)) return "UTC";
  if (typeof config.time_zone === "string") return config.time_zone;
  return (typeof config.owner === "string" ? engine.zones.get(config.owner) : undefined) ?? "UTC";
}

/** Remembers the zone of an account each time its document is seen. */
export function noteZone(engine: Engine, open: OpenFolder): void {
  const value = open.held.get("account")?.low.data;
  if (isObject(value) && typeof value.time_zone === "string")
    engine.zones.set(open.owner.id, value.time_zone);
}

async function readAccountZone(engine: Engine, open: OpenFolder): Promise<void> {
  const config = open.held.get("config")?.low.data;
  if (!isObject(config) || typeof config.owner !== "string" || engine.zones.has(config.owner)) return;
  const { file, schema } = documents.account;
  const path = join(folderOf(engine.root, account(config.owner)), file);
  const reading = await readDocument(path, engine.root, schema);
  if (reading.kind !== "good" || !isObject(reading.value)) return;
  if (typeof reading.value.time_zone === "string") engine.zones.set(config.owner, reading.value.time_zone);
}

/** Writes one change line; answers its id. */
export async function writeLine(
  engine: Engine,
  changes: ChangeLog,
  meta: { id?: string; by: ChangeAuthor; cause: string; undoes?: string; erased?: true },
  edits: readonly Edit[],
): Promise<string> {
  const { by, cause, undoes, erased } = meta;
  const kept = erased ? edits.map(withoutText) : [...edits];
  const change: Change = { id: meta.id ?? engine.newId(), at: engine.clock.now(), by, cause, edits: kept };
  if (undoes !== undefined) change.undoes = undoes;
  if (erased) change.erased = true;
  await changes.append(change);
  return change.id;
}

async function surroundings(
  engine: Engine,
  owner: Owner,
  folder: string,
  changes: () => ChangeLog,
): Promise<Surroundings> {
  const tell: Surroundings["tell"] = (kind, document, rest) =>
    engine.emit({ owner, kind, document, entries: [], ...rest });
  return {
    root: engine.root,
    folder,
    side: await sideFiles(folder, engine.root),
    naming: () => ({ now: engine.clock.now(), newId: engine.newId }),
    tell,
    warn: (fields, message) => engine.log.warn({ owner: owner.id, ...fields }, message),
    async handEdited(name, edits) {
      tell("hand", name, { entries: entriesOf(edits) });
      if (documents[name].logged) await writeLine(engine, changes(), { by: "hand", cause: "" }, edits);
    },
  };
}

/** Opens the folder of an owner. No such owner: AppError `not_found`. Called in the owner's queue. */
export async function openFolder(engine: Engine, owner: Owner): Promise<OpenFolder> {
  const folder = folderOf(engine.root, owner);
  if (!(await isFolder(folder))) throw noSuchOwner(owner);
  const around = await surroundings(engine, owner, folder, () => changes);
  const held = new Map<DocumentName, Held>();
  const zone = () => zoneOf(engine, { held });
  const changes = changeLog({
    folder: join(folder, "changes"),
    within: engine.root,
    month: () => localMonth(engine.clock.now(), zone()),
    keep: (name, bytes) => around.side.keepBytes(name, bytes),
  });
  const isCompanion = owner.kind === "companion";
  const newer = isCompanion ? await upgradeFolder(folder, around) : undefined;
  const log = isCompanion
    ? openLog({
        folder,
        zone,
        now: () => engine.clock.now(),
        newId: engine.newId,
        onRecovered: (name, reason) => around.warn({ file: name, reason }, "a log file was repaired"),
      })
    : undefined;
  const stamps = await readStamps(folder);
  const open: OpenFolder = { owner, folder, around, changes, log, held, stamps, written: new Map(), newer };
  if (newer !== undefined) return open;
  await changes.mend();
  await loadDocuments(engine, open, (name) => !waits(open, name));
  return open;
}

/** The zone first: a hand edit made while nothing ran becomes a change line in its month. */
function namesIn(open: OpenFolder): DocumentName[] {
  const { config, account: own, ...others } = documents;
  return Object.entries({ config, account: own, ...others })
    .filter(([, entry]) => entry.of === open.owner.kind)
    .map(([name]) => name as DocumentName);
}

/**
 * True for a document that may be read when it is first asked for: it is as the last stop left it, and its copy is the version
 * that a hand edit can be compared with. The config is needed at once.
 */
function waits({ stamps, folder, around, owner }: OpenFolder, name: DocumentName): boolean {
  const { file } = documents[name];
  if (owner.kind !== "companion" || name === "config") return false;
  return around.side.has(file) && !around.side.hasBase(file) && isUnmoved(stamps, folder, name);
}

/** Loads documents at once: from now on each hand edit has a version that it can be compared with. */
async function loadDocuments(
  engine: Engine,
  open: OpenFolder,
  wanted: (name: DocumentName) => boolean,
): Promise<void> {
  for (const name of namesIn(open)) {
    if (open.held.has(name) || !wanted(name)) continue;
    open.held.set(name, await hold(open.around, name, isUnmoved(open.stamps, open.folder, name)));
    if (name === "config") await readAccountZone(engine, open);
    if (name === "account") noteZone(engine, open);
  }
}

/** Loads what was not asked for yet: the copies are about to go. */
export async function loadAll(engine: Engine, open: OpenFolder): Promise<void> {
  if (open.newer === undefined) await loadDocuments(engine, open, () => true);
}

/** As `current`, for those who do not need the value: a document that nobody has read and nobody has touched stays unread. */
export async function glanceAt(engine: Engine, open: OpenFolder, name: DocumentName): Promise<void> {
  if (open.held.has(name) || !waits(open, name)) await current(engine, open, name);
}

/** A folder of a newer format is not touched: AppError `unavailable`. */
export function refuseNewer(open: OpenFolder): void {
  if (open.newer === undefined) return;
  throw new AppError(
    "unavailable",
    `This companion was written by a newer Keepsake (format ${open.newer}); update this one to open it.`,
  );
}

/** A document as it stands now: loaded if need be, hand edits taken in. */
export async function current(engine: Engine, open: OpenFolder, name: DocumentName): Promise<Held> {
  refuseNewer(open);
  if (documents[name].of !== open.owner.kind)
    throw new Error(`${name} is no document of a ${open.owner.kind}`);
  if (!open.held.has(name)) await loadDocuments(engine, open, (one) => one === name);
  const held = open.held.get(name);
  if (!held) throw new Error(`${name} was not loaded`);
  await look(open.around, held);
  if (name === "account") noteZone(engine, open);
  return held;
}

/** The message log of a companion's folder. */
export function logIn(open: OpenFolder): CompanionLog {
  refuseNewer(open);
  if (!open.log) throw new Error("only companions have a log");
  return open.log;
}

/** Takes in what an owner's editor did to the message log, or to one file of it: a change line, and others are told. */
export async function takeLogEdits(engine: Engine, open: OpenFolder, name?: string): Promise<CompanionLog> {
  const log = logIn(open);
  const { edits } = await log.refresh(name);
  if (edits.length > 0) {
    open.around.tell("hand", "conversation", { entries: entriesOf(edits) });
    // The edits stand in the log whether or not their line can be written.
    await writeLine(engine, open.changes, { by: "hand", cause: "" }, edits).catch(() =>
      open.around.warn({ document: "conversation" }, "a hand edit has no change line"),
    );
  }
  return log;
}

/** As `takeLogEdits`, of the newest file alone, for those who do not need the log: one that cannot be read stays as it is. */
export async function glanceAtLog(engine: Engine, open: OpenFolder): Promise<void> {
  await takeLogEdits(engine, open, newestLog).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** Ends the use of a folder. Last good copies are kept, since nothing watches it from now on. */
export async function closeFolder(engine: Engine, open: OpenFolder): Promise<void> {
  await open.log?.close();
  if (open.newer !== undefined || !(await isFolder(open.folder))) return;
  const { stamps, held, around, folder } = open;
  const now = new Map<DocumentName, Stamp | string>([...stamps].filter(([name]) => !held.has(name)));
  for (const one of held.values()) {
    await keepCopy(around, one).catch(() =>
      around.warn({ document: one.name }, "no last good copy could be kept"),
    );
    const { stamp } = one.disk.sight();
    // Only where file, copy and value in use are one and the same.
    const settled = !one.fault && one.base === one.low.data && !around.side.hasBase(one.file);
    if (stamp && settled && around.side.has(one.file)) now.set(one.name, stamp);
  }
  if (open.owner.kind === "companion") await noteStamps(folder, stamps, now, engine.log);
}

/** Which document, part or log file a path inside an owner's folder is; undefined for what is none of these. */
export function whatIs(
  owner: Owner,
  name: string,
): { document: DocumentName } | { part: string } | "log" | undefined {
  for (const [document, entry] of Object.entries(documents)) {
    if (entry.of === owner.kind && entry.file === name) return { document: document as DocumentName };
  }
  if (owner.kind !== "companion") return undefined;
  if (name === newestLog || /^conversations\/\d{4}-\d{2}\.json$/.test(name)) return "log";
  const [kind = "", file, ...rest] = name.split("/");
  return Object.hasOwn(parts, kind) && file !== undefined && rest.length === 0 ? { part: name } : undefined;
}
