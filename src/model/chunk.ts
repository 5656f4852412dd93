// Reads one chunk of a stream, or one whole completion, into the few things that matter, whatever dialect it is in.
import type { UsageCount } from "../schema/stream-event.ts";

/** How a call ended. "filtered": the provider's content filter; "failed": the provider gave up in the middle. */
export type Finish = "stop" | "length" | "tool_calls" | "filtered" | "failed";

export type Delta = {
  text: string;
  thinking: string;
  toolCalls?: unknown;
  finish?: Finish;
  usage?: UsageCount;
  /** An error object in the place of a chunk (C047). */
  error?: unknown;
};

const finishes: Record<string, Finish> = {
  length: "length",
  max_tokens: "length",
  model_length: "length",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  content_filter: "filtered",
  sensitive: "filtered",
  safety: "filtered",
  insufficient_system_resource: "failed",
  network_error: "failed",
  error: "failed",
  abort: "failed",
};

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null ? (value as Fields) : undefined;
const count = (value: unknown): number => (typeof value === "number" && value >= 0 ? value : 0);

/** Text of a message: a string, or the text parts of an array. */
function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => fieldsOf(part)?.text)
    .filter((text) => typeof text === "string")
    .join("");
}

/** Tokens as the provider counts them; cached ones are a part of the input and go by three names. */
function usageOf(value: unknown): UsageCount | undefined {
  const usage = fieldsOf(value);
  if (!usage || typeof usage.prompt_tokens !== "number") return undefined;
  const cached =
    fieldsOf(usage.prompt_tokens_details)?.cached_tokens ??
    usage.prompt_cache_hit_tokens ??
    usage.cached_tokens;
  return {
    input_tokens: count(usage.prompt_tokens),
    cached_tokens: Math.min(count(cached), count(usage.prompt_tokens)),
    output_tokens: count(usage.completion_tokens),
  };
}

/**
 * Reads a parsed chunk or completion. Null, strings and chunks without choices (C040, C044) are empty deltas, never an
 * error. Reasoning comes as reasoning_content or reasoning and is no speech (C045).
 */
export function readChunk(value: unknown): Delta {
  const chunk = fieldsOf(value);
  if (!chunk) return { text: "", thinking: "" };
  const choice = Array.isArray(chunk.choices) ? fieldsOf(chunk.choices[0]) : undefined;
  const message = fieldsOf(choice?.delta) ?? fieldsOf(choice?.message);
  const delta: Delta = {
    text: contentOf(message?.content),
    thinking: contentOf(message?.reasoning_content ?? message?.reasoning),
  };
  if (message?.tool_calls) delta.toolCalls = message.tool_calls;
  const finish = choice?.finish_reason;
  // Some gateways write "" in every chunk that is not the last.
  if (typeof finish === "string" && finish !== "") delta.finish = finishes[finish.toLowerCase()] ?? "stop";
  if (chunk.usage) {
    const usage = usageOf(chunk.usage);
    if (usage) delta.usage = usage;
  }
  if (chunk.error && !choice) delta.error = chunk.error;
  return delta;
}
