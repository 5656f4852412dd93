// What the routes of facts, pins, profile, moods and graph take and answer (DESIGN 7).
import { z } from "zod";
import { Seconds } from "./common.ts";
import { EmotionCode } from "./emotion.ts";
import { Fact, FactCategory } from "./fact.ts";
import { Graph } from "./graph.ts";
import { line } from "./request.ts";

/** A value as an owner may enter it. */
const Value = z.union([line(500), z.number(), z.boolean()]);

const wish = {
  category: FactCategory.optional(),
  /** One sentence about the person; made of key and value where it is left out. */
  statement: line(200).optional(),
  /** 0 to 1 */
  importance: z.number().min(0).max(1).optional(),
  scope: z.enum(["private", "shared"]).optional(),
  pinned: z.boolean().optional(),
  valid_from: Seconds.optional(),
  valid_to: Seconds.nullable().optional(),
};

export const FactBody = z.object({ ...wish, key: line(100), value: Value });
export const FactChangeBody = z
  .object({
    ...wish,
    key: line(100).optional(),
    value: Value.optional(),
    /** The value that stands there was never so. Default: true where it stood for less than a day. */
    mistake: z.boolean().optional(),
  })
  .refine(
    ({ mistake: _how, ...body }) => Object.values(body).some((value) => value !== undefined),
    "nothing to change",
  );

export const FactsQuery = z.object({
  all: z.enum(["true", "false"]).optional(),
  category: FactCategory.optional(),
  /** A key (`pet_name:年糕`), all of one base (`pet_name`), or another name of it (宠物名). */
  key: line(100).optional(),
  /** Id of the last fact of the page before. */
  before: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(500),
});

export const FactsAnswer = z.object({ facts: z.array(Fact), next: z.string().nullable() });
export const FactAnswer = z.object({ fact: Fact, change_id: z.string().nullable() });

export const PinBody = z.object({ pinned: z.boolean() });
export const PinAnswer = z.object({
  entry_id: z.string(),
  document: z.enum(["facts", "mid_term", "long_term", "core_memory"]),
  pinned: z.boolean(),
  change_id: z.string().nullable(),
});

export const ProfileAnswer = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      lines: z.array(
        z.object({ text: z.string(), fact_id: z.string().nullable(), message_ids: z.array(z.string()) }),
      ),
    }),
  ),
});

export const EmotionsQuery = z.object({
  days: z.coerce.number().int().min(1).max(3_660).default(30),
  by: z.enum(["day", "week"]).optional(),
});

export const EmotionsAnswer = z.object({
  days: z.number(),
  by: z.enum(["day", "week"]),
  /** Oldest first; days or weeks without a word are there, with no turns. */
  trend: z.array(
    z.object({
      date: z.string(),
      from: Seconds,
      to: Seconds,
      turns: z.number(),
      counts: z.partialRecord(EmotionCode, z.number()),
      intensity: z.number().nullable(),
      /** -1 to 1 */
      valence: z.number().nullable(),
    }),
  ),
  triggers: z.array(
    z.object({
      subject: z.string(),
      emotion: EmotionCode,
      count: z.number(),
      of: z.number(),
      share: z.number(),
      usual: z.number(),
      intensity: z.number(),
    }),
  ),
  minimum_sample: z.number(),
  topics: z.array(
    z.object({
      topic_id: z.string(),
      title: z.string(),
      ended_at: Seconds,
      emotion: EmotionCode.nullable(),
      intensity: z.number().nullable(),
      atmosphere: z.string().nullable(),
    }),
  ),
});

export const GraphAnswer = Graph;
