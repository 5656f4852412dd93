// The tool loop: what the model asks for is run and sent back, what is wrong with a call is told to it, and it ends (A160–A166).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownText } from "../support/house.ts";
import { dataOf, namesOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create();
});

const chats = () => scene.upstream.of("chat");
const state = (id = "call_1") => ({ id, name: "get_current_state", arguments: "{}" });

describe("get_current_state", () => {
  it("is offered in the companion's language, with a schema of the OpenAI form", async () => {
    await scene.house.chat(user, "在吗");
    const english = await scene.house.create({ name: "Mira", language: "en" });
    await scene.house.chat(english, "are you there");
    const [zh, en] = chats().map(
      ({ body }) => body.tools?.[0] as { type: string; function: Record<string, unknown> },
    );
    expect(zh).toMatchObject({
      type: "function",
      function: { name: "get_current_state", parameters: { type: "object", properties: {} } },
    });
    expect(String(zh?.function.description)).toMatch(/\p{Script=Han}/u);
    expect(String(en?.function.description)).not.toMatch(/\p{Script=Han}/u);
  });

  it("answers with the person's local time and the relationship, behind the call that asked for it", async () => {
    scene.upstream.push("chat", { tool: state() }, { text: "晚上八点了" });
    const events = await scene.house.chat(user, "几点了");
    expect(shownText(events)).toBe("晚上八点了");
    const [first, second] = chats().map(({ body }) => body.messages);
    expect(second?.slice(0, first?.length)).toEqual(first);
    const [asked, answer] = second?.slice(first?.length) ?? [];
    expect(asked).toMatchObject({
      role: "assistant",
      tool_calls: [{ id: "call_1", function: { name: "get_current_state" } }],
    });
    expect(answer).toMatchObject({ role: "tool", tool_call_id: "call_1" });
    expect(JSON.parse(answer?.content ?? "")).toMatchObject({
      date: "2026-03-10",
      time: expect.stringMatching(/^20:/),
      time_zone: "Asia/Shanghai",
      relationship: { level: "一般" },
    });
    expect(dataOf(events, "tool-result")).toMatchObject([
      { id: "call_1", name: "get_current_state", ok: true },
    ]);
  });
});

describe("the reasoning behind a call", () => {
  it("goes back with it to a provider that wants it, in this turn only", async () => {
    const { body: config } = await scene.house.api<{ models: Record<string, object>; roles: object }>(
      "GET",
      "/api/models",
    );
    const models = {
      ...config.models,
      reasoner: { ...config.models.reasoner, extra: { quirks: { reasoningBack: true, alwaysThinks: true } } },
    };
    const { status } = await scene.house.api("PUT", "/api/models", { models, roles: config.roles });
    expect(status).toBe(200);
    scene.upstream.push("reasoner", { tool: state(), reasoning_content: "看一下时间" }, { text: "八点了" });
    await scene.house.chat(user, "几点了", { thinking: true });
    await scene.house.chat(user, "再想想", { thinking: true });
    const [, second, third] = scene.upstream.of("reasoner").map(({ body }) => body.messages);
    expect(second?.find(({ tool_calls }) => tool_calls)?.reasoning_content).toBe("看一下时间");
    expect(JSON.stringify(third)).not.toContain("看一下时间");
  });
});

describe("tool exchanges", () => {
  it("are kept on the reply's first bubble and not sent again in the next turn", async () => {
    scene.upstream.push("chat", { tool: state(), reasoning_content: "想一想" }, { text: "八点\n还早" });
    await scene.house.chat(user, "几点了");
    const log = await scene.read(user, "conversation");
    expect(log.map(({ tools }) => tools?.map(({ name, ok }) => [name, ok]))).toEqual([
      undefined,
      [["get_current_state", true]],
      undefined,
    ]);
    await scene.house.chat(user, "那再聊会儿");
    const messages = chats().at(-1)?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[2]).toEqual({ role: "assistant", content: "八点\n还早" });
  });

  it("keep what the model said before it called, in its own bubble", async () => {
    scene.upstream.push("chat", { text: "等我看看", tool: state() }, { text: "八点了" });
    expect(shownText(await scene.house.chat(user, "几点了"))).toBe("等我看看\n八点了");
    expect(await scene.said(user)).toEqual(["几点了", "等我看看", "八点了"]);
  });

  it("of several calls at once are all answered, each under its own id and in order", async () => {
    scene.upstream.push(
      "chat",
      { tool: [state("a"), { id: "b", name: "fly", arguments: "{}" }, state("c")] },
      { text: "好了" },
    );
    const events = await scene.house.chat(user, "看看状态");
    const answers = chats()[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(answers.map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b", "c"]);
    expect(namesOf(events).filter((name) => name.startsWith("tool-"))).toEqual([
      "tool-call",
      "tool-result",
      "tool-call",
      "tool-result",
      "tool-call",
      "tool-result",
    ]);
    expect((await scene.read(user, "conversation")).at(-1)?.tools).toHaveLength(3);
  });
});

describe("a call that is wrong", () => {
  it("because there is no such tool is told to the model, with the tools there are", async () => {
    scene.upstream.push("chat", { tool: { name: "rm_rf", arguments: { path: "/" } } }, { text: "那算了" });
    const events = await scene.house.chat(user, "删掉一切");
    expect(shownText(events)).toBe("那算了");
    expect(dataOf(events, "tool-result")).toMatchObject([{ name: "rm_rf", ok: false }]);
    expect(chats()[1]?.body.messages.at(-1)?.content).toContain("get_current_state");
  });

  it("because its arguments are no JSON object is told to the model, and the turn goes on", async () => {
    for (const broken of ["{bad", "[1]", "42", "null", '"text"']) {
      scene.upstream.push("chat", { tool: { name: "get_current_state", arguments: broken } }, { text: "好" });
      const events = await scene.house.chat(user, `试试 ${broken}`);
      const [result] = dataOf(events, "tool-result");
      expect([broken, result?.ok, namesOf(events).at(-1)]).toEqual([broken, false, "reply-end"]);
    }
  });

  it("may leave its arguments out: a tool without parameters needs none", async () => {
    scene.upstream.push("chat", { tool: { name: "get_current_state", arguments: "" } }, { text: "好" });
    expect(dataOf(await scene.house.chat(user, "看看"), "tool-result")).toMatchObject([{ ok: true }]);
  });
});

describe("a model that calls tools without end", () => {
  it("has no tools in the fifth round, and has to speak", async () => {
    scene.upstream.push("chat", { tool: state(), repeat: 4 }, { text: "好了我说" });
    const events = await scene.house.chat(user, "一直查");
    expect(chats()).toHaveLength(5);
    expect(chats().map(({ body }) => (body.tools ?? []).length > 0)).toEqual([true, true, true, true, false]);
    expect(shownText(events)).toBe("好了我说");
  });

  it("and never speaks ends with an error after the fifth round; the message is kept", async () => {
    scene.upstream.fallback("chat", { tool: state() });
    const events = await scene.house.chat(user, "查个没完", { message_id: "loop" });
    expect(chats().length).toBeLessThanOrEqual(6);
    expect(namesOf(events).at(-1)).toBe("error");
    expect(await scene.said(user)).toEqual(["查个没完"]);
    scene.upstream.fallback("chat", { text: "现在好了" });
    expect(shownText(await scene.house.chat(user, "查个没完", { message_id: "loop" }))).toBe("现在好了");
  });

  it("and fails in the second round keeps what was said in the first, as cut", async () => {
    scene.upstream.push("chat", { text: "我先看看\n", tool: state() }, { http: { status: 401 } });
    const events = await scene.house.chat(user, "几点");
    expect(namesOf(events).at(-1)).toBe("error");
    const log = await scene.read(user, "conversation");
    expect(log.map(({ content, finish }) => [content, finish])).toEqual([
      ["几点", undefined],
      ["我先看看", "cut"],
    ]);
  });
});
