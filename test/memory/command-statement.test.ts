// Where what is to be remembered ends and the talk begins, in one sentence and over two.
import { describe, expect, it } from "vitest";
import { parseCommand } from "../../src/memory/command.ts";

/** "kept | left to the talk", or "none". */
const read = (text: string, names: string[] = []) => {
  const command = parseCommand(text, /\p{Script=Han}/u.test(text) ? "zh" : "en", { names });
  if (command?.kind !== "remember" && command?.kind !== "update") return command?.kind ?? "none";
  return command.pure ? command.statement : `${command.statement} | ${command.rest}`;
};

describe("a question behind what is to be remembered", () => {
  it.each([
    ["记住我对虾过敏，今天晚上吃什么好呢？", "我对虾过敏 | 今天晚上吃什么好呢？"],
    ["帮我记一下我住在苏州，你觉得苏州怎么样", "我住在苏州 | 你觉得苏州怎么样"],
    ["别忘了我不吃辣，周末去哪家店？", "我不吃辣 | 周末去哪家店？"],
    ["记住我对虾过敏 今天吃什么", "我对虾过敏 | 今天吃什么"],
    ["更新：我现在住在上海，附近有什么好吃的？", "我现在住在上海 | 附近有什么好吃的？"],
    [
      "Remember that I'm allergic to shrimp, what should I have tonight?",
      "I'm allergic to shrimp | what should I have tonight?",
    ],
    ["Remember I'm vegan so what should I cook?", "I'm vegan | so what should I cook?"],
    ["Don't forget I hate coriander, any ideas for dinner?", "I hate coriander | any ideas for dinner?"],
    ["Update: I live in Leeds now, is it nice here?", "I live in Leeds now | is it nice here?"],
  ])("is left to the talk: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ["记住我不吃辣，也不吃香菜，知道了吗？", "我不吃辣，也不吃香菜"],
    ["能不能帮我记住我不吃辣，也不吃葱吗？", "我不吃辣，也不吃葱"],
    ["记住我喜欢安静，不管去哪里都一样", "我喜欢安静，不管去哪里都一样"],
    ["Remember I'm vegetarian, ok?", "I'm vegetarian"],
    [
      "Remember I live in Leeds, where it never stops raining",
      "I live in Leeds, where it never stops raining",
    ],
    ["Can you remember that I don't drink, and I hate smoke?", "I don't drink, and I hate smoke"],
  ])("is none in %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    "你还记得住我对虾过敏吗，今天吃什么？",
    "你记住我对虾过敏了吗，今天吃什么？",
    "Do you remember that I'm allergic to shrimp, or did you forget?",
  ])("makes no order of a question: %s", (text) => {
    expect(read(text)).toBe("none");
  });
});

describe("a request or a sigh behind it", () => {
  it.each([
    ["记住我喜欢喝美式，对了…你在干嘛", "我喜欢喝美式 | 对了…你在干嘛"],
    ["别忘了我不吃辣，…推荐个菜吧", "我不吃辣 | 推荐个菜吧"],
    ["帮我记住我周末要加班，唉好烦", "我周末要加班 | 唉好烦"],
    [
      "Don't forget I don't eat spicy food, recommend me a dish",
      "I don't eat spicy food | recommend me a dish",
    ],
    ["Remember I work nights this week, ugh so tired", "I work nights this week | ugh so tired"],
    ["Remember I like tea, by the way, tell me a story", "I like tea | by the way, tell me a story"],
  ])("is answered and not kept: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ["记住，晚上给我讲个故事", "晚上给我讲个故事"],
    ["记住我周三不来，因为要加班", "我周三不来，因为要加班"],
    ["Remember: recommend only vegan places", "recommend only vegan places"],
  ])("is the matter itself where nothing else is: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("a sentence that goes on", () => {
  it.each([
    ["帮我记一下，我是O型血。还有我不吃香菜", "我是O型血。还有我不吃香菜"],
    ["记住我住在苏州。另外，我养了一只猫，推荐点猫粮", "我住在苏州。另外，我养了一只猫 | 推荐点猫粮"],
    [
      "Please note that my blood type is O. Also I don't eat coriander",
      "my blood type is O. Also I don't eat coriander",
    ],
    ["Remember my code is 12. And my sister is a nurse.", "my code is 12. And my sister is a nurse"],
    ["记住我对虾过敏。还有我想问你今天忙吗？", "我对虾过敏 | 还有我想问你今天忙吗？"],
    ["Remember that I like J. Cole and jazz", "I like J. Cole and jazz"],
  ])("is kept with it: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("a name called without a comma", () => {
  it.each([
    ["阿宝记一下我喜欢喝茶", "我喜欢喝茶"],
    ["阿宝帮我记住我不吃葱", "我不吃葱"],
    ["Ada remember that I like tea", "I like tea"],
  ])("is no hindrance: %s", (text, expected) => {
    expect(read(text, ["阿宝", "Ada"])).toBe(expected);
  });

  it.each([
    "阿宝记住了我的生日",
    "阿宝忘了带伞",
    "Ada remembers my birthday",
    "Adam remember that I like tea",
  ])("is no order: %s", (text) => {
    expect(read(text, ["阿宝", "Ada"])).toBe("none");
  });
});
