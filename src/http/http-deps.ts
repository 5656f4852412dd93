// What the doors are given, and the types every route file shares.
import type { HttpBindings } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Deps } from "../deps.ts";
import type { Account, ApiKey } from "../schema/account.ts";
import type { Id, Seconds } from "../schema/common.ts";
import type { Config } from "../schema/config.ts";
import type { Hub } from "./hub.ts";
import type { Metrics } from "./metrics.ts";

/** A clock that an admin may move (CLOCK_START, DESIGN 9). */
export type TestClock = {
  /** Passes time awake: what becomes due runs before it resolves. */
  advance(seconds: Seconds): Promise<void>;
  /** A jump, as after a pause. */
  set(at: Seconds): Promise<void>;
};

/** scrypt's parameters; memory is 128 × N × r bytes. */
export type PasswordCost = { N: number; r: number; p: number };

export type HttpSettings = {
  host: string;
  port: number;
  /** "https://home.example": where people reach the server through a proxy. */
  publicUrl?: string;
  /** Host names besides the loopback ones; "*" for any. */
  allowedHosts: readonly string[];
  /** One proxy in front: its X-Forwarded-For and X-Forwarded-Proto are believed. */
  trustProxy: boolean;
  authSecret: string;
  /** Printed at start while there is no account; null where there is none to give. */
  setupCode: string | null;
  /** False where HOST is not loopback, or TRUST_PROXY or PUBLIC_URL is set. */
  allowFirstFromLoopback: boolean;
  version: string;
  test?: TestClock;
  /** Cheaper hashing for tests. */
  passwordCost?: PasswordCost;
  /** Pause between comment lines of an event stream, in milliseconds. Default 15,000. */
  keepAliveMs?: number;
};

export type HttpDeps = Deps & {
  settings: HttpSettings;
  hub: Hub;
  metrics: Metrics;
  /** A steady count of milliseconds, for durations only. */
  elapsedMs: () => number;
  /** Seconds since the newest backup; null where there is none. */
  backupAge?: () => Seconds | null;
  /** Tokens of a text, exactly: for looking at a context, not for every message. */
  countTokens: (text: string) => Promise<number>;
  /** 32 unpredictable bytes as base64url. Not `random`, which may be seeded. */
  randomSecret: () => string;
};

/** Who asks: a signed-in session, or a program's key with its limits. */
export type Principal = { kind: "session"; sessionId: string } | { kind: "key"; key: ApiKey };

export type Scope = ApiKey["scopes"][number];

/** The companion of a `{user_id}` route; `config` as it stands now. */
export type DoorCompanion = { id: Id; config: Config };

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    account: Account;
    principal: Principal;
    companion: DoorCompanion;
  };
};

export type App = OpenAPIHono<AppEnv>;

/** What a request body may be. Everything not named in a rule is JSON of at most 1 MB. */
export type BodyRule = {
  method: string;
  /** Matched against the whole path. */
  path: RegExp;
  /** Bytes. */
  limit: number;
  /** "application/zip" */
  types: readonly string[];
  /** True where the route reads the stream itself and keeps to the limit. */
  streamed?: boolean;
};

/** One file of routes, as createApp mounts it. */
export type Room = { routes: App; bodies?: readonly BodyRule[] };

/** An empty set of routes; paths in it are whole ("/api/friends"). */
export function newRoutes(): App {
  return new OpenAPIHono<AppEnv>();
}
