import { describe, expect, it } from "vitest";
import { openHouse, soul } from "../support/house.ts";

describe("health", () => {
  it("says whether the store can be read, and tells strangers nothing else", async () => {
    const house = openHouse();
    const answer = await house.send("GET", "/health");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok", live: true, ready: true, backup_age_s: null });
    house.store.list = async () => {
      throw new Error("/home/anna/data is gone");
    };
    const failing = await house.send("GET", "/health");
    expect(failing.status).toBe(503);
    expect(await failing.json()).toEqual({ status: "failing", live: true, ready: false, backup_age_s: null });
  });
});

describe("metrics", () => {
  it("are Prometheus text for admins and reading keys, not for others", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const { access_token: ben } = await house.signUp("ben");
    const answer = await house.send("GET", "/metrics", { token });
    expect(answer.headers.get("content-type")).toContain("text/plain");
    const page = await answer.text();
    expect(page).toMatch(/^keepsake_accounts 2$/m);
    expect(page).toMatch(/^keepsake_http_request_seconds_bucket\{route="[^"]+",le="\+Inf"\} \d+$/m);
    expect((await house.send("GET", "/metrics", { token: ben })).status).toBe(403);
    for (const [scope, status] of [
      ["read", 200],
      ["chat", 403],
    ] as const) {
      const body = { name: "probe", scopes: [scope] };
      const made = await house.send("POST", "/api/auth/keys", { token, body });
      const { key } = (await made.json()) as { key: string };
      expect((await house.send("GET", "/metrics", { token: key })).status).toBe(status);
    }
  });
});

describe("the test clock", () => {
  it("is not there unless the server was started with one", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    expect((await house.send("POST", "/test/clock", { token, body: { advance_s: 1 } })).status).toBe(404);
  });

  it("is moved by admins, onward or to a moment", async () => {
    const moves: unknown[] = [];
    const test = {
      advance: async (seconds: number) => void moves.push(["advance", seconds]),
      set: async (at: number) => void moves.push(["set", at]),
    };
    const house = openHouse({ settings: { test } });
    const { access_token: token } = await house.signUp();
    const { access_token: ben } = await house.signUp("ben");
    const move = (body: object, by = token) => house.send("POST", "/test/clock", { token: by, body });
    expect(await (await move({ advance_s: 90 })).json()).toEqual({ now: house.clock.now() });
    await move({ set: 1_800_000_000 });
    await move({ set: "2027-01-15T08:00:00Z" });
    expect(moves).toEqual([
      ["advance", 90],
      ["set", 1_800_000_000],
      ["set", 1_800_000_000],
    ]);
    expect((await move({ advance_s: 90 }, ben)).status).toBe(403);
    for (const body of [{}, { advance_s: -1 }, { set: "tomorrow" }, { advance_s: 1, set: 1 }])
      expect((await move(body)).status).toBe(422);
    expect(moves).toHaveLength(3);
  });
});

describe("souls", () => {
  it("are shown with what a gallery needs, without their prompts' inner parts", async () => {
    const house = openHouse();
    const { access_token: token } = await house.signUp();
    const answer = await house.send("GET", "/api/souls", { token });
    const { souls } = (await answer.json()) as { souls: object[] };
    expect(souls).toEqual([
      {
        ...{
          soul: "xiaoman",
          name: "小满",
          tagline: soul.tagline,
          colours: soul.colours,
          avatar: soul.avatar,
        },
        ...{ greeting: soul.greeting, bond: soul.bond, pronoun: "", language: "zh" },
      },
    ]);
  });
});
