// The environment, read once and checked: the only place that looks at process.env (DESIGN 9).
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";

const flag = z
  .string()
  .trim()
  .regex(/^(1|true|yes|y|on|0|false|no|n|off)$/i, "true or false")
  .transform((text) => /^(1|true|yes|on)$/i.test(text))
  .optional();

const webAddress = z.url({ protocol: /^https?$/, error: "an address that begins with http:// or https://" });

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: webAddress.optional(),
  ALLOWED_HOSTS: z.string().default(""),
  TRUST_PROXY: flag,
  DATA_DIR: z.string().min(1).default("./data"),
  BACKUP_DIR: z.string().min(1).default("./backups"),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: webAddress.optional(),
  OPENAI_MODEL: z.string().optional(),
  EMBEDDING_MODEL: z.string().optional(),
  SEARXNG_URL: webAddress.optional(),
  AUTH_SECRET: z.string().min(16, "at least 16 characters").optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  RANDOM_SEED: z.string().optional(),
  CLOCK_START: z.iso.datetime({ offset: true }).optional(),
  NODE_ENV: z.string().default(""),
});

export type Settings = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  allowedHosts: string[];
  trustProxy: boolean;
  dataDir: string;
  backupDir: string;
  openai: { apiKey?: string; baseUrl?: string; model?: string; embeddingModel?: string };
  /** Where the tool search_web looks. */
  webSearch: { searxngUrl: string | undefined; tavilyKey: string | undefined; braveKey: string | undefined };
  authSecret: string | undefined;
  logLevel: string;
  randomSeed: string | undefined;
  /** Unix seconds at which a movable clock starts; only in test and development. */
  clockStart: number | undefined;
  /** NODE_ENV is "test": passwords are hashed cheaply, so that a test does not wait for them. */
  testing: boolean;
  /** Started by npm, whose shell does not pass a stop on. */
  underNpm: boolean;
  /** True where only this machine reaches the server, so that the first account may be made without a code. */
  loopbackOnly: boolean;
  /** Every variable whose name ends in _KEY: keys of models and of web search. */
  keys: Record<string, string>;
};

/** A value of a .env file: what stands in quotes, else what stands before a blank and a #. */
function unquoted(text: string): string {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(text);
  return quoted?.[2] ?? text.replace(/(?:^|\s+)#.*$/, "");
}

/** Lines of a .env file: NAME=value, quotes and comments allowed. What the environment has already wins. */
function withEnvFile(
  folder: string,
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  let text = "";
  try {
    text = readFileSync(join(folder, ".env"), "utf8");
  } catch {
    return environment;
  }
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1]) found[match[1]] = unquoted(match[2] ?? "");
  }
  return { ...found, ...environment };
}

function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  return isIP(host) === 4 ? host.startsWith("127.") : host === "::1";
}

/**
 * Reads and checks the settings; `.env` in the given folder is read too. A value that cannot be used throws an Error whose
 * message names the variable and what it may be: the caller prints it and stops.
 */
export function readSettings(
  folder: string = process.cwd(),
  environment: Record<string, string | undefined> = process.env,
): Settings {
  const all = withEnvFile(folder, environment);
  // An empty variable counts as none: compose files often pass them on empty.
  const given = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`A setting cannot be used. ${lines.join("; ")}`);
  }
  const value = parsed.data;
  const movable = value.NODE_ENV === "test" || value.NODE_ENV === "development";
  if (value.CLOCK_START && !movable)
    throw new Error("A setting cannot be used. CLOCK_START: only with NODE_ENV=test or development");
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL,
    allowedHosts: value.ALLOWED_HOSTS.split(/[\s,]+/).filter((host) => host !== ""),
    trustProxy: value.TRUST_PROXY ?? false,
    dataDir: resolve(folder, value.DATA_DIR),
    backupDir: resolve(folder, value.BACKUP_DIR),
    openai: {
      apiKey: value.OPENAI_API_KEY,
      baseUrl: value.OPENAI_BASE_URL,
      model: value.OPENAI_MODEL,
      embeddingModel: value.EMBEDDING_MODEL,
    },
    webSearch: {
      searxngUrl: value.SEARXNG_URL,
      tavilyKey: given.TAVILY_API_KEY,
      braveKey: given.BRAVE_API_KEY,
    },
    authSecret: value.AUTH_SECRET,
    logLevel: value.LOG_LEVEL,
    randomSeed: value.RANDOM_SEED,
    clockStart: value.CLOCK_START ? Date.parse(value.CLOCK_START) / 1000 : undefined,
    underNpm: given.npm_lifecycle_event !== undefined,
    testing: value.NODE_ENV === "test",
    loopbackOnly: isLoopback(value.HOST) && !value.TRUST_PROXY && !value.PUBLIC_URL,
    keys: Object.fromEntries(
      Object.entries(given).flatMap(([name, text]) => (/_KEY$/.test(name) && text ? [[name, text]] : [])),
    ),
  };
}
