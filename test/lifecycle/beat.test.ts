// The companion speaks first, or stays silent: due by the clock, claimed once, decided by the model, kept like any message.
import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import { startHouse, until } from "../support/house.ts";
import { follow, lastOf, openScene, type Scene, textOf } from "./scene.ts";

type Beat = { at: number; decision: string; reason: string; kind?: string };
type Status = {
  running: boolean;
  ai_users: {
    user_id: string;
    enabled: boolean;
    level: string;
    active: boolean;
    next_silence_beat_at: number | null;
    next_silence_beat_local: string | null;
    planned: { id?: string; hour: number; minute: number; next_at: number; next_local: string }[];
    follow_ups: { text: string; due_at: number; message_ids: string[] }[];
    last_beat: Beat | null;
    history: Beat[];
    unanswered: number;
    hold_until: number | null;
    hold_reason: string | null;
  }[];
};

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));
beforeEach(async () => {
  await scene.house.api("POST", "/test/clock", { set: Date.parse("2026-03-10T20:00:00+08:00") / 1000 });
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ pacing: "instant", heartbeat: { enabled: true } });
});

const hour = 3600;
const statusOf = async () => {
  const { body } = await scene.house.api<Status>("GET", "/api/heartbeat/status");
  const mine = body.ai_users.find(({ user_id }) => user_id === user);
  if (!mine) throw new Error("it has no status");
  return mine;
};
const setLevel = async (level: string, hours: number) => {
  const { body } = await scene.house.api<{ content: string }>(
    "GET",
    `/api/memory/${user}/files/core_memory.json`,
  );
  const core = JSON.parse(body.content);
  Object.assign(core.relationship, { level, heartbeat_hours: hours, since: await scene.now() });
  const put = await scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, core);
  expect(put.status).toBe(200);
};
const near = () => setLevel("关系较好", 24);
const close = () => setLevel("特别关心", 1 / 3);
const plan = (planned: object[]) =>
  scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, planned });
const beats = async () => (await scene.read(user, "conversation")).filter((one: Message) => one.beat);
const spoken = (text: string) => scene.upstream.push("chat", { text });
const clockTo = (iso: string) => scene.house.api("POST", "/test/clock", { set: Date.parse(iso) / 1000 });

describe("a silence beat", () => {
  it("comes when the person has been silent for the level's interval, and is kept like any message", async () => {
    await near();
    await scene.house.chat(user, "在忙什么呢");
    const windows = follow(scene.house);
    await windows.opened;
    spoken("刚画完一页\n忽然想到你");
    await scene.advance(24 * hour - 120);
    expect(await beats()).toEqual([]);
    await scene.advance(180);
    const sent = await beats();
    expect(sent.map(({ content }) => content)).toEqual(["刚画完一页", "忽然想到你"]);
    expect(sent[0]).toMatchObject({ role: "assistant", beat: { kind: "silence" } });
    expect(sent.every((one) => one.answers === undefined)).toBe(true);
    expect(sent.at(-1)?.finish).toBe("stop");
    const short = await scene.read(user, "short_term");
    expect(short.conversations.slice(-2).map(({ message_id }) => message_id)).toEqual(
      sent.map(({ message_id }) => message_id),
    );
    const heard = windows.about(user).map(({ event }) => event);
    await windows.stop();
    expect(heard).toEqual(expect.arrayContaining(["reply-start", "bubble", "reply-end"]));
    const { last_beat, unanswered } = await statusOf();
    expect(last_beat).toMatchObject({ decision: "sent", kind: "silence" });
    expect(last_beat?.reason).not.toBe("");
    expect(unanswered).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "by PUT",
      () =>
        scene.house.api("PUT", `/api/memory/${user}/core_memory?confirm=true`, {
          relationship: { level: "特别关心" },
          memories: [],
        }),
    ],
    [
      "by hand",
      async () => {
        const core = await scene.read(user, "core_memory");
        const relationship = { ...core.relationship, level: "特别关心" };
        await writeFile(
          scene.path(user, "core_memory.json"),
          JSON.stringify({ ...core, relationship }, null, 2),
        );
      },
    ],
  ])("has the interval of a level that its owner wrote alone, %s", async (_name, write) => {
    await scene.house.chat(user, "在忙什么呢");
    await write();
    await until("the level to be known", async () => (await statusOf()).level === "特别关心");
    await until("what goes with it", async () => {
      const { relationship } = await scene.read(user, "core_memory");
      return relationship.history.at(-1)?.by === "owner" && relationship.heartbeat_hours === 1 / 3;
    });
    spoken("在想你");
    await scene.advance(19 * 60);
    expect(await beats()).toEqual([]);
    await scene.advance(2 * 60);
    expect(await beats()).toMatchObject([{ content: "在想你", beat: { kind: "silence" } }]);
  });

  it("is asked with the tool decide and a reduced context that holds the last messages", async () => {
    await near();
    await scene.house.chat(user, "我把那只灰猫带回家了");
    await scene.advance(25 * hour);
    const request = scene.upstream.of("chat").at(-1)?.body;
    expect(JSON.stringify(request?.tools)).toContain('"decide"');
    expect(textOf(request)).toContain("灰猫");
    expect(lastOf(request)).toContain("HEARTBEAT_OK");
  });

  it("stays unsaid where the model decides so, with its reason, and moves on by the interval", async () => {
    await close();
    await scene.house.chat(user, "回头聊点别的");
    scene.upstream.push("chat", { tool: { name: "decide", arguments: { speak: false, reason: "他在忙" } } });
    await scene.advance(21 * 60);
    expect(await beats()).toEqual([]);
    const { last_beat, next_silence_beat_at } = await statusOf();
    expect(last_beat).toMatchObject({ decision: "silent", reason: "他在忙" });
    expect((next_silence_beat_at ?? 0) - (last_beat?.at ?? 0)).toBe(20 * 60);
  });

  it("lets the character choose when it thinks of the person again", async () => {
    await near();
    await scene.house.chat(user, "晚点再说那个电影");
    scene.upstream.push("chat", {
      tool: { name: "decide", arguments: { speak: false, reason: "明早再说", next_in_hours: 5 } },
    });
    await scene.advance(24 * hour + 60);
    const { last_beat, next_silence_beat_at } = await statusOf();
    expect((next_silence_beat_at ?? 0) - (last_beat?.at ?? 0)).toBe(5 * hour);
  });

  it("is not made while the person keeps talking, and counts from their last word", async () => {
    await close();
    for (let minute = 0; minute < 60; minute += 15) {
      await scene.house.chat(user, `第${minute}分钟的话`);
      await scene.advance(15 * 60);
    }
    expect((await statusOf()).history).toEqual([]);
  });

  it("waits for an answer after two of them at the closest level, whatever time passes", async () => {
    await close();
    await clockTo("2026-03-11T09:00:00+08:00");
    await scene.house.chat(user, "我出门了");
    for (const text of ["路上小心", "中午吃了什么", "天黑了", "还在忙吗"]) spoken(text);
    await scene.advance(30 * hour);
    expect((await beats()).map(({ content }) => content)).toEqual(["路上小心", "中午吃了什么"]);
    const [first, second] = (await statusOf()).history.filter(({ decision }) => decision === "sent");
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3 * hour);
  });

  it("asks no model more than four times in a silent day at the closest level", async () => {
    await close();
    await clockTo("2026-03-11T07:30:00+08:00");
    await scene.house.chat(user, "早上好，今天要写一天东西");
    scene.upstream.reset();
    scene.upstream.fallback("chat", { text: "HEARTBEAT_OK" });
    await scene.advance(16 * hour);
    const asked = scene.upstream.of("chat").length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(4);
    expect(await beats()).toEqual([]);
  });

  it.each([
    ["a companion that is no friend", () => scene.house.api("DELETE", `/api/friends/${user}`)],
    [
      "one that is switched off",
      () => scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, enabled: false }),
    ],
    ["an account that has stopped all", () => scene.house.api("POST", "/api/heartbeat/stop")],
  ])("is not made by %s", async (_name, off) => {
    await scene.house.chat(user, "那就这样");
    await off();
    await plan([{ hour: 9, minute: 30, message_template: "早安" }]);
    await scene.advance(40 * hour);
    expect((await statusOf()).history).toEqual([]);
    expect((await statusOf()).active).toBe(false);
    await scene.house.api("POST", "/api/heartbeat/start");
  });
});
describe("words that hold a beat back", () => {
  it("good night: nothing before the usual first hour", async () => {
    await close();
    await clockTo("2026-03-10T22:30:00+08:00");
    await scene.house.chat(user, "我先睡了，晚安");
    expect(await statusOf()).toMatchObject({
      hold_reason: "good_night",
      hold_until: Date.parse("2026-03-11T08:00:00+08:00") / 1000,
    });
    await scene.advance(9 * hour);
    expect((await statusOf()).history).toEqual([]);
    await scene.advance(2 * hour);
    expect((await statusOf()).history.length).toBeGreaterThan(0);
  });

  it("is noted before the answer comes, so that a stop in the middle of it loses nothing", async () => {
    await close();
    await clockTo("2026-03-10T22:30:00+08:00");
    const noted = until("the hold", async () => (await statusOf()).hold_reason);
    scene.upstream.push("chat", { text: "晚安，做个好梦", after: noted });
    await scene.house.chat(user, "我先睡了，晚安");
    expect(await noted).toBe("good_night");
  });

  it("a meeting: two hours without a word", async () => {
    await close();
    await clockTo("2026-03-11T14:00:00+08:00");
    await scene.house.chat(user, "我去开会了");
    expect((await statusOf()).hold_reason).toBe("busy");
    await scene.advance(110 * 60);
    expect((await statusOf()).history).toEqual([]);
    await scene.advance(40 * 60);
    expect((await statusOf()).history.length).toBe(1);
  });

  it("stop: nothing at all for a day, planned beats included", async () => {
    await close();
    await plan([{ hour: 9, minute: 30, message_template: "早安" }]);
    await scene.house.chat(user, "别再给我发消息了");
    await scene.advance(23.5 * hour);
    expect((await statusOf()).history).toEqual([]);
  });

  it("stop: is not ended by what would hold for a shorter time", async () => {
    await close();
    await scene.house.chat(user, "别再给我发消息了");
    const { hold_until } = await statusOf();
    for (const said of ["我去洗澡了", "晚安"]) await scene.house.chat(user, said);
    expect(await statusOf()).toMatchObject({ hold_until, hold_reason: "asked_to_stop" });
    await scene.advance(23.5 * hour);
    expect((await statusOf()).history).toEqual([]);
  });

  it("quiet hours of the account hold silence beats, and planned ones pass", async () => {
    await scene.house.api("PUT", "/api/auth/user", { quiet_hours: { from: "22:00", to: "09:00" } });
    await close();
    await clockTo("2026-03-10T22:10:00+08:00");
    await plan([{ hour: 23, minute: 30, message_template: "早点睡" }]);
    await scene.house.chat(user, "书还没看完");
    spoken("早点睡呀");
    await scene.advance(8 * hour);
    expect(
      (await statusOf()).history.map(({ kind, at }) => [kind, new Date(at * 1000).toISOString()]),
    ).toEqual([["planned", "2026-03-10T15:30:00.000Z"]]);
    await scene.house.api("PUT", "/api/auth/user", { quiet_hours: null });
  });
});

describe("a planned beat", () => {
  it("comes at its minute every day, outside the limits", async () => {
    await plan([{ hour: 9, minute: 30, message_template: "道早安" }]);
    await scene.house.chat(user, "明天见");
    for (const text of ["早呀", "今天也早", "又是一天"]) spoken(text);
    await scene.advance(3 * 24 * hour);
    const planned = (await statusOf()).history.filter(({ kind }) => kind === "planned");
    expect(planned.map(({ at }) => new Date(at * 1000).toISOString())).toEqual([
      "2026-03-11T01:30:00.000Z",
      "2026-03-12T01:30:00.000Z",
      "2026-03-13T01:30:00.000Z",
    ]);
  });

  it("missed in a pause is made good once, by the latest only", async () => {
    await plan([
      { hour: 9, minute: 30, message_template: "道早安" },
      { hour: 18, minute: 0, message_template: "问晚饭" },
    ]);
    await scene.house.chat(user, "我要出门一周");
    await scene.advance(60);
    await clockTo("2026-03-17T20:00:00+08:00");
    await scene.advance(hour);
    const { history } = await statusOf();
    expect(history.map(({ kind }) => kind)).toEqual(["planned"]);
    expect(lastOf(scene.upstream.of("chat").at(-1)?.body)).toContain("问晚饭");
    expect(lastOf(scene.upstream.of("chat").at(-1)?.body)).toContain("2026-03-17 18:00");
  });

  it.each<[string, (on: boolean) => Promise<unknown>]>([
    [
      "its beats were switched off",
      (on) => scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, enabled: on }),
    ],
    ["all were stopped", (on) => scene.house.api("POST", `/api/heartbeat/${on ? "start" : "stop"}`)],
    ["it was no friend", (on) => scene.house.api(on ? "POST" : "DELETE", `/api/friends/${user}`)],
  ])("is not made good where %s at its minute, and comes the next day", async (_name, turn) => {
    await plan([{ hour: 9, minute: 30, message_template: "道早安" }]);
    await scene.advance(60);
    await turn(false);
    await scene.advance(13 * hour + 40 * 60);
    await turn(true);
    await scene.advance(3 * hour);
    expect((await statusOf()).history).toEqual([]);
    spoken("早呀");
    await scene.advance(21 * hour);
    expect((await beats()).map(({ content, beat }) => [content, beat?.kind])).toEqual([["早呀", "planned"]]);
  });

  it("comes at its minute in a zone that was changed while the house runs, once a day", async () => {
    await plan([{ hour: 9, minute: 30, message_template: "道早安" }]);
    for (const text of ["早呀", "今天也早", "又是一天"]) spoken(text);
    await scene.advance(15 * hour);
    await scene.house.api("PUT", `/api/ai-users/${user}`, { time_zone: "America/New_York" });
    await scene.advance(24 * hour);
    await scene.house.api("PUT", "/api/auth/user", { time_zone: "Europe/London" });
    await scene.house.api("PUT", `/api/ai-users/${user}`, { time_zone: "Europe/London" });
    await scene.advance(24 * hour);
    const planned = (await statusOf()).history.filter(({ kind }) => kind === "planned");
    expect(planned.map(({ at }) => new Date(at * 1000).toISOString().slice(0, 16))).toEqual([
      "2026-03-11T01:30",
      "2026-03-11T13:30",
      "2026-03-12T09:30",
    ]);
    await scene.house.api("PUT", "/api/auth/user", { time_zone: "Asia/Shanghai" });
  });

  it("is not doubled by a restart right after its claim", async () => {
    await plan([{ hour: 20, minute: 30, message_template: "问晚饭" }]);
    await scene.house.chat(user, "一会儿见吧");
    await scene.advance(31 * 60);
    const clock = new Date((await scene.now()) * 1000).toISOString();
    await scene.house.close();
    scene.house = await startHouse({ upstream: scene.upstream, folder: scene.house.folder, clock });
    await scene.advance(2 * hour);
    expect((await statusOf()).history.filter(({ kind }) => kind === "planned").length).toBe(1);
  });

  it("is not doubled by a clock that is set back, nor lost by one that is set forward", async () => {
    await plan([{ hour: 20, minute: 30, message_template: "问晚饭" }]);
    await scene.house.chat(user, "今天风很大");
    await scene.advance(40 * 60);
    const count = async () => (await statusOf()).history.filter(({ kind }) => kind === "planned").length;
    expect(await count()).toBe(1);
    await clockTo("2026-03-10T20:10:00+08:00");
    await scene.advance(hour);
    expect(await count()).toBe(1);
    await clockTo("2025-03-10T20:10:00+08:00");
    await scene.advance(hour);
    expect(await count()).toBe(2);
    await clockTo("2026-03-11T20:10:00+08:00");
    await scene.advance(hour);
    expect(await count()).toBeGreaterThanOrEqual(3);
  });

  it("whose model fails is tried again, three times at most, and says one thing at most", async () => {
    await plan([{ hour: 20, minute: 10, message_template: "晚安" }]);
    scene.upstream.fallback("chat", { http: { status: 500 } });
    await scene.advance(3 * hour);
    const { history } = await statusOf();
    const planned = history.filter(({ kind }) => kind === "planned");
    expect(planned.map(({ decision }) => decision)).toEqual(["silent", "silent", "silent"]);
    expect(await beats()).toEqual([]);
  });
});

describe("what the model answers", () => {
  const trigger = () =>
    scene.house.api<{ decision: string; reason: string; messages: Message[] }>(
      "POST",
      `/api/heartbeat/trigger/${user}`,
    );

  it("asked by trigger it may speak, in any hour and past every limit", async () => {
    await clockTo("2026-03-11T03:00:00+08:00");
    for (const text of ["睡不着吗", "我也醒着"]) spoken(text);
    for (const text of ["睡不着吗", "我也醒着"]) {
      const { status, body } = await trigger();
      expect(status).toBe(200);
      expect(body).toMatchObject({ decision: "sent" });
      expect(body.messages.map(({ content }) => content)).toEqual([text]);
    }
  });

  it.each([
    ["the sentinel", "HEARTBEAT_OK"],
    ["the sentinel in two chunks and other case", "heartbeat_ok。"],
    ["the sentinel with a remark", "HEARTBEAT_OK 他应该在休息"],
    ["nothing", ""],
    ["a decision written out", '```json\n{"speak": false, "reason": "在忙"}\n```'],
    ["a word for it", "（沉默）"],
  ])("%s is silence, and nothing is stored", async (_name, text) => {
    scene.upstream.push("chat", { text, chunks: 5 });
    const before = await scene.said(user).catch(() => []);
    const { body } = await trigger();
    expect(body).toMatchObject({ decision: "silent", messages: [] });
    expect(await scene.said(user).catch(() => [])).toEqual(before);
  });

  it("a reproach is written anew, and not sent where it stays one", async () => {
    spoken("你怎么一直不理我");
    spoken("今天桂花开了，想起你说过喜欢");
    expect((await trigger()).body.messages.map(({ content }) => content)).toEqual([
      "今天桂花开了，想起你说过喜欢",
    ]);
    spoken("你是不是忘了我");
    spoken("等了你一整天");
    expect((await trigger()).body).toMatchObject({ decision: "silent", messages: [] });
  });

  it("what was just said is not said again", async () => {
    spoken("晚饭吃了吗？");
    await trigger();
    spoken("晚饭吃了吗");
    expect((await trigger()).body).toMatchObject({ decision: "silent" });
  });

  it("decide with the words in a second answer is sent with its reason", async () => {
    scene.upstream.push("chat", {
      tool: { name: "decide", arguments: { speak: true, reason: "惦记他的面试" } },
    });
    spoken("面试准备得怎么样");
    expect((await trigger()).body).toMatchObject({ decision: "sent", reason: "惦记他的面试" });
    expect((await beats()).at(-1)?.beat).toEqual({ kind: "manual", reason: "惦记他的面试" });
  });

  it("a decision written out goes before its words, and is shown to nobody", async () => {
    spoken('{"speak": true, "reason": "<think>说吗</think>惦记他的面试"}\n面试怎么样');
    const { body } = await trigger();
    expect(body).toMatchObject({ decision: "sent", reason: "惦记他的面试" });
    expect(body.messages.map(({ content }) => content)).toEqual(["面试怎么样"]);
    spoken('{"speak": true, "reason": "想起梨"}');
    spoken("梨汤好了");
    expect((await trigger()).body.messages.map(({ content }) => content)).toEqual(["梨汤好了"]);
  });

  it("an endless answer is cut at a whole line and sent as five bubbles at most", async () => {
    scene.upstream.push("chat", { text: "又想起一件小事\n".repeat(2_000), chunks: 400 });
    const { body } = await trigger();
    expect(body.messages.length).toBeLessThanOrEqual(5);
    expect(body.messages.map(({ content }) => content).join("").length).toBeLessThan(700);
    scene.upstream.push("chat", { text: "再想起一件小事。".repeat(2_000), chunks: 400 });
    const { body: line } = await trigger();
    expect(line.messages.map(({ content }) => content.length)).toEqual([600]);
  });

  it("a failure is told as one, and stores nothing", async () => {
    scene.upstream.fallback("chat", { http: { status: 401 } });
    const { status } = await trigger();
    expect(status).toBe(503);
    expect(await beats()).toEqual([]);
  });

  it("tool calls that are unknown or broken do not keep it from speaking", async () => {
    scene.upstream.push("chat", { tool: { name: "send_message", arguments: "{" } });
    scene.upstream.push("chat", { tool: { name: "decide", arguments: "not json" } });
    spoken("路过一家书店");
    expect((await trigger()).body).toMatchObject({ decision: "sent" });
  });
});
