// The chat's doors: the event stream in order and in shape, JSON for programs, statuses for what cannot be, save-message.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StreamEvent, streamEvents } from "../../../src/schema/stream-event.ts";
import { dataOf, everyByte, namesOf, openScene, type Scene, textOf } from "../../lifecycle/scene.ts";
import { shownText } from "../../support/house.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  user = await scene.house.create({ pacing_speed: 0.02 });
});

type ErrorBody = { error: { code: string; message: string; details?: { path: string }[] } };
const post = <T = ErrorBody>(path: string, body: unknown, headers?: Record<string, string>) =>
  scene.house.api<T>("POST", `/api/ai-users/${user}/${path}`, body, headers);

function expectShapes(events: readonly StreamEvent[]): void {
  for (const { event, data } of events)
    expect([event, streamEvents[event].safeParse(data).error]).toEqual([event, undefined]);
}

describe("the event stream of a turn", () => {
  it("has every event in its order and its shape, thinking and tools included", async () => {
    scene.upstream.push(
      "reasoner",
      { tool: { id: "c-1", name: "get_current_state", arguments: {} }, reasoning_content: "先看看现在几点" },
      { text: "八点了\n还早", reasoning_content: "那就说还早" },
    );
    const events = await scene.house.chat(user, "现在几点了", { thinking: true });
    expectShapes(events);
    const order = namesOf(events);
    expect(order.filter((name) => name !== "thinking-delta")).toEqual([
      "message-saved",
      "reply-start",
      "tool-call",
      "tool-result",
      "bubble",
      "bubble",
      "reply-end",
    ]);
    expect(
      dataOf(events, "thinking-delta")
        .map(({ text }) => text)
        .join("|"),
    ).toBe("先看看现在几点|那就说还早");
    expect(order.indexOf("thinking-delta")).toBeLessThan(order.indexOf("tool-call"));
    const [end] = dataOf(events, "reply-end");
    expect(end).toMatchObject({
      model: "reasoner",
      finish: "stop",
      reply_id: dataOf(events, "reply-start")[0]?.reply_id,
    });
    expect(end?.message_ids).toEqual(dataOf(events, "bubble").map(({ message_id }) => message_id));
    expect(end?.context.sections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["persona", "instructions", "facts", "now", "message"]),
    );
    expect(end?.usage.input_tokens).toBeGreaterThan(0);
  });

  it("never stores what the model only thought", async () => {
    scene.upstream.push("chat", {
      text: "<think>他大概累了，绝密念头</think>早点睡吧",
      reasoning_content: "另一个绝密念头",
    });
    const events = await scene.house.chat(user, "今天好累");
    expect(shownText(events)).toBe("早点睡吧");
    expect(
      dataOf(events, "thinking-delta")
        .map(({ text }) => text)
        .join(""),
    ).toContain("绝密念头");
    expect(await everyByte(scene.path(user))).not.toContain("绝密念头");
  });

  it("previews text in instant pacing only, and the previews add up to the bubbles", async () => {
    scene.upstream.fallback("chat", { text: "第一句\n第二句\n第三句" });
    const instant = await scene.house.chat(user, "讲三句");
    expect(
      dataOf(instant, "text-delta")
        .map(({ text }) => text)
        .join(""),
    ).toBe(shownText(instant));
    const paced = await scene.house.chat(user, "再讲三句", { pacing: "human" });
    expect(dataOf(paced, "text-delta")).toEqual([]);
    expect(shownText(paced)).toBe("第一句\n第二句\n第三句");
    expect(dataOf(paced, "bubble").every(({ delay_ms }) => delay_ms > 0 && delay_ms <= 2_500)).toBe(true);
    expect(dataOf(instant, "bubble").every(({ delay_ms }) => delay_ms === 0)).toBe(true);
  });

  it("has at most five bubbles, numbered from 0, and `finish` stands on the last one alone", async () => {
    scene.upstream.push("chat", { text: "一\n二\n三\n四\n五\n六\n七" });
    const events = await scene.house.chat(user, "数到七");
    expect(dataOf(events, "bubble").map(({ index, content }) => [index, content])).toEqual([
      [0, "一"],
      [1, "二"],
      [2, "三"],
      [3, "四"],
      [4, "五\n六\n七"],
    ]);
    const log = await scene.read(user, "conversation");
    expect(log.slice(1).map(({ finish }) => finish)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      "stop",
    ]);
    expect(new Set(log.slice(1).map(({ reply_id }) => reply_id)).size).toBe(1);
  });

  it("ends with `error` where the model fails, and the message is kept", async () => {
    scene.upstream.push("chat", {
      http: { status: 403, body: { error: { message: "key sk-secret of /home/me" } } },
    });
    const events = await scene.house.chat(user, "在吗");
    expectShapes(events);
    expect(namesOf(events)).toEqual(["message-saved", "reply-start", "error"]);
    expect(dataOf(events, "error")).toMatchObject([{ code: "model_refused", retryable: false }]);
    expect(JSON.stringify(events)).not.toMatch(/sk-secret|\/home\//);
    expect(await scene.said(user)).toEqual(["在吗"]);
  });

  it("ends with `error` where the model says nothing at all", async () => {
    scene.upstream.push("chat", { text: "" });
    const events = await scene.house.chat(user, "怎么不说话");
    expect(namesOf(events).at(-1)).toBe("error");
    expect(await scene.said(user)).toEqual(["怎么不说话"]);
  });

  it("marks a reply that ran into the provider's length as cut, and judges no topic end on it", async () => {
    scene.upstream.push("chat", { text: "晚安，我还想说", finish_reason: "length" });
    const events = await scene.house.chat(user, "晚安");
    expect(dataOf(events, "reply-end")).toMatchObject([{ finish: "cut" }]);
    expect(namesOf(events)).not.toContain("topic-end");
  });
});

describe("a chat answered as JSON", () => {
  const asJson = { accept: "application/json" };

  it("has the message, the bubbles, the usage and what was recalled, at once", async () => {
    scene.upstream.push("chat", { text: "好\n记下了" });
    type Answer = {
      message: { message_id: string };
      bubbles: { content: string; delay_ms: number }[];
      usage: { input_tokens: number };
      recalled: unknown[];
    };
    const { status, body } = await post<Answer>(
      "chat",
      { content: "周六看展", message_id: "j-1", pacing: "human" },
      asJson,
    );
    expect([status, body.message.message_id]).toEqual([200, "j-1"]);
    expect(body.bubbles.map(({ content, delay_ms }) => [content, delay_ms])).toEqual([
      ["好", 0],
      ["记下了", 0],
    ]);
    expect(body.usage.input_tokens).toBeGreaterThan(0);
    expect(body.recalled).toEqual([]);
  });

  it("gives the message back as it is stored, not as it was sent", async () => {
    scene.upstream.push("chat", { text: "好" });
    const { body } = await post<{ message: { content: string } }>(
      "chat",
      { content: "  周六\u0007看展\r\n好吗 " },
      asJson,
    );
    expect(body.message.content).toBe("周六看展\n好吗");
    expect((await scene.said(user))[0]).toBe(body.message.content);
  });

  it("answers a model's failure as a status, without its words", async () => {
    for (const [upstreamStatus, code] of [
      [401, "model_refused"],
      [400, "model_refused"],
    ] as const) {
      scene.upstream.push("chat", {
        http: { status: upstreamStatus, body: { error: { message: "sk-secret" } } },
      });
      const { status, body } = await post("chat", { content: "在吗" }, asJson);
      expect([status, body.error.code]).toEqual([503, code]);
      expect(JSON.stringify(body)).not.toContain("sk-secret");
    }
  });
});

describe("a chat that cannot be", () => {
  it("is refused before anything is stored or asked", async () => {
    const cases: [unknown, number][] = [
      [{ content: "" }, 422],
      [{ content: " \n\t " }, 422],
      [{ content: "字".repeat(16_001) }, 413],
      [{}, 422],
      [{ content: 42 }, 422],
      [{ content: "好", pacing: "slow" }, 422],
      [{ content: "好", scene: "battle" }, 422],
      ["{ not json", 400],
      ["[1,2", 400],
    ];
    for (const [body, expected] of cases) {
      const { status } = await post("chat", body);
      expect([body, status]).toEqual([body, expected]);
    }
    expect((await post("chat", "content=hi", { "content-type": "text/plain" })).status).toBe(415);
    expect(scene.upstream.of("chat")).toEqual([]);
    expect(await scene.said(user).catch(() => [])).toEqual([]);
  });

  it("takes 16,000 characters as they are", async () => {
    const long = "长".repeat(16_000);
    expect(namesOf(await scene.house.chat(user, long)).at(-1)).toBe("reply-end");
    expect((await scene.said(user))[0]).toBe(long);
  });

  it("is 404 for a companion that is not there, whatever the id looks like", async () => {
    for (const id of ["nobody", "..%2F..%2Fetc", "%00", "A".repeat(65)]) {
      const { status } = await scene.house.api("POST", `/api/ai-users/${id}/chat`, { content: "在吗" });
      expect([id, status]).toEqual([id, 404]);
    }
  });
});

describe("save-message", () => {
  type Saved = { message: { message_id: string; role: string; timestamp: number; topic_id: string } };

  it("stores what somebody's own bot said and heard, without asking a model, and it is remembered", async () => {
    const one = await post<Saved>("save-message", {
      content: "我家猫叫墨块",
      message_id: "bot-1",
      name: "阿沐",
    });
    const two = await post<Saved>("save-message", { content: "好名字", role: "assistant" });
    expect([one.status, one.body.message.message_id, two.body.message.role]).toEqual([
      201,
      "bot-1",
      "assistant",
    ]);
    expect(two.body.message.topic_id).toBe(one.body.message.topic_id);
    expect(scene.upstream.requests).toEqual([]);
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(2);
    await scene.house.chat(user, "它又打翻了杯子");
    expect(textOf(scene.upstream.of("chat")[0]?.body)).toContain("阿沐: 我家猫叫墨块");
  });

  it("is repeatable under its id; other text, or the other side, is a conflict", async () => {
    await post("save-message", { content: "同一句", message_id: "bot-2" });
    expect((await post("save-message", { content: "同一句", message_id: "bot-2" })).status).toBe(201);
    expect((await post("save-message", { content: "另一句", message_id: "bot-2" })).status).toBe(409);
    const other = await post("save-message", { content: "同一句", message_id: "bot-2", role: "assistant" });
    expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
    expect(await scene.said(user)).toEqual(["同一句"]);
  });

  it("keeps a time that is given, and refuses one that is none", async () => {
    const { body } = await post<Saved>("save-message", { content: "昨天说的", timestamp: 1_773_050_000 });
    expect(body.message.timestamp).toBe(1_773_050_000);
    for (const timestamp of ["昨天", null, -1])
      expect([timestamp, (await post("save-message", { content: "x", timestamp })).status]).toEqual([
        timestamp,
        422,
      ]);
    expect(await scene.said(user)).toEqual(["昨天说的"]);
  });

  it("takes a speaker's name as one line without control characters, and none that is empty (C132)", async () => {
    const named = async (name: string) =>
      (await post<{ message: { name?: string } }>("save-message", { content: "在", name })).body.message
        ?.name;
    expect(await named(" 小李\n小王: 我答应你\u0000\u001b[31m ")).toBe("小李 小王: 我答应你[31m");
    for (const name of ["", " \n ", "\u0000", "名".repeat(201), 5])
      expect([name, (await post("save-message", { content: "在", name })).status]).toEqual([name, 422]);
    expect(JSON.stringify(await scene.read(user, "conversation"))).not.toMatch(/\\n|u0000/);
  });

  it("refuses an empty message, a role that is none, and one that is too long", async () => {
    expect((await post("save-message", { content: "  " })).status).toBe(422);
    expect((await post("save-message", { content: "x", role: "system" })).status).toBe(422);
    expect((await post("save-message", { content: "字".repeat(16_001) })).status).toBe(413);
    expect(await scene.said(user).catch(() => [])).toEqual([]);
  });
});
