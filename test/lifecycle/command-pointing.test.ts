// 别再提他, "stop talking about that": what the last exchange was about is hidden, and asked for where that cannot be told (A223).
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import type { Lines } from "../../src/schema/soul.ts";
import { shownText } from "../support/house.ts";
import { lastOf, openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;
let zh: Lines;
let en: Lines;

const linesOf = async (soul: string): Promise<Lines> =>
  JSON.parse(await readFile(resolve(import.meta.dirname, `../../souls/${soul}/lines.json`), "utf8"));

beforeAll(async () => {
  [zh, en] = [await linesOf("xiaoyu"), await linesOf("june")];
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯" });
});

const open = async (soul: string) => {
  user = await scene.house.create({ soul, greeting: null });
};
const say = async (content: string, more: Record<string, unknown> = {}) =>
  shownText(await scene.house.chat(user, content, more));
const answering = (text: string) => scene.upstream.push("chat", { text });
const chats = () => scene.upstream.of("chat");
const hidden = async (): Promise<unknown[]> => {
  const { body } = await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts`);
  return body.facts.filter(({ key }) => key.startsWith("avoids_topics")).map(({ value }) => value);
};

describe("a pronoun", () => {
  it.each([
    ["xiaoyu", "李雷昨天又给我发消息了", "他说什么了？", "别再提他", "李雷"],
    ["xiaoyu", "今天好无聊", "小雅最近怎么样？", "别提这个人了", "小雅"],
    ["xiaoyu", "考试又没过", "抱抱，考试还有机会", "以后别说那件事", "考试"],
    ["june", "Marlowe texted me again", "What did he want?", "don't bring him up again", "Marlowe"],
    ["june", "My divorce is finally through", "How do you feel?", "stop talking about that", "divorce"],
  ])("hides what was named last (%s: %s / %s / %s)", async (soul, told, reply, command, matter) => {
    await open(soul);
    answering(reply);
    await say(told);
    const answer = await say(command);
    expect(answer).toContain(matter);
    expect(chats()).toHaveLength(1);
    expect(await hidden()).toEqual([matter]);
  });

  it("hides both a name and the role that is nobody else's, in the next recall", async () => {
    await open("xiaoyu");
    await say("我前女友小雅弹吉他弹得特别好");
    await say("别再提她了");
    expect((await hidden()).sort()).toEqual(["前女友", "小雅"]);
    for (const filler of ["一", "二", "三", "四"]) await say(filler);
    await scene.advance(9 * 3600);
    await say("谁弹吉他来着？");
    expect(lastOf(chats().at(-1)?.body)).not.toContain("小雅");
  });

  it("is proven by the words of the command, and undone as one change", async () => {
    await open("xiaoyu");
    await say("李雷昨天又给我发消息了");
    await say("别再提他了");
    const { body } = await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts`);
    expect(body.facts[0]?.evidence).toMatchObject([{ quote: "别再提他了" }]);
    const changes = await scene.house.api<{ changes: { id: string }[] }>(
      "GET",
      `/api/memory/${user}/changes`,
    );
    await scene.house.api("POST", `/api/memory/${user}/changes/${changes.body.changes[0]?.id}/undo`);
    expect(await hidden()).toEqual([]);
  });
});

describe("the end of the two", () => {
  it.each([
    ["xiaoyu", "记住我女朋友叫小北", "我们分手了，别再提她了", ["女朋友", "小北"]],
    [
      "june",
      "Remember my girlfriend is called Anna",
      "We broke up. Don't mention her again.",
      ["Anna", "girlfriend"],
    ],
  ])("hides the partner whom facts name (%s: %s / %s)", async (soul, told, command, expected) => {
    await open(soul);
    await say(told);
    await say(command);
    expect((await hidden()).sort()).toEqual(expected);
    // The rest of the message is talk, and the model hears that nothing is to be asked.
    expect(lastOf(chats().at(-1)?.body)).toContain(expected.find((word) => /北|Anna/.test(word)));
  });

  it("hides nobody where no partner is known, or the friends' end is told", async () => {
    await open("xiaoyu");
    await say("我们分手了，别再提她了");
    expect(lastOf(chats().at(-1)?.body)).toContain("可听不出指的是谁");
    await say("记住我女朋友叫小北");
    await say("他们分手了，别再提她了");
    expect(await hidden()).toEqual([]);
  });
});

describe("where it cannot be told", () => {
  it.each([
    ["xiaoyu", "今天天气真好", "别再提他"],
    ["xiaoyu", "李雷和小雅吵架了", "别提这个人了"],
    ["xiaoyu", "今天天气真好", "以后别说那件事"],
    ["june", "Lovely weather today", "don't bring him up again"],
    ["june", "I saw Tom with Ben yesterday", "stop talking about him"],
    ["june", "Lovely weather today", "stop talking about that"],
  ])(
    "it is asked in one line of the soul's and nothing is hidden (%s: %s / %s)",
    async (soul, told, command) => {
      await open(soul);
      await say(told);
      const answer = await say(command);
      expect((soul === "june" ? en : zh).which).toContain(answer);
      expect(chats()).toHaveLength(1);
      expect(await hidden()).toEqual([]);
    },
  );

  it("the name that answers the question is hidden, and talk that answers nothing is not", async () => {
    await open("xiaoyu");
    await say("今天天气真好");
    await say("别再提他");
    expect(await say("李雷")).toContain("李雷");
    expect(await hidden()).toEqual(["李雷"]);
    await say("别再提那件事");
    await say("今天好累");
    expect(await hidden()).toEqual(["李雷"]);
  });

  it("beside other talk the model is told to ask, and nothing is hidden", async () => {
    await open("june");
    await say("Lovely weather today");
    await say("Don't bring him up again. What shall we cook tonight?");
    expect(chats()).toHaveLength(2);
    expect(lastOf(chats().at(-1)?.body)).toContain("it cannot be told whom or what");
    expect(await hidden()).toEqual([]);
  });

  it("nothing is hidden by a private turn or a story", async () => {
    await open("xiaoyu");
    await say("李雷昨天又给我发消息了");
    await say("别再提他", { private: true });
    await say("别再提他", { scene: "story" });
    expect(await hidden()).toEqual([]);
  });

  it("what was said in a story names nobody", async () => {
    await open("xiaoyu");
    await say("李雷拔出了剑", { scene: "story" });
    expect(zh.which).toContain(await say("别再提他"));
    expect(await hidden()).toEqual([]);
  });
});
