// Background work: the guided retry, the next model, the engine in code, the books (DESIGN 5).
import { afterEach, describe, expect, test } from "vitest";
import type { AnswerRequest } from "../../src/model/models.ts";
import { RelationshipAnswer, SummaryAnswer } from "../../src/schema/answer.ts";
import {
  startUpstream,
  type Upstream,
  type UpstreamAnswer,
  upstreamModelsConfig,
} from "../support/upstream.ts";
import { scriptedModels } from "./scripted-models.ts";

let upstream: Upstream | undefined;
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

const tags = { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松" };
const good = { summary: "约好周六早上去海边，用户晕船", emotion_tags: tags };
const talk = [
  {
    message_id: "m1",
    role: "user" as const,
    content: "周六早上去海边吧，我晕船，别订船票，行不行？",
    timestamp: 1,
    topic_id: "t",
  },
];

const request = (more: Partial<AnswerRequest<SummaryAnswer>> = {}): AnswerRequest<SummaryAnswer> => ({
  companion: "nian",
  role: "short_to_mid",
  messages: [
    { role: "system", content: "输出 JSON" },
    { role: "user", content: "要压缩的对话" },
  ],
  schema: SummaryAnswer,
  material: { role: "short_to_mid", language: "zh", messages: talk },
  ...more,
});

async function compress(
  answers: UpstreamAnswer[],
  more: Partial<AnswerRequest<SummaryAnswer>> = {},
  options: Parameters<typeof scriptedModels>[1] = {},
) {
  upstream = await startUpstream({ short_to_mid: answers });
  const scripted = scriptedModels(upstreamModelsConfig(upstream.url), options);
  return { answered: await scripted.models.answer(request(more)), upstream, ...scripted };
}

test("gives the model's answer and writes the call into the books", async () => {
  const { answered, records, upstream } = await compress([
    {
      text: JSON.stringify(good),
      usage: { prompt_tokens: 1000, completion_tokens: 50, prompt_cache_hit_tokens: 400 },
    },
  ]);
  const usage = { input_tokens: 1000, cached_tokens: 400, output_tokens: 50 };
  expect(answered).toEqual({ ok: true, value: good, by: "model", model: "short_to_mid", redo: false, usage });
  expect(records).toEqual([
    { companion: "nian", role: "short_to_mid", model: "short_to_mid", usage, cost: 0, currency: "CNY" },
  ]);
  expect(upstream.requests[0]?.body.stream).toBeUndefined();
});

test("names the fault in one guided retry that extends the first request", async () => {
  const { answered, upstream, records } = await compress([
    { text: '{"summary":"约好周六早上去海边"}' },
    { text: JSON.stringify(good) },
  ]);
  expect(answered).toMatchObject({ ok: true, value: good });
  const [first, second] = upstream.requests;
  expect(second?.body.messages.slice(0, 2)).toEqual(first?.body.messages);
  expect(second?.body.messages.slice(2)).toEqual([
    { role: "assistant", content: '{"summary":"约好周六早上去海边"}' },
    { role: "user", content: expect.stringContaining("emotion_tags") },
  ]);
  expect(records).toHaveLength(2);
  expect(answered.usage.output_tokens).toBe(records.reduce((sum, { usage }) => sum + usage.output_tokens, 0));
});

test("gives up after one guided retry and leaves the step to a later run (C038)", async () => {
  const useless = JSON.stringify({ summary: "好的！", emotion_tags: tags });
  const { answered, upstream, logged } = await compress([{ text: useless, repeat: 3 }]);
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_invalid", retryable: true } });
  expect(upstream.requests).toHaveLength(2);
  expect(logged[0]?.fields).toMatchObject({ model: "short_to_mid", cause: "content" });
});

test("names the length limit and the model in the log, and stores no thought (C017)", async () => {
  const { answered, logged, upstream } = await compress([
    { text: "", finish_reason: "length", reasoning_content: "用户想去海边……", repeat: 2 },
  ]);
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_invalid" } });
  expect(logged[0]?.fields).toMatchObject({ model: "short_to_mid", role: "short_to_mid", cause: "length" });
  // The retry has no bad answer to show, so its words join the last message of our own side.
  expect(upstream.requests[1]?.body.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(JSON.stringify([answered, logged])).not.toContain("海边");
});

test.each([
  ["a content filter (C023)", { text: '{"summary":"约好周六', finish_reason: "content_filter" }],
  ["a refusal (C021)", { text: "抱歉，我无法对这段对话进行总结。" }],
  [
    "a filter that answers 400",
    { http: { status: 400, body: { error: { message: "Content Exists Risk" } } } },
  ],
] as const)("does not send the same request again after %s", async (_, answer) => {
  const { answered, upstream } = await compress([answer, { text: JSON.stringify(good) }]);
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_refused", retryable: false } });
  expect(upstream.requests).toHaveLength(1);
});

describe("a summary over 200 characters (A27)", () => {
  const sentence = "对方说周六早上要去海边，晕船，不坐船，妈妈也一起去。";
  const long = { text: JSON.stringify({ ...good, summary: sentence.repeat(12) }) };
  const material = {
    role: "short_to_mid" as const,
    language: "zh" as const,
    messages: talk.map((message) => ({ ...message, content: message.content.repeat(40) })),
  };
  const cut = sentence.repeat(7);

  test("is asked for once more, shorter, and the shorter one is kept", async () => {
    const { answered, upstream } = await compress([long, { text: JSON.stringify(good) }], { material });
    expect(answered).toMatchObject({ ok: true, by: "model", value: good });
    expect(upstream.requests.at(-1)?.body.messages.at(-1)?.content).toContain("200");
  });

  test("is kept by its first sentences where the model cannot make it shorter: no topic waits for that", async () => {
    const { answered, upstream, logged } = await compress([{ ...long, repeat: 2 }], { material });
    expect(answered).toMatchObject({ ok: true, by: "model", value: { ...good, summary: cut } });
    expect([...cut].length).toBeLessThanOrEqual(200);
    expect(upstream.requests).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  test("is kept so too where the second answer is none", async () => {
    const { answered } = await compress([long, { text: "好的！" }], { material });
    expect(answered).toMatchObject({ ok: true, value: { summary: cut } });
  });
});

test("keeps an answer in another language after one retry, with its language (C034)", async () => {
  const english = JSON.stringify({
    summary: "They agreed to go to the seaside on Saturday; the user gets seasick.",
    emotion_tags: tags,
  });
  const { answered, upstream } = await compress([{ text: english, repeat: 2 }]);
  expect(answered).toMatchObject({ ok: true, language: "en", by: "model" });
  expect(upstream.requests).toHaveLength(2);
});

test("keeps the first answer in another language where the retry brings nothing", async () => {
  const english = JSON.stringify({
    summary: "They agreed to go to the seaside on Saturday; the user gets seasick.",
    emotion_tags: tags,
  });
  const { answered } = await compress([{ text: english }, { http: { status: 400, body: {} } }]);
  expect(answered).toMatchObject({ ok: true, language: "en" });
});

test("takes the right language from the retry where it comes", async () => {
  const english = JSON.stringify({
    summary: "They agreed to go to the seaside on Saturday.",
    emotion_tags: tags,
  });
  const { answered } = await compress([{ text: english }, { text: JSON.stringify(good) }]);
  expect(answered).toMatchObject({ ok: true, value: good });
  expect(answered).not.toHaveProperty("language");
});

test("asks the next model of the role where the first gives nothing", async () => {
  upstream = await startUpstream({
    short_to_mid: [{ text: "抱歉，我无法总结。", repeat: 2 }],
    chat: [{ text: JSON.stringify(good) }],
  });
  const config = upstreamModelsConfig(upstream.url);
  config.roles.short_to_mid = ["short_to_mid", "chat"];
  const { models, records } = scriptedModels(config);
  expect(await models.answer(request())).toMatchObject({ ok: true, model: "chat", redo: false });
  expect(records.map(({ model, role }) => [model, role])).toEqual([
    ["short_to_mid", "short_to_mid"],
    ["chat", "short_to_mid"],
  ]);
});

const inCode = { summary: "那次聊到：周六早上去海边", emotion_tags: {} };
const nobody = { models: {}, roles: {}, background_tokens_per_day: 0 };

test("answers in code where no model is set up, and asks for a redo", async () => {
  const { models } = scriptedModels(nobody, {
    extractive: (material) => (material.role === "short_to_mid" ? inCode : undefined),
  });
  expect(await models.answer(request())).toMatchObject({
    ok: true,
    by: "extractive",
    redo: true,
    value: inCode,
  });
});

test("asks no model where code was chosen, and no redo either", async () => {
  const { answered, upstream, records } = await compress(
    [],
    { engine: "extractive" },
    { extractive: () => inCode },
  );
  expect(answered).toMatchObject({ ok: true, by: "extractive", redo: false });
  expect(upstream.requests).toHaveLength(0);
  expect(records).toHaveLength(0);
});

test("says no_model where code cannot judge either", async () => {
  const { models } = scriptedModels(nobody);
  const answered = await models.answer({
    companion: "nian",
    role: "relationship",
    messages: [],
    schema: RelationshipAnswer,
    material: { role: "relationship", language: "en" },
  });
  expect(answered).toMatchObject({ ok: false, failure: { code: "no_model", retryable: true } });
});

test("asks no model once the day's background tokens are used up", async () => {
  const { answered, upstream } = await compress(
    [],
    {},
    { backgroundAllowed: (companion) => companion !== "nian" },
  );
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_busy", retryable: true } });
  expect(upstream.requests).toHaveLength(0);
});

test("is a failure and no crash where the request's own check throws", async () => {
  const check = () => {
    throw new Error("our mistake");
  };
  const { answered, logged } = await compress([{ text: JSON.stringify(good) }], { check });
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_invalid" } });
  expect(logged.at(-1)?.fields).toMatchObject({ error: "Error" });
});

test("stops with the signal", async () => {
  const { answered, upstream } = await compress([], { signal: AbortSignal.abort() });
  expect(answered).toMatchObject({ ok: false, failure: { code: "aborted" } });
  expect(upstream.requests).toHaveLength(0);
});

test("puts a streamed answer together where a provider only streams", async () => {
  upstream = await startUpstream({
    short_to_mid: [{ text: JSON.stringify(good), reasoning_content: "想想" }],
  });
  const config = upstreamModelsConfig(upstream.url);
  for (const entry of Object.values(config.models)) entry.extra = { quirks: { forceStream: true } };
  const { models } = scriptedModels(config);
  expect(await models.answer(request())).toMatchObject({ ok: true, value: good });
  expect(upstream.requests[0]?.body.stream).toBe(true);
  expect(upstream.requests[0]?.body.quirks).toBeUndefined();
});

test("counts by itself where the provider reports no usage, and says so", async () => {
  const { answered } = await compress([{ text: JSON.stringify(good), usage: null }]);
  expect(answered.usage).toMatchObject({ estimated: true });
  expect(answered.usage.input_tokens).toBeGreaterThan(5);
  expect(answered.usage.output_tokens).toBeGreaterThan(10);
});

test("uses a changed models.json without a restart", async () => {
  upstream = await startUpstream({ facts: [{ text: JSON.stringify(good) }] });
  const config = upstreamModelsConfig(upstream.url);
  const { models } = scriptedModels(() => config);
  config.roles.short_to_mid = ["facts"];
  expect(await models.answer(request())).toMatchObject({ ok: true, model: "facts" });
  expect(models.state().find(({ role }) => role === "short_to_mid")).toEqual({
    role: "short_to_mid",
    ready: ["facts"],
  });
});

test("asks the preferred model first", async () => {
  const { answered } = await compress([], { prefer: "chat" });
  expect(upstream?.requests[0]?.role).toBe("chat");
  // What the preferred model says is no JSON; the role's own model still gets its turn.
  expect(answered).toMatchObject({ ok: true, model: "short_to_mid" });
});

test("tells what a provider says in a test call, without the key", async () => {
  const secret = "very-secret-value";
  upstream = await startUpstream({
    chat: [
      {
        http: {
          status: 401,
          body: { error: { message: `Incorrect API key provided: ${secret}\n<b>x</b>` } },
        },
      },
    ],
  });
  const config = upstreamModelsConfig(upstream.url, ["chat", "embedding"]);
  const origin = new URL(upstream.url).origin;
  const { models } = scriptedModels(config, { secrets: () => ({ keys: { chat: { origin, key: secret } } }) });
  const failed = await models.test("chat");
  expect(failed).toMatchObject({ ok: false, model: "chat", error: "key" });
  expect(failed.provider_error).toMatch(/^Incorrect API key provided: \*\*\*/);
  expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  expect(await models.test("chat")).toMatchObject({ ok: true, model: "chat" });
  expect(await models.test("embedding")).toMatchObject({ ok: true, model: "embedding" });
  expect(await scriptedModels(nobody).models.test("chat")).toMatchObject({ ok: false, error: "no_model" });
});
