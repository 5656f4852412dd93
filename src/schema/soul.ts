// souls/<name>/: a ready-made character. config.json is the owner's Config with a few words for the gallery.
import { z } from "zod";
import { Config } from "./config.ts";

/**
 * Short lines in the character's own voice, for moments without a model.
 * Each list has at least three lines; {{name}} is how the person is called (may be empty), {{text}} the matter.
 */
export const Lines = z.looseObject({
  /** Said plainly when no model is connected, once a topic. */
  offline: z.array(z.string()).min(3),
  /** Leads in a memory found by search: "…{{text}}". */
  recall: z.array(z.string()).min(3),
  /** Nothing was found. */
  unknown: z.array(z.string()).min(3),
  greeting: z.array(z.string()).min(3),
  farewell: z.array(z.string()).min(3),
  noted: z.array(z.string()).min(3),
  forgotten: z.array(z.string()).min(3),
  corrected: z.array(z.string()).min(3),
  private: z.array(z.string()).min(3),
  beat: z.array(z.string()).min(3),
  /** In answer to danger, before the help lines. */
  danger: z.array(z.string()).min(3),
  /** Stays in character when asked for what it cannot know. */
  deflect: z.array(z.string()).min(3),
  /** Asks whom or what a command means; nothing is done until it is said. */
  which: z.array(z.string()).min(3),
  /** Offers to keep what was just said; a question that "yes" answers (A222). */
  offer: z.array(z.string()).min(3),
});
export type Lines = z.infer<typeof Lines>;

export const SoulConfig = Config.extend({
  /** One sentence for the gallery. */
  tagline: z.string().min(1),
  /** Two tones of the avatar. */
  colours: z.tuple([z.string(), z.string()]),
});
export type SoulConfig = z.infer<typeof SoulConfig>;

/** A soul as GET /api/souls gives it. */
export type Soul = SoulConfig & { soul: string; greeting: string; avatar: string; lines: Lines };
