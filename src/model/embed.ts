// The role `embedding`: texts become vectors, in batches, by one and the same model (the port's `embed`; A172).
import { createHash } from "node:crypto";
import { estimateTokens } from "../schema/tokens.ts";
import { createCircuit } from "./circuit.ts";
import { type Endpoint, endpointsOf, originOf } from "./config.ts";
import { type Fault, failureOf, type Reason } from "./failure.ts";
import { type House, keysOf } from "./house.ts";
import type { Embedded, EmbedRequest, Models } from "./models.ts";
import { addUsage, noUsage } from "./usage.ts";

/** Texts of one request; a provider that takes fewer is asked for fewer from then on. */
const mostTexts = 64;
/** Characters of one text: the shortest windows of such models hold about as much, and its beginning says what it is about. */
const longestText = 1_500;
/** Of the day's background tokens so much may go into vectors: without them everything works, without summaries it does not. */
const backgroundShare = 0.5;

/** What lies with the text and not with the model; a smaller batch, or none of this text, may pass. */
const ofText: ReadonlySet<Reason> = new Set<Reason>(["refused", "filtered", "too_long"]);

type Told = { vectors: (Float32Array | undefined)[] } | { fault: Fault };
type Ask = (texts: readonly string[]) => Promise<Told>;

/**
 * The one model whose vectors are asked for. Never the next of the list where it fails: vectors of two models cannot be
 * compared.
 */
function endpointOf(house: House): Endpoint | undefined {
  return endpointsOf("embedding", house.options.config(), keysOf(house.options))[0];
}

/**
 * Names what a vector can be compared with: the model, and a mark of where it runs and of what `extra` makes of it. Only a mark,
 * since the name is stored beside the vectors and `extra` may hold what is nobody's business.
 */
function spaceOf({ entry }: Endpoint): string {
  const { quirks: _, ...extra } = entry.extra;
  const rest = JSON.stringify([originOf(entry.base_url), extra]);
  return `${entry.model} ${createHash("sha256").update(rest).digest("hex").slice(0, 12)}`;
}

/** A text as it is sent: an empty one is refused everywhere, and half a character is no text. */
function sendable(text: string): string {
  const cut = text
    .slice(0, longestText)
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
  return cut === "" ? "-" : cut;
}

/**
 * Asks for all texts; where the provider will not take them together, for each half. A single text that it will not take has
 * no vector, as long as another one is taken: else the model is no embedding model, and asking for each text would only cost.
 */
async function bisected(ask: Ask, texts: readonly string[], learn: (texts: number) => void): Promise<Told> {
  let passed = false;
  const part = async (from: number, to: number): Promise<Told> => {
    const told = await ask(texts.slice(from, to));
    if ("vectors" in told) {
      passed = true;
      return told;
    }
    if (!ofText.has(told.fault.reason)) return told;
    if (to - from > 1) {
      const middle = (from + to) >> 1;
      const first = await part(from, middle);
      if ("fault" in first) return first;
      if (told.fault.reason === "refused" && first.vectors.every((vector) => vector)) learn(middle - from);
      const second = await part(middle, to);
      return "fault" in second ? second : { vectors: [...first.vectors, ...second.vectors] };
    }
    if (!passed && "fault" in (await ask(["ok"]))) return told;
    passed = true;
    return { vectors: [undefined] };
  };
  return part(0, texts.length);
}

/** The port's `embed` and `embeddingSpace`. `embed` never throws. */
export function createEmbedding(house: House): Required<Pick<Models, "embed" | "embeddingSpace">> {
  const circuit = createCircuit(house.options.milliseconds);
  /** How many texts a model takes at once, by the space of its vectors. */
  const batches = new Map<string, number>();

  async function embed(request: EmbedRequest, endpoint: Endpoint): Promise<Embedded> {
    const { companion, purpose, signal } = request;
    const space = spaceOf(endpoint);
    let usage = noUsage();
    const ask: Ask = async (texts) => {
      const told = await house.engine.embed(endpoint, texts, { once: purpose === "query", signal });
      if (!("vectors" in told)) return { fault: told };
      const input_tokens = told.tokens ?? texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      const estimated = told.tokens === undefined ? { estimated: true } : {};
      const spent = { ...noUsage(), input_tokens, ...estimated };
      house.record(companion, "embedding", endpoint, spent);
      usage = addUsage(usage, spent);
      return told;
    };
    const texts = request.texts.map(sendable);
    const vectors: (Float32Array | undefined)[] = [];
    while (vectors.length < texts.length) {
      const size = batches.get(space) ?? mostTexts;
      const batch = texts.slice(vectors.length, vectors.length + size);
      const told = await bisected(ask, batch, (taken) => batches.set(space, taken));
      if ("fault" in told) {
        // A question that was waited for in vain counts as silence; whoever stops the work says nothing about the model.
        const late = purpose === "query" && told.fault.reason === "aborted";
        circuit.failed(endpoint.key, late ? "silent" : told.fault.reason);
        if (!late) house.failed(endpoint, "embedding", told.fault);
        return { ok: false, failure: failureOf(told.fault, endpoint.key), usage };
      }
      vectors.push(...told.vectors);
    }
    circuit.answered(endpoint.key);
    return { ok: true, vectors, space, model: endpoint.key, usage };
  }

  return {
    embeddingSpace() {
      const endpoint = endpointOf(house);
      return endpoint && spaceOf(endpoint);
    },
    async embed(request) {
      const refuse = (reason: Reason, model: string): Embedded => ({
        ok: false,
        failure: failureOf({ reason, again: false }, model),
        usage: noUsage(),
      });
      const endpoint = endpointOf(house);
      if (!endpoint) return refuse("no_model", "");
      const share = request.purpose === "memory" ? backgroundShare : 1;
      if (house.options.backgroundAllowed?.(request.companion, share) === false)
        return refuse("budget", endpoint.key);
      // Nobody who waits for a reply waits for a model that has just been silent.
      if (request.purpose === "query" && circuit.rests(endpoint.key)) return refuse("silent", endpoint.key);
      return embed(request, endpoint);
    },
  };
}
