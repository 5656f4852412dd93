// Words that are only lent prove nothing of the person: texts to translate, copied talk, parts that are played (part 2, item 2).
import { describe, expect, test } from "vitest";
import { statementKind } from "../../src/memory/evidence-kind.ts";
import { traditional } from "../support/traditional.ts";

/** The message, the quote, the claim. */
type Said = readonly [message: string, quote: string, claim: string];

const lent: readonly Said[] = [
  ["翻译成英文：我对青霉素过敏", "我对青霉素过敏", "青霉素 对青霉素过敏"],
  ["帮我写一段自我介绍：我叫李华，今年18岁，来自北京", "我叫李华", "李华 叫李华"],
  ["帮我写一段自我介绍：我叫李华，今年18岁，来自北京", "来自北京", "北京 来自北京"],
  ["这句话英语怎么说：我住在三亚", "我住在三亚", "三亚 住在三亚"],
  ["题目：小明有5个苹果，我家有3只猫", "我家有3只猫", "3 养3只猫"],
  ["转发：我是三中的王老师，明天家长会", "我是三中的王老师", "老师 是老师"],
  ["朋友圈有人发：我得了奖！", "我得了奖", "得奖"],
  ["我叫阿强，那个陌生人说", "我叫阿强", "阿强 叫阿强"],
  ["张三：我住在天津\n李四：我住在北京", "我住在天津", "天津 住在天津"],
  ["我演的角色是个住在上海的律师", "住在上海", "上海 住在上海"],
  ["小说里我是个侦探，住在伦敦", "住在伦敦", "伦敦 住在伦敦"],
  ["Translate to French: I am allergic to penicillin", "I am allergic to penicillin", "penicillin"],
  ["Write me an intro: I'm Li Hua, 18, from Beijing", "I'm Li Hua", "Li Hua"],
  ["How do you say in Spanish: I live in Rome", "I live in Rome", "Rome lives in Rome"],
  ["FWD: I'm Mrs. Hall from the school", "I'm Mrs. Hall", "Mrs. Hall"],
  ["My name is Tom, said the stranger", "My name is Tom", "Tom"],
  ["John: I live in Texas\nKate: I live in Ohio", "I live in Texas", "Texas lives in Texas"],
  ["I'm playing a lawyer who lives in Miami", "lives in Miami", "Miami lives in Miami"],
  ["In the novel I'm a detective who lives in London", "lives in London", "London"],
];

const own: readonly Said[] = [
  ["记一下：我对青霉素过敏", "我对青霉素过敏", "青霉素"],
  ["告诉你个事：我怀孕了", "我怀孕了", "怀孕"],
  ["早上：我跑步\n晚上：我看书", "我跑步", "跑步"],
  ["我怀孕了，医生说", "我怀孕了", "怀孕"],
  ["我住在杭州，我说过的", "我住在杭州", "杭州"],
  ["我在学翻译，住在北京", "住在北京", "北京"],
  ["我演过话剧，演得还行", "我演过话剧", "话剧"],
  ["我写日记：这是我每天的习惯", "这是我每天的习惯", "写日记"],
  ["Write this down: I'm allergic to nuts", "I'm allergic to nuts", "nuts"],
  ["I play the violin in a band", "I play the violin", "violin"],
  ["Worn meniscus, the doctor says no more running.", "Worn meniscus", "worn meniscus"],
  ["这部电影里我最喜欢配乐", "这部电影里我最喜欢配乐", "配乐"],
  ["In the game I love the music", "I love the music", "music"],
  ["I moved to Leeds, the rent said it all", "I moved to Leeds", "Leeds"],
  ["I'm anaemic, the doctor told me", "I'm anaemic", "anaemic"],
  ["Just so you know: I live in Rome", "I live in Rome", "Rome"],
];

const denied: readonly Said[] = [
  ["我哪是什么医生啊", "我哪是什么医生啊", "医生 是医生"],
  ["谁说我是素食者了", "我是素食者", "素食"],
  ["帮我查一下杭州天气", "杭州天气", "杭州 住在杭州"],
  ["Find me a hotel in Leeds", "a hotel in Leeds", "Leeds lives in Leeds"],
];

const unsure: readonly Said[] = [
  ["医生怀疑我有糖尿病，还没确诊", "我有糖尿病", "糖尿病"],
  ["我打赌我对虾过敏，哈哈", "我对虾过敏", "虾"],
  ["我巴不得自己是富二代", "自己是富二代", "富二代"],
  ["The doctor suspects I have diabetes, not confirmed yet", "I have diabetes", "diabetes"],
  ["I bet I'm allergic to work lol", "I'm allergic to work", "work"],
];

const others: readonly Said[] = [
  ["我家狗对鸡肉过敏", "对鸡肉过敏", "鸡肉 对鸡肉过敏"],
  ["除了我，全家都对花粉过敏", "对花粉过敏", "花粉 对花粉过敏"],
  ["My dog is allergic to chicken", "allergic to chicken", "chicken allergic to chicken"],
  ["Everyone but me is allergic to pollen", "allergic to pollen", "pollen"],
];

const kindOf = ([message, quote, claim]: Said) => statementKind(message, quote, { claim });

describe("words that are not the person's own", () => {
  test.each(lent)("are no statement: %s", (...said) => expect(kindOf(said)).toBe("quotation"));
  test.each(denied)("are no statement where they deny or ask: %s", (...said) =>
    expect(kindOf(said)).toBe("question"),
  );
  test.each(unsure)("are no statement where nobody knows: %s", (...said) =>
    expect(kindOf(said)).toBe("hypothetical"),
  );
  test.each(others)("are about another: %s", (...said) => expect(kindOf(said)).toBe("third_person"));
});

describe("words that only look like it", () => {
  test.each(own)("stay the person's own: %s", (...said) => expect(kindOf(said)).toBe("statement"));

  test("an animal's allergy is kept as the animal's", () => {
    expect(kindOf(["我家狗对鸡肉过敏", "对鸡肉过敏", "鸡肉 家里的狗对鸡肉过敏"])).toBe("statement");
    expect(kindOf(["My dog is called Rusty", "My dog is called Rusty", "Rusty"])).toBe("statement");
  });
});

describe("in traditional characters", () => {
  test("each saying is judged as in simplified ones", () => {
    for (const said of [...lent, ...own, ...denied, ...unsure, ...others]) {
      const [message, quote, claim] = said.map(traditional);
      expect(kindOf([message ?? "", quote ?? "", claim ?? ""]), said[0]).toBe(kindOf(said));
    }
  });
});
