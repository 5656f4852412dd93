// The models page: one key connects everything, a list of names, each role tried, and what goes wrong in the provider's own words.
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ApiFailure } from "../../web/api.ts";
import { presetAt } from "../../web/model-presets.ts";
import {
  broughtBack,
  type Connecting,
  connected,
  connectFault,
  entryName,
  hasKey,
  idleRoles,
  ordered,
  without,
} from "../../web/model-setup.ts";
import type { Models } from "../../web/model-shapes.ts";
import { refusedWords, testWords } from "../../web/model-words.ts";
import { changeModels } from "../../web/models-file.ts";
import { enModels } from "../../web/words-models-en.ts";
import { zhModels } from "../../web/words-models-zh.ts";
import { expectSameWords } from "./support/dictionary.ts";
import { newMockModels } from "./support/mock-models.ts";
import type { MockServer } from "./support/mock-server.ts";
import { mockWindows } from "./support/mock-windows.ts";
import { findings, holdBack, register } from "./support/steps.ts";

const asked = (part: Partial<Connecting> = {}): Connecting => ({
  preset: "qwen",
  base_url: "https://dashscope.aliyuncs.com/compatible-mode/v1/",
  model: " qwen-max ",
  key: " sk-1 ",
  use: "all",
  ...part,
});
const house = (part: Partial<Models> = {}): Models => ({ ...newMockModels().now, ...part });

describe("connecting", () => {
  it("puts one model before the others in every role, and keeps them behind it", () => {
    const { wish, name } = connected(
      house(),
      asked({ preset: "openrouter", base_url: "https://openrouter.ai/api/v1" }),
    );
    expect(name).toBe("openrouter_qwen_max");
    expect(wish.models[name]).toMatchObject({ base_url: "https://openrouter.ai/api/v1", model: "qwen-max" });
    expect(wish.roles).toMatchObject({
      chat: [name, "deepseek_chat"],
      reasoner: [name, "deepseek_reasoner"],
      short_to_mid: [name, "qwen_short_to_mid", "deepseek_chat"],
      mid_to_long: [name],
      relationship: [name],
      embedding: [],
    });
    expect(wish.keys).toEqual({ [name]: "sk-1" });
  });

  it("leaves a role to another model of the same provider, which the same key opens", () => {
    const { wish } = connected(house(), asked());
    expect(wish.roles.short_to_mid).toEqual(["qwen_short_to_mid", "deepseek_chat", "qwen_max"]);
    expect(wish.roles.chat).toEqual(["qwen_max", "deepseek_chat"]);
  });

  it("takes the entry that is there, adds no second one, and keeps what it does not know of it", () => {
    const now = house();
    const { wish, name } = connected(
      now,
      asked({ preset: "deepseek", base_url: "https://api.deepseek.com/v1", model: "deepseek-chat" }),
    );
    expect(name).toBe("deepseek_chat");
    expect(Object.keys(wish.models)).toEqual(Object.keys(now.models));
    expect(wish.models[name]).toMatchObject({ api_key_env: "DEEPSEEK_API_KEY" });
  });

  it("for talking alone, or for later, touches no other role", () => {
    const now = house();
    expect(connected(now, asked({ use: "none" })).wish.roles).toEqual(now.roles);
    const { roles } = connected(now, asked({ use: "chat" })).wish;
    expect(roles.chat?.[0]).toBe("qwen_max");
    expect(roles.facts).toEqual(now.roles.facts);
  });

  it("without a key marks an address as needing none, but only where none is kept", () => {
    const local = asked({
      preset: "ollama",
      base_url: "http://127.0.0.1:11434/v1",
      model: "qwen3:8b",
      key: "",
    });
    const { wish, name } = connected(house(), local);
    expect(wish.models[name]?.no_key).toBe(true);
    expect(wish).not.toHaveProperty("keys");
    const kept = house({ key_origins: { qwen_short_to_mid: "https://dashscope.aliyuncs.com" } });
    const again = connected(kept, asked({ key: "" }));
    expect(again.wish.models[again.name]).not.toHaveProperty("no_key");
  });

  it("never takes a name that is taken, or one of the environment's", () => {
    const { models } = house();
    expect(
      entryName(models, asked({ preset: "openai", base_url: "https://api.openai.com/v1", model: "openai" })),
    ).toBe("openai_2");
    expect(entryName({}, asked({ preset: "other", model: "模型" }))).toBe("other");
  });

  it.each([
    [{ base_url: "api.x.com" }, "badAddress"],
    [{ base_url: "ftp://api.x.com" }, "badAddress"],
    [{ key: " " }, "needKey"],
    [{ model: " " }, "needModel"],
    [{}, null],
  ] as const)("says what is missing: %j", (part, fault) => {
    expect(connectFault(asked(part), true)).toBe(fault);
  });

  it("knows an address by its origin, and a key by the origin it is bound to", () => {
    expect(presetAt("https://api.deepseek.com/anthropic")).toBe("deepseek");
    expect(presetAt("https://api.deepseek.com.evil.example/v1")).toBe("other");
    expect(presetAt("nonsense")).toBe("other");
    const kept = house({ key_origins: { one: "https://api.deepseek.com" } });
    expect(hasKey(kept, "https://api.deepseek.com/v2")).toBe(true);
    expect(hasKey(kept, "https://evil.example/v1")).toBe(false);
  });
});

describe("an order", () => {
  it("names each model once, and a place left empty is none", () => {
    expect(ordered(house(), "facts", ["deepseek_chat", "", "deepseek_chat"]).roles.facts).toEqual([
      "deepseek_chat",
    ]);
  });

  it("loses a model that goes, in every role", () => {
    const { models, roles } = without(house(), "deepseek_chat");
    expect(Object.keys(models)).not.toContain("deepseek_chat");
    expect(JSON.stringify(roles)).not.toContain("deepseek_chat");
  });

  it("takes back a model that went, where it was, and leaves what was changed since", () => {
    const before = house();
    const gone = { ...before, ...without(before, "deepseek_chat") };
    const since = { ...gone, ...ordered(gone, "facts", ["deepseek_reasoner"]) };
    const back = broughtBack(since, before, "deepseek_chat");
    expect(back.models).toEqual(before.models);
    const places = (before.roles.facts ?? []).indexOf("deepseek_chat");
    expect(back.roles.facts).toEqual(["deepseek_reasoner"].toSpliced(places, 0, "deepseek_chat"));
    expect(back.roles.chat).toEqual(before.roles.chat);
    expect(broughtBack(before, before, "deepseek_chat").roles).toEqual(before.roles);
  });

  it("that no model fills is counted, role by role", () => {
    expect(idleRoles({ state: [{ role: "facts", ready: ["a"] }] })).toEqual([
      "short_to_mid",
      "mid_to_long",
      "core_memory",
      "self_soul",
      "relationship",
    ]);
  });
});

describe("changes of models.json", () => {
  it("are made one after the other, each of what the one before left, and a refused one holds up none", async () => {
    let now: Models = house();
    let open = 0;
    const api = {
      json: async <T>(_path: string, call: { method?: string; body?: unknown } = {}) => {
        open += 1;
        expect(open).toBe(1);
        await new Promise(setImmediate);
        open -= 1;
        if (call.method !== "PUT") return now as T;
        const { background_tokens_per_day: limit } = call.body as Models;
        if (limit === 0) throw new ApiFailure("storage", 503, "");
        now = { ...now, ...(call.body as Models) };
        return now as T;
      },
    };
    const all = await Promise.allSettled([
      changeModels(api, (one) => ordered(one, "chat", ["deepseek_reasoner"])),
      changeModels(api, (one) => ({ ...one, background_tokens_per_day: 0 })),
      changeModels(api, (one) => ({ ...one, background_tokens_per_day: 7 })),
    ]);
    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([now.roles.chat, now.background_tokens_per_day]).toEqual([["deepseek_reasoner"], 7]);
  });
});

describe("the words of a failure", () => {
  it("are ours, and then the provider's", () => {
    expect(testWords({ error: "key", provider_error: "bad key" }, zhModels)).toBe(
      "钥匙不对，或者没有权限。 对方说：bad key",
    );
    expect(testWords({ error: "something_new" }, zhModels)).toBe(zhModels.errors.unknown);
  });

  it("tell an address that is refused from a server that is away", () => {
    const refused = new ApiFailure("invalid", 422, "", [{ path: "models.x.base_url" }]);
    expect(refusedWords(refused, zhModels)).toBe(zhModels.refusedAddress);
    expect(refusedWords(new ApiFailure("offline", 0, ""), zhModels)).toBe(zhModels.errors.offline);
    expect(refusedWords(new TypeError("ours"), zhModels)).toBe(zhModels.errors.unknown);
  });
});

it("says the same things in both languages, and nothing is empty", () => {
  expectSameWords(zhModels, enModels);
});

let server: MockServer;
const open = mockWindows((made) => {
  server = made;
});

async function openModels(options?: BrowserContextOptions): Promise<Page> {
  const page = await open(options);
  await register(page, server);
  await page.goto(`${server.url}/me/models`);
  await page.getByRole("heading", { name: "连一个模型" }).waitFor();
  return page;
}

const puts = () => server.state.models.asked.filter(({ what }) => what === "put").map(({ body }) => body);

describe("the page", () => {
  it("connects with one key, tries it at once, and shows that everything has a model", async () => {
    const page = await openModels();
    await page.getByText("说话：还没有能用的模型").waitFor();
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("填上钥匙。").waitFor();
    expect(puts()).toEqual([]);
    await page.getByLabel("钥匙").fill("sk-secret-9");
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("deepseek-chat 连上了，答话用了 42 毫秒。").waitFor();
    await page.getByText("说话：deepseek-chat").waitFor();
    await page.getByText("背后的活（整理、记事）：都有模型做").waitFor();
    expect(puts()[0]).toMatchObject({ keys: { deepseek_chat: "sk-secret-9" } });
    expect(await page.getByLabel("钥匙", { exact: true }).inputValue()).toBe("");
    expect(await page.content()).not.toContain("sk-secret-9");
  });

  it("lists the provider's models, and takes the one that is chosen", async () => {
    const page = await openModels();
    await page.getByLabel("钥匙").fill("sk-secret-9");
    await page.getByRole("button", { name: "看看有哪些" }).click();
    await page.getByText("有 2 个，从列表里选。").waitFor();
    expect(server.state.models.asked.at(-1)?.body).toEqual({
      base_url: "https://api.deepseek.com/v1",
      api_key: "sk-secret-9",
    });
    await page.getByRole("button", { name: "deepseek-reasoner" }).click();
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("deepseek-reasoner 连上了").waitFor();
    expect(puts()[0]).toMatchObject({ roles: { chat: ["deepseek_reasoner", "deepseek_chat"] } });
  });

  it("shows the provider's own words where it refuses the list, and where it does not answer", async () => {
    const page = await openModels();
    server.state.models.names = { ok: false, models: [], error: "key", provider_error: "Incorrect API key" };
    await page.getByRole("button", { name: "看看有哪些" }).click();
    await page.getByText("钥匙不对，或者没有权限。 对方说：Incorrect API key").waitFor();
    server.state.models.tests.push({ ok: false, error: "balance", provider_error: "Insufficient Balance" });
    await page.getByLabel("钥匙").fill("sk-1");
    await page.getByRole("button", { name: "连上" }).click();
    await page
      .getByText("deepseek-chat 存好了，但没答上来： 余额或额度用完了。 对方说：Insufficient Balance")
      .waitFor();
  });

  it("connects any address without a key, and says where the server will not go", async () => {
    const page = await openModels();
    await page.getByRole("radio", { name: "别的地址" }).check();
    await page.getByLabel("地址", { exact: true }).fill("192.168.1.9:8000");
    await page.getByLabel("模型", { exact: true }).fill("local");
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("地址要以 http:// 或 https:// 开头。").waitFor();
    server.state.models.refusal = {
      status: 422,
      code: "invalid",
      details: [{ path: "models.local.base_url", message: "link-local addresses are refused" }],
    };
    await page.getByLabel("地址", { exact: true }).fill("http://169.254.169.254/v1");
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("服务器不肯连这个地址。").waitFor();
    await page.getByLabel("地址", { exact: true }).fill("http://192.168.1.9:8000/v1");
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("local 连上了").waitFor();
  });

  it("offers a server that runs on this machine, and fills the form with it", async () => {
    server.state.models.now.offers = [
      { name: "Ollama", base_url: "http://127.0.0.1:11434/v1", models: ["qwen3:8b"] },
    ];
    const page = await openModels();
    await page.getByRole("button", { name: "用 Ollama" }).click();
    await expect.poll(() => page.getByLabel("模型", { exact: true }).inputValue()).toBe("qwen3:8b");
    expect(await page.getByLabel("钥匙").count()).toBe(0);
    await page.getByRole("button", { name: "连上" }).click();
    await page.getByText("qwen3:8b 连上了").waitFor();
    expect(puts()[0]).toMatchObject({ roles: { chat: ["ollama_qwen3_8b", "deepseek_chat"] } });
  });

  it("orders and tries single roles, forgets a key, and puts back a model that was removed", async () => {
    server.state.models.now.key_origins = { deepseek_chat: "https://api.deepseek.com" };
    const page = await openModels();
    await page.getByText("详细", { exact: true }).click();
    server.state.models.tests.push({ ok: false, error: "busy", provider_error: "try later" });
    await page.getByRole("button", { name: "试一下 · 记下关于你的事" }).click();
    await page.getByText("对方正忙，过一会儿再试。 对方说：try later").waitFor();
    await page.getByLabel("先用 · 记下关于你的事").selectOption("deepseek_reasoner");
    await page.getByText("存上了。").waitFor();
    expect(server.state.models.now.roles.facts).toEqual(["deepseek_reasoner", "deepseek_chat"]);
    await page.getByRole("button", { name: "去掉 · qwen_short_to_mid" }).click();
    await page.getByText("qwen_short_to_mid 去掉了。").waitFor();
    await page.getByRole("button", { name: "放回来" }).click();
    await page.getByRole("button", { name: "去掉 · qwen_short_to_mid" }).waitFor();
    expect(server.state.models.now.roles.short_to_mid).toEqual(["qwen_short_to_mid", "deepseek_chat"]);
    await page.getByRole("button", { name: "忘掉钥匙 · deepseek_chat" }).click();
    await page.getByText("钥匙忘掉了。").waitFor();
    expect(server.state.models.now.key_origins).toEqual({});
  });

  it("keeps in sight what was chosen while another choice is saved, and lets go of what is refused", async () => {
    const page = await openModels();
    await page.getByText("详细", { exact: true }).click();
    const first = page.getByLabel("先用 · 记下关于你的事");
    const second = page.getByLabel("先用 · 整理聊完的话题");
    const before = await second.inputValue();
    const letThrough = await holdBack(page, "**/api/models", "PUT");
    await first.selectOption("deepseek_reasoner");
    await second.selectOption("deepseek_reasoner");
    expect([await first.inputValue(), await second.inputValue()]).toEqual([
      "deepseek_reasoner",
      "deepseek_reasoner",
    ]);
    letThrough();
    await expect.poll(() => server.state.models.now.roles.short_to_mid?.[0]).toBe("deepseek_reasoner");
    expect(server.state.models.now.roles.facts?.[0]).toBe("deepseek_reasoner");
    server.state.models.refusal = { status: 503, code: "storage" };
    await second.selectOption(before);
    await expect.poll(() => second.inputValue()).toBe("deepseek_reasoner");
  });

  it("is for admins: others read a sentence", async () => {
    const page = await openModels();
    for (const one of server.state.accounts.values()) one.user = { ...one.user, role: "user" };
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "模型" }).waitFor();
    expect(await page.getByRole("heading", { name: "连一个模型" }).count()).toBe(0);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no axe finding, ${colorScheme}`, async () => {
      server.state.models.now.key_origins = { deepseek_chat: "https://api.deepseek.com" };
      const page = await openModels({ colorScheme });
      const found: Record<string, string[]> = {};
      await page.getByRole("button", { name: "看看有哪些" }).click();
      await page.getByText("有 2 个").waitFor();
      await page.getByText("详细", { exact: true }).click();
      await page.getByRole("button", { name: "全部试一遍" }).click();
      await page.getByText("答上来了").first().waitFor();
      await expect.poll(() => page.getByRole("button", { name: "停下" }).count()).toBe(0);
      found.models = await findings(page);
      await page.setViewportSize({ width: 360, height: 740 });
      found["models, phone"] = await findings(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    });
  }
});
