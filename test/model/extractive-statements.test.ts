// Facts without a model: what is read out of Chinese and English talk, and above all what is not (part 2, invariant 7).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractStatements } from "../../src/model/extractive-statements.ts";

type Line = { message_id: string; role: "user" | "assistant"; content: string; scene?: string };

/** A text that begins with ">" is the companion's. */
function talk(texts: readonly string[]): Line[] {
  return texts.map((text, i) => ({
    message_id: `m${i + 1}`,
    role: text.startsWith(">") ? "assistant" : "user",
    content: text.replace(/^>\s*/, ""),
  }));
}

const read = (...texts: string[]) =>
  extractStatements(talk(texts), "zh").map(({ key, value }) => `${key}=${String(value)}`);

describe("a statement about kin", () => {
  test.each([
    ["我妈叫王芳", "妈叫王芳"],
    ["我女儿叫一诺，十三岁", "女儿叫一诺，十三岁"],
    ["My mother is called Helen", "mother is called Helen"],
    ["My mom's name is Helen", "mom is called Helen"],
  ])("is worded as a sentence: %s", (said, statement) => {
    expect(extractStatements(talk([said]), "zh").map((one) => one.statement)).toEqual([statement]);
  });
});

describe("a statement", () => {
  test.each([
    ["我叫林晓棠，今天周一", "name=林晓棠"],
    ["以后叫我阿木吧", "call_name=阿木"],
    ["同学都叫我“小胖子”", "nickname=小胖子"],
    ["我生日是11月12号", "birthday=11月12号"],
    ["我是农历八月十五生的", "birthday=农历八月十五"],
    ["我今年三十岁", "age=三十岁"],
    ["我住在杭州，挺好的", "location=杭州"],
    ["我上个月搬到成都了", "location=成都"],
    ["我老家在绍兴", "hometown=绍兴"],
    ["我是一名护士", "occupation=护士"],
    ["我现在在一家出版社做编辑", "occupation=出版社做编辑"],
    ["我在市医院上班", "employer=市医院"],
    ["我女朋友叫小雨", "partner=小雨（女朋友）"],
    ["我跟方澜在一起了", "partner=方澜"],
    ["我分手了", "partner=单身（分手了）"],
    ["我女儿叫一诺，十三岁", "daughter=一诺，十三岁"],
    ["我家的猫叫豆豉", "pet_name:豆豉=豆豉"],
    ["我对芒果过敏，吃一口嘴巴就肿", "allergy:芒果=对芒果过敏"],
    ["我对花生不过敏", "allergy:花生=对花生不过敏"],
    ["我有高血压", "medical_condition:高血压=高血压"],
    ["我喜欢摄影", "likes:摄影=摄影"],
    ["我从来不吃香菜", "hates_food:香菜=不吃香菜"],
    ["我最讨厌别人迟到", "dislikes:别人迟到=别人迟到"],
    ["我恐高", "fear:恐高=恐高"],
    ["永远别叫我“棠棠”", "taboo:叫棠棠=叫我棠棠"],
    ["我每天早上跑五公里", "sport=每天早上跑五公里"],
    ["我不抽烟", "smoking=不抽烟"],
    ["我10月8日面试", "event:面试=10月8日面试"],
    ["我的梦想是开一家书店", "wish:开一家书店=开一家书店"],
    ["My name is Lin Xiaotang.", "name=Lin Xiaotang"],
    ["Please call me Al", "call_name=Al"],
    ["My birthday is on 12 November", "birthday=12 November"],
    ["I live in New York, near the park", "location=New York"],
    ["I've moved to Chengdu", "location=Chengdu"],
    ["I'm a nurse", "occupation=nurse"],
    ["I work as a barista", "occupation=barista"],
    ["I work at a small bakery", "employer=a small bakery"],
    ["My boyfriend is called Tom", "partner=Tom (boyfriend)"],
    ["My daughter is called Yinuo, thirteen", "daughter=Yinuo, thirteen"],
    ["I have a cat called Mochi", "pet_name:Mochi=Mochi"],
    ["I'm allergic to mango", "allergy:mango=allergic to mango"],
    ["I'm not allergic to nuts", "allergy:nuts=not allergic to nuts"],
    ["I have asthma", "medical_condition:asthma=asthma"],
    ["I hate being late", "dislikes:being late=being late"],
    ["I don't eat meat", "hates_food:meat=does not eat meat"],
    ["I'm scared of spiders", "fear:spiders=spiders"],
    ["I go to a yoga class every Tuesday evening", "sport=goes to a yoga class every Tuesday evening"],
    ["I've never smoked", "smoking=has never smoked"],
    ["My interview is on 8 October", "event:interview=interview: 8 October"],
  ])("%s", (text, fact) => {
    expect(read(text)).toEqual([fact]);
  });

  test("carries the literal words, the message and a short statement", () => {
    const [operation] = extractStatements(talk(["> 你好", "对了，我对芒果过敏，吃一口嘴巴就肿。"]), "zh");
    expect(operation).toEqual({
      op: "ADD",
      category: "health",
      key: "allergy:芒果",
      value: "对芒果过敏",
      statement: "对芒果过敏",
      confidence: 1,
      source: "explicit_statement",
      quote: "对了，我对芒果过敏",
      message_id: "m2",
    });
  });

  test("may answer a question in a word", () => {
    expect(read("> 您怎么称呼？", "周启明，启明星的启明。")).toEqual(["name=周启明"]);
    expect(read("> 你是哪里人？", "绍兴的，老家门口有条河")).toEqual(["hometown=绍兴"]);
    expect(read("> 今天吃什么？", "周启明，启明星的启明。", "绍兴的，老家门口有条河")).toEqual([]);
    expect(read("> Where are you from?", "From Shaoxing, by the river.")).toEqual(["hometown=Shaoxing"]);
  });

  test("in the other language than the companion's is read all the same", () => {
    expect(read("我住在杭州", "I'm allergic to mango")).toEqual([
      "location=杭州",
      "allergy:mango=allergic to mango",
    ]);
  });
});

describe("a statement in traditional characters", () => {
  test.each([
    ["我對芒果過敏。", "allergy:芒果", "對芒果過敏", "對芒果過敏"],
    ["我叫陳曉雲", "name", "陳曉雲", "名字叫陳曉雲"],
    ["我養了一隻貓，叫麻糬", "pet_name:麻糬", "麻糬", "宠物：麻糬", "pet_count:猫"],
    ["我喜歡喝烏龍茶", "likes:喝乌龙茶", "喝烏龍茶", "喜歡喝烏龍茶"],
    ["我媽媽是護士", "mother", "是護士", "媽媽是護士"],
    ["我跟爸媽一起住", "living", "和爸媽一起住", "和爸媽一起住"],
  ])("is read, and its value stays in them: %s", (said, key, value, statement, ...others) => {
    const [found, ...more] = extractStatements(talk([said]), "zh");
    expect(more.map((one) => one.key)).toEqual(others);
    expect(found).toMatchObject({ key, value, statement });
    expect(said).toContain(found?.quote);
  });

  test.each(["我對芒果過敏嗎？", "要是我養了一隻貓就好了", "我媽媽問我喜歡喝什麼"])(
    "that states nothing is none: %s",
    (said) => {
      expect(read(said)).toEqual([]);
    },
  );
});

describe("a new value", () => {
  const ops = (...texts: string[]) =>
    extractStatements(talk(texts), "zh").map(({ op, key }) => `${op} ${key}`);

  test("takes the place of the old one where a person has one, and stands beside it where not", () => {
    expect(ops("我住在杭州", "我喜欢摄影")).toEqual(["UPDATE location", "ADD likes:摄影"]);
    expect(ops("我每天早上跑五公里")).toEqual(["ADD sport"]);
    expect(ops("瑜伽不上了，改成每周六早上游泳")).toEqual(["UPDATE sport"]);
    expect(ops("Now I swim every Saturday morning")).toEqual(["UPDATE sport"]);
  });
});

describe("what is not the person's own statement", () => {
  test.each([
    "我妈对花生过敏",
    "我同事住在杭州",
    "她对花生过敏，连蛋糕都不敢碰",
    "要是我住在杭州就好了",
    "如果我是一名护士，我会累死",
    "我是不是对花生过敏？",
    "我住在杭州吗？",
    "主角说“我住在杭州”",
    "歌里唱我喜欢大海",
    "（我住在杭州）",
    "我是土星来的，我住在杭州",
    "你猜我叫什么",
    "我叫了外卖",
    "我叫他别来",
    "早上记得叫我起床",
    "他们喊我打麻将",
    "别叫我起床",
    "我在医院",
    "我喜欢你",
    "我喜欢上他了",
    "我不喜欢这样",
    "我有点想你",
    "我是你的朋友",
    "我每天已经够忙了",
    "我的天，今天也太热了吧",
    "我没事",
    "算了，我饿了",
    "My sister is allergic to nuts",
    "He lives in Paris",
    "If I lived in Paris I'd be happy",
    "I would love to live in Paris",
    "Do I live in Paris?",
    'The lead says "I live in Paris"',
    "*I live in Paris*",
    "I'm from Saturn",
    "I'm so tired",
    "I'm in a meeting",
    "I love it",
    "I like how you think",
    "I hate it when you do that",
    "Call me when you get home",
    "They call me lazy",
    "I think I'm a bit late every day",
    "I ran five miles every day last week",
    "I have a question",
    "I've been learning to cook",
    "I'm also excited to guide young dancers",
    "I love the smell of it",
    "I love all the yellow leaves",
    "我不喜欢这种安排",
    "I work from home",
    "Never mind",
    "",
    "。。。",
    "🙂🙂🙂",
  ])("is not read: %s", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("nor is what the companion says, nor a story", () => {
    expect(read("> 我住在杭州，我对花生过敏")).toEqual([]);
    expect(
      extractStatements([{ message_id: "m1", role: "user", content: "我住在杭州", scene: "story" }], "zh"),
    ).toEqual([]);
  });
});

describe("a later message", () => {
  test("corrects a slip: the date, the side", () => {
    expect(read("我生日是11月21号", "> 好", "等等我打反了，是11月12号，不是21号")).toEqual([
      "birthday=11月12号",
    ]);
    expect(read("我爸下个月要做膝盖手术，左膝", "我说错了，刚翻病历是右膝")).toEqual([
      "father_surgery=做膝盖手术，右膝",
    ]);
    expect(
      read("My birthday is on 21 November", "Wait, I typed it backwards: it's 12 November, not the 21st"),
    ).toEqual(["birthday=12 November"]);
  });

  test("drops a slip for which it gives nothing better", () => {
    expect(read("我住在杭州", "不好意思我打错了")).toEqual([]);
  });

  test("takes a joke back, or asks to forget, and reads nothing of it", () => {
    expect(read("我住在杭州", "开玩笑的啦")).toEqual([]);
    expect(read("I live in Paris", "just kidding")).toEqual([]);
    expect(read("我对花生过敏", "> 好", "这事你忘掉吧，别记着")).toEqual([]);
    expect(read("I live in Paris", "> ok", "forget what I said, don't keep it")).toEqual([]);
  });

  test("about something else leaves the first as it is", () => {
    expect(read("我住在杭州", "> 嗯", "你记错了吧", "今天吃面")).toEqual(["location=杭州"]);
  });
});

describe("a talk of strangers", () => {
  test("of any text gives only literal quotes, and never throws", () => {
    const pieces = [
      "我叫",
      "我住在",
      "杭州",
      "过敏",
      "我对",
      "I live in ",
      "Paris",
      "my ",
      "cat called ",
      "，",
      "。",
      "“",
      "”",
      "（",
      " and ",
      "every day",
      "*",
      "\n",
      "生日是",
      "11月12号",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 16 }),
        (parts) => {
          const content = parts.join("");
          for (const operation of extractStatements([{ message_id: "m", role: "user", content }], "en")) {
            expect(content).toContain(operation.quote);
            expect(String(operation.value).length).toBeGreaterThan(0);
          }
        },
      ),
      { seed: 31, numRuns: 400 },
    );
  });

  test("is bounded, however long it is", () => {
    const long = [
      "我".repeat(16_000),
      "我每天".repeat(4000),
      "我叫".repeat(8000),
      "I am ".repeat(3000),
      "my cat, ".repeat(2000),
      '"'.repeat(16_000),
      "（".repeat(16_000),
    ];
    for (const content of long)
      expect(extractStatements([{ message_id: "m", role: "user", content }], "zh").length).toBeLessThan(60);
    const many = Array.from({ length: 500 }, (_, i) => `我喜欢第${i}号`);
    expect(extractStatements(talk(many), "zh")).toHaveLength(60);
  });
});
