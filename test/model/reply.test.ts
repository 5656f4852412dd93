// A reply as a provider streams it, with everything that goes wrong on the way (cases upstream-stream).
import { afterEach, expect, test } from "vitest";
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

async function ask(answers: UpstreamAnswer[], more: Parameters<typeof asked>[1] = {}) {
  upstream = await startUpstream({ chat: answers });
  const scripted = scriptedModels(upstreamModelsConfig(upstream.url));
  return { ...(await collect(scripted.models.reply(asked("在吗", more)))), ...scripted, upstream };
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, delta, finish_reason: finish }] })}`;
const stop = chunk({}, "stop");
const done = "data: [DONE]";

test("gives the text as it comes and ends with the provider's figures", async () => {
  const { text, done, events, records, upstream } = await ask([
    {
      text: "在呢，刚刚还在想你。",
      usage: { prompt_tokens: 900, completion_tokens: 12 },
      chunkDelayMs: 20,
    },
  ]);
  expect(text).toBe("在呢，刚刚还在想你。");
  expect(events.filter((event) => event.type === "text").length).toBeGreaterThan(1);
  expect(done).toMatchObject({
    finish: "stop",
    model: "chat",
    usage: { input_tokens: 900, output_tokens: 12 },
  });
  expect(records).toMatchObject([{ companion: "nian", role: "chat", model: "chat" }]);
  expect(upstream.requests).toHaveLength(1);
  expect(upstream.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test("hands on as one piece what came in one, thoughts and words apart", async () => {
  const whole = ["嗯", "，", "我想想", "在", "呢", "。"];
  const { events } = await ask([
    {
      sse: [
        [
          ...whole.slice(0, 3).map((text) => chunk({ reasoning_content: text })),
          ...whole.slice(3).map((text) => chunk({ content: text })),
          stop,
          done,
        ].join("\n\n"),
      ],
    },
  ]);
  expect(events.filter(({ type }) => type === "thinking" || type === "text")).toEqual([
    { type: "thinking", text: "嗯，我想想" },
    { type: "text", text: "在呢。" },
  ]);
});

test("takes a last chunk without choices as usage, not as an error (C040)", async () => {
  const { text, done: end } = await ask([
    {
      sse: [
        chunk({ role: "assistant", content: "在呢" }),
        stop,
        'data: {"choices":[],"usage":{"prompt_tokens":900,"completion_tokens":12,"total_tokens":912}}',
        done,
      ],
    },
  ]);
  expect(text).toBe("在呢");
  expect(end?.usage).toEqual({ input_tokens: 900, cached_tokens: 0, output_tokens: 12 });
});

test("passes over comments, null events, broken lines and unknown objects (C042, C044)", async () => {
  const { text, done: end } = await ask([
    {
      sse: [
        ": OPENROUTER PROCESSING",
        "",
        chunk({ content: "在" }),
        "data: null",
        "data: {broken",
        "data: 42",
        'data: {"object":"ping"}',
        "event: keepalive",
        chunk({ content: "呢" }),
        stop,
        done,
      ],
    },
  ]);
  expect(text).toBe("在呢");
  expect(end?.finish).toBe("stop");
});

test("keeps reasoning apart from speech (C045)", async () => {
  const { text, thinking } = await ask([
    {
      sse: [
        chunk({ reasoning_content: "她可能在等我安慰" }),
        chunk({ reasoning_content: "，先问问" }),
        chunk({ content: "怎么啦？" }),
        stop,
        done,
      ],
    },
  ]);
  expect(text).toBe("怎么啦？");
  expect(thinking).toBe("她可能在等我安慰，先问问");
});

test("treats a think block at the beginning of the text as thinking, however it is cut", async () => {
  const pieces = ["<th", "ink>先想", "一想</thi", "nk>\n\n", "你好", "<think>这是话里的</think>"];
  const { text, thinking } = await ask([
    { sse: [...pieces.map((content) => chunk({ content })), stop, done] },
  ]);
  expect(thinking).toBe("先想一想");
  expect(text).toBe("你好<think>这是话里的</think>");
});

test.each([
  [
    "an error object inside the stream (C047)",
    { sse: ['data: {"error":{"message":"upstream overloaded","type":"server_error","code":503}}'] },
    "model_busy",
  ],
  ["a destroyed socket (C048)", { sse: [], ending: "destroy" }, "model_unreachable"],
  ["an end without finish_reason (C049)", { sse: [], ending: "end" }, "model_unreachable"],
  ["a [DONE] without finish_reason", { sse: [done] }, "model_unreachable"],
  ["silence in the middle", { sse: [], hang: "body" }, "model_unreachable"],
] as const)("fails after the partial text, and never says it twice: %s", async (_, tail, code) => {
  const { text, failed, records, upstream } = await ask([
    { ...tail, sse: [chunk({ content: "我今天" }), ...tail.sse] },
  ]);
  expect(text).toBe("我今天");
  expect(failed?.failure).toMatchObject({ code, retryable: true, model: "chat" });
  expect(failed?.usage).toMatchObject({ estimated: true });
  expect(records).toHaveLength(1);
  expect(upstream.requests).toHaveLength(1);
});

test("is content with a stream that breaks after its finish_reason", async () => {
  const { text, done: end } = await ask([{ sse: [chunk({ content: "晚安" }), stop], ending: "destroy" }]);
  expect(text).toBe("晚安");
  expect(end).toMatchObject({ finish: "stop", usage: { estimated: true } });
});

test("does not wait for usage as long as for words, once the finish is known", async () => {
  upstream = await startUpstream({ chat: [{ sse: [chunk({ content: "晚安" }), stop], hang: "body" }] });
  const limits = { ...shortLimits, firstByteMs: 60_000, betweenBytesMs: 60_000 };
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url), { limits });
  expect((await collect(models.reply(asked("晚安")))).done?.finish).toBe("stop");
}, 10_000);

test("takes an empty finish_reason in every chunk for none", async () => {
  const { failed } = await ask([{ sse: [chunk({ content: "我今天" }, ""), chunk({ content: "想" }, "")] }]);
  expect(failed?.failure.code).toBe("model_unreachable");
});

test("tells a reply that ran into the provider's cap from a whole one", async () => {
  const { done: end } = await ask([{ text: "我想说的是", finish_reason: "length" }]);
  expect(end?.finish).toBe("length");
});

test("fails on a content filter and keeps what was said before", async () => {
  const { text, failed, upstream } = await ask([{ text: "我们", finish_reason: "content_filter" }]);
  expect(text).toBe("我们");
  expect(failed?.failure).toMatchObject({ code: "model_refused", retryable: false });
  expect(upstream.requests).toHaveLength(1);
});

test("counts a reply without a word as a failure, even where the model thought", async () => {
  const { failed, text } = await ask([{ text: "", reasoning_content: "想了很多", finish_reason: "length" }]);
  expect(text).toBe("");
  expect(failed?.failure).toMatchObject({ code: "model_invalid", retryable: true });
});

test("takes a whole JSON answer where a stream was asked for", async () => {
  const body = { choices: [{ message: { content: "在呢" }, finish_reason: "stop" }] };
  const { text, done: end } = await ask([{ http: { status: 200, body } }]);
  expect(text).toBe("在呢");
  expect(end?.usage.estimated).toBe(true);
});

test("stops at once when the person stops it, and lets the provider go", async () => {
  const stopper = new AbortController();
  upstream = await startUpstream({
    chat: [{ text: "很长很长的一段话，说个没完没了。", chunks: 12, chunkDelayMs: 20 }],
  });
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url));
  const events = [];
  for await (const event of models.reply(asked("讲个故事", { signal: stopper.signal }))) {
    events.push(event);
    if (event.type === "text") stopper.abort();
  }
  expect(events.at(-1)).toMatchObject({ type: "failed", failure: { code: "aborted" } });
  expect(upstream.requests).toHaveLength(1);
});

test("asks nobody when it was stopped before it began", async () => {
  const { failed, upstream } = await ask([], { signal: AbortSignal.abort() });
  expect(failed?.failure.code).toBe("aborted");
  expect(upstream.requests).toHaveLength(0);
});

test("leaves no connection behind when the listener goes away", async () => {
  upstream = await startUpstream({ chat: [{ text: "一二三四五六七八九十", chunks: 10, chunkDelayMs: 10 }] });
  const { models } = scriptedModels(upstreamModelsConfig(upstream.url));
  for await (const event of models.reply(asked("数数"))) if (event.type === "text") break;
  // A new reply on the same client still works, and the first is not asked again.
  const { text } = await collect(models.reply(asked("再来")));
  expect(text).toBe("嗯，我在听。");
  expect(upstream.requests).toHaveLength(2);
});

test("says in the reader's language that no model is set up", async () => {
  const { models } = scriptedModels({ models: {}, roles: {}, background_tokens_per_day: 0 });
  const zh = await collect(models.reply(asked("在吗", { language: "zh" })));
  const en = await collect(models.reply(asked("hi", { language: "en" })));
  expect(zh.failed?.failure).toMatchObject({ code: "no_model", message: expect.stringContaining("模型") });
  expect(en.failed?.failure.message).toMatch(/No model/);
});
