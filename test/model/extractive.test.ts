// The engine in code: summaries of topics without a model, in Chinese and English (A27, A64–A75).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExtractive } from "../../src/model/extractive.ts";
import { namedFacts } from "../../src/model/extractive-facts.ts";
import { sentencesOf, shorten } from "../../src/model/extractive-text.ts";
import { SummaryAnswer } from "../../src/schema/answer.ts";
import type { Language } from "../../src/schema/common.ts";
import { atmospheres, basicEmotions, scenes } from "../../src/schema/emotion.ts";
import type { Message } from "../../src/schema/message.ts";
import { tokenise } from "../../src/search/tokenise.ts";

const engine = createExtractive({ tokenise });

/** Lines "U: …" and "A: …" as messages a minute apart. */
function talk(...lines: string[]): Message[] {
  return lines.map((line, i) => ({
    message_id: `m${i}`,
    role: line.startsWith("U: ") ? ("user" as const) : ("assistant" as const),
    content: line.slice(3),
    timestamp: 1_700_000_000 + i * 60,
    topic_id: "t",
  }));
}

function summary(
  messages: readonly Message[],
  language: Language = "zh",
  parts: readonly string[] = [],
): SummaryAnswer {
  return SummaryAnswer.parse(engine({ role: "short_to_mid", language, messages, parts }));
}

const chinese = talk(
  "U: 早上好呀",
  "A: 早上好，今天有什么安排吗？",
  "U: 我下周三要去深圳面试，华星科技的产品经理，好紧张。",
  "A: 先把自己做过的三个项目各准备一个故事，每个讲两分钟，我晚上陪你练一遍。",
  "U: 可我一紧张就说得很快，上次在广州那家就是因为这个没过的。",
  "A: 那我们练的时候我给你计时，慢一点没关系。",
  "U: 哈哈好。对了，我妹妹也在深圳，面完可以去她那儿住一晚。",
  "A: 有人接应就更放心了，她住得离面试的地方远吗？",
  "U: 地铁四十分钟吧，她住在龙华，我到时候带点家里的腊肠给她。",
  "A: 听起来像一次小旅行了，腊肠记得真空包装。",
  "U: 嗯嗯，那说好了，今晚八点你陪我练。",
  "A: 一言为定，八点见。",
  "U: 好的，谢谢你，晚点聊",
  "A: 不客气，晚点见，先去吃早饭吧，别空着肚子紧张一整天。",
);

const english = talk(
  "U: Hey! Good morning!",
  "A: Good morning! How are you today?",
  "U: I'm allergic to peanuts and my boss Carla ordered satay for the whole team on Friday.",
  "A: Tell her today, before the order goes out, and ask the restaurant about peanut oil as well.",
  "U: Yeah. Last year in Lisbon I spent a night in hospital because of a sauce, so I'm not risking it.",
  "A: I'll remind you on Thursday evening to pack your own lunch and the pen.",
  "U: Deal. My sister Anna says I should wear a bracelet, what do you think?",
  "A: A bracelet is a good idea, it speaks for you when you can't.",
  "U: Okay, I'll order one tonight.",
  "A: Great. Take care, and talk soon!",
);

describe("a summary", () => {
  it.each([
    ["Chinese", chinese, "zh"],
    ["English", english, "en"],
  ] as const)("keeps to 200 characters and three tenths of what was said (%s)", (_, messages, language) => {
    const said = messages.reduce((sum, message) => sum + message.content.length, 0);
    const text = summary(messages, language).summary;
    expect(text.length).toBeLessThanOrEqual(Math.min(200, Math.max(116, said * 0.3)));
    expect(text.length).toBeGreaterThan(40);
  });

  it("says what the person needs and what was promised, with who said it", () => {
    const zh = summary(chinese).summary;
    expect(zh).toMatch(/^那次聊到/);
    expect(zh).toContain("我下周三要去深圳面试");
    expect(zh.indexOf("对方说")).toBeGreaterThan(0);
    const en = summary(english, "en").summary;
    expect(en).toContain("allergic to peanuts");
    expect(en).toMatch(/they said/i);
  });

  it("holds no greetings, thanks or goodbyes", () => {
    expect(summary(chinese).summary).not.toMatch(/早上好|谢谢|不客气|晚点聊/);
    expect(summary(english, "en").summary).not.toMatch(/good morning|take care|talk soon/i);
  });

  it("quotes in the order in which things were said, and only what was said", () => {
    const { summary: text } = summary(chinese);
    const quotes = [...text.matchAll(/「([^」]+)」/g)].map((match) => match[1] ?? "");
    expect(quotes.length).toBeGreaterThan(1);
    const all = chinese.map((message) => message.content).join("\n");
    const places = quotes.map((quote) => all.indexOf(quote));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("is in the language of the talk, whatever the companion's is", () => {
    expect(summary(english, "zh").summary).toMatch(/^Talked about/);
    expect(summary(chinese, "en").summary).toMatch(/^那次聊到/);
  });

  it("names the speakers where the messages do", () => {
    const named = chinese.map((message) => ({ ...message, name: message.role === "user" ? "小棠" : "阿屿" }));
    expect(summary(named).summary).toContain("小棠说");
  });

  it("keeps the facts of a topic in entities where the summary has no room for them", () => {
    const { key_entities: entities = [] } = summary(chinese);
    expect(entities).toEqual(expect.arrayContaining(["深圳", "广州", "妹妹", "四十分钟"]));
    expect(summary(english, "en").key_entities).toEqual(expect.arrayContaining(["Carla", "Lisbon", "Anna"]));
  });

  it("carries tags of the closed sets, a title, and an importance above small talk", () => {
    const heavy = summary(talk("U: 奶奶昨天走了，我好难过", "A: 我在，想说什么都可以", "U: 我一直在哭"));
    const light = summary(talk("U: 窗外有朵云像鸭子", "A: 哈哈，往哪边飘？", "U: 往西"));
    expect(heavy.emotion_tags.basic_emotion).toBe("失落");
    expect(heavy.importance ?? 0).toBeGreaterThan(light.importance ?? 1);
    expect(summary(talk("U: 帮我想想办法，怎么办", "A: 先别急")).emotion_tags.scene).toBe("求助");
    expect(summary(talk("U: 耶！我考上了！！太好了！", "A: 恭喜！")).emotion_tags).toMatchObject({
      basic_emotion: "开心",
      atmosphere: "热烈",
    });
    expect(summary(chinese).topic).toContain("面试");
    for (const { emotion_tags: tags } of [heavy, light]) {
      expect(basicEmotions).toContain(tags.basic_emotion);
      expect(scenes).toContain(tags.scene);
      expect(atmospheres).toContain(tags.atmosphere);
    }
  });

  it("does not read 不开心 as joy", () => {
    expect(summary(talk("U: 今天不开心，真的不开心")).emotion_tags.basic_emotion).toBe("失落");
  });

  it("joins the summaries of earlier parts with what came after (A66)", () => {
    const { summary: text } = summary(chinese, "zh", [
      "那次聊到租房：对方说「房租涨到五千二了」；我说「先看合同」。",
    ]);
    expect(text).toContain("房租涨到五千二");
    expect(text).toContain("深圳");
    expect(text.indexOf("房租")).toBeLessThan(text.indexOf("深圳"));
    expect(text.length).toBeLessThanOrEqual(200);
    expect(summary([], "zh", ["那次聊到租房：对方说「房租涨了」。"]).summary).toContain("房租涨了");
  });
});

describe("what a summary must not say", () => {
  it("does not cut a condition off its consequence", () => {
    const text = summary(
      talk(
        "U: 要是我有一百万，我就辞职去大理开一家小客栈，每天晒太阳，养三只猫，谁的电话也不接，连闹钟都扔掉，再也不回来了。",
        "A: 那我给你当店小二。",
      ),
    ).summary;
    expect(text).toContain("要是我有一百万");
    expect(text).toContain("再也不回来了");
  });

  it("leaves out what the person took back in the next message", () => {
    const text = summary(
      talk(
        "U: 我明天就辞职，行李都收好了",
        "A: 真的吗？",
        "U: 开玩笑的啦",
        "A: 吓我一跳",
        "U: 我只是想请两天假去看海",
      ),
    ).summary;
    expect(text).not.toContain("辞职");
    expect(text).toContain("看海");
  });

  it("cuts a long sentence only where no turn follows", () => {
    expect(shorten("我本来打算周六去爬山，路线都查好了，可是膝盖又开始疼了，只好作罢", 15)).toBeUndefined();
    expect(shorten("我周六去了趟植物园，看到一大片蓝花楹，拍了很多照片，还喝了两杯咖啡", 20)).toBe(
      "我周六去了趟植物园，看到一大片蓝花楹",
    );
    expect(
      shorten("I wanted to go to the lake on Saturday, the car was packed, but my knee gave in", 40),
    ).toBeUndefined();
  });

  it.each([
    ["nothing", []],
    ["empty text", talk("U: ", "A:   ")],
    ["greetings only", talk("U: 在吗", "A: 在的", "U: 晚安", "A: 晚安，好梦")],
    ["marks only", talk("U: ？？？", "A: ……")],
    ["code only", talk("U: ```js\nlet a = 1\n```")],
    ["half a character", talk("U: \ud83d", "A: \u0000")],
  ])("says so plainly where there was %s", (_, messages) => {
    const answer = summary(messages);
    expect(answer.summary).not.toMatch(/「」|undefined|NaN/);
    expect(answer.summary.length).toBeGreaterThan(4);
    expect(answer.summary).not.toContain("晚安");
  });

  it("keeps to its length and its schema for any talk", () => {
    const piece = fc.constantFrom(
      "我妹妹下周三结婚，",
      "去深圳面试",
      "。",
      "！",
      "哈哈",
      "如果",
      "I quit my job ",
      "because of Carla. ",
      "“",
      "」",
      "\n",
      "3",
      "😀",
      "？",
      "但是",
    );
    const content = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    const messages = fc.array(fc.tuple(fc.boolean(), content), { maxLength: 12 });
    fc.assert(
      fc.property(messages, fc.constantFrom("zh", "en"), (said, language) => {
        const answer = summary(
          talk(...said.map(([user, text]) => `${user ? "U" : "A"}: ${text}`)),
          language as Language,
        );
        expect(answer.summary.length).toBeLessThanOrEqual(200);
        expect(answer.summary).not.toMatch(/「」|“”|\u0000|undefined/);
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  it("gives up neither time nor sense on 400 messages of a pasted kind", () => {
    for (const text of ["“a", "我想，", "1", "Ab ", "\n", "``` ", "答应我"]) {
      const content = text.repeat(Math.ceil(2500 / text.length));
      const answer = summary(
        Array.from(
          { length: 400 },
          (_, i) => ({ ...talk(`U: ${content}`)[0], message_id: `m${i}` }) as Message,
        ),
      );
      expect(answer.summary.length).toBeLessThanOrEqual(200);
    }
  });
});

describe("reading a text", () => {
  it("splits sentences of both languages and leaves numbers whole", () => {
    expect(sentencesOf("房租5.2千。明天签！好吗？行")).toEqual(["房租5.2千。", "明天签！", "好吗？", "行"]);
    expect(sentencesOf("It costs 3.50 now. Dr. Lee said no! Fine")).toContain("Fine");
    expect(sentencesOf("It costs 3.50 now.")).toEqual(["It costs 3.50 now."]);
  });

  it.each([
    ["我3月20号在苏州见王老师", ["3月20号", "苏州", "王老师"]],
    ["她读完了《小王子》", ["小王子"]],
    ["我的猫叫豆豉，今年三岁", ["豆豉", "三岁"]],
    ["周六花了120元买票", ["周六", "120元"]],
    ["My daughter Yinuo starts at Brown on 7 June", ["Yinuo", "Brown", "7 June", "daughter"]],
  ])("names the facts of %s", (text, facts) => {
    expect(namedFacts(text).map((fact) => fact.text)).toEqual(expect.arrayContaining(facts));
  });

  it.each(["我去了一次，想了一点", "这样那样的事情", "The weather is nice. It was so good."])(
    "finds no fact in %s",
    (text) => {
      expect(namedFacts(text)).toEqual([]);
    },
  );
});

describe("roles without an extractive answer", () => {
  it("propose no facts, change no soul, and cannot judge a relationship", () => {
    expect(engine({ role: "facts", language: "zh" })).toEqual({ operations: [] });
    expect(engine({ role: "self_soul", language: "zh" })).toEqual({ changed: false, new_content: "" });
    expect(engine({ role: "relationship", language: "zh" })).toBeUndefined();
  });
});
