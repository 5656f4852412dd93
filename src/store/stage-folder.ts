// Fills a companion's folder under a hidden name, checks every file of it, and puts it in its place at once (DESIGN 7).
import { createWriteStream } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import { AppError } from "../error.ts";
import { type DocumentName, documents, parts } from "../schema/documents.ts";
import { folderName } from "../schema/folder-names.ts";
import { readDocument } from "./document-file.ts";
import { makeFolder, storageError, syncFolder, systemCode, temporaryName } from "./durable.ts";
import { companionsFolder, type Engine, isFolder } from "./engine.ts";
import type { StagedFolder } from "./folders.ts";
import { decodeText } from "./json-text.ts";
import { readLog } from "./log-text.ts";
import { isPicture } from "./picture-file.ts";

export type FileFault = { path: string; message: string; line: number; column: number; at?: string };

/** Files synced at the same time. */
const syncedAtOnce = 16;

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

async function jsonFault(folder: string, name: string, schema: z.ZodType): Promise<FileFault | undefined> {
  const reading = await readDocument(join(folder, name), folder, schema);
  if (reading.kind !== "damaged") return undefined;
  const { message, line, column, path } = reading.fault;
  return { path: name, message, line, column, ...(path === undefined ? {} : { at: path }) };
}

async function logFault(folder: string, name: string): Promise<FileFault | undefined> {
  const { fault, tornAt } = readLog(await readFile(join(folder, name)));
  if (!fault && tornAt === undefined) return undefined;
  const { message, line, column } = fault ?? { message: "the file ends too early", line: 1, column: 1 };
  return { path: name, message, line, column };
}

async function textFault(folder: string, name: string): Promise<FileFault | undefined> {
  const decoded = decodeText(await readFile(join(folder, name)));
  if ("text" in decoded) return undefined;
  const { message, line, column } = decoded.fault;
  return { path: name, message, line, column };
}

async function pictureFault(folder: string, name: string): Promise<FileFault | undefined> {
  if (isPicture(await readFile(join(folder, name)))) return undefined;
  return { path: name, message: "it is no PNG, or has more than 8 MB", line: 1, column: 1 };
}

/** What is wrong with one file of a staged folder. */
async function faultOf(folder: string, name: string): Promise<FileFault | undefined> {
  const known = folderName(name);
  if (known?.kind === "picture") return pictureFault(folder, name);
  if (known?.kind === "log") return logFault(folder, name);
  if (known?.kind === "document" || known?.kind === "side")
    return jsonFault(folder, name, documents[known.document as DocumentName].schema);
  const schema = known?.kind === "part" ? parts[known.part].schema : null;
  return schema ? jsonFault(folder, name, schema) : textFault(folder, name);
}

/**
 * A broken document is taken with its good copy beside it, as this house keeps one (it is in use then, and the broken file waits
 * to be mended); a copy without a broken document says nothing and goes. Everything else that is broken is refused.
 */
async function faultsOf(folder: string): Promise<FileFault[]> {
  const names = await namesIn(folder);
  const faults = new Map<string, FileFault>();
  for (const name of names) {
    const fault = await faultOf(folder, name);
    if (fault) faults.set(name, fault);
  }
  const spared = new Set<string>();
  for (const name of names) {
    const known = folderName(name);
    if (known?.kind !== "side") continue;
    const { file } = documents[known.document as DocumentName];
    const copy = `.recovered/${file}`;
    const inUse = faults.has(file) && names.includes(copy) && !faults.has(copy) && !faults.has(name);
    if (inUse) spared.add(file);
    else await rm(join(folder, name));
    faults.delete(name);
  }
  return [...faults.values()].filter(({ path }) => !spared.has(path));
}

/** Makes every file below a folder durable, and their names. */
export async function syncAll(folder: string): Promise<void> {
  const names = await namesIn(folder);
  const folders = new Set(names.map((name) => dirname(join(folder, name))));
  for (let from = 0; from < names.length; from += syncedAtOnce)
    await Promise.all(
      names.slice(from, from + syncedAtOnce).map(async (name) => {
        const handle = await open(join(folder, name), "r+");
        await handle.sync().finally(() => handle.close());
      }),
    );
  for (const one of folders) await syncFolder(one);
}

const taken = () => new AppError("conflict", "There is one by this id already.");

async function put(engine: Engine, building: string, folder: string): Promise<void> {
  if (await isFolder(folder)) throw taken();
  try {
    await rename(building, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    if (systemCode(error) === "ENOTEMPTY" || systemCode(error) === "EEXIST") throw taken();
    throw storageError(error, folder);
  }
  engine.log.info({ folder: "companion" }, "a folder was brought in");
}

/** Begins a folder for an id. `inTurn` runs the last step in the companion's own queue. */
export async function stageFolder(
  engine: Engine,
  id: string,
  inTurn: (work: () => Promise<void>) => Promise<void>,
): Promise<StagedFolder> {
  const folder = join(engine.root, companionsFolder, id);
  const building = temporaryName(folder);
  await makeFolder(building);
  const discard = () => rm(building, { recursive: true, force: true });
  return {
    async write(name, content) {
      if (folderName(name) === undefined) throw new Error(`${name} is no file of a companion`);
      const path = join(building, name);
      await makeFolder(dirname(path));
      let refused: unknown;
      const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
      file.once("error", (error) => {
        refused = error;
      });
      await pipeline(Readable.from(content), file).catch((error: unknown) => {
        if (refused === error && systemCode(error) === "EEXIST") throw taken();
        throw refused === error ? storageError(error, name) : error;
      });
    },
    async check() {
      const faults = await faultsOf(building);
      if (faults.length === 0) return;
      throw new AppError("invalid", "Some files of the folder do not fit; nothing was taken.", {
        details: faults.slice(0, 20),
      });
    },
    async publish() {
      await syncAll(building);
      await inTurn(() => put(engine, building, folder));
    },
    discard,
  };
}
