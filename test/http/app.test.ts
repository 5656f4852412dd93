import { request } from "node:http";
import { connect } from "node:net";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../../src/error.ts";
import { newRoutes, type Room } from "../../src/http/http-deps.ts";
import { errorOf, type House, openHouse, type Served, serveHouse } from "./support/house.ts";

const megabyte = 1024 * 1024;
let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** A room with a route that fails in each way, and one with rules of its own for bodies. */
function testRoom(): Room {
  const routes = newRoutes();
  routes.get("/api/fail/:how", (c) => {
    const how = c.req.param("how");
    if (how === "hidden")
      throw new AppError("storage", "cannot write /home/anna/data/x.json", {
        visible: false,
        details: { file: "x" },
      });
    if (how === "busy")
      throw new AppError("model_busy", "Later, please.", { retryAfter: 12.2, retryable: true });
    if (how === "parse") JSON.parse('{"message": "her secret words');
    throw new TypeError("secret words in /home/anna");
  });
  routes.post("/api/upload", async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  routes.post("/api/echo", async (c) => c.json(z.unknown().parse(await c.req.json())));
  return {
    routes,
    bodies: [{ method: "POST", path: /^\/api\/upload$/, limit: 3 * megabyte, types: ["application/zip"] }],
  };
}
/** The page answers what is left, as the real one does; under /api and /nothing it passes. */
const page = new Hono().get("/*", async (c, next) =>
  /^\/(api|nothing)/.test(c.req.path) ? next() : c.text("page"),
);
const house = () => openHouse({ rooms: () => [testRoom()], page });

/** A chunked or measured upload over a real socket; gives what the client could read. */
function upload(
  port: number,
  path: string,
  options: { token: string; bytes: number; type?: string; chunked: boolean; host?: string },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      authorization: `Bearer ${options.token}`,
      "content-type": options.type ?? "application/json",
      connection: "close",
      ...(options.chunked ? {} : { "content-length": options.bytes }),
    };
    const outgoing = request({ port, host: "127.0.0.1", path, method: "POST", headers }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    outgoing.on("error", reject);
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let left = options.bytes;
    const write = () => {
      while (left > 0) {
        const size = Math.min(left, chunk.length);
        left -= size;
        if (!outgoing.write(chunk.subarray(0, size))) return void outgoing.once("drain", write);
      }
      outgoing.end();
    };
    write();
  });
}

/** A client that only begins to read when it has written everything, and that takes its time between two pieces. */
function slowUpload(port: number, token: string, pieces: readonly number[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", async () => {
      socket.pause();
      const head = [
        "POST /api/echo HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        "Connection: close",
      ];
      const body = ["Content-Type: application/json", "Transfer-Encoding: chunked", "", ""];
      socket.write([...head, ...body].join("\r\n"));
      for (const bytes of pieces) {
        socket.write(`${bytes.toString(16)}\r\n`);
        socket.write(Buffer.alloc(bytes, 0x20));
        socket.write("\r\n");
        await new Promise((wake) => setTimeout(wake, 700));
      }
      socket.write("0\r\n\r\n");
      socket.resume();
    });
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** Raw bytes to the server, for what no client library would send. */
function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("failures", () => {
  it("hide what may not leave the house, and never show a stack", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    for (const how of ["hidden", "parse", "ours"]) {
      const answer = await h.send("GET", `/api/fail/${how}`, { token });
      const text = await answer.text();
      expect([500, 503]).toContain(answer.status);
      expect(text).not.toMatch(/anna|secret| {4}at |x\.json|stack/);
      expect(JSON.parse(text)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
    expect(JSON.stringify(h.log)).not.toContain("her secret words");
  });

  it("say when a retry makes sense", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    const answer = await h.send("GET", "/api/fail/busy", { token });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("13");
    expect(await errorOf(answer)).toEqual({ code: "model_busy", message: "Later, please." });
  });

  it.each([["{bad"], [""], ['"{'], ["\u0000"]])("answer 400 for the broken JSON %j", async (body) => {
    const h = house();
    const { access_token: token } = await h.signUp();
    const answer = await h.send("POST", "/api/ai-users", {
      token,
      body,
      headers: { "content-type": "application/json" },
    });
    expect([400, 422]).toContain(answer.status);
    if (body !== "") expect(await errorOf(answer)).toMatchObject({ code: "bad_request" });
  });

  it.each([["[]"], ["7"], ["null"], ['{"name": 7}'], ['{"name": ""}'], ['{"examples": [{"user": "x"}]}']])(
    "answer 422 with paths for the wrong shape %s",
    async (body) => {
      const h = house();
      const { access_token: token } = await h.signUp();
      const answer = await h.send("POST", "/api/ai-users", { token, body });
      expect(answer.status).toBe(422);
      const error = await errorOf(answer);
      expect(error.code).toBe("invalid");
      expect(error.details).toEqual([{ path: expect.any(String), message: expect.any(String) }]);
    },
  );

  it("answer 404 in the one shape for what is not there, after asking for a token", async () => {
    const h = house();
    expect((await h.send("GET", "/api/nothing")).status).toBe(401);
    const { access_token: token } = await h.signUp();
    const answer = await h.send("PATCH", "/api/ai-users", { token });
    expect(answer.status).toBe(404);
    expect((await errorOf(answer)).code).toBe("not_found");
    expect((await h.send("GET", "/nothing")).status).toBe(404);
  });
});

describe("bodies", () => {
  it.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/jsonx"],
    [""],
  ])("of the type %j are refused with 415, and nothing is stored", async (type) => {
    const h = house();
    const { access_token: token } = await h.signUp();
    const body = JSON.stringify({ name: "x" });
    const answer = await h.send("POST", "/api/ai-users", {
      token,
      body,
      headers: { "content-type": type, "content-length": String(body.length) },
    });
    expect(answer.status).toBe(415);
    expect(await h.store.list("companion")).toEqual([]);
  });

  it("take JSON with a charset", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await h.send("POST", "/api/ai-users", { token, body: { name: "x" }, headers })).status).toBe(201);
  });

  it.each([
    ["with a length", false],
    ["chunked", true],
  ])("of 8 MB %s are refused with a 413 that the client can read (C210)", async (_name, chunked) => {
    const h = house();
    const { access_token: token } = await h.signUp();
    served = await serveHouse(h);
    const answer = await upload(served.port, "/api/echo", { token, bytes: 8 * megabyte, chunked });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "too_large" } });
  });

  it("that are refused are read to their end, so that a slow client still hears why", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    served = await serveHouse(h);
    const answer = await slowUpload(served.port, token, [2 * megabyte, 6 * megabyte]);
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });

  it("may be as large as their own rule allows, of its type only", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    served = await serveHouse(h);
    const send = (bytes: number, chunked: boolean, type = "application/zip") =>
      upload(served?.port ?? 0, "/api/upload", { token, bytes, chunked, type });
    expect(await send(2 * megabyte, true)).toMatchObject({ status: 200, body: `{"bytes":${2 * megabyte}}` });
    expect(await send(2 * megabyte, false)).toMatchObject({ status: 200, body: `{"bytes":${2 * megabyte}}` });
    expect((await send(3 * megabyte + 1, true)).status).toBe(413);
    expect((await send(3 * megabyte + 1, false)).status).toBe(413);
    expect((await send(10, false, "application/json")).status).toBe(415);
  });

  it("may be left out, with or without a length of zero", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    const id = await h.makeCompanion(token);
    served = await serveHouse(h);
    const head = `POST /api/friends/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close`;
    for (const more of ["", "\r\nContent-Length: 0", "\r\nContent-Type: text/plain"])
      expect(await rawRequest(served.port, `${head}${more}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
  });

  it("reach the route whole when they come in pieces", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    served = await serveHouse(h);
    const body = new ReadableStream({
      async start(controller) {
        for (const piece of ['{"text"', ':"左', '右"}']) {
          controller.enqueue(new TextEncoder().encode(piece));
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        controller.close();
      },
    });
    const init = {
      method: "POST",
      body,
      duplex: "half",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    };
    const answer = await fetch(`${served.url}/api/echo`, init as RequestInit);
    expect(await answer.json()).toEqual({ text: "左右" });
  });
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
    const h = house();
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
    const h = house();
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
    const h = house();
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await h.send("OPTIONS", "/api/ai-users", { headers });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("are refused on a real socket too, and odd requests do not end the server", async () => {
    const h = house();
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

describe("every answer", () => {
  it("carries the security headers and a request id, failures too", async () => {
    const h = house();
    for (const path of ["/health", "/api/ai-users", "/nothing"]) {
      const answer = await h.send("GET", path);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
      expect(answer.headers.get("content-security-policy")).not.toContain("unsafe");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
      expect(answer.headers.get("x-request-id")).toMatch(/^01TESTID/);
    }
  });

  it("is logged with its path but without its query, and counted by pattern", async () => {
    const h = house();
    const { access_token: token } = await h.signUp();
    const id = await h.makeCompanion(token);
    await h.send("GET", `/api/ai-users/${id}?message=her%20words`, { token });
    const text = JSON.stringify(h.log);
    expect(text).toContain(`/api/ai-users/${id}`);
    expect(text).not.toMatch(/her|words|Bearer|scrypt/);
    expect(text).not.toContain(token);
    await h.send("GET", "/api/anything/made/up", { token });
    await h.send("GET", "/somewhere/on/the/page");
    const page = await h.deps.metrics.render();
    expect(page).toContain('method="GET",route="/api/ai-users/:user_id",status="200"');
    expect(page).not.toContain(id);
    expect(page).not.toContain("made/up");
    expect(page).toContain('method="GET",route="/*",status="200"');
  });
});
