// A companion without a model: answers from memory in its own lines, and says plainly what is missing (invariant 7).
import { describe, expect, test } from "vitest";
import { asksAboutModel, isGreeting, type OfflineInput, offlineReply } from "../../src/memory/offline.ts";
import { Lines } from "../../src/schema/soul.ts";

const three = (text: string) => [`${text}一`, `${text}二`, `${text}三`];
const lines = Lines.parse({
  offline: three("还没有接上模型，"),
  recall: ["我记得，{{text}}", "翻到了：{{text}}", "嗯，找到了"],
  unknown: three("想不起来"),
  greeting: ["{{name}}，你来啦", "你来啦，{{name}}！", "嗨{{name}}，在呢"],
  farewell: three("去吧，"),
  noted: three("记下了"),
  forgotten: three("忘了"),
  corrected: three("改好了"),
  private: three("不留"),
  beat: three("在吗"),
  danger: three("我在"),
  deflect: three("什么呀"),
  which: three("哪一个？"),
  offer: three("要我记住吗？"),
});

function reply(text: string, more: Partial<OfflineInput> = {}) {
  return offlineReply({
    text,
    hits: [],
    lines,
    language: "zh",
    firstOfTopic: false,
    random: () => 0,
    ...more,
  });
}

const hit = { text: "周末去海边，\n不坐船", date: "2026-03-04", speaker: "user" };

describe("the reply", () => {
  test("brings what was found, who said it and when", () => {
    expect(reply("周末去哪", { hits: [hit] })).toBe("我记得，2026-03-04，你说：「周末去海边， 不坐船」");
    const english = reply("where do we go", {
      hits: [{ ...hit, text: "the sea", speaker: "assistant" }],
      language: "en",
    });
    expect(english).toContain("2026-03-04, I said: “the sea”");
  });

  test("brings it also where the line has no place for it, and at most two", () => {
    const hits = [hit, { ...hit, text: "第二" }, { ...hit, text: "第三" }];
    const text = reply("周末去哪", { hits, random: () => 0.99 });
    expect(text.split("\n")).toHaveLength(3);
    expect(text).toContain("海边");
    expect(text).not.toContain("第三");
  });

  test("says that nothing was found instead of making something up", () => {
    expect(reply("周末去哪")).toBe("想不起来一");
  });

  test("says that no model is connected once a topic, and whenever asked", () => {
    expect(reply("周末去哪", { hits: [hit], firstOfTopic: true })).toContain("还没有接上模型");
    expect(reply("周末去哪", { hits: [hit] })).not.toContain("模型");
    expect(reply("你怎么只会重复这几句")).toBe("还没有接上模型，一");
    expect(reply("晚安", { firstOfTopic: true })).toBe("去吧，一\n还没有接上模型，一");
  });

  test("answers greetings and farewells in voice, with the name or without", () => {
    expect(reply("你好呀", { callName: "阿木", hits: [hit] })).toBe("阿木，你来啦");
    expect(reply("你好呀")).toBe("你来啦");
    expect(reply("在吗", { random: () => 0.4 })).toBe("你来啦！");
    expect(reply("hi", { random: () => 0.99 })).toBe("嗨，在呢");
    expect(reply("拜拜～👋", { hits: [hit] })).toBe("去吧，一");
  });

  test("cuts a long memory between characters, and takes no text for a pattern", () => {
    const long = reply("x", { hits: [{ ...hit, text: "👨‍👩‍👧‍👦".repeat(200) }] });
    expect(long).toContain("👨‍👩‍👧‍👦…」");
    expect(reply("x", { hits: [{ ...hit, text: "$& $1 {{name}}" }] })).toBe(
      "我记得，2026-03-04，你说：「$& $1 {{name}}」",
    );
    expect(reply("你好", { callName: "$&" })).toBe("$&，你来啦");
  });

  test("stays within the lists whatever the random number", () => {
    expect(reply("周末去哪", { random: () => 1 })).toBe("想不起来三");
  });
});

describe("what is asked", () => {
  test.each(["你好", "在吗？", "早上好呀", "嗨～", "我回来啦", "Hi!", "hello there", "Good morning 🌞"])(
    "%s is a greeting",
    (text) => {
      expect(isGreeting(text)).toBe(true);
    },
  );
  test.each(["你好吗最近", "早餐吃什么", "在吗，问你个事", "hi-fi or not", "good morning routine", "", "👋"])(
    "%s is more or less than a greeting",
    (text) => {
      expect(isGreeting(text)).toBe(false);
    },
  );
  test.each([
    "你是不是坏了",
    "没接上模型吗",
    "你用的什么模型",
    "are you offline?",
    "which model are you using",
    "why do you keep repeating that",
  ])("%s asks for the model", (text) => {
    expect(asksAboutModel(text)).toBe(true);
  });
  test.each(["我买了个飞机模型", "她是模特", "the model railway is nice", "what a lovely day", ""])(
    "%s does not",
    (text) => {
      expect(asksAboutModel(text)).toBe(false);
    },
  );
});
