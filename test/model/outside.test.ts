// Requests to hosts outside: bounded in time and size, no redirects, nothing inside the net unless it was named (issue 5).
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { askOutside, isInnerAddress } from "../../src/model/outside.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (url: string, more: object = {}) =>
  askOutside({ url, method: "GET", timeoutMs: 5_000, mayBePrivate: true, ...more });

describe("a request outside", () => {
  it("sends method, headers and body, and answers status and text", async () => {
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.on("end", () =>
        response.writeHead(201).end(`${request.method} ${request.headers["x-one"]} ${body}`),
      );
    });
    const answer = await ask(url, { method: "POST", headers: { "x-one": "1" }, body: "你好" });
    expect(answer).toEqual({ ok: true, status: 201, text: "POST 1 你好" });
  });

  it("follows no redirect", async () => {
    let second = 0;
    const target = await serve((_request, response) => {
      second += 1;
      response.end("inside");
    });
    const url = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    expect(await ask(url)).toMatchObject({ ok: true, status: 302 });
    expect(second).toBe(0);
  });

  it("gives up on a host that hangs, before or inside its answer, and when it is told to", async () => {
    const silent = await serve(() => {});
    expect(await ask(silent, { timeoutMs: 150 })).toEqual({ ok: false, reason: "timeout" });
    const slow = await serve((_request, response) => void response.write("a"));
    expect(await ask(slow, { timeoutMs: 150 })).toEqual({ ok: false, reason: "timeout" });
    const stop = new AbortController();
    const asked = ask(silent, { signal: stop.signal });
    stop.abort();
    expect(await asked).toEqual({ ok: false, reason: "aborted" });
  });

  it("reads no more than half a megabyte of an endless answer", async () => {
    const url = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(64 * 1024)));
        response.once("drain", more);
      };
      more();
    });
    const answer = await ask(url);
    expect(answer.ok && answer.text.length).toBe(512 * 1024);
  });

  it("is unreachable where nobody listens, and no request at all where the address is none", async () => {
    const url = await serve(() => {});
    for (const server of servers.splice(0)) server.close();
    expect(await ask(url, { timeoutMs: 2_000 })).toEqual({ ok: false, reason: "unreachable" });
    for (const bad of ["", "no address", "file:///etc/passwd", "ftp://example.com"])
      expect([bad, await ask(bad)]).toEqual([bad, { ok: false, reason: "refused_address" }]);
  });

  it("goes to no inner address, by number or by a name that leads there, unless it was named", async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.end("ok");
    });
    const { port } = new URL(url);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f000001",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.1",
      "192.168.1.1",
      "169.254.169.254",
    ])
      expect([host, await ask(`http://${host}:${port}/`, { mayBePrivate: false, timeoutMs: 2_000 })]).toEqual(
        [host, { ok: false, reason: "refused_address" }],
      );
    expect(asked).toBe(0);
    expect(await ask(`http://localhost:${port}/`)).toMatchObject({ ok: true, text: "ok" });
    // Where clouds keep their keys nobody goes, named or not.
    expect(await ask("http://169.254.169.254/")).toEqual({ ok: false, reason: "refused_address" });
  });

  it("knows inner addresses in every form, and outer ones too", () => {
    for (const one of [
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
      "127.9.9.9",
      "100.64.0.1",
      "0.0.0.0",
      "::",
      "::1",
      "fc00::1",
      "fd12::1",
      "fe80::1",
      "fe80::1%eth0",
      "::ffff:10.0.0.1",
      "::ffff:a00:1",
      "224.0.0.1",
      "255.255.255.255",
      "64:ff9b::a00:1",
      "name",
    ])
      expect([one, isInnerAddress(one)]).toEqual([one, true]);
    for (const one of ["1.1.1.1", "172.32.0.1", "8.8.8.8", "2606:4700::1111", "100.128.0.1"])
      expect([one, isInnerAddress(one)]).toEqual([one, false]);
  });
});
