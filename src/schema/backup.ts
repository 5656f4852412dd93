// What a backup says of itself: manifest.json beside its archives, and what the house notes about the last try (part 4).
import { z } from "zod";
import { Id, Seconds } from "./common.ts";

export const backupFormat = 1;

/** UTC, to the second: names sort by their time. A second one in a second has a number. */
export const backupNamePattern = /^\d{4}-\d{2}-\d{2}_\d{6}Z(?:-\d+)?$/;

/** "house.zip", "ai_users/<id>.zip" or "trash/<id>.<second>.zip". */
export const archivePattern = /^(?:house|ai_users\/[a-z0-9_-]{1,64}|trash\/[a-z0-9_-]{1,64}\.\d+)\.zip$/;

const BackupFile = z.looseObject({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  modified_at: Seconds,
});

export const BackupArchive = z.looseObject({
  file: z.string().regex(archivePattern),
  bytes: z.number().int().nonnegative(),
  files: z.array(BackupFile),
});
export type BackupArchive = z.infer<typeof BackupArchive>;

export const Manifest = z.looseObject({
  format: z.number().int().positive().max(backupFormat, "written by a newer Keepsake; update this one first"),
  made_at: Seconds,
  archives: z.array(BackupArchive),
  /** Companions that were taken out since, so that an erased text is not kept. */
  purged: z.array(z.looseObject({ user_id: Id, at: Seconds })).default([]),
});
export type Manifest = z.infer<typeof Manifest>;

/** state.json of the backup folder. */
export const BackupState = z.looseObject({
  tried_at: Seconds.default(0),
  /** For people; null where the last try succeeded. */
  last_error: z.looseObject({ at: Seconds, message: z.string() }).nullable().default(null),
});
export type BackupState = z.infer<typeof BackupState>;
