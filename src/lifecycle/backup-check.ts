// Reads a backup back: each archive whole, each file with the sum that the manifest names (part 4).
import { createHash } from "node:crypto";
import { readEntry } from "../archive/zip-content.ts";
import { openZip, type ZipEntry, type ZipLimits } from "../archive/zip-read.ts";
import { AppError } from "../error.ts";
import type { BackupArchive, Manifest } from "../schema/backup.ts";
import type { Upload } from "../store/folders.ts";

/** Our own archives: held to what a zip can be at all, since their sums are known. */
export const ownLimits: ZipLimits = {
  entries: 10_000_000,
  fileBytes: Number.MAX_SAFE_INTEGER,
  totalBytes: Number.MAX_SAFE_INTEGER,
  ratio: Number.POSITIVE_INFINITY,
};

function damaged(file: string, message: string): AppError {
  return new AppError("damaged", `The backup is damaged: ${file}: ${message}.`);
}

export type ListedEntry = { entry: ZipEntry; listed: BackupArchive["files"][number] };

/** The files of an archive in the manifest's order. AppError `damaged` where they are not the ones it names. */
export async function entriesOf(source: Upload, { file, files }: BackupArchive): Promise<ListedEntry[]> {
  const entries = await openZip(source, ownLimits).catch((error: unknown) => {
    throw error instanceof AppError ? damaged(file, error.message) : error;
  });
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size !== files.length) throw damaged(file, "it does not hold the files that it should");
  return files.map((listed) => {
    const entry = byName.get(listed.name);
    if (!entry) throw damaged(file, `${listed.name} is missing`);
    return { entry, listed };
  });
}

/** The content of one file of an archive. AppError `damaged`, at its end, where it is not what the manifest says. */
export async function* checkedContent(
  source: Upload,
  { entry, listed }: ListedEntry,
  archive: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of readEntry(source, entry)) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? damaged(archive, `${entry.name} cannot be read`) : error;
  }
  if (hash.digest("hex") !== listed.sha256) throw damaged(archive, `${entry.name} was changed`);
}

/** Reads everything. AppError `damaged` names the first archive and file that is not as it was written. */
export async function checkBackup(
  manifest: Manifest,
  open: (file: string) => Promise<Upload>,
): Promise<void> {
  for (const archive of manifest.archives) {
    const source = await open(archive.file);
    try {
      for (const one of await entriesOf(source, archive))
        for await (const _ of checkedContent(source, one, archive.file));
    } finally {
      await source.close();
    }
  }
}
