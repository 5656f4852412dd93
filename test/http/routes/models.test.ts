import { describe, expect, it } from "vitest";
import { errorOf, openHouse } from "../support/house.ts";

const entry = (base_url: string) => ({ base_url, model: "m" });
const config = { models: { one: entry("https://api.one.example/v1") }, roles: { chat: ["one", "openai"] } };

async function adminHouse() {
  const house = openHouse();
  const { access_token: token } = await house.signUp();
  const put = (body: object) => house.send("PUT", "/api/models", { token, body });
  const get = async () => (await house.send("GET", "/api/models", { token })).json();
  const secrets = () => house.store.read({ kind: "house", id: "house" }, "secrets");
  return { house, token, put, get, secrets };
}

describe("models", () => {
  it("keep entered keys apart, bound to their origin, and never give them back", async () => {
    const { put, get, secrets, house } = await adminHouse();
    const answer = await put({ ...config, keys: { one: " sk-secret-1 " } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain("sk-secret");
    expect(JSON.stringify(await get())).not.toContain("sk-secret");
    expect(await get()).toMatchObject({ key_origins: { one: "https://api.one.example" } });
    expect((await secrets()).keys).toEqual({
      one: { origin: "https://api.one.example", key: "sk-secret-1" },
    });
    const stored = await house.store.read({ kind: "house", id: "house" }, "models");
    expect(JSON.stringify(stored)).not.toContain("sk-secret");
    expect(JSON.stringify(house.log)).not.toContain("sk-secret");
  });

  it("drop a key when its address moves to another origin, not when only the path changes", async () => {
    const { put, secrets } = await adminHouse();
    await put({ ...config, keys: { one: "sk-1" } });
    await put({ ...config, models: { one: entry("https://api.one.example/v2") } });
    expect(Object.keys((await secrets()).keys)).toEqual(["one"]);
    await put({ ...config, models: { one: entry("https://evil.example/v1") } });
    expect((await secrets()).keys).toEqual({});
  });

  it("forget a key on null, and keep the server's own secrets", async () => {
    const { put, secrets, house } = await adminHouse();
    const owner = { kind: "house", id: "house" } as const;
    await house.store.commit(owner, ["secrets"], { by: "system", cause: "test" }, ({ secrets: before }) => ({
      documents: { secrets: { ...before, auth_secret: "keep me" } },
      result: undefined,
    }));
    await put({ ...config, keys: { one: "sk-1" } });
    await put({ ...config, keys: { one: null } });
    expect(await secrets()).toEqual({ auth_secret: "keep me", keys: {} });
  });

  it("can be sent back as they were answered", async () => {
    const { put, get, house } = await adminHouse();
    await put({ ...config, keys: { one: "sk-1" } });
    const seen = (await get()) as object;
    expect((await put(seen)).status).toBe(200);
    expect(await get()).toEqual(seen);
    const stored = await house.store.read({ kind: "house", id: "house" }, "models");
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(["state"]));
    expect(stored).not.toHaveProperty("offers");
    expect(stored).not.toHaveProperty("key_origins");
  });

  it.each([
    ["a link-local address", "http://169.254.169.254/v1"],
    ["one written as a number", "http://2852039166/v1"],
    ["one written in hex", "http://0xa9fea9fe/"],
    ["one inside IPv6", "http://[::ffff:169.254.1.1]/v1"],
    ["an IPv6 one", "http://[fe80::1]/v1"],
    ["another scheme", "file:///etc/passwd"],
    ["no address", "nonsense"],
  ])("refuse %s with the path", async (_name, base_url) => {
    const { put } = await adminHouse();
    const answer = await put({ models: { one: entry(base_url) }, roles: {} });
    expect(answer.status).toBe(422);
    expect((await errorOf(answer)).details).toContainEqual(
      expect.objectContaining({ path: "models.one.base_url" }),
    );
  });

  it.each([
    ["a role that names no model", { ...config, roles: { chat: ["two"] } }, "roles.chat.0"],
    ["a key for no model", { ...config, keys: { two: "sk" } }, "keys.two"],
    [
      "an environment name that is no key",
      { models: { one: { ...entry("https://a.example"), api_key_env: "HOME" } }, roles: {} },
      "models.one.api_key_env",
    ],
    ["an unknown role", { models: {}, roles: { dream: [] } }, "roles"],
  ])("refuse %s", async (_name, body, path) => {
    const { put } = await adminHouse();
    const answer = await put(body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify((await errorOf(answer)).details)).toContain(path);
  });

  it("are for admins alone", async () => {
    const { house } = await adminHouse();
    const { access_token: token } = await house.signUp("ben");
    expect((await house.send("GET", "/api/models", { token })).status).toBe(403);
    expect((await house.send("PUT", "/api/models", { token, body: config })).status).toBe(403);
    expect((await house.send("POST", "/api/models/test", { token, body: { role: "chat" } })).status).toBe(
      403,
    );
  });

  it("show local servers that were found, and try a role", async () => {
    const { house, token, get } = await adminHouse();
    expect(await get()).toMatchObject({
      offers: [{ name: "Ollama" }],
      state: [{ role: "chat", ready: ["deepseek_chat"] }],
    });
    const answer = await house.send("POST", "/api/models/test", { token, body: { role: "facts" } });
    expect(await answer.json()).toMatchObject({ ok: true, model: "model of facts" });
    expect((await house.send("POST", "/api/models/test", { token, body: { role: "x" } })).status).toBe(422);
  });

  it("say to everybody whether there is a model for replies, and nothing else", async () => {
    const { house } = await adminHouse();
    const { access_token: token } = await house.signUp("ben");
    const answer = await house.send("GET", "/api/models/ready", { token });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ chat: true, background: false });
  });

  it("list what an address offers to admins alone, and refuse what must not be asked", async () => {
    const { house, token } = await adminHouse();
    const list = (body: object, as = token) => house.send("POST", "/api/models/list", { token: as, body });
    const { access_token: other } = await house.signUp("ben");
    expect((await list({ base_url: "https://api.one.example/v1" }, other)).status).toBe(403);
    for (const base_url of [
      "http://169.254.169.254/v1",
      "http://0xa9fea9fe/",
      "file:///etc/passwd",
      "nonsense",
    ])
      expect((await list({ base_url })).status, base_url).toBe(422);
    const answer = await list({ base_url: "https://api.one.example/v1", api_key: " sk-secret-1 " });
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ ok: true, models: ["https://api.one.example/v1", "with a key"] });
    expect(text).not.toContain("sk-secret");
    expect(JSON.stringify(house.log)).not.toContain("sk-secret");
  });
});
