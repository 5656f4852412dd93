// What happens to a topic whose summary fails, and to what is said meanwhile (invariant 1, R19, R33).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import { type House, startHouse, until } from "../support/house.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

let upstream: Upstream;
let house: House;
let user: string;

const good = (summary: string) => ({
  text: JSON.stringify({
    summary,
    emotion_tags: { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" },
  }),
});
const refused = { text: "抱歉，我无法对这段对话进行总结。" };
const talk = ["我周六要去杭州出差", "三天，住在西湖边上", "想吃片儿川"];

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.fallback("chat", { text: "好呀" });
  house = await startHouse({ upstream, clock: "2026-03-10T20:00:00+08:00" });
});

afterAll(async () => {
  await house.close();
  await upstream.close();
  await house.remove();
});

beforeEach(async () => {
  user = await house.create();
});

async function document<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(house.folder, "ai_users", user, `${name}.json`), "utf8"));
}
const mid = () => document<MidEntry[]>("mid_term");
const short = () => document<ShortTerm>("short_term");
const compress = () =>
  house.api<{ compressed: unknown[]; pending: unknown[] }>("POST", `/api/memory/${user}/compress`);
const advance = (seconds: number) => house.api("POST", "/test/clock", { advance_s: seconds });
const fail = () => upstream.push("short_to_mid", refused);

describe("a talk in which the model finds nothing to keep", () => {
  const answer = (rest: Record<string, unknown>) => ({
    text: JSON.stringify({ ...JSON.parse(good("两人互道了早安，闲聊了几句。").text), keep: false, ...rest }),
  });
  const extract = () =>
    house
      .api<{ extracted: unknown[] }>("POST", `/api/memory/${user}/extract`)
      .then(({ body }) => body.extracted);
  const summed = async (rest: Record<string, unknown>) => {
    for (const line of ["早呀", "哈哈", "嗯嗯"]) await house.chat(user, line);
    upstream.push("short_to_mid", answer(rest));
    await compress();
    return (await mid())[0];
  };

  it("stays a summary that search finds, and becomes no long memory", async () => {
    expect(await summed({ importance: 0.1 })).toMatchObject({ passing: true, extracted_to_long: false });
    expect(await extract()).toEqual([]);
    const { body } = await house.api<{ results: { document?: string; text: string }[] }>(
      "GET",
      `/api/memory/${user}/search?q=${encodeURIComponent("互道早安")}`,
    );
    expect(JSON.stringify(body)).toContain("互道了早安");
  });

  it("becomes one all the same once the owner pins it", async () => {
    const entry = await summed({ importance: 0.1 });
    await house.api("PUT", `/api/memory/${user}/pin/${entry?.id}`, { pinned: true });
    upstream.push("mid_to_long", {
      text: JSON.stringify({ entries: [{ title: "早安", key_points: ["互道早安"] }] }),
    });
    expect(await extract()).toHaveLength(1);
  });

  it("is not believed where the same answer calls it important", async () => {
    expect(await summed({ importance: 0.9 })).not.toHaveProperty("passing");
  });
});

describe("a summary that fails", () => {
  it("leaves the topic pending with every message, and is tried again with growing pauses", async () => {
    for (const line of talk) await house.chat(user, line);
    fail();
    const { body } = await compress();
    expect(body).toMatchObject({ compressed: [], pending: [{ reason: expect.stringMatching(/./) }] });
    const waiting = await short();
    expect(waiting.conversations).toHaveLength(6);
    expect(waiting.pending).toMatchObject([{ trigger: "manual", attempts: 1, message_count: 6 }]);
    expect(await mid()).toEqual([]);
    expect(JSON.stringify(waiting)).not.toContain("抱歉，我无法对这段对话进行总结");

    fail();
    await advance(61);
    const again = (await short()).pending[0];
    expect(again?.attempts).toBe(2);
    expect((again?.next_at ?? 0) - (waiting.pending[0]?.next_at ?? 0)).toBeGreaterThanOrEqual(120);

    upstream.push("short_to_mid", good("对方周六去杭州出差三天，住西湖边，想吃片儿川。"));
    await advance(130);
    expect(await mid()).toMatchObject([{ by: "model", message_count: 6 }]);
    expect(await short()).toMatchObject({ pending: [], conversations: [] });
  });

  it("is made extractively after the third failed run, and again by a model later", async () => {
    for (const line of talk) await house.chat(user, line);
    fail();
    await compress();
    for (const pause of [61, 130]) {
      fail();
      await advance(pause);
    }
    await advance(300);
    const [entry] = await mid();
    expect(entry).toMatchObject({ by: "extractive", message_count: 6 });
    expect(entry?.summary).toContain("杭州");
    // The model answers again: the same entry, made anew.
    upstream.push("short_to_mid", good("对方周六去杭州出差，想吃片儿川。"));
    await advance(2 * 3600);
    expect(await mid()).toMatchObject([
      { id: entry?.id, by: "model", summary: "对方周六去杭州出差，想吃片儿川。" },
    ]);
  });

  it("keeps what was said while it was pending in the next topic, and nothing twice", async () => {
    for (const line of talk) await house.chat(user, line);
    fail();
    await compress();
    await house.chat(user, "先不说这个，今天降温了");
    const meanwhile = await short();
    expect(meanwhile.pending).toHaveLength(1);
    expect(meanwhile.conversations.map(({ content }) => content)).toEqual(["先不说这个，今天降温了", "好呀"]);
    upstream.push("short_to_mid", good("对方周六去杭州出差三天。"));
    await advance(61);
    const after = await short();
    expect(after.pending).toEqual([]);
    expect(after.conversations).toHaveLength(2);
    expect((await mid()).map(({ message_count }) => message_count)).toEqual([6]);
  });

  it("keeps a message that arrives while the topic is being compressed", async () => {
    for (const line of talk) await house.chat(user, line);
    upstream.push("short_to_mid", { ...good("对方周六去杭州出差三天，想吃片儿川。"), delayMs: 400 });
    const compressing = compress();
    await new Promise((done) => setTimeout(done, 60));
    await house.chat(user, "还在吗");
    await compressing;
    const log = await document<{ content: string; topic_id: string }[]>("conversation");
    expect(log.map(({ content }) => content)).toEqual([
      talk[0],
      "好呀",
      talk[1],
      "好呀",
      talk[2],
      "好呀",
      "还在吗",
      "好呀",
    ]);
    const entries = await until("the summary", async () => {
      const list = await mid();
      return list.length > 0 && list;
    });
    expect(entries).toHaveLength(1);
    const known = new Set([...entries.map(({ topic_id }) => topic_id), (await short()).topic_id]);
    expect(log.every(({ topic_id }) => known.has(topic_id))).toBe(true);
  });
});

describe("a short topic", () => {
  it("of under five messages without a fact is summarised without asking a model", async () => {
    const before = upstream.of("short_to_mid").length;
    await house.chat(user, "拜拜");
    const [entry] = await until("a summary", async () => {
      const list = await mid();
      return list.length > 0 && list;
    });
    expect(entry).toMatchObject({ by: "extractive", message_count: 2 });
    expect(entry?.redo ?? false).toBe(false);
    expect(upstream.of("short_to_mid")).toHaveLength(before);
  });

  it("that holds a fact asks the model", async () => {
    const before = upstream.of("short_to_mid").length;
    upstream.push("short_to_mid", good("对方对花生过敏。"));
    await house.chat(user, "我对花生过敏，别忘了。晚安");
    await until("a summary", async () => (await mid()).length > 0);
    expect(upstream.of("short_to_mid")).toHaveLength(before + 1);
  });
});
