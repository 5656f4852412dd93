import { describe, expect, it } from "vitest";
import type { LoginAnswer } from "../../src/schema/request-account.ts";
import { errorOf, type House, openHouse, password } from "./support/house.ts";

const register = (house: House, body: object, options: object = {}) =>
  house.send("POST", "/api/auth/register", { body: { username: "anna", password, ...body }, ...options });
const login = (house: House, body: object = {}, options: object = {}) =>
  house.send("POST", "/api/auth/login", { body: { username: "anna", password, ...body }, ...options });
const refresh = (house: House, refresh_token: string) =>
  house.send("POST", "/api/auth/refresh", { body: { refresh_token } });
const userOf = (house: House, token: string) => house.send("GET", "/api/auth/user", { token });
const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

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

describe("signing in", () => {
  it("answers an unknown name as a wrong password", async () => {
    const house = openHouse();
    await house.signUp();
    const wrong = await login(house, { password: "wrong password" });
    const unknown = await login(house, { username: "nobody" });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await errorOf(wrong)).toEqual(await errorOf(unknown));
  });

  it("refuses with 429 before the thirtieth guess, logs it, and lets the right password in after the wait (C202)", async () => {
    const house = openHouse();
    await house.signUp();
    const statuses: number[] = [];
    let retryAfter = 0;
    for (let n = 0; n < 30; n++) {
      const answer = await login(house, { password: `guess ${n}` });
      statuses.push(answer.status);
      if (answer.status === 429) retryAfter = Number(answer.headers.get("retry-after"));
      house.clock.pass(1 / 3);
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
    expect(
      house.log.some((line) => line.level === "warn" && line.message === "too many failed sign-ins"),
    ).toBe(true);
    expect(JSON.stringify(house.log)).not.toContain("guess 1");
    house.clock.pass(retryAfter);
    expect((await login(house)).status).toBe(200);
  });

  it("stops thirty guesses that come at the same moment", async () => {
    const house = openHouse();
    await house.signUp();
    const all = await Promise.all(
      Array.from({ length: 30 }, () => login(house, { password: "wrong password" })),
    );
    expect(all.filter((answer) => answer.status === 401)).toHaveLength(10);
  });

  it("counts guesses from one address together, whatever names they use", async () => {
    const house = openHouse();
    await house.signUp();
    for (let n = 0; n < 20; n++) await login(house, { username: `name${n}` }, { from: "10.0.0.9" });
    expect((await login(house, {}, { from: "10.0.0.9" })).status).toBe(429);
    expect((await login(house, {}, { from: "10.0.0.8" })).status).toBe(200);
  });

  it("does not believe a forwarding header unless a proxy is trusted", async () => {
    const direct = openHouse();
    await direct.signUp();
    for (let n = 0; n < 20; n++)
      await login(direct, { username: `name${n}` }, { headers: { "x-forwarded-for": `10.0.0.${n}` } });
    expect((await login(direct)).status).toBe(429);
    const proxied = openHouse({ settings: { trustProxy: true } });
    await proxied.signUp();
    for (let n = 0; n < 20; n++)
      await login(
        proxied,
        { username: `name${n}` },
        { headers: { "x-forwarded-for": `1.1.1.1, 10.0.0.${n}` } },
      );
    expect((await login(proxied)).status).toBe(200);
  });

  it("costs nothing to sign in rightly many times", async () => {
    const house = openHouse();
    await house.signUp();
    for (let n = 0; n < 30; n++) expect((await login(house)).status).toBe(200);
  });
});

describe("the page's cookie", () => {
  it("carries the refresh token out of reach of scripts and other sites", async () => {
    const house = openHouse();
    const answer = await register(house, {});
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).toMatch(/Path=\/api\/auth(;|$)/);
    expect(cookie).not.toMatch(/Secure/);
    expect(await answer.json()).not.toHaveProperty("refresh_token");
  });

  it("is marked Secure where people come over https", async () => {
    const house = openHouse({ settings: { publicUrl: "https://home.example" } });
    const answer = await register(house, {}, { headers: { host: "home.example" } });
    expect(answer.headers.get("set-cookie")).toMatch(/Secure/);
  });

  it("refreshes with an empty body, and gives the next cookie", async () => {
    const house = openHouse();
    const cookie = cookieOf(await register(house, {}));
    const answer = await house.send("POST", "/api/auth/refresh", { body: {}, headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toBe(cookie);
    expect((await answer.json()) as object).not.toHaveProperty("refresh_token");
  });

  it.each([["https://evil.example"], ["null"], ["http://localhost:3000"]])(
    "is refused when it comes from a page of %s",
    async (origin) => {
      const house = openHouse();
      const cookie = cookieOf(await register(house, {}));
      const headers = { cookie, origin, host: "localhost:8787" };
      const answer = await house.send("POST", "/api/auth/refresh", { body: {}, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("goes on signing out, and the session with it", async () => {
    const house = openHouse();
    const cookie = cookieOf(await register(house, {}));
    const out = await house.send("POST", "/api/auth/logout", { headers: { cookie } });
    expect(out.status).toBe(200);
    expect(out.headers.get("set-cookie")).toMatch(/Max-Age=0/);
    expect((await house.send("POST", "/api/auth/refresh", { body: {}, headers: { cookie } })).status).toBe(
      401,
    );
  });
});

describe("refreshing", () => {
  it("gives two tabs that refresh at once the same successor (C200)", async () => {
    const house = openHouse();
    const { refresh_token } = await house.signUp();
    const [one, two] = await Promise.all([refresh(house, refresh_token), refresh(house, refresh_token)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const next = ((await one.json()) as { refresh_token: string }).refresh_token;
    expect(((await two.json()) as { refresh_token: string }).refresh_token).toBe(next);
    expect(next).not.toBe(refresh_token);
    expect((await refresh(house, next)).status).toBe(200);
  });

  it("ends the session when an old token comes again after the grace", async () => {
    const house = openHouse();
    const { refresh_token } = await house.signUp();
    const answer = await refresh(house, refresh_token);
    const next = (await answer.json()) as { refresh_token: string; access_token: string };
    house.clock.pass(10.5);
    expect((await refresh(house, refresh_token)).status).toBe(401);
    expect((await refresh(house, next.refresh_token)).status).toBe(401);
    expect((await userOf(house, next.access_token)).status).toBe(401);
    expect(house.log.some((line) => line.message.includes("old refresh token"))).toBe(true);
  });

  it("ends the session when a token from before the previous one comes, even within the grace", async () => {
    const house = openHouse();
    const { refresh_token } = await house.signUp();
    const second = ((await (await refresh(house, refresh_token)).json()) as { refresh_token: string })
      .refresh_token;
    await refresh(house, second);
    expect((await refresh(house, refresh_token)).status).toBe(401);
    expect((await refresh(house, second)).status).toBe(401);
  });

  it("does not end a session for a forged token that names it", async () => {
    const house = openHouse();
    const { refresh_token } = await house.signUp();
    const forged = `${refresh_token.slice(0, -4)}AAAA`;
    expect((await refresh(house, forged)).status).toBe(401);
    expect((await refresh(house, refresh_token.replace(".1.", ".7."))).status).toBe(401);
    expect((await refresh(house, refresh_token)).status).toBe(200);
  });

  it("ends after sixty days without use, not before", async () => {
    const house = openHouse();
    let { refresh_token } = await house.signUp();
    house.clock.pass(59 * 86_400);
    const answer = await refresh(house, refresh_token);
    expect(answer.status).toBe(200);
    refresh_token = ((await answer.json()) as { refresh_token: string }).refresh_token;
    house.clock.pass(61 * 86_400);
    expect((await refresh(house, refresh_token)).status).toBe(401);
  });

  it.each([[""], ["a.b.c"], ["..........."], ["anna.x.1.y"]])(
    "answers an odd token %j with 401 or 422",
    async (token) => {
      const house = openHouse();
      await house.signUp();
      expect([401, 422]).toContain((await refresh(house, token)).status);
    },
  );
});

describe("access tokens", () => {
  it("end after an hour of the injected clock", async () => {
    const house = openHouse();
    const { access_token } = await house.signUp();
    house.clock.pass(3599);
    expect((await userOf(house, access_token)).status).toBe(200);
    house.clock.pass(1);
    expect((await userOf(house, access_token)).status).toBe(401);
  });

  it("are refused when their signature is cut off or made by another secret", async () => {
    const house = openHouse();
    const { access_token } = await house.signUp();
    const [header = "", payload = ""] = access_token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    for (const token of [
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${header}.${payload}.AAAA`,
      "x",
      "",
    ])
      expect((await userOf(house, token)).status).toBe(401);
    const other = openHouse({ settings: { authSecret: "another secret" } });
    await other.signUp();
    expect((await userOf(other, access_token)).status).toBe(401);
  });

  it("do not open an account that was deleted and registered again under the same name", async () => {
    const house = openHouse();
    const { access_token } = await house.signUp();
    expect((await house.send("DELETE", "/api/auth/user", { token: access_token })).status).toBe(200);
    expect((await register(house, {})).status).toBe(201);
    expect((await userOf(house, access_token)).status).toBe(401);
  });
});

describe("the account", () => {
  it("changes what was sent and keeps the rest", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const body = {
      display_name: "安娜",
      quiet_hours: { from: "23:30", to: "08:00" },
      role: "user",
      account_id: "x",
    };
    const answer = await house.send("PUT", "/api/auth/user", { token, body });
    expect(((await answer.json()) as { user: object }).user).toMatchObject({
      ...{ display_name: "安娜", username: "anna", role: "admin", account_id: "anna" },
      quiet_hours: { from: "23:30", to: "08:00" },
    });
    const cleared = await house.send("PUT", "/api/auth/user", { token, body: { quiet_hours: null } });
    expect(((await cleared.json()) as { user: object }).user).toMatchObject({
      quiet_hours: null,
      display_name: "安娜",
    });
  });

  it("changes the password only with the current one, and ends every other session", async () => {
    const house = openHouse();
    const here = await house.signUp();
    const there = (await (await login(house, { client: "program" })).json()) as LoginAnswer;
    const change = (current_password: string) =>
      house.send("PUT", "/api/auth/password", {
        token: here.access_token,
        body: { current_password, new_password: "another password" },
      });
    expect((await change("wrong password")).status).toBe(403);
    expect((await change(password)).status).toBe(200);
    expect((await userOf(house, here.access_token)).status).toBe(200);
    expect((await userOf(house, there.access_token)).status).toBe(401);
    expect((await login(house)).status).toBe(401);
    expect((await login(house, { password: "another password" })).status).toBe(200);
  });

  it("shows its sessions, ends one, and ends all", async () => {
    const house = openHouse();
    const here = await house.signUp();
    const there = (await (await login(house, { client: "program" })).json()) as LoginAnswer;
    const list = async () => {
      const answer = await house.send("GET", "/api/auth/sessions", { token: here.access_token });
      return ((await answer.json()) as { sessions: { id: string; current: boolean }[] }).sessions;
    };
    const other = (await list()).find((session) => !session.current);
    expect(await list()).toHaveLength(2);
    expect(JSON.stringify(await list())).not.toMatch(/previous|hash|"current":"/);
    const one = await house.send("DELETE", `/api/auth/sessions/${other?.id}`, { token: here.access_token });
    expect(one.status).toBe(200);
    expect((await userOf(house, there.access_token)).status).toBe(401);
    await login(house);
    await house.send("DELETE", "/api/auth/sessions?others=true", { token: here.access_token });
    expect(await list()).toHaveLength(1);
    await house.send("DELETE", "/api/auth/sessions", { token: here.access_token });
    expect((await userOf(house, here.access_token)).status).toBe(401);
    expect((await refresh(house, here.refresh_token)).status).toBe(401);
  });

  it("takes its companions along when it is deleted, those in the trash too, and nobody else's", async () => {
    const house = openHouse();
    const admin = await house.signUp("anna");
    const ben = await house.signUp("ben");
    const kept = await house.makeCompanion(admin.access_token);
    await house.makeCompanion(ben.access_token);
    const trashed = await house.makeCompanion(ben.access_token);
    await house.send("DELETE", `/api/ai-users/${trashed}`, { token: ben.access_token });
    expect((await house.send("DELETE", "/api/auth/user", { token: ben.access_token })).status).toBe(200);
    expect(await house.store.list("companion")).toEqual([kept]);
    expect(await house.store.trashed()).toEqual([]);
    expect(await house.store.list("account")).toEqual(["anna"]);
  });

  it("cannot be deleted by the only admin while others live in the house", async () => {
    const house = openHouse();
    const admin = await house.signUp("anna");
    await house.signUp("ben");
    expect((await house.send("DELETE", "/api/auth/user", { token: admin.access_token })).status).toBe(409);
    expect((await userOf(house, admin.access_token)).status).toBe(200);
  });
});

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
    for (let n = 0; n < 5; n++) await house.send("GET", "/api/ai-users", { token: key });
    expect(house.writes() - before).toBe(1);
    house.clock.pass(600);
    await house.send("GET", "/api/ai-users", { token: key });
    expect(house.writes() - before).toBe(2);
  });
});
