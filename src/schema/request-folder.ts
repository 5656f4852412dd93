// Answers of what concerns whole folders: imports of a zip, folders that were copied there, backups (DESIGN 7).
import { z } from "zod";
import { Id, Seconds } from "./common.ts";

export const ImportedFolders = z.object({
  ai_users: z.array(z.object({ user_id: Id, name: z.string(), files: z.number() })),
  /** Of several companions those that the house had already; they are as before. */
  there: z.array(Id),
  /** Names of the archive that are none of a companion's files (at most 200). */
  ignored: z.array(z.string()),
});
export type ImportedFolders = z.infer<typeof ImportedFolders>;

/** Why a folder among the companions is not used. */
export const FolderRefusal = z.object({
  folder: z.string(),
  reason: z.enum(["name", "missing", "damaged", "newer", "clash"]),
  message: z.string(),
});
export type FolderRefusal = z.infer<typeof FolderRefusal>;

export const FoldersAnswer = z.object({
  /** Companions that were taken in by this look, or since the start. */
  adopted: z.array(Id),
  refused: z.array(FolderRefusal),
});
export type FoldersAnswer = z.infer<typeof FoldersAnswer>;

export const Backup = z.object({
  name: z.string(),
  made_at: Seconds,
  bytes: z.number(),
  files: z.number(),
  companions: z.array(Id),
  /** Companions that were taken out of it since. */
  purged: z.array(Id),
});
export type Backup = z.infer<typeof Backup>;

export const BackupsAnswer = z.object({
  backups: z.array(Backup),
  /** Seconds since the newest was made; null where there is none. */
  age_s: z.number().nullable(),
  /** Bytes of all together. */
  bytes: z.number(),
  last_error: z.object({ at: Seconds, message: z.string() }).nullable(),
});
export type BackupsAnswer = z.infer<typeof BackupsAnswer>;

export const PurgeBody = z.object({
  user_id: Id,
  /** The backups that the receipt named; left out, all of them. */
  names: z.array(z.string().min(1).max(100)).max(1_000).optional(),
});
export type PurgeBody = z.infer<typeof PurgeBody>;

export const PurgeAnswer = z.object({
  /** Made first, so that the companion as it is now is not without one. */
  fresh: z.string(),
  purged: z.array(z.string()),
});
export type PurgeAnswer = z.infer<typeof PurgeAnswer>;
