// The offer to remember: a hint for the chat model, a line without one, and a yes that keeps the person's own earlier words (A222).
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import type { Lines } from "../../src/schema/soul.ts";
import { shownText } from "../support/house.ts";
import { lastOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;
const hint = /里有值得留住的事|may be worth keeping/;

const linesOf = async (soul: string): Promise<Lines> =>
  JSON.parse(await readFile(resolve(import.meta.dirname, `../../souls/${soul}/lines.json`), "utf8"));
const says = (text: string, lines: readonly string[]) =>
  lines.some((line) => line.split(/\{\{\w+\}\}/).every((piece) => text.includes(piece.trim())));

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯" });
  user = await scene.house.create({ soul: "xiaoyu", greeting: null });
});

const say = async (content: string, more: Record<string, unknown> = {}) =>
  shownText(await scene.house.chat(user, content, more));
const chats = () => scene.upstream.of("chat");
const hinted = () => hint.test(lastOf(chats().at(-1)?.body));
const answering = (text: string) => scene.upstream.push("chat", { text });
const facts = async (): Promise<Facts> =>
  (await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts`)).body.facts;

describe("the hint", () => {
  it.each([
    ["xiaoyu", "我下周三要去面试，有点慌"],
    ["xiaoyu", "我对花生过敏，一吃就喘"],
    ["xiaoyu", "我奶奶昨天走了，我真的好难过"],
    ["xiaoyu", "我想明年春天去冰岛看极光"],
    ["june", "My interview is on Friday and I'm nervous"],
    ["june", "I was diagnosed with asthma last month"],
    ["june", "I want to run a marathon next year"],
  ])("goes with a matter of weight (%s: %s)", async (soul, content) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(content);
    expect(hinted()).toBe(true);
  });

  it.each(["今天好累啊", "在吗", "明天想吃火锅", "你对花生过敏吗？", "记住，我对花生过敏"])(
    "does not go with small talk, a question or an order: %s",
    async (content) => {
      await say(content);
      await say("嗯嗯");
      expect(chats().some(({ body }) => hint.test(lastOf(body)))).toBe(false);
    },
  );

  it("comes once a topic, and for the same matter never again", async () => {
    await say("我下周三要去面试，有点慌");
    expect(hinted()).toBe(true);
    await say("我对花生过敏");
    expect(hinted()).toBe(false);
    await scene.advance(9 * 3600);
    await say("周三那个面试我好怕，睡不着");
    expect(hinted()).toBe(false);
    await say("我对花生过敏，一吃就喘");
    expect(hinted()).toBe(true);
  });

  it("does not go with what is kept already", async () => {
    await say("记住，我对花生过敏");
    await say("我对花生过敏嘛");
    expect(hinted()).toBe(false);
  });

  it("never goes with danger, private talk or a story", async () => {
    await say("我下周三要去面试，我不想活了");
    await say("我下周三要去面试", { private: true });
    await say("我下周三要去面试", { scene: "story" });
    expect(chats().some(({ body }) => hint.test(lastOf(body)))).toBe(false);
    expect((await scene.json<{ offered?: string[] }>(user, "uses.json")).offered ?? []).toEqual([]);
  });

  it("comes again with the same message, and stands in no later request", async () => {
    scene.upstream.push("chat", { http: { status: 401, body: "{}" } });
    await say("我下周三要去面试", { message_id: "m_one" });
    await say("我下周三要去面试", { message_id: "m_one" });
    expect(hinted()).toBe(true);
    await say("先不说了");
    expect(JSON.stringify(chats().at(-1)?.body)).not.toMatch(hint);
  });
});

describe("a yes", () => {
  it.each([
    ["xiaoyu", "我下周三要去面试，有点慌", "别慌。\n要不要我帮你记着？", "好", "下周三"],
    ["xiaoyu", "我家备用钥匙在花盆下面", "要我替你记下来吗？", "嗯，记住吧", "花盆"],
    [
      "june",
      "My interview is on Friday and I'm nervous",
      "Breathe.\nWould you like me to remember that?",
      "yes please",
      "Friday",
    ],
    [
      "june",
      "The spare key is under the fern, my neighbour has the other",
      "Shall I keep that for you?",
      "Sure, thanks",
      "fern",
    ],
  ])("keeps the person's earlier words as its proof (%s: %s)", async (soul, told, offer, yes, word) => {
    user = await scene.house.create({ soul, greeting: null });
    answering(offer);
    await say(told);
    const reply = await say(yes);
    expect(chats()).toHaveLength(1);
    expect(says(reply, (await linesOf(soul)).noted)).toBe(true);
    const [first] = await scene.read(user, "conversation");
    const [fact, ...others] = await facts();
    expect(others).toEqual([]);
    const [proof] = fact?.evidence ?? [];
    expect(proof).toMatchObject({ message_id: first?.message_id });
    expect(told).toContain(proof && "quote" in proof ? proof.quote : "nothing");
    expect(`${fact?.statement} ${String(fact?.value)} ${fact?.said ?? ""}`).toMatch(
      new RegExp(`${word}|2026-03`),
    );
    expect(fact).toMatchObject({ source: "explicit_statement", confidence: 1, status: "live" });
  });

  it("with talk behind it is done, and the model answers the talk and knows of it", async () => {
    answering("要不要我帮你记着？");
    await say("我对花生过敏，一吃就喘");
    await say("嗯，记住吧。今晚吃什么好？");
    expect(chats()).toHaveLength(2);
    expect(lastOf(chats().at(-1)?.body)).toContain("刚刚按对方的话办好了");
    expect((await facts()).map(({ key }) => key)).toEqual(["allergy:花生"]);
  });

  it.each(["不用了", "好累", "你说呢？", "no thanks"])("is not %s: nothing is kept", async (content) => {
    answering("要不要我帮你记着？");
    await say("我下周三要去面试，有点慌");
    await say(content);
    expect(await facts()).toEqual([]);
  });

  it("to a reply that offered nothing keeps nothing", async () => {
    answering("要不要一起吃饭？");
    await say("我下周三要去面试，有点慌");
    await say("好");
    expect(chats()).toHaveLength(2);
    expect(await facts()).toEqual([]);
  });

  it("to an offer that is followed by another question must name the keeping", async () => {
    answering("要我替你记下来吗？对了，晚饭吃了没？");
    await say("我下周三要去面试，有点慌");
    await say("好");
    expect(await facts()).toEqual([]);
  });

  it("hours later answers nothing any more", async () => {
    answering("要不要我帮你记着？");
    await say("我下周三要去面试，有点慌");
    await scene.advance(7 * 3600);
    await say("好");
    expect(await facts()).toEqual([]);
  });

  it("in a private turn, or to what was said in a cry for help, keeps nothing", async () => {
    answering("要不要我帮你记着？");
    await say("我下周三要去面试，有点慌");
    await say("好", { private: true });
    answering("我在。要不要我帮你记着？");
    await say("我不想活了，我真的撑不住了");
    await say("嗯，记住吧");
    expect(await facts()).toEqual([]);
  });

  it("said twice keeps one", async () => {
    answering("要不要我帮你记着？");
    await say("我对花生过敏，一吃就喘");
    await say("好", { message_id: "yes" });
    await say("好", { message_id: "yes" });
    await say("好");
    expect(await facts()).toHaveLength(1);
  });
});

describe("without a model", () => {
  it.each([
    ["xiaoyu", "我对花生过敏，一吃就喘", "好"],
    ["june", "I was diagnosed with asthma last month", "Yes, please."],
  ])("the companion offers with a line of its own, and a yes keeps it (%s)", async (soul, told, yes) => {
    const offline = await openScene({ offline: true });
    try {
      const lines = await linesOf(soul);
      const one = await offline.house.create({ soul, greeting: null });
      const offered = shownText(await offline.house.chat(one, told));
      expect(lines.offer.some((line) => offered.includes(line))).toBe(true);
      expect(says(offered, lines.noted)).toBe(false);
      const kept = shownText(await offline.house.chat(one, yes));
      expect(says(kept, lines.noted)).toBe(true);
      const { body } = await offline.house.api<{ facts: Facts }>("GET", `/api/memory/${one}/facts`);
      expect(body.facts).toHaveLength(1);
      expect(body.facts[0]?.category).toBe("health");
    } finally {
      await offline.close();
    }
  });
});
