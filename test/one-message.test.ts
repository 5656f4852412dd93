// The whole way of one message, as documentation: said, answered, ended, summarised, remembered, and in the next context.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, shownText, startHouse, until } from "./support/house.ts";
import { startUpstream, type Upstream } from "./support/upstream.ts";

let upstream: Upstream;
let house: House;
let user: string;

const file = async (name: string) =>
  JSON.parse(await readFile(join(house.folder, "ai_users", user, name), "utf8"));

const summary = {
  summary: "阿沐说下周三要去面试，有点慌；小夏建议先把作品集放在第一页。",
  emotion_tags: { basic_emotion: "关心", scene: "求助", atmosphere: "平和" },
  topic: "面试",
};

beforeAll(async () => {
  upstream = await startUpstream();
  house = await startHouse({ upstream, clock: "2026-03-10T20:00:00+08:00" });
  user = await house.create({ name: "小夏" });
});

afterAll(async () => {
  await house.close();
  await upstream.close();
  await house.remove();
});

describe("one message", () => {
  it("is saved, answered in bubbles, and both stand in the log and in short_term", async () => {
    upstream.push("chat", { text: "别慌\n这次先把作品集放在第一页" });
    const events = await house.chat(user, "下周三面试，有点慌，上次那家都没让我讲完");
    expect(events.map(({ event }) => event).filter((name) => name !== "text-delta")).toEqual([
      "message-saved",
      "reply-start",
      "bubble",
      "bubble",
      "reply-end",
    ]);
    expect(shownText(events)).toBe("别慌\n这次先把作品集放在第一页");
    const log = await file("conversation.json");
    expect(log.map((message: { content: string }) => message.content)).toEqual([
      "下周三面试，有点慌，上次那家都没让我讲完",
      "别慌",
      "这次先把作品集放在第一页",
    ]);
    expect((await file("short_term.json")).conversations).toEqual(log);
  });

  it("ends with a farewell, and its topic becomes one summary with tags and evidence", async () => {
    upstream.push("chat", { text: "晚安，早点睡" });
    upstream.push("short_to_mid", { text: JSON.stringify(summary) });
    const events = await house.chat(user, "那我先睡了，晚安");
    expect(events.at(-1)?.event).toBe("reply-end");
    expect(events.at(-2)).toMatchObject({ event: "topic-end", data: { trigger: "farewell" } });
    const mid = await until("a summary", async () => {
      const entries = await file("mid_term.json").catch(() => []);
      return entries.length > 0 && entries;
    });
    expect(mid).toHaveLength(1);
    expect(mid[0]).toMatchObject({
      summary: summary.summary,
      emotion_tags: summary.emotion_tags,
      message_count: 5,
      time_precision: "hour",
      extracted_to_long: false,
      by: "model",
    });
    expect(mid[0].id).toMatch(/^mid_\d+$/);
    expect(mid[0].message_ids).toHaveLength(5);
    const short = await until("an empty short_term", async () => {
      const document = await file("short_term.json");
      return document.conversations.length === 0 && document;
    });
    expect(short.pending).toEqual([]);
  });

  it("is promoted into a long entry with a detail document a day later", async () => {
    upstream.push("mid_to_long", {
      text: JSON.stringify({
        entries: [
          {
            title: "面试前的慌张",
            key_points: ["下周三面试", "作品集放第一页"],
            detail_content: summary.summary,
          },
        ],
      }),
    });
    upstream.push("core_memory", { text: '{"core_memories":[]}' });
    await house.api("POST", "/test/clock", { advance_s: 3 * 86_400 });
    const [entry] = await file("long_term.json");
    expect(entry).toMatchObject({ title: "面试前的慌张", key_points: ["下周三面试", "作品集放第一页"] });
    expect(entry.detail_file).toBe("2026-03-10_面试前的慌张.json");
    const detail = await file(`long_term_details/${entry.detail_file}`);
    expect(detail.source_mid_ids).toEqual([(await file("mid_term.json"))[0].id]);
    expect((await file("mid_term.json"))[0].extracted_to_long).toBe(true);
  });

  it("stands in the context of the next talk: as a summary and as a title", async () => {
    await house.chat(user, "我回来啦");
    const request = upstream.of("chat").at(-1);
    const system = request?.body.messages[0]?.content ?? "";
    expect(system).toContain(summary.summary);
    expect(system).toContain("面试前的慌张");
    expect(system).not.toContain("detail_content");
  });

  it("is found again by a question in other words", async () => {
    const { body } = await house.api<{ results: { type: string; text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("我什么时候面试来着？")}`,
    );
    expect(
      body.results.some((result) => result.type === "message" && result.text.includes("下周三面试")),
    ).toBe(true);
  });
});
