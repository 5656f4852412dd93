// What goes out to which provider: thinking, formats, temperatures, the order of messages (DESIGN 5, R34).
import { expect, test } from "vitest";
import type { Endpoint } from "../../src/model/config.ts";
import type { PromptMessage } from "../../src/model/models.ts";
import { quirksOf } from "../../src/model/quirks.ts";
import { type Call, refusedField, requestBody } from "../../src/model/request-body.ts";
import { ModelEntry } from "../../src/schema/models.ts";

function endpoint(base_url: string, model: string, more: object = {}): Endpoint {
  const entry = ModelEntry.parse({ base_url, model, ...more });
  return { key: "m", entry, apiKey: "k", quirks: quirksOf(entry) };
}

const deepseek = (more: object = {}) => endpoint("https://api.deepseek.com/v1", "deepseek-chat", more);
const dashscope = (model: string) => endpoint("https://dashscope.aliyuncs.com/compatible-mode/v1", model);
const hello: PromptMessage[] = [
  { role: "system", content: "s" },
  { role: "user", content: "u" },
];
const body = (to: Endpoint, more: Partial<Call> = {}, refused: string[] = []) =>
  requestBody(to, { messages: hello, stream: true, thinking: false, ...more }, new Set(refused));

test("switches thinking off for a chat on DeepSeek, and on where it is asked for", () => {
  expect(body(deepseek()).thinking).toEqual({ type: "disabled" });
  expect(body(deepseek(), { thinking: true }).thinking).toEqual({ type: "enabled" });
  expect(body(endpoint("https://api.deepseek.com/v1", "deepseek-reasoner"))).not.toHaveProperty("thinking");
});

test("speaks each provider's own switch, and none to a stranger", () => {
  expect(body(dashscope("qwen-plus")).enable_thinking).toBe(false);
  expect(body(dashscope("qwen-plus"), { thinking: true }).enable_thinking).toBe(true);
  const stranger = body(endpoint("https://llm.example/v1", "m"), { thinking: true });
  expect(Object.keys(stranger).sort()).toEqual(["messages", "model", "stream", "stream_options"]);
  // A host that only looks like one gets nothing that was meant for another.
  expect(body(endpoint("https://deepseek.com.example/v1", "m"))).not.toHaveProperty("thinking");
});

test("sends no temperature while DeepSeek thinks, and a cool one for background work", () => {
  const warm = deepseek({ temperature: 0.8 });
  expect(body(warm).temperature).toBe(0.8);
  expect(body(warm, { thinking: true })).not.toHaveProperty("temperature");
  expect(body(warm, { coolest: 0.3 }).temperature).toBe(0.3);
  expect(body(deepseek({ temperature: 0.1 }), { coolest: 0.3 }).temperature).toBe(0.1);
  expect(body(deepseek(), { coolest: 0.3 })).not.toHaveProperty("temperature");
  expect(body(endpoint("https://api.openai.com/v1", "gpt-5-mini", { temperature: 1 }))).not.toHaveProperty(
    "temperature",
  );
});

const loop: PromptMessage[] = [
  { role: "system", content: "s" },
  { role: "user", content: "早" },
  {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "old", name: "plan", arguments: "{}" }],
    reasoning: "旧",
  },
  { role: "tool", tool_call_id: "old", content: "好" },
  { role: "user", content: "现在几点" },
  {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "a", name: "state", arguments: "{}" }],
    reasoning: "",
  },
  { role: "tool", tool_call_id: "a", content: "九点" },
];

test("gives reasoning back inside the running tool loop only, an empty one too (R34)", () => {
  const messages = body(deepseek(), { messages: loop, thinking: true }).messages as Record<string, unknown>[];
  expect(messages[2]).not.toHaveProperty("reasoning_content");
  expect(messages[5]).toEqual({
    role: "assistant",
    content: "",
    reasoning_content: "",
    tool_calls: [{ id: "a", type: "function", function: { name: "state", arguments: "{}" } }],
  });
  expect(messages[6]).toEqual({ role: "tool", tool_call_id: "a", content: "九点" });
});

test("gives no reasoning to a provider that did not ask for it, nor to one that does not think now", () => {
  const others = [endpoint("https://llm.example/v1", "m"), dashscope("qwen-plus")];
  for (const to of others)
    expect(JSON.stringify(body(to, { messages: loop, thinking: true }))).not.toContain("reasoning_content");
  expect(JSON.stringify(body(deepseek(), { messages: loop }))).not.toContain("reasoning_content");
});

test("puts one system message in front and changes nothing where it stands there already", () => {
  expect(body(deepseek()).messages).toEqual(hello);
  const mixed: PromptMessage[] = [
    { role: "user", content: "u" },
    { role: "system", content: "a" },
    { role: "assistant", content: "x" },
    { role: "system", content: "b" },
  ];
  expect(body(deepseek(), { messages: mixed }).messages).toEqual([
    { role: "system", content: "a\n\nb" },
    { role: "user", content: "u" },
    { role: "assistant", content: "x" },
  ]);
});

const answer = { name: "facts", schema: { type: "object" } };
const json: PromptMessage[] = [{ role: "user", content: "只输出 JSON" }];

test("asks for the response format that the server takes", () => {
  const background = { stream: false, answer, messages: json };
  expect(body(deepseek(), background).response_format).toEqual({ type: "json_object" });
  expect(body(endpoint("http://127.0.0.1:1234/v1", "m"), background).response_format).toEqual({
    type: "json_schema",
    json_schema: { name: "facts", schema: { type: "object" }, strict: true },
  });
  expect(body(endpoint("https://ark.cn-beijing.volces.com/api/v3", "doubao"), background)).not.toHaveProperty(
    "response_format",
  );
  // Providers refuse json_object where the prompt does not speak of JSON.
  expect(body(deepseek(), { stream: false, answer })).not.toHaveProperty("response_format");
  expect(body(deepseek(), background, ["json_object"]).response_format).toMatchObject({
    type: "json_schema",
  });
});

test("streams everything to a model that only streams", () => {
  expect(body(dashscope("qwq-plus"), { stream: false }).stream).toBe(true);
  expect(body(dashscope("qwen-plus"), { stream: false })).not.toHaveProperty("stream");
});

test("sends extra along, without its quirks, and lets these have the last word", () => {
  const own = deepseek({
    extra: { top_p: 0.9, quirks: { thinkingOff: { thinking: "no" }, includeUsage: false } },
  });
  expect(body(own)).toMatchObject({ top_p: 0.9, thinking: "no" });
  expect(body(own)).not.toHaveProperty("quirks");
  expect(body(own)).not.toHaveProperty("stream_options");
});

test("finds the refused field among those that were sent", () => {
  const sent = body(deepseek({ temperature: 1 }));
  expect(refusedField(sent, "Unsupported parameter: 'temperature'")).toBe("temperature");
  expect(refusedField(sent, "enable_thinking is unknown, not thinking")).toBe("thinking");
  expect(refusedField(sent, "response_format is not supported")).toBeUndefined();
  expect(refusedField(sent, "bad request")).toBeUndefined();
  expect(refusedField(body(dashscope("qwen-plus")), "enable_thinking must be false")).toBe("enable_thinking");
});
