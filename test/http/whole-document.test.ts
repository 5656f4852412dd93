import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type House, startHouse } from "../support/house.ts";

type Media = Record<string, { schema?: Record<string, unknown> }>;
type Operation = {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Media }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: object } };

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

  it("documents patterns that every validator reads alike: one that needs a flag is told in words", () => {
    const text = JSON.stringify(document);
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, found = ""]) => found);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => !pattern.endsWith('$"') || pattern.includes("\\p{"))).toEqual([]);
    expect(text).toContain("matches /^[^\\\\p{C}\\\\p{Z}]+$/u");
  });

  it("documents both of what may be sent to one address: a card, and a zip with new_id", () => {
    const names = document.paths["/api/ai-users/import"]?.post?.parameters?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["take", "seen", "new_id"]));
  });

  it("answers what it documents on each route that only reads: kind, and shape where it is JSON", async () => {
    const user = await house.create({ soul: "xiaoyu" });
    for (const content of ["记住，我对花生过敏", "我养了一只叫年糕的猫，今天带它去打针", "晚安"])
      await house.chat(user, content);
    await house.api("POST", `/api/memory/${user}/compress`);
    let looked = 0;
    for (const [path, item] of Object.entries(document.paths)) {
      // The stream has no end, this companion no picture, and a change is read by the name of its month.
      if (!item.get || /\/events$|picture$|\{folder\}|^\/test/.test(path)) continue;
      const filled = path.replace("{user_id}", user).replace("{name}", "conversation.json");
      const answer = await fetch(house.url + filled + (path.endsWith("/search") ? "?q=年糕" : ""), {
        headers: { authorization: `Bearer ${house.token}` },
      });
      const content = item.get.responses[String(answer.status)]?.content ?? {};
      const kind = (answer.headers.get("content-type") ?? "").replace(/;.*$/, "");
      expect(Object.keys(content), `${path} ${answer.status}`).toContain(kind);
      const text = await answer.text();
      const schema = content[kind]?.schema;
      if (kind !== "application/json" || !schema) continue;
      const shape = z.fromJSONSchema({ ...schema, components: document.components } as never);
      const read = shape.safeParse(JSON.parse(text));
      expect(read.success ? [] : read.error.issues, path).toEqual([]);
      looked += 1;
    }
    expect(looked).toBeGreaterThan(25);
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
