// What each provider wants differently, by its address and model name, with the owner's last word in `extra.quirks` (DESIGN 5).
import type { ModelEntry } from "../schema/models.ts";

export type ResponseFormat = "json_schema" | "json_object" | "none";

export type Quirks = {
  responseFormat: ResponseFormat;
  /** Answers only streams: background calls are streamed too and put together here. */
  forceStream: boolean;
  /** Body fields that switch thinking on and off; undefined where the model knows no such switch. */
  thinkingOn?: Record<string, unknown>;
  thinkingOff?: Record<string, unknown>;
  /** The model thinks whatever it is asked. */
  alwaysThinks: boolean;
  /** Wants reasoning_content back with the tool calls of the running turn, else it answers 400. */
  reasoningBack: boolean;
  /** Refuses or ignores a temperature while it thinks. */
  temperatureWhileThinking: boolean;
  /** Knows stream_options.include_usage. */
  includeUsage: boolean;
};

const plain: Quirks = {
  responseFormat: "json_object",
  forceStream: false,
  alwaysThinks: false,
  reasoningBack: false,
  temperatureWhileThinking: true,
  includeUsage: true,
};

const byType = {
  thinkingOn: { thinking: { type: "enabled" } },
  thinkingOff: { thinking: { type: "disabled" } },
};
const bySwitch = { thinkingOn: { enable_thinking: true }, thinkingOff: { enable_thinking: false } };

type Rule = { host: RegExp; model?: RegExp; quirks: Partial<Quirks> };

/** Every rule that fits is laid over the ones before. */
const rules: readonly Rule[] = [
  // Thinks by default since V3.2 and refuses a tool loop without its own reasoning.
  {
    host: /(^|\.)deepseek\.com$/,
    quirks: { ...byType, reasoningBack: true, temperatureWhileThinking: false },
  },
  {
    host: /(^|\.)deepseek\.com$/,
    model: /reasoner/i,
    quirks: { alwaysThinks: true, thinkingOn: undefined, thinkingOff: undefined },
  },
  { host: /(^|\.)aliyuncs\.com$/, model: /qwen|deepseek-v|glm/i, quirks: { ...bySwitch } },
  // These models of DashScope answer streams only.
  {
    host: /(^|\.)aliyuncs\.com$/,
    model: /qwq|qvq|-thinking/i,
    quirks: { forceStream: true, alwaysThinks: true, responseFormat: "none" },
  },
  { host: /(^|\.)volces\.com$/, model: /seed|thinking|deepseek/i, quirks: { ...byType } },
  { host: /(^|\.)volces\.com$/, quirks: { responseFormat: "none" } },
  { host: /(^|\.)bigmodel\.cn$/, quirks: { ...byType } },
  { host: /(^|\.)siliconflow\.(cn|com)$/, model: /qwen3|glm|deepseek-v3/i, quirks: { ...bySwitch } },
  {
    host: /(^|\.)openai\.com$/,
    model: /^(o\d|gpt-5)/i,
    quirks: { alwaysThinks: true, temperatureWhileThinking: false },
  },
];

const lmStudioPort = "1234";

function localQuirks(url: URL): Partial<Quirks> {
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  return local && url.port === lmStudioPort ? { responseFormat: "json_schema" } : {};
}

/** Quirks of an entry of models.json. An address that is none has no quirks; the call itself will say so. */
export function quirksOf(entry: ModelEntry): Quirks {
  const quirks: Quirks = { ...plain };
  if (URL.canParse(entry.base_url)) {
    const url = new URL(entry.base_url);
    for (const rule of rules) {
      if (rule.host.test(url.hostname) && (rule.model?.test(entry.model) ?? true))
        Object.assign(quirks, rule.quirks);
    }
    Object.assign(quirks, localQuirks(url));
  }
  const own = entry.extra.quirks;
  return typeof own === "object" && own !== null ? { ...quirks, ...own } : quirks;
}
