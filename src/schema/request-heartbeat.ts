// Bodies and answers of /api/heartbeat (DESIGN 7; A152, A192–A195, R15).
import { z } from "zod";
import { Id } from "./common.ts";
import { BeatRecord, FollowUp, PlannedBeat } from "./heartbeat.ts";
import { Message } from "./message.ts";
import { PlannedBeats } from "./planned-beats.ts";
import { RelationshipLevel } from "./relationship.ts";

/** A planned beat with its next moment: unix seconds, and as the person's clock shows it. */
const PlannedView = PlannedBeat.extend({
  next_at: z.number().nullable(),
  next_local: z.string().nullable(),
});

export const HeartbeatView = z.looseObject({
  user_id: Id,
  enabled: z.boolean(),
  /** False where it makes no beats now: switched off, stopped, or no friend. */
  active: z.boolean(),
  level: RelationshipLevel,
  time_zone: z.string(),
  next_silence_beat_at: z.number().nullable(),
  /** The same moment, with its offset: "2026-03-10T22:00:00+08:00". */
  next_silence_beat_local: z.string().nullable(),
  planned: z.array(PlannedView),
  /** Days that come from facts: birthdays, anniversaries … */
  occasions: z.array(z.looseObject({ kind: z.string(), text: z.string(), next_at: z.number().nullable() })),
  follow_ups: z.array(FollowUp),
  last_beat: BeatRecord.nullable(),
  history: z.array(BeatRecord),
  unanswered: z.number(),
  daily_limit: z.number(),
  hold_until: z.number().nullable(),
  hold_reason: z.string().nullable(),
});
export type HeartbeatView = z.infer<typeof HeartbeatView>;

export const HeartbeatStatus = z.object({ running: z.boolean(), ai_users: z.array(HeartbeatView) });
export type HeartbeatStatus = z.infer<typeof HeartbeatStatus>;

/** What is left out stays; without `user_id` it is for all of the account's companions. */
export const ConfigureBody = z.object({
  user_id: Id.optional(),
  enabled: z.boolean().optional(),
  daily_limit: z.number().int().min(0).max(50).optional(),
  occasions: z.boolean().optional(),
  festivals: z.boolean().optional(),
  /** The companion's planned beats, whole; needs `user_id`. */
  planned: PlannedBeats.optional(),
});
export type ConfigureBody = z.infer<typeof ConfigureBody>;

export const RunningAnswer = z.object({ running: z.boolean() });

export const TriggerAnswer = z.object({
  decision: z.enum(["sent", "silent"]),
  reason: z.string(),
  messages: z.array(Message),
});
