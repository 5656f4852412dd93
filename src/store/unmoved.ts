// Which documents are as the last clean stop left them: these need not be read before somebody asks for them (DESIGN 3).
import { join } from "node:path";
import { type DocumentName, documents } from "../schema/documents.ts";
import { isObject } from "./canonical.ts";
import { readDerived, writeDerived } from "./derived.ts";
import { glimpse, type Stamp } from "./durable.ts";
import type { EngineLog } from "./engine.ts";

const cacheName = "documents.json";

/** Document -> the stamp of its file at the last clean stop, as text. */
export type Stamps = ReadonlyMap<DocumentName, string>;

const textOf = ({ inode, size, changed }: Stamp) => `${inode} ${size} ${changed}`;

/** What the last clean stop noted; empty where nothing is known. */
export async function readStamps(folder: string): Promise<Stamps> {
  const stamps = new Map<DocumentName, string>();
  try {
    const noted: unknown = JSON.parse((await readDerived(folder, cacheName)) ?? "{}");
    for (const [name, stamp] of Object.entries(isObject(noted) ? noted : {}))
      if (Object.hasOwn(documents, name) && typeof stamp === "string")
        stamps.set(name as DocumentName, stamp);
  } catch {
    // A torn text tells nothing; the documents are read.
  }
  return stamps;
}

/** True where the file is the one of the last clean stop, which its copy in `.recovered/` equals. */
export function isUnmoved(stamps: Stamps, folder: string, name: DocumentName): boolean {
  const noted = stamps.get(name);
  if (noted === undefined) return false;
  const stamp = glimpse(join(folder, documents[name].file));
  return stamp !== undefined && textOf(stamp) === noted;
}

/** Notes the stamps at a clean stop, where they are not what was noted before. */
export async function noteStamps(
  folder: string,
  before: Stamps,
  now: ReadonlyMap<DocumentName, Stamp | string>,
  log: EngineLog,
): Promise<void> {
  const noted = new Map(
    [...now].map(([name, stamp]) => [name, typeof stamp === "string" ? stamp : textOf(stamp)]),
  );
  const same = noted.size === before.size && [...noted].every(([name, text]) => before.get(name) === text);
  if (!same) await writeDerived(folder, cacheName, JSON.stringify(Object.fromEntries(noted)), log);
}
