// Bodies and answers of bringing chats, memories and cards in, and of taking them out again (part 4, DESIGN 7).
import { z } from "zod";
import { Language, SentSeconds } from "./common.ts";
import { ImportJob } from "./import-job.ts";
import { line, text } from "./request.ts";
import { BondWish } from "./request-companion.ts";

/** Formats that an import reads besides "messages"; "auto" tells them apart by their content. */
export const FileFormat = z.enum([
  "auto",
  "sillytavern",
  "telegram",
  "chatgpt",
  "claude",
  "qq",
  "wechat",
  "text",
  "mem0",
  "letta",
  "openmemory",
]);
export type FileFormat = z.infer<typeof FileFormat>;

/** What comes first in dates like "1/2/26". */
export const DateOrder = z.enum(["day_first", "month_first"]);
export type DateOrder = z.infer<typeof DateOrder>;

export const GivenSide = z.enum(["user", "assistant", "skip"]);

/** How a file is to be read; the same for a preview and for the import after it. */
export const fileWish = {
  format: FileFormat,
  /** Name in the file -> whose words these are. What is left out is found by the file or by names. */
  speakers: z.record(z.string().max(200), GivenSide).default({}),
  /** Ids of the conversations that are taken; all where it is left out. */
  threads: z.array(z.string().max(300)).max(10_000).optional(),
  /** Unix seconds of the last line of a talk that carries no times; default: now. */
  date: SentSeconds.optional(),
  /** Order of dates that do not show it ("1/2/26"); needed where the preview is not sure of it. */
  dates: DateOrder.optional(),
  summarise: z.enum(["none", "extractive", "model"]).default("none"),
};
export const FileWish = z.object(fileWish);
export type FileWish = z.infer<typeof FileWish>;

const flag = z.enum(["true", "false"]).transform((value) => value === "true");

/** The same as a query, where the body is the file itself. `speakers` as JSON, `threads` one by one. */
export const FileQuery = z.object({
  format: FileFormat,
  preview: flag.default(false),
  speakers: z.string().max(20_000).optional(),
  threads: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === "string" ? [value] : value))
    .optional(),
  date: z.coerce.number().pipe(SentSeconds).optional(),
  dates: fileWish.dates,
  summarise: fileWish.summarise,
});

/** A file inside of a JSON body: its text, or its value where it is JSON. */
export const FileBody = z.object({
  ...fileWish,
  content: z.union([z.string().min(1, "empty"), z.looseObject({}), z.array(z.unknown())]),
  preview: z.boolean().default(false),
});
export type FileBody = z.infer<typeof FileBody>;

const Unread = z.object({
  count: z.number(),
  /** The first ones: line or number of the message in the file, and why. */
  list: z.array(z.object({ place: z.number(), reason: z.string() })),
});

export const FilePreview = z.object({
  format: FileFormat,
  messages: z.number(),
  memories: z.number(),
  topics: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Messages whose time the file does not say. */
  undated: z.number(),
  /** How dates without an order were read; not `sure`: say in `dates` what comes first. null: the file has none. */
  dates: z.object({ order: DateOrder, sure: z.boolean() }).nullable(),
  speakers: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      /** null: say in `speakers` whose words these are. */
      side: GivenSide.nullable(),
      first: z.string(),
    }),
  ),
  threads: z.array(z.object({ id: z.string(), title: z.string(), count: z.number() })),
  first: z.array(
    z.object({
      speaker: z.string(),
      side: GivenSide.nullable(),
      content: z.string(),
      timestamp: z.number().nullable(),
    }),
  ),
  left_out: z.record(z.string(), z.number()),
  unreadable: Unread,
});
export type FilePreview = z.infer<typeof FilePreview>;

export const FileAnswer = z.object({
  import_id: z.string(),
  format: FileFormat,
  messages: z.number(),
  topics: z.number(),
  memories: z.number(),
  skipped: z.number(),
  left_out: z.record(z.string(), z.number()),
  unreadable: Unread,
});
export type FileAnswer = z.infer<typeof FileAnswer>;

export const ImportsAnswer = z.object({ imports: z.array(ImportJob) });
export const UndoneImport = z.object({ messages: z.number(), entries: z.number() });
export const CancelledImport = z.object({ cancelled: z.boolean() });

export const Steering = z.enum(["system_prompt", "post_history_instructions", "depth_prompt"]);

/** How a card is taken. Steering texts only with `seen`, the mark of the preview that showed them. */
export const cardWish = {
  preview: z.boolean().default(false),
  take: z.array(Steering).max(3).default([]),
  seen: z.string().max(100).optional(),
  name: line(80).optional(),
  language: Language.optional(),
  /** How the texts call the person; default: the account's display name. */
  person: text(80).optional(),
  /** Who the two are to each other; left out: the house's own default. */
  bond: BondWish.optional(),
};
export const CardBody = z
  .object({
    format: z.literal("card"),
    card: z.looseObject({}).optional(),
    /** The file: JSON as text, or any form in base64. */
    content: z.string().min(1, "empty").optional(),
    file_name: z.string().max(300).optional(),
    ...cardWish,
  })
  .refine(({ card, content }) => (card === undefined) !== (content === undefined), {
    message: "send the card, or a file as content",
    path: ["card"],
  });
export type CardBody = z.infer<typeof CardBody>;

export const CardQuery = z.object({
  format: z.literal("card").default("card"),
  file_name: z.string().max(300).optional(),
  preview: flag.default(false),
  take: z
    .union([Steering, z.array(Steering)])
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .default([]),
  seen: z.string().max(100).optional(),
  name: line(80).optional(),
  language: Language.optional(),
  person: text(80).optional(),
  bond: BondWish.optional(),
});

const Item = z.object({ path: z.string(), reason: z.string(), text: z.string().optional() });

export const CardPreview = z.object({
  /** What the second call sends as `seen`. */
  seen: z.string(),
  version: z.enum(["v1", "v2", "v3"]),
  make: z.object({
    name: z.string(),
    language: Language,
    base_soul: z.string(),
    reminder: z.string(),
    greeting: z.string(),
    greetings: z.array(z.string()),
    examples: z.array(z.object({ user: z.string(), assistant: z.string() })),
    lore: z.array(
      z.looseObject({ keywords: z.array(z.string()), content: z.string(), enabled: z.boolean() }),
    ),
  }),
  /** Texts that would steer every reply: left out unless `take` names them. */
  steering: z.array(z.object({ name: Steering, text: z.string(), taken: z.boolean() })),
  suspicious: z.array(Item),
  dropped: z.array(Item),
  /** Whether the card's picture is kept as the companion's face. */
  picture: z.boolean(),
  /** Fields kept for a later export and without effect here. */
  kept: z.array(z.string()),
  /** Places in the texts that nothing fills. */
  places: z.array(z.string()),
});
export type CardPreview = z.infer<typeof CardPreview>;

export const CardExportQuery = z.object({
  spec: z.enum(["v2", "v3"]).default("v3"),
  as: z.enum(["json", "png"]).default("json"),
});

export const TranscriptQuery = z.object({
  format: z.enum(["sillytavern", "markdown", "json"]).default("json"),
});
