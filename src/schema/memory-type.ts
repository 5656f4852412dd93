// What kind of memory something is, by whom it concerns: who the character is, what the two went through, what is so of the person (A40).
import { z } from "zod";

export const memoryTypes = ["role_setting", "dialogue_experience", "user_fact"] as const;
export const MemoryType = z.enum(memoryTypes);
export type MemoryType = z.infer<typeof MemoryType>;

/** What each memory carries where it is read. */
export const whose = {
  /** The companion whose memory it is; of a fact that another one of the account shares, that one. */
  character_id: z.string(),
  memory_type: MemoryType,
};
