// What was just done in a talk, said in one line above the field, with the way back where there is one.
import { signal } from "@preact/signals";

export type TalkDeed = {
  user_id: string;
  said: string;
  wrong: boolean;
  /** Takes it back; null where nothing is to be taken back. */
  undo: (() => Promise<void>) | null;
};

/** The newest; null once it was put away. */
export const talkDeed = signal<TalkDeed | null>(null);
