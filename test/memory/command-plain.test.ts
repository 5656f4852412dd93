// Plain ways to ask for forgetting, to put right and to let a matter be spoken of again; and talk that only sounds like it.
import { describe, expect, test } from "vitest";
import { parseCommand } from "../../src/memory/command.ts";
import { liftedBy } from "../../src/memory/command-allow.ts";
import { Facts } from "../../src/schema/fact.ts";

const held: Facts = Facts.parse(
  [
    ["interview", "明天面试", "明天面试"],
    ["ex", "小周", "前任叫小周"],
    ["former_partner", "Sam", "the ex is called Sam"],
    ["location", "上海", "住在上海"],
    ["allergy:花生", "花生", "对花生过敏"],
    ["allergy:peanuts", "peanuts", "allergic to peanuts"],
    ["name", "Jon", "is called Jon"],
  ].map(([key, value, statement], i) => ({ id: `f${i}`, category: "personal_info", key, value, statement })),
);

/** "forget 我住在苏州", "correct 上海 -> 苏州", or "none". */
function read(text: string, facts: Facts = []): string {
  const language = /\p{Script=Han}/u.test(text) ? "zh" : "en";
  const command = parseCommand(text, language, { facts });
  if (command === null) return "none";
  if (["forget", "suppress", "allow"].includes(command.kind) && "what" in command)
    return `${command.kind} ${command.what}`.trim();
  if (command.kind !== "correct") return command.kind;
  const ended = command.ended === true ? " (ended)" : "";
  return `correct ${command.wrong ?? "?"} -> ${command.right ?? "?"}${ended}`;
}

describe("plain forgetting", () => {
  test.each([
    ["忘掉我住在苏州", "forget 我住在苏州"],
    ["忘掉我住在苏州这件事", "forget 我住在苏州这件事"],
    ["请忘记我住在苏州", "forget 我住在苏州"],
    ["忘掉我前任叫小周", "forget 我前任叫小周"],
    ["把我对花生过敏忘了吧", "forget 我对花生过敏"],
    ["删掉我喜欢爵士乐", "forget 我喜欢爵士乐"],
    ["忘掉我离婚了", "forget 我离婚了"],
    ["你不用记得我养过猫", "forget 我养过猫"],
    ["我在银行上班，你忘掉吧", "forget 我在银行上班"],
    ["Forget that I live in Leeds", "forget I live in Leeds"],
    ["Delete that I like jazz", "forget I like jazz"],
    ["Please forget I'm allergic to nuts", "forget I'm allergic to nuts"],
    ["Can you remove the fact that I work nights?", "forget I work nights"],
    ["Please remove from your memory that I have two cats", "forget I have two cats"],
    ["I don't want you to remember that I was divorced", "forget I was divorced"],
  ])("of a statement is heard, whether it is held or not: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ["忘了我的面试", "forget 我的面试"],
    ["忘了小周吧", "forget 小周"],
    ["把小周忘掉", "forget 小周"],
    ["Forget about Sam", "forget Sam"],
    ["Please erase Sam from your notes", "forget Sam"],
  ])("of what is only named is heard where a fact holds it: %s", (text, expected) => {
    expect(read(text, held)).toBe(expected);
    expect(read(text)).toBe("none");
  });

  test.each([
    "忘了我的面试了",
    "你忘了我不吃香菜",
    "忘了我的钥匙",
    "忘掉我爱过你",
    "唉，忘了小周吧，我要往前看",
    "我的微信你删了吧",
    "忘了面试",
    "Forget Sam, he's an idiot",
    "Forget that I asked",
    "Forget that I love you",
    "forget I'm here",
    "I forgot that I live in Leeds",
    "Forget that I like him, it's hopeless",
    "Forget I have work tomorrow, let's party",
    "Let's forget about Sam",
  ])("is not heard in %s", (text) => {
    expect(read(text, held)).toBe("none");
  });
});

describe("a plain correction", () => {
  test.each([
    ["我不是住上海，是住苏州", "correct 上海 -> 苏州"],
    ["我不是学医，是学法", "correct 医 -> 法"],
    ["我住的是苏州，不是上海", "correct 上海 -> 苏州"],
    ["不对，我的名字是李茗，不是李鸣", "correct 李鸣 -> 李茗"],
    ["你记错了，我不住上海", "correct 上海 -> ?"],
    ["我不住上海，你记错了", "correct 上海 -> ?"],
    ["我不在上海工作，我在苏州工作", "correct 上海 -> 苏州"],
    ["不对，我住在苏州", "correct ? -> 我住在苏州"],
    ["错了，我在医院上班", "correct ? -> 我在医院上班"],
    ["你叫错了，我叫李鸣", "correct ? -> 我叫李鸣"],
    ["名字错了，应该是李溟", "correct ? -> 李溟"],
    ["我现在不住上海了，搬到苏州了", "correct 上海 -> 苏州 (ended)"],
    ["I don't live in Shanghai, I live in Suzhou", "correct Shanghai -> Suzhou"],
    ["I don't live in Shanghai. I live in Suzhou.", "correct Shanghai -> Suzhou"],
    ["I no longer work at Acme, I work at Globex now", "correct Acme -> Globex (ended)"],
    ["You're wrong, I live in York", "correct ? -> I live in York"],
    ["No, I work at Acme", "correct ? -> I work at Acme"],
    ["That's not right, my birthday is May 3", "correct ? -> my birthday is May 3"],
    ["You're wrong, I don't live in Leeds", "correct Leeds -> ?"],
    ["No, my name is not Hanna, it's Anna.", "correct Hanna -> Anna"],
    ["No, my name is Anna, not Hanna", "correct Hanna -> Anna"],
  ])("is heard: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ["我现在不住上海了", "correct 上海 -> ? (ended)"],
    ["我不住上海", "correct 上海 -> ?"],
    ["I don't live in 上海 anymore", "correct 上海 -> ? (ended)"],
    ["You're wrong, I'm not allergic to peanuts", "correct allergic to peanuts -> ?"],
    ["你记错了，我对花生不过敏", "correct 我对花生过敏 -> ?"],
    ["That's wrong, I'm Joan", "correct ? -> Joan"],
  ])("of what is held is heard, and is talk where it is not: %s", (text, expected) => {
    expect(read(text, held)).toBe(expected);
    expect(read(text)).not.toBe(expected);
  });

  test.each([
    "我不是生气，是难过",
    "我不是在怪你，是在怪我自己",
    "我不住校",
    "不对，我太敏感了",
    "我现在不住这儿了",
    "我不叫你你就不来",
    "我喜欢的是你，不是她",
    "You're wrong, I hate that movie",
    "You're wrong, I'm fine",
    "啊，我住过那儿",
    "诶，我叫了外卖",
    "不，我住院了",
    "Hey, I work late today",
    "Well, my dog is asleep",
    "No, I'm tired",
    "I don't work for free",
    "I don't live here",
    "I don't live to work, I work to live",
    "No, my dog is fine",
    "No, I work from home today",
    "我不住上海了怎么办",
  ])("is not heard in %s", (text) => {
    expect(read(text, held)).toBe("none");
  });

  test("takes a name for one, and no nationality", () => {
    const keyOf = (text: string) => {
      const command = parseCommand(text, "en", { facts: held });
      return command?.kind === "correct" ? command.key : undefined;
    };
    expect(keyOf("You're wrong, I'm Susan")).toBe("name");
    expect(keyOf("You're wrong, I'm German")).toBeUndefined();
  });
});

describe("what is not to be brought up", () => {
  test.each([
    ["别再提醒我考研了", "suppress 考研"],
    ["以后别再提醒我还钱的事", "suppress 还钱的事"],
    ["考研的事别再提醒我了", "suppress 考研的事"],
    ["Stop reminding me about the exam", "suppress the exam"],
  ])("is named: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    "别再提醒我了",
    "以后别提醒我",
    "以后别提前下班了",
    "别再提高音量了",
    "别再聊天了",
    "别再谈恋爱了",
  ])("is not read out of another verb: %s", (text) => {
    expect(read(text)).toBe("none");
  });

  const avoided: Facts = Facts.parse(
    [
      ["avoids_topics:考研", "考研", "m1"],
      ["avoids_topics:Marlowe", "Marlowe", "m2"],
      ["avoids_topics:ex", "my ex", "m2"],
    ].map(([key, value, message_id], i) => ({
      id: `a${i}`,
      category: "dislike",
      key,
      value,
      statement: `不想再提起${value}`,
      evidence: [{ message_id, quote: value }],
    })),
  );

  test.each([
    ["可以聊考研了", "allow 考研"],
    ["现在又可以提考研的事了", "allow 考研"],
    ["考研可以聊了", "allow 考研"],
    ["你不用再避着考研了", "allow 考研"],
    ["考研你不用回避了", "allow 考研"],
    ["You can talk about Marlowe again", "allow Marlowe"],
    ["It's okay to mention my ex now", "allow my ex"],
    ["I'm ready to talk about Marlowe", "allow Marlowe"],
    ["You don't have to avoid Marlowe anymore", "allow Marlowe"],
  ])("may be spoken of again where somebody says so: %s", (text, expected) => {
    expect(read(text, avoided)).toBe(expected);
    expect(read(text)).toBe("none");
  });

  test.each([
    "可以聊考研了吗？",
    "可以聊电影了",
    "不可以聊考研",
    "我不想聊考研",
    "Can we talk about Marlowe again?",
    "You can talk about films again",
    "You can't talk about Marlowe",
  ])("is not let go by %s", (text) => {
    expect(read(text, avoided)).not.toContain("allow");
  });

  test("is let go with every word that the same wish named", () => {
    expect(liftedBy(avoided, "Marlowe").map(({ id }) => id)).toEqual(["a1", "a2"]);
    expect(liftedBy(avoided, "films")).toEqual([]);
  });
});
