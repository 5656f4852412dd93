// Which models there are and which of them a role may ask: models.json, keys from the environment and from secrets.json (DESIGN 5, A167–A172, R22).
import { type ModelEntry, type ModelRole, ModelsConfig, modelRoles, type Secrets } from "../schema/models.ts";
import { isRefusedAddress } from "./address.ts";
import { type Quirks, quirksOf } from "./quirks.ts";

const deepseek = { base_url: "https://api.deepseek.com/v1", api_key_env: "DEEPSEEK_API_KEY" };
const dashscope = {
  base_url: "https://dashscope.aliyuncs.com/compatible-mode/v1",
  api_key_env: "DASHSCOPE_API_KEY",
};
const ark = { base_url: "https://ark.cn-beijing.volces.com/api/v3", api_key_env: "ARK_API_KEY" };
/** Unknown until the owner enters them: a price of ours would be wrong within months. */
const price = { input: 0, cached_input: 0, output: 0, currency: "CNY", checked_at: "" };

/** What models.json holds at first start: the five models of A167–A171. A new object at each call. */
export function defaultModelsConfig(): ModelsConfig {
  return ModelsConfig.parse({
    models: {
      deepseek_chat: {
        ...deepseek,
        model: "deepseek-chat",
        context_tokens: 128_000,
        temperature: 0.8,
        price,
      },
      deepseek_reasoner: {
        ...deepseek,
        model: "deepseek-reasoner",
        context_tokens: 128_000,
        timeout_s: 120,
        price,
      },
      qwen_short_to_mid: {
        ...dashscope,
        model: "qwen-plus",
        context_tokens: 128_000,
        temperature: 0.3,
        price,
      },
      doubao_mid_to_long: {
        ...ark,
        model: "doubao-pro-32k",
        context_tokens: 32_000,
        temperature: 0.3,
        price,
      },
      deepseek_core_memory: {
        ...deepseek,
        model: "deepseek-chat",
        context_tokens: 128_000,
        temperature: 0.2,
        price,
      },
    },
    roles: {
      chat: ["deepseek_chat"],
      reasoner: ["deepseek_reasoner"],
      short_to_mid: ["qwen_short_to_mid", "deepseek_chat"],
      mid_to_long: ["doubao_mid_to_long", "qwen_short_to_mid", "deepseek_chat"],
      core_memory: ["deepseek_core_memory", "deepseek_chat"],
      facts: ["qwen_short_to_mid", "deepseek_chat"],
      self_soul: ["deepseek_chat"],
      relationship: ["deepseek_chat"],
      embedding: [],
    },
    background_tokens_per_day: 150_000,
  });
}

/** OPENAI_API_KEY and its companions: one model for every role (DESIGN 5). A local address needs no key. */
export type SingleModel = {
  apiKey?: string;
  baseUrl?: string;
  model?: string;
  embeddingModel?: string;
};

export type Keys = {
  secrets?: Secrets;
  environment?: Readonly<Record<string, string | undefined>>;
  single?: SingleModel;
};

/** A model that can be asked: its key in models.json, its entry, and the API key that goes with its origin. */
export type Endpoint = { key: string; entry: ModelEntry; apiKey: string; quirks: Quirks };

/** Names under which the single model of the environment appears. */
export const singleKey = "openai";
export const singleEmbeddingKey = "openai_embedding";

/** "https://api.deepseek.com" of a base_url; "" where it is no address. Keys are bound to it. */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : "";
}

function isLoopback(baseUrl: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/i.test(baseUrl);
}

/**
 * The key of an entry: one entered on the page for this very origin (under the entry's name first, then any), else the
 * environment's. A key never follows a changed base_url. "" where the entry needs none, undefined where it lacks one.
 */
function keyOf(name: string, entry: ModelEntry, keys: Keys): string | undefined {
  const origin = originOf(entry.base_url);
  const stored = keys.secrets?.keys ?? {};
  const fitting = [stored[name], ...Object.values(stored)].find((one) => one?.origin === origin && one.key);
  if (fitting) return fitting.key;
  const given =
    entry.api_key_env && /_KEY$/.test(entry.api_key_env) ? keys.environment?.[entry.api_key_env] : "";
  if (given) return given.trim();
  return entry.no_key ? "" : undefined;
}

/**
 * What is sent to an address when its list of models is asked for: the key that an entry of the same origin has, the single
 * model's where it is that one's; "" where there is none.
 */
export function keyForAddress(baseUrl: string, config: ModelsConfig, keys: Keys): string {
  const origin = originOf(baseUrl);
  const entries = Object.entries(config.models).filter(([, entry]) => originOf(entry.base_url) === origin);
  const found = entries.map(([name, entry]) => keyOf(name, entry, keys)).find((key) => key);
  if (found) return found;
  const { single } = keys;
  const own = single !== undefined && originOf(single.baseUrl ?? openaiAddress) === origin;
  return own ? (single.apiKey ?? "") : "";
}

const openaiAddress = "https://api.openai.com/v1";

function singleEntry(single: SingleModel, model: string): ModelEntry {
  const base_url = single.baseUrl ?? openaiAddress;
  return { base_url, model, context_tokens: 128_000, timeout_s: 60, extra: {} };
}

const defaultSingleModel = "gpt-4.1-mini";

function singleEndpoint(role: ModelRole, keys: Keys): Endpoint | undefined {
  const { single } = keys;
  if (!single) return undefined;
  const local = single.baseUrl !== undefined && isLoopback(single.baseUrl);
  if (!single.apiKey && !local) return undefined;
  const model = role === "embedding" ? single.embeddingModel : (single.model ?? defaultSingleModel);
  if (!model) return undefined;
  const entry = singleEntry(single, model);
  if (isRefusedAddress(entry.base_url)) return undefined;
  const key = role === "embedding" ? singleEmbeddingKey : singleKey;
  return { key, entry, apiKey: single.apiKey ?? "", quirks: quirksOf(entry) };
}

function configured(name: string, config: ModelsConfig, keys: Keys): Endpoint | undefined {
  const entry = Object.hasOwn(config.models, name) ? config.models[name] : undefined;
  if (!entry || isRefusedAddress(entry.base_url)) return undefined;
  const apiKey = keyOf(name, entry, keys);
  return apiKey === undefined ? undefined : { key: name, entry, apiKey, quirks: quirksOf(entry) };
}

/**
 * The models of a role that can be asked now, in order; models without a key are skipped. `prefer` comes first where it
 * is usable. The single model of the environment stands before the list, unless models.json names "openai" itself and
 * so gives it a place.
 */
export function endpointsOf(role: ModelRole, config: ModelsConfig, keys: Keys, prefer?: string): Endpoint[] {
  const single = singleEndpoint(role, keys);
  const listed = config.roles[role] ?? [];
  const named = single && !listed.includes(single.key) ? [single.key, ...listed] : listed;
  const names = [...new Set(prefer === undefined ? named : [prefer, ...named])];
  return names
    .map((name) => configured(name, config, keys) ?? (single?.key === name ? single : undefined))
    .filter((endpoint) => endpoint !== undefined);
}

/** The usable models of every role, for the models page, /health and the offline companion. */
export function readyModels(config: ModelsConfig, keys: Keys): { role: ModelRole; ready: string[] }[] {
  return modelRoles.map((role) => ({ role, ready: endpointsOf(role, config, keys).map(({ key }) => key) }));
}
