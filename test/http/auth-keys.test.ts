import { describe, expect, it } from "vitest";
import { type House, openHouse } from "./support/house.ts";

describe("API keys", () => {
  const newKey = async (house: House, token: string, body: object) => {
    const answer = await house.send("POST", "/api/auth/keys", { token, body: { name: "bot", ...body } });
    return (await answer.json()) as { id: string; key: string };
  };

  it("open what their scopes and companions allow, and nothing else", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const mine = await house.makeCompanion(token);
    const other = await house.makeCompanion(token);
    const { key } = await newKey(house, token, { scopes: ["read"], ai_users: [mine] });
    const status = async (method: string, path: string, body?: object) =>
      (await house.send(method, path, { token: key, ...(body ? { body } : {}) })).status;
    expect(await status("GET", `/api/ai-users/${mine}`)).toBe(200);
    expect(await status("GET", `/api/ai-users/${other}`)).toBe(404);
    expect(await status("PUT", `/api/ai-users/${mine}`, { name: "x" })).toBe(403);
    expect(await status("POST", "/api/ai-users", { name: "x" })).toBe(403);
    const list = await house.send("GET", "/api/ai-users", { token: key });
    expect(((await list.json()) as { ai_users: object[] }).ai_users).toHaveLength(1);
  });

  it("are never admin, and cannot look after accounts, keys or sessions", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const { key } = await newKey(house, token, { scopes: ["read", "chat", "write"] });
    for (const [method, path] of [
      ["GET", "/api/auth/keys"],
      ["POST", "/api/auth/invites"],
      ["GET", "/api/auth/sessions"],
      ["DELETE", "/api/auth/user"],
      ["GET", "/api/models"],
      ["PUT", "/api/models"],
    ] as const)
      expect((await house.send(method, path, { token: key })).status, path).toBe(403);
    expect((await house.send("GET", "/api/auth/user", { token: key })).status).toBe(200);
  });

  it("are shown once, stored hashed, and gone when taken back", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const { id, key } = await newKey(house, token, { scopes: ["read"] });
    const list = await (await house.send("GET", "/api/auth/keys", { token })).text();
    expect(list).toContain(id);
    expect(list).not.toContain(key);
    const stored = await house.store.read({ kind: "account", id: "anna" }, "keys");
    expect(JSON.stringify(stored)).not.toContain(key.split(".")[2]);
    expect((await house.send("DELETE", `/api/auth/keys/${id}`, { token })).status).toBe(200);
    expect((await house.send("GET", "/api/ai-users", { token: key })).status).toBe(401);
    expect((await house.send("DELETE", `/api/auth/keys/${id}`, { token })).status).toBe(404);
  });

  it("are not made for companions of others", async () => {
    const house = openHouse();
    const admin = await house.signUp("anna");
    const ben = await house.signUp("ben");
    const hers = await house.makeCompanion(admin.access_token);
    const body = { name: "bot", scopes: ["read"], ai_users: [hers] };
    expect((await house.send("POST", "/api/auth/keys", { token: ben.access_token, body })).status).toBe(422);
  });

  it("write their last use at most every ten minutes", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const { key } = await newKey(house, token, { scopes: ["read"] });
    const before = house.writes();
    for (let n = 0; n < 5; n++) {
      await house.send("GET", "/api/ai-users", { token: key });
      house.clock.pass(1);
    }
    expect(house.writes() - before).toBe(1);
    house.clock.pass(600);
    await house.send("GET", "/api/ai-users", { token: key });
    expect(house.writes() - before).toBe(2);
  });
});
