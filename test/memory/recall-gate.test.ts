// Which messages are worth a look into the past, and which ask something (A114, A231, R29).
import { describe, expect, test } from "vitest";
import {
  asksSomething,
  isPlainStatement,
  onlyAsks,
  sayingMost,
  standsInIndex,
  strongOnly,
  worthRecalling,
} from "../../src/memory/recall-gate.ts";

describe("a message is worth recalling", () => {
  test.each([
    "今天去了海边玩",
    "你还记得吗",
    "上次那家店叫啥？",
    "谁",
    "几点",
    "那次在大理",
    "why",
    "where did we go",
    "I went to the beach",
    "remember?",
    "我用 iPhone 拍的照片",
    "我猫叫啥",
    "我对啥过敏",
    "我咋了",
    "昨天聊了啥",
    "最近一次滑雪",
    "is Chicago fun",
    "我貓叫什麼",
    "誰來了",
    "我家有几只猫",
    "告诉我妈妈生日",
    "tell me mum's birthday",
    "do I have a dentist",
    "what did we talk about today",
  ])("where it says enough or asks: %j", (text) => {
    expect(worthRecalling(text)).toBe(true);
  });

  test.each([
    "没什么",
    "tell me a joke",
    "沒什麼",
    "早安，寶貝",
    "謝謝你陪我聊天",
    "没啥",
    "was great",
    "have a nice day",
    "did well",
    "",
    "   ",
    "嗯",
    "好呀",
    "哈哈哈哈",
    "ok",
    "sounds good",
    "👍👍👍",
    "……",
    "！！！",
    "6",
  ])("not where it says next to nothing: %j", (text) => {
    expect(worthRecalling(text)).toBe(false);
  });

  test("six Chinese characters or five words are the line", () => {
    expect(
      ["去了海边玩", "今去了海边玩", "we went out today", "we went out again today"].map((text) =>
        worthRecalling(text),
      ),
    ).toEqual([false, true, false, true]);
  });

  test("a long message is no small talk, unless it has hardly a word", () => {
    expect(worthRecalling("「".repeat(16_000))).toBe(false);
    expect(worthRecalling(`${"「".repeat(16_000)}今天去了海边玩`)).toBe(true);
    expect(worthRecalling("早上好".repeat(200))).toBe(true);
  });

  test("a sign alone is nothing to look for, even a question mark", () => {
    expect(["？", "?!", "。"].map((text) => worthRecalling(text))).toEqual([false, false, false]);
  });
});

describe("a question", () => {
  test.each(["我家猫叫什么", "你在吗", "为啥", "what is it", "Which one", "真的？", "多少钱"])(
    "is heard: %j",
    (text) => {
      expect(asksSomething(text)).toBe(true);
    },
  );
  test.each([
    "没什么事",
    "啥都没有",
    "Was lovely today",
    "我家猫叫墨块",
    "周六去看展",
    "I like whales",
    "nowhere to go",
    "晚安",
  ])("is not heard where none is: %j", (text) => {
    expect(asksSomething(text)).toBe(false);
  });
});

describe("a message that only asks", () => {
  test.each([
    "我对什么过敏？",
    "你还记得我什么时候面试吗",
    "我家猫叫什么来着？",
    "在吗？你去哪了？",
    "What am I allergic to?",
    "where does my sister live",
    "我猫叫啥",
    "上周末我干嘛去了",
    "我昨天去哪了",
  ])("tells nothing: %s", (text) => expect(onlyAsks(text)).toBe(true));

  test.each([
    "我对花生过敏",
    "我弟弟叫阿川，你觉得这名字怎么样？",
    "我下周三要面试！穿什么好呢？",
    "我什么都不怕",
    "我记得那天下着雨",
    "谁都知道我怕高",
    "I told you, my name is Mu. Remember?",
    "My sister lives in Leeds, where do you live?",
    "",
  ])("is not meant by: %s", (text) => expect(onlyAsks(text)).toBe(false));
});

describe("a plain statement", () => {
  test.each(["刚下楼扔了个垃圾", "今天公司食堂的菜好咸", "I just got home from work", "It is raining again"])(
    "tells something and asks nothing: %j",
    (text) => {
      expect(isPlainStatement(text)).toBe(true);
    },
  );

  test.each([
    "我家猫叫什么来着",
    "上次那家面馆关门了",
    "你说过的那本书我买了",
    "do you remember the lake",
    "we talked about this before",
    "我今天在地铁上遇到了小学同学，他说他也搬到这边来了，就住在河对岸，我们约了下个周末一起去吃火锅",
    `I met an old friend on the train today and ${"we talked and laughed and ".repeat(6)}then I got off`,
  ])("is none that asks, looks back, or tells at length: %j", (text) => {
    expect(isPlainStatement(text)).toBe(false);
  });

  const hits = (...fits: (number | undefined)[]) => fits.map((fit, place) => ({ id: `h${place}`, fit }));

  test("brings up the strong hits and what stands close to them", () => {
    expect(strongOnly("我又想喝燕麦拿铁了", hits(0.8, 0.6, 0.3)).map(({ id }) => id)).toEqual(["h0", "h1"]);
    expect(strongOnly("an oat latte again", hits(0.3, 0.9)).map(({ id }) => id)).toEqual(["h1"]);
  });

  test("brings up nothing where no hit holds enough of it, or none is known to", () => {
    expect(strongOnly("刚下楼扔了个垃圾", hits(0.4, 0.4))).toEqual([]);
    expect(strongOnly("I just got home", hits(0.49))).toEqual([]);
    expect(strongOnly("I just got home", hits(undefined, undefined))).toEqual([]);
    expect(strongOnly("I just got home", [])).toEqual([]);
  });
});

describe("of what was found", () => {
  const said = (id: string, text: string, more: Record<string, unknown> = {}) => ({
    type: "message",
    id,
    text,
    speaker: "user" as const,
    message_ids: [id],
    ...more,
  });
  const order = (asked: string, ...hits: ReturnType<typeof said>[]) =>
    sayingMost(hits, asked).map(({ id }) => id);

  test.each([
    ["面包店老板叫什么名字？", "面包店的老板叫什么来着？", "老板叫老周"],
    ["What is the baker's name?", "what was the baker's name again?", "The baker is old Zhou"],
  ])("the person's own question of before comes behind what answers it: %s", (asked, before, answer) => {
    expect(order(asked, said("q", before), said("a", answer))).toEqual(["a", "q"]);
  });

  test("and stays where it is asked what was asked or talked about", () => {
    expect(order("昨天我问了你什么？", said("q", "老板叫什么？"), said("a", "老周"))).toEqual(["q", "a"]);
    expect(order("what did we talk about", said("q", "who is Zhou?"), said("a", "Zhou"))).toEqual(["q", "a"]);
  });

  test("a summary of what stands higher up, and the same words once more, come last", () => {
    const mid = said("mid", "summary", { type: "mid", message_ids: ["one"], speaker: undefined });
    expect(order("x", said("one", "早"), mid, said("two", "早"), said("three", "晚"))).toEqual([
      "one",
      "three",
      "mid",
      "two",
    ]);
  });

  test("a long memory is left out whose points and day the index tells, and no other", () => {
    const long = { type: "long", id: "l", text: "买了可颂；老板叫老周" };
    const inIndex = (line: string) => standsInIndex(long, new Map([["l", line]]));
    expect(inIndex("2026-11-22 面包店：买了可颂; 老板叫老周")).toBe(true);
    expect(inIndex("2026-11-22 面包店：买了可颂; 老板…")).toBe(false);
    expect(inIndex("2024-11 面包店：买了可颂; 老板叫老周")).toBe(false);
    expect(standsInIndex(long, new Map())).toBe(false);
    expect(
      standsInIndex({ ...long, type: "detail" }, new Map([["l", "2026-11-22 买了可颂; 老板叫老周"]])),
    ).toBe(false);
  });
});
