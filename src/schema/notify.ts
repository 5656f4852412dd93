// Where an account wants to be told that a companion has written: one of four services, or a web address of its own (issue 5, item 9).
import { z } from "zod";

const webAddress = z.url({ protocol: /^https?$/ }).max(500);
const word = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\s\p{C}]+$/u);

const common = {
  /** False: nothing is sent. */
  enabled: z.boolean().optional(),
  /** True: the first words of what was written are sent along. Left out: only that something was written. */
  content: z.boolean().optional(),
};

const Kind = z.discriminatedUnion("kind", [
  z.looseObject({
    ...common,
    kind: z.literal("bark"),
    key: word,
    url: webAddress.default("https://api.day.app"),
  }),
  z.looseObject({
    ...common,
    kind: z.literal("ntfy"),
    topic: word,
    url: webAddress.default("https://ntfy.sh"),
    token: word.optional(),
  }),
  z.looseObject({ ...common, kind: z.literal("serverchan"), key: z.string().regex(/^[A-Za-z0-9]{1,100}$/) }),
  z.looseObject({
    ...common,
    kind: z.literal("telegram"),
    token: z.string().regex(/^\d{1,20}:[\w-]{10,100}$/),
    chat_id: z.union([z.number().int(), word]),
  }),
  z.looseObject({ ...common, kind: z.literal("webhook"), url: webAddress }),
]);

const named: Record<string, string> = {
  server酱: "serverchan",
  "server-chan": "serverchan",
  json: "webhook",
};

/** An account's `notify` as it may be used. `type` is understood for `kind`. */
export const Notify = z.preprocess((value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { kind, type } = value as Record<string, unknown>;
  const name = typeof kind === "string" ? kind : typeof type === "string" ? type : "";
  return { ...value, kind: named[name.toLowerCase()] ?? name.toLowerCase() };
}, Kind);
export type Notify = z.infer<typeof Notify>;
