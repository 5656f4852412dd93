// People write in pieces and break in: what comes together is answered together, and bubbles never interleave (A156–A158, R10, R11, issue 5).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Heartbeat } from "../../src/schema/heartbeat.ts";
import { chat, until } from "../support/house.ts";
import { dataOf, namesOf, openScene, type Scene, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  // A tenth of the document's waiting: 0.4 s after a message that may go on, 0.2 s after one that is finished.
  user = await scene.house.create({ pacing_speed: 0.05 });
});

const send = (content: string, message_id: string, onEvent?: Parameters<typeof chat>[3]) =>
  chat(scene.house, user, { content, message_id, pacing: "human" }, onEvent);
const chats = () => scene.upstream.of("chat");
const log = () => scene.read(user, "conversation");
const saved = async (id: string) =>
  until(`${id} is stored`, async () =>
    (await log().catch(() => [])).some(({ message_id }) => message_id === id),
  );
const shown = (events: Awaited<ReturnType<typeof send>>) =>
  dataOf(events, "bubble").map(({ content }) => content);

describe("a person who writes in pieces", () => {
  it("gets one answer to all of them; every stream hears it, and each piece is durable before it", async () => {
    scene.upstream.push("chat", { text: "都听到了\n慢慢说" });
    const first = send("跟你说", "p-1");
    await saved("p-1");
    const second = send("我今天", "p-2");
    await saved("p-2");
    const third = send("升职了。", "p-3");
    const all = await Promise.all([first, second, third]);
    expect(chats()).toHaveLength(1);
    expect(all.map(shown)).toEqual(Array(3).fill(["都听到了", "慢慢说"]));
    expect(all.map((events) => dataOf(events, "message-saved").map(({ message_id }) => message_id))).toEqual([
      ["p-1"],
      ["p-2"],
      ["p-3"],
    ]);
    expect((await log()).map(({ content }) => content)).toEqual([
      "跟你说",
      "我今天",
      "升职了。",
      "都听到了",
      "慢慢说",
    ]);
    const said = chats()[0]?.body.messages.filter(({ role }) => role === "user") ?? [];
    expect(said.slice(-3).map(({ content }) => content?.split("\n").at(-1))).toEqual([
      "跟你说",
      "我今天",
      "升职了。",
    ]);
    expect((await log())[3]).toMatchObject({ answers: "p-3", also_answers: ["p-1", "p-2"] });
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(5);
  });

  it("may send any piece again: the one reply is told again, and no other is made", async () => {
    scene.upstream.push("chat", { text: "听到了" });
    const first = send("跟你说", "r-1");
    await saved("r-1");
    await Promise.all([first, send("升职了。", "r-2")]);
    expect(shown(await send("跟你说", "r-1"))).toEqual(["听到了"]);
    expect(shown(await send("升职了。", "r-2"))).toEqual(["听到了"]);
    await expect(send("别的话", "r-1")).rejects.toThrow(/409/);
    expect(chats()).toHaveLength(1);
  });

  it("and waits for nobody who is at a program's pace: an instant message is answered alone, in its order", async () => {
    scene.upstream.push("chat", { text: "一" }, { text: "二" });
    const first = send("跟你说", "i-1");
    await saved("i-1");
    const second = await scene.house.chat(user, "马上");
    expect(shown(await first)).toEqual(["一"]);
    expect(shown(second)).toEqual(["二"]);
  });

  it("is waited for while typing", async () => {
    const first = send("跟你说。", "t-1");
    await saved("t-1");
    await scene.house.api("POST", `/api/ai-users/${user}/typing`);
    await new Promise((later) => setTimeout(later, 600));
    expect(chats()).toHaveLength(0);
    await send("升职了。", "t-2");
    expect(chats()).toHaveLength(1);
    expect(shown(await first)).toHaveLength(1);
  });
});

describe("a message that breaks in", () => {
  it("while bubbles wait drops what was not sent, and is answered after what was; nothing interleaves", async () => {
    await scene.house.api("PUT", `/api/ai-users/${user}`, { pacing_speed: 0.2 });
    scene.upstream.push(
      "chat",
      { text: `第一句\n${"第二句很长很长".repeat(6)}\n第三句` },
      { text: "好，说你的\n我在听" },
    );
    let second: Promise<unknown> | undefined;
    const first = await send("讲个故事。", "b-1", (event) => {
      if (event.event === "bubble") second ??= send("等等，我有事。", "b-2");
    });
    await second;
    expect(shown(first)).toEqual(["第一句"]);
    expect(dataOf(first, "reply-end")).toMatchObject([{ finish: "interrupted" }]);
    expect((await log()).map(({ content }) => content)).toEqual([
      "讲个故事。",
      "第一句",
      "等等，我有事。",
      "好，说你的",
      "我在听",
    ]);
    const asked = textOf(chats()[1]?.body);
    expect(asked).toContain("第一句");
    expect(asked).not.toContain("第三句");
  });

  it("before anything was said joins the answer: both streams hear the one reply", async () => {
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    scene.upstream.push("chat", { text: "太慢了", after: held }, { text: "一起答你" });
    const first = send("在想什么？", "j-1");
    await until("the model is asked", async () => chats().length === 1);
    const second = send("算了，说说今天。", "j-2");
    const [one, two] = await Promise.all([first, second]);
    release();
    expect([shown(one), shown(two)]).toEqual([["一起答你"], ["一起答你"]]);
    expect(namesOf(one).filter((name) => name === "reply-end")).toHaveLength(1);
    expect((await log()).map(({ content }) => content)).toEqual([
      "在想什么？",
      "算了，说说今天。",
      "一起答你",
    ]);
    expect(textOf(chats()[1]?.body)).toContain("在想什么？");
    expect((await log())[2]).toMatchObject({ answers: "j-2", also_answers: ["j-1"] });
  });

  it("with a cry for help waits for nothing, and is not broken in on", async () => {
    const first = send("跟你说", "d-1");
    await saved("d-1");
    const began = await send("我不想活了", "d-2");
    expect(dataOf(began, "bubble").length).toBeGreaterThan(0);
    expect(dataOf(began, "bubble").every(({ delay_ms }) => delay_ms === 0)).toBe(true);
    expect(shown(await first)).toEqual(shown(began));
  });

  it("as a command is done by itself: what was said before it keeps its own answer", async () => {
    scene.upstream.push("chat", { text: "辛苦了" });
    const first = send("今天好累啊", "c-1");
    await saved("c-1");
    const second = await send("记住，我对花生过敏", "c-2");
    expect(shown(await first)).toEqual(["辛苦了"]);
    expect(dataOf(second, "reply-end")).toMatchObject([{ model: "command" }]);
  });
});

describe("reply_policy level", () => {
  const follow = async () => (await scene.json<Heartbeat>(user, "heartbeat.json")).follow_ups;
  const known = async () => {
    for (let n = 0; n < 30; n += 1)
      await scene.house.api("POST", `/api/ai-users/${user}/save-message`, {
        content: `第${n}句`,
        role: "user",
      });
    await scene.house.api("PUT", `/api/ai-users/${user}`, { reply_policy: "level" });
  };

  it("lets the model leave a message at having read it: stored with its reason, looked at again, and not shown as anything", async () => {
    await known();
    scene.upstream.push("chat", { text: "HEARTBEAT_OK" });
    const events = await scene.house.chat(user, "哈哈", { message_id: "s-1" });
    expect(textOf(chats().at(-1)?.body)).toContain("60%");
    expect(namesOf(events).at(-1)).toBe("reply-skip");
    const [skip] = dataOf(events, "reply-skip");
    expect(skip).toMatchObject({ message_id: "s-1" });
    const last = (await log()).at(-1);
    expect(last).toMatchObject({ message_id: "s-1", read: { reason: skip?.reason } });
    expect(JSON.stringify(await log())).not.toContain("HEARTBEAT_OK");
    const [again] = await follow();
    const due = (again?.due_at ?? 0) - (last?.timestamp ?? 0);
    expect([due >= 600, due <= 5_402]).toEqual([true, true]);
    expect((await scene.read(user, "short_term")).conversations.at(-1)?.message_id).toBe("s-1");
  });

  it("looks at it again within ninety minutes, whatever was said first shortly before, and asks for an answer to it", async () => {
    await known();
    await scene.house.api("POST", "/api/heartbeat/configure", { user_id: user, enabled: true });
    scene.upstream.push("chat", { text: "在想你" }, { text: "HEARTBEAT_OK" }, { text: "哈哈什么呢" });
    await scene.house.api("POST", `/api/heartbeat/trigger/${user}`);
    await scene.house.chat(user, "哈哈", { message_id: "s-6" });
    await scene.advance(91 * 60);
    const asked = chats().at(-1)?.body.messages.at(-1)?.content;
    expect(asked).toContain("你看到了没有回：哈哈");
    expect(asked).not.toContain("到时候该问一声");
    expect((await log()).at(-1)).toMatchObject({
      content: "哈哈什么呢",
      beat: { kind: "follow_up", reason: expect.stringContaining("当时没有回") },
    });
    expect(await follow()).toEqual([]);
  });

  it("tells a program that asks for JSON why nothing was answered", async () => {
    await known();
    scene.upstream.push("chat", { text: "HEARTBEAT_OK" });
    const { status, body } = await scene.house.api("POST", `/api/ai-users/${user}/chat`, { content: "哈哈" });
    expect([status, body]).toMatchObject([200, { bubbles: [], skipped: expect.stringMatching(/看到了/) }]);
  });

  it("answers a skipped message when it is sent again, and always the one after it", async () => {
    await known();
    scene.upstream.push("chat", { text: "HEARTBEAT_OK" }, { text: "刚看到" });
    await scene.house.chat(user, "哈哈", { message_id: "s-2" });
    expect(shown(await scene.house.chat(user, "哈哈", { message_id: "s-2" }))).toEqual(["刚看到"]);
    expect((await log()).find(({ message_id }) => message_id === "s-2")?.read).toBeUndefined();
    expect(await follow()).toEqual([]);
    scene.upstream.push("chat", { text: "HEARTBEAT_OK" });
    await scene.house.chat(user, "嘿嘿", { message_id: "s-3" });
    await scene.house.chat(user, "嗯嗯", { message_id: "s-4" });
    expect(textOf(chats().at(-1)?.body)).not.toContain("只看不回");
  });

  it("never offers to skip a question, a low mood or a command, and never at all under always", async () => {
    await known();
    for (const said of ["你今天吃饭了吗", "我好难过，一直在哭", "记住，我住在杭州，今天天气不错"]) {
      scene.upstream.reset();
      await scene.house.chat(user, said);
      expect([said, textOf(chats().at(-1)?.body).includes("只看不回")]).toEqual([said, false]);
    }
    await scene.house.api("PUT", `/api/ai-users/${user}`, { reply_policy: "always" });
    await scene.house.chat(user, "哈哈");
    expect(textOf(chats().at(-1)?.body)).not.toContain("只看不回");
  });
});
