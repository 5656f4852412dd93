// heartbeat.json: what is due, what was decided, and how often background steps were tried (DESIGN 3).
import { z } from "zod";
import { Seconds } from "./common.ts";

export const PlannedBeat = z.looseObject({
  id: z.string().optional(),
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
  message_template: z.string().default(""),
});

export const FollowUp = z.looseObject({
  id: z.string(),
  due_at: Seconds,
  text: z.string(),
  message_ids: z.array(z.string()).default([]),
});

/** Attempts of one background step that is not tied to a pending topic (extract, judge_core …). */
export const StepState = z.looseObject({
  attempts: z.number().int().nonnegative().default(0),
  next_at: Seconds.default(0),
  last_done_at: Seconds.optional(),
  last_error: z.string().optional(),
});
export type StepState = z.infer<typeof StepState>;

export const Heartbeat = z.looseObject({
  planned: z.array(PlannedBeat).default([]),
  follow_ups: z.array(FollowUp).default([]),
  next_silence_beat_at: Seconds.nullable().default(null),
  hold_until: Seconds.optional(),
  hold_reason: z.string().optional(),
  last_beat: z
    .looseObject({ at: Seconds, decision: z.enum(["sent", "silent"]), reason: z.string() })
    .nullable()
    .default(null),
  unanswered: z.number().int().nonnegative().default(0),
  steps: z.record(z.string(), StepState).default({}),
});
export type Heartbeat = z.infer<typeof Heartbeat>;
