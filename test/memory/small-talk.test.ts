// A hundred greetings ask for nothing that was said before; what stands beside one still does (A231, part 3: details injected 0).
import { describe, expect, test } from "vitest";
import { worthRecalling } from "../../src/memory/recall-gate.ts";

const names = ["阿雨", "小林", "Mira", "Sam"];

const chinese = `你好呀
早上好，阿雨
早安！新的一天又开始啦
中午好，吃饭了吗？
下午好呀，在忙什么呢
晚上好，今天过得怎么样？
晚安，做个好梦
嗨，最近怎么样？
哈喽，在吗在吗
嘿，我回来了
我来啦～
在不在呀？
醒了吗？
睡了吗你
你起床了吗？
好久不见，最近还好吗？
好久没聊天了，你过得怎么样呀
今天心情怎么样？
今天开心吗
想你了，想我了没有
有没有想我呀？
我好想你呀
干嘛呢这会儿
你现在在干什么呢？
在忙吗？方便聊会儿吗
有空吗，想和你聊聊天
可以陪你说说话吗
你好，很高兴认识你
认识你很高兴，请多关照
周末愉快！
新年快乐，恭喜发财！
中秋快乐呀，亲爱的
祝你天天开心
圣诞快乐！一切顺利
今天天气真好呀
今天天气不错呢
谢谢你，辛苦啦
谢谢你陪我聊天
早点休息吧，晚安
注意身体，照顾好自己
哈哈哈哈好的好的
嗯嗯，知道了
你还好吗？
昨晚睡得好吗？
昨晚睡得怎么样呀
吃过晚饭了吗宝贝
我到家了，你呢
又见面啦，老朋友
来跟你打个招呼
拜拜，明天见！`.split("\n");

const english = `Hi there!
Hello Mira
Hey, how are you?
Hey hey, how's it going today?
Good morning! Did you sleep well?
Good afternoon, how are things?
Good evening, how was your day?
Good night, sweet dreams
Morning sunshine, how are you feeling today?
What's up?
What are you up to right now?
Whatcha doing?
Are you there?
You awake?
Are you busy right now?
Long time no see! How have you been?
It's been a while, how are you doing?
I missed you, did you miss me?
I'm back!
I'm home, how was your day today?
Just wanted to say hi
Just checking in, how are you feeling?
Hope you're having a lovely day so far
I hope your week is going well
How's life?
How is everything going with you these days?
Anything new with you?
Happy Friday everyone!
Happy new year, Mira!
Merry Christmas to you and yours
Have a great weekend!
Have a nice day
Thanks so much, you're the best
Thank you for being here
See you later!
Bye for now, take care
Nice to meet you
It's so good to see you again
Can we talk for a bit?
Do you have a minute to chat?
Got a minute?
Good to hear from you
Lovely weather today, isn't it?
What a beautiful day!
Sleep well, talk to you tomorrow
Howdy partner
Rise and shine!
Hey you, thinking of you
How did you sleep last night?
Welcome back! How are you?`.split("\n");

const toTheCompanion = [
  "你爱我吗",
  "我也爱你呀",
  "你喜欢我吗？",
  "你是谁呀",
  "给我讲个笑话吧",
  "聊点什么吧",
  "咋了？",
  "猜猜我在哪",
  "do you love me?",
  "who are you?",
  "tell me a joke",
  "guess what",
  "really?",
  "I'm going to sleep now",
];

describe("a greeting is not worth a search", () => {
  test.each([...chinese, ...english])("%j", (text) => {
    expect(worthRecalling(text, names)).toBe(false);
  });

  test.each(toTheCompanion)("nor is what only asks of the companion itself: %s", (text) => {
    expect(worthRecalling(text, names)).toBe(false);
  });

  test("and there are a hundred of them, half in each language, no two alike", () => {
    expect([chinese.length, english.length]).toEqual([50, 50]);
    expect(new Set([...chinese, ...english]).size).toBe(100);
  });
});

describe("what is asked beside a greeting, or looks like one, is", () => {
  test.each([
    "早上好，我妹妹的婚礼是哪天？",
    "嗨，北京天气怎么样",
    "晚安。对了，我的护照放在哪儿了",
    "最近我和室友又吵架了",
    "我最近心情怎么样？",
    "好久不见，那次在大理你说的话我一直记着",
    "你好，你还记得我吗",
    "上次聊到哪了",
    "你猜我中午吃了什么",
    "《三体》好看吗",
    "Good morning! What is my sister's name?",
    "Hi, what is the weather in Beijing?",
    "How was my mood this week?",
    "Hello, do you remember the lake?",
    "Hey, did I tell you about the new job?",
    "Good night. Where did I put my passport?",
    "What did you promise?",
    "我们昨天做什么了",
    "周五我们去哪了",
    "What day is your birthday?",
    "What did we do Friday?",
    "I had soup with Anna at noon today",
    "Happy birthday to my brother Leo",
  ])("%j", (text) => {
    expect(worthRecalling(text, names)).toBe(true);
  });

  test("a name that is nobody's of the two is no part of a greeting", () => {
    expect(worthRecalling("早安，想起张阿姨了吗", names)).toBe(true);
    expect(worthRecalling("早安，阿雨", names)).toBe(false);
    expect(worthRecalling("how is Peter doing?", names)).toBe(true);
    expect(worthRecalling("how is Mira doing?", names)).toBe(false);
  });
});
