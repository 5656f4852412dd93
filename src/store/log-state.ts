// What the owner is told of each file of the log: revision, size, and where it does not parse (invariant 6).

import { AppError } from "../error.ts";
import { hashOf } from "./canonical.ts";
import { type Stamp, sameStamp } from "./durable.ts";
import type { LogDisk } from "./log-disk.ts";
import type { LogFile } from "./log-file.ts";
import type { Shelf } from "./log-shelf.ts";
import type { FileState } from "./store.ts";

/** Content hashes by file name, so that old months are not read for each listing. */
export type Revisions = Map<string, { stamp: Stamp; revision: string }>;

/** States of the present file and of each month, in that order; an unreadable one is a state too. */
export async function fileStates(shelf: Shelf, disk: LogDisk, revisions: Revisions): Promise<FileState[]> {
  await unlessUnreadable(() => shelf.settle());
  const labels = await shelf.months.labels();
  const files = [shelf.present, ...labels.map((label) => shelf.months.file(label))];
  const states: FileState[] = [];
  for (const file of files) {
    const state = await stateOf(file, disk, revisions);
    if (state) states.push(state);
  }
  const waiting = shelf.waiting.entries.length;
  const present = states.find((state) => state.name === shelf.present.name);
  if (present && waiting > 0) {
    const warning = `${waiting} new messages wait in ${shelf.waiting.name} until the file can be read again.`;
    present.warnings = [...(present.warnings ?? []), warning];
  }
  return states;
}

async function unlessUnreadable(look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function stateOf(file: LogFile, disk: LogDisk, revisions: Revisions): Promise<FileState | undefined> {
  const wasInMemory = file.inMemory;
  try {
    await file.fresh();
    const stamp = await disk.stamp(file.name);
    if (!stamp) return undefined;
    const state: FileState = {
      name: file.name,
      revision: await revisionAt(file.name, stamp, disk, revisions),
      bytes: Number(stamp.size),
      modified_at: Number(stamp.changed / 1_000_000_000n),
      valid: file.fault === undefined,
    };
    if (file.fault) state.error = { ...file.fault, last_good: file.whole };
    if (file.repairs.length > 0) state.warnings = [...file.repairs];
    if (!wasInMemory) file.forget();
    return state;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const unread = { message: error.message, line: 1, column: 1, last_good: file.entries.length > 0 };
    return { name: file.name, revision: "", bytes: 0, modified_at: 0, valid: false, error: unread };
  }
}

async function revisionAt(name: string, stamp: Stamp, disk: LogDisk, revisions: Revisions): Promise<string> {
  const known = revisions.get(name);
  if (known && sameStamp(known.stamp, stamp)) return known.revision;
  const revision = hashOf((await disk.read(name)) ?? "");
  revisions.set(name, { stamp, revision });
  return revision;
}
