// Plain forgetting and correcting in the talk itself, edited commands, and matters that may be spoken of again.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fact, Facts } from "../../src/schema/fact.ts";
import { shownText } from "../support/house.ts";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;
let user: string;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯，我在听" });
  user = await scene.house.create({ soul: "xiaoyu", greeting: null });
});

const speakEnglish = async () => {
  user = await scene.house.create({ soul: "june", greeting: null });
  scene.upstream.fallback("chat", { text: "I'm listening" });
};
const say = async (content: string) => shownText(await scene.house.chat(user, content, {}));
const chats = () => scene.upstream.of("chat").length;
const factsOf = async (): Promise<Facts> => {
  const { body } = await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts?all=true`);
  return body.facts;
};
const live = async (): Promise<Fact[]> => (await factsOf()).filter(({ status }) => status === "live");
const values = async () => (await live()).map(({ value }) => String(value));
/** Ends the topic; the summary proposes these facts. */
const summarise = async (operations: Record<string, unknown>[]) => {
  scene.upstream.push("short_to_mid", {
    text: JSON.stringify({
      summary: "聊了近况。",
      emotion_tags: { basic_emotion: "愉悦", scene: "闲聊", atmosphere: "轻松" },
      operations,
      relations: [],
    }),
  });
  await scene.house.api("POST", `/api/memory/${user}/compress`);
};
const lives = (value: string, quote: string, statement: string) => ({
  op: "ADD",
  category: "personal_info",
  key: "location",
  value,
  statement,
  confidence: 1,
  source: "explicit_statement",
  quote,
});

describe("plain forgetting", () => {
  it.each([
    ["xiaoyu", "记住，我住在苏州", "忘掉我住在苏州"],
    ["xiaoyu", "记住，我下周三要面试", "忘了我的面试"],
    ["june", "Remember that I live in Leeds.", "Forget that I live in Leeds"],
    ["june", "Remember that I like jazz.", "Delete that I like jazz"],
  ])("closes what is held, at once (%s: %s, %s)", async (soul, told, order) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(told);
    expect(await live()).toHaveLength(1);
    await say(order);
    expect(chats()).toBe(0);
    expect(await live()).toEqual([]);
  });

  it.each([
    ["xiaoyu", "我住在苏州", "忘掉我住在苏州这件事", "苏州", "住在苏州"],
    ["june", "I live in Leeds", "Please delete that I live in Leeds", "Leeds", "lives in Leeds"],
  ])(
    "said before the summary keeps the fact from being made (%s)",
    async (soul, told, order, value, statement) => {
      user = await scene.house.create({ soul, greeting: null });
      await say(told);
      await say(order);
      await summarise([lives(value, told, statement)]);
      expect(await live()).toEqual([]);
    },
  );

  it("does not keep from being made what is said beside it", async () => {
    await say("我住在苏州");
    await say("忘掉我前任叫小周");
    await summarise([lives("苏州", "我住在苏州", "住在苏州")]);
    expect(await values()).toEqual(["苏州"]);
  });
});

describe("a plain correction", () => {
  it.each([
    ["xiaoyu", "记住，我住在上海", "我不是住上海，是住苏州", "苏州"],
    ["xiaoyu", "记住，我住在上海", "我住的是苏州，不是上海", "苏州"],
    ["xiaoyu", "记住，我住在上海", "不对，我住在苏州", "苏州"],
    ["xiaoyu", "记住，我叫李明", "你叫错了，我叫李鸣", "李鸣"],
    ["june", "Remember that I live in Leeds.", "I don't live in Leeds, I live in York", "York"],
    ["june", "Remember that I live in Leeds.", "You're wrong, I live in York", "York"],
    ["june", "Remember that my name is Jon.", "That's wrong, I'm Joan", "Joan"],
  ])("puts the right value in its place (%s: %s, %s)", async (soul, told, order, right) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(told);
    await say(order);
    expect(await values()).toEqual([right]);
    const closed = (await factsOf()).filter(({ status }) => status === "closed");
    expect(closed).toMatchObject([{ metadata: { mistake: true } }]);
  });

  it.each([
    ["xiaoyu", "记住，我住在上海", "你记错了，我不住上海"],
    ["june", "Remember that I'm allergic to peanuts.", "You're wrong, I'm not allergic to peanuts"],
  ])("closes what was never so (%s: %s)", async (soul, told, order) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(told);
    await say(order);
    expect(await live()).toEqual([]);
  });

  it.each([
    ["xiaoyu", "记住，我住在上海", "我现在不住上海了"],
    ["june", "Remember that I live in Leeds.", "I don't live in Leeds anymore"],
  ])(
    "of what was so makes it a former value, neither a slip nor forgotten (%s)",
    async (soul, told, order) => {
      user = await scene.house.create({ soul, greeting: null });
      await say(told);
      await scene.advance(3600);
      await say(order);
      const [fact] = await factsOf();
      expect(fact).toMatchObject({ status: "closed", is_deleted: false });
      expect(fact?.metadata.mistake).toBeUndefined();
    },
  );

  it("leaves the birthplace where only the home is put right", async () => {
    await scene.house.api("POST", `/api/memory/${user}/facts`, { key: "birthplace", value: "上海" });
    await say("记住，我住在上海");
    await say("我不住上海，住苏州");
    expect((await live()).map(({ key, value }) => `${key}=${value}`).sort()).toEqual([
      "birthplace=上海",
      "location=苏州",
    ]);
  });

  it("of nothing that is held is talk", async () => {
    await say("我现在不住上海了");
    expect(chats()).toBe(1);
    expect(await factsOf()).toEqual([]);
  });
});

describe("an edited command", () => {
  const edit = async (from: string, to: string) => {
    const message = (await scene.read(user, "conversation")).find(({ content }) => content === from);
    const path = `/api/ai-users/${user}/messages/${message?.message_id}`;
    expect((await scene.house.api("PUT", path, { content: to })).status).toBe(200);
    return message?.message_id;
  };

  it.each([
    ["xiaoyu", "记住，我对花生过敏", "记住，我对核桃过敏", "核桃"],
    ["june", "Remember that I'm allergic to peanuts.", "Remember that I'm allergic to walnuts.", "walnuts"],
  ])("is done anew in place of the old one (%s)", async (soul, from, to, value) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(from);
    const id = await edit(from, to);
    expect(await values()).toEqual([expect.stringContaining(value)]);
    expect((await live())[0]?.evidence).toMatchObject([{ message_id: id }]);
  });

  it("does nothing twice where its order stands as before", async () => {
    await say("记住，我对花生过敏。今天好累");
    const [before] = await live();
    await edit("记住，我对花生过敏。今天好累", "记住，我对花生过敏。今天真累");
    expect(before?.id).toBeDefined();
    expect(await live()).toMatchObject([{ id: before?.id, value: before?.value }]);
  });

  it("does not overturn what was said since", async () => {
    await say("记住，我住在上海");
    await scene.advance(600);
    await say("更新：我现在住在苏州");
    await edit("记住，我住在上海", "记住，我住在杭州");
    expect(await values()).toEqual(["苏州"]);
  });

  it("that is a command no longer, or a story's, orders nothing", async () => {
    await say("记住，我对花生过敏");
    await edit("记住，我对花生过敏", "今天吃了花生酥");
    expect(await live()).toEqual([]);
  });
});

describe("a matter not to be brought up", () => {
  it.each([
    ["xiaoyu", "别再提考研了", "可以聊考研了", "考研"],
    ["june", "Please don't bring up Marlowe again.", "You can talk about Marlowe again", "Marlowe"],
  ])("may be spoken of again, and may be ruled out once more (%s)", async (soul, wish, leave, matter) => {
    user = await scene.house.create({ soul, greeting: null });
    await say(wish);
    expect(await values()).toEqual([matter]);
    expect(await say(leave)).toContain(matter);
    expect(await live()).toEqual([]);
    expect((await factsOf())[0]).toMatchObject({ status: "closed", is_deleted: false });
    await say(wish);
    expect(await values()).toEqual([matter]);
  });

  it("stays ruled out where leave is only asked for", async () => {
    await speakEnglish();
    await say("Please don't bring up Marlowe again.");
    await say("Can we talk about Marlowe again?");
    expect(await values()).toEqual(["Marlowe"]);
  });
});
