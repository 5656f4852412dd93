// The log's doors: paged, edited, deleted, answered anew; what was derived follows (DESIGN 7, A105).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../src/schema/message.ts";
import { dataOf, follow, openScene, type Scene, summaryAnswer, textOf } from "../../lifecycle/scene.ts";
import { shownText, until } from "../../support/house.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  user = await scene.house.create();
});

type ErrorBody = { error: { code: string; message: string } };
const call = <T = ErrorBody>(method: string, path: string, body?: unknown) =>
  scene.house.api<T>(method, `/api/ai-users/${user}/messages${path}`, body);
const page = async (query: string) => (await call<{ messages: Message[]; more: boolean }>("GET", query)).body;
const contents = (messages: readonly Message[]) => messages.map(({ content }) => content);
const save = async (content: string, timestamp?: number) => {
  const { body } = await scene.house.api<{ message: Message }>("POST", `/api/ai-users/${user}/save-message`, {
    content,
    timestamp,
  });
  return body.message.message_id;
};
const undo = <T = ErrorBody>(id: string | null) =>
  scene.house.api<T>("POST", `/api/memory/${user}/changes/${id}/undo`);
const newestChange = async () =>
  (
    await scene.house.api<{ changes: { id: string; edits: { document: string }[] }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    )
  ).body.changes.find(({ edits }) => edits.some(({ document }) => document === "conversation"))?.id ?? null;
const lastRequest = () => textOf(scene.upstream.of("chat").at(-1)?.body);
const search = async (q: string) =>
  (
    await scene.house.api<{ results: { text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent(q)}`,
    )
  ).body.results.map(({ text }) => text);

describe("the pages of the log", () => {
  it("go back from the newest and forward again, each message once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push(await save(`第${n}句`));
    const newest = await page("?limit=3");
    expect([contents(newest.messages), newest.more]).toEqual([["第4句", "第5句", "第6句"], true]);
    const older = await page(`?limit=3&before=${ids[4]}`);
    expect([contents(older.messages), older.more]).toEqual([["第1句", "第2句", "第3句"], true]);
    const oldest = await page(`?limit=3&before=${ids[1]}`);
    expect([contents(oldest.messages), oldest.more]).toEqual([["第0句"], false]);
    const around = await call<{ messages: Message[]; more: boolean; later: boolean }>(
      "GET",
      `?limit=4&around=${ids[3]}`,
    );
    expect([contents(around.body.messages), around.body.more, around.body.later]).toEqual([
      ["第2句", "第3句", "第4句", "第5句"],
      true,
      true,
    ]);
    const forward = await page(`?limit=3&after=${ids[2]}`);
    expect([contents(forward.messages), forward.more]).toEqual([["第3句", "第4句", "第5句"], true]);
  });

  it("open at a moment, with what was said before it, and with the newest where nothing was said since", async () => {
    const start = 1_700_000_000;
    for (let n = 0; n < 5; n++) await save(`第${n}句`, start + n * 100);
    const open = async (query: string) => {
      const { body } = await call<{ messages: Message[]; more: boolean; later: boolean }>("GET", query);
      return [contents(body.messages).join(), body.more, body.later];
    };
    expect(await open(`?limit=3&at=${start + 150}`)).toEqual(["第1句,第2句,第3句", true, true]);
    expect(await open(`?limit=3&at=${start + 400}`)).toEqual(["第3句,第4句", true, false]);
    expect(await open("?limit=3&at=0")).toEqual(["第0句,第1句", false, true]);
    expect(await open(`?limit=1&at=${start + 200}`)).toEqual(["第2句", true, true]);
    expect(await open(`?limit=2&at=${start + 900}`)).toEqual(["第3句,第4句", true, false]);
  });

  it("are empty where nothing was said, 404 behind an unknown mark, 422 with a limit that is none", async () => {
    expect(await page("")).toEqual({ messages: [], more: false });
    expect((await call("GET", "?before=nobody")).status).toBe(404);
    expect((await call("GET", "?around=nobody")).status).toBe(404);
    expect(await page("?at=5")).toEqual({ messages: [], more: false, later: false });
    for (const marks of ["around=a&at=5", "before=a&around=a", "after=a&at=5", "at=-1", "at=x"])
      expect((await call("GET", `?${marks}`)).status).toBe(422);
    for (const limit of ["0", "-1", "501", "x"])
      expect((await call("GET", `?limit=${limit}`)).status).toBe(422);
  });
});

describe("an edited message", () => {
  it("is new in log, short_term, search and the next request, and the edit can be undone", async () => {
    const [saved] = dataOf(await scene.house.chat(user, "我叫小李，住在南京"), "message-saved");
    const id = saved?.message_id ?? "";
    const { status, body } = await call<{ message: Message }>("PUT", `/${id}`, {
      content: "我叫阿沐，住在南京",
    });
    expect([status, body.message.content]).toEqual([200, "我叫阿沐，住在南京"]);
    expect((await scene.read(user, "short_term")).conversations[0]?.content).toBe("我叫阿沐，住在南京");
    expect((await search("我叫什么名字")).join()).not.toContain("小李");
    await scene.house.chat(user, "你好");
    expect(lastRequest()).toContain("我叫阿沐");
    expect(lastRequest()).not.toContain("我叫小李");
    expect((await undo(await newestChange())).status).toBe(200);
    expect((await scene.said(user))[0]).toBe("我叫小李，住在南京");
    expect((await scene.read(user, "short_term")).conversations[0]?.content).toBe("我叫小李，住在南京");
  });

  it("of a summarised topic has its summary made again", async () => {
    const id = await save("我周六去杭州出差三天");
    for (const line of ["住西湖边", "想吃片儿川"]) await scene.house.chat(user, line);
    scene.upstream.push("short_to_mid", summaryAnswer("对方周六去杭州出差三天。"));
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    scene.upstream.fallback("short_to_mid", summaryAnswer("对方周六去苏州出差三天。"));
    await call("PUT", `/${id}`, { content: "我周六去苏州出差三天" });
    await scene.advance(2 * 3600);
    expect((await scene.read(user, "mid_term")).map(({ summary }) => summary)).toEqual([
      "对方周六去苏州出差三天。",
    ]);
  });

  it("may not become empty or endless, and must be there", async () => {
    const id = await save("原话");
    expect((await call("PUT", `/${id}`, { content: "" })).status).toBe(422);
    expect((await call("PUT", `/${id}`, { content: "  \n" })).status).toBeGreaterThanOrEqual(400);
    expect((await call("PUT", `/${id}`, { content: "字".repeat(16_001) })).status).toBe(413);
    expect((await call("PUT", "/nobody", { content: "x" })).status).toBe(404);
    expect(await scene.said(user)).toEqual(["原话"]);
  });

  it("with the same text is no change", async () => {
    const id = await save("原话");
    expect((await call("PUT", `/${id}`, { content: "原话" })).status).toBe(200);
    expect(await scene.read(user, "conversation")).toMatchObject([{ content: "原话" }]);
  });
});

describe("a deleted message", () => {
  it("is gone from log, short_term, search and requests, and comes back at its place by undo", async () => {
    const now = await scene.now();
    await save("第一句", now - 3);
    const id = await save("别提的那只鹦鹉", now - 2);
    await save("第三句", now - 1);
    const { status, body } = await call<{ deleted: string; change_id: string }>("DELETE", `/${id}`);
    expect([status, body.deleted]).toEqual([200, id]);
    expect(await scene.said(user)).toEqual(["第一句", "第三句"]);
    expect((await search("鹦鹉")).join()).not.toContain("鹦鹉");
    await scene.house.chat(user, "你好");
    expect(lastRequest()).not.toContain("鹦鹉");
    expect((await undo(body.change_id)).status).toBe(200);
    expect((await scene.said(user)).slice(0, 3)).toEqual(["第一句", "别提的那只鹦鹉", "第三句"]);
    expect((await scene.read(user, "short_term")).conversations.map(({ content }) => content)).toEqual(
      await scene.said(user),
    );
    expect((await search("鹦鹉")).join()).toContain("鹦鹉");
    // The undo is a line of its own.
    expect((await undo(await newestChange())).status).toBe(200);
    expect(await scene.said(user)).not.toContain("别提的那只鹦鹉");
  });

  it("that was edited later cannot be undone past the later change", async () => {
    const id = await save("原话");
    await call("PUT", `/${id}`, { content: "第一次改" });
    const first = await newestChange();
    await call("PUT", `/${id}`, { content: "第二次改" });
    const second = await newestChange();
    const refused = await undo(first);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining(second ?? "?"),
    ]);
    expect(await scene.said(user)).toEqual(["第二次改"]);
  });

  it("that is not there is 404, twice is 404, and nothing else is touched", async () => {
    const id = await save("一句");
    expect((await call("DELETE", "/nobody")).status).toBe(404);
    expect((await call("DELETE", `/${id}`)).status).toBe(200);
    expect((await call("DELETE", `/${id}`)).status).toBe(404);
  });

  it("is told to the other window", async () => {
    const id = await save("一句");
    const window = follow(scene.house);
    await window.opened;
    await call("PUT", `/${id}`, { content: "改过的一句" });
    await call("DELETE", `/${id}`);
    await until(
      "both notices",
      async () => window.about(user).filter(({ event }) => event === "memory-change").length >= 2,
    );
    expect(
      window
        .about(user)
        .filter(({ event }) => event === "memory-change")
        .map(({ data }) => data),
    ).toMatchObject([
      { document: "conversation", entry_id: id, kind: "changed" },
      { document: "conversation", entry_id: id, kind: "removed" },
    ]);
    await window.stop();
  });
});

describe("regenerate", () => {
  it("replaces the whole reply; the old one is a version on the first bubble, outside context and search", async () => {
    scene.upstream.push("chat", { text: "旧的一句\n旧的两句" }, { text: "新的回答" });
    const [bubble] = dataOf(await scene.house.chat(user, "讲讲海边"), "bubble");
    const { status, body } = await call<{ messages: Message[] }>("POST", `/${bubble?.message_id}/regenerate`);
    expect([status, contents(body.messages)]).toEqual([200, ["新的回答"]]);
    const log = await scene.read(user, "conversation");
    expect(contents(log)).toEqual(["讲讲海边", "新的回答"]);
    expect(log[1]?.versions).toMatchObject([
      { contents: ["旧的一句", "旧的两句"], model: "chat", finish: "stop" },
    ]);
    expect(await scene.read(user, "short_term")).toMatchObject({ conversations: log });
    expect(lastRequest()).not.toContain("旧的一句");
    await scene.house.chat(user, "然后呢");
    expect(lastRequest()).not.toContain("旧的一句");
    expect((await search("旧的一句")).join()).not.toContain("旧的");
  });

  it("by the person's message does the same, and versions pile up in order", async () => {
    scene.upstream.push("chat", { text: "一" }, { text: "二" }, { text: "三" });
    const [saved] = dataOf(await scene.house.chat(user, "数数"), "message-saved");
    await call("POST", `/${saved?.message_id}/regenerate`);
    await call("POST", `/${saved?.message_id}/regenerate`);
    const log = await scene.read(user, "conversation");
    expect(contents(log)).toEqual(["数数", "三"]);
    expect(log[1]?.versions?.map((version) => version.contents)).toEqual([["一"], ["二"]]);
  });

  it("leaves the old reply whole where the model fails, also half-way", async () => {
    const half = { choices: [{ index: 0, delta: { content: "新的半句\n" } }] };
    scene.upstream.push(
      "chat",
      { text: "好好的旧回答" },
      { http: { status: 401 } },
      { sse: [`data: ${JSON.stringify(half)}`], ending: "destroy" },
    );
    const [bubble] = dataOf(await scene.house.chat(user, "讲讲海边"), "bubble");
    const before = await scene.read(user, "conversation");
    for (const code of ["model_refused", "model_unreachable"]) {
      const { status, body } = await call("POST", `/${bubble?.message_id}/regenerate`);
      expect([status, body.error.code]).toEqual([503, code]);
      expect(await scene.read(user, "conversation")).toEqual(before);
      expect((await scene.read(user, "short_term")).conversations).toEqual(before);
    }
  });

  it("undone puts the old reply in the place of the new one, back to the first, and forward again", async () => {
    scene.upstream.push("chat", { text: "甲一\n甲二" }, { text: "乙" }, { text: "丙一\n丙二" });
    const [saved] = dataOf(await scene.house.chat(user, "说一个字"), "message-saved");
    const lines: (string | null)[] = [];
    const logs = [await scene.read(user, "conversation")];
    for (let n = 0; n < 2; n++) {
      await call("POST", `/${saved?.message_id}/regenerate`);
      lines.unshift(await newestChange());
      logs.unshift(await scene.read(user, "conversation"));
    }
    const [newest = []] = logs;
    expect(contents(newest)).toEqual(["说一个字", "丙一", "丙二"]);
    const back: string[] = [];
    for (const [n, line] of lines.entries()) {
      const { status, body } = await undo<{ change_id: string }>(line);
      expect([status, await scene.read(user, "conversation")]).toEqual([200, logs[n + 1]]);
      expect((await scene.read(user, "short_term")).conversations).toEqual(logs[n + 1]);
      back.unshift(body.change_id);
    }
    for (const line of back) expect((await undo(line)).status).toBe(200);
    expect(await scene.read(user, "conversation")).toEqual(newest);
  });

  it("in a talk that is summarised and remembered goes on from that talk, and nothing tells the model its old words", async () => {
    scene.upstream.push("chat", { text: "别怕，不疼的" }, { text: "旧回答：去康宁诊所拔智齿" });
    await scene.house.chat(user, "牙医说我得拔智齿");
    const [saved] = dataOf(await scene.house.chat(user, "拔智齿该去哪家诊所？"), "message-saved");
    scene.upstream.push("short_to_mid", summaryAnswer("要拔智齿，建议去康宁诊所"));
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    const entries = [{ title: "康宁诊所拔智齿", key_points: ["建议去康宁诊所"] }];
    scene.upstream.push("mid_to_long", { text: JSON.stringify({ entries }) });
    await scene.house.api("POST", `/api/memory/${user}/extract`);
    scene.upstream.push("chat", { text: "新回答：去口腔医院" });
    const { body } = await call<{ messages: Message[] }>("POST", `/${saved?.message_id}/regenerate`);
    expect(contents(body.messages)).toEqual(["新回答：去口腔医院"]);
    expect(JSON.stringify(body.messages[0]?.recalled ?? [])).not.toContain("康宁");
    const asked = scene.upstream.of("chat").at(-1)?.body.messages ?? [];
    expect(JSON.stringify(asked)).not.toContain("康宁");
    expect(asked.slice(1, 3).map(({ content }) => content)).toEqual(["牙医说我得拔智齿", "别怕，不疼的"]);
  });

  it("is refused for an older reply, for a message that answers nothing, and for one that is not there", async () => {
    const [bubble] = dataOf(await scene.house.chat(user, "第一问"), "bubble");
    await scene.house.chat(user, "第二问");
    expect((await call("POST", `/${bubble?.message_id}/regenerate`)).status).toBe(409);
    expect((await call("POST", "/nobody/regenerate")).status).toBe(404);
    user = await scene.house.create({ greeting: "你来啦" });
    const [greeting] = (await page("")).messages;
    expect((await call("POST", `/${greeting?.message_id}/regenerate`)).status).toBe(409);
    expect(await scene.said(user)).toEqual(["你来啦"]);
  });

  it("twice at once ends with one reply and every earlier one as a version", async () => {
    scene.upstream.push("chat", { text: "一" }, { text: "二", delayMs: 80 }, { text: "三" });
    const [saved] = dataOf(await scene.house.chat(user, "数数"), "message-saved");
    const again = () => call("POST", `/${saved?.message_id}/regenerate`);
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const log = await scene.read(user, "conversation");
    expect(contents(log)).toEqual(["数数", "三"]);
    expect(log[1]?.versions?.map((version) => version.contents)).toEqual([["一"], ["二"]]);
    expect(shownText(await scene.house.chat(user, "好"))).toBe("嗯嗯");
  });
});

describe("a second try that waits while its message is taken away", () => {
  const words = "我家在翠湖路18号，怎么走？";
  const acts = {
    erased: () =>
      scene.house.api("POST", `/api/memory/${user}/erase`, { query: "翠湖路18号", preview: false }),
    deleted: () => call("DELETE", "/q1"),
    edited: () => call("PUT", "/q1", { content: "我家在南湖路，怎么走？" }),
    "followed by another": () => scene.house.chat(user, "算了，我自己找"),
  };
  const statuses = {
    regenerate: { erased: 404, deleted: 404, edited: 200, "followed by another": 409 },
    "sent again": { erased: 409, deleted: 200, edited: 409, "followed by another": 200 },
  };
  type Act = keyof typeof acts;
  type Way = keyof typeof statuses;
  const cases = Object.entries(statuses).flatMap(([way, byAct]) =>
    Object.keys(byAct).map((act) => [way as Way, act as Act] as const),
  );

  it.each(cases)("(%s, %s) answers what is there when its turn comes", async (way, act) => {
    scene.upstream.push("chat", way === "regenerate" ? { text: "旧回答" } : { http: { status: 401 } });
    await scene.house.chat(user, words, { message_id: "q1" });
    const asked = scene.upstream.of("chat").length;
    let open = () => {};
    const after = new Promise<void>((resolve) => {
      open = resolve;
    });
    scene.upstream.push("chat", { text: "一次", after });
    const again = () =>
      way === "regenerate"
        ? call("POST", "/q1/regenerate")
        : scene.house.api("POST", `/api/ai-users/${user}/chat`, { content: words, message_id: "q1" });
    const running = way === "regenerate" ? again() : scene.house.chat(user, "先等一下");
    await until("the first try", async () => scene.upstream.of("chat").length > asked);
    const acting = acts[act]();
    // Its place in the order is taken before the second try asks for one.
    await scene.house.api("GET", `/api/ai-users/${user}`);
    const second = again();
    await scene.house.api("GET", `/api/ai-users/${user}`);
    open();
    await Promise.all([running, acting]);
    expect((await second).status).toBe(statuses[way][act]);
    const isThere = act === "followed by another" || (act === "deleted" && way === "sent again");
    const log = await scene.read(user, "conversation");
    expect(contents(log).includes(words)).toBe(isThere);
    expect((await scene.read(user, "short_term")).conversations).toEqual(log);
    if (!isThere && act !== "edited") expect(scene.upstream.of("chat").length).toBe(asked + 1);
    if (act === "edited") expect(contents(log)).toContain("我家在南湖路，怎么走？");
  });
});

describe("an earlier wording that is chosen", () => {
  const told = async () => {
    scene.upstream.push("chat", { text: "带伞吧\n下午有雨" }, { text: "今天不用带伞" });
    const [saved] = dataOf(await scene.house.chat(user, "要带伞吗"), "message-saved");
    await call("POST", `/${saved?.message_id}/regenerate`);
    return saved?.message_id ?? "";
  };
  type Chosen = { messages: Message[]; change_id: string | null };
  const choose = (id: string, version: unknown) =>
    call<Chosen & ErrorBody>("POST", `/${id}/choose`, { version });
  const reply = async () =>
    (await scene.read(user, "conversation")).filter(({ role }) => role === "assistant");

  it("counts in log, short_term, search and requests; the other one stands in its place, and undo brings it back", async () => {
    const id = await told();
    const { status, body } = await choose(id, 0);
    expect([status, contents(body.messages)]).toEqual([200, ["带伞吧\n下午有雨"]]);
    expect(
      (await reply()).map(({ versions, finish }) => [versions?.map((one) => one.contents), finish]),
    ).toEqual([[[["今天不用带伞"]], "stop"]]);
    expect((await scene.read(user, "short_term")).conversations).toEqual(
      await scene.read(user, "conversation"),
    );
    expect((await search("下午有雨")).join()).toContain("下午有雨");
    expect((await search("不用带")).join()).not.toContain("不用带");
    await scene.house.chat(user, "好的");
    expect(lastRequest()).toContain("下午有雨");
    expect(lastRequest()).not.toContain("今天不用带伞");
    expect((await undo(body.change_id)).status).toBe(200);
    expect(contents(await reply())[0]).toBe("今天不用带伞");
  });

  it("undone and chosen again by an undo of the undo is whole each time", async () => {
    const id = await told();
    await choose(id, 0);
    scene.upstream.push("chat", { text: "一\n二\n三" });
    await call("POST", `/${id}/regenerate`);
    const before = await scene.read(user, "conversation");
    const { body } = await choose(id, 0);
    const chosen = await scene.read(user, "conversation");
    expect(contents(chosen)).toEqual(["要带伞吗", "今天不用带伞"]);
    const undone = await undo<{ change_id: string }>(body.change_id);
    expect(await scene.read(user, "conversation")).toEqual(before);
    await undo(undone.body.change_id);
    expect(await scene.read(user, "conversation")).toEqual(chosen);
  });

  it("takes as many bubbles as it needs, and the way back has them all", async () => {
    scene.upstream.push("chat", { text: "一句" }, { text: "两句\n三句" });
    const [bubble] = dataOf(await scene.house.chat(user, "说吧"), "bubble");
    await call("POST", `/${bubble?.message_id}/regenerate`);
    const [first] = await reply();
    const { body } = await choose(first?.message_id ?? "", 0);
    expect(contents(await reply())).toEqual(["一句"]);
    expect((await reply())[0]?.versions?.[0]?.contents).toEqual(["两句", "三句"]);
    await undo(body.change_id);
    expect(contents(await reply())).toEqual(["两句", "三句"]);
  });

  it("is chosen once, however often it is asked for, and not where the reply says something else by now", async () => {
    const id = await told();
    const wish = { version: 0, instead_of: ["今天不用带伞"] };
    const first = await call<Chosen>("POST", `/${id}/choose`, wish);
    const again = await call<Chosen>("POST", `/${id}/choose`, wish);
    expect([first.status, again.status, again.body.change_id]).toEqual([200, 200, null]);
    expect(contents(await reply())).toEqual(["带伞吧\n下午有雨"]);
    const late = await call<ErrorBody>("POST", `/${id}/choose`, { version: 0, instead_of: ["别的话"] });
    expect([late.status, late.body.error.code]).toEqual([409, "conflict"]);
    expect(contents(await reply())).toEqual(["带伞吧\n下午有雨"]);
  });

  it("has what was derived from the other one derived again", async () => {
    const id = await told();
    scene.upstream.push("short_to_mid", summaryAnswer("对方问要不要带伞，说不用。"));
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await choose(id, 0);
    const [entry] = await scene.read(user, "mid_term");
    expect(entry).toMatchObject({ stale: true });
  });

  it("is refused where there is none, no such message, or no number", async () => {
    const id = await told();
    const answers = [
      await choose(id, 1),
      await choose(id, -1),
      await choose(id, "x"),
      await choose("nobody", 0),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 404]);
    expect(contents(await reply())).toEqual(["今天不用带伞"]);
    const plain = await save("没人回");
    expect((await choose(plain, 0)).status).toBe(422);
  });
});
