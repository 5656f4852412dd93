// The answers of the server that the views of the inner life read. Shapes come from the schema, by type only.
import type { z } from "zod";
import type { Relationship } from "../src/schema/relationship.ts";
import type { EmotionsAnswer } from "../src/schema/request-facts.ts";
import type { HeartbeatStatus, HeartbeatView, TriggerAnswer } from "../src/schema/request-heartbeat.ts";
import type { JudgeAnswer, LevelAnswer, SoulAnswer, SoulUpdateAnswer } from "../src/schema/request-soul.ts";

export type { HeartbeatStatus, HeartbeatView, Relationship };

export type Planned = HeartbeatView["planned"][number];
export type Triggered = z.infer<typeof TriggerAnswer>;
export type Judged = z.infer<typeof JudgeAnswer>;
export type LevelSet = z.infer<typeof LevelAnswer>;
export type Soul = z.infer<typeof SoulAnswer>;
export type SoulVersion = Soul["history"][number];
export type SoulUpdated = z.infer<typeof SoulUpdateAnswer>;
export type Moods = z.infer<typeof EmotionsAnswer>;
export type MoodSpan = Moods["trend"][number];

/** What a companion's config says of its beats. */
export type BeatConfig = { heartbeat?: { occasions?: boolean; festivals?: boolean } };
