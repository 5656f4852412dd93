import { describe, expect, it } from "vitest";
import { openHouse } from "./support/house.ts";

type Document = { openapi: string; paths: Record<string, Record<string, unknown>> };

/** These need no token (DESIGN 7). */
const open = new Set([
  "post /api/auth/register",
  "post /api/auth/login",
  "post /api/auth/refresh",
  "get /health",
]);

async function documented(): Promise<{ house: ReturnType<typeof openHouse>; document: Document }> {
  const test = { advance: async () => {}, set: async () => {} };
  const house = openHouse({ settings: { test } });
  const answer = await house.send("GET", "/doc");
  expect(answer.status).toBe(200);
  return { house, document: (await answer.json()) as Document };
}

describe("the API document", () => {
  it("names every route of these doors", async () => {
    const { document } = await documented();
    expect(document.openapi).toMatch(/^3\.1/);
    for (const path of [
      "/api/auth/register",
      "/api/auth/keys/{key_id}",
      "/api/ai-users/by-ref/{ref}",
      "/api/ai-users/{user_id}/restore",
      "/api/friends/{user_id}",
      "/api/models/test",
      "/api/events",
      "/test/clock",
    ])
      expect(Object.keys(document.paths)).toContain(path);
  });

  it("shows bodies and answers, and resolves every reference", async () => {
    const { document } = await documented();
    const text = JSON.stringify(document);
    expect(text).toContain('"base_soul"');
    for (const [, reference = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, reference).toBeDefined();
    }
  });

  it("lists no route that answers without a token but those that must (C206)", async () => {
    const { house, document } = await documented();
    await house.signUp();
    let asked = 0;
    for (const [path, item] of Object.entries(document.paths))
      for (const method of Object.keys(item)) {
        if (open.has(`${method} ${path}`)) continue;
        const real = path.replaceAll(/\{[^}]+\}/g, "x");
        const body = method === "get" || method === "delete" ? {} : { body: {} };
        for (const authorization of ["", "Bearer x.y.z", "Basic YTpi"]) {
          const headers = authorization === "" ? undefined : { authorization };
          const answer = await house.send(method.toUpperCase(), real, {
            ...(headers ? { headers } : {}),
            ...body,
          });
          expect(answer.status, `${method} ${path}`).toBe(401);
          asked += 1;
        }
      }
    expect(asked).toBeGreaterThan(60);
  });

  it("can be read in a browser without scripts", async () => {
    const { house } = await documented();
    const page = await (await house.send("GET", "/docs")).text();
    expect(page).toContain("/api/ai-users/{user_id}");
    expect(page).not.toMatch(/<script|onclick|style="/);
    const style = await house.send("GET", "/docs/style.css");
    expect(style.headers.get("content-type")).toContain("text/css");
  });
});
