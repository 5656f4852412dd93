// What a companion may offer to keep, how an offer and a yes are heard, in both languages (A222).
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { houseLines } from "../../src/lifecycle/house-lines.ts";
import { acceptanceIn, isSameMatter, keepableIn, offerIn, ownWords } from "../../src/memory/offer.ts";
import { similarity } from "../../src/search/tokenise.ts";
import { traditional } from "../support/traditional.ts";

// Tuesday, 10 March 2026, 20:00 in Shanghai.
const talk = { now: 1_773_144_000, zone: "Asia/Shanghai", earlier: [] as string[], similarity };
const kindOf = (text: string) => keepableIn(text, talk)?.kind ?? "none";

test("of a pasted text of many sentences, the ones around it are looked at", () => {
  const pasted = "他合上书。".repeat(60);
  expect(kindOf(`${pasted}我对花生过敏。`)).toBe("health");
  expect(kindOf(`我对花生过敏。${pasted}`)).toBe("health");
  expect(kindOf(`${pasted}我对花生过敏。${pasted}`)).toBe("none");
});

describe("an offer is made for", () => {
  test.each([
    ["我对花生过敏", "health"],
    ["我爸有高血压", "health"],
    ["I was diagnosed with asthma last month", "health"],
    ["I'm allergic to penicillin", "health"],
    ["我下周三要去面试，有点慌", "date"],
    ["五月四号是我们的纪念日", "date"],
    ["My sister's wedding is on May 4", "date"],
    ["My interview is on Friday", "date"],
    ["我想明年春天去冰岛看极光", "wish"],
    ["我打算三十岁前开一家书店", "wish"],
    ["I want to run a marathon next year", "wish"],
    ["我奶奶昨天走了，我真的好难过", "feeling"],
    ["我终于考上研究生了，太开心了！！", "feeling"],
    ["We broke up last night. I'm heartbroken.", "feeling"],
    ["I got promoted, I'm so happy!!", "feeling"],
  ])("%s", (text, kind) => expect(kindOf(text)).toBe(kind));

  test("the sentence that says it, not the whole message", () => {
    expect(keepableIn("晚饭吃了面。我对花生过敏。你呢？", talk)?.said).toBe("我对花生过敏。");
  });

  test("what is said for the third time in a topic, and not for the second", () => {
    const again = "我真的很想学吉他";
    expect(keepableIn(again, { ...talk, earlier: ["我好想学吉他"] })).toBeNull();
    expect(keepableIn(again, { ...talk, earlier: ["我好想学吉他", "我想学吉他啊"] })?.kind).toBe("repeated");
  });
});

describe("no offer is made for", () => {
  test.each([
    "明天要上班",
    "今天好累啊",
    "明天我想吃火锅",
    "今晚我想看电影",
    "我今天特别开心！",
    "我头有点疼",
    "周五要交房租",
    "他对花生过敏",
    "你对花生过敏吗？",
    "要是我怀孕了怎么办",
    "朋友说他得了糖尿病",
    "我们组的阿May更惨，她对花生过敏",
    "小说里的主角下周三面试",
    "（咳嗽）",
    "so tired today",
    "I want to eat pizza tonight",
    "she is allergic to nuts",
    "is your birthday in May?",
    "If I were pregnant I would tell you",
    "haha ok",
    "",
    "。",
  ])("%s", (text) => expect(kindOf(text)).toBe("none"));

  test("a pasted text", () => expect(kindOf("我对花生过敏".repeat(60))).toBe("none"));
});

describe("the same matter", () => {
  const of = (text: string) => keepableIn(text, talk) ?? { kind: "repeated" as const, said: text, word: "" };
  test("is told by its words, or within weeks by the same occasion", () => {
    const interview = of("我下周三要去面试，有点慌");
    expect(isSameMatter(interview, talk.now - 86_400, of("周三那个面试我好怕"), talk)).toBe(true);
    expect(isSameMatter(interview, talk.now - 90 * 86_400, of("下周五我有个面试，在上海"), talk)).toBe(false);
    expect(isSameMatter(of("我对花生过敏"), 0, of("我对花生过敏啊"), talk)).toBe(true);
    expect(
      isSameMatter(of("My interview is on Friday"), talk.now, of("My sister's wedding is on May 4"), talk),
    ).toBe(false);
  });
});

describe("an offer in a reply", () => {
  test("is heard in every line of every character, as the last thing it says", async () => {
    const folder = resolve(import.meta.dirname, "../../souls");
    const lines = [...houseLines.zh.offer, ...houseLines.en.offer];
    for (const soul of await readdir(folder))
      lines.push(...JSON.parse(await readFile(resolve(folder, soul, "lines.json"), "utf8")).offer);
    expect(lines.length).toBeGreaterThanOrEqual(24);
    expect(lines.filter((line) => offerIn(line) !== 0)).toEqual([]);
  });

  test.each([
    ["面试啊，别慌。\n这么重要的日子，要不要我帮你记着？", 0],
    ["That sounds big.\nWould you like me to remember that for you?", 0],
    ["要我替你记下来吗？晚饭吃了没？", 1],
    ["Shall I remember that? How was dinner?", 1],
  ])("%j stands at %d from the end", (reply, at) => expect(offerIn(reply)).toBe(at));

  test.each([
    "你还记得吗？",
    "我记住了。",
    "记下了：我下周三要去面试",
    "要我陪你吗？",
    "你要记得吃药哦",
    "你想吃什么？",
    "短才让人惦记嘛。",
    "Do you remember?",
    "I remember that.",
    "Noted: I'm allergic to penicillin",
    "Do you want to keep going?",
    "",
  ])("is not %s", (reply) => expect(offerIn(reply)).toBeNull());
});

describe("a yes", () => {
  test.each([
    "好",
    "嗯记住吧",
    "嗯，记吧",
    "好啊，帮我记着",
    "行，麻烦你了",
    "要得",
    "yes please",
    "Yes, please.",
    "sure",
    "ok thanks",
    "please do!",
  ])("is %s", (text) => expect(acceptanceIn(text, 0)).toEqual({ whole: true, rest: "" }));

  test.each(["不用了", "好吧不用", "no thanks", "好累", "嗯？", "好不好都行", "我去睡了", "no", ""])(
    "is not %s",
    (text) => expect(acceptanceIn(text, 0)).toBeNull(),
  );

  test("may be followed by talk", () => {
    expect(acceptanceIn("嗯，记住吧。今晚吃什么？", 0)).toEqual({ whole: false, rest: "今晚吃什么？" });
    expect(acceptanceIn("好，那我先去洗澡", 0)?.whole).toBe(false);
  });

  test("must name the keeping where something else was asked after the offer", () => {
    expect(acceptanceIn("好", 1)).toBeNull();
    expect(acceptanceIn("sure", 1)).toBeNull();
    expect(acceptanceIn("记住吧", 1)?.whole).toBe(true);
    expect(acceptanceIn("yeah remember that", 1)?.whole).toBe(true);
  });
});

test("only a statement of one's own is kept as it stands", () => {
  expect(ownWords("我家的钥匙在花盆下面")).toBe("我家的钥匙在花盆下面");
  expect(ownWords("你吃了吗？")).toBeUndefined();
  expect(ownWords("要是我有钱就好了")).toBeUndefined();
});

test("any text is read without a throw, and what is offered stands in it", () => {
  const piece = fc.constantFrom(
    "我",
    "下周三",
    "面试",
    "过敏",
    "，",
    "。",
    "想",
    "明年",
    "I",
    " am ",
    "allergic",
    " on Friday",
    "?",
    "！",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 12 }).map((all) => all.join("")),
      ),
      (text) => {
        const found = keepableIn(text, talk);
        if (found) expect(text).toContain(found.said);
        offerIn(text);
        acceptanceIn(text, 0);
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});

describe("in traditional characters", () => {
  test.each([
    "我对花生过敏",
    "我爸有高血压",
    "我下周三要去面试，有点慌",
    "我打算三十岁前开一家书店",
    "我奶奶昨天走了，我真的好难过",
  ])("what is said is as weighty as in simplified ones: %s", (text) => {
    expect(kindOf(traditional(text))).toBe(kindOf(text));
    expect(kindOf(traditional(text))).not.toBe("none");
  });

  test("an offer is found in a reply, and no is no", () => {
    expect(offerIn("要我替你記下來嗎？晚飯吃了沒？")).toBe(1);
    expect(acceptanceIn("好啊，記下來吧", 0)?.whole).toBe(true);
    expect(acceptanceIn("沒必要", 0)).toBeNull();
  });
});
