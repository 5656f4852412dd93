// The door to the server: tokens, refreshes that are shared, and which calls may be tried again.
import { describe, expect, it } from "vitest";
import { ApiFailure, createApi } from "../../web/api.ts";
import { createSession } from "../../web/session.ts";

type Asked = { path: string; method: string; token: string | null };

/** A server of one closure: `answer` decides, `asked` remembers. */
function serve(answer: (asked: Asked, count: number) => Response | Promise<Response> | Error) {
  const asked: Asked[] = [];
  let out = 0;
  const api = createApi({
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const one = { path: String(input), method: init?.method ?? "GET", token: headers.get("authorization") };
      asked.push(one);
      const given = await answer(one, asked.length);
      if (given instanceof Error) throw given;
      return given;
    },
    retryPauseMs: 1,
    onSignedOut: () => {
      out += 1;
    },
  });
  return { api, asked, signedOut: () => out };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

const user = { account_id: "a", username: "amu" };
const signedIn = (access_token: string) => json(200, { access_token, expires_in: 3600, user });

/** Takes only the token "new"; a refresh gives it out. */
function renewing({ path, token }: Asked): Response {
  if (path === "/api/auth/refresh") return signedIn("new");
  return token === "Bearer new"
    ? json(200, { ok: true })
    : json(401, { error: { code: "unauthorized", message: "" } });
}

describe("a token that ran out", () => {
  it("is renewed once for all calls that need it, and each is sent again", async () => {
    const { api, asked, signedOut } = serve(renewing);
    const answers = await Promise.all(["/1", "/2", "/3"].map((path) => api.json(path)));
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(asked.filter((one) => one.path === "/api/auth/refresh")).toHaveLength(1);
    expect(signedOut()).toBe(0);
  });

  it("is not renewed again for a call that was only late", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { api, asked } = serve(async (one) => {
      if (one.path === "/slow" && one.token === null) await held;
      return renewing(one);
    });
    const slow = api.json("/slow");
    await api.json("/quick");
    release();
    expect(await slow).toEqual({ ok: true });
    expect(asked.filter((one) => one.path === "/api/auth/refresh")).toHaveLength(1);
  });

  it("that cannot be renewed ends the session, and the call fails as unauthorized", async () => {
    const { api, signedOut } = serve(() => json(401, { error: { code: "unauthorized", message: "" } }));
    await expect(api.json("/1")).rejects.toMatchObject({ code: "unauthorized", status: 401 });
    expect(signedOut()).toBe(1);
  });

  it("does not end the session where the server could not be asked", async () => {
    const { api, signedOut } = serve(({ path }) =>
      path === "/api/auth/refresh" ? new TypeError("no line") : json(401, {}),
    );
    await expect(api.json("/1")).rejects.toMatchObject({ code: "offline" });
    expect(signedOut()).toBe(0);
  });
});

describe("a call that fails", () => {
  it("is tried once more where it only reads", async () => {
    const { api, asked } = serve((_, count) =>
      count === 1 ? new TypeError("no line") : json(200, { ok: true }),
    );
    expect(await api.json("/1")).toEqual({ ok: true });
    expect(asked).toHaveLength(2);
  });

  it("is not tried again where it may have been done", async () => {
    const { api, asked } = serve(() => new TypeError("no line"));
    await expect(api.json("/1", { method: "POST", body: {} })).rejects.toMatchObject({
      code: "offline",
      status: 0,
    });
    expect(asked).toHaveLength(1);
  });

  it("is not tried again where the answer will not change", async () => {
    const { api, asked } = serve(() => json(404, { error: { code: "not_found", message: "gone" } }));
    await expect(api.json("/1")).rejects.toMatchObject({ code: "not_found", message: "gone" });
    expect(asked).toHaveLength(1);
  });

  it("says when to come back, where the server says so", async () => {
    const { api } = serve(() =>
      json(429, { error: { code: "rate_limited", message: "" } }, { "retry-after": "7" }),
    );
    await expect(api.json("/1", { method: "PUT" })).rejects.toMatchObject({ retryAfter: 7 });
  });

  it.each([
    ["a proxy's page", new Response("<h1>502</h1>", { status: 502 })],
    ["nothing", new Response(null, { status: 500 })],
    ["an error of another shape", Response.json({ error: "no" }, { status: 500 })],
  ])("with %s is a failure all the same", async (_, response) => {
    const { api } = serve(() => response.clone() as Response);
    await expect(api.json("/1", { method: "POST" })).rejects.toBeInstanceOf(ApiFailure);
  });

  it("in the middle of its answer is offline, not a broken page", async () => {
    const { api } = serve(() => new Response('{"half":', { status: 200 }));
    await expect(api.json("/1")).rejects.toMatchObject({ code: "offline" });
  });
});

describe("the access token", () => {
  it("goes with every call after signing in, and with none after leaving", async () => {
    const { api, asked } = serve(({ path }) => (path.endsWith("login") ? signedIn("mine") : json(200, {})));
    await api.enter("/api/auth/login", { username: "amu", password: "x" });
    await api.json("/1");
    await api.leave();
    await api.json("/2");
    expect(asked.map((one) => one.token)).toEqual([null, "Bearer mine", "Bearer mine", null]);
  });

  it("is not taken from a refused sign-in", async () => {
    const { api, asked } = serve(({ path }) =>
      path.endsWith("login") ? json(401, { error: { code: "unauthorized", message: "" } }) : json(200, {}),
    );
    await expect(api.enter("/api/auth/login", {})).rejects.toMatchObject({ status: 401 });
    await api.json("/1");
    expect(asked.at(-1)?.token).toBeNull();
  });
});

describe("the account", () => {
  it("is changed by one call after the other, so that what was changed last is what is shown", async () => {
    const held: (() => void)[] = [];
    const { api, asked } = serve(async ({ path }, count) => {
      if (path === "/api/auth/login") return signedIn("new");
      await new Promise<void>((go) => held.push(go));
      return count === 2 ? json(503, {}) : json(200, { user: { ...user, display_name: `${count}` } });
    });
    const door = createSession(api);
    await door.signIn({ username: "amu", password: "" });
    const changes = ["a", "b", "c"].map((display_name) => door.change({ display_name }));
    const ends = Promise.allSettled(changes);
    for (let at = 0; at < changes.length; at += 1) {
      await expect.poll(() => held.length).toBe(at + 1);
      expect(asked).toHaveLength(at + 2);
      held[at]?.();
    }
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(door.session.value).toMatchObject({ state: "in", user: { display_name: "4" } });
  });
});
