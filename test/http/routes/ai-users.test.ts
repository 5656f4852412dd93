import { describe, expect, it } from "vitest";
import type { AiUser } from "../../../src/schema/request-companion.ts";
import { errorOf, type House, openHouse } from "../support/house.ts";

type Home = { house: House; token: string; ben: string };

/** Two people, so that each test can ask what the other sees. */
async function home(): Promise<Home> {
  const house = openHouse();
  const token = (await house.signUp("anna")).access_token;
  return { house, token, ben: (await house.signUp("ben")).access_token };
}
const companions = async ({ house }: Home, token: string, query = "") => {
  const answer = await house.send("GET", `/api/ai-users${query}`, { token });
  return ((await answer.json()) as { ai_users: AiUser[] }).ai_users;
};

describe("creating a companion", () => {
  it("makes a friend with its greeting as first message, from a ready-made character", async () => {
    const { house, token } = await home();
    const answer = await house.send("POST", "/api/ai-users", { token, body: { soul: "xiaoman" } });
    expect(answer.status).toBe(201);
    const one = (await answer.json()) as AiUser;
    expect(one).toMatchObject({
      ...{ name: "小满", soul: "xiaoman", level: "关系较好", friend: true, language: "zh" },
      last_message: { content: "你来啦，外面冷吧？", role: "assistant" },
    });
    expect(one.user_id).toMatch(/^xiaoman-[a-z0-9]+$/);
    expect(one).not.toHaveProperty("owner");
    expect(one).not.toHaveProperty("format");
    expect(one).not.toHaveProperty("tagline");
  });

  it("takes the owner's own words over the character's", async () => {
    const { house, token } = await home();
    const body = {
      soul: "xiaoman",
      name: "满满",
      greeting: null,
      bond: "师生",
      language: "en",
      pacing_speed: 1,
    };
    const one = (await (await house.send("POST", "/api/ai-users", { token, body })).json()) as AiUser;
    expect(one).toMatchObject({ name: "满满", level: "一般", language: "en", pacing_speed: 1 });
    expect(one.bond).toEqual({ kind: "师生", romance: "none" });
    expect(one).not.toHaveProperty("last_message");
  });

  it("begins a blank one plain: no message, no persona, an ordinary level", async () => {
    const { house, token } = await home();
    const one = (await (await house.send("POST", "/api/ai-users", { token, body: {} })).json()) as AiUser;
    expect(one).toMatchObject({ name: "记得", base_soul: "", level: "一般", pacing_speed: 0.5 });
    expect(one).not.toHaveProperty("last_message");
  });

  it.each([
    ["an unknown character", { soul: "nobody" }, "soul"],
    ["a model that models.json does not have", { models: { chat: "gpt-9" } }, "models.chat"],
    ["a role that does not exist", { models: { dreams: "x" } }, "models.dreams"],
    ["an unknown zone", { time_zone: "Mars" }, "time_zone"],
    ["a persona that is too long", { base_soul: "长".repeat(60_001) }, "base_soul"],
  ])("answers 422 for %s, and makes nothing", async (_name, body, path) => {
    const { house, token } = await home();
    const answer = await house.send("POST", "/api/ai-users", { token, body });
    expect(answer.status).toBe(422);
    expect(JSON.stringify((await errorOf(answer)).details)).toContain(path.split(".")[0]);
    expect(await house.store.list("companion")).toEqual([]);
  });

  it("cleans control characters and half characters out of names and persona", async () => {
    const { house, token } = await home();
    const body = '{"name":"小\\u0000夏\\n🌸","base_soul":"a\\u001b[31mb \\ud83d c"}';
    const one = (await (await house.send("POST", "/api/ai-users", { token, body })).json()) as AiUser;
    expect(one.name).toBe("小夏 🌸");
    expect(one.base_soul).toBe("a[31mb \ufffd c");
  });

  it("never takes owner, user_id or format from the body", async () => {
    const { house, token, ben } = await home();
    const body = { name: "x", owner: "ben", user_id: "chosen", format: 99, created_at: 1 };
    const one = (await (await house.send("POST", "/api/ai-users", { token, body })).json()) as AiUser;
    expect(one.user_id).not.toBe("chosen");
    const config = await house.store.read({ kind: "companion", id: one.user_id }, "config");
    expect(config).toMatchObject({ owner: "anna", format: 1, user_id: one.user_id });
    expect((await house.send("GET", `/api/ai-users/${one.user_id}`, { token: ben })).status).toBe(404);
  });
});

describe("a companion", () => {
  it("is seen by its owner alone", async () => {
    const at = await home();
    const id = await at.house.makeCompanion(at.token);
    const theirs = await at.house.send("GET", `/api/ai-users/${id}`, { token: at.ben });
    const none = await at.house.send("GET", "/api/ai-users/nobody", { token: at.ben });
    expect(theirs.status).toBe(404);
    expect(await errorOf(theirs)).toEqual(await errorOf(none));
    for (const [method, path, body] of [
      ["PUT", `/api/ai-users/${id}`, { name: "x" }],
      ["DELETE", `/api/ai-users/${id}`, undefined],
      ["DELETE", `/api/ai-users/${id}?forever=true`, undefined],
      ["POST", `/api/friends/${id}`, undefined],
    ] as const)
      expect((await at.house.send(method, path, { token: at.ben, body })).status, path).toBe(404);
    expect(await companions(at, at.ben)).toEqual([]);
    expect(await companions(at, at.token)).toHaveLength(1);
  });

  it.each([
    ["..%2f..%2fetc"],
    ["%2e%2e%2fother"],
    ["a%00b"],
    ["..%5c..%5cx"],
    ["%2e%2e"],
    ["A"],
    ["x".repeat(65)],
    ["%zz"],
    ["小满"],
  ])("is not found under the id %s (C207)", async (id) => {
    const { house, token } = await home();
    for (const method of ["GET", "PUT", "DELETE"])
      expect([400, 404]).toContain(
        (
          await house.send(method, `/api/ai-users/${id}`, {
            token,
            ...(method === "PUT" ? { body: {} } : {}),
          })
        ).status,
      );
    expect([400, 404]).toContain((await house.send("POST", `/api/ai-users/${id}/restore`, { token })).status);
  });

  it("is changed field by field, and keeps what its owner added by hand", async () => {
    const { house, token } = await home();
    const id = await house.makeCompanion(token, { name: "阿树", time_zone: "Asia/Tokyo" });
    const folder = { kind: "companion", id } as const;
    await house.store.commit(folder, ["config"], { by: "hand", cause: "test" }, ({ config }) => ({
      documents: { config: { ...config, my_note: "手写" } },
      result: undefined,
    }));
    const body = {
      name: "树",
      bond: { kind: "恋人", romance: "slow" },
      heartbeat: { daily_limit: 1 },
      owner: "ben",
    };
    const one = (await (await house.send("PUT", `/api/ai-users/${id}`, { token, body })).json()) as AiUser;
    expect(one).toMatchObject({ name: "树", bond: { kind: "恋人", romance: "slow" }, my_note: "手写" });
    expect(one.heartbeat).toEqual({ enabled: true, daily_limit: 1 });
    expect(one.time_zone).toBe("Asia/Tokyo");
    const cleared = await house.send("PUT", `/api/ai-users/${id}`, { token, body: { time_zone: null } });
    expect((await cleared.json()) as object).not.toHaveProperty("time_zone");
    expect((await house.store.read(folder, "config")).owner).toBe("anna");
  });

  it("may be sent back as it was answered", async () => {
    const { house, token } = await home();
    const id = await house.makeCompanion(token, { soul: "xiaoman" });
    const seen = (await (await house.send("GET", `/api/ai-users/${id}`, { token })).json()) as AiUser;
    const answer = await house.send("PUT", `/api/ai-users/${id}`, { token, body: seen });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(seen);
  });

  it("may only prefer models that models.json names", async () => {
    const { house, token } = await home();
    const id = await house.makeCompanion(token);
    const models = {
      models: { mine: { base_url: "http://127.0.0.1:1/v1", model: "m", no_key: true } },
      roles: { chat: ["mine"] },
    };
    expect((await house.send("PUT", "/api/models", { token, body: models })).status).toBe(200);
    const put = (body: object) => house.send("PUT", `/api/ai-users/${id}`, { token, body });
    expect((await put({ models: { chat: "mine" } })).status).toBe(200);
    expect((await put({ models: { chat: "constructor" } })).status).toBe(422);
  });

  it("tells the account's windows that it was changed, once and only where it was", async () => {
    const { house, token } = await home();
    const id = await house.makeCompanion(token);
    const heard: unknown[] = [];
    house.deps.hub.subscribe("anna", {}, (item) => heard.push([item.event.event, item.user]));
    await house.send("PUT", `/api/ai-users/${id}`, { token, body: { name: "树" } });
    await house.send("PUT", `/api/ai-users/${id}`, { token, body: { name: "树" } });
    expect(heard).toEqual([["memory-change", id]]);
  });
});

describe("the trash", () => {
  it("gives a companion back with everything it had", async () => {
    const at = await home();
    const id = await at.house.makeCompanion(at.token, { soul: "xiaoman" });
    const before = await companions(at, at.token);
    expect((await at.house.send("DELETE", `/api/ai-users/${id}`, { token: at.token })).status).toBe(200);
    expect(await companions(at, at.token)).toEqual([]);
    expect(await companions(at, at.token, "?trashed=true")).toEqual([
      { user_id: id, trashed_at: at.house.clock.now(), name: "小满" },
    ]);
    expect(await companions(at, at.ben, "?trashed=true")).toEqual([]);
    expect((await at.house.send("GET", `/api/ai-users/${id}`, { token: at.token })).status).toBe(404);
    expect((await at.house.send("POST", `/api/ai-users/${id}/restore`, { token: at.ben })).status).toBe(404);
    expect((await at.house.send("POST", `/api/ai-users/${id}/restore`, { token: at.token })).status).toBe(
      200,
    );
    expect(await companions(at, at.token)).toEqual(before);
  });

  it.each([
    ["from life", false],
    ["from the trash", true],
  ])("lets a companion go for good, %s", async (_name, first) => {
    const at = await home();
    const id = await at.house.makeCompanion(at.token);
    const account = { kind: "account", id: "anna" } as const;
    const fact = { id: "f1", origin: id, key: "name", value: "安娜", statement: "叫安娜" };
    await at.house.store.commit(account, ["shared_facts"], { by: "system", cause: "test" }, () => ({
      documents: { shared_facts: [fact] },
      result: undefined,
    }));
    if (first) await at.house.send("DELETE", `/api/ai-users/${id}`, { token: at.token });
    const gone = await at.house.send("DELETE", `/api/ai-users/${id}?forever=true`, { token: at.token });
    expect(gone.status).toBe(200);
    expect(await at.house.store.trashed()).toEqual([]);
    expect((await at.house.send("POST", `/api/ai-users/${id}/restore`, { token: at.token })).status).toBe(
      404,
    );
    expect((await at.house.store.read(account, "account")).friends).toEqual([]);
    expect(await at.house.store.read(account, "shared_facts")).toEqual([{ ...fact, origin: "owner" }]);
  });
});

describe("by-ref", () => {
  const byRef = ({ house }: Home, token: string, ref: string, body?: object) =>
    house.send("PUT", `/api/ai-users/by-ref/${encodeURIComponent(ref)}`, {
      token,
      ...(body ? { body } : {}),
    });

  it("makes a companion for a program's own user id once, also when asked twice at once", async () => {
    const at = await home();
    const answers = await Promise.all(
      [1, 2, 3].map(() => byRef(at, at.token, "telegram:12/34", { name: "阿树" })),
    );
    const ids = await Promise.all(answers.map(async (one) => ((await one.json()) as AiUser).user_id));
    expect(new Set(ids).size).toBe(1);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 201]);
    expect(await companions(at, at.token)).toHaveLength(1);
    expect((await companions(at, at.token))[0]).toMatchObject({ ref: "telegram:12/34", name: "阿树" });
  });

  it("needs no body, and keeps the persona of one that is there", async () => {
    const at = await home();
    expect((await byRef(at, at.token, "用户 7")).status).toBe(201);
    const again = await byRef(at, at.token, "用户 7", { name: "other" });
    expect(again.status).toBe(200);
    expect(((await again.json()) as AiUser).name).toBe("记得");
  });

  it("keeps the same ref of two accounts apart, and refs that look alike", async () => {
    const at = await home();
    const ids = new Set<string>();
    for (const [token, ref] of [
      [at.token, "a b"],
      [at.token, "a-b"],
      [at.ben, "a b"],
    ] as const)
      ids.add(((await (await byRef(at, token, ref)).json()) as AiUser).user_id);
    expect(ids.size).toBe(3);
  });

  it("finds a companion that carries the ref under another id", async () => {
    const at = await home();
    const id = await at.house.makeCompanion(at.token);
    await at.house.store.commit(
      { kind: "companion", id },
      ["config"],
      { by: "hand", cause: "test" },
      ({ config }) => ({
        documents: { config: { ...config, ref: "imported" } },
        result: undefined,
      }),
    );
    const answer = await byRef(at, at.token, "imported");
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as AiUser).user_id).toBe(id);
  });
});

describe("the contact list", () => {
  it("takes companions off and on again without touching them", async () => {
    const at = await home();
    const id = await at.house.makeCompanion(at.token);
    const friends = async () => {
      const answer = await at.house.send("GET", "/api/friends", { token: at.token });
      return ((await answer.json()) as { friends: AiUser[] }).friends.map((one) => one.user_id);
    };
    expect(await friends()).toEqual([id]);
    const off = await at.house.send("DELETE", `/api/friends/${id}`, { token: at.token });
    expect(((await off.json()) as AiUser).friend).toBe(false);
    expect(await friends()).toEqual([]);
    expect(await companions(at, at.token)).toHaveLength(1);
    for (let n = 0; n < 2; n++) await at.house.send("POST", `/api/friends/${id}`, { token: at.token });
    expect(await friends()).toEqual([id]);
    expect((await at.house.store.read({ kind: "account", id: "anna" }, "account")).friends).toEqual([id]);
  });
});
