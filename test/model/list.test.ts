// The names of the models that an address offers: with the right key and no other, and with the provider's own words where it refuses.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createModels } from "../../src/model/fallback.ts";
import { ModelsConfig, Secrets } from "../../src/schema/models.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Heard = { path: string | undefined; authorization: string | undefined };

async function provider(listener: RequestListener): Promise<{ base_url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    heard.push({ path: request.url, authorization: request.headers.authorization });
    listener(request, response as Parameters<RequestListener>[1]);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, heard };
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

function modelsWith(config: unknown, keys: Record<string, { origin: string; key: string }> = {}) {
  const models = createModels({
    config: () => ModelsConfig.parse(config),
    secrets: () => Secrets.parse({ keys }),
    extractive: () => ({}),
    guide: () => "",
    milliseconds: () => 0,
  });
  if (models.list === undefined) throw new Error("the models list nothing");
  return models.list;
}

describe("a list of models", () => {
  it("is asked for with the key that was given, and names each model once", async () => {
    const { base_url, heard } = await provider(
      json(200, { data: [{ id: "a" }, { id: "b" }, { id: "a" }, { id: 3 }, null, { id: "" }] }),
    );
    const list = modelsWith({ models: {}, roles: {} });
    expect(await list({ base_url, api_key: "sk-new" })).toEqual({ ok: true, models: ["a", "b"] });
    expect(heard).toEqual([{ path: "/v1/models", authorization: "Bearer sk-new" }]);
  });

  it("is asked for with the key of the same origin where none is given, and never with another's", async () => {
    const { base_url, heard } = await provider(json(200, { data: [{ id: "a" }] }));
    const other = await provider(json(200, { data: [{ id: "x" }] }));
    const config = { models: { one: { base_url, model: "a" } }, roles: {} };
    const list = modelsWith(config, { one: { origin: new URL(base_url).origin, key: "sk-stored" } });
    await list({ base_url: `${new URL(base_url).origin}/other/v2` });
    await list({ base_url: other.base_url });
    expect(heard[0]?.authorization).toBe("Bearer sk-stored");
    expect(other.heard[0]?.authorization).not.toContain("sk-stored");
  });

  it("that is refused says so in the provider's words, without the key", async () => {
    const { base_url } = await provider(
      json(401, { error: { message: "Incorrect key sk-secret-77 given" } }),
    );
    const list = modelsWith({ models: {}, roles: {} });
    const told = await list({ base_url, api_key: "sk-secret-77" });
    expect(told).toMatchObject({ ok: false, models: [], error: "key" });
    expect(told.provider_error).toContain("Incorrect key");
    expect(JSON.stringify(told)).not.toContain("sk-secret");
  });

  it.each([
    ["a page", (_: unknown, response: { end: (text: string) => void }) => response.end("<html>hello</html>")],
    ["another JSON", json(200, { models: 3 })],
  ])("is none where the address answers with %s", async (_, listener) => {
    const { base_url } = await provider(listener as RequestListener);
    const list = modelsWith({ models: {}, roles: {} });
    expect(await list({ base_url })).toMatchObject({ ok: false, error: "invalid" });
  });

  it("follows no redirect, and gives up on a closed port", async () => {
    const elsewhere = await provider(json(200, { data: [{ id: "a" }] }));
    const { base_url } = await provider((_, response) =>
      response.writeHead(302, { location: `${elsewhere.base_url}/models` }).end(),
    );
    const list = modelsWith({ models: {}, roles: {} });
    expect((await list({ base_url, api_key: "sk-1" })).ok).toBe(false);
    expect(elsewhere.heard).toEqual([]);
    expect(await list({ base_url: "http://127.0.0.1:1/v1" })).toMatchObject({
      ok: false,
      error: "unreachable",
    });
  });
});
