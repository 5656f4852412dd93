// When a call is tried again, how long that takes, and what the person hears of it (cases upstream-error).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { SummaryAnswer } from "../../src/schema/answer.ts";
import {
  startUpstream,
  type Upstream,
  type UpstreamAnswer,
  upstreamModelsConfig,
} from "../support/upstream.ts";
import { asked, collect, scriptedModels, shortLimits } from "./scripted-models.ts";

let upstream: Upstream | undefined;
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

async function reply(answers: UpstreamAnswer[], options: Parameters<typeof scriptedModels>[1] = {}) {
  upstream = await startUpstream({ chat: answers });
  const scripted = scriptedModels(upstreamModelsConfig(upstream.url), options);
  return { ...(await collect(scripted.models.reply(asked("在吗")))), ...scripted, upstream };
}

const status = (code: number, body: unknown = {}, headers: Record<string, string> = {}): UpstreamAnswer => ({
  http: { status: code, body, headers },
});

const summary = {
  summary: "约好周六去海边",
  emotion_tags: { basic_emotion: "开心", scene: "闲聊", atmosphere: "轻松" },
};

async function compress(
  answers: UpstreamAnswer[],
  timeoutS = 5,
  options: Parameters<typeof scriptedModels>[1] = {},
) {
  upstream = await startUpstream({ short_to_mid: answers });
  const config = upstreamModelsConfig(upstream.url);
  for (const entry of Object.values(config.models)) entry.timeout_s = timeoutS;
  const scripted = scriptedModels(config, options);
  const answered = await scripted.models.answer({
    companion: "nian",
    role: "short_to_mid",
    messages: [{ role: "user", content: "压缩成 JSON" }],
    schema: SummaryAnswer,
    material: { role: "short_to_mid", language: "zh", messages: [] },
  });
  return { answered, upstream, ...scripted };
}

test.each([408, 409, 429, 500, 502, 503, 504])(
  "tries again after %i, before a word was said",
  async (code) => {
    const { text, upstream } = await reply([status(code), { text: "在呢" }]);
    expect(text).toBe("在呢");
    expect(upstream.requests).toHaveLength(2);
  },
);

test.each([
  [400, { error: { message: "bad request" } }, "model_refused"],
  [401, { error: { message: "Incorrect API key provided: sk-abcdef123456" } }, "model_refused"],
  [402, { error: { message: "Insufficient Balance" } }, "model_refused"],
  [403, {}, "model_refused"],
  [404, { error: { message: "The model `x` does not exist" } }, "model_refused"],
  [
    429,
    { error: { code: "insufficient_quota", message: "You exceeded your current quota" } },
    "model_refused",
  ],
  [
    400,
    { error: { code: "data_inspection_failed", message: "Input may contain inappropriate content" } },
    "model_refused",
  ],
  [
    400,
    { error: { code: "context_length_exceeded", message: "maximum context length is 65536 tokens" } },
    "context_too_long",
  ],
  [
    400,
    { error: { code: "InvalidParameter", message: "Range of input length should be [1, 129024]" } },
    "context_too_long",
  ],
  [413, "too big", "context_too_long"],
])("asks once where a retry cannot help: %i %j is %s", async (code, body, expected) => {
  const { failed, upstream, records } = await reply([status(code, body)]);
  expect(failed?.failure).toMatchObject({ code: expected, retryable: false });
  expect(records).toHaveLength(0);
  expect(upstream.requests).toHaveLength(1);
});

test("makes three requests in all and then says so without a word of HTML (C064)", async () => {
  const page = "<html><body><h1>502 Bad Gateway</h1>nginx</body></html>";
  const { failed, upstream } = await reply([
    { http: { status: 502, headers: { "content-type": "text/html" }, body: page }, repeat: 5 },
  ]);
  expect(upstream.requests).toHaveLength(3);
  expect(failed?.failure).toMatchObject({ code: "model_unreachable", retryable: true });
  expect(JSON.stringify(failed)).not.toMatch(/html|nginx|502/i);
});

test("takes a proxy's page with status 200 for a failure, not for a reply", async () => {
  const { failed, text } = await reply([
    {
      http: { status: 200, headers: { "content-type": "text/html" }, body: "<html>log in</html>" },
      repeat: 3,
    },
  ]);
  expect(text).toBe("");
  expect(failed?.failure.code).toBe("model_unreachable");
});

test("gives up at once where a reply would have to wait for an hour (C060)", async () => {
  const { failed, upstream } = await reply([
    status(429, { error: { message: "quota" } }, { "retry-after": "3600" }),
  ]);
  expect(failed?.failure).toMatchObject({ code: "model_busy", retryable: true, retryAfter: 3600 });
  expect(upstream.requests).toHaveLength(1);
});

test("waits as long as the provider asks for, and not a call more (C059)", async () => {
  const { answered, upstream } = await compress([
    status(429, { error: { code: "rate_limit_exceeded" } }, { "retry-after": "0.3" }),
    { text: JSON.stringify(summary) },
  ]);
  expect(answered).toMatchObject({ ok: true, value: summary, by: "model" });
  const [first, second] = upstream.requests;
  expect(upstream.requests).toHaveLength(2);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(290);
});

test("stops waiting for a busy provider when the person stops the reply", async () => {
  upstream = await startUpstream({ chat: [status(429, {}, { "retry-after": "9" })] });
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url));
  const stopper = new AbortController();
  const replied = collect(models.reply(asked("在吗", { signal: stopper.signal })));
  while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stopper.abort();
  expect((await replied).failed?.failure.code).toBe("aborted");
  expect(upstream.requests).toHaveLength(1);
}, 8_000);

test("reads a Retry-After date against the provider's own clock", async () => {
  const { failed } = await reply([
    status(
      503,
      {},
      { date: "Wed, 21 Oct 2026 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2026 08:28:00 GMT" },
    ),
  ]);
  expect(failed?.failure).toMatchObject({ code: "model_busy", retryAfter: 3600 });
});

test("does not start a pause that the deadline of a background call would cut", async () => {
  const { answered, upstream } = await compress([status(429, {}, { "retry-after": "8" })], 2);
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_busy", retryAfter: 8 } });
  expect(upstream.requests).toHaveLength(1);
});

test("ends a background call at its deadline, retries included", async () => {
  const { answered, upstream } = await compress([status(500), { hang: "headers" }], 1);
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_unreachable", retryable: true } });
  expect(upstream.requests).toHaveLength(2);
});

test("ends a background call whose body never comes", async () => {
  const { answered } = await compress([{ hang: "body" }], 0.2);
  expect(answered).toMatchObject({ ok: false, failure: { code: "model_unreachable" } });
});

test("does not ask a silent model a second time", async () => {
  const { failed, upstream } = await reply([{ hang: "headers" }], {
    limits: { ...shortLimits, firstByteMs: 200 },
  });
  expect(failed?.failure.code).toBe("model_unreachable");
  expect(upstream.requests).toHaveLength(1);
});

test("tries again where only a thought had come, and keeps the thoughts of the try that counts", async () => {
  upstream = await startUpstream({
    chat: [
      { sse: ['data: {"choices":[{"delta":{"reasoning_content":"旧"}}]}'], ending: "destroy" },
      { reasoning_content: "新", tool: { name: "get_current_state", arguments: "" } },
    ],
  });
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url));
  const { events } = await collect(models.reply(asked("在吗")));
  expect(events.find((event) => event.type === "tool-calls")).toMatchObject({ reasoning: "新" });
});

test("says that a server is away, without its address", async () => {
  upstream = await startUpstream();
  const { url } = upstream;
  await upstream.close();
  const { models } = scriptedModels(upstreamModelsConfig(url));
  const { failed } = await collect(models.reply(asked("在吗")));
  expect(failed?.failure).toMatchObject({ code: "model_unreachable", retryable: true });
  expect(failed?.failure.message).not.toContain("127.0.0.1");
});

test("follows no redirect: the key would go with it", async () => {
  let followed = 0;
  const target = createServer((_, response) => {
    followed += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const { port } = target.address() as AddressInfo;
  const { failed } = await reply([
    status(307, "", { location: `http://127.0.0.1:${port}/v1/chat/completions` }),
  ]);
  target.close();
  expect(failed?.failure.code).toBe("model_refused");
  expect(followed).toBe(0);
});

test("leaves out the field that an endpoint refuses by name, and remembers it", async () => {
  const { text, models, upstream } = await reply([
    status(400, { error: { message: "Unrecognized request argument supplied: stream_options" } }),
    { text: "在呢" },
  ]);
  expect(text).toBe("在呢");
  expect(upstream.requests[0]?.body.stream_options).toEqual({ include_usage: true });
  expect(upstream.requests[1]?.body.stream_options).toBeUndefined();
  await collect(models.reply(asked("还在吗")));
  expect(upstream.requests).toHaveLength(3);
  expect(upstream.requests[2]?.body.stream_options).toBeUndefined();
});

test("gives up where the endpoint refuses the same field again", async () => {
  const refusal = status(400, { error: { message: "stream_options is not allowed" } });
  const { failed, upstream } = await reply([refusal, refusal, refusal]);
  expect(failed?.failure.code).toBe("model_refused");
  expect(upstream.requests).toHaveLength(2);
});

test("offers a JSON schema to a server that takes no plain json_object", async () => {
  const { answered, upstream } = await compress([
    status(400, { error: "'response_format.type' must be 'json_schema' or 'text'" }),
    { text: JSON.stringify(summary) },
  ]);
  expect(answered.ok).toBe(true);
  expect(upstream.requests[0]?.body.response_format).toEqual({ type: "json_object" });
  expect(upstream.requests[1]?.body.response_format).toMatchObject({
    type: "json_schema",
    json_schema: { name: "short_to_mid", schema: { type: "object", required: ["summary", "emotion_tags"] } },
  });
});

test("asks the next model where the first is down, and puts a dead one behind for a minute", async () => {
  upstream = await startUpstream({
    reasoner: [status(500), status(500), status(500), status(401), { text: "醒了" }],
  });
  const config = upstreamModelsConfig(upstream.url);
  config.roles.chat = ["reasoner", "chat"];
  const { models, logged, passMilliseconds } = scriptedModels(config);
  const first = await collect(models.reply(asked("一")));
  expect(first.done?.model).toBe("chat");
  expect(logged[0]?.fields).toMatchObject({ model: "reasoner", reason: "unreachable", status: 500 });
  await collect(models.reply(asked("二")));
  expect(upstream.of("reasoner")).toHaveLength(4);
  const third = await collect(models.reply(asked("三")));
  expect(third.done?.model).toBe("chat");
  expect(upstream.of("reasoner")).toHaveLength(4);
  passMilliseconds(60_001);
  const fourth = await collect(models.reply(asked("四")));
  expect(fourth.done?.model).toBe("reasoner");
});

test("does not ask a second model with the same window about a context that is too long", async () => {
  const tooLong = status(400, {
    error: { code: "context_length_exceeded", message: "maximum context length" },
  });
  upstream = await startUpstream({ chat: [tooLong] });
  const config = upstreamModelsConfig(upstream.url);
  config.roles.chat = ["chat", "reasoner"];
  const { models } = scriptedModels(config);
  const { failed } = await collect(models.reply(asked("在吗")));
  expect(failed?.failure.code).toBe("context_too_long");
  expect(upstream.of("reasoner")).toHaveLength(0);
});
