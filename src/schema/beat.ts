// What the character's tools about its own heartbeat take (A150, A162, A163); each schema is also what the model is told.
import { z } from "zod";

const spokenTrue = /^(?:true|yes|1|是|要|说|发)$/i;

/** The tool `decide`. A model may send words where a value is meant. */
export const DecideInput = z.object({
  speak: z.union([z.boolean(), z.string().transform((text) => spokenTrue.test(text.trim()))]),
  reason: z.string().optional().catch(undefined),
  next_in_hours: z
    .union([z.number(), z.string().trim().min(1).transform(Number)])
    .pipe(z.number().positive())
    .optional()
    .catch(undefined),
});
export type DecideInput = z.infer<typeof DecideInput>;

/** What the model is told of it. */
export const DecideParameters = z.object({
  speak: z.boolean(),
  reason: z.string(),
  next_in_hours: z.number().optional(),
});

/** A whole number, or its digits: a model that sends nothing, true or a list has named no time. */
const whole = (most: number) =>
  z.union([
    z.number().int().min(0).max(most),
    z
      .string()
      .regex(/^\s*\d{1,2}\s*$/)
      .transform(Number)
      .pipe(z.number().max(most)),
  ]);
const Clock = { hour: whole(23), minute: whole(59) };

/** set_scheduled_heartbeat: every day at an hour and minute of the person's clock (A162). */
export const SetBeatInput = z.object({
  ...Clock,
  message_template: z.string().trim().max(500).default(""),
});
export type SetBeatInput = z.infer<typeof SetBeatInput>;

/** remove_scheduled_heartbeat (A163). */
export const RemoveBeatInput = z.object(Clock);
export type RemoveBeatInput = z.infer<typeof RemoveBeatInput>;

/** What the model is told of the two. */
export const RemoveBeatParameters = z.object({
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
});
export const SetBeatParameters = RemoveBeatParameters.extend({ message_template: z.string() });
