import { describe, expect, it } from "vitest";
import { createInvite, takeInvite } from "../../src/http/auth-invites.ts";
import type { LoginAnswer } from "../../src/schema/request-account.ts";
import { errorOf, type House, openHouse, password } from "./support/house.ts";

const register = (house: House, body: object, options: object = {}) =>
  house.send("POST", "/api/auth/register", { body: { username: "anna", password, ...body }, ...options });
const login = (house: House, body: object = {}, options: object = {}) =>
  house.send("POST", "/api/auth/login", { body: { username: "anna", password, ...body }, ...options });
const userOf = (house: House, token: string) => house.send("GET", "/api/auth/user", { token });

describe("registering", () => {
  it("makes the first account from this machine an admin and signs it in", async () => {
    const house = openHouse();
    const answer = await register(house, { time_zone: "Asia/Shanghai", language: "zh", client: "program" });
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as LoginAnswer;
    expect(body).toMatchObject({
      expires_in: 3600,
      user: { username: "anna", role: "admin", time_zone: "Asia/Shanghai" },
    });
    expect(JSON.stringify(body)).not.toContain("scrypt");
    expect((await userOf(house, body.access_token)).status).toBe(200);
  });

  it.each([
    ["from another machine", { from: "192.168.1.9" }],
    ["through a proxy", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["with an empty forwarding header", { headers: { forwarded: "" } }],
  ])("refuses the first account %s without the setup code", async (_name, options) => {
    const house = openHouse({ settings: { setupCode: "sesame-123" } });
    const answer = await register(house, { setup_code: "sesame-124" }, options);
    expect(answer.status).toBe(403);
    expect((await errorOf(answer)).details).toEqual({ reason: "setup_code_needed" });
    expect(await house.store.list("account")).toEqual([]);
  });

  it("lets the setup code make the first account from anywhere", async () => {
    const house = openHouse({ settings: { setupCode: "sesame-123", allowFirstFromLoopback: false } });
    expect((await register(house, {})).status).toBe(403);
    expect((await register(house, { setup_code: "sesame-123" }, { from: "10.0.0.7" })).status).toBe(201);
  });

  it("asks later accounts for an invite, and takes each invite once", async () => {
    const house = openHouse({ settings: { setupCode: "sesame-123" } });
    const admin = await house.signUp("anna");
    const made = await house.send("POST", "/api/auth/invites", { token: admin.access_token });
    const { invite } = (await made.json()) as { invite: string };
    const without = await register(house, { username: "ben", setup_code: "sesame-123" });
    expect((await errorOf(without)).details).toEqual({ reason: "invite_needed" });
    const both = await Promise.all([
      register(house, { username: "ben", invite }),
      register(house, { username: "cleo", invite }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([201, 403]);
    const list = await house.send("GET", "/api/auth/invites", { token: admin.access_token });
    expect(await list.json()).toEqual({ invites: [] });
  });

  it("lets one of two uses of an invite at the same moment count", async () => {
    const { deps } = openHouse();
    const { invite } = await createInvite(deps, "anna", "test");
    const taken = await Promise.all([takeInvite(deps, invite, "a"), takeInvite(deps, invite, "b")]);
    expect(taken.sort()).toEqual([false, true]);
  });

  it("keeps the invite when the name is taken, and refuses it after seven days", async () => {
    const house = openHouse();
    const admin = await house.signUp("anna");
    const made = await house.send("POST", "/api/auth/invites", { token: admin.access_token });
    const { invite } = (await made.json()) as { invite: string };
    expect((await register(house, { username: "ＡＮＮＡ", invite })).status).toBe(409);
    expect((await register(house, { username: "ben", invite: `${invite}x` })).status).toBe(403);
    house.clock.pass(7 * 86_400);
    expect((await register(house, { username: "ben", invite })).status).toBe(403);
  });

  it("slows guessing of invites and setup codes, not calls that guess nothing", async () => {
    const house = openHouse({ settings: { setupCode: "sesame-123", allowFirstFromLoopback: false } });
    for (let n = 0; n < 30; n++) expect((await register(house, {})).status).toBe(403);
    for (let n = 0; n < 20; n++)
      expect((await register(house, { setup_code: `sesame-${n}` })).status).toBe(403);
    const refused = await register(house, { setup_code: "sesame-123" });
    expect(refused.status).toBe(429);
    house.clock.pass(Number(refused.headers.get("retry-after")));
    expect((await register(house, { setup_code: "sesame-123" })).status).toBe(201);
  });

  it("makes exactly one admin when two people register at once", async () => {
    const house = openHouse();
    const answers = await Promise.all([register(house, {}), register(house, { username: "ben" })]);
    expect(answers.map((one) => one.status).sort()).toEqual([201, 403]);
    expect(await house.store.list("account")).toHaveLength(1);
  });

  it("takes Chinese names and keeps such names apart from the ids of others", async () => {
    const house = openHouse();
    await house.signUp("小雨");
    const second = await house.signUp("小雪");
    expect(second.user.account_id).toMatch(/^u_[0-9a-f]{24}$/);
    expect((await login(house, { username: " 小雪 " })).status).toBe(200);
  });

  it.each([
    ["a short password", { password: "1234567" }, "password"],
    ["an empty name", { username: "  " }, "username"],
    ["a name that is no text", { username: 7 }, "username"],
    ["an unknown zone", { time_zone: "Moon/Base" }, "time_zone"],
    ["an unknown language", { language: "fr" }, "language"],
  ])("answers 422 with the path for %s", async (_name, body, path) => {
    const answer = await register(openHouse(), body);
    expect(answer.status).toBe(422);
    expect((await errorOf(answer)).details).toEqual([expect.objectContaining({ path })]);
  });
});
