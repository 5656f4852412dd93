import { afterEach, describe, expect, it } from "vitest";
import { type Served, serveHouse } from "./support/house.ts";
import { rawRequest, slowUpload, upload } from "./support/raw-clients.ts";
import { megabyte, roomyHouse } from "./support/test-room.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

describe("bodies", () => {
  it.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/jsonx"],
    [""],
  ])("of the type %j are refused with 415, and nothing is stored", async (type) => {
    const h = roomyHouse();
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
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await h.send("POST", "/api/ai-users", { token, body: { name: "x" }, headers })).status).toBe(201);
  });

  it.each([
    ["with a length", false],
    ["chunked", true],
  ])("of 8 MB %s are refused with a 413 that the client can read (C210)", async (_name, chunked) => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    served = await serveHouse(h);
    const answer = await upload(served.port, "/api/echo", { token, bytes: 8 * megabyte, chunked });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "too_large" } });
  });

  it("that are refused are read to their end, so that a slow client still hears why", async () => {
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    served = await serveHouse(h);
    const answer = await slowUpload(served.port, token, [2 * megabyte, 6 * megabyte]);
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });

  it("may be as large as their own rule allows, of its type only", async () => {
    const h = roomyHouse();
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
    const h = roomyHouse();
    const { access_token: token } = await h.signUp();
    const id = await h.makeCompanion(token);
    served = await serveHouse(h);
    const head = `POST /api/friends/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close`;
    for (const more of ["", "\r\nContent-Length: 0", "\r\nContent-Type: text/plain"])
      expect(await rawRequest(served.port, `${head}${more}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
  });

  it("reach the route whole when they come in pieces", async () => {
    const h = roomyHouse();
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
