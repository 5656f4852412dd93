import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, startHouse } from "../support/house.ts";

type Document = { paths: Record<string, Record<string, unknown>> };

let house: House;
let document: Document;
beforeAll(async () => {
  house = await startHouse({ clock: "2026-05-01T08:00:00Z" });
  document = (await (await fetch(`${house.url}/doc`)).json()) as Document;
});
afterAll(async () => {
  await house.close();
  await house.remove();
});

/** These answer without a token (DESIGN 7). */
const open = new Set([
  "post /api/auth/register",
  "post /api/auth/login",
  "post /api/auth/refresh",
  "get /health",
]);

function* operations(): Generator<{ method: string; path: string }> {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of Object.keys(item)) yield { method, path };
}

describe("the whole server", () => {
  it("documents every room", () => {
    for (const path of [
      "/api/ai-users/{user_id}/chat",
      "/api/memory/{user_id}/files",
      "/api/auth/login",
      "/test/clock",
    ])
      expect(Object.keys(document.paths)).toContain(path);
  });

  it("answers 401 on each route without a token, but for those that must be open (C206)", async () => {
    const answered: string[] = [];
    for (const { method, path } of operations()) {
      if (open.has(`${method} ${path}`)) continue;
      const url = house.url + path.replaceAll(/\{[^}]+\}/g, "x");
      const answer = await fetch(url, { method: method.toUpperCase() });
      if (answer.status !== 401) answered.push(`${method} ${path}: ${answer.status}`);
      await answer.body?.cancel();
    }
    expect(answered).toEqual([]);
  });

  it("finds no companion behind an id that is a path, on any route (C207)", async () => {
    const odd = ["..%2f..%2fetc", "%2e%2e%2fother", "a%00b", "..%5c..%5cx"];
    const answered: string[] = [];
    for (const { method, path } of operations()) {
      if (!path.includes("{user_id}")) continue;
      for (const id of odd) {
        const url = house.url + path.replace("{user_id}", id).replaceAll(/\{[^}]+\}/g, "x");
        const answer = await fetch(url, {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${house.token}` },
        });
        if (answer.status !== 404 && answer.status !== 400)
          answered.push(`${method} ${url}: ${answer.status}`);
        await answer.body?.cancel();
      }
    }
    expect(answered).toEqual([]);
  });
});
