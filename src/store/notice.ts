// What follows when the watcher saw a file change: documents and the log are taken in, of parts others are told (DESIGN 3).
import { join } from "node:path";
import { AppError } from "../error.ts";
import { type PartKind, parts } from "../schema/documents.ts";
import { hashOf } from "./canonical.ts";
import { readDocument, readWhole } from "./document-file.ts";
import { realPlace } from "./durable.ts";
import { type Engine, keyOfOwner } from "./engine.ts";
import { look } from "./held.ts";
import type { Folders } from "./in-use.ts";
import { current, type OpenFolder, takeLogEdits, whatIs } from "./open-folder.ts";
import type { Owner } from "./store.ts";

async function noticePart(open: OpenFolder, name: string): Promise<void> {
  const path = join(open.folder, name);
  const { root } = open.around;
  const bytes = await realPlace(path, root)
    .then(readWhole)
    .then((whole) => whole.bytes)
    .catch(() => undefined);
  const mark = bytes ? hashOf(bytes) : "";
  if (open.written.get(name) === mark) return;
  open.written.set(name, mark);
  const { schema } = parts[(name.split("/")[0] ?? "") as PartKind];
  const reading = schema === null ? undefined : await readDocument(path, root, schema);
  if (reading?.kind === "damaged") {
    open.around.tell("damaged", name, { error: { ...reading.fault, last_good: false } });
  } else open.around.tell("hand", name, {});
}

async function notice(engine: Engine, open: OpenFolder, name: string): Promise<void> {
  const what = whatIs(open.owner, name);
  if (what === undefined || open.newer !== undefined) return;
  if (what === "log") await takeLogEdits(engine, open, name);
  else if ("part" in what) await noticePart(open, name);
  else {
    const held = await current(engine, open, what.document);
    // Whatever the stamp says: two saves within one tick of the disk's clock look alike.
    await look(open.around, held, true);
  }
}

/** The watcher's listener: looks at each noticed file in its owner's queue. A file that cannot be looked at is only logged. */
export function noticeEdits(engine: Engine, folders: Folders): (owner: Owner, name: string) => void {
  return (owner, name) => {
    folders
      .use(owner, (open) => notice(engine, open, name))
      .catch((error: unknown) => {
        // The folder may be on its way to the trash, or the store closing.
        if (error instanceof AppError && (error.code === "not_found" || error.code === "unavailable")) return;
        engine.log.warn({ owner: keyOfOwner(owner) }, "a hand edit could not be looked at");
      });
  };
}
