// Which models a role may ask, and which key goes to which address (DESIGN 5, A167–A171).
import { expect, test } from "vitest";
import { defaultModelsConfig, endpointsOf, readyModels } from "../../src/model/config.ts";
import { ModelEntry, ModelsConfig, modelRoles, Secrets } from "../../src/schema/models.ts";

const keysOf = (list: { key: string }[]) => list.map(({ key }) => key);
const secrets = (keys: Record<string, { origin: string; key: string }>) => Secrets.parse({ keys });

test("holds the five models of the seed, with a place in every role and no guessed price", () => {
  const config = defaultModelsConfig();
  expect(Object.keys(config.models)).toEqual([
    "deepseek_chat",
    "deepseek_reasoner",
    "qwen_short_to_mid",
    "doubao_mid_to_long",
    "deepseek_core_memory",
  ]);
  expect(Object.keys(config.roles).sort()).toEqual([...modelRoles].sort());
  for (const list of Object.values(config.roles))
    for (const name of list) expect(config.models).toHaveProperty(name);
  for (const { price } of Object.values(config.models))
    expect(price).toMatchObject({ input: 0, output: 0, currency: "CNY", checked_at: "" });
  expect(config.models.deepseek_chat?.context_tokens).toBe(128_000);
  expect(config.background_tokens_per_day).toBe(150_000);
});

test("gives a new default each time, so that nobody changes it for all", () => {
  defaultModelsConfig().roles.chat = [];
  expect(defaultModelsConfig().roles.chat).toEqual(["deepseek_chat"]);
});

test("skips the models without a key and keeps the order of the others", () => {
  const config = defaultModelsConfig();
  const environment = { DEEPSEEK_API_KEY: "d", ARK_API_KEY: " a " };
  expect(keysOf(endpointsOf("mid_to_long", config, { environment }))).toEqual([
    "doubao_mid_to_long",
    "deepseek_chat",
  ]);
  expect(endpointsOf("mid_to_long", config, { environment })[0]?.apiKey).toBe("a");
  expect(endpointsOf("chat", config, {})).toEqual([]);
  expect(readyModels(config, { environment }).find(({ role }) => role === "embedding")?.ready).toEqual([]);
});

test("binds a key from the page to its origin: a changed base_url drops it", () => {
  const config = defaultModelsConfig();
  const keys = { secrets: secrets({ deepseek_chat: { origin: "https://api.deepseek.com", key: "page" } }) };
  expect(endpointsOf("chat", config, keys)[0]?.apiKey).toBe("page");
  const entry = config.models.deepseek_chat;
  if (entry) entry.base_url = "https://api.deepseek.com.evil.example/v1";
  expect(endpointsOf("chat", config, keys)).toEqual([]);
  if (entry) entry.base_url = "http://api.deepseek.com/v1";
  expect(endpointsOf("chat", config, keys)).toEqual([]);
});

test("uses one key from the page for every model of the same origin, and prefers it to the environment", () => {
  const config = defaultModelsConfig();
  const keys = {
    secrets: secrets({ deepseek_chat: { origin: "https://api.deepseek.com", key: "page" } }),
    environment: { DEEPSEEK_API_KEY: "environment", DASHSCOPE_API_KEY: "other" },
  };
  expect(endpointsOf("reasoner", config, keys)[0]?.apiKey).toBe("page");
  expect(endpointsOf("short_to_mid", config, keys)[0]?.apiKey).toBe("other");
});

test("reads no variable whose name does not end in _KEY", () => {
  for (const name of ["AUTH_SECRET", "HOME", "DATABASE_URL", "KEY_PATH"])
    expect(
      ModelEntry.safeParse({ base_url: "https://a.example/v1", model: "m", api_key_env: name }).success,
    ).toBe(false);
  // Even where a hand-made config came around the schema.
  const config = defaultModelsConfig();
  const entry = config.models.deepseek_chat;
  if (entry) entry.api_key_env = "AUTH_SECRET";
  expect(endpointsOf("chat", config, { environment: { AUTH_SECRET: "s" } })).toEqual([]);
});

test("asks the one model of OPENAI_API_KEY in every role but embedding", () => {
  const single = { apiKey: "sk", baseUrl: "https://llm.example/v1", model: "m" };
  for (const { role, ready } of readyModels(defaultModelsConfig(), { single }))
    expect(ready).toEqual(role === "embedding" ? [] : ["openai"]);
  const embedding = endpointsOf("embedding", defaultModelsConfig(), {
    single: { ...single, embeddingModel: "e" },
  });
  expect(embedding[0]?.entry).toMatchObject({ model: "e", base_url: "https://llm.example/v1" });
});

test("needs no key for a single model on this machine, and takes any", () => {
  const local = { baseUrl: "http://127.0.0.1:4000/v1", model: "m" };
  expect(keysOf(endpointsOf("chat", defaultModelsConfig(), { single: local }))).toEqual(["openai"]);
  const remote = { baseUrl: "http://127.0.0.1.evil.example/v1", model: "m" };
  expect(endpointsOf("chat", defaultModelsConfig(), { single: remote })).toEqual([]);
});

test("puts the single model first, unless models.json gives it a place of its own", () => {
  const config = defaultModelsConfig();
  const keys = { single: { apiKey: "sk" }, environment: { DEEPSEEK_API_KEY: "d" } };
  expect(keysOf(endpointsOf("chat", config, keys))).toEqual(["openai", "deepseek_chat"]);
  config.roles.chat = ["deepseek_chat", "openai"];
  expect(keysOf(endpointsOf("chat", config, keys))).toEqual(["deepseek_chat", "openai"]);
});

test("puts a companion's preferred model first, and passes over one that is not there", () => {
  const config = defaultModelsConfig();
  const keys = { environment: { DEEPSEEK_API_KEY: "d" } };
  expect(keysOf(endpointsOf("chat", config, keys, "deepseek_reasoner"))).toEqual([
    "deepseek_reasoner",
    "deepseek_chat",
  ]);
  expect(keysOf(endpointsOf("chat", config, keys, "gone"))).toEqual(["deepseek_chat"]);
  expect(keysOf(endpointsOf("chat", config, keys, "constructor"))).toEqual(["deepseek_chat"]);
});

test("leaves out link-local addresses and roles that name a missing model", () => {
  const config = ModelsConfig.parse({
    models: {
      cloud: { base_url: "http://169.254.169.254/v1", model: "m", no_key: true },
      local: { base_url: "http://127.0.0.1:11434/v1", model: "m", no_key: true },
    },
    roles: { chat: ["gone", "cloud", "local"] },
  });
  expect(keysOf(endpointsOf("chat", config, {}))).toEqual(["local"]);
});
