// lore.json: entries that come into the context when one of their keywords occurs (A46).
import { z } from "zod";

export const LoreEntry = z.looseObject({
  id: z.string(),
  /** For people only: what the entry is about. */
  title: z.string().optional(),
  /** One of these must occur in the message. Latin words count as whole words only. */
  keywords: z.array(z.string()),
  /** Where there are any, one of these must occur as well. */
  secondary_keywords: z.array(z.string()).optional(),
  content: z.string(),
  enabled: z.boolean().default(true),
  /** Comes with every message, whatever its keywords. */
  constant: z.boolean().optional(),
  /** Where the budget does not hold all, the lower ones come first; 100 where none is named. */
  order: z.number().optional(),
  /** True where "May" must not be found in "may". */
  case_sensitive: z.boolean().optional(),
});
export type LoreEntry = z.infer<typeof LoreEntry>;

export const Lore = z.array(LoreEntry);
export type Lore = z.infer<typeof Lore>;
