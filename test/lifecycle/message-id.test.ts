// message_id makes a send idempotent: attached, replayed, answered now, or refused (DESIGN 7, R16, C196, C197).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chat, shownText, startHouse } from "../support/house.ts";
import { dataOf, everyByte, lastOf, namesOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

const cutStream = (text: string) => ({
  sse: [`data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { content: text } }] })}`],
  ending: "destroy" as const,
});
const send = (content: string, message_id: string, more: Record<string, unknown> = {}) =>
  scene.house.chat(user, content, { message_id, ...more });
const chats = () => scene.upstream.of("chat");
const log = () => scene.read(user, "conversation");

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
  user = await scene.house.create();
});

describe("a message_id that is new", () => {
  it("is kept as the message's own id, whatever printable characters it holds", async () => {
    const id = "qq-群:42/消息#1✓";
    const events = await send("第一句", id);
    expect(dataOf(events, "message-saved")).toMatchObject([{ message_id: id }]);
    expect((await log()).map(({ message_id, answers }) => answers ?? message_id)).toEqual([id, id]);
  });

  it("is refused when it is empty, too long or not printable, and nothing is stored", async () => {
    for (const message_id of ["", "x".repeat(129), "a b", "a\nb", "a\u0000b"]) {
      const { status, body } = await scene.house.api<{ error: { code: string } }>(
        "POST",
        `/api/ai-users/${user}/chat`,
        { content: "你好", message_id },
      );
      expect([status, body.error.code]).toEqual([422, "invalid"]);
    }
    expect(chats()).toEqual([]);
    expect(await scene.said(user).catch(() => [])).toEqual([]);
  });
});

describe("the same message_id and text", () => {
  it("while the reply runs is attached to it: one upstream call, both hear everything", async () => {
    scene.upstream.push("chat", { text: "一\n二\n三", chunkDelayMs: 60, chunks: 4 });
    const first = send("讲三句", "same-1");
    await new Promise((done) => setTimeout(done, 150));
    const second = send("讲三句", "same-1");
    const [one, two] = await Promise.all([first, second]);
    expect(two).toEqual(one);
    expect(shownText(one)).toBe("一\n二\n三");
    expect(chats()).toHaveLength(1);
    expect(await scene.said(user)).toEqual(["讲三句", "一", "二", "三"]);
  });

  it("sent twice in the same moment is stored and answered once", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => send("双击了发送", "double")));
    for (const events of all) expect(events).toEqual(all[0]);
    expect(chats()).toHaveLength(1);
    expect(await scene.said(user)).toEqual(["双击了发送", "嗯嗯，我在听"]);
  });

  it("after the reply has ended is replayed without asking the model", async () => {
    scene.upstream.push("chat", { text: "好的\n记下了" });
    const first = await send("周六看展", "done-1");
    const again = await send("周六看展", "done-1");
    expect(namesOf(again)).toEqual(["message-saved", "reply-start", "bubble", "bubble", "reply-end"]);
    expect(
      dataOf(again, "bubble").map(({ message_id, content, index }) => [message_id, content, index]),
    ).toEqual(dataOf(first, "bubble").map(({ message_id, content, index }) => [message_id, content, index]));
    expect(dataOf(again, "message-saved")).toEqual(dataOf(first, "message-saved"));
    expect(dataOf(again, "reply-end")[0]?.reply_id).toBe(dataOf(first, "reply-end")[0]?.reply_id);
    expect(chats()).toHaveLength(1);
    expect(await log()).toHaveLength(3);
  });

  it("is replayed even when other messages came after it", async () => {
    await send("第一件事", "early");
    await send("第二件事", "late");
    const again = await send("第一件事", "early");
    expect(namesOf(again)).toEqual(["message-saved", "reply-start", "bubble", "reply-end"]);
    expect(chats()).toHaveLength(2);
    expect(await log()).toHaveLength(4);
  });

  it("counts as the same when only line ends and outer spaces differ", async () => {
    await send("一行\n两行", "spaces");
    const again = await send("  一行\r\n两行 ", "spaces");
    expect(namesOf(again).at(-1)).toBe("reply-end");
    expect(chats()).toHaveLength(1);
  });

  it("is answered now where the model had failed, and stored once", async () => {
    scene.upstream.push("chat", { http: { status: 401, body: { error: { message: "bad key sk-123" } } } });
    const failed = await send("你在吗，想跟你说件事", "failed-1");
    expect(namesOf(failed)).toEqual(["message-saved", "reply-start", "error"]);
    expect(JSON.stringify(failed)).not.toContain("sk-123");
    expect(await scene.said(user)).toEqual(["你在吗，想跟你说件事"]);
    const again = await send("你在吗，想跟你说件事", "failed-1");
    expect(namesOf(again)).toEqual(["message-saved", "reply-start", "bubble", "reply-end"]);
    expect(dataOf(again, "message-saved")).toEqual(dataOf(failed, "message-saved"));
    expect(await scene.said(user)).toEqual(["你在吗，想跟你说件事", "嗯嗯，我在听"]);
    expect((await scene.read(user, "short_term")).conversations).toEqual(await log());
  });
});

describe("a second try after a cut reply", () => {
  it("makes the partial bubbles a version of the new reply instead of extra bubbles", async () => {
    scene.upstream.push("chat", cutStream("说到一半\n还没说"));
    const cut = await send("讲讲周末", "cut-1");
    expect(namesOf(cut).at(-1)).toBe("error");
    const partial = await log();
    expect(partial.slice(1).map(({ content }) => content)).toEqual(["说到一半", "还没说"]);
    expect(partial.at(-1)?.finish).toBe("cut");

    scene.upstream.push("chat", { text: "周末看展\n再吃火锅" });
    const again = await send("讲讲周末", "cut-1");
    expect(shownText(again)).toBe("周末看展\n再吃火锅");
    const after = await log();
    expect(after.map(({ content }) => content)).toEqual(["讲讲周末", "周末看展", "再吃火锅"]);
    expect(after[1]?.versions).toMatchObject([{ contents: ["说到一半", "还没说"], finish: "cut" }]);
    expect(after[2]?.versions).toBeUndefined();
    expect(after.at(-1)?.finish).toBe("stop");
    expect((await scene.read(user, "short_term")).conversations).toEqual(after);
    expect(namesOf(await send("讲讲周末", "cut-1"))).toEqual([
      "message-saved",
      "reply-start",
      "bubble",
      "bubble",
      "reply-end",
    ]);
  });

  it("does not show the model what it had said before it was cut", async () => {
    scene.upstream.push("chat", cutStream("断掉的半句"));
    await send("讲讲今天", "cut-2");
    await send("讲讲今天", "cut-2");
    expect(JSON.stringify(chats().at(-1)?.body.messages)).not.toContain("断掉的半句");
    await send("后来呢", "after-cut");
    expect(JSON.stringify(chats().at(-1)?.body.messages)).not.toContain("断掉的半句");
    const { body } = await scene.house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("断掉的半句")}`,
    );
    expect(body.results.map(({ text }) => text).join()).not.toContain("断掉的半句");
  });

  it("that is cut too keeps both: the later one is shown, the earlier one a version", async () => {
    scene.upstream.push("chat", cutStream("第一次半句"), cutStream("第二次半句"));
    await send("再讲一次", "cut-3");
    await send("再讲一次", "cut-3");
    const twice = await log();
    expect(twice.map(({ content }) => content)).toEqual(["再讲一次", "第二次半句"]);
    expect(twice[1]?.versions).toMatchObject([{ contents: ["第一次半句"] }]);
    await send("再讲一次", "cut-3");
    const whole = await log();
    expect(whole.map(({ content }) => content)).toEqual(["再讲一次", "嗯嗯，我在听"]);
    expect(whole[1]?.versions?.map(({ contents }) => contents)).toEqual([["第一次半句"], ["第二次半句"]]);
  });

  it("that brings nothing leaves the partial reply as it was", async () => {
    scene.upstream.push("chat", cutStream("留下的半句"), { http: { status: 401 } });
    await send("讲", "cut-4");
    const before = await log();
    await send("讲", "cut-4");
    expect(await log()).toEqual(before);
  });
});

describe("a second try of an old message", () => {
  it("whose topic has ended is answered there and does not displace the open topic", async () => {
    scene.upstream.push("chat", { http: { status: 401 } });
    await send("这句没等到回答", "old-1");
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await send("换个事，明天要下雨", "new-1");
    const open = await scene.read(user, "short_term");
    expect(open.conversations.map(({ content }) => content)).toEqual(["换个事，明天要下雨", "嗯嗯，我在听"]);
    const again = await send("这句没等到回答", "old-1");
    expect(namesOf(again).at(-1)).toBe("reply-end");
    const after = await scene.read(user, "short_term");
    expect([after.topic_id, after.conversations]).toEqual([open.topic_id, open.conversations]);
    const reply = (await log()).find(({ answers }) => answers === "old-1");
    expect(reply?.topic_id).toBe((await log())[0]?.topic_id);
    await send("伞放在哪了", "new-2");
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(4);
  });
});

describe("a known message_id with other text", () => {
  it("is a conflict while its reply runs and after, and changes nothing", async () => {
    scene.upstream.push("chat", { text: "慢慢来", delayMs: 300 });
    const running = send("原话", "taken");
    await new Promise((done) => setTimeout(done, 80));
    const refused = () =>
      scene.house.api<{ error: { code: string } }>("POST", `/api/ai-users/${user}/chat`, {
        content: "别的话",
        message_id: "taken",
      });
    expect((await refused()).status).toBe(409);
    await running;
    const late = await refused();
    expect([late.status, late.body.error.code]).toEqual([409, "conflict"]);
    expect(chats()).toHaveLength(1);
    expect(await scene.said(user)).toEqual(["原话", "慢慢来"]);
  });

  it("is a conflict too where the id is a bubble of the companion", async () => {
    const [bubble] = dataOf(await send("说句话", "mine"), "bubble");
    const { status } = await scene.house.api("POST", `/api/ai-users/${user}/chat`, {
      content: bubble?.content,
      message_id: bubble?.message_id,
    });
    expect(status).toBe(409);
    expect(await log()).toHaveLength(2);
  });

  it("is no conflict for another companion: ids are a companion's own", async () => {
    await send("这是第一位", "shared-id");
    user = await scene.house.create({ name: "老岳" });
    expect(namesOf(await send("这是第二位", "shared-id")).at(-1)).toBe("reply-end");
    expect(await scene.said(user)).toEqual(["这是第二位", "嗯嗯，我在听"]);
  });
});

describe("two different messages at once", () => {
  it("are answered in the order they came, the second with the first exchange in its context", async () => {
    scene.upstream.push("chat", { text: "先答这个", delayMs: 250 }, { text: "再答那个" });
    const first = send("第一问", "a");
    await new Promise((done) => setTimeout(done, 60));
    const [one, two] = await Promise.all([first, send("第二问", "b")]);
    expect([shownText(one), shownText(two)]).toEqual(["先答这个", "再答那个"]);
    expect(await scene.said(user)).toEqual(["第一问", "先答这个", "第二问", "再答那个"]);
    expect(
      chats()[1]
        ?.body.messages.slice(1, -1)
        .map(({ content }) => content),
    ).toEqual(["第一问", "先答这个"]);
    expect(lastOf(chats()[1]?.body)).toContain("第二问");
  });

  it("to two companions do not wait for each other", async () => {
    const other = await scene.house.create({ name: "老岳" });
    scene.upstream.push("chat", { hang: "headers" });
    const abort = new AbortController();
    const stuck = chat(
      scene.house,
      user,
      { content: "卡住的", pacing: "instant" },
      () => {},
      abort.signal,
    ).catch(() => "left");
    await new Promise((done) => setTimeout(done, 100));
    expect(namesOf(await scene.house.chat(other, "不卡的")).at(-1)).toBe("reply-end");
    await scene.house.api("POST", `/api/ai-users/${user}/stop`);
    await stuck;
  });
});

describe("after a restart", () => {
  it("a finished reply is replayed, a failed one answered, other text refused", async () => {
    scene.upstream.push("chat", { text: "答过了" }, { http: { status: 401 } });
    await send("答过的话", "r-1");
    await send("没答的话", "r-2");
    await scene.house.close();
    const { folder } = scene.house;
    scene.house = await startHouse({ upstream: scene.upstream, folder, clock: "2026-03-10T20:30:00+08:00" });
    const before = chats().length;
    expect(shownText(await send("答过的话", "r-1"))).toBe("答过了");
    expect(chats()).toHaveLength(before);
    expect(shownText(await send("没答的话", "r-2"))).toBe("嗯嗯，我在听");
    const { status } = await scene.house.api("POST", `/api/ai-users/${user}/chat`, {
      content: "改过的话",
      message_id: "r-1",
    });
    expect(status).toBe(409);
    expect(await scene.said(user)).toEqual(["答过的话", "答过了", "没答的话", "嗯嗯，我在听"]);
    expect(await everyByte(scene.path(user))).not.toContain("改过的话");
  });
});
