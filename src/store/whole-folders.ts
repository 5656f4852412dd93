// Whole folders of the file engine: each step in the queue of whoever writes there (DESIGN 3, 7).
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../error.ts";
import { Config, configFormat } from "../schema/config.ts";
import { documents } from "../schema/documents.ts";
import { isObject } from "./canonical.ts";
import { readDocument, readWhole } from "./document-file.ts";
import { companionsFolder, type Engine, folderOf, isFolder, trashFolder } from "./engine.ts";
import type { Look, WholeFolders } from "./folders.ts";
import type { Folders } from "./in-use.ts";
import { parseJson } from "./json-text.ts";
import { trashNames } from "./owner-folders.ts";
import { markOfPicture, readPictureFile } from "./picture-file.ts";
import { snapshotOf } from "./snapshot.ts";
import { stageFolder } from "./stage-folder.ts";
import { companion, type Owner } from "./store.ts";
import { holdUpload } from "./upload.ts";

/** The format that a config names, whatever else is in it. */
async function formatAt(path: string): Promise<number | undefined> {
  try {
    const parsed = parseJson((await readWhole(path)).bytes);
    const format = parsed.kind === "good" && isObject(parsed.value) ? parsed.value.format : undefined;
    return typeof format === "number" ? format : undefined;
  } catch {
    return undefined;
  }
}

async function lookAt(engine: Engine, name: string): Promise<Look> {
  const path = join(engine.root, companionsFolder, name, documents.config.file);
  const format = await formatAt(path);
  if (format !== undefined && format > configFormat) return { kind: "newer", format };
  const reading = await readDocument(path, engine.root, documents.config.schema);
  if (reading.kind === "missing") return { kind: "missing" };
  if (reading.kind === "good") return { kind: "good", config: Config.parse(reading.value) };
  const { message, line, column } = reading.fault;
  return { kind: "damaged", message, line, column };
}

/** Whole folders over the engine's queues. */
export function wholeFolders(engine: Engine, folders: Folders): WholeFolders {
  return {
    async snapshot({ kind, id }) {
      if (kind !== "trash") {
        const owner = { kind, id } as Owner;
        return folders.use(owner, () => snapshotOf(engine, folderOf(engine.root, owner), kind !== "house"));
      }
      return engine.queue.run(`trash/${id.replace(/\.\d+$/, "")}`, async () => {
        const folder = join(engine.root, trashFolder, id);
        if (!(await trashNames(engine)).includes(id) || !(await isFolder(folder)))
          throw new AppError("not_found", "There is no such companion in the trash.");
        return snapshotOf(engine, folder, true);
      });
    },
    trashed: () => trashNames(engine),
    async stage(id) {
      // Refuses what is no id before any path is built of it.
      folderOf(engine.root, companion(id));
      const staged = await stageFolder(engine, id, (work) => folders.closed(companion(id), work));
      return {
        ...staged,
        async publish() {
          await staged.publish();
          engine.companions.add(id);
        },
      };
    },
    upload: (content, limit) => holdUpload(engine, content, limit),
    async found() {
      const entries = await readdir(join(engine.root, companionsFolder), { withFileTypes: true });
      const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
      return names
        .map(({ name }) => ({ name, used: engine.companions.has(name) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    look: (name) => lookAt(engine, name),
    picture: async (id) => (await readPictureFile(folderOf(engine.root, companion(id)), engine.root))?.bytes,
    pictureMark: (id) => markOfPicture(folderOf(engine.root, companion(id)), engine.root),
    admit(id) {
      engine.companions.add(id);
    },
    withhold(id) {
      engine.companions.delete(id);
    },
  };
}
