// THE PORT of whole folders: taken as they stand at one moment, and put there whole or not at all (DESIGN 7). No path leaves it.
import type { Id, Seconds } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";

/** One file of a folder, by its name below it ("long_term_details/2026-03-15_….json"). */
export type FolderFile = { name: string; bytes: number; modified_at: Seconds };

/** A copy of a folder as it stood between two writes. It must be closed. */
export type Snapshot = {
  /** Sorted by name. Derived, temporary and lock files are not among them; what repairs keep (`.recovered/`) is. */
  files: readonly FolderFile[];
  /** Files that could not be read: refused by the system, or links that lead out of the data folder. */
  missed: readonly string[];
  /** A name that is not among them is an error of ours. */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/** A companion's folder that is being filled out of everybody's sight. */
export type StagedFolder = {
  /** A name that `folderName` does not know is an error of ours; one that is there already: AppError `conflict`. */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Checks every file against its schema. AppError `invalid` with file, line and column of each that does not fit. A broken
   * document with its good copy beside it (`.recovered/`) is taken: the copy is in use until it is mended.
   */
  check(): Promise<void>;
  /** Puts a checked folder in its place, durably. The id is taken: AppError `conflict`. */
  publish(): Promise<void>;
  /** Removes what was filled and not published; may be called in any case. */
  discard(): Promise<void>;
};

/** What somebody sent, held on the disk so that it can be read at any place. It must be closed. */
export type Upload = {
  size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** What config.json of a folder says, without the folder being used. */
export type Look =
  | { kind: "good"; config: Config }
  | { kind: "newer"; format: number }
  | { kind: "missing" }
  | { kind: "damaged"; message: string; line: number; column: number };

export type WholeFolders = {
  /** `trash`: one of the names of `trashed`. No such folder: AppError `not_found`. */
  snapshot(of: { kind: "companion" | "account" | "house" | "trash"; id: string }): Promise<Snapshot>;
  /** Names of the folders in the trash, "xiaoxia.1795981782". */
  trashed(): Promise<string[]>;
  stage(id: Id): Promise<StagedFolder>;
  /** AppError `too_large` beyond the limit (bytes); nothing stays of it then. */
  upload(content: AsyncIterable<Uint8Array>, limit: number): Promise<Upload>;
  /**
   * Folders among the companions, also those that this run does not use: a name that is no id, one that was copied there while
   * the program ran, and those that were withheld.
   */
  found(): Promise<{ name: string; used: boolean }[]>;
  look(name: string): Promise<Look>;
  /** The bytes of a companion's avatar.png; undefined where there is none, or no PNG of at most 8 MB. */
  picture(id: Id): Promise<Uint8Array | undefined>;
  /** What tells that picture from an earlier one. */
  pictureMark(id: Id): Promise<string | undefined>;
  /** Uses a folder from now on, or leaves it alone until the next start. */
  admit(id: Id): void;
  withhold(id: Id): void;
};
