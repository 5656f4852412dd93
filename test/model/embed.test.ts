// The role `embedding` against a scripted upstream: whole batches or nothing, one model only, and no answer that is half right.
import { afterEach, expect, it } from "vitest";
import type { ModelsOptions } from "../../src/model/house.ts";
import type { Embedded, EmbedRequest } from "../../src/model/models.ts";
import {
  embeddingOf,
  inputOf,
  startUpstream,
  type Upstream,
  type UpstreamAnswer,
  upstreamModelsConfig,
} from "../support/upstream.ts";
import { scriptedModels } from "./scripted-models.ts";

let upstream: Upstream;
afterEach(() => upstream.close());

async function scene(answers: readonly UpstreamAnswer[] = [], options: Partial<ModelsOptions> = {}) {
  upstream = await startUpstream({ embedding: answers });
  const scripted = scriptedModels(upstreamModelsConfig(upstream.url, ["chat", "embedding"]), options);
  const embed = (texts: readonly string[], more: Partial<EmbedRequest> = {}): Promise<Embedded> =>
    scripted.models.embed?.({ companion: "nian", texts, purpose: "memory", ...more }) ??
    Promise.reject(new Error("no embed"));
  return { ...scripted, embed };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `第${at}句 line ${at}`);
const failed = (answer: Embedded) => (answer.ok ? undefined : answer.failure.code);
const sizes = () => upstream.of("embedding").map(({ body }) => inputOf(body).length);

it("gives each text its own vector, in batches of 64, and writes the tokens into the books", async () => {
  const { embed, records } = await scene();
  const texts = numbered(150);
  const answer = await embed(texts);
  expect(sizes()).toEqual([64, 64, 22]);
  expect(answer.ok && answer.vectors.map((vector) => [...(vector ?? [])])).toEqual(texts.map(embeddingOf));
  expect(records.map(({ role, usage }) => [role, usage.input_tokens])).toEqual([
    ["embedding", 320],
    ["embedding", 320],
    ["embedding", 110],
  ]);
});

it("lays vectors to their texts by index where they come in another order", async () => {
  const body = {
    data: [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ],
  };
  const { embed, records } = await scene([{ http: { status: 200, body } }]);
  const answer = await embed(["先", "then"]);
  expect(answer.ok && answer.vectors.map((vector) => [...(vector ?? [])])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  // It counted nothing, so that is estimated.
  expect(records[0]?.usage).toMatchObject({ estimated: true });
});

const wrong: [string, (texts: readonly string[]) => unknown[]][] = [
  ["fewer vectors than texts", (texts) => texts.slice(1).map(embeddingOf)],
  ["more vectors than texts", (texts) => [...texts, "x"].map(embeddingOf)],
  ["something that is no number", (texts) => texts.map(() => [1, Number.NaN, 3])],
  ["words in place of numbers", (texts) => texts.map(() => ["1", "2"])],
  ["numbers too large for a vector", (texts) => texts.map(() => [1e300, 1])],
  ["vectors of different lengths", (texts) => texts.map((_, at) => new Array(at + 1).fill(1))],
  ["zeros only", (texts) => texts.map(() => [0, 0, 0])],
  ["nothing at all", (texts) => texts.map(() => [])],
  ["no lists", (texts) => texts.map(() => null)],
];

it.each(wrong)("takes no vector from an answer with %s, and asks again", async (_, vectors) => {
  const { embed } = await scene([{ vectors, repeat: 3 }]);
  expect(failed(await embed(["一", "二"]))).toBe("model_invalid");
  expect(sizes()).toEqual([2, 2, 2]);
});

it("takes the same index twice for no answer", async () => {
  const data = [0, 0].map((index) => ({ index, embedding: [1, 2] }));
  const { embed } = await scene([{ http: { status: 200, body: { data } }, repeat: 3 }]);
  expect(failed(await embed(["一", "二"]))).toBe("model_invalid");
});

it("tries again after a 500 and goes on", async () => {
  const { embed } = await scene([{ http: { status: 500 }, repeat: 2 }]);
  expect((await embed(["一"])).ok).toBe(true);
  expect(sizes()).toEqual([1, 1, 1]);
});

it("takes a page of a proxy for a failure", async () => {
  const { embed } = await scene([{ http: { status: 200, body: "<html>log in</html>" }, repeat: 3 }]);
  expect(failed(await embed(["一"]))).toBe("model_unreachable");
});

it("gives up a server that hangs when the one who waits does, and lets nobody wait again for a minute", async () => {
  const { embed, passMilliseconds } = await scene([{ hang: true, repeat: 2 }]);
  for (const ms of [20, 20]) {
    const answer = await embed(["一"], { purpose: "query", signal: AbortSignal.timeout(ms) });
    expect(failed(answer)).toBe("aborted");
  }
  expect(failed(await embed(["一"], { purpose: "query" }))).toBe("model_unreachable");
  expect(upstream.requests).toHaveLength(2);
  passMilliseconds(61_000);
  expect((await embed(["一"], { purpose: "query" })).ok).toBe(true);
});

it("asks once where somebody waits", async () => {
  const { embed } = await scene([{ http: { status: 503 } }]);
  expect(failed(await embed(["一"], { purpose: "query" }))).toBe("model_busy");
  expect(upstream.requests).toHaveLength(1);
});

it("sends fewer texts at once to a provider that takes only ten, and remembers it", async () => {
  const { embed } = await scene();
  const refusal = {
    http: { status: 400, body: { error: { message: "batch size is invalid, at most 10" } } },
  };
  upstream.fallback("embedding", (body) =>
    inputOf(body).length > 10 ? refusal : { vectors: (texts) => texts.map(embeddingOf) },
  );
  const texts = numbered(64);
  const answer = await embed(texts);
  expect(answer.ok && answer.vectors.map((vector) => [...(vector ?? [])])).toEqual(texts.map(embeddingOf));
  upstream.requests.length = 0;
  expect((await embed(texts)).ok).toBe(true);
  expect(sizes()).toEqual(new Array(8).fill(8));
});

it("goes on without a vector for the one text that the provider filters", async () => {
  const { embed } = await scene();
  const filter = { http: { status: 400, body: { error: { code: "data_inspection_failed" } } } };
  upstream.fallback("embedding", (body) =>
    inputOf(body).some((text) => text.includes("坏")) ? filter : { vectors: (all) => all.map(embeddingOf) },
  );
  const answer = await embed(["好", "坏", "也好"]);
  expect(answer.ok && answer.vectors.map((vector) => vector !== undefined)).toEqual([true, false, true]);
  const alone = await embed(["坏"]);
  expect(alone.ok && alone.vectors).toEqual([undefined]);
});

it("asks a few times, not once for each text, where the model is none for embeddings", async () => {
  const { embed } = await scene();
  upstream.fallback("embedding", { http: { status: 400, body: { error: { message: "not supported" } } } });
  expect(failed(await embed(numbered(64)))).toBe("model_refused");
  expect(upstream.requests.length).toBeLessThan(10);
});

it("spends no more than half of the day's background tokens on memories, and all of them on questions", async () => {
  const shares: (number | undefined)[] = [];
  const backgroundAllowed = (_: string, share?: number) => {
    shares.push(share);
    return share === 1;
  };
  const { embed } = await scene([], { backgroundAllowed });
  expect(failed(await embed(["一"]))).toBe("model_busy");
  expect((await embed(["一"], { purpose: "query" })).ok).toBe(true);
  expect(shares).toEqual([0.5, 1]);
});

it("sends neither an empty text, nor half a character, nor more than a model reads", async () => {
  const { embed } = await scene();
  await embed(["  ", "a\ud83d", "很长".repeat(5_000)]);
  const [empty = "", half = "", long = ""] = inputOf(
    upstream.requests[0]?.body ?? { model: "", messages: [] },
  );
  expect(empty).not.toBe("");
  expect(half).toBe("a\ufffd");
  expect(long.length).toBeLessThanOrEqual(1_500);
});

it("never asks the second model of the list, since its vectors could not be compared", async () => {
  upstream = await startUpstream({ embedding: [{ http: { status: 401 } }] });
  const config = upstreamModelsConfig(upstream.url, ["chat", "embedding"]);
  config.roles.embedding = ["embedding", "chat"];
  const { models } = scriptedModels(config);
  const ask = () => models.embed?.({ companion: "nian", texts: ["一"], purpose: "memory" });
  for (const _ of [1, 2]) {
    upstream.push("embedding", { http: { status: 401 } });
    expect(await ask()).toMatchObject({ ok: false, failure: { code: "model_refused" } });
  }
  expect(upstream.requests.map(({ body }) => body.model)).toEqual(["embedding", "embedding"]);
});

it("names another space where the model, its address or its settings change, and none where there is no model", async () => {
  upstream = await startUpstream();
  const config = upstreamModelsConfig(upstream.url, ["embedding"]);
  const { models } = scriptedModels(() => config);
  const spaces = [models.embeddingSpace?.()];
  const entry = config.models.embedding;
  if (!entry) throw new Error("no entry");
  entry.extra = { dimensions: 256, tenant: "secret-tenant" };
  spaces.push(models.embeddingSpace?.());
  entry.model = "other";
  spaces.push(models.embeddingSpace?.());
  expect(new Set(spaces).size).toBe(3);
  expect(spaces.join()).not.toMatch(/secret-tenant|127\.0\.0\.1/);
  expect(await models.embed?.({ companion: "nian", texts: ["一"], purpose: "query" })).toMatchObject({
    space: spaces[2],
  });
  expect(upstream.requests[0]?.body).toMatchObject({ dimensions: 256, encoding_format: "float" });
  config.roles.embedding = [];
  expect(models.embeddingSpace?.()).toBeUndefined();
  const nobody = await models.embed?.({ companion: "nian", texts: ["一"], purpose: "query" });
  expect(nobody).toMatchObject({ ok: false, failure: { code: "no_model" } });
});
