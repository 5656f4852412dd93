import { describe, expect, it } from "vitest";
import type { LoginAnswer } from "../../src/schema/request-account.ts";
import { errorOf, type House, openHouse, password } from "./support/house.ts";

const login = (house: House, body: object = {}, options: object = {}) =>
  house.send("POST", "/api/auth/login", { body: { username: "anna", password, ...body }, ...options });
const refresh = (house: House, refresh_token: string) =>
  house.send("POST", "/api/auth/refresh", { body: { refresh_token } });
const userOf = (house: House, token: string) => house.send("GET", "/api/auth/user", { token });

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

  it("does not let a stranger's guesses keep the owner out", async () => {
    const house = openHouse();
    await house.signUp();
    for (let n = 0; n < 200; n++) {
      await login(house, { password: `guess ${n}` }, { from: "10.0.0.9" });
      house.clock.pass(1);
    }
    expect((await login(house, {}, { from: "10.0.0.9" })).status).toBe(429);
    expect((await login(house, {}, { from: "10.0.0.8" })).status).toBe(200);
  });

  it("counts refused attempts at one account against no other name of the same address", async () => {
    const house = openHouse();
    await house.signUp();
    await house.signUp("ben");
    for (let n = 0; n < 40; n++) await login(house, { password: "wrong password" });
    expect((await login(house)).status).toBe(429);
    expect((await login(house, { username: "ben" })).status).toBe(200);
  });

  it("counts guesses at one account from many addresses together", async () => {
    const house = openHouse();
    await house.signUp();
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n++)
      statuses.add((await login(house, { password: "wrong password" }, { from: `10.0.${n}.1` })).status);
    expect([...statuses]).toEqual([401, 429]);
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
