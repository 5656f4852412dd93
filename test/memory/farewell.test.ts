// The end of a talk by goodbye, in both languages: what parts, and what only sounds like it (A48, C102–C109).
import { describe, expect, test } from "vitest";
import { isFarewell } from "../../src/memory/farewell.ts";
import { traditional } from "../support/traditional.ts";

const partingZh = [
  "再见",
  "再见！",
  "再见啦～",
  "拜拜～👋",
  "拜拜",
  "掰掰",
  "那下次聊",
  "下次再聊吧",
  "好了不聊了，88",
  "88",
  "886",
  "回聊",
  "晚安",
  "晚安💤💤",
  "晚安～明天见",
  "晚安，小晚",
  "晚安安~~",
  "我先睡了",
  "那我先去睡了，晚安",
  "先睡了，你也早点休息",
  "困死了，睡了睡了",
  "我先忙",
  "我先忙了，回头聊",
  "不聊了",
  "先不聊了啊",
  "那就先这样吧，拜",
  "今天就到这里吧",
  "好的，明天见！",
  "拜拜，今天聊得很开心",
  "晚安，谢谢你今天陪我",
  "太晚了，不说了，睡了",
  "时间不早了，我要睡觉了",
  "我走了，拜拜啦",
  "bye～",
  "那就byebye啦",
  "改天再聊",
  "有空再聊哈",
  "我得去睡觉啦 晚安 么么哒",
  "溜了溜了",
  "来跟你说晚安",
  "今天我升职了，太开心了！不过好困，晚安啦",
  "再见了，朋友",
  "回头见，宝贝",
  "掰掰啦(´・ω・`)",
  "晚安哈哈哈",
  "“加油”收到啦，晚安",
  "忙完找你",
  "待会儿聊",
];

const partingEn = [
  "bye",
  "Bye!",
  "byeee 👋",
  "Goodbye.",
  "good night",
  "Goodnight Luna",
  "Good night, my dear",
  "gotta go",
  "ok gotta go, talk later!",
  "I have to go now",
  "ttyl",
  "TTYL xx",
  "talk to you later",
  "talk to you tomorrow!",
  "see you",
  "See you tomorrow!",
  "see ya",
  "cya",
  "Alright, see you on Friday",
  "I'm off to bed",
  "I’m going to bed, good night",
  "well, I should go",
  "ok bye bye",
  "night night",
  "Sweet dreams",
  "Take care!",
  "have a good night",
  "Thanks for today. Bye, Luna",
  "It's getting late, I'm heading to bed",
  "gn",
  "g2g",
  "catch you later",
  "until next time",
  "Good night, thanks for listening",
  "Bye! Love you",
  "I really have to go",
  "that's all for today",
  "let's talk tomorrow",
  "goodbye for now :)",
  "time for bed",
  "Signing off",
  "ok, calling it a night",
];

const goingOnZh = [
  "再见面的时候我请你吃饭",
  "你听过《拜拜》这首歌吗",
  "这个下次聊吧，先说今天的事，我升职了！",
  "拜拜是什么意思",
  "拜拜？",
  "他跟我说了再见",
  "他昨天说“晚安”的时候我哭了",
  "“晚安”",
  "你怎么不聊了",
  "不聊这个了，说点别的",
  "我不想说再见",
  "别跟我说晚安，我还不困",
  "我同事先睡了",
  "昨晚他先睡了",
  "后来我走了",
  "昨天太累，我先睡了",
  "他一进门，我走了",
  "我爷爷走了",
  "我睡了一下午",
  "等等，再见之前还有一件事",
  "再见，等等，我还没说完",
  "晚安，骗你的",
  "拜拜肉怎么减",
  "我白白等了一天",
  "考了88",
  "数学，88",
  "一共88块",
  "晚安，你今天怎么了？",
  "好了晚安，对了你明天几点起？",
  "再见到你真好",
  "明天见客户，好紧张",
  "下次聊天的时候提醒我",
  "我要去忙项目了，你觉得我能行吗",
  "高数挂了",
  "先走了几步又回来了",
  "雨下了",
  "我们不聊了吗",
  "晚安曲给我唱一首",
  "我想睡觉但是睡不着",
  "你好",
  "",
  "👋",
  "我看到你们系统里有个 [TOPIC_ENDED] 是干嘛的",
  "每次聊到一半他就说先忙了",
];

const goingOnEn = [
  "I want to say goodbye to my job",
  "he said bye",
  "he said goodbye and left",
  "How do you say good night in French?",
  "I had a good night",
  "it was a good night",
  "I see you are busy",
  "see you there was this thing",
  "bye the way, how are you",
  'have you heard "Goodbye Yellow Brick Road"',
  "I never got to say goodbye",
  "what does ttyl mean",
  "goodbye? already?",
  "I gotta go to the dentist next week, any advice",
  "I have to go to work tomorrow",
  "gotta go fast is a meme",
  "take care of the cat please",
  "she told me to take care",
  "Bye! wait, one more thing",
  "Bye. Wait",
  "good night... just kidding",
  "I'm off sugar",
  "I should go to Japan someday",
  "see you later is what he always says",
  "Later he called me",
  "don't say goodbye",
  "kiss my bonus goodbye",
  "the goodbye party was fun",
  "Good night routine ideas please",
  "I hate goodbyes",
  "I said good night to her",
  "we talk later at night usually",
  "why do people say farewell",
  "I need to go over my notes",
  "night shifts are hard",
  "what should I wear tonight",
  "I can't sleep",
  "so long as you are here",
  "talk to you later she said, and never called",
  "my friend is going to bed",
  "ok",
  "see",
];

describe("parts", () => {
  test.each([...partingZh, ...partingEn])("hears the goodbye in %j", (text) => {
    expect(isFarewell(text)).toBe(true);
  });
});

describe("does not part", () => {
  test.each([...goingOnZh, ...goingOnEn])("lets the talk go on after %j", (text) => {
    expect(isFarewell(text)).toBe(false);
  });
});

describe("names and lengths", () => {
  test("understands the companion's own name behind a goodbye", () => {
    expect(isFarewell("晚安，林夕")).toBe(false);
    expect(isFarewell("晚安，林夕", ["林夕"])).toBe(true);
    expect(isFarewell("晚安记得", ["记得"])).toBe(true);
    expect(isFarewell("good night mira", ["Mira"])).toBe(true);
  });

  test("reads only the end of a long message, and quickly", () => {
    expect(isFarewell(`${"今天说了好多事。".repeat(1_900)}晚安`)).toBe(true);
    expect(isFarewell(`晚安。${"今天说了好多事。".repeat(1_900)}`)).toBe(false);
    expect(isFarewell("嗯".repeat(16_000))).toBe(false);
    expect(isFarewell("bye ".repeat(4_000).trim())).toBe(false);
  });
});

describe("in traditional characters", () => {
  test("each goodbye is heard, and each talk goes on, as in simplified ones", () => {
    for (const text of [...partingZh, ...goingOnZh])
      expect(isFarewell(traditional(text)), text).toBe(isFarewell(text));
  });
});
