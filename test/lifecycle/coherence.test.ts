// Fifty rounds over five talks on five days, with call-backs to what was said in earlier ones: each is answered with the words in sight (A246).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScene, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  // Summaries say nothing here, so that what is held is held by the memory and not by a clever model.
  scene = await openScene();
});
afterAll(() => scene.close());

/** What the person says; with `holds`, a call-back and what the request that answers it must hold. */
type Round = { say: string; holds?: readonly string[] };
const plain = (...lines: readonly string[]): Round[] => lines.map((say) => ({ say }));
const back = (say: string, ...holds: readonly string[]): Round => ({ say, holds });

const talks: Record<"zh" | "en", readonly (readonly Round[])[]> = {
  zh: [
    [
      ...plain(
        "周五和老岳去吃了一家火锅，店名叫蜀香园",
        "毛肚特别嫩，排队排了四十分钟",
        "蘸料我只敢要香油，我对花生过敏",
        "老岳吃得满头汗",
        "吃完沿着河走了一圈",
        "我现在住在北京，走两步就冒汗",
        "风倒是挺舒服",
        "路上还碰到卖花的",
        "今天有点累了",
        "先睡了，晚安",
      ),
    ],
    [
      ...plain(
        "今天带年糕去打疫苗了",
        "它是我家的橘猫，三岁，胖得像枕头",
        "医生姓欧阳，手特别轻",
        "年糕全程缩在我怀里",
      ),
      back("上次跟老岳去的那家火锅店叫什么来着？", "店名叫蜀香园"),
      ...plain("对，下次带你去", "回来它吃了两个罐头", "现在在窗台上睡"),
      back("火锅那天我蘸料为什么只要了香油？", "我对花生过敏"),
      ...plain("先睡了，晚安"),
    ],
    [
      ...plain(
        "下个月有个演讲，题目定了，叫慢下来的城市",
        "主办方是图书馆，在二楼报告厅",
        "我写了三版稿子都不满意",
        "妹妹说第二版最好，她叫林知夏",
      ),
      back("给年糕打疫苗的那个医生姓什么？", "医生姓欧阳"),
      ...plain("对哦", "演讲要穿正装", "我只有一件灰色西装"),
      back("你还记得我家橘猫几岁了吗？", "它是我家的橘猫，三岁"),
      ...plain("先睡了，晚安"),
    ],
    [
      ...plain(
        "我搬到杭州了，现在住在西溪边上",
        "搬家公司把我的台灯摔了",
        "新家楼下有个卖葱包烩的阿婆",
        "书还有二十箱没拆",
      ),
      back("我那个演讲的题目叫什么？", "慢下来的城市"),
      ...plain("嗯就是那个", "今天先收拾厨房"),
      back("说第二版稿子最好的是谁？", "妹妹说第二版最好"),
      ...plain("手都磨破了", "先睡了，晚安"),
    ],
    [
      ...plain("朋友要给我寄东西，让我填地址"),
      back("我现在住在哪座城市？", "我搬到杭州了"),
      back("搬家公司摔坏了我的什么？", "把我的台灯摔了"),
      ...plain("得找他们赔"),
      back("楼下那个阿婆卖的是什么？", "卖葱包烩的阿婆"),
      back("请客的人问我有没有忌口，我对什么过敏？", "花生过敏"),
      back("跟谁去的火锅店？", "周五和老岳去吃了一家火锅"),
      ...plain("哈哈"),
      back("演讲在什么地方办？", "在二楼报告厅"),
      ...plain("好，都记着呢"),
    ],
  ],
  en: [
    [
      ...plain(
        "Went for hot pot with Marcus on Friday, the place is called Copper Lantern",
        "We queued for forty minutes",
        "I only took sesame oil for the dip because I am allergic to peanuts",
        "Marcus was sweating all evening",
        "Then we walked along the river",
        "I live in Chicago, so it was windy as always",
        "The wind felt good though",
        "Somebody was selling flowers on the bridge",
        "I am tired now",
        "Good night, off to bed",
      ),
    ],
    [
      ...plain(
        "Took Waffles to the vet for a vaccination today",
        "He is my ginger cat, three years old and shaped like a pillow",
        "The vet is called Dr. Okonkwo, very gentle hands",
        "Waffles hid in my coat the whole time",
      ),
      back("What was the hot pot place called where I went with Marcus?", "called Copper Lantern"),
      ...plain("Right, I will take you there", "He had two tins afterwards", "Now he sleeps on the sill"),
      back("Why did I only take sesame oil for the dip?", "allergic to peanuts"),
      ...plain("Good night, off to bed"),
    ],
    [
      ...plain(
        "Next month I give a talk, the title is The Slow City",
        "The library hosts it in the hall on the second floor",
        "I wrote three drafts and like none of them",
        "My sister Nora says the second draft is the best",
      ),
      back("What is the name of the vet who gave Waffles his vaccination?", "called Dr. Okonkwo"),
      ...plain("Oh right", "I have to wear a suit", "I own exactly one, a grey one"),
      back("Do you remember how old my ginger cat is?", "three years old"),
      ...plain("Good night, off to bed"),
    ],
    [
      ...plain(
        "I moved to Lisbon, I live near the botanical garden now",
        "The movers broke my reading lamp",
        "An old lady downstairs sells custard tarts",
        "Twenty boxes of books are still closed",
      ),
      back("What is the title of my talk?", "the title is The Slow City"),
      ...plain("Yes, that one", "Kitchen first today"),
      back("Who said the second draft was the best?", "My sister Nora says"),
      ...plain("My hands hurt", "Good night, off to bed"),
    ],
    [
      ...plain("A friend wants to send me a parcel and asks for my address"),
      back("Which city do I live in now?", "I moved to Lisbon"),
      back("What did the movers break?", "broke my reading lamp"),
      ...plain("They will have to pay for it"),
      back("What does the old lady downstairs sell?", "sells custard tarts"),
      back("The host asks what I cannot eat, what am I allergic to?", "allergic to peanuts"),
      back("Who did I have hot pot with?", "hot pot with Marcus"),
      ...plain("Ha"),
      back("Where is my talk going to be held?", "in the hall on the second floor"),
      ...plain("Good, you have it all"),
    ],
  ],
};

describe.each(["zh", "en"] as const)("fifty rounds (%s)", (language) => {
  it("hold what was said in earlier talks in every call-back, and of two homes the one of today", async () => {
    expect(talks[language].flat()).toHaveLength(50);
    scene.upstream.reset();
    scene.upstream.fallback("chat", { text: language === "zh" ? "嗯嗯，我在听" : "Mm, go on" });
    const user = await scene.house.create({ language, ...(language === "en" ? { name: "Mira" } : {}) });
    const missing: string[] = [];
    const topics = new Set<string>();
    let backs = 0;
    for (const rounds of talks[language]) {
      for (const { say, holds = [] } of rounds) {
        await scene.house.chat(user, say);
        const request = scene.upstream.of("chat").at(-1)?.body.messages ?? [];
        const text = request.map(({ content }) => content).join("\n");
        backs += holds.length;
        for (const words of holds) if (!text.includes(words)) missing.push(`${say} → ${words}`);
      }
      topics.add((await scene.read(user, "short_term")).topic_id);
      // Beyond the hours in which the last words of the talk before stand in the new one anyway.
      await scene.advance(26 * 3600);
    }
    expect(backs).toBe(12);
    expect(missing).toEqual([]);
    // Each talk was a topic of its own and has its summary by now.
    expect(await scene.read(user, "mid_term")).toHaveLength(5);
    await scene.house.chat(user, language === "zh" ? "我住在哪座城市？" : "Which city do I live in?");
    const block = scene.upstream.of("chat").at(-1)?.body.messages.at(-1)?.content ?? "";
    const [now, then] =
      language === "zh" ? ["我搬到杭州了", "我现在住在北京"] : ["I moved to Lisbon", "I live in Chicago"];
    const [today, before] = [block.indexOf(now), block.indexOf(then)];
    expect(today).toBeGreaterThan(-1);
    if (before >= 0) expect(today).toBeLessThan(before);
    // An answer that says nothing of its own is not told over and over.
    for (const filler of ["嗯嗯，我在听", "Mm, go on"])
      expect(block.split(filler).length).toBeLessThanOrEqual(3);
  });
});
