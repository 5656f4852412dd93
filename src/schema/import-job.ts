// imports.json: what was brought in, when and by which import, so that it can be taken back; ids and counts, never text.
import { z } from "zod";
import { Seconds } from "./common.ts";

/** "running" and "undoing": a stop may have left it half done; the next start takes back what came. */
export const ImportState = z.enum(["running", "done", "undoing", "undone"]);

export const ImportJob = z.looseObject({
  /** Messages of this import carry it as `import_id`. */
  id: z.string(),
  at: Seconds,
  /** "messages", "telegram", … */
  format: z.string(),
  state: ImportState,
  messages: z.number().int().nonnegative().default(0),
  topics: z.number().int().nonnegative().default(0),
  skipped: z.number().int().nonnegative().default(0),
  /** Long entries that came as memories. */
  entry_ids: z.array(z.string()).default([]),
});
export type ImportJob = z.infer<typeof ImportJob>;

/** The newest are kept; an older one cannot be taken back in one call any more. */
export const mostImports = 200;
export const Imports = z.array(ImportJob);
export type Imports = z.infer<typeof Imports>;
