// The background of the whole house, and what a restart mends: derived from the documents, one companion never stops another.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownText, startHouse, until } from "../support/house.ts";
import { namesOf, openScene, type Scene, summaryAnswer, textOf } from "./scene.ts";

let scene: Scene;
let user: string;
let clock = "2026-03-10T20:00:00+08:00";

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
// What is still due for one test's companion must not take the answers of the next.
afterEach(() => scene.house.api("DELETE", `/api/ai-users/${user}?forever=true`));
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
  scene.upstream.fallback("short_to_mid", summaryAnswer("聊了聊家常，没有别的事"));
  user = await scene.house.create();
});

const say = (content: string, more: Record<string, unknown> = {}) => scene.house.chat(user, content, more);
type Loose = Record<string, unknown>;
/** Stops the house, lets a hand into the files, and starts it again. The clock goes on where it stood. */
async function whileStopped(hand: () => Promise<void>): Promise<void> {
  clock = new Date((await scene.now()) * 1000).toISOString();
  await scene.house.close();
  await hand();
  scene.house = await startHouse({ upstream: scene.upstream, folder: scene.house.folder, clock });
}
async function change<T>(name: string, edit: (value: T) => unknown): Promise<void> {
  const path = scene.path(user, name);
  const value = JSON.parse(await readFile(path, "utf8")) as T;
  await writeFile(path, JSON.stringify(edit(value) ?? value, null, 2));
}

describe("after a stop in the wrong moment", () => {
  it("a message that is in the log but not in short_term is in the open topic again", async () => {
    await say("第一句");
    await say("第二句");
    await whileStopped(() =>
      change<{ conversations: unknown[] }>("short_term.json", (short) => ({
        ...short,
        conversations: short.conversations.slice(0, 1),
      })),
    );
    await say("第三句");
    const request = textOf(scene.upstream.of("chat").at(-1)?.body);
    for (const line of ["第一句", "第二句", "第三句"]) expect(request).toContain(line);
    expect((await scene.read(user, "short_term")).conversations).toEqual(
      await scene.read(user, "conversation"),
    );
    expect(await scene.read(user, "mid_term")).toEqual([]);
  });

  it("a missing short_term.json is rebuilt whole from the log", async () => {
    await say("第一句");
    const before = await scene.read(user, "short_term");
    await whileStopped(() => rm(scene.path(user, "short_term.json")));
    await say("第二句");
    const after = await scene.read(user, "short_term");
    expect([after.topic_id, after.conversations.length]).toEqual([before.topic_id, 4]);
  });

  it("a topic whose summary nobody remembers to make is found and summarised", async () => {
    for (const line of ["我周六去杭州", "三天", "住西湖边"]) await say(line);
    scene.upstream.push("short_to_mid", { http: { status: 401 } });
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await say("今天降温了");
    const { pending } = await scene.read(user, "short_term");
    expect(pending).toHaveLength(1);
    await whileStopped(() => change<Loose>("short_term.json", (short) => ({ ...short, pending: [] })));
    await scene.advance(30);
    expect((await scene.read(user, "mid_term")).map(({ topic_id }) => topic_id)).toEqual([
      pending[0]?.topic_id,
    ]);
    expect((await scene.read(user, "short_term")).conversations).toHaveLength(2);
  });

  it("a reply that was torn off is marked, and the same message is answered anew", async () => {
    await say("讲讲海边", { message_id: "torn" });
    await whileStopped(() =>
      change<Loose[]>("conversation.json", (log) => log.map(({ finish: _, ...message }) => message)),
    );
    await scene.advance();
    expect((await scene.read(user, "conversation")).at(-1)?.finish).toBe("interrupted");
    scene.upstream.push("chat", { text: "从头讲起" });
    expect(shownText(await say("讲讲海边", { message_id: "torn" }))).toBe("从头讲起");
    const log = await scene.read(user, "conversation");
    expect(log.map(({ content }) => content)).toEqual(["讲讲海边", "从头讲起"]);
    expect(log[1]?.versions).toMatchObject([{ contents: ["嗯嗯"], finish: "interrupted" }]);
  });

  it("nothing is derived twice: what has its summary stays as it is", async () => {
    for (const line of ["我周六去杭州", "三天", "晚安"]) await say(line);
    await scene.advance();
    const mid = await scene.read(user, "mid_term");
    expect(mid).toHaveLength(1);
    await whileStopped(async () => {});
    await scene.advance(60);
    expect(await scene.read(user, "mid_term")).toEqual(mid);
    expect((await scene.read(user, "short_term")).pending).toEqual([]);
  });
});

describe("a companion whose folder is damaged", () => {
  it("stops no other, keeps its bytes, and is listed nowhere as something else", async () => {
    await say("我这里一切正常，周六去杭州");
    const other = await scene.house.create({ name: "老岳" });
    await scene.house.chat(other, "我的文件要坏了");
    await whileStopped(async () => {
      await rm(scene.path(other, ".recovered"), { recursive: true, force: true });
      for (const name of ["config.json", "short_term.json", "mid_term.json"])
        await writeFile(scene.path(other, name), "{ 坏了");
    });
    await scene.advance(7 * 3600);
    expect(await scene.read(user, "mid_term")).toHaveLength(1);
    expect(namesOf(await say("我还在"))).toContain("reply-end");
    for (const name of ["config.json", "short_term.json", "mid_term.json"])
      expect(await readFile(scene.path(other, name), "utf8")).toBe("{ 坏了");
    const { status, body } = await scene.house.api<{ ai_users: { user_id: string }[] }>(
      "GET",
      "/api/ai-users",
    );
    expect(status).toBe(200);
    expect(body.ai_users.map(({ user_id }) => user_id)).toContain(user);
  });

  it("that is taken away while the house runs does no harm either", async () => {
    const gone = await scene.house.create({ name: "走了" });
    await scene.house.chat(gone, "周六去杭州");
    await rm(scene.path(gone), { recursive: true, force: true });
    await scene.advance(7 * 3600);
    expect(namesOf(await say("我还在"))).toContain("reply-end");
  });
});

describe("the archive of old summaries", () => {
  it("takes extracted ones beyond the newest fifty by month; search still finds them, and they are not made again", async () => {
    const start = Date.parse("2025-11-01T12:00:00+08:00") / 1000;
    const topics = Array.from({ length: 60 }, (_, n) => ({
      topic_id: `a-${n}`,
      messages: [
        {
          role: "user",
          content: n === 3 ? "捡到一只叫板栗的刺猬。" : `第${n}天去散步。`,
          timestamp: start + n * 86_400,
        },
      ],
    }));
    await scene.house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      topics,
      summarise: "extractive",
    });
    const all = await scene.read(user, "mid_term");
    expect(all).toHaveLength(60);
    await scene.house.api(
      "PUT",
      `/api/memory/${user}/mid_term`,
      all.map((entry) => ({ ...entry, extracted_to_long: true })),
    );
    await scene.advance(60);
    const kept = await scene.read(user, "mid_term");
    expect(kept.map(({ topic_id }) => topic_id)).toEqual(topics.slice(10).map(({ topic_id }) => topic_id));
    expect(await readdir(scene.path(user, "mid_term_archive"))).toEqual(["2025-11.json"]);
    expect(await scene.json<unknown[]>(user, "mid_term_archive/2025-11.json")).toHaveLength(10);
    const { body } = await scene.house.api<{ results: { text: string; type: string }[] }>(
      "GET",
      `/api/memory/${user}/search?type=mid&q=${encodeURIComponent("板栗刺猬")}`,
    );
    expect(body.results[0]?.text).toContain("板栗");
    await scene.house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      topics,
      summarise: "extractive",
    });
    expect(await scene.read(user, "mid_term")).toHaveLength(50);
  });

  it("leaves what was not extracted yet where it is, however old", async () => {
    const start = Date.parse("2025-11-01T12:00:00+08:00") / 1000;
    const topics = Array.from({ length: 55 }, (_, n) => ({
      topic_id: `b-${n}`,
      messages: [{ role: "user", content: `第${n}天去散步。`, timestamp: start + n * 86_400 }],
    }));
    await scene.house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      topics,
      summarise: "extractive",
    });
    await scene.advance(60);
    expect(await scene.read(user, "mid_term")).toHaveLength(55);
  });
});

describe("the clock", () => {
  it("set back blocks nothing: a waiting summary is made", async () => {
    for (const line of ["我周六去杭州", "三天", "住西湖边"]) await say(line);
    scene.upstream.push("short_to_mid", { http: { status: 401 } });
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    await scene.house.api("POST", "/test/clock", { set: (await scene.now()) - 40 * 86_400 });
    await scene.advance(60);
    await until("the summary", async () => (await scene.read(user, "mid_term")).length === 1);
    await scene.house.api("POST", "/test/clock", { set: (await scene.now()) + 40 * 86_400 });
  });
});
