// Every file of a companion as people see it: revision, size, and whether and where it is broken (DESIGN 7, C137).
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../error.ts";
import { type DocumentName, documents, type PartKind, parts } from "../schema/documents.ts";
import { pictureName } from "../schema/folder-names.ts";
import { hashOf, revisionOf } from "./canonical.ts";
import { readDocument, readWhole } from "./document-file.ts";
import { realPlace, systemCode } from "./durable.ts";
import type { Engine } from "./engine.ts";
import { shownFault } from "./held.ts";
import { decodeText, type Fault } from "./json-text.ts";
import { current, type OpenFolder, takeLogEdits, whatIs } from "./open-folder.ts";
import type { FileState } from "./store.ts";

type Measured = { bytes: number; modified_at: number };

async function measure(path: string): Promise<Measured> {
  const stats = await stat(path).catch(() => undefined);
  return { bytes: stats?.size ?? 0, modified_at: Math.floor((stats?.mtimeMs ?? 0) / 1000) };
}

/** Names of the files below a folder that an owner may see, "knowledge/a.md"; the picture, derived, side and temporary files are left out. */
async function namesBelow(folder: string, prefix = ""): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name.endsWith(".tmp")) continue;
    const name = `${prefix}${entry.name}`;
    if (name === pictureName) continue;
    // A link to a folder is not followed: it may lead anywhere.
    if (entry.isDirectory() && whatIs({ kind: "companion", id: "" }, name) === undefined) {
      names.push(...(await namesBelow(folder, `${name}/`)));
    } else names.push(name);
  }
  return names.sort();
}

const firstPlace = { line: 1, column: 1 };

function broken(name: string, measured: Measured, revision: string, fault: Fault): FileState {
  return { name, revision, ...measured, valid: false, error: { ...fault, last_good: false } };
}

async function documentState(engine: Engine, open: OpenFolder, document: DocumentName): Promise<FileState> {
  const name = documents[document].file;
  const measured = await measure(join(open.folder, name));
  if (open.newer !== undefined) {
    const message = `written by a newer Keepsake (format ${open.newer})`;
    return broken(name, measured, "", { reason: "newer", message, ...firstPlace });
  }
  const held = await current(engine, open, document);
  const state: FileState = { name, revision: revisionOf(held.low.data), ...measured, valid: !held.fault };
  const error = shownFault(held);
  if (error) state.error = error;
  if (held.warnings.length > 0) state.warnings = held.warnings;
  return state;
}

/** A file that is no document: a part is checked against its schema, anything else is only measured. */
async function plainState(open: OpenFolder, name: string): Promise<FileState> {
  const path = join(open.folder, name);
  const { root } = open.around;
  const measured = await measure(path);
  const kind = name.split("/")[0] ?? "";
  const schema = Object.hasOwn(parts, kind) ? parts[kind as PartKind].schema : null;
  try {
    const { bytes } = await readWhole(await realPlace(path, root));
    const revision = hashOf(bytes);
    if (schema === null || whatIs(open.owner, name) === undefined)
      return { name, revision, ...measured, valid: true };
    const reading = await readDocument(path, root, schema);
    if (reading.kind === "damaged") return broken(name, measured, revision, reading.fault);
    return { name, revision, ...measured, valid: true };
  } catch (error) {
    const reason = error instanceof AppError ? "link" : "unreadable";
    return broken(name, measured, "", { reason, message: "the file cannot be read", ...firstPlace });
  }
}

/** The state of every file of a companion, sorted by name. */
export async function fileStates(engine: Engine, open: OpenFolder): Promise<FileState[]> {
  const states: FileState[] = [];
  for (const name of await namesBelow(open.folder)) {
    const what = whatIs(open.owner, name);
    if (what === "log" && open.newer === undefined) continue;
    if (typeof what === "object" && "document" in what)
      states.push(await documentState(engine, open, what.document));
    else states.push(await plainState(open, name));
  }
  if (open.newer === undefined) states.push(...(await (await takeLogEdits(engine, open)).files()));
  return states.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One file with its text. A name that is no file of the folder, hidden, or leads out of it: undefined (C152, C207). */
export async function fileState(
  engine: Engine,
  open: OpenFolder,
  name: string,
): Promise<(FileState & { content: string }) | undefined> {
  const steps = name.split("/");
  const honest = steps.every((step) => step !== "" && !step.startsWith(".") && !/[\\\p{Cc}]/u.test(step));
  if (!honest || name.endsWith(".tmp") || name === pictureName) return undefined;
  const what = whatIs(open.owner, name);
  let state: FileState | undefined;
  if (what === "log" && open.newer === undefined) {
    state = (await (await takeLogEdits(engine, open)).files()).find((one) => one.name === name);
  } else if (typeof what === "object" && "document" in what) {
    state = await documentState(engine, open, what.document);
  }
  try {
    const { bytes } = await readWhole(await realPlace(join(open.folder, name), open.around.root));
    const decoded = decodeText(bytes);
    const content = "text" in decoded ? decoded.text : new TextDecoder().decode(bytes);
    return { ...(state ?? (await plainState(open, name))), content };
  } catch (error) {
    // A folder or a refused file in a document's place is shown with its fault, not hidden.
    if (state && !state.valid) return { ...state, content: "" };
    if (["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"].includes(systemCode(error))) return undefined;
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
