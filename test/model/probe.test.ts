// A model server on this machine is offered, and whatever else listens there is not.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { probeLocalServers } from "../../src/model/probe.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test("offers what answers with a list of models, with their names", async () => {
  const base_url = await listening((request, response) =>
    response.end(request.url === "/v1/models" ? '{"data":[{"id":"qwen3:8b"},{"id":7},null]}' : "{}"),
  );
  expect(await probeLocalServers([{ name: "Ollama", base_url }], 10_000)).toEqual([
    { name: "Ollama", base_url, models: ["qwen3:8b"] },
  ]);
});

test.each([
  ["a web page", (_: unknown, response: { end(text: string): void }) => response.end("<html>")],
  ["an empty list", (_: unknown, response: { end(text: string): void }) => response.end('{"data":[]}')],
  ["another JSON", (_: unknown, response: { end(text: string): void }) => response.end("null")],
  ["silence", () => {}],
])("offers nothing for %s", async (_, listener) => {
  const base_url = await listening(listener as RequestListener);
  expect(await probeLocalServers([{ name: "x", base_url }], 100)).toEqual([]);
});

test("follows no redirect and survives a closed port", async () => {
  const elsewhere = await listening((_, response) => response.end('{"data":[{"id":"m"}]}'));
  const base_url = await listening((_, response) =>
    response.writeHead(302, { location: `${elsewhere}/models` }).end(),
  );
  expect(
    await probeLocalServers([
      { name: "x", base_url },
      { name: "y", base_url: "http://127.0.0.1:1/v1" },
    ]),
  ).toEqual([]);
});
