// The models routes of the scripted server: a models.json in memory, keys that never come back, and tests with set answers.
import type { ModelNames, Models, ModelTest } from "../../../web/model-shapes.ts";
import { type Asked, refuse, reply } from "./mock-answer.ts";

export type MockModels = {
  now: Models;
  /** The bodies of PUT, list and test, in order. */
  asked: { what: string; body: Record<string, unknown> }[];
  /** Answers of the next tests; without one a test passes where the role has a model. */
  tests: Partial<ModelTest>[];
  names: ModelNames;
  /** The next PUT is refused so. */
  refusal: { status: number; code: string; details?: unknown } | null;
};

const deepseek = "https://api.deepseek.com/v1";
const qwen = "https://dashscope.aliyuncs.com/compatible-mode/v1";
const entry = (base_url: string, model: string) => ({
  base_url,
  model,
  context_tokens: 128_000,
  timeout_s: 60,
  extra: {},
});

/** As a house is at first: three models named, no key. */
export function newMockModels(): MockModels {
  return {
    now: {
      models: {
        deepseek_chat: { ...entry(deepseek, "deepseek-chat"), api_key_env: "DEEPSEEK_API_KEY" },
        deepseek_reasoner: entry(deepseek, "deepseek-reasoner"),
        qwen_short_to_mid: entry(qwen, "qwen-plus"),
      },
      roles: {
        chat: ["deepseek_chat"],
        reasoner: ["deepseek_reasoner"],
        short_to_mid: ["qwen_short_to_mid", "deepseek_chat"],
        facts: ["qwen_short_to_mid", "deepseek_chat"],
        embedding: [],
      },
      background_tokens_per_day: 150_000,
      key_origins: {},
      state: [],
      offers: [],
    },
    asked: [],
    tests: [],
    names: { ok: true, models: ["deepseek-chat", "deepseek-reasoner"] },
    refusal: null,
  };
}

/** Usable: what has a key of its origin, or needs none. */
function stateOf({ models, roles, key_origins }: Models): Models["state"] {
  const origins = Object.values(key_origins);
  const usable = (name: string) => {
    const one = models[name];
    return one !== undefined && (one.no_key === true || origins.includes(new URL(one.base_url).origin));
  };
  return Object.entries(roles).map(([role, names]) => ({
    role: role as Models["state"][number]["role"],
    ready: (names ?? []).filter(usable),
  }));
}

function put({ state, body, response }: Asked): true {
  const mock = state.models;
  const { refusal } = mock;
  mock.refusal = null;
  if (refusal !== null) return refuse(response, refusal.status, refusal.code, refusal.details);
  const { keys = {}, models, roles } = body as unknown as Models & { keys?: Record<string, string | null> };
  const origins = { ...mock.now.key_origins };
  for (const [name, key] of Object.entries(keys)) {
    if (key === null) delete origins[name];
    else origins[name] = new URL(models[name]?.base_url ?? "http://x").origin;
  }
  for (const name of Object.keys(origins)) if (models[name] === undefined) delete origins[name];
  mock.now = { ...mock.now, models, roles, key_origins: origins };
  return reply(response, 200, { ...mock.now, state: stateOf(mock.now) });
}

/** Answers the models page; false where the path is another one. */
export function answerModels(asked: Asked): boolean {
  const { state, method, path, body, response } = asked;
  const what = /^\/api\/models(?:\/(list|test))?$/.exec(path);
  if (what === null) return false;
  const mock = state.models;
  if (method === "GET") return reply(response, 200, { ...mock.now, state: stateOf(mock.now) });
  mock.asked.push({ what: what[1] ?? "put", body });
  if (what[1] === "list") return reply(response, 200, mock.names);
  if (what[1] === undefined) return put(asked);
  const ready = stateOf(mock.now).find(({ role }) => role === body.role)?.ready[0];
  const passed = { ok: ready !== undefined, model: ready ?? "", ms: 42 };
  const failed = ready === undefined ? { error: "no_model" } : {};
  return reply(response, 200, { ...passed, ...failed, ...mock.tests.shift() });
}
