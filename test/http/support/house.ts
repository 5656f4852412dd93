// A whole server frame in memory for tests of the doors: movable clock, cheap password hashing, recorded log lines.
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { type HttpBindings, serve } from "@hono/node-server";
import type { Hono } from "hono";
import { createApp } from "../../../src/http/app.ts";
import type { App, HttpDeps, HttpSettings, Room } from "../../../src/http/http-deps.ts";
import { createHub } from "../../../src/http/hub.ts";
import { createMetrics } from "../../../src/http/metrics.ts";
import type { LoginAnswer } from "../../../src/schema/request-account.ts";
import { type Soul, SoulConfig } from "../../../src/schema/soul.ts";
import type { Store } from "../../../src/store/store.ts";
import { createMapStore } from "../../support/map-store.ts";

export type LogLine = { level: string; fields: Record<string, unknown>; message: string };

export const soul: Soul = {
  ...SoulConfig.parse({
    name: "小满",
    base_soul: "你叫小满，开一家旧书店。",
    bond: { kind: "朋友", romance: "none" },
    language: "zh",
    tagline: "旧书店里的猫和人",
    colours: ["#c96", "#69c"],
  }),
  soul: "xiaoman",
  greeting: "你来啦，外面冷吧？",
  avatar: "<svg xmlns='http://www.w3.org/2000/svg'/>",
  lines: {} as Soul["lines"],
};

export type House = {
  deps: HttpDeps;
  app: App;
  clock: { now(): number; pass(seconds: number): void };
  log: LogLine[];
  store: Store;
  /** Documents written so far. */
  writes(): number;
  /** Sends JSON from a loopback socket (or from `from`). */
  send(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; headers?: Record<string, string>; from?: string },
  ): Promise<Response>;
  /** Registers the first account, or invites and registers a further one. */
  signUp(username?: string): Promise<LoginAnswer & { refresh_token: string }>;
  /** Makes a companion and gives its id. */
  makeCompanion(token: string, body?: object): Promise<string>;
};

/** A socket that comes from the given address. */
export function cameFrom(address: string): HttpBindings {
  return { incoming: { socket: { remoteAddress: address } } } as unknown as HttpBindings;
}

export const password = "正确的密码 horse";

export type HouseOptions = {
  settings?: Partial<HttpSettings>;
  rooms?: (deps: HttpDeps) => readonly Room[];
  page?: Hono;
};

/** A house with nobody in it. */
export function openHouse(options: HouseOptions = {}): House {
  let time = 1_790_000_000;
  let count = 0;
  let steady = 0;
  const clock = {
    now: () => time,
    pass: (seconds: number) => {
      time += seconds;
    },
  };
  const log: LogLine[] = [];
  const record = (level: string) => (fields: object, message: string) => {
    log.push({ level, fields: { ...fields }, message });
  };
  const counter = () => String(++count).padStart(10, "0");
  const hub = createHub({ boot: "boot1" });
  const newId = () => `01TESTID${counter()}`;
  const store = createMapStore({ clock, newId });
  let writes = 0;
  store.subscribe(() => {
    writes += 1;
  });
  const deps: HttpDeps = {
    store,
    hub,
    metrics: createMetrics(),
    clock,
    random: () => 0.5,
    newId,
    randomSecret: () => createHash("sha256").update(`secret ${counter()}`).digest("base64url"),
    countTokens: async (text) => text.length,
    elapsedMs: () => ++steady,
    publish: hub.publish,
    wait: async () => true,
    souls: new Map([[soul.soul, soul]]),
    models: {
      state: () => [{ role: "chat", ready: ["deepseek_chat"] }],
      offers: () => [{ name: "Ollama", base_url: "http://127.0.0.1:11434/v1", models: ["qwen"] }],
      test: async (role: string) => ({ ok: true, model: `model of ${role}`, ms: 3 }),
      list: async ({ base_url, api_key }: { base_url: string; api_key?: string }) => ({
        ok: true,
        models: [base_url, api_key === undefined ? "without a key" : "with a key"],
      }),
    } as unknown as HttpDeps["models"],
    prompts: {} as HttpDeps["prompts"],
    search: { drop: () => {} } as unknown as HttpDeps["search"],
    flushUsage: async () => {},
    log: { debug: record("debug"), info: record("info"), warn: record("warn"), error: record("error") },
    settings: {
      host: "127.0.0.1",
      port: 8787,
      allowedHosts: [],
      trustProxy: false,
      authSecret: "a secret for tests only",
      setupCode: null,
      allowFirstFromLoopback: true,
      version: "0.0.0",
      passwordCost: { N: 2, r: 1, p: 1 },
      keepAliveMs: 15_000,
      ...options.settings,
    },
  };
  const app = createApp(deps, options.rooms?.(deps) ?? [], options.page);

  const send: House["send"] = async (
    method,
    path,
    { body, token, headers = {}, from = "127.0.0.1" } = {},
  ) => {
    const all: Record<string, string> = { ...headers };
    if (token !== undefined) all.authorization = `Bearer ${token}`;
    if (body !== undefined) all["content-type"] ??= "application/json";
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return app.request(
      path,
      { method, headers: all, ...(body === undefined ? {} : { body: text }) },
      cameFrom(from),
    );
  };
  let admin: string | undefined;
  return {
    deps,
    app,
    clock,
    log,
    store,
    writes: () => writes,
    send,
    async signUp(username = "anna") {
      const body: Record<string, unknown> = { username, password, client: "program" };
      if (admin !== undefined) {
        const made = await send("POST", "/api/auth/invites", { token: admin });
        body.invite = ((await made.json()) as { invite: string }).invite;
      }
      const answer = await send("POST", "/api/auth/register", { body });
      if (answer.status !== 201)
        throw new Error(`register answered ${answer.status}: ${JSON.stringify(log.at(-2))}`);
      const signedIn = (await answer.json()) as LoginAnswer & { refresh_token: string };
      admin ??= signedIn.access_token;
      return signedIn;
    },
    async makeCompanion(token, body = { name: "阿树" }) {
      const answer = await send("POST", "/api/ai-users", { token, body });
      if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { user_id: string }).user_id;
    },
  };
}

export type Served = { url: string; port: number; close(): Promise<void> };

/** The same app on a real socket of 127.0.0.1. */
export async function serveHouse(house: House): Promise<Served> {
  const server = serve({ fetch: house.app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        house.deps.hub.close();
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** The error body of an answer. */
export async function errorOf(
  answer: Response,
): Promise<{ code: string; message: string; details?: unknown }> {
  return ((await answer.json()) as { error: { code: string; message: string; details?: unknown } }).error;
}
