import { describe, expect, it } from "vitest";
import { type House, openHouse, password } from "./support/house.ts";

const register = (house: House, body: object, options: object = {}) =>
  house.send("POST", "/api/auth/register", { body: { username: "anna", password, ...body }, ...options });
const refresh = (house: House, refresh_token: string) =>
  house.send("POST", "/api/auth/refresh", { body: { refresh_token } });
const userOf = (house: House, token: string) => house.send("GET", "/api/auth/user", { token });
const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

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
