// A companion without any model: it says so, answers from memory, keeps what is said, and is redone when a model comes (invariant 7).
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Lines } from "../../src/schema/soul.ts";
import { shownText, until } from "../support/house.ts";
import { upstreamModelsConfig } from "../support/upstream.ts";
import { dataOf, namesOf, openScene, type Scene, summaryAnswer } from "./scene.ts";

let scene: Scene;
let user: string;
let zh: Lines;
let en: Lines;

const linesOf = async (soul: string): Promise<Lines> =>
  JSON.parse(await readFile(resolve(import.meta.dirname, `../../souls/${soul}/lines.json`), "utf8"));
const says = (text: string, lines: readonly string[]) =>
  lines.some((line) =>
    line.split(/\{\{\w+\}\}/).every((piece) => text.includes(piece.replace(/^[，,、]/, "").trim())),
  );

beforeAll(async () => {
  [zh, en] = [await linesOf("xiaoyu"), await linesOf("june")];
  scene = await openScene({ offline: true });
});
afterAll(() => scene.close());
beforeEach(async () => {
  user = await scene.house.create({ soul: "xiaoyu", greeting: null });
});

const say = async (content: string) => shownText(await scene.house.chat(user, content));

describe("a companion without a model", () => {
  it("says once a topic that no model is connected", async () => {
    const first = await say("今天去修了自行车");
    const second = await say("链条换了新的");
    expect([says(first, zh.offline), says(second, zh.offline)]).toEqual([true, false]);
    await scene.advance(7 * 3600);
    expect(says(await say("我又来了"), zh.offline)).toBe(true);
  });

  it("says it whenever it is asked", async () => {
    await say("今天去修了自行车");
    expect(says(await say("你是不是没接模型？"), zh.offline)).toBe(true);
  });

  it("notes a statement in its own words, and it is in the log like any message", async () => {
    const reply = await say("我家猫叫墨块");
    expect(says(reply, zh.noted)).toBe(true);
    expect(reply).toContain("我家猫叫墨块");
    const log = await scene.read(user, "conversation");
    expect(log[0]).toMatchObject({ role: "user", content: "我家猫叫墨块" });
    expect(log.at(-1)).toMatchObject({ model: "offline", finish: "stop" });
  });

  it("answers a question from what was said, with its day", async () => {
    await say("我家猫叫墨块，是只黑猫");
    await scene.advance(86_400);
    const reply = await say("我家猫叫什么来着？");
    expect(reply).toContain("墨块");
    expect(reply).toContain("2026-03-");
  });

  it("says that it does not know rather than invent, and quotes nothing of its own", async () => {
    await say("今天去修了自行车");
    const reply = await say("我姐姐的生日是哪天？");
    expect(says(reply, zh.unknown)).toBe(true);
    expect(reply).not.toContain("自行车");
    // What the companion once said is no proof of anything (invariant 2).
    await scene.house.api("POST", `/api/ai-users/${user}/save-message`, {
      content: "你姐姐的生日大概是五月一号吧",
      role: "assistant",
    });
    expect(await say("我姐姐的生日是哪天？")).not.toContain("五月一号");
  });

  it("is not recalled with its own lines, by whoever asks", async () => {
    await say("我家猫叫墨块，是只黑猫");
    await say("我家猫叫什么来着？");
    const path = `/api/memory/${user}/search?q=${encodeURIComponent("墨块是什么猫")}`;
    const { body } = await scene.house.api<{ results: { type: string; text: string }[] }>("GET", path);
    const said = (await scene.read(user, "conversation")).filter(({ model }) => model === "offline");
    expect(said.some(({ content }) => content.includes("墨块"))).toBe(true);
    const texts = body.results.map(({ text }) => text);
    expect(texts).toContain("我家猫叫墨块，是只黑猫");
    for (const { content } of said) expect(texts).not.toContain(content);
  });

  it("quotes no question that was asked before, and nothing beside what fits", async () => {
    for (const line of ["我对花生过敏", "我家猫叫墨块", "我对什么过敏？", "下周要去杭州"]) await say(line);
    const reply = await say("我对什么过敏来着？");
    expect(reply).toContain("「我对花生过敏」");
    expect(reply).not.toMatch(/什么过敏|墨块|杭州/);
    // What asks and tells at once may be quoted.
    await say("我弟弟叫阿川，你觉得这名字怎么样？");
    expect(await say("我弟弟叫什么？")).toContain("阿川");
  });

  it("quotes the words behind a memory with their day, and never a note as something that was said", async () => {
    await scene.house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      summarise: "none",
      topics: [
        {
          messages: [
            {
              message_id: "m-a",
              role: "user",
              content: "对了，我花生过敏，一口都不行",
              timestamp: 1_735_689_600,
            },
            { message_id: "m-b", role: "user", content: "路口卖花的阿姨还记得我", timestamp: 1_735_689_700 },
          ],
        },
      ],
    });
    const { body } = await scene.house.api<{ revision: string; content: { memories: object[] } }>(
      "GET",
      `/api/memory/${user}/files/core_memory.json`,
    );
    const core = (content: string, message_ids: string[]) => ({
      ...body.content,
      memories: [
        { content, importance: 10, category: "约定", ...(message_ids.length > 0 ? { message_ids } : {}) },
      ],
    });
    const path = `/api/memory/${user}/core_memory?confirm=true`;
    await scene.house.api("PUT", path, core("阿沐对花生过敏，一口都不能吃", ["m-a"]));
    const reply = await say("你还记得我对什么过敏吗？");
    expect(reply).toContain("2025-01-01，你说：「对了，我花生过敏，一口都不行」");
    expect(reply).not.toMatch(/阿沐|路口/);
    await scene.house.api("POST", `/api/memory/${user}/facts`, { key: "fear", value: "打雷的夜晚" });
    const noted = await say("你还记得我最怕什么样的夜晚吗？");
    expect(noted).toContain("打雷的夜晚");
    expect(noted).not.toMatch(/你说|跟我说|20\d\d-/);
  });

  it.each([
    [
      "zh",
      "# 雾山镇\n\n面包房早上六点开门，店主对花生过敏。",
      "雾山镇的面包房几点开门？",
      "我对什么过敏？",
      "资料《town › 雾山镇》里写着：",
    ],
    [
      "en",
      "# Mist Town\n\nThe bakery of Mist Town opens at six, its owner is allergic to peanuts.",
      "When does the bakery of Mist Town open?",
      "What am I allergic to?",
      "“town › Mist Town” says: ",
    ],
  ])(
    "reads from the owner's texts as what they are, and never of the person (A117, %s)",
    async (language, text, asked, own, says) => {
      user = await scene.house.create({
        soul: language === "zh" ? "xiaoyu" : "june",
        language,
        greeting: null,
      });
      await mkdir(scene.path(user, "knowledge"), { recursive: true });
      await writeFile(scene.path(user, "knowledge", "town.md"), text);
      expect(await say(asked)).toContain(says);
      expect(await say(own)).not.toMatch(/花生|peanut/);
    },
  );

  it("answers in English where it speaks English", async () => {
    user = await scene.house.create({ soul: "june", greeting: null });
    const first = await say("I moved to Leeds last week");
    expect(says(first, en.offline)).toBe(true);
    const reply = await say("Where did I move to last week?");
    expect(reply).toContain("Leeds");
    expect(first + reply).not.toMatch(/\p{Script=Han}/u);
  });

  it("answers as JSON, in private, and under a repeated id like any other", async () => {
    const { status, body } = await scene.house.api<{ bubbles: unknown[] }>(
      "POST",
      `/api/ai-users/${user}/chat`,
      {
        content: "在吗",
        message_id: "o-1",
      },
      { accept: "application/json" },
    );
    expect([status, body.bubbles.length > 0]).toEqual([200, true]);
    expect(namesOf(await scene.house.chat(user, "在吗", { message_id: "o-1" })).at(-1)).toBe("reply-end");
    expect(namesOf(await scene.house.chat(user, "悄悄的", { private: true })).at(-1)).toBe("reply-end");
    expect(await scene.said(user)).not.toContain("悄悄的");
  });
});

describe("a topic without a model", () => {
  it("ends with an extractive summary, marked to be redone only because a model was missing", async () => {
    for (const line of ["周六要去杭州出差三天", "住在西湖边上", "想吃片儿川"]) await say(line);
    const events = await scene.house.chat(user, "我先睡了，晚安");
    expect(namesOf(events).slice(-2)).toEqual(["topic-end", "reply-end"]);
    expect(says(shownText(events), zh.farewell)).toBe(true);
    const [entry] = await until("a summary", async () => {
      const mid = await scene.read(user, "mid_term");
      return mid.length > 0 && mid;
    });
    expect(entry).toMatchObject({ by: "extractive", redo: true });
    expect(entry?.summary).toContain("杭州");

    // A topic too short for a model is extractive by choice: nothing to redo (R33).
    user = await scene.house.create({ soul: "xiaoyu", greeting: null });
    await say("拜拜");
    const [short] = await until("a summary", async () => {
      const mid = await scene.read(user, "mid_term");
      return mid.length > 0 && mid;
    });
    expect([short?.by, short?.redo ?? false]).toEqual(["extractive", false]);
  });

  it("is summed up without what the companion read out of its memory (invariant 2)", async () => {
    await say("我家猫叫墨块");
    await scene.advance(86_400);
    expect(await say("我家猫叫什么来着？")).toContain("墨块");
    await say("明天要去补牙");
    await say("晚安");
    const later = await until("the second summary", async () => (await scene.read(user, "mid_term"))[1]);
    expect(later.summary).toContain("补牙");
    expect([later.summary, later.topic, later.key_entities].join()).not.toContain("墨块");
    expect(later.message_count).toBe(
      (await scene.read(user, "conversation")).filter(({ topic_id }) => topic_id === later.topic_id).length,
    );
  });

  it("is promoted, judged and searched without a model too", async () => {
    for (const line of ["我对花生过敏，一口都不能吃", "周六要去杭州出差三天", "住在西湖边上"])
      await say(line);
    await say("晚安");
    await scene.advance(2 * 86_400);
    const [long] = await scene.read(user, "long_term");
    expect(long).toMatchObject({ by: "extractive" });
    const detail = await scene.json<{ detail_content: string }>(
      user,
      `long_term_details/${long?.detail_file}`,
    );
    expect(detail.detail_content).toMatch(/花生|杭州/);
    expect(await say("我对什么过敏？")).toContain("花生");
  });

  it("is redone by a model once models.json has one, in the same entry; the chat speaks with it at once", async () => {
    for (const line of ["周六要去杭州出差三天", "住在西湖边上", "想吃片儿川", "晚安"]) await say(line);
    const [before] = await until("a summary", async () => {
      const mid = await scene.read(user, "mid_term");
      return mid.length > 0 && mid;
    });
    const { status } = await scene.house.api("PUT", "/api/models", upstreamModelsConfig(scene.upstream.url));
    expect(status).toBe(200);
    scene.upstream.fallback("short_to_mid", summaryAnswer("对方周六去杭州出差三天，住西湖边，想吃片儿川。"));
    scene.upstream.push("chat", { text: "我接上模型啦" });
    const events = await scene.house.chat(user, "听得到吗");
    expect([shownText(events), dataOf(events, "reply-end")[0]?.model]).toEqual(["我接上模型啦", "chat"]);
    await scene.advance(2 * 3600);
    const [after] = await scene.read(user, "mid_term");
    expect(after).toMatchObject({ id: before?.id, by: "model", topic_id: before?.topic_id });
    expect(after?.redo ?? false).toBe(false);
    expect(after?.summary).toBe("对方周六去杭州出差三天，住西湖边，想吃片儿川。");
  });
});
