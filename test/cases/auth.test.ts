// Who gets in: two tabs, guessing, other sites, other host names, forgotten routes (C200–C206).
import { expect } from "vitest";
import { startHouse } from "../support/house.ts";
import { rawRequest } from "./raw-request.ts";
import { describeCases, isThere, type Scene } from "./runner.ts";

const credentials = { username: "owner", password: "correct horse battery" };

type SignedIn = { access_token: string; refresh_token?: string };
type Reply = { status: number; body: SignedIn; headers: Headers };

async function post(
  scene: Scene,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(scene.stage.house.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text), headers: response.headers };
}

const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(";")[0] ?? "";

async function isIn(scene: Scene, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${scene.stage.house.url}/api/ai-users`, { headers })).status === 200;
}

/** Needs no token (DESIGN 7). */
const open = new Set([
  "post /api/auth/register",
  "post /api/auth/login",
  "post /api/auth/refresh",
  "get /health",
]);

describeCases(
  "auth",
  {
    steps: {
      "two POST /api/auth/refresh at once with the same refresh token": async (scene) => {
        const program = await post(scene, "/api/auth/login", { ...credentials, client: "program" });
        const refresh_token = program.body.refresh_token ?? "";
        const asProgram = () => post(scene, "/api/auth/refresh", { refresh_token });
        scene.found.set("program", await Promise.all([asProgram(), asProgram()]));
        const page = await post(scene, "/api/auth/login", credentials);
        const cookie = cookieOf(page);
        const asPage = () => post(scene, "/api/auth/refresh", {}, { cookie, origin: scene.stage.house.url });
        scene.found.set("page", await Promise.all([asPage(), asPage()]));
      },
      "30 wrong logins in 10 s": async (scene) => {
        const guesses: Reply[] = [];
        for (let guess = 0; guess < 30; guess += 1)
          guesses.push(
            await post(scene, "/api/auth/login", { ...credentials, password: `wrong guess ${guess}` }),
          );
        scene.found.set("guesses", guesses);
      },
      "then the right one": async (scene) => {
        const guesses = scene.found.get("guesses") as Reply[];
        const wait = Number(guesses.at(-1)?.headers.get("retry-after"));
        const authorization = `Bearer ${scene.stage.house.token}`;
        await post(scene, "/test/clock", { advance_s: wait }, { authorization });
        scene.found.set("right", await post(scene, "/api/auth/login", { ...credentials, client: "program" }));
      },
      "POST /api/ai-users/{id}/chat with Content-Type: text/plain, Origin: https://evil.example and the session cookie":
        async (scene) => {
          const cookie = cookieOf(await post(scene, "/api/auth/login", credentials));
          const path = `/api/ai-users/${scene.user}/chat`;
          const body = '{"content":"替我说一句"}';
          const simple = { "content-type": "text/plain", cookie };
          const token = { authorization: `Bearer ${scene.stage.house.token}` };
          scene.found.set("answers", [
            await post(scene, path, body, { ...simple, origin: "https://evil.example" }),
            // Each guard holds alone, and with a token that a page would never send.
            await post(scene, path, body, { ...simple, ...token }),
            await post(scene, path, body, { ...token, origin: "https://evil.example" }),
            await post(scene, path, body, { cookie }),
          ]);
        },
      "GET /api/ai-users with Host: evil.example (server on 127.0.0.1); and Origin: null": async (scene) => {
        const { url, token } = scene.stage.house;
        const authorization = `Bearer ${token}`;
        const ask = (headers: Record<string, string>) =>
          rawRequest(url, { path: "/api/ai-users", headers: { authorization, ...headers } });
        scene.found.set("host", await ask({ host: "evil.example" }));
        scene.found.set("port", await ask({ host: `evil.example:${new URL(url).port}` }));
        scene.found.set("null", await ask({ origin: "null" }));
        scene.found.set("other", await ask({ origin: "https://evil.example" }));
        scene.found.set("ours", await ask({ host: `localhost:${new URL(url).port}` }));
      },
      "call each route of the API document without a token": async (scene) => {
        const { url } = scene.stage.house;
        const document = await (await fetch(`${url}/doc`)).json();
        const statuses = new Map<string, number>();
        for (const [path, item] of Object.entries<object>(document.paths))
          for (const method of Object.keys(item)) {
            const real = path.replaceAll("{user_id}", scene.user).replaceAll(/\{[^}]+\}/g, "x");
            const writes = ["post", "put"].includes(method);
            const sent = {
              method,
              ...(writes ? { body: "{}", headers: { "content-type": "application/json" } } : {}),
            };
            const answer = await fetch(url + real, sent);
            await answer.body?.cancel();
            statuses.set(`${method} ${path}`, answer.status);
          }
        scene.found.set("statuses", statuses);
      },
    },
    checks: {
      "both clients stay logged in (grace of some seconds gives the same successor)": async (scene) => {
        const [one, two] = scene.found.get("program") as [Reply, Reply];
        expect([one.status, two.status]).toEqual([200, 200]);
        expect(one.body.refresh_token).toBeDefined();
        expect(two.body.refresh_token).toBe(one.body.refresh_token);
        expect(await isIn(scene, one.body.access_token)).toBe(true);
        expect(await isIn(scene, two.body.access_token)).toBe(true);
        const pages = scene.found.get("page") as Reply[];
        for (const { status, body } of pages) {
          expect(status).toBe(200);
          expect(await isIn(scene, body.access_token)).toBe(true);
        }
      },
      "NOT family revoked": async (scene) => {
        const [one] = scene.found.get("program") as [Reply, Reply];
        const next = await post(scene, "/api/auth/refresh", { refresh_token: one.body.refresh_token });
        expect(next.status).toBe(200);
        expect(await isIn(scene, next.body.access_token)).toBe(true);
      },
      "NOT cookies cleared by the losing answer": (scene) => {
        const pages = scene.found.get("page") as Reply[];
        const cookies = pages.map(cookieOf);
        expect(cookies[0]).toMatch(/^\w+=.{20,}/);
        expect(cookies[1]).toBe(cookies[0]);
        for (const page of pages) expect(page.headers.getSetCookie().join()).not.toMatch(/max-age=0|1970/i);
      },

      "429 with Retry-After before the 30th; event in the log; the right password works after the wait": (
        scene,
      ) => {
        const guesses = scene.found.get("guesses") as Reply[];
        const refused = guesses.findIndex(({ status }) => status === 429);
        expect(refused).toBeGreaterThan(2);
        expect(guesses.slice(0, refused).every(({ status }) => status === 401)).toBe(true);
        expect(guesses.slice(refused).every(({ status }) => status === 429 || status === 401)).toBe(true);
        expect(guesses.at(-1)?.status).toBe(429);
        expect(Number(guesses.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
        const printed = scene.stage.house.output();
        expect(printed).toContain("too many failed sign-ins");
        expect(printed).not.toContain("wrong guess");
        const right = scene.found.get("right") as Reply;
        expect(right.status).toBe(200);
        expect(right.body.access_token).not.toBe("");
      },

      "403 or 415; nothing stored": async (scene) => {
        const statuses = (scene.found.get("answers") as Reply[]).map(({ status }) => status);
        expect(statuses).toEqual([403, 415, 403, 401]);
        expect(await isThere(`${scene.folder}/conversation.json`)).toBe(false);
        expect(scene.stage.upstream.of("chat")).toEqual([]);
      },

      "403 for unknown hosts; allowed hosts are a setting": async (scene) => {
        const status = (name: string) => (scene.found.get(name) as { status: number }).status;
        expect(["host", "port", "null", "other"].map(status)).toEqual([403, 403, 403, 403]);
        expect(status("ours")).toBe(200);
        const house = await startHouse({ env: { ALLOWED_HOSTS: "home.example" } });
        try {
          const ask = (host: string) =>
            rawRequest(house.url, {
              path: "/api/ai-users",
              headers: { host, authorization: `Bearer ${house.token}` },
            });
          expect((await ask("home.example")).status).toBe(200);
          expect((await ask("evil.example")).status).toBe(403);
        } finally {
          await house.close();
          await house.remove();
        }
      },
      "NOT Access-Control-Allow-Origin: * or the mirrored origin with credentials": (scene) => {
        for (const answer of scene.found.values())
          expect((answer as { headers: object }).headers).not.toHaveProperty("access-control-allow-origin");
      },

      "401 on all but login and health": (scene) => {
        const statuses = scene.found.get("statuses") as Map<string, number>;
        expect(statuses.size).toBeGreaterThan(40);
        const answered = [...statuses].filter(([route, status]) => status !== 401 && !open.has(route));
        expect(answered).toEqual([]);
        expect(statuses.get("get /health")).toBe(200);
      },
    },
  },
  { child: true },
);
