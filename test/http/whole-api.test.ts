// The API document of the whole house: every route that the app answers stands in it with its shapes, and so does every one that DESIGN names.
import { beforeAll, describe, expect, it } from "vitest";
import { roomsOf } from "../../src/main.ts";
import { openHouse } from "./support/house.ts";

type Media = { schema?: { $ref?: string } & Record<string, unknown> };
type Operation = {
  summary?: string;
  tags?: string[];
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
};

/** The endpoints of DESIGN 7; with "+" those that take a body. */
const designed = [
  "+POST /api/auth/register",
  "POST /api/auth/invites",
  "GET /api/auth/invites",
  "DELETE /api/auth/invites/{}",
  "+POST /api/auth/login",
  "+POST /api/auth/refresh",
  "+POST /api/auth/logout",
  "GET /api/auth/user",
  "+PUT /api/auth/user",
  "+PUT /api/auth/password",
  "GET /api/auth/sessions",
  "DELETE /api/auth/sessions",
  "DELETE /api/auth/user",
  "GET /api/auth/keys",
  "+POST /api/auth/keys",
  "DELETE /api/auth/keys/{}",
  "GET /api/ai-users",
  "+POST /api/ai-users",
  "GET /api/ai-users/{}",
  "+PUT /api/ai-users/{}",
  "DELETE /api/ai-users/{}",
  "+PUT /api/ai-users/by-ref/{}",
  "POST /api/ai-users/{}/restore",
  "GET /api/souls",
  "+POST /api/ai-users/{}/chat",
  "POST /api/ai-users/{}/stop",
  "POST /api/ai-users/{}/typing",
  "+POST /api/ai-users/{}/save-message",
  "GET /api/ai-users/{}/messages",
  "+PUT /api/ai-users/{}/messages/{}",
  "DELETE /api/ai-users/{}/messages/{}",
  "POST /api/ai-users/{}/messages/{}/regenerate",
  "GET /api/memory/{}",
  "+POST /api/memory/{}/context",
  "GET /api/memory/{}/files",
  "GET /api/memory/{}/files/{}",
  "+PUT /api/memory/{}/{}",
  "POST /api/memory/{}/compress",
  "POST /api/memory/{}/extract",
  "GET /api/memory/{}/search",
  "+POST /api/memory/{}/search",
  "GET /api/memory/{}/facts",
  "+POST /api/memory/{}/facts",
  "+PUT /api/memory/{}/facts/{}",
  "DELETE /api/memory/{}/facts/{}",
  "POST /api/memory/{}/facts/{}/accept",
  "POST /api/memory/{}/facts/{}/refuse",
  "+PUT /api/memory/{}/pin/{}",
  "GET /api/memory/{}/profile",
  "GET /api/memory/{}/emotions",
  "GET /api/memory/{}/graph",
  "GET /api/memory/{}/usage",
  "GET /api/memory/{}/changes",
  "POST /api/memory/{}/changes/{}/undo",
  "+POST /api/memory/{}/changes/undo",
  "+POST /api/memory/{}/erase",
  "+POST /api/ai-users/{}/import",
  "GET /api/ai-users/{}/export",
  "+POST /api/ai-users/import",
  "GET /api/soul/{}",
  "+POST /api/soul/{}/update",
  "+POST /api/soul/{}/revert",
  "POST /api/relationship/{}/judge",
  "GET /api/heartbeat/status",
  "+POST /api/heartbeat/configure",
  "POST /api/heartbeat/start",
  "POST /api/heartbeat/stop",
  "POST /api/heartbeat/trigger/{}",
  "GET /api/friends",
  "POST /api/friends/{}",
  "DELETE /api/friends/{}",
  "GET /api/models",
  "+PUT /api/models",
  "+POST /api/models/test",
  "GET /api/events",
  "GET /health",
  "GET /metrics",
] as const;

/** "/api/ai-users/{user_id}" and "/api/ai-users/:user_id{.+}" are the same place. */
const place = (path: string) => path.replace(/:[a-z_]+(?:\{[^}]*\})?|\{[^}]+\}/gi, "{}");

const operations = new Map<string, Operation>();
let routes: string[] = [];
let document = {} as Record<string, unknown>;

beforeAll(async () => {
  const parts = {} as Parameters<typeof roomsOf>[1];
  const house = openHouse({ rooms: (deps) => roomsOf(deps, parts) });
  document = (await (await house.send("GET", "/doc")).json()) as Record<string, unknown>;
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(item))
      operations.set(`${method.toUpperCase()} ${place(path)}`, operation);
  const isRoute = ({ method, path }: { method: string; path: string }) =>
    method !== "ALL" && /^\/(?:api|health|metrics)/.test(path) && !path.endsWith("*");
  routes = [...new Set(house.app.routes.filter(isRoute).map((one) => `${one.method} ${place(one.path)}`))];
});

describe("the document of the whole house", () => {
  it("has every route that the app answers, and none that it does not", () => {
    expect(routes.length).toBeGreaterThan(90);
    expect(routes.filter((route) => !operations.has(route))).toEqual([]);
    expect([...operations.keys()].filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(designed)("has what DESIGN names, with the shape of what goes in and comes out: %s", (named) => {
    const operation = operations.get(named.replace("+", ""));
    const answers = Object.entries(operation?.responses ?? {}).filter(([status]) => status.startsWith("2"));
    const media = answers.flatMap(([, answer]) => Object.values(answer.content ?? {}));
    expect(media.length, named).toBeGreaterThan(0);
    for (const { schema } of media) expect(Object.keys(schema ?? {}).length).toBeGreaterThan(0);
    const body = Object.values(operation?.requestBody?.content ?? {});
    if (named.startsWith("+")) {
      expect(body.length).toBeGreaterThan(0);
      for (const { schema } of body) expect(Object.keys(schema ?? {}).length).toBeGreaterThan(0);
    }
  });

  it("says of every route in one sentence what it is for, in which group, and how it fails", () => {
    const silent = [...operations].filter(
      ([, one]) => !one.summary || !one.tags?.[0] || one.responses?.default?.content === undefined,
    );
    expect(silent.map(([name]) => name).filter((name) => name !== "GET /health")).toEqual([]);
  });

  it("resolves every reference in it, and points nowhere outside", () => {
    const text = JSON.stringify(document);
    for (const [, reference = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(reference).toMatch(/^#\//);
      const found = reference
        .slice(2)
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect(found, reference).toBeDefined();
    }
  });
});
