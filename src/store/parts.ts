// Named parts of a companion: detail documents, archives and knowledge, each a file in a folder of its own (A16, C151, C152).
import { type Dirent, readdirSync, statSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../error.ts";
import type { Edit } from "../schema/change.ts";
import { type PartKind, parts } from "../schema/documents.ts";
import { hashOf, plainJson, sameJson } from "./canonical.ts";
import { readDocument, readWhole } from "./document-file.ts";
import {
  makeFolder,
  realPlace,
  type StagedFile,
  stageFile,
  storageError,
  syncFolder,
  systemCode,
} from "./durable.ts";
import { diffList } from "./edits.ts";
import { decodeText, type Fault, issuesOf, renderJson } from "./json-text.ts";
import type { PartWrite } from "./store.ts";

/** Where the parts of one companion lie, and the folder no link may leave. */
export type PartPlace = { folder: string; root: string };

export type PlannedPart = { path: string; document: string; edits: Edit[]; before: unknown; after: unknown };

/** A plain file name: no way out of its folder, nothing hidden, nothing temporary (C152). */
export function isPartName(name: string): boolean {
  const plain = name !== "" && !/[/\\\p{Cc}]/u.test(name) && !name.startsWith(".") && !name.endsWith(".tmp");
  return plain && Buffer.byteLength(name) <= 255;
}

function noSuchPart(): AppError {
  return new AppError("not_found", "No such file of the companion.");
}

/** AppError `damaged` for a file: its name, line and column, and where in it. */
export function damagedError(file: string, fault: Fault): AppError {
  const { line, column, message, path } = fault;
  return new AppError("damaged", `${file}, line ${line}, column ${column}: ${message}`, {
    details: { file, line, column, message, ...(path === undefined ? {} : { path }) },
  });
}

/** The path of a part. A name that is none: AppError `not_found`; a folder that is a link to outside: AppError `storage`. */
export async function partPath(place: PartPlace, kind: PartKind, name: string): Promise<string> {
  if (!isPartName(name)) throw noSuchPart();
  const folder = join(place.folder, parts[kind].folder);
  try {
    await realPlace(folder, place.root);
  } catch (error) {
    throw storageError(error, folder);
  }
  return join(folder, name);
}

/** Bytes of a folder of so few names that they are read at once; most companions know nothing, and are asked at every turn. */
const smallFolder = 4096;

async function entriesIn(folder: string): Promise<Dirent[]> {
  const small = statSync(folder).size <= smallFolder;
  return small ? readdirSync(folder, { withFileTypes: true }) : readdir(folder, { withFileTypes: true });
}

/** The names of the parts of a kind that are regular files, sorted. */
export async function listParts(place: PartPlace, kind: PartKind): Promise<string[]> {
  const folder = join(place.folder, parts[kind].folder);
  try {
    const entries = await entriesIn(await realPlace(folder, place.root));
    return entries
      .filter((entry) => !entry.isDirectory() && isPartName(entry.name))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw storageError(error, folder);
  }
}

async function readTextPart(path: string, root: string): Promise<unknown> {
  try {
    const { bytes } = await readWhole(await realPlace(path, root));
    const decoded = decodeText(bytes);
    if ("fault" in decoded) throw damagedError(path.slice(dirname(dirname(path)).length + 1), decoded.fault);
    return decoded.text.replace(/^\uFEFF/, "");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw storageError(error, path);
  }
}

/** The text or the checked JSON of a part, undefined where there is none. Damaged: AppError `damaged` with line and column. */
export async function readPart(place: PartPlace, kind: PartKind, name: string): Promise<unknown> {
  const path = await partPath(place, kind, name);
  const { schema } = parts[kind];
  if (schema === null) return readTextPart(path, place.root);
  const reading = await readDocument(path, place.root, schema);
  if (reading.kind === "damaged") throw damagedError(`${parts[kind].folder}/${name}`, reading.fault);
  return reading.kind === "good" ? reading.value : undefined;
}

function checkContent({ kind, name, content }: PartWrite): unknown {
  const { schema, folder } = parts[kind];
  if (content === null) return null;
  if (schema === null) {
    if (typeof content === "string") return content;
    throw new AppError("invalid", `${folder}/${name} must be text.`);
  }
  const checked = schema.safeParse(content);
  if (checked.success) return plainJson(checked.data);
  throw new AppError("invalid", `${folder}/${name} does not fit.`, { details: issuesOf(checked.error) });
}

function editsOf(document: string, before: unknown, after: unknown): Edit[] {
  if (Array.isArray(before ?? after) && Array.isArray(after ?? before)) {
    const from = Array.isArray(before) ? before : [];
    return diffList(document, "", from, Array.isArray(after) ? after : []);
  }
  return [{ document, entry: "", before: before ?? null, after: after ?? null }];
}

/**
 * What a part write comes to; undefined where nothing changes. A damaged part is never overwritten (AppError `damaged`), but
 * it may be removed.
 */
export async function planPart(place: PartPlace, write: PartWrite): Promise<PlannedPart | undefined> {
  const path = await partPath(place, write.kind, write.name);
  const after = checkContent(write);
  const document = `${parts[write.kind].folder}/${write.name}`;
  const before = await readPart(place, write.kind, write.name).catch((error: unknown) => {
    if (after === null && error instanceof AppError && error.code === "damaged") return null;
    throw error;
  });
  if (before === undefined && after === null) return undefined;
  if (before !== undefined && sameJson(before, after) && before !== null) return undefined;
  return { path, document, before, after, edits: editsOf(document, before, after) };
}

/** Tells one content of a part from another; "" where there is none. */
export function markOfPart(content: unknown): string {
  return content === null ? "" : hashOf(rendered(content));
}

function rendered(content: unknown): string {
  return typeof content === "string" ? content : renderJson(content);
}

/** Writes a part's new text beside it; `publish` puts it in its place or removes the part. */
export async function stagePart(
  place: PartPlace,
  planned: PlannedPart,
): Promise<Pick<StagedFile, "discard"> & { publish(): Promise<unknown> }> {
  const { path, after } = planned;
  if (after !== null) {
    await makeFolder(dirname(path));
    return stageFile(path, rendered(after), { within: place.root });
  }
  const publish = async () => {
    try {
      await unlink(path);
      await syncFolder(dirname(path));
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw storageError(error, path);
    }
  };
  return { publish, discard: async () => undefined };
}
