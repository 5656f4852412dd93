// The mood of one message: feelings in both languages, with denial, measure, contrast, other people and irony heeded (A236, R37).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emotionOf } from "../../src/memory/turn-emotion.ts";
import { type EmotionCode, emotionCodes } from "../../src/schema/emotion.ts";
import { traditional } from "../support/traditional.ts";

const heard: Record<EmotionCode, string[]> = {
  joy: [
    "我今天好开心啊！",
    "哈哈哈笑死我了",
    "考上了！！！",
    "虽然很累但是很开心",
    "不要太开心",
    "太好了，终于成了🎉",
    "明天去看海，好期待",
    "笑死😭😭",
    "I'm so happy today!",
    "I've never been so happy",
    "we won!! can't wait to celebrate",
    "tired but happy",
    "hahaha that's hilarious",
    "You make me happy",
  ],
  content: [
    "晒着太阳喝茶，很满足",
    "今天的面很好吃",
    "现在心里踏实多了",
    "有你真好",
    "feeling much better now",
    "what a lovely evening",
    "I'm relieved it went well",
  ],
  sad: [
    "我好难过",
    "我哭了一路",
    "一点也不开心",
    "奶奶去世了",
    "他让我很难过",
    "不得不说有点难过",
    "😭😭😭",
    "唉，心情不好",
    "I feel so sad",
    "I can't help crying",
    "I'm not happy at all",
    "we broke up",
    "he died yesterday",
    "I feel so empty inside :(",
  ],
  serious: [
    "说正经的，我要辞职",
    "我有件事想跟你说",
    "医生说要手术",
    "Seriously, we need to talk",
    "I have to sign the contract",
    "我妈吃虾过敏了，在急诊",
    "he had an allergic reaction at school",
  ],
  caring: [
    "别难过",
    "我妈很难过",
    "想你了",
    "抱抱你",
    "早点休息",
    "don't be sad",
    "my sister is sad",
    "I miss you",
    "take care of yourself",
  ],
  curious: [
    "为什么天是蓝的",
    "你说人为什么会做梦",
    "好奇你小时候什么样",
    "勺子是谁发明的？",
    "Why is the sky blue?",
    "I wonder how bees sleep",
  ],
  anxious: [
    "明天面试好紧张",
    "我好焦虑，睡不着",
    "怎么办，来不及了",
    "I'm so nervous about tomorrow",
    "what should I do",
    "I'm panicking",
  ],
  angry: [
    "气死我了！",
    "我老板真讨厌",
    "凭什么啊，太过分了",
    "烦死了",
    "my boss is so annoying",
    "I'm furious",
    "THIS IS SO UNFAIR",
    "我讨厌他",
    "讨厌开会",
    "真讨厌！",
    "I hate my job",
    "I hate this",
    "I hate waiting in line",
    "I can't stand him",
  ],
  afraid: [
    "我好怕打雷",
    "吓死我了",
    "做了个噩梦",
    "I'm scared",
    "that movie was so scary",
    "I'm terrified of needles",
  ],
  tired: [
    "累死了",
    "好困，加班到十一点",
    "今天精疲力尽",
    "I'm exhausted",
    "so tired",
    "barely slept last night",
  ],
  lonely: ["好孤独", "一个人过生日，没人陪", "I feel so alone", "nobody cares", "I'm lonely tonight"],
  hurt: [
    "好委屈",
    "他骂我，我没做错什么",
    "被闺蜜背叛了",
    "my mom yelled at me",
    "I feel hurt",
    "she made fun of me",
  ],
  neutral: [
    "在吗",
    "吃了吗",
    "我不难过了",
    "没有不开心",
    "你开心吗",
    "生日快乐",
    "呵呵，真有你的",
    "太好了，又下雨",
    "如果能去就太开心了",
    "操场在拍毕业照",
    "我在听《伤心太平洋》",
    "她说“我恨你”",
    "嗯",
    "我下周三搬家",
    "我讨厌香菜",
    "最讨厌吃苦瓜",
    "讨厌榴莲的味道",
    "我对虾过敏",
    "I hate coriander",
    "I hate blue cheese",
    "I can't stand the smell of durian",
    "I'm allergic to shrimp",
    "ok",
    "I'm not sad",
    "are you sad?",
    "oh great, another meeting",
    "if I won I'd be happy",
    "happy birthday",
    "he lives in Berlin",
    "`so sad` is the variable's name",
    "🙂",
    "",
    "   ",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "…………",
    "12345",
  ],
};

describe("a message", () => {
  for (const [code, texts] of Object.entries(heard)) {
    test.each(texts)(`is heard as ${code}: %s`, (text) => {
      expect(emotionOf(text).emotion).toBe(code);
    });
  }

  test("is stronger with a measure, marks and repetition, weaker with 'a bit'", () => {
    const strength = (text: string) => emotionOf(text).intensity;
    expect(strength("非常难过")).toBeGreaterThan(strength("难过"));
    expect(strength("有点难过")).toBeLessThan(strength("难过"));
    expect(strength("生气！！！")).toBeGreaterThan(strength("生气"));
    expect(strength("very sad")).toBeGreaterThan(strength("sad"));
    expect(strength("a bit sad")).toBeLessThan(strength("sad"));
    expect(strength("难过，好想哭，心碎")).toBeGreaterThan(strength("难过"));
  });

  test("that is neutral has no strength, any other has some", () => {
    expect(emotionOf("在吗")).toEqual({ emotion: "neutral", intensity: 0 });
    expect(emotionOf("有点烦").intensity).toBeGreaterThan(0.2);
  });

  test("keeps its heavier mood where both are there", () => {
    expect(emotionOf("谢谢你，可我还是好难过").emotion).toBe("sad");
    expect(emotionOf("thanks, but I'm heartbroken").emotion).toBe("sad");
  });

  test("with irony keeps only what is truly heavy", () => {
    expect(emotionOf("呵呵，气死我了").emotion).toBe("angry");
    expect(emotionOf("yeah right, I'm exhausted").emotion).toBe("tired");
  });

  test("in both languages at once is read in both", () => {
    expect(emotionOf("今天 so happy！").emotion).toBe("joy");
    expect(emotionOf("I told 老板 I quit, 好爽").emotion).toBe("joy");
  });

  test("of 16,000 characters is read at both ends and in passing", () => {
    const pasted = "这是一段说明文字。".repeat(1_700);
    expect(emotionOf(`${pasted}我好难过`).emotion).toBe("sad");
    expect(emotionOf(`我好难过。${pasted}`).emotion).toBe("sad");
    expect(emotionOf(`${pasted}我好难过${pasted}`).emotion).toBe("neutral");
  });

  test("of any kind gives a code of the set and a strength from 0 to 1, the same each time", () => {
    const words = fc.constantFrom(
      "难过",
      "开心",
      "不",
      "非常",
      "我",
      "你",
      "but",
      "so",
      "happy",
      "not",
      "!",
      "😭",
      "\ud83d",
      "\n",
      "如果",
      "constructor",
    );
    const text = fc
      .array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 15 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (one) => {
        const found = emotionOf(one);
        expect(emotionCodes).toContain(found.emotion);
        expect(found.intensity).toBeGreaterThanOrEqual(0);
        expect(found.intensity).toBeLessThanOrEqual(1);
        expect(found.emotion === "neutral").toBe(found.intensity === 0);
        expect(emotionOf(one)).toEqual(found);
      }),
      { seed: 11, numRuns: 400 },
    );
  });
});

describe("in traditional characters", () => {
  test("each feeling is heard as in simplified ones", () => {
    for (const text of Object.values(heard).flat())
      expect(emotionOf(traditional(text)), text).toEqual(emotionOf(text));
  });
});
