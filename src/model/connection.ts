// One try against one endpoint through the openai client, and what is remembered of endpoints between calls.
import { APIError, OpenAI } from "openai";
import { resolvesToRefused } from "./address.ts";
import { type Endpoint, originOf } from "./config.ts";
import { readVectors, type Vectors } from "./embedding-answer.ts";
import type { Fault } from "./failure.ts";
import { faultOfError } from "./faults.ts";
import { modelsIn } from "./probe.ts";
import { type Call, type RequestBody, refusedField, requestBody } from "./request-body.ts";
import { type Piece, type ReadingLimits, readStream, readWhole } from "./stream-reading.ts";
import type { Watch } from "./watch.ts";

export type Connection = {
  /** One request, read to its end. Never throws: a fault is the last piece. */
  attempt(endpoint: Endpoint, call: Call, watch: Watch): AsyncGenerator<Piece>;
  /** The names of the models that this address offers, in its order. Never throws. */
  list(endpoint: Endpoint, watch: Watch): Promise<{ models: string[] } | Fault>;
  /** One request for the vectors of these texts, all or none. Never throws. */
  embed(endpoint: Endpoint, texts: readonly string[], watch: Watch): Promise<Vectors | Fault>;
};

/** Settings change rarely; when so many clients are known, someone is trying things out, and the map starts afresh. */
const mostClients = 64;

/** The client's own retries and timeouts are off: they would sleep for as long as a provider likes (C060). */
function createClient({ entry, apiKey }: Endpoint): OpenAI {
  return new OpenAI({
    baseURL: entry.base_url,
    // The client wants a key; a local server takes any.
    apiKey: apiKey === "" ? "none" : apiKey,
    organization: null,
    project: null,
    maxRetries: 0,
    // Longer than any watch of ours, which is the one that counts.
    timeout: 3_600_000,
    logLevel: "off",
    fetchOptions: { redirect: "manual" },
  });
}

/** Resolves to undefined when the signal fires first: a name server that hangs must not outlive the watch. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", stop));
}

/** Remembers the clients by address and key, the judgement of addresses, and the fields that a model has refused. */
function createMemory() {
  const clients = new Map<string, OpenAI>();
  const refusals = new Map<string, Set<string>>();
  const judged = new Map<string, boolean>();
  const idOf = ({ entry }: Endpoint) => `${entry.base_url} ${entry.model}`;
  return {
    client(endpoint: Endpoint): OpenAI {
      const id = `${endpoint.entry.base_url} ${endpoint.apiKey}`;
      const client = clients.get(id) ?? createClient(endpoint);
      if (clients.size >= mostClients) clients.clear();
      clients.set(id, client);
      return client;
    },
    refused: (endpoint: Endpoint): ReadonlySet<string> => refusals.get(idOf(endpoint)) ?? new Set(),
    /** True where the refusal names a field that is now left out, so that a second try makes sense. */
    learn(endpoint: Endpoint, body: RequestBody, error: unknown): boolean {
      if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
      const field = refusedField(body, `${error.message} ${JSON.stringify(error.error ?? "")}`);
      const known = refusals.get(idOf(endpoint)) ?? new Set<string>();
      if (field === undefined || known.has(field)) return false;
      refusals.set(idOf(endpoint), known.add(field));
      return true;
    },
    async isForbidden(baseUrl: string): Promise<boolean> {
      const origin = originOf(baseUrl);
      const known = judged.get(origin);
      if (known !== undefined) return known;
      const verdict = await resolvesToRefused(baseUrl);
      if (verdict !== undefined) judged.set(origin, verdict);
      return verdict ?? false;
    },
  };
}

const isFault = (value: Response | Fault): value is Fault => "again" in value;

export function createConnection(limits: ReadingLimits): Connection {
  const memory = createMemory();

  async function open(endpoint: Endpoint, call: Call, watch: Watch): Promise<Response | Fault> {
    if (await unlessAborted(memory.isForbidden(endpoint.entry.base_url), watch.signal))
      return { reason: "address", again: false };
    const body = requestBody(endpoint, call, memory.refused(endpoint));
    try {
      // Bodies hold fields of many providers, more than the client's types know.
      const request = body as unknown as OpenAI.ChatCompletionCreateParamsStreaming;
      const { completions } = memory.client(endpoint).chat;
      return await completions.create(request, { signal: watch.signal }).asResponse();
    } catch (error) {
      const reason = watch.reason();
      if (reason) return { reason, again: false };
      const fault = faultOfError(error, endpoint.apiKey);
      return memory.learn(endpoint, body, error) ? { ...fault, again: true, retryAfter: 0 } : fault;
    }
  }

  return {
    async *attempt(endpoint, call, watch) {
      const opened = await open(endpoint, call, watch);
      if (isFault(opened)) {
        yield { type: "fault", fault: opened };
        return;
      }
      const kind = opened.headers.get("content-type") ?? "";
      // Some gateways answer a streamed request with one JSON object, and some name no type at all.
      const streamed = call.stream || endpoint.quirks.forceStream;
      if (/json|html/i.test(kind) || (kind === "" && !streamed))
        yield* readWhole(opened, watch, endpoint.apiKey);
      else yield* readStream(opened, watch, limits, endpoint.apiKey);
    },
    async list(endpoint, watch) {
      if (await unlessAborted(memory.isForbidden(endpoint.entry.base_url), watch.signal))
        return { reason: "address", again: false };
      try {
        const asked = memory.client(endpoint).models.list({ signal: watch.signal });
        const body: unknown = await (await asked.asResponse()).json();
        const models = modelsIn(body);
        return models ? { models } : { reason: "invalid", again: false };
      } catch (error) {
        const reason = watch.reason();
        // A page instead of a list is no fault of the line.
        if (error instanceof SyntaxError) return { reason: "invalid", again: false };
        return reason ? { reason, again: false } : faultOfError(error, endpoint.apiKey);
      }
    },
    async embed(endpoint, texts, watch) {
      if (await unlessAborted(memory.isForbidden(endpoint.entry.base_url), watch.signal))
        return { reason: "address", again: false };
      const { quirks: _, ...extra } = endpoint.entry.extra;
      // As numbers: the client's own way (base64) is not what every server knows.
      const request = { model: endpoint.entry.model, input: [...texts], encoding_format: "float", ...extra };
      try {
        const { embeddings } = memory.client(endpoint);
        const asked = embeddings.create(request as OpenAI.EmbeddingCreateParams, { signal: watch.signal });
        const response = await asked.asResponse();
        const body = await response.text();
        return readVectors(body, texts.length, endpoint.apiKey);
      } catch (error) {
        const reason = watch.reason();
        return reason ? { reason, again: false } : faultOfError(error, endpoint.apiKey);
      }
    },
  };
}
