// A topic ends by farewell, shift, marker, silence, overflow or by hand, and each time it becomes exactly one summary.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MidEntry } from "../../src/schema/mid-term.ts";
import type { ShortTerm } from "../../src/schema/short-term.ts";
import { type House, startHouse, until } from "../support/house.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

let upstream: Upstream;
let house: House;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.fallback("chat", { text: "嗯嗯，我在听" });
  house = await startHouse({ upstream, clock: "2026-03-10T20:00:00+08:00" });
});

afterAll(async () => {
  await house.close();
  await upstream.close();
  await house.remove();
});

async function document<T>(user: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(house.folder, "ai_users", user, `${name}.json`), "utf8"));
}
const short = (user: string) => document<ShortTerm>(user, "short_term");
const summaries = (user: string, count: number) =>
  until(`${count} summaries`, async () => {
    const mid = await document<MidEntry[]>(user, "mid_term");
    return mid.length >= count && mid;
  });
const advance = (seconds: number) => house.api("POST", "/test/clock", { advance_s: seconds });

async function talk(user: string, lines: readonly string[]): Promise<void> {
  for (const line of lines) await house.chat(user, line);
}

const hotpot = ["周末想吃火锅", "最好是牛油锅底", "毛肚和鸭肠一定要点", "要不要叫上老岳", "他也爱吃火锅"];

describe("a topic", () => {
  it("ends by a farewell word, and the next message opens another", async () => {
    const user = await house.create();
    await talk(user, ["周末去看展吧", "好呀，那下次聊"]);
    const [entry] = await summaries(user, 1);
    expect(entry?.message_count).toBe(4);
    await house.chat(user, "我回来了");
    const open = await short(user);
    expect(open.topic_id).not.toBe(entry?.topic_id);
    expect(open.conversations.map(({ content }) => content)).toEqual(["我回来了", "嗯嗯，我在听"]);
    expect(await document<MidEntry[]>(user, "mid_term")).toHaveLength(1);
  });

  it("does not end by a word that only looks like a farewell", async () => {
    const user = await house.create();
    await talk(user, [
      "再见面的时候我请你吃饭",
      "你听过《拜拜》这首歌吗",
      "这个下次聊吧，先说今天的事，我升职了！",
    ]);
    const open = await short(user);
    expect(open.conversations).toHaveLength(6);
    expect(open.pending).toEqual([]);
    expect(await document<MidEntry[]>(user, "mid_term")).toEqual([]);
  });

  it("ends by [TOPIC_ENDED] at the end of a reply, which nobody sees", async () => {
    const user = await house.create();
    upstream.push("chat", { text: "好，那就这么定了[TOPIC_ENDED]" });
    const events = await house.chat(user, "周六十点美术馆门口");
    expect(JSON.stringify(events)).not.toContain("TOPIC_ENDED");
    expect(events.at(-1)?.event).toBe("reply-end");
    expect(events.at(-2)).toMatchObject({ event: "topic-end", data: { trigger: "marker" } });
    const [entry] = await summaries(user, 1);
    expect(entry?.message_count).toBe(2);
    expect(await readFile(join(house.folder, "ai_users", user, "conversation.json"), "utf8")).not.toContain(
      "TOPIC_ENDED",
    );
  });

  it("ends by a shift of meaning after a pause, but never within an exchange", async () => {
    const user = await house.create();
    await talk(user, hotpot);
    await house.chat(user, "领导今天又让我改方案，改了三遍");
    expect((await short(user)).conversations).toHaveLength(12);
    await advance(11 * 60);
    await house.chat(user, "这个月的房租该交了，房东又催我转账");
    const [entry] = await summaries(user, 1);
    expect(entry?.message_count).toBe(12);
    expect((await short(user)).conversations).toHaveLength(2);
  });

  it("ends at once where the person announces another subject", async () => {
    const user = await house.create();
    await talk(user, hotpot.slice(0, 2));
    await house.chat(user, "换个话题，我想学吉他");
    const [entry] = await summaries(user, 1);
    expect(entry?.message_count).toBe(4);
  });

  it("ends by six hours of silence, the first one by thirty minutes", async () => {
    const user = await house.create();
    await talk(user, hotpot.slice(0, 3));
    await advance(31 * 60);
    expect(await summaries(user, 1)).toHaveLength(1);
    await talk(user, ["今天降温了"]);
    await advance(5 * 3600);
    expect(await document<MidEntry[]>(user, "mid_term")).toHaveLength(1);
    await advance(3700);
    expect(await summaries(user, 2)).toHaveLength(2);
    expect((await short(user)).conversations).toEqual([]);
  });

  it("ends when it holds four hundred messages", async () => {
    const user = await house.create();
    // The clock first: at the hour to which the tests before have moved it, the imported talk had long fallen silent, and a
    // topic that ended at that hour would be due only when it comes again.
    const start = Date.parse("2026-03-10T12:00:00Z") / 1000;
    await house.api("POST", "/test/clock", { set: start + 60 });
    const messages = Array.from({ length: 400 }, (_, n) => ({
      role: n % 2 ? "assistant" : "user",
      content: `第${n}句，火锅的事`,
      timestamp: start - 400 + n,
    }));
    await house.api("POST", `/api/ai-users/${user}/import`, {
      format: "messages",
      topics: [{ topic_id: "long", open: true, messages }],
      summarise: "none",
    });
    await house.chat(user, "再说一句火锅的事");
    const mid = await summaries(user, 1);
    expect(mid[0]).toMatchObject({ topic_id: "long", message_count: 400 });
    await house.api("POST", "/test/clock", { set: start + 9 * 3600 });
  });

  it("ends when the owner asks for it, and the answer names the summary", async () => {
    const user = await house.create();
    await talk(user, hotpot.slice(0, 2));
    const { body } = await house.api<{ compressed: { id: string; by: string }[] }>(
      "POST",
      `/api/memory/${user}/compress`,
    );
    const mid = await document<MidEntry[]>(user, "mid_term");
    expect(body.compressed).toEqual([{ id: mid[0]?.id, by: "model" }]);
  });
});
