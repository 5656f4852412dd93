// What kind of saying a quote is (part 2 item 2): whose fact, and whether it is one at all, in both languages.
import { describe, expect, test } from "vitest";
import { statementKind } from "../../src/memory/evidence-kind.ts";
import { traditional } from "../support/traditional.ts";

/** The message, the kind, and the quote where it is not the whole message. */
const sayings: [string, string, string?][] = [
  ["我妈对花生过敏", "third_person"],
  ["我对花生过敏", "statement"],
  ["要是我是猫就好了", "hypothetical"],
  ["我对芒果过敏，吃一口嘴巴就肿", "statement"],
  ["我们组的阿May更惨，她对花生过敏，连蛋糕都只敢看。", "third_person", "她对花生过敏"],
  ["今晚跟程程喝茶，她刚离婚，反倒是她在安慰我。", "third_person", "她刚离婚"],
  ["他说想退学去学修车，我爸气得不接他电话。", "third_person", "他说想退学"],
  ["老板吃素，聚餐全是豆腐", "third_person", "老板吃素"],
  ["要是我中了五千万，我就买个小岛，养三十只羊驼。", "hypothetical", "养三十只羊驼"],
  ["它们开，我不开。其实告诉你个秘密，我是土星来的，这是我们的风俗。", "joke", "我是土星来的"],
  [
    '楼下有人弹吉他自己写歌，唱"我把外婆的船开到了北极"，莫名其妙但好听。',
    "quotation",
    "我把外婆的船开到了北极",
  ],
  ['看了一出话剧，主角说"我从来没有爱过这座城市"，全场都哭了。', "quotation", "我从来没有爱过这座城市"],
  ["我滴酒不沾的", "negated"],
  ["我没有驾照，也不打算学", "negated", "我没有驾照"],
  ["办公室老孙更难，痛风，脚肿得穿拖鞋上课。", "third_person", "痛风"],
  ["楼上老魏以前是酒鬼，去年戒的酒", "third_person", "去年戒的酒"],
  ["她去年再婚了，男的是牙医", "third_person"],
  ["班上的小雨，她想当飞行员", "third_person", "她想当飞行员"],
  ["要是能回到十八岁，我就去考海员，跑远洋", "hypothetical", "我就去考海员"],
  ['车里刚放一首老歌，"我欠秦岭一场雪，欠了你三十年"，听得人发愣。', "quotation", "我欠秦岭一场雪"],
  ["一诺问我晚上出门干嘛，我说爸爸其实是蝙蝠侠。", "joke", "爸爸其实是蝙蝠侠"],
  [
    '语文组给我看一篇作文，开头是"我的父亲是一座火山，我从小住在山脚下"，写得真好。',
    "quotation",
    "我从小住在山脚下",
  ],
  ["不是豆包，是豆豉，黑豆豉的豉", "negated", "不是豆包"],
  ["不是豆包，是豆豉，黑豆豉的豉", "statement", "是豆豉"],
  ["你记一下，我的紧急联系人是程程，万一我出事就该找她。", "statement", "我的紧急联系人是程程"],
  ["记住一件事：我每周日晚上要给奶奶打电话，我要是忘了你提我。", "statement", "我每周日晚上要给奶奶打电话"],
  ['学生背后叫我"周牛顿"，以为我不知道。', "statement", '学生背后叫我"周牛顿"'],
  ['我最讨厌别人说"你想多了"，前任天天拿这句堵我', "statement", '我最讨厌别人说"你想多了"'],
  ["你还记得我生日吗？", "question"],
  ["我住在哪里？", "question"],
  ["我对花生过敏，你呢？", "statement", "我对花生过敏"],
  ["我打算明年搬去成都", "intent"],
  ["同事说我心软", "third_person"],
  ["程程是十一月三号，比我早九天", "third_person", "程程是十一月三号"],
  ["开玩笑的，我没离婚", "joke"],
  ["（我住在杭州）你好", "role_play", "我住在杭州"],
  ["*i am allergic to cats*", "role_play", "i am allergic to cats"],
  ["My sister is allergic to nuts", "third_person"],
  ["if I moved to Paris I'd be happy", "hypothetical"],
  ["I'm allergic to mango. One bite and my mouth swells", "statement", "I'm allergic to mango"],
  [
    "May on our team has it worse, she's allergic to peanuts and could only look at the cake.",
    "third_person",
    "she's allergic to peanuts",
  ],
  [
    "Had tea with Chengcheng tonight. She's just divorced, and yet she was the one comforting me.",
    "third_person",
    "She's just divorced",
  ],
  ["He says he wants to drop out", "third_person"],
  ["The boss is a vegetarian, team dinners are all tofu.", "third_person", "The boss is a vegetarian"],
  [
    "If I won fifty million, I'd buy a little island and keep thirty alpacas.",
    "hypothetical",
    "keep thirty alpacas",
  ],
  ["They do, I don't. I'll tell you a secret, I'm from Saturn, it's our custom.", "joke", "I'm from Saturn"],
  [
    'Saw a play where the lead says "I have never loved this city", and the whole house cried.',
    "quotation",
    "I have never loved this city",
  ],
  ["I'm moving to Chengdu on Wednesday next week", "intent"],
  ["I don't eat coriander", "negated"],
  ["Old Sun in the office has it worse: gout, his foot so swollen", "third_person", "gout"],
  [
    "She says my left side is steadier than my right since I'm left-handed.",
    "statement",
    "since I'm left-handed",
  ],
  ["Not Doubao, it's Douchi, the fermented black bean", "negated", "Not Doubao"],
  ["Not Doubao, it's Douchi", "statement", "it's Douchi"],
  ['The students call me "Newton Zhou" behind my back', "statement"],
  ["Do you remember my birthday?", "question"],
  ["Am I allergic to cats?", "question"],
  ["Yinuo asked where I go at night, I said Dad is really Batman.", "joke", "Dad is really Batman"],
  ["I'm allergic to nuts, you know?", "statement", "I'm allergic to nuts"],
  [
    "Make a note: my emergency contact is Chengcheng. If something happens to me, she's the one to call.",
    "statement",
    "my emergency contact is Chengcheng",
  ],
  ["医生说我有高血压", "statement"],
  ["昨天体检，我血压有点高", "statement"],
  ["Just kidding, I live in Rome", "joke", "I live in Rome"],
  ["I never smoke", "negated"],
  ["我朋友说他对猫过敏", "third_person"],
  ["我和朋友都喜欢爬山", "statement"],
  ["我家的猫叫豆豉", "statement"],
  ["我女儿叫一诺，十三岁，初一", "third_person", "十三岁"],
  ["我没有过敏", "negated"],
  ["我不吃香菜", "negated"],
  ["我从来不抽烟", "negated"],
  ["说真的，我打算下个月辞职", "intent"],
  ["我下周三就搬去成都了", "intent"],
  ["I'm going to quit next month", "intent"],
  ["I plan to move to Rome", "intent"],
  ["网上说喝咖啡会变胖", "quotation", "喝咖啡会变胖"],
  ["那首歌里唱我来自火星", "quotation", "我来自火星"],
  ["歌词是“我爱你中国”", "quotation", "我爱你中国"],
  ['My favourite lyrics are "I am a rock"', "quotation", "I am a rock"],
  ["我做梦梦见我住在海底", "hypothetical", "我住在海底"],
  ["I dreamed I lived in Paris", "hypothetical", "I lived in Paris"],
  ["假如我对花生过敏怎么办", "hypothetical", "我对花生过敏"],
  ["What if I'm allergic to nuts?", "hypothetical", "I'm allergic to nuts"],
  ["我是不是对花生过敏", "question"],
  ["你觉得我该搬去成都吗", "question"],
  ["我表姐一点辣都不吃，可她婆婆顿顿放辣椒", "third_person", "一点辣都不吃"],
  ["My roommate's boyfriend lives in Berlin", "third_person"],
  ["Dad has diabetes", "third_person"],
  ["They all hate coriander", "third_person"],
  ["（摸摸头）乖", "role_play", "（摸摸头）"],
  ["他们都叫我老王", "statement"],
  ["My friends call me Al", "statement"],
  ["我每天都要喝两杯咖啡", "statement"],
  ["I always want to sleep late, I work nights", "statement", "I work nights"],
];

describe("a saying", () => {
  test.each(sayings)("%s: %s (%s)", (text, kind, quote) => {
    expect(statementKind(text, quote ?? text)).toBe(kind);
  });
});

describe("a claim", () => {
  const kind = (text: string, claim: string, names: string[] = []) =>
    statementKind(text, text, { claim, names });

  test("is judged by the clause that carries it", () => {
    const text = "老板吃素，聚餐全是豆腐，我住在杭州";
    expect(kind(text, "吃素")).toBe("third_person");
    expect(kind(text, "住在杭州")).toBe("statement");
  });

  test("inside a quotation is a quotation, beside it a statement", () => {
    const text = "我最讨厌别人说“你想多了”";
    expect(kind(text, "讨厌别人")).toBe("statement");
    expect(kind("主角说“我从来没有爱过这座城市”，我哭了", "没有爱过这座城市")).toBe("quotation");
  });

  test("that the message denies is negated, and its denial is one too", () => {
    expect(kind("他们什么都放香菜，我不吃香菜的", "爱吃香菜")).toBe("negated");
    expect(kind("The doctor asked about smoking. I've never smoked", "smokes")).toBe("negated");
    expect(kind("The doctor asked about smoking. I've never smoked", "has never smoked")).toBe("negated");
  });

  test("about a known name is another's", () => {
    expect(kind("方澜对猫过敏", "对猫过敏")).toBe("statement");
    expect(kind("方澜对猫过敏", "对猫过敏", ["方澜"])).toBe("third_person");
  });

  test("of a message that does not hold the quote is judged by the whole message", () => {
    expect(statementKind("如果我是猫", "我是狗")).toBe("hypothetical");
  });

  test("of an empty message, or only of a quotation, is no statement", () => {
    expect(statementKind("“我对花生过敏”", "我对花生过敏")).toBe("quotation");
    expect(statementKind("", "")).not.toBe("statement");
  });
});

describe("a hostile message", () => {
  test("is judged in time that grows with its length only", () => {
    for (const text of [
      "我".repeat(16_000),
      "要是，".repeat(5000),
      '"'.repeat(16_000),
      "a ".repeat(8000),
      "（".repeat(16_000),
    ]) {
      expect(typeof statementKind(text, text)).toBe("string");
    }
  });
});

describe("in traditional characters", () => {
  test("each saying is of the kind that it is in simplified ones", () => {
    for (const [text, kind, quote = text] of sayings)
      expect(statementKind(traditional(text), traditional(quote)), text).toBe(kind);
  });

  test.each([
    ["你還記得嗎", "question"],
    ["我不會再去了", "negated"],
    ["我媽媽是護士", "third_person"],
    ["要是我養了貓就好了", "hypothetical"],
    ["我下個月要搬去臺北", "intent"],
  ])("%s: %s", (text, kind) => expect(statementKind(text, text)).toBe(kind));
});
