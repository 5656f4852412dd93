// Brings the sample life into the house and takes it away again: a companion like any other, with a mark of its own.
import type { Language } from "../../src/schema/common.ts";
import { type Api, ApiFailure } from "../api.ts";
import type { AiUser, MemoryFileText } from "../shapes.ts";
import { sampleLife, titled } from "./life.ts";
import { memoryEn } from "./memory-en.ts";
import { memoryZh } from "./memory-zh.ts";
import { smallEn } from "./small-en.ts";
import { smallZh } from "./small-zh.ts";
import { talkEn } from "./talk-en.ts";
import { talkEnLater } from "./talk-en-later.ts";
import { talkZh } from "./talk-zh.ts";
import { talkZhLater } from "./talk-zh-later.ts";

export const sampleSteps = ["make", "talk", "facts", "rest"] as const;
export type SampleStep = (typeof sampleSteps)[number];

export type Bringing = {
  api: Pick<Api, "json">;
  language: Language;
  /** Souls of the house, by name. */
  souls: readonly string[];
  now: number;
  timeZone: string;
  signal: AbortSignal;
  onStep: (step: SampleStep) => void;
};

/** Ends a life that came half: `left` is true where even that failed. */
export class HalfBrought extends Error {
  readonly left: boolean;

  constructor(left: boolean, cause: unknown) {
    super("the sample life did not come whole", { cause });
    this.left = left;
  }
}

const refOf = (language: Language) => `sample-life-${language}`;

/** All that was written, by language. */
export const content = {
  zh: { memory: memoryZh, talk: talkZh + talkZhLater, small: smallZh, you: "你" },
  en: { memory: memoryEn, talk: talkEn + talkEnLater, small: smallEn, you: "You" },
} as const;

/**
 * Makes the companion, imports the year, and writes what is remembered of it. Cancelled or refused: what had come is removed
 * again, and HalfBrought is thrown (or the signal's own reason, where it was cancelled and nothing is left).
 */
export async function bringSample(bringing: Bringing): Promise<AiUser> {
  const { api, language, souls, now, timeZone, signal, onStep } = bringing;
  const own = content[language];
  const { memory } = own;
  onStep("make");
  const who = souls.includes(memory.soul)
    ? { soul: memory.soul }
    : { name: memory.name, base_soul: memory.base_soul };
  const wish = {
    ...who,
    language,
    bond: { kind: "朋友", romance: "none" },
    greeting: null,
    // What is made up stays here, and does not speak first.
    shares_facts: false,
    reads_shared_facts: false,
    heartbeat: { enabled: false },
  };
  const made = await api.json<AiUser>(`/api/ai-users/by-ref/${refOf(language)}`, {
    method: "PUT",
    body: wish,
    signal,
  });
  try {
    await fill(made.user_id, bringing, sampleLife({ ...own, now, timeZone }), memory.self);
    return await api.json<AiUser>(`/api/ai-users/${made.user_id}`, { signal });
  } catch (cause) {
    let left = false;
    await dropSample(api, made.user_id).catch((second: unknown) => {
      left = !(second instanceof ApiFailure && second.status === 404);
    });
    throw new HalfBrought(left, cause);
  }
}

async function fill(
  id: string,
  { api, signal, onStep }: Bringing,
  life: ReturnType<typeof sampleLife>,
  self: readonly [string, string],
): Promise<void> {
  const put = (name: string, body: unknown) =>
    api.json(`/api/memory/${id}/${name}`, { method: "PUT", body, signal });
  const post = (path: string, body: unknown) => api.json(path, { method: "POST", body, signal });
  onStep("talk");
  const { topics } = life;
  await post(`/api/ai-users/${id}/import`, { format: "messages", summarise: "extractive", topics });
  onStep("facts");
  await put("facts", life.facts);
  await put("core_memory?confirm=true", life.core_memory);
  onStep("rest");
  await put("emotions", life.emotions);
  await put("graph", life.graph);
  await put("lore", life.lore);
  for (const new_content of self) await post(`/api/soul/${id}/update`, { new_content });
  await post("/api/heartbeat/configure", { user_id: id, planned: life.planned });
  // By code alone: no provider is paid for what is made up.
  await post(`/api/memory/${id}/extract`, { engine: "extractive" });
  for (const [name, field] of [["mid_term", "topic"] as const, ["long_term", "title"] as const]) {
    const { content: kept } = await api.json<MemoryFileText>(`/api/memory/${id}/files/${name}.json`, {
      signal,
    });
    const entries: unknown = typeof kept === "string" ? JSON.parse(kept) : kept;
    if (Array.isArray(entries)) await put(name, titled(entries, field, life.titles));
  }
}

/** Removes the sample for good: nothing of it goes to the trash. Throws ApiFailure. */
export async function dropSample(api: Pick<Api, "json">, user_id: string): Promise<void> {
  await api.json(`/api/ai-users/${user_id}?forever=true`, { method: "DELETE" });
}
