// A document in use: its value, the version last seen on the disk, and how an owner's hand edit comes in (DESIGN 3, C137–C150).
import { setTimeout as pause } from "node:timers/promises";
import { Low } from "lowdb";
import { AppError } from "../error.ts";
import type { Edit } from "../schema/change.ts";
import { type DocumentName, documents } from "../schema/documents.ts";
import type { Naming } from "../schema/entry-names.ts";
import { isObject, plainJson, sameJson } from "./canonical.ts";
import { type DocumentFile, documentFile, glance, readDocument } from "./document-file.ts";
import { glimpse, isAbsent, sameStamp } from "./durable.ts";
import { diffDocument } from "./edits.ts";
import { giveIds } from "./entry-keys.ts";
import type { Fault } from "./json-text.ts";
import { mergeJson } from "./merge.ts";
import type { SideFiles } from "./side-files.ts";
import type { StoreEvent } from "./store.ts";

export type Held = {
  readonly name: DocumentName;
  readonly file: string;
  readonly path: string;
  readonly disk: DocumentFile;
  /** `low.data` is the value in use: what `read` gives. */
  readonly low: Low<unknown>;
  /** The version last seen good on the disk: what a hand edit is compared with. */
  base: unknown;
  /** False where the file was damaged before any good version was known: then the value is the empty one. */
  good: boolean;
  fault: Fault | undefined;
  warnings: string[];
};

/** What a document needs of the folder it lies in. */
export type Surroundings = {
  root: string;
  folder: string;
  side: SideFiles;
  naming(): Naming;
  /** Tells others, and writes the change line of a hand edit to a logged document. */
  handEdited(name: DocumentName, edits: Edit[]): Promise<void>;
  tell(kind: StoreEvent["kind"], document: string, rest: Partial<StoreEvent>): void;
  warn(fields: object, message: string): void;
};

/** Milliseconds to wait for an editor that empties a file before it fills it, or removes it before it puts the new one. */
const savingPauses = [60, 240];

/** How often a commit gives way to an editor that keeps saving. */
const mostRounds = 8;

/**
 * True where a damaged document may take commits in `.recovered/`: it has a good version, or it fills itself again from other
 * documents and from use (a companion's unlogged documents; sessions, since people must be able to sign in).
 */
export function writable(held: Held): boolean {
  const { of, logged } = documents[held.name];
  return held.good || (of === "companion" && !logged) || held.name === "sessions";
}

/** How a damaged file is shown to people: what, where, and whether a good version is in use meanwhile. */
export function shownFault(held: Held): StoreEvent["error"] {
  return held.fault && { ...held.fault, last_good: held.good };
}

async function keepDoubled(around: Surroundings, held: Held): Promise<void> {
  const reading = held.disk.reading();
  if (reading.kind !== "good" || !reading.doubled) return;
  // The next write would drop the first of two texts for good (C143).
  await attempt(around, held.name, around.side.keepBytes(held.file, reading.doubled));
  around.warn({ document: held.name, warnings: reading.warnings.length }, "a key stands twice");
}

/**
 * Loads a document for the first time since the start. What differs from its copy was edited while nothing ran; `unmoved`
 * says that its file is known to be the one of which the copy was made.
 */
export async function hold(around: Surroundings, name: DocumentName, unmoved: boolean): Promise<Held> {
  const { file, schema, empty } = documents[name];
  const path = `${around.folder}/${file}`;
  const disk = documentFile(path, around.root, schema, (value) =>
    giveIds(name, value, low.data, around.naming()),
  );
  const low = new Low<unknown>(disk, plainJson(empty()));
  const held: Held = {
    name,
    file,
    path,
    disk,
    low,
    base: low.data,
    good: true,
    fault: undefined,
    warnings: [],
  };
  await low.read();
  const reading = disk.reading();
  if (reading.kind === "good") held.base = reading.value;
  const compared = around.side.has(file) && !(unmoved && reading.kind === "good");
  const copy = compared ? await readDocument(around.side.path(file), around.root, schema) : undefined;
  const same = copy?.kind === "good" && reading.kind === "good" && sameJson(copy.value, reading.value);
  if (copy?.kind === "good" && !(same && !around.side.hasBase(file))) {
    const base = around.side.hasBase(file)
      ? await readDocument(around.side.basePath(file), around.root, schema)
      : undefined;
    low.data = copy.value;
    held.base = base?.kind === "good" ? base.value : copy.value;
    await settle(around, held);
  } else if (reading.kind === "damaged") {
    held.good = false;
    await settle(around, held);
  } else if (reading.kind === "good") {
    held.warnings = reading.warnings;
    await keepDoubled(around, held);
    if (reading.given) await attempt(around, name, low.write());
  }
  return held;
}

async function looksSame(around: Surroundings, { disk, path }: Held): Promise<boolean> {
  const seen = disk.sight().stamp;
  // The file that was checked when it was last read needs no second look at where its path leads.
  if (seen === undefined ? disk.mark() === "missing" && isAbsent(path) : sameStamp(glimpse(path), seen))
    return true;
  return sameStamp(await glance(path, around.root), seen);
}

/** Reads again where the file is not as it was last seen. True where there is something new to take in. */
async function changedOnDisk(around: Surroundings, held: Held, force: boolean): Promise<boolean> {
  const { disk } = held;
  // A file that only we have written since it is there cannot look the same and be another: its inode is our own.
  if ((!force || disk.own()) && (await looksSame(around, held))) return false;
  const before = disk.mark();
  await disk.read();
  for (const wait of savingPauses) {
    if (disk.reading().kind === "good" || disk.mark() === before) break;
    await pause(wait);
    await disk.read();
  }
  return disk.mark() !== before;
}

/** What must not keep anyone from reading: a full disk while a copy or a line is kept. It is tried again with the next write. */
async function attempt(around: Surroundings, document: string, work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    around.warn({ document, code: error instanceof AppError ? error.code : "unknown" }, "could not be kept");
    return false;
  }
}

async function becomeDamaged(around: Surroundings, held: Held, fault: Fault): Promise<void> {
  held.fault = fault;
  if (held.good && !around.side.has(held.file)) {
    await attempt(around, held.name, around.side.keep(held.file, held.low.data));
  }
  around.warn({ document: held.name, line: fault.line, column: fault.column }, "a document is damaged");
  around.tell("damaged", held.name, { error: shownFault(held) });
}

/** What a hand saved, with the fields that it may not change as they were last known. */
function withFixed(
  name: DocumentName,
  saved: unknown,
  base: unknown,
): { value: unknown; restored: string[] } {
  const { fixed = [] }: { fixed?: readonly string[] } = documents[name];
  if (!isObject(saved) || !isObject(base)) return { value: saved, restored: [] };
  const restored = fixed.filter((field) => base[field] !== undefined && !sameJson(saved[field], base[field]));
  const kept = Object.fromEntries(restored.map((field) => [field, base[field]]));
  return { value: restored.length > 0 ? { ...saved, ...kept } : saved, restored };
}

/**
 * Takes in what the disk now holds: merges it with `ours`, the value that should stand there. Answers the value that should
 * now stand there and what the hand did to `ours`; a damaged file changes nothing but the state.
 */
async function takeIn(
  around: Surroundings,
  held: Held,
  ours: unknown,
): Promise<{ value: unknown; edits: Edit[]; write: boolean }> {
  const reading = held.disk.reading();
  if (reading.kind === "damaged") {
    await becomeDamaged(around, held, reading.fault);
    return { value: ours, edits: [], write: false };
  }
  const { schema, empty } = documents[held.name];
  const saved = reading.kind === "good" ? reading.value : plainJson(empty());
  // A file that is gone says nothing; without a good version nothing is known that could come back.
  const { value: theirs, restored } =
    held.good && reading.kind === "good"
      ? withFixed(held.name, saved, held.base)
      : { value: saved, restored: [] };
  const merged = schema.safeParse(mergeJson(held.base, ours, theirs));
  // Both sides fit; should a mixture not fit, the owner's file stands as it is.
  const value = merged.success ? plainJson(merged.data) : theirs;
  const edits = diffDocument(held.name, ours, value);
  if (held.fault || restored.length > 0)
    around.tell("mended", held.name, restored.length > 0 ? { restored } : {});
  held.base = theirs;
  held.good = true;
  held.fault = undefined;
  held.warnings = reading.kind === "good" ? reading.warnings : [];
  await keepDoubled(around, held);
  return { value, edits, write: !sameJson(value, saved) || (reading.kind === "good" && reading.given) };
}

/** Ends taking in: the merged value becomes the file where they differ, the copies go, others are told. */
async function settle(around: Surroundings, held: Held): Promise<void> {
  const { value, edits, write } = await takeIn(around, held, held.low.data);
  if (held.fault) return;
  held.low.data = value;
  // Where the disk refuses, `base` and the copy stay as they are, and the next commit brings the rest.
  if (!write || (await attempt(around, held.name, held.low.write()))) {
    held.base = value;
    await attempt(around, held.name, around.side.drop(held.file));
  }
  if (edits.length > 0) await attempt(around, held.name, around.handEdited(held.name, edits));
}

/** Looks whether a hand has been at the file, and takes in what it did. `force` looks at the bytes whatever the stamp says. */
export async function look(around: Surroundings, held: Held, force = false): Promise<void> {
  if (await changedOnDisk(around, held, force)) await settle(around, held);
}

async function writeAside(around: Surroundings, held: Held, value: unknown): Promise<void> {
  if (!around.side.hasBase(held.file)) await around.side.keepBase(held.file, held.base);
  await around.side.keep(held.file, value);
  held.low.data = value;
}

/**
 * Puts a new value in its place, durably: into the file, merged with what an editor saved since it was last read, or beside it
 * while it is damaged. The value in use changes only when the disk has it. Disk refuses: AppError `storage`.
 */
export async function put(around: Surroundings, held: Held, value: unknown): Promise<void> {
  let next = value;
  const edits: Edit[] = [];
  for (let round = 0; round < mostRounds && !held.fault; round += 1) {
    if (!(await changedOnDisk(around, held, false))) break;
    const taken = await takeIn(around, held, next);
    next = taken.value;
    edits.push(...taken.edits);
  }
  if (held.fault) return writeAside(around, held, next);
  await around.side.drop(held.file);
  const before = held.low.data;
  held.low.data = next;
  try {
    await held.low.write();
  } catch (error) {
    held.low.data = before;
    throw error;
  }
  held.base = next;
  held.warnings = [];
  if (edits.length > 0) await around.handEdited(held.name, edits);
}

/** Keeps a last good copy for the time in which nothing watches the file. */
export async function keepCopy(around: Surroundings, held: Held): Promise<void> {
  const { file, disk, low } = held;
  if (held.fault || disk.sight().hash === undefined || around.side.has(file)) return;
  await around.side.keep(file, low.data);
}
