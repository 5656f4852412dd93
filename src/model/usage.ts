// Counts tokens where a provider does not, and turns tokens into money.
import type { ModelEntry } from "../schema/models.ts";
import type { UsageCount } from "../schema/stream-event.ts";
import { estimateTokens } from "../schema/tokens.ts";
import type { PromptMessage, ToolSpec } from "./models.ts";

export const noUsage = (): UsageCount => ({ input_tokens: 0, cached_tokens: 0, output_tokens: 0 });

/** Tokens of two calls together; estimated where one of them is. */
export function addUsage(one: UsageCount, other: UsageCount): UsageCount {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    cached_tokens: one.cached_tokens + other.cached_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    ...(one.estimated || other.estimated ? { estimated: true } : {}),
  };
}

/** What a provider adds for each message: its role and separators, in tokens. */
const perMessage = 4;

/** Our own count of one call in tokens, marked as estimated. */
export function estimateUsage(
  messages: readonly PromptMessage[],
  tools: readonly ToolSpec[] | undefined,
  written: string,
): UsageCount {
  let input = tools && tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0;
  for (const message of messages) {
    input += perMessage + estimateTokens(message.content);
    if (message.role === "assistant")
      for (const call of message.tool_calls ?? []) input += estimateTokens(call.name + call.arguments);
  }
  return { input_tokens: input, cached_tokens: 0, output_tokens: estimateTokens(written), estimated: true };
}

/**
 * Cost of a call in the price's currency (prices are for a million tokens). A cached price of 0 means that none was
 * entered, so cached tokens cost as much as others: a bill is never guessed too low.
 */
export function costOf(entry: ModelEntry, usage: UsageCount): { cost: number; currency: string } {
  const { price } = entry;
  if (!price) return { cost: 0, currency: "CNY" };
  const cachedPrice = price.cached_input > 0 ? price.cached_input : price.input;
  const fresh = usage.input_tokens - usage.cached_tokens;
  const cost = fresh * price.input + usage.cached_tokens * cachedPrice + usage.output_tokens * price.output;
  return { cost: cost / 1_000_000, currency: price.currency };
}
