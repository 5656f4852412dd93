// lore.json: entries that come into the context when one of their keywords occurs (A46).
import { z } from "zod";

export const LoreEntry = z.looseObject({
  id: z.string(),
  keywords: z.array(z.string()),
  content: z.string(),
  enabled: z.boolean().default(true),
});
export const Lore = z.array(LoreEntry);
export type Lore = z.infer<typeof Lore>;
