// What the routes of episodes take and answer: summaries and long entries as their owner stores, finds, weighs and merges them (A205).
import { z } from "zod";
import { MessageId, Seconds, SentSeconds } from "./common.ts";
import { EmotionTags } from "./emotion.ts";
import { whose } from "./memory-type.ts";
import { line } from "./request.ts";

/** A day of the calendar; one that does not exist is none. */
const Day = z.iso.date();

export const EpisodeBody = z
  .object({
    /** A27 */
    summary: line(200),
    topic: line(80).optional(),
    started_at: SentSeconds.optional(),
    ended_at: SentSeconds.optional(),
    /** 0 to 1 */
    importance: z.number().min(0).max(1).optional(),
    emotion_tags: EmotionTags.optional(),
    key_entities: z.array(line(60)).max(30).optional(),
    message_ids: z.array(MessageId).max(1_000).optional(),
  })
  .refine(
    ({ started_at, ended_at }) =>
      started_at === undefined || ended_at === undefined || started_at <= ended_at,
    { message: "begins after its end", path: ["started_at"] },
  );

export const EpisodesQuery = z
  .object({
    /** A day of the owner's calendar: what lies in it or reaches into it. */
    date: Day.optional(),
    from: z.coerce.number().nonnegative().optional(),
    to: z.coerce.number().nonnegative().optional(),
    /** Best first instead of newest first. */
    like: z.string().min(1).max(2_000).optional(),
    /** Only those about this name (A43). */
    entity: line(60).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  })
  .refine(
    ({ date, from, to, like }) => [date, from ?? to, like].filter((one) => one !== undefined).length <= 1,
    {
      message: "one of date, from and to, like",
    },
  );

export const EpisodeChangeBody = z
  .object({
    importance: z.number().min(0).max(1).optional(),
    /** True: put away by its owner, out of what is thought of by itself; false: taken out again. */
    archived: z.boolean().optional(),
  })
  .refine(({ importance, archived }) => importance !== undefined || archived !== undefined, {
    message: "importance or archived",
  });
export const MergeBody = z.object({ ids: z.array(z.string().min(1).max(200)).min(2).max(50) });

/** The record of A26, and where it stands. */
const EpisodeShown = z.object({
  document: z.enum(["mid_term", "mid_term_archive", "long_term"]),
  id: z.string(),
  user_id: z.string(),
  ...whose,
  /** The topic; of a long entry the last one that went into it. */
  session_id: z.string().nullable(),
  /** A day of the owner's calendar. */
  date: z.string().nullable(),
  time_of_day: z.enum(["morning", "afternoon", "evening", "night"]).nullable(),
  topic: z.string(),
  summary: z.string(),
  emotional_tone: z.string().nullable(),
  /** 0 to 1, like the importance. */
  emotional_intensity: z.number(),
  key_entities: z.array(z.string()),
  user_state: z.string().nullable(),
  ai_response_style: z.string().nullable(),
  importance: z.number(),
  access_count: z.number().int(),
  created_at: Seconds.nullable(),
  last_accessed_at: Seconds.nullable(),
  /** The same as `summary`, under the name that it has in a search. */
  text: z.string(),
  ended_at: Seconds.nullable(),
  /** The entry as it stands in its file. */
  entry: z.looseObject({ id: z.string() }),
  score: z.number().optional(),
});

export const EpisodesAnswer = z.object({ episodes: z.array(EpisodeShown) });
export const EpisodeAnswer = z.object({ episode: EpisodeShown, change_id: z.string().nullable() });
export const MergedAnswer = z.object({
  kept: EpisodeShown,
  merged: z.array(z.string()),
  change_id: z.string().nullable(),
});
