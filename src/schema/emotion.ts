// The closed sets of moods: the Chinese tags of mid entries (A71–A73) and the codes of single turns (A236, R37).
import { z } from "zod";

export const basicEmotions = ["开心", "愉悦", "失落", "严肃", "关心", "好奇"] as const;
export const scenes = ["闲聊", "讨论", "求助"] as const;
export const atmospheres = ["轻松", "平和", "热烈"] as const;

export const BasicEmotion = z.enum(basicEmotions);
export const Scene = z.enum(scenes);
export const Atmosphere = z.enum(atmospheres);

/**
 * Tags of a topic. Each may be absent: a missing tag is better than a wrong one (C024).
 * `words` keeps what the model wrote where it was no member of the set.
 */
export const EmotionTags = z.looseObject({
  basic_emotion: BasicEmotion.optional(),
  scene: Scene.optional(),
  atmosphere: Atmosphere.optional(),
  words: z.array(z.string()).optional(),
});
export type EmotionTags = z.infer<typeof EmotionTags>;

export const emotionCodes = [
  "joy",
  "content",
  "sad",
  "serious",
  "caring",
  "curious",
  "anxious",
  "angry",
  "afraid",
  "tired",
  "lonely",
  "hurt",
  "neutral",
] as const;
export const EmotionCode = z.enum(emotionCodes);
export type EmotionCode = z.infer<typeof EmotionCode>;

export const EmotionEntry = z.looseObject({
  id: z.string(),
  message_id: z.string().optional(),
  topic_id: z.string().optional(),
  at: z.number(),
  emotion: EmotionCode,
  intensity: z.number().min(0).max(1).default(0.5),
});
export type EmotionEntry = z.infer<typeof EmotionEntry>;

/** emotions.json: a list, newest last. */
export const Emotions = z.array(EmotionEntry);
export type Emotions = z.infer<typeof Emotions>;
