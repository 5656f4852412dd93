// Writes an event stream: through Node's own response where there is one, else as a web stream (DESIGN 7, C191–C193).
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { StreamEvent } from "../schema/stream-event.ts";
import type { AppEnv } from "./http-deps.ts";

export type Send = (event: StreamEvent, id?: string) => void;

/**
 * Feeds one stream. `send` never throws and never waits; after the reader has left it does nothing, and `signal` fires.
 * The stream ends when it resolves. It must tell its own failures as `error` events: a throw only ends the stream.
 */
export type Run = (send: Send, signal: AbortSignal) => Promise<void>;

export type SendOptions = {
  /** Pause between comment lines, in milliseconds: proxies cut a silent stream after a minute (C192). Default 15,000. */
  keepAliveMs?: number;
  /** Bytes that may wait for a slow reader before it is cut off. Default 4 MB. */
  mostWaiting?: number;
};

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** One frame. The data is one line, since JSON holds no raw line break (C136). */
export function frame(event: StreamEvent, id?: string): string {
  const mark = id === undefined ? "" : `id: ${id}\n`;
  return `${mark}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** Where frames go. `write` gives the bytes that wait after it. */
type Outlet = { write(text: string): number; end(): void; cut(): void };

async function feed(outlet: Outlet, left: AbortController, run: Run, options: SendOptions): Promise<void> {
  const { keepAliveMs = 15_000, mostWaiting = 4 * 1024 * 1024 } = options;
  const write = (text: string) => {
    if (left.signal.aborted) return;
    if (outlet.write(text) <= mostWaiting) return;
    left.abort();
    outlet.cut();
  };
  const pulse = setInterval(() => write(": still here\n\n"), keepAliveMs);
  pulse.unref();
  try {
    await run((event, id) => write(frame(event, id)), left.signal);
  } catch {
    // By contract `run` has told what went wrong; there is no status left to answer with.
  } finally {
    clearInterval(pulse);
    if (!left.signal.aborted) outlet.end();
    left.abort();
  }
}

/** What is said in one go (a model's pieces come by the dozen) leaves in one write, as soon as the program is free. */
function nodeOutlet(outgoing: ServerResponse): Outlet {
  let waiting = "";
  let bytes = 0;
  const flush = () => {
    const text = waiting;
    waiting = "";
    bytes = 0;
    if (text !== "" && !outgoing.destroyed) outgoing.write(text);
  };
  return {
    write(text) {
      if (waiting === "") setImmediate(flush);
      waiting += text;
      bytes += Buffer.byteLength(text);
      return outgoing.writableLength + bytes;
    },
    end() {
      flush();
      outgoing.end();
    },
    cut: () => outgoing.destroy(),
  };
}

async function throughNode(
  prepared: Headers,
  outgoing: ServerResponse,
  run: Run,
  options: SendOptions,
): Promise<void> {
  const left = new AbortController();
  outgoing.on("close", () => left.abort());
  // A reader that leaves in the middle of a write is no error of ours.
  outgoing.on("error", () => left.abort());
  outgoing.writeHead(200, { ...Object.fromEntries(prepared), ...streamHeaders });
  outgoing.write(": open\n\n");
  if (outgoing.destroyed) left.abort();
  await feed(nodeOutlet(outgoing), left, run, options);
}

function throughWeb(prepared: Headers, run: Run, options: SendOptions): Response {
  const left = new AbortController();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const outlet: Outlet = {
          write(text) {
            controller.enqueue(encoder.encode(text));
            return Math.max(0, -(controller.desiredSize ?? 0));
          },
          end: () => controller.close(),
          cut: () => controller.error(new Error("the reader is too slow")),
        };
        void feed(outlet, left, run, options);
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  return new Response(body, { status: 200, headers: { ...Object.fromEntries(prepared), ...streamHeaders } });
}

/** Answers with an event stream that `run` feeds. Resolves, on Node, when the stream has ended. */
export async function sendEvents(c: Context<AppEnv>, run: Run, options: SendOptions = {}): Promise<Response> {
  // Headers that the frame of the app has set so far; nothing can be added once the stream has begun.
  const prepared = c.body(null).headers;
  if (c.req.raw.method === "HEAD") return c.body(null, 200, streamHeaders);
  const outgoing = c.env?.outgoing;
  if (!outgoing) return throughWeb(prepared, run, options);
  await throughNode(prepared, outgoing, run, options);
  return RESPONSE_ALREADY_SENT;
}
