// The providers that are offered by name: where they are, and which model to begin with.
export const presetNames = [
  "deepseek",
  "qwen",
  "doubao",
  "openai",
  "openrouter",
  "ollama",
  "lmstudio",
  "other",
] as const;
export type PresetName = (typeof presetNames)[number];

export type Preset = {
  base_url: string;
  /** A name to begin with; the provider's own list says what there is. */
  model: string;
  /** "needed": the form asks for one; "none": a server on this machine; "maybe": the person knows. */
  key: "needed" | "none" | "maybe";
};

export const presets: Record<PresetName, Preset> = {
  deepseek: { base_url: "https://api.deepseek.com/v1", model: "deepseek-chat", key: "needed" },
  qwen: { base_url: "https://dashscope.aliyuncs.com/compatible-mode/v1", model: "qwen-plus", key: "needed" },
  doubao: { base_url: "https://ark.cn-beijing.volces.com/api/v3", model: "doubao-pro-32k", key: "needed" },
  openai: { base_url: "https://api.openai.com/v1", model: "gpt-4.1-mini", key: "needed" },
  openrouter: { base_url: "https://openrouter.ai/api/v1", model: "", key: "needed" },
  ollama: { base_url: "http://127.0.0.1:11434/v1", model: "", key: "none" },
  lmstudio: { base_url: "http://127.0.0.1:1234/v1", model: "", key: "none" },
  other: { base_url: "", model: "", key: "maybe" },
};

/** "https://api.deepseek.com" of an address, or "" where it is none; keys are bound to it. */
export function originOf(base_url: string): string {
  return URL.canParse(base_url) ? new URL(base_url).origin : "";
}

/** Which of the offered providers an address is; "other" where it is none of them. */
export function presetAt(base_url: string): PresetName {
  const origin = originOf(base_url);
  return presetNames.find((name) => originOf(presets[name].base_url) === origin && origin !== "") ?? "other";
}
