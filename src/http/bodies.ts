// Holds every request body to its type and size before a route sees it; the client can read the refusal (C204, C210).
import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "../error.ts";
import type { AppEnv, BodyRule } from "./http-deps.ts";

const jsonRule = { limit: 1024 * 1024, types: ["application/json"], streamed: false } as const;

/** Of a refused upload at most this much is read away, in bytes; a client that sends more is cut off. */
const mostDrained = 64 * 1024 * 1024;

function tooLarge(limit: number): AppError {
  return new AppError("too_large", `The body has more than ${limit.toLocaleString("en")} bytes.`);
}

/**
 * Reads the rest of a body and forgets it. A refusal sent while the client still writes is lost with the connection
 * (measured: a chunked upload ends in a socket error), so it is sent after the upload.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, seen: number): Promise<void> {
  let total = seen;
  while (total <= mostDrained) {
    const { done, value } = await reader.read();
    if (done) return;
    total += value.byteLength;
  }
}

async function readWhole(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(Buffer.concat(chunks));
    size += value.byteLength;
    if (size > limit) {
      chunks.length = 0;
      await drain(reader, size);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

/** Bytes that the request says it brings; undefined where it does not say (chunked). */
function announced(c: Context<AppEnv>): number | undefined {
  const { headers, body } = c.req.raw;
  if (headers.has("transfer-encoding")) return undefined;
  const length = headers.get("content-length");
  if (length !== null) return Number.parseInt(length, 10);
  // On a socket neither header means that there is no body; a Request made in the process has a body without them.
  return body === null || c.env?.incoming?.httpVersion !== undefined ? 0 : undefined;
}

/** "application/json" of a content-type header. */
export function essenceOf(header: string | undefined): string {
  return header?.split(";")[0]?.trim().toLowerCase() ?? "";
}

function checkType(header: string | undefined, types: readonly string[]): void {
  if (types.includes(essenceOf(header))) return;
  throw new AppError("unsupported_type", `Send the body as ${types.join(" or ")}.`);
}

/**
 * 415 for a body of another type than its rule names (a simple cross-site request carries none that pass), 413 for one
 * that is too large. A body without a length is read here, so that routes only ever get what fits.
 */
export function checkBodies(rules: readonly BodyRule[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { method } = c.req.raw;
    if (method === "GET" || method === "HEAD") return next();
    const size = announced(c);
    if (size === 0) return next();
    const header = c.req.header("content-type");
    const fitting = rules.filter((one) => one.method === method && one.path.test(c.req.path));
    // A path may take several kinds of body, each with a limit of its own.
    const rule = fitting.find(({ types }) => types.includes(essenceOf(header))) ?? fitting[0] ?? jsonRule;
    checkType(header, fitting.length > 0 ? fitting.flatMap(({ types }) => types) : rule.types);
    const body = size !== undefined && size <= rule.limit ? null : c.req.raw.body;
    if (body === null || rule.streamed === true) {
      if (size !== undefined && size > rule.limit) throw tooLarge(rule.limit);
      return next();
    }
    if (size !== undefined && size > rule.limit) {
      await drain(body.getReader(), 0);
      throw tooLarge(rule.limit);
    }
    const whole = await readWhole(body, rule.limit);
    c.req.raw = new Request(c.req.raw, { body: whole });
    return next();
  };
}
