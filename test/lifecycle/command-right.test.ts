// What is put right, forgotten or allowed in a few words: names under which things are filed, bare dates, whole parts of a life.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../src/schema/fact.ts";
import { shownText } from "../support/house.ts";
import { openScene, type Scene, summaryAnswer } from "./scene.ts";

let scene: Scene;
let user: string;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.fallback("chat", { text: "嗯嗯" });
});

const begin = async (...said: string[]) => {
  const language = /\p{Script=Han}/u.test(said[0] ?? "") ? "zh" : "en";
  user = await scene.house.create({ language, reads_shared_facts: false });
  let shown = "";
  for (const line of said) shown = shownText(await scene.house.chat(user, line));
  return shown;
};
const all = async () =>
  (await scene.house.api<{ facts: Facts }>("GET", `/api/memory/${user}/facts?all=true`)).body.facts;
const live = async () =>
  (await all()).filter(({ status }) => status === "live").map(({ key, value }) => `${key}=${String(value)}`);

describe("what is put right", () => {
  it.each([
    [["记住我养了一只狗叫旺财", "不是旺财，是来福"], "pet_name:来福=来福"],
    [["記住我養了一隻狗叫旺財", "不是旺財，是來福"], "pet_name:来福=來福"],
    [["記住我叫程飛", "不對，我姓陳不姓程"], "name=陳飛"],
    [["Remember I have a dog named Rusty", "No, not Rusty, Dusty"], "pet_name:dusty=Dusty"],
    [["记住我的生日是6月3号", "你记错了，是6月13号"], "birthday=06-13"],
    [["Remember my birthday is June 3", "You got it wrong, it's June 13"], "birthday=06-13"],
    [["记住我叫程飞", "不对，我姓陈不姓程"], "name=陈飞"],
    [["Remember I'm 43", "You're wrong, I'm 34 not 43"], "age=34"],
    [["Remember I'm a teacher", "Scratch that, I'm a nurse"], "occupation=nurse"],
    [["Remember I'm left-handed", "That's not true, I'm right-handed"], "handedness=right-handed"],
  ])("%s", async (said, right) => {
    const shown = await begin(...said);
    expect(await live()).toEqual([right]);
    expect(shown).toContain(/\d\d-\d\d$/.test(right) ? "13" : (right.split("=")[1] ?? ""));
    expect((await all()).filter(({ status }) => status === "closed")).toHaveLength(1);
  });

  it.each([
    [["记住我的生日是6月3号", "记住我们的结婚纪念日是6月3号", "你记错了，是旺财"]],
    [["记住我喜欢猫", "你记错了，是6月13号"]],
  ])("is asked for where it cannot be told what is meant: %s", async (said) => {
    await begin(...said);
    expect((await all()).filter(({ status }) => status === "closed")).toEqual([]);
  });
});

describe("a whole part of a life", () => {
  it.each([
    [["记住我在腾讯上班", "记住我是护士", "记住我喜欢猫", "删掉关于我工作的所有记忆"], ["likes:猫=猫"]],
    [
      ["Remember I work at Google", "Remember I like cats", "Delete everything about my job"],
      ["likes:cats=cats"],
    ],
    [["记住我对虾过敏", "记住我喜欢猫", "忘掉我的过敏"], ["likes:猫=猫"]],
  ])("is forgotten by its name: %s", async (said, left) => {
    await begin(...said);
    expect(await live()).toEqual(left);
  });
});

describe("what was told just now", () => {
  it.each([
    [["记住我喜欢猫", "今天好累", "忘记我刚才说的话"]],
    [["Remember I like cats", "so tired", "Forget what I just told you"]],
    [["Remember I like cats", "Remember I like dogs", "Forget everything I told you today"]],
  ])("is forgotten: %s", async (said) => {
    await begin(...said);
    expect(await live()).toEqual([]);
    expect((await all()).every(({ is_deleted }) => is_deleted)).toBe(true);
  });

  it("is not what was told long before", async () => {
    await begin("记住我喜欢猫", "好累", "吃了面", "早点睡", "忘记我刚才说的话");
    expect(await live()).toEqual(["likes:猫=猫"]);
  });
});

describe("what is over", () => {
  it.each([
    [["记住我喜欢吃辣", "我现在不吃辣了"], "favorite_food:辣", false],
    [["记住我喜欢狗，也喜欢猫", "我不喜欢狗了"], "likes:狗", false],
    [["记住我有高血压", "我已经没有高血压了"], "medical_condition:高血压", false],
    [["记住我爱吃榴莲", "其实我不爱吃榴莲，你记错了"], "favorite_food:榴莲", true],
    [["Remember I like spicy food", "I don't like spicy food anymore"], "likes:spicy food", false],
    [
      ["Remember I have high blood pressure", "I no longer have high blood pressure"],
      "medical_condition:high blood pressure",
      false,
    ],
    [["Remember I love durian", "Actually I don't like durian, you got that wrong"], "likes:durian", true],
  ])("is closed at once, as a former value or as never so: %s", async (said, key, mistake) => {
    const shown = await begin(...said);
    // What is over is not told as if it had been forgotten.
    expect(/以前|before/.test(shown)).toBe(!mistake);
    const fact = (await all()).find((one) => one.key === key);
    expect([fact?.status, fact?.metadata.mistake === true]).toEqual(["closed", mistake]);
  });

  it.each([
    [["记住我对虾过敏", "我不喜欢吃虾了"]],
    [["记住我喜欢猫", "我不喜欢狗了"]],
    [["记住我喜欢猫", "我不喜欢猫吗？"]],
    [["记住我喜欢玩游戏", "我不玩游戏了，去睡了"]],
    [["Remember I'm allergic to shrimp", "I don't like shrimp anymore"]],
    [["Remember I like cats", "I don't like your cats"]],
  ])("is nothing that the words do not speak of: %s", async (said) => {
    await begin(...said);
    expect(await live()).toHaveLength(1);
  });
});

describe("what the person ended", () => {
  it.each([
    ["我前任叫小雅", "以后别再提小雅了", "现在可以聊小雅了", "avoids_topics", "小雅", "别再提小雅"],
    [
      "My ex is called Sam",
      "Don't bring up Sam again",
      "It's okay to talk about Sam again",
      "avoids_topics",
      "Sam",
      "Don't bring up Sam again",
    ],
  ])("does not come back with the words that began it: %s", async (told, order, end, key, value, quote) => {
    await begin(told, order, end);
    const operation = { op: "ADD", category: "dislike", key, value, statement: value, confidence: 1, quote };
    scene.upstream.fallback("short_to_mid", summaryAnswer("聊了聊。", { operations: [operation] }));
    await scene.house.api("POST", `/api/memory/${user}/compress`);
    expect((await live()).filter((fact) => fact.startsWith("avoids_topics"))).toEqual([]);
  });

  it("begins again with what is said afterwards", async () => {
    await begin("以后别再提小雅了", "现在可以聊小雅了", "以后别再提小雅了");
    expect(await live()).toEqual(["avoids_topics:小雅=小雅"]);
  });
});

describe("what is to be remembered", () => {
  it.each([
    ["Remember my address is 12 Elm Street, Leeds", "address=12 Elm Street, Leeds"],
    ["Please update my address to 5 Oak Road, York", "address=5 Oak Road, York"],
    ["更新一下我的地址：上海徐汇区", "address=上海徐汇区"],
    ["别忘了明天是我生日", "birthday="],
    ["小夏，帮我记个事儿，我家wifi密码是abc12345", "note:"],
  ])("%s", async (said, fact) => {
    await begin(said);
    const facts = await live();
    expect(facts).toHaveLength(1);
    expect(facts[0]).toContain(fact);
  });
});

describe("a note", () => {
  it("is told with the day that counts, and a year as a year", async () => {
    const shown = await begin("记住我奶奶今年八十大寿在下周日办，菜我来点");
    const [fact] = await all();
    expect(fact?.said).toBe("下周日");
    expect(shown).toMatch(/今年（\d{4}）/);
    expect(shown).toContain("，菜我来点");
  });
});
