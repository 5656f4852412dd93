// THE PORT of backups: archives and a manifest under a name, apart from the data folder (part 4). No path leaves it.
import type { BackupState, Manifest } from "../schema/backup.ts";
import type { Upload } from "./folders.ts";

/** A backup that is being written; nobody sees it before `finish`. */
export type BackupDraft = {
  /** Answers the bytes written. Disk refuses: AppError `storage`. */
  add(file: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** What was added, read from the disk again. */
  open(file: string): Promise<Upload>;
  finish(manifest: Manifest): Promise<void>;
  /** May be called in any case. */
  discard(): Promise<void>;
};

export type Backups = {
  /** Names of the finished ones, oldest first. A folder that cannot be looked into: AppError `storage`. */
  names(): Promise<string[]>;
  /** No such backup: AppError `not_found`; a manifest that cannot be read: AppError `damaged`. */
  manifest(name: string): Promise<Manifest>;
  /** One archive of a backup; must be closed. It is not there: AppError `damaged`. */
  open(name: string, file: string): Promise<Upload>;
  begin(name: string): Promise<BackupDraft>;
  /** Puts archives in the place of others (`null` removes one), and then the manifest. May be repeated after a stop. */
  rewrite(
    name: string,
    archives: ReadonlyMap<string, AsyncIterable<Uint8Array> | null>,
    manifest: () => Manifest,
  ): Promise<void>;
  remove(name: string): Promise<void>;
  state(): Promise<BackupState>;
  note(state: BackupState): Promise<void>;
  /** True once, where the command `npm run backup` asked a running house for one. */
  takeWish(): Promise<boolean>;
};
