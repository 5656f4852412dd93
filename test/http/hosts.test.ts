import { afterEach, describe, expect, it } from "vitest";
import { type House, openHouse, type Served, serveHouse } from "./support/house.ts";
import { rawRequest } from "./support/raw-clients.ts";
import { roomyHouse } from "./support/test-room.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

describe("other sites", () => {
  const list = (h: House, headers: Record<string, string>, token?: string) =>
    h.send("GET", "/api/ai-users", { headers, ...(token ? { token } : {}) });

  it.each([
    ["evil.example"],
    ["evil.example:8787"],
    ["localhost.evil.example"],
    ["127.0.0.1.nip.io"],
    ["127.0.0.1@evil.example"],
    [""],
    ["[::1"],
  ])("are refused under the Host %j (C205)", async (host) => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    const answer = await list(h, { host }, token);
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    ["localhost:8787"],
    ["127.0.0.1"],
    ["[::1]:8787"],
    ["LOCALHOST."],
    ["home.example"],
    ["pi.local:80"],
    ["10.1.2.3:8787"],
  ])("do not include our own name %s", async (host) => {
    const h = openHouse({
      settings: { allowedHosts: ["pi.local"], publicUrl: "https://home.example", host: "10.1.2.3" },
    });
    const { access_token: token } = await openHouse().signUp();
    expect((await list(h, { host }, token)).status).toBe(401);
  });

  it("are known by their Origin, whatever they send along (C204)", async () => {
    const h = roomyHouse();
    const first = await h.send("POST", "/api/auth/register", {
      body: { username: "anna", password: "12345678" },
    });
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { access_token: token } = (await first.json()) as { access_token: string };
    const headers = { origin: "https://evil.example", cookie, "content-type": "text/plain" };
    const answer = await h.send("POST", "/api/ai-users", { headers, body: '{"name":"x"}' });
    expect([403, 415]).toContain(answer.status);
    for (const origin of ["null", "https://localhost:9999", "file://", "garbage"])
      expect((await list(h, { origin, host: "localhost:8787" }, token)).status, origin).toBe(403);
    expect((await list(h, { origin: "http://localhost:8787", host: "localhost:8787" }, token)).status).toBe(
      200,
    );
  });

  it("get no preflight answered", async () => {
    const h = roomyHouse();
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await h.send("OPTIONS", "/api/ai-users", { headers });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("are refused on a real socket too, and odd requests do not end the server", async () => {
    const h = roomyHouse();
    served = await serveHouse(h);
    const { port } = served;
    const ask = (line: string, host: string) =>
      rawRequest(port, `${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask("GET /api/ai-users HTTP/1.1", "evil.example")).toMatch(/^HTTP\/1.1 403/);
    expect(await ask("GET http://evil.example/api/ai-users HTTP/1.1", "evil.example")).toMatch(
      /^HTTP\/1.1 403/,
    );
    expect(await ask("GET /..\\..\\etc HTTP/1.1", "localhost")).toMatch(/^HTTP\/1.1 4/);
    expect(await ask("GET /health HTTP/1.1", "10.9.8.7")).toMatch(/^HTTP\/1.1 200/);
  });
});
