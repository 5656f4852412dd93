// The models under test, wired to a scripted upstream with short watchdogs.
import { createModels } from "../../src/model/fallback.ts";
import type { ModelsOptions } from "../../src/model/house.ts";
import type { ModelEvent, Models, ReplyRequest, UsageRecord } from "../../src/model/models.ts";
import type { ModelsConfig } from "../../src/schema/models.ts";

export type Logged = { fields: Record<string, unknown>; message: string };

/** Pauses of a few milliseconds; silence is noticed early, but not so early that a busy machine looks silent. */
export const shortLimits = {
  firstByteMs: 4_000,
  betweenBytesMs: 800,
  usageMs: 80,
  pausesMs: [5, 10],
} as const;

export function scriptedModels(
  config: ModelsConfig | (() => ModelsConfig),
  options: Partial<ModelsOptions> = {},
) {
  const records: UsageRecord[] = [];
  const logged: Logged[] = [];
  let milliseconds = 0;
  const models: Models = createModels({
    config: typeof config === "function" ? config : () => config,
    extractive: () => undefined,
    guide: (language, fault) => (language === "zh" ? `刚才的回答用不了：${fault}` : `Not usable: ${fault}`),
    record: (record) => records.push(record),
    milliseconds: () => milliseconds,
    limits: shortLimits,
    log: { warn: (fields, message) => logged.push({ fields: fields as Record<string, unknown>, message }) },
    ...options,
  });
  return { models, records, logged, passMilliseconds: (ms: number) => (milliseconds += ms) };
}

export const asked = (content: string, more: Partial<ReplyRequest> = {}): ReplyRequest => ({
  companion: "nian",
  role: "chat",
  messages: [
    { role: "system", content: "你是年年。" },
    { role: "user", content },
  ],
  ...more,
});

/** Everything a reply gave, with its texts joined. */
export async function collect(reply: AsyncIterable<ModelEvent>) {
  const events: ModelEvent[] = [];
  for await (const event of reply) events.push(event);
  const joined = (type: "text" | "thinking") =>
    events.map((event) => (event.type === type ? event.text : "")).join("");
  const last = events.at(-1);
  return {
    events,
    text: joined("text"),
    thinking: joined("thinking"),
    calls: events.flatMap((event) => (event.type === "tool-calls" ? event.calls : [])),
    done: last?.type === "done" ? last : undefined,
    failed: last?.type === "failed" ? last : undefined,
  };
}
