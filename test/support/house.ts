// Starts the real server on a temporary data folder, in this process or as a child of its own, and talks HTTP to it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createParser } from "eventsource-parser";
import { start } from "../../src/main.ts";
import type { StreamEvent } from "../../src/schema/stream-event.ts";
import { readSettings } from "../../src/settings.ts";
import { type Upstream, upstreamModelsConfig } from "./upstream.ts";

const root = resolve(import.meta.dirname, "../..");

/** Node's arguments for the server as it stands in src/. */
export const sources: readonly string[] = ["--import", "tsx", "src/main.ts"];

export type HouseOptions = {
  /** Every role points at it; without one the house has no model. */
  upstream?: Upstream;
  /** Only these roles have a model. */
  models?: unknown;
  /** ISO time at which the movable clock starts. */
  clock?: string;
  folder?: string;
  env?: Record<string, string>;
  /** Run as a process of its own, so that it can be killed. */
  child?: boolean;
  /** What Node is started with for a child; default: the sources, translated as they are loaded. */
  node?: readonly string[];
};

export type Answer<T = Record<string, unknown>> = { status: number; body: T; headers: Headers };

export type House = {
  url: string;
  folder: string;
  token: string;
  pid: number | undefined;
  /** What the child printed. */
  output(): string;
  /** A request with the account's token; a value as body is sent as JSON. */
  api<T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Creates a companion and gives its id. */
  create(wish?: Record<string, unknown>): Promise<string>;
  /** One turn to its end: every event. */
  chat(user: string, content: string, more?: Record<string, unknown>): Promise<StreamEvent[]>;
  signIn(): Promise<void>;
  close(): Promise<void>;
  kill(): Promise<void>;
  /** Removes the folder. */
  remove(): Promise<void>;
};

async function environmentOf(options: HouseOptions, folder: string): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  const models =
    options.models ?? (options.upstream ? upstreamModelsConfig(options.upstream.url) : undefined);
  if (models) await writeFile(join(folder, "models.json"), JSON.stringify(models, null, 2), { mode: 0o600 });
  return {
    DATA_DIR: folder,
    BACKUP_DIR: `${folder}-backups`,
    PORT: "0",
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    RANDOM_SEED: "7",
    ...(options.clock ? { CLOCK_START: options.clock } : {}),
    ...options.env,
  };
}

type Process = { url: string; child?: ChildProcess; close(): Promise<void>; output(): string };

async function inProcess(environment: Record<string, string>): Promise<Process> {
  const running = await start(readSettings(tmpdir(), environment));
  return { url: running.url, close: running.close, output: () => "" };
}

async function asChild(
  environment: Record<string, string>,
  node: readonly string[] = sources,
): Promise<Process> {
  const child = spawn(process.execPath, [...node], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const url = await new Promise<string>((found, failed) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /listening on (http:\S+)/.exec(output);
      if (match?.[1]) found(match[1]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => failed(new Error(`the server stopped with ${code}: ${output}`)));
  });
  return {
    url,
    child,
    output: () => output,
    async close() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Starts a house. The account "owner" is made at first use of a folder; later starts sign in to it. */
export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "keepsake-")));
  const environment = await environmentOf(options, folder);
  const process = options.child ? await asChild(environment, options.node) : await inProcess(environment);
  const house = houseAt(process.url, folder, process);
  await house.signIn();
  return house;
}

const credentials = {
  username: "owner",
  password: "correct horse battery",
  client: "program",
  time_zone: "Asia/Shanghai",
};

/** Talks to a house that runs already. */
export function houseAt(url: string, folder: string, running: Process): House {
  const house: House = {
    url,
    folder,
    token: "",
    pid: running.child?.pid,
    output: running.output,
    async api<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const ask = () =>
        fetch(url + path, {
          method,
          headers: {
            authorization: `Bearer ${house.token}`,
            accept: "application/json",
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        });
      const response = await ask();
      // A moved clock ends the token's hour.
      if (path === "/test/clock") await house.signIn();
      const text = await response.text();
      const parsed: unknown = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
      return { status: response.status, body: parsed as T, headers: response.headers };
    },
    async create(wish = {}) {
      const { status, body } = await house.api<{ user_id: string }>("POST", "/api/ai-users", {
        ...("soul" in wish ? {} : { name: "小夏" }),
        // Tests that let days pass are not spoken to in between; the beats have tests of their own.
        ...("heartbeat" in wish ? {} : { heartbeat: { enabled: false } }),
        ...wish,
      });
      if (status !== 201) throw new Error(`no companion: ${status} ${JSON.stringify(body)}`);
      return body.user_id;
    },
    chat: (user, content, more = {}) => chat(house, user, { content, pacing: "instant", ...more }),
    async signIn() {
      const first = await house.api<{ access_token?: string }>("POST", "/api/auth/register", credentials);
      const { username, password, client } = credentials;
      const signed = first.body.access_token
        ? first
        : await house.api<{ access_token?: string }>("POST", "/api/auth/login", {
            username,
            password,
            client,
          });
      if (!signed.body.access_token)
        throw new Error(`no account: ${JSON.stringify([first.body, signed.body])}`);
      house.token = signed.body.access_token;
    },
    close: running.close,
    async kill() {
      const { child } = running;
      if (!child) throw new Error("only a child can be killed");
      const exited = new Promise<void>((done) => child.once("exit", () => done()));
      child.kill("SIGKILL");
      await exited;
    },
    async remove() {
      await rm(folder, { recursive: true, force: true });
      await rm(`${folder}-backups`, { recursive: true, force: true });
    },
  };
  return house;
}

/** Sends one message and reads the event stream to its end. `onEvent` hears each event as it comes. */
export async function chat(
  house: Pick<House, "url" | "token">,
  user: string,
  body: Record<string, unknown>,
  onEvent: (event: StreamEvent) => void = () => {},
  signal?: AbortSignal,
): Promise<StreamEvent[]> {
  const response = await fetch(`${house.url}/api/ai-users/${user}/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${house.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok || !response.body) throw new Error(`chat: ${response.status} ${await response.text()}`);
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const heard = { event, data: JSON.parse(data) } as StreamEvent;
      events.push(heard);
      onEvent(heard);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
  return events;
}

/** The text of a turn as the person saw it: its bubbles, one a line. */
export function shownText(events: readonly StreamEvent[]): string {
  return events.flatMap((event) => (event.event === "bubble" ? [event.data.content] : [])).join("\n");
}

/** Asks again and again until the check gives a value, at most `seconds`; the error names what was waited for. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  seconds = 15,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited ${seconds} s for: ${what}`);
    await new Promise((done) => setTimeout(done, 40));
  }
}
