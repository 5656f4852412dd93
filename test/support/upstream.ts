// A scripted upstream: a small server on loopback that speaks the OpenAI protocol and answers from queues, one for each role.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ModelRole, ModelsConfig, modelRoles } from "../../src/schema/models.ts";

export type UpstreamTool = { id?: string; name: string; arguments: string | Record<string, unknown> };

type Usage = { prompt_tokens: number; completion_tokens: number; [field: string]: unknown };

/** One answer; the words are those of the cases' README. The first of text, tool, sse, http, hang that is there counts. */
export type UpstreamAnswer = {
  /** The message's content; null is sent as null. */
  text?: string | null;
  finish_reason?: string | null;
  reasoning_content?: string;
  /** One call or several, sent whole in one chunk. */
  tool?: UpstreamTool | readonly UpstreamTool[];
  /** null: no usage at all. */
  usage?: Usage | null;
  /** Raw lines, each followed by one empty line. */
  sse?: readonly string[];
  /** After the raw lines: end in order (default), or destroy the socket. The cases call it `then`, which is understood too. */
  ending?: "end" | "destroy";
  http?: { status: number; headers?: Record<string, string>; body?: unknown };
  /** Never answer: no headers at all, or headers and what stands in `text`, then silence. */
  hang?: "headers" | "body" | true;
  /** The vectors of these texts (role `embedding`); numbers that JSON does not know become null, as with a real server. */
  vectors?: (texts: readonly string[]) => unknown[];
  /** Wait before anything is sent, in milliseconds. */
  delayMs?: number;
  /** Wait for this before anything is sent: what has to happen meanwhile happens, however slow the machine is. */
  after?: Promise<unknown>;
  /** Wait before each chunk or raw line, in milliseconds. */
  chunkDelayMs?: number;
  /** Into how many chunks a streamed text is cut; default one for each 8 characters. */
  chunks?: number;
  /** The same answer n times. */
  repeat?: number;
};

export type UpstreamScript =
  | Partial<Record<string, readonly UpstreamAnswer[]>>
  | readonly (UpstreamAnswer & { role: string })[];

export type UpstreamRequest = {
  role: string;
  body: UpstreamBody;
  headers: Record<string, string | string[] | undefined>;
  /** Milliseconds since the process started; only for distances. */
  at: number;
};

export type UpstreamBody = {
  model: string;
  stream?: boolean;
  messages: {
    role: string;
    content: string | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
    reasoning_content?: string;
  }[];
  tools?: unknown[];
  [field: string]: unknown;
};

export type Upstream = {
  /** "http://127.0.0.1:<port>/v1" */
  url: string;
  requests: UpstreamRequest[];
  /** The requests of one role. */
  of(role: string): UpstreamRequest[];
  /** Adds answers at the end of a role's queue. */
  push(role: string, ...answers: UpstreamAnswer[]): void;
  /** What a role answers when its queue is empty; a function answers by what was asked. */
  fallback(role: string, answer: UpstreamAnswer | ((body: UpstreamBody) => UpstreamAnswer)): void;
  /** Forgets every answer and every request, so that the next test begins with neither. */
  reset(): void;
  close(): Promise<void>;
};

const roleNames: Record<string, string> = { core_judge: "core_memory" };
const nameOf = (role: string) => roleNames[role] ?? role;

/** Valid, short answers for when a list runs out. */
const defaults: Record<string, string> = {
  chat: "嗯，我在听。",
  reasoner: "嗯，我想过了。",
  short_to_mid: JSON.stringify({
    summary: "聊了聊最近的安排，约好改天再说",
    emotion_tags: { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" },
  }),
  mid_to_long: JSON.stringify({ entries: [{ title: "最近的安排", key_points: ["聊过最近的安排"] }] }),
  core_memory: '{"core_memories":[]}',
  facts: '{"operations":[]}',
  self_soul: '{"changed":false,"new_content":""}',
  relationship: '{"level":"一般","heartbeat_hours":72,"reason":"没有明显变化"}',
};

const pause = (ms: number | undefined) =>
  ms ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : Promise.resolve();

function queuesOf(script: UpstreamScript): Map<string, UpstreamAnswer[]> {
  const queues = new Map<string, UpstreamAnswer[]>();
  const entries: [string, UpstreamAnswer][] = Array.isArray(script)
    ? (script as readonly (UpstreamAnswer & { role: string })[]).map((one) => [one.role, one])
    : Object.entries(script as Record<string, readonly UpstreamAnswer[]>).flatMap(([role, list]) =>
        list.map((one): [string, UpstreamAnswer] => [role, one]),
      );
  for (const [role, answer] of entries) {
    const queue = queues.get(nameOf(role)) ?? [];
    queue.push(...Array.from({ length: answer.repeat ?? 1 }, () => answer));
    queues.set(nameOf(role), queue);
  }
  return queues;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function callsOf(answer: UpstreamAnswer) {
  const tools = answer.tool === undefined ? [] : [answer.tool].flat();
  return tools.map((tool, index) => ({
    index,
    id: tool.id ?? `call_${index + 1}`,
    type: "function",
    function: {
      name: tool.name,
      arguments: typeof tool.arguments === "string" ? tool.arguments : JSON.stringify(tool.arguments),
    },
  }));
}

const finishOf = (answer: UpstreamAnswer) =>
  answer.finish_reason === undefined ? (answer.tool ? "tool_calls" : "stop") : answer.finish_reason;

function usageOf(answer: UpstreamAnswer, body: UpstreamBody): Usage | undefined {
  if (answer.usage === null) return undefined;
  return (
    answer.usage ?? {
      prompt_tokens: Math.ceil(JSON.stringify(body.messages ?? []).length / 4),
      completion_tokens: Math.ceil((answer.text ?? "").length * 0.75) + 1,
    }
  );
}

const base = (body: UpstreamBody) => ({ id: "c1", created: 1_767_225_600, model: body.model });

/** What a streamed answer is made of: deltas first, then the finish, then the usage. */
function chunksOf(answer: UpstreamAnswer, body: UpstreamBody): object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...base(body),
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const characters = [...(answer.text ?? "")];
  const size = Math.max(
    1,
    Math.ceil(characters.length / (answer.chunks ?? Math.ceil(characters.length / 8))),
  );
  const chunks: object[] = [chunk({ role: "assistant", content: "" })];
  if (answer.reasoning_content) chunks.push(chunk({ reasoning_content: answer.reasoning_content }));
  for (let from = 0; from < characters.length; from += size)
    chunks.push(chunk({ content: characters.slice(from, from + size).join("") }));
  const calls = callsOf(answer);
  if (calls.length > 0) chunks.push(chunk({ tool_calls: calls }));
  if (answer.hang) return chunks;
  const finish = finishOf(answer);
  if (finish !== null) chunks.push(chunk({}, finish));
  const usage = usageOf(answer, body);
  const wanted = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage;
  if (usage && (wanted || answer.usage)) chunks.push({ ...base(body), choices: [], usage });
  return chunks;
}

async function sendStream(response: ServerResponse, lines: readonly string[], answer: UpstreamAnswer) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const line of lines) {
    await pause(answer.chunkDelayMs);
    if (response.destroyed) return;
    response.write(`${line}\n\n`);
  }
  if (answer.hang) return;
  const ending: unknown = answer.ending ?? Reflect.get(answer, "then");
  if (typeof ending === "string" && ending.startsWith("destroy")) {
    // What was written has to leave the process first, else the cut would swallow it.
    await pause(20);
    response.destroy();
  } else response.end();
}

function sendWhole(response: ServerResponse, answer: UpstreamAnswer, body: UpstreamBody) {
  const calls = callsOf(answer).map(({ index: _, ...call }) => call);
  const message = {
    role: "assistant",
    content: answer.text ?? null,
    ...(answer.reasoning_content ? { reasoning_content: answer.reasoning_content } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const usage = usageOf(answer, body);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...base(body),
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
      ...(usage ? { usage } : {}),
    }),
  );
}

async function send(response: ServerResponse, answer: UpstreamAnswer, body: UpstreamBody) {
  await pause(answer.delayMs);
  await answer.after;
  if (answer.hang === "headers" || answer.hang === true) return;
  if (answer.http) {
    const { status, headers, body: content } = answer.http;
    const text = typeof content === "string" ? content : JSON.stringify(content ?? {});
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text);
  } else if (answer.sse) await sendStream(response, answer.sse, answer);
  else if (body.stream) {
    const lines = chunksOf(answer, body).map((chunk) => `data: ${JSON.stringify(chunk)}`);
    await sendStream(response, answer.hang ? lines : [...lines, "data: [DONE]"], answer);
  } else if (answer.hang) response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
  else sendWhole(response, answer, body);
}

/** A vector that depends on the text alone: enough for a test of the way, useless for meaning. */
export function embeddingOf(text: string): number[] {
  const vector = new Array<number>(64).fill(0);
  for (const character of text) {
    const place = (character.codePointAt(0) ?? 0) % vector.length;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

/** Texts of an embeddings request. */
export const inputOf = (body: UpstreamBody): string[] => [(body.input ?? "") as string | string[]].flat();

/** A scripted answer as for any role, else a vector for each text by `embeddingOf`. */
async function sendVectors(response: ServerResponse, body: UpstreamBody, answer: UpstreamAnswer | undefined) {
  if (answer && !answer.vectors) return send(response, answer, body);
  await pause(answer?.delayMs);
  await answer?.after;
  const texts = inputOf(body);
  const vectors = answer?.vectors?.(texts) ?? texts.map(embeddingOf);
  const data = vectors.map((embedding, index) => ({ index, embedding }));
  const usage = usageOf(
    { usage: { prompt_tokens: texts.length * 5, completion_tokens: 0 }, ...answer },
    body,
  );
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ data, model: body.model, ...(usage ? { usage } : {}) }));
}

function sendList(response: ServerResponse) {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ data: modelRoles.map((id) => ({ id, object: "model" })) }));
}

/**
 * Starts the server. The role of a request is its `model` (`upstreamModelsConfig` names each model after its role);
 * any other model counts as "chat". A role whose list ran out gets a short valid answer.
 */
export async function startUpstream(script: UpstreamScript = {}): Promise<Upstream> {
  const queues = queuesOf(script);
  const fallbacks = new Map<string, UpstreamAnswer | ((body: UpstreamBody) => UpstreamAnswer)>();
  const requests: UpstreamRequest[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const at = performance.now();
    const body = JSON.parse((await bodyOf(request)) || "{}") as UpstreamBody;
    const path = (request.url ?? "").replace(/\?.*$/, "");
    const forVectors = path.endsWith("/embeddings");
    if (!forVectors && !path.endsWith("/chat/completions")) return sendList(response);
    const role = forVectors
      ? "embedding"
      : (modelRoles as readonly string[]).includes(body.model)
        ? body.model
        : "chat";
    requests.push({ role, body, headers: request.headers, at });
    const queued = queues.get(role)?.shift();
    const fallback = fallbacks.get(role);
    const otherwise = typeof fallback === "function" ? fallback(body) : fallback;
    if (forVectors) return sendVectors(response, body, queued ?? otherwise);
    await send(response, queued ?? otherwise ?? { text: defaults[role] ?? "好。" }, body);
  };
  const server = createServer((request, response) => {
    // A caller that hangs up is no fault of the script.
    response.on("error", () => {});
    answer(request, response).catch(() => response.destroy());
  });
  // A connection that is closed for idleness in the moment of its next use would fail a caller for no scripted reason.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    of: (role) => requests.filter((request) => request.role === nameOf(role)),
    push(role, ...answers) {
      const added = queuesOf({ [role]: answers }).get(nameOf(role)) ?? [];
      queues.set(nameOf(role), [...(queues.get(nameOf(role)) ?? []), ...added]);
    },
    fallback: (role, answer) => void fallbacks.set(nameOf(role), answer),
    reset() {
      queues.clear();
      fallbacks.clear();
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Every role but `embedding`, which most houses do not have. */
const usualRoles = modelRoles.filter((role) => role !== "embedding");

/** A models.json whose roles ask the scripted upstream, each with a model named like the role and no key. */
export function upstreamModelsConfig(url: string, roles: readonly ModelRole[] = usualRoles): ModelsConfig {
  return ModelsConfig.parse({
    models: Object.fromEntries(
      roles.map((role) => [role, { base_url: url, model: role, no_key: true, timeout_s: 20 }]),
    ),
    roles: Object.fromEntries(roles.map((role) => [role, [role]])),
  });
}
