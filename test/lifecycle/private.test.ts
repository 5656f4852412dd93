// Private talk: it sees memory and itself, and leaves no trace on the disk, in other windows or in other requests (DESIGN 7).
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownText } from "../support/house.ts";
import { dataOf, everyByte, follow, lastOf, namesOf, openScene, type Scene, textOf } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯，我听着" });
  user = await scene.house.create();
});

const chats = () => scene.upstream.of("chat");
const privately = (content: string, more: Record<string, unknown> = {}) =>
  scene.house.chat(user, content, { private: true, ...more });

describe("a private turn", () => {
  it("is answered like any other, and says of itself that it is private", async () => {
    scene.upstream.push("chat", { text: "好\n只有我知道" });
    const events = await privately("悄悄告诉你一件事");
    expect(namesOf(events)).toEqual(["message-saved", "reply-start", "bubble", "bubble", "reply-end"]);
    expect(dataOf(events, "message-saved")).toMatchObject([{ private: true }]);
    expect(shownText(events)).toBe("好\n只有我知道");
  });

  it("writes none of its words anywhere in the data folder", async () => {
    scene.upstream.push("chat", { text: "紫色暗号收到" });
    await privately("我的暗号是绿毛水怪");
    await scene.advance(5 * 60);
    const bytes = await everyByte(scene.house.folder);
    expect(bytes).not.toContain("绿毛水怪");
    expect(bytes).not.toContain("紫色暗号");
    const { body } = await scene.house.api<{ messages: unknown[] }>("GET", `/api/ai-users/${user}/messages`);
    expect(body.messages).toEqual([]);
    const found = await scene.house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("绿毛水怪是什么")}`,
    );
    expect(found.body.results).toEqual([]);
  });

  it("sees the open talk and what was said privately before", async () => {
    await scene.house.chat(user, "周六去看莫奈展");
    await privately("其实我想一个人去");
    await privately("你懂吧");
    const request = textOf(chats().at(-1)?.body);
    expect(request).toContain("周六去看莫奈展");
    expect(request).toContain("其实我想一个人去");
    expect(lastOf(chats().at(-1)?.body)).toContain("你懂吧");
  });

  it("is not seen by an ordinary turn, by the preview of the context, or by another companion", async () => {
    await scene.house.chat(user, "先聊聊天气");
    await privately("银行卡密码是 4711");
    await scene.house.chat(user, "今天有点冷");
    expect(textOf(chats().at(-1)?.body)).not.toContain("4711");
    const { body } = await scene.house.api("GET", `/api/memory/${user}?message=密码`);
    expect(JSON.stringify(body)).not.toContain("4711");
    user = await scene.house.create({ name: "老岳" });
    await privately("在吗");
    expect(textOf(chats().at(-1)?.body)).not.toContain("4711");
  });

  it("is forgotten where something is erased, since no search reaches it; a preview leaves it", async () => {
    await privately("银行卡密码是 4711");
    const erase = (preview: boolean) =>
      scene.house.api("POST", `/api/memory/${user}/erase`, { query: "4711", preview });
    expect((await erase(true)).status).toBe(200);
    await privately("还在吗");
    expect(textOf(chats().at(-1)?.body)).toContain("4711");
    expect((await erase(false)).status).toBe(200);
    await privately("在吗");
    expect(textOf(chats().at(-1)?.body)).not.toContain("4711");
  });

  it("does not break the prefix of the open topic", async () => {
    await scene.house.chat(user, "先聊聊天气");
    await privately("悄悄话");
    await scene.house.chat(user, "明天降温");
    const [first, , third] = chats().map(({ body }) => body.messages);
    expect(third?.slice(0, -1).slice(0, (first?.length ?? 0) - 1)).toEqual(first?.slice(0, -1));
  });

  it("before any topic is open keeps no prefix of its own", async () => {
    await privately("悄悄话");
    const cached = await readdir(scene.path(user, ".cache")).catch(() => []);
    expect(cached).not.toContain("prefix.json");
    await scene.house.chat(user, "你好呀");
    expect(await readdir(scene.path(user, ".cache"))).toContain("prefix.json");
  });

  it("reaches no other window", async () => {
    const window = follow(scene.house);
    await window.opened;
    await privately("别让另一台电脑看见");
    await scene.house.chat(user, "这句可以看见");
    await expect.poll(() => window.about(user).some(({ event }) => event === "reply-end")).toBe(true);
    const heard = JSON.stringify(window.heard);
    expect(heard).toContain("这句可以看见");
    expect(heard).not.toContain("别让另一台电脑看见");
    expect(window.about(user).filter(({ event }) => event === "bubble")).toHaveLength(1);
    await window.stop();
  });

  it("ends no topic by a goodbye, and starts none", async () => {
    await scene.house.chat(user, "刚到家");
    const before = await scene.read(user, "short_term");
    scene.upstream.push("chat", { text: "晚安[TOPIC_ENDED]" });
    const events = await privately("我睡了，晚安");
    expect(namesOf(events)).not.toContain("topic-end");
    expect(shownText(events)).toBe("晚安");
    expect(await scene.read(user, "short_term")).toEqual(before);
  });

  it("is forgotten after thirty idle minutes, not before", async () => {
    await privately("先记半小时：河马");
    await scene.advance(29 * 60);
    await privately("还记得吗");
    expect(textOf(chats().at(-1)?.body)).toContain("河马");
    await scene.advance(31 * 60);
    await privately("现在呢");
    expect(textOf(chats().at(-1)?.body)).not.toContain("河马");
  });

  it("whose model fails is told as an error, and nothing is kept either", async () => {
    scene.upstream.push("chat", { http: { status: 401 } });
    const events = await privately("失败的悄悄话鲸鱼", { message_id: "p-1" });
    expect(namesOf(events).at(-1)).toBe("error");
    expect(await everyByte(scene.house.folder)).not.toContain("鲸鱼");
    expect(shownText(await privately("失败的悄悄话鲸鱼", { message_id: "p-1" }))).toBe("嗯，我听着");
  });

  it("that is sent again under its id is told again and not asked again", async () => {
    const first = await privately("悄悄话一句", { message_id: "p-2" });
    const asked = chats().length;
    const again = await privately("悄悄话一句", { message_id: "p-2" });
    expect(chats()).toHaveLength(asked);
    expect(dataOf(again, "bubble")).toEqual(
      dataOf(first, "bubble").map((bubble) => ({ ...bubble, delay_ms: 0 })),
    );
    expect(dataOf(again, "message-saved")).toEqual(dataOf(first, "message-saved"));
    await privately("然后呢");
    expect(textOf(chats().at(-1)?.body).split("悄悄话一句")).toHaveLength(2);
  });

  it("under the id of other private words is refused, until these are forgotten", async () => {
    const other = () =>
      scene.house.api<{ error?: { code: string } }>("POST", `/api/ai-users/${user}/chat`, {
        content: "换一句",
        message_id: "p-3",
        private: true,
      });
    await privately("原来那句", { message_id: "p-3" });
    expect([(await other()).status, (await other()).body.error?.code]).toEqual([409, "conflict"]);
    await scene.advance(31 * 60);
    expect((await other()).status).toBe(200);
  });

  it("with a tool call keeps no exchange", async () => {
    scene.upstream.push("chat", { tool: { name: "get_current_state", arguments: "{}" } }, { text: "八点了" });
    expect(shownText(await privately("现在几点"))).toBe("八点了");
    expect(await everyByte(scene.path(user))).not.toContain("get_current_state");
  });
});
