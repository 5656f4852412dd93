// What grows from the person's own words: promised questions, days that facts name, planned beats set by the character; and what happens without a model.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Heartbeat } from "../../src/schema/heartbeat.ts";
import type { Message } from "../../src/schema/message.ts";
import { lastOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;
const hour = 3600;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));
beforeEach(async () => {
  await scene.house.api("POST", "/test/clock", { set: Date.parse("2026-03-10T12:00:00+08:00") / 1000 });
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create({ pacing: "instant", heartbeat: { enabled: true } });
});

const clockTo = (iso: string) => scene.house.api("POST", "/test/clock", { set: Date.parse(iso) / 1000 });
const heartbeat = () => scene.json<Heartbeat>(user, "heartbeat.json");
const waiting = async () => (await heartbeat()).follow_ups;
const say = (content: string, more: Record<string, unknown> = {}) => scene.house.chat(user, content, more);
const beats = async () => (await scene.read(user, "conversation")).filter((one: Message) => one.beat);
const asks = () =>
  scene.upstream
    .of("chat")
    .map(({ body }) => lastOf(body))
    .filter((text) => text.includes("到时候该问一声"));

describe("an exam that is told of", () => {
  it("is asked about in the evening of its day, with the message as its evidence", async () => {
    await say("我明天考试，好紧张");
    const [grown] = await waiting();
    const [said] = await scene.read(user, "conversation");
    expect(grown).toMatchObject({ kind: "event", message_ids: [said?.message_id] });
    scene.upstream.push("chat", { text: "考得怎么样" });
    await scene.advance(30 * hour);
    expect(asks().join()).not.toContain("考试");
    await scene.advance(3 * hour);
    expect(asks().join()).toContain("明天（2026-03-11）考试");
    expect((await beats()).map(({ content, beat }) => [content, beat?.kind])).toEqual([
      ["考得怎么样", "follow_up"],
    ]);
    const { last_beat, follow_ups } = await heartbeat();
    expect(last_beat).toMatchObject({ kind: "follow_up", source_message_ids: grown?.message_ids });
    expect(JSON.stringify(last_beat)).not.toContain("考试");
    expect(follow_ups).toEqual([]);
  });

  it("is not asked about where the person has told how it went", async () => {
    await say("我明天考试");
    await scene.advance(25 * hour);
    await say("考完了，还行");
    await scene.advance(9 * hour);
    expect([asks(), await waiting()]).toEqual([[], []]);
  });

  it("is waited for no longer once the person has told, however much is said after it", async () => {
    await say("我明天考试");
    await scene.advance(23 * hour);
    await say("考完了，还行");
    expect(await waiting()).toEqual([]);
    for (let n = 0; n < 45; n += 1)
      await scene.house.api("POST", `/api/ai-users/${user}/save-message`, { content: `闲聊第${n}句` });
    await scene.advance(11 * hour);
    expect(asks()).toEqual([]);
  });

  it("that could not be asked about in the evening waits for the morning, and wakes nobody", async () => {
    await say("我明天考试");
    scene.upstream.push("chat", { text: "刚画完一页" });
    await scene.advance(28 * hour);
    await scene.house.api("POST", `/api/heartbeat/trigger/${user}`);
    await scene.advance(6 * hour);
    const [one] = await waiting();
    expect(new Date(((one?.due_at ?? 0) + 8 * hour) * 1000).toISOString().slice(0, 16)).toBe(
      "2026-03-12T10:00",
    );
    await scene.advance(2 * hour);
    await say("还没睡");
    scene.upstream.push("chat", { text: "考得怎么样" });
    await scene.advance(8 * hour);
    expect(asks()).toEqual([]);
    await scene.advance(3 * hour);
    expect((await beats()).at(-1)).toMatchObject({ content: "考得怎么样", beat: { kind: "follow_up" } });
  });

  it("moves to the day that an edit names, comes where the edit tells of one, and goes with its message", async () => {
    await say("我明天考试", { message_id: "exam-1" });
    await say("早点睡", { message_id: "exam-2" });
    const edit = (id: string, content: string) =>
      scene.house.api("PUT", `/api/ai-users/${user}/messages/${id}`, { content });
    const days = async () =>
      (await waiting()).map(({ due_at }) => new Date((due_at + 8 * hour) * 1000).toISOString().slice(0, 10));
    expect(await days()).toEqual(["2026-03-11"]);
    await edit("exam-1", "我后天考试");
    expect(await days()).toEqual(["2026-03-12"]);
    await edit("exam-2", "早点睡，周五有个面试");
    expect(await days()).toEqual(["2026-03-12", "2026-03-13"]);
    await scene.house.api("DELETE", `/api/ai-users/${user}/messages/exam-1`);
    expect(await days()).toEqual(["2026-03-13"]);
    await scene.advance(5 * 24 * hour);
    await edit("exam-2", "早点睡，明天有个面试");
    expect(await waiting()).toEqual([]);
  });

  it("is asked about whatever good mornings of every day were not answered", async () => {
    const planned = [{ hour: 9, minute: 0, message_template: "早安" }];
    await scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, planned });
    await say("我明天考试");
    scene.upstream.push("chat", { text: "早呀" }, { text: "考得怎么样" });
    await scene.advance(33 * hour);
    expect((await beats()).map(({ content, beat }) => [content, beat?.kind])).toEqual([
      ["早呀", "planned"],
      ["考得怎么样", "follow_up"],
    ]);
  });

  it("is asked about rather than a word about nothing said before it", async () => {
    const path = `/api/relationship/${user}`;
    expect((await scene.house.api("PUT", path, { level: "关系较好" })).status).toBe(200);
    await clockTo("2026-03-10T08:00:00+08:00");
    await say("我明天考试");
    scene.upstream.push("chat", { text: "考得怎么样" });
    await scene.advance(36 * hour);
    expect((await beats()).map(({ content, beat }) => [content, beat?.kind])).toEqual([
      ["考得怎么样", "follow_up"],
    ]);
  });

  it.each<[string, (said: Message) => Promise<unknown>]>([
    [
      "was edited away",
      (said) =>
        scene.house.api("PUT", `/api/ai-users/${user}/messages/${said.message_id}`, {
          content: "我明天休息",
        }),
    ],
    ["was deleted", (said) => scene.house.api("DELETE", `/api/ai-users/${user}/messages/${said.message_id}`)],
    ["is not to be brought up", () => say("别再提考试了")],
  ])("is not asked about where it %s", async (_name, change) => {
    await say("我明天考试");
    const [said] = await scene.read(user, "conversation");
    if (said) await change(said);
    await scene.advance(34 * hour);
    expect(asks()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it("leaves no word behind where it is erased", async () => {
    await say("我明天考试，科目是拓扑学");
    const { status } = await scene.house.api("POST", `/api/memory/${user}/erase`, {
      query: "拓扑学",
      preview: false,
    });
    expect(status).toBe(200);
    expect(JSON.stringify(await heartbeat())).not.toMatch(/拓扑学|考试/);
  });

  it.each([
    ["privately", { private: true }],
    ["in a story", { scene: "story" }],
  ])("said %s grows nothing", async (_name, more) => {
    await say("我明天考试", more);
    expect(await waiting()).toEqual([]);
  });

  it("in the turn in which the character plans a beat of its own grows nothing", async () => {
    scene.upstream.push("chat", {
      tool: {
        name: "set_scheduled_heartbeat",
        arguments: { hour: 7, minute: 30, message_template: "叫他起床考试" },
      },
    });
    scene.upstream.push("chat", { text: "好，七点半叫你" });
    await say("我明天考试，早上叫我");
    const { planned, follow_ups } = await heartbeat();
    expect(planned).toMatchObject([{ hour: 7, minute: 30, message_template: "叫他起床考试" }]);
    expect(follow_ups).toEqual([]);
  });

  it("waits where it falls into quiet hours, and is let go after two days without an answer", async () => {
    await scene.house.api("PUT", "/api/auth/user", { quiet_hours: { from: "19:00", to: "10:00" } });
    await say("我明天考试");
    scene.upstream.push("chat", { text: "昨天考得怎么样" });
    await scene.advance(34 * hour);
    expect(asks()).toEqual([]);
    await scene.advance(13 * hour);
    expect(asks().length).toBe(1);
    await scene.house.api("PUT", "/api/auth/user", { quiet_hours: null });
  });
});

describe("a planned beat of the character", () => {
  const use = async (name: string, input: object) => {
    scene.upstream.push("chat", { tool: { name, arguments: input as Record<string, unknown> } });
    scene.upstream.push("chat", { text: "好" });
    await say("随便聊聊");
    return JSON.parse(scene.upstream.of("chat").at(-1)?.body.messages.at(-1)?.content ?? "null");
  };

  it("is set with its next moment told, changed at the same minute, and removed", async () => {
    const set = await use("set_scheduled_heartbeat", { hour: 22, minute: 0, message_template: "道晚安" });
    expect(set).toEqual({
      outcome: "set",
      scheduled: [{ hour: 22, minute: 0, message_template: "道晚安", next: "2026-03-10T22:00:00+08:00" }],
    });
    await use("set_scheduled_heartbeat", { hour: 22, minute: 0, message_template: "讲个睡前故事" });
    expect((await heartbeat()).planned.map(({ message_template }) => message_template)).toEqual([
      "讲个睡前故事",
    ]);
    expect(await use("remove_scheduled_heartbeat", { hour: 22, minute: 0 })).toMatchObject({
      removed: 1,
      scheduled: [],
    });
    expect((await heartbeat()).planned).toEqual([]);
  });

  it("takes digits for numbers, and the model is told how far they go", async () => {
    const set = await use("set_scheduled_heartbeat", {
      hour: "21",
      minute: "05",
      message_template: "晚点名",
    });
    expect(set).toMatchObject({ outcome: "set", scheduled: [{ hour: 21, minute: 5 }] });
    const offered = scene.upstream.of("chat")[0]?.body.tools as { function: { name: string } }[];
    expect(offered.find((tool) => tool.function.name === "set_scheduled_heartbeat")).toMatchObject({
      function: {
        parameters: {
          required: ["hour", "minute", "message_template"],
          properties: { hour: { minimum: 0, maximum: 23 }, minute: { minimum: 0, maximum: 59 } },
        },
      },
    });
  });

  it("is refused where there are twenty", async () => {
    const planned = Array.from({ length: 20 }, (_, n) => ({ hour: n, minute: 0, message_template: "" }));
    await scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, planned });
    expect(await use("set_scheduled_heartbeat", { hour: 23, minute: 1 })).toMatchObject({ outcome: "full" });
    expect((await heartbeat()).planned.length).toBe(20);
  });

  it.each([
    [{ hour: 25, minute: 0 }],
    [{ hour: 9 }],
    [{}],
    [{ hour: "早上", minute: "半" }],
    [{ hour: null, minute: 5 }],
    [{ hour: "", minute: "" }],
    [{ hour: true, minute: [] }],
    [{ hour: 8.5, minute: 0 }],
    [{ hour: "24", minute: "60" }],
  ])("with %j is told what is wrong", async (input) => {
    scene.upstream.push("chat", { tool: { name: "set_scheduled_heartbeat", arguments: input } });
    scene.upstream.push("chat", { text: "好" });
    await say("随便聊聊");
    expect(scene.upstream.of("chat").at(-1)?.body.messages.at(-1)?.content).toContain("0 to 23");
    expect((await heartbeat()).planned).toEqual([]);
  });
});

describe("a day that a fact names", () => {
  const fact = (key: string, value: string, statement: string) =>
    scene.house.api("POST", `/api/memory/${user}/facts`, {
      category: "important_date",
      key,
      value,
      statement,
    });

  it("is spoken of at nine, and not once the fact is gone", async () => {
    const made = await fact("birthday", "03-12", "生日是3月12日");
    expect(made.status).toBe(201);
    await fact("anniversary:搬家", "3月13日", "搬进新家的纪念日是3月13日");
    scene.upstream.push("chat", { text: "生日快乐呀" });
    await scene.advance(46 * hour);
    expect((await beats()).map(({ content, beat }) => [content, beat?.reason])).toEqual([
      ["生日快乐呀", "今天是你的生日"],
    ]);
    const { body } = await scene.house.api<{ facts: { id: string; key: string }[] }>(
      "GET",
      `/api/memory/${user}/facts`,
    );
    for (const { id } of body.facts) await scene.house.api("DELETE", `/api/memory/${user}/facts/${id}`);
    await scene.advance(30 * hour);
    expect((await beats()).length).toBe(1);
  });

  it("of mourning is met without wishes, even where the model has some", async () => {
    await fact("grandma", "3月11日", "外婆去世的日子是3月11日");
    scene.upstream.push("chat", { text: "祝你今天快乐" });
    await scene.advance(22 * hour);
    const prompt = lastOf(scene.upstream.of("chat").at(-1)?.body);
    expect(prompt).toContain("外婆去世");
    expect((await beats()).map(({ content }) => content)).toEqual(["今天我陪你一会儿。"]);
  });

  it("of mourning keeps other wishes back too, but not a birthday's", async () => {
    await fact("grandma", "3月11日", "外婆去世的日子是3月11日");
    await fact("anniversary:搬家", "3月11日", "搬进新家的纪念日是3月11日");
    scene.upstream.fallback("chat", { text: "周年快乐" });
    await scene.advance(22 * hour);
    expect((await beats()).map(({ content }) => content)).toEqual(["今天我陪你一会儿。"]);
    await fact("birthday", "03-12", "生日是3月12日");
    await fact("grandpa", "3月12日", "外公去世的日子是3月12日");
    scene.upstream.fallback("chat", { text: "生日快乐呀" });
    await scene.advance(24 * hour);
    expect((await beats()).map(({ content }) => content)).toContain("生日快乐呀");
  });
});

describe("without a model", () => {
  let offline: Scene;
  beforeAll(async () => {
    offline = await openScene({ offline: true });
  });
  afterAll(() => offline.close());

  it("beats speak from what was promised, from the plan's own words, and from the soul's lines", async () => {
    const soul = await offline.house.create({
      soul: "xiaoyu",
      pacing: "instant",
      heartbeat: { enabled: true },
    });
    const planned = [{ hour: 9, minute: 30, message_template: "早安，今天也慢慢来" }];
    await offline.house.api("POST", "/api/heartbeat/configure", { user_id: soul, planned });
    await offline.house.chat(soul, "我明天面试");
    await offline.advance(5 * 24 * hour);
    const log = await offline.json<Message[]>(soul, "conversation.json");
    const sent = log.filter((one) => one.beat);
    expect(sent.find(({ beat }) => beat?.kind === "planned")?.content).toBe("早安，今天也慢慢来");
    const { body } = await offline.house.api<{ messages: Message[] }>(
      "POST",
      `/api/heartbeat/trigger/${soul}`,
    );
    const lines = [
      "刚画完一页，忽然想到你。",
      "墨块打了个喷嚏，我第一反应是想讲给你听。",
      "雨停了，你那边还好吗？",
    ];
    expect(lines).toContain(body.messages[0]?.content);
  });

  it("a promised question is asked in plain words", async () => {
    const plain = await offline.house.create({ pacing: "instant", heartbeat: { enabled: true } });
    await offline.house.chat(plain, "我明天下午三点面试");
    await offline.advance(48 * hour);
    const log = await offline.json<Message[]>(plain, "conversation.json");
    expect(log.filter((one) => one.beat).map(({ content }) => content)).toEqual([
      "你说过「我明天下午三点面试」，后来怎么样了？",
    ]);
  });
});
