// The processes that the turn bench measures between: the scripted model, and a bare pipe in front of it.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startUpstream } from "../support/upstream.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** A model that streams one answer in so many chunks, each of one character, in as many lines as `bubbles`. */
async function model(chunks: number, bubbles: number): Promise<string> {
  const upstream = await startUpstream();
  const length = Math.floor(chunks / bubbles) - 1;
  const line = "今天河边的风很舒服我们慢慢走".repeat(Math.ceil(length / 14)).slice(0, length);
  const text = Array<string>(bubbles).fill(line).join("\n");
  upstream.fallback("chat", { text, chunks });
  // It keeps every request it gets; a bench would fill the memory with them.
  setInterval(() => upstream.requests.splice(0), 500).unref();
  return upstream.url;
}

/** The least that a server between a client and a model can do: pass the bytes on, both ways. */
async function pipe(upstream: string): Promise<string> {
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked = request(
      `${upstream}/chat/completions`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { "content-type": "text/event-stream" });
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(asked);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [kind = "", first = "", second = ""] = process.argv.slice(2);
const url = kind === "model" ? await model(Number(first), Number(second)) : await pipe(first);
process.stdout.write(`listening on ${url}\n`);
