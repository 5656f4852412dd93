// heartbeat.json: what is due, what was decided, and how often background steps were tried (DESIGN 3).
import { z } from "zod";
import { Seconds } from "./common.ts";

/** How often a planned beat comes. `lunar_yearly`: month and day are those of the Chinese lunar year. */
export const BeatRepeat = z.enum(["daily", "weekly", "yearly", "lunar_yearly", "once"]);
export type BeatRepeat = z.infer<typeof BeatRepeat>;

/** "YYYY-MM-DD" */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const PlannedBeat = z.looseObject({
  id: z.string().optional(),
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
  message_template: z.string().default(""),
  /** Left out: every day. */
  repeat: BeatRepeat.optional(),
  /** Of a weekly one; 0 is Sunday. */
  weekday: z.number().int().min(0).max(6).optional(),
  /** Of a yearly one. */
  month: z.number().int().min(1).max(12).optional(),
  day: z.number().int().min(1).max(31).optional(),
  /** Of a lunar one: the leap month, where the year has it. */
  leap: z.boolean().optional(),
  /** Of one that comes once. */
  date: Day.optional(),
  /** Messages in whose turn the character set it. */
  message_ids: z.array(z.string()).optional(),
});
export type PlannedBeat = z.infer<typeof PlannedBeat>;

export const FollowUp = z.looseObject({
  id: z.string(),
  due_at: Seconds,
  text: z.string(),
  message_ids: z.array(z.string()).default([]),
  kind: z.enum(["event", "wish"]).optional(),
  /** When it was due at first, where it had to wait. */
  owed_since: Seconds.optional(),
  said_at: Seconds.optional(),
  /** When the event begins; before it, only a cancellation counts as told. */
  event_at: Seconds.optional(),
  /** Which kind of event: names the words by which the person tells of it. */
  family: z.string().optional(),
  /** What a wish is about (吉他), by which it is found again. */
  about: z.string().optional(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** Attempts of one background step that is not tied to a pending topic (extract, judge_core …). */
export const StepState = z.looseObject({
  attempts: z.number().int().nonnegative().default(0),
  next_at: Seconds.default(0),
  last_done_at: Seconds.optional(),
  last_error: z.string().optional(),
});
export type StepState = z.infer<typeof StepState>;

export const beatKinds = ["silence", "planned", "follow_up", "manual"] as const;
export const BeatKind = z.enum(beatKinds);
export type BeatKind = z.infer<typeof BeatKind>;

/** One decision whether to speak, with its reason: "why did she write?" */
export const BeatRecord = z.looseObject({
  at: Seconds,
  decision: z.enum(["sent", "silent"]),
  reason: z.string(),
  kind: BeatKind.optional(),
  due_at: Seconds.optional(),
  /** What was sent, and what of the person's was asked about. */
  message_ids: z.array(z.string()).optional(),
  source_message_ids: z.array(z.string()).optional(),
});
export type BeatRecord = z.infer<typeof BeatRecord>;

export const Heartbeat = z.looseObject({
  planned: z.array(PlannedBeat).default([]),
  follow_ups: z.array(FollowUp).default([]),
  next_silence_beat_at: Seconds.nullable().default(null),
  hold_until: Seconds.optional(),
  hold_reason: z.string().optional(),
  /** When the person said what the hold follows from; what they say well after it lifts it. */
  hold_since: Seconds.optional(),
  last_beat: BeatRecord.nullable().default(null),
  unanswered: z.number().int().nonnegative().default(0),
  steps: z.record(z.string(), StepState).default({}),
  /** The last 50 decisions, oldest first. */
  history: z.array(BeatRecord).optional(),
  /** From when the silence counts, and who set the next moment: the level's interval, or the character (A150). */
  silence: z.looseObject({ from: Seconds, by: z.enum(["interval", "character"]), next: Seconds }).optional(),
  /** Planned beat or occasion -> due times that were claimed (and the moment it was first seen), newest last. */
  claims: z.record(z.string(), z.array(Seconds)).optional(),
  /** A claimed beat whose model failed, to be tried once more. */
  retry: z
    .looseObject({
      kind: BeatKind,
      key: z.string(),
      due_at: Seconds,
      attempts: z.number().int().nonnegative(),
      next_at: Seconds,
      text: z.string(),
      follow_up: FollowUp.optional(),
    })
    .optional(),
  /** It makes no beats now (switched off, stopped, no friend): what was planned for this time is not owed afterwards. */
  off: z.boolean().optional(),
  /** When the person was last heard, as known at the last decision. */
  heard_at: Seconds.optional(),
});
export type Heartbeat = z.infer<typeof Heartbeat>;
