// Builds the body of one request from our messages, the endpoint's quirks and what it refused before.
import type { Endpoint } from "./config.ts";
import type { PromptMessage, ToolSpec } from "./models.ts";

export type Call = {
  messages: readonly PromptMessage[];
  tools?: readonly ToolSpec[];
  stream: boolean;
  thinking: boolean;
  /** Highest temperature of this kind of work; background work is better cool. */
  coolest?: number;
  /** The JSON schema of the answer, and its name, where the answer is to be JSON. */
  answer?: { name: string; schema: Record<string, unknown> };
};

export type RequestBody = Record<string, unknown> & { model: string; messages: unknown[] };

/** Fields that an endpoint has refused by name; they are left out from then on. */
export type Refused = ReadonlySet<string>;

/** One system message, in front: several, or one in the middle, are refused by some providers. */
function systemFirst(messages: readonly PromptMessage[]): PromptMessage[] {
  const systems = messages.filter((message) => message.role === "system");
  if (systems.length === 0 || (systems.length === 1 && messages[0] === systems[0])) return [...messages];
  const joined = systems.map((message) => message.content).join("\n\n");
  return [{ role: "system", content: joined }, ...messages.filter((message) => message.role !== "system")];
}

function renderMessage(message: PromptMessage, reasoningBack: boolean): Record<string, unknown> {
  if (message.role === "tool")
    return { role: "tool", tool_call_id: message.tool_call_id, content: message.content };
  if (message.role !== "assistant" || !message.tool_calls || message.tool_calls.length === 0)
    return { role: message.role, content: message.content };
  return {
    role: "assistant",
    content: message.content,
    // An empty chain counts too: the field has to be there (DEPENDENCIES 6).
    ...(reasoningBack && message.reasoning !== undefined ? { reasoning_content: message.reasoning } : {}),
    tool_calls: message.tool_calls.map(({ id, name, arguments: given }) => ({
      id,
      type: "function",
      function: { name, arguments: given },
    })),
  };
}

function formatOf(endpoint: Endpoint, call: Call, refused: Refused): Record<string, unknown> {
  if (!call.answer || refused.has("response_format")) return {};
  const { responseFormat } = endpoint.quirks;
  if (responseFormat === "json_schema" || refused.has("json_object")) {
    const { name, schema } = call.answer;
    return { response_format: { type: "json_schema", json_schema: { name, schema, strict: true } } };
  }
  if (responseFormat === "none") return {};
  // Providers refuse json_object where the prompt does not speak of JSON.
  const asked = call.messages.some((message) => /json/i.test(message.content));
  return asked ? { response_format: { type: "json_object" } } : {};
}

function temperatureOf(endpoint: Endpoint, call: Call, thinks: boolean): Record<string, unknown> {
  const { temperature } = endpoint.entry;
  if (temperature === undefined || (thinks && !endpoint.quirks.temperatureWhileThinking)) return {};
  return { temperature: Math.min(temperature, call.coolest ?? temperature) };
}

/** Reasoning is given back inside the running tool loop only: behind the last message of the person (R34). */
function renderMessages(endpoint: Endpoint, call: Call, thinks: boolean): unknown[] {
  const ordered = systemFirst(call.messages);
  const lastUser = ordered.findLastIndex((message) => message.role === "user");
  const back = endpoint.quirks.reasoningBack && thinks;
  return ordered.map((message, place) => renderMessage(message, back && place > lastUser));
}

/**
 * The body of one call. `extra` of the entry is sent along as it is, without its `quirks`; what the endpoint refused by
 * name is left out. A reply is asked for with include_usage, so that costs are counted and not guessed.
 */
export function requestBody(endpoint: Endpoint, call: Call, refused: Refused): RequestBody {
  const { entry, quirks } = endpoint;
  const thinks = quirks.alwaysThinks || (call.thinking && quirks.thinkingOn !== undefined);
  const { quirks: _, ...extra } = entry.extra;
  const stream = call.stream || quirks.forceStream;
  const body: RequestBody = {
    model: entry.model,
    messages: renderMessages(endpoint, call, thinks),
    ...(stream ? { stream: true } : {}),
    ...(stream && quirks.includeUsage ? { stream_options: { include_usage: true } } : {}),
    ...temperatureOf(endpoint, call, thinks),
    ...(call.thinking ? quirks.thinkingOn : quirks.thinkingOff),
    ...formatOf(endpoint, call, refused),
    ...(call.tools && call.tools.length > 0 ? { tools: call.tools } : {}),
    ...extra,
  };
  for (const field of refused) delete body[field];
  return body;
}

const droppable = [
  "stream_options",
  "response_format",
  "temperature",
  "thinking",
  "enable_thinking",
] as const;

/**
 * Which field of the body a refusal (400 or 422) names, so that the same call can go out without it. "json_object" where
 * only that format is refused and json_schema is offered (LM Studio). Undefined where it names none that was sent.
 */
export function refusedField(body: RequestBody, said: string): string | undefined {
  const format = body.response_format as { type?: string } | undefined;
  if (format?.type === "json_object" && /json_schema/.test(said)) return "json_object";
  // "thinking" is also a part of "enable_thinking", so the longer name is looked for first.
  const named = [...droppable].sort((one, other) => other.length - one.length);
  return named.find((field) => body[field] !== undefined && said.includes(field));
}
