// Signs of danger in both languages: heard where they are meant, not in figures of speech, titles, stories or denials (R10).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDanger } from "../../src/memory/danger.ts";
import { helpLines, regionOf, regions } from "../../src/memory/help-lines.ts";
import { traditional } from "../support/traditional.ts";

const selfHarm = [
  "我不想活了",
  "真的不想活下去了",
  "活着没意思",
  "活着真没什么意义",
  "我想死",
  "好想死",
  "想死",
  "我真的好想死啊",
  "昨晚又割腕了",
  "我割过手腕",
  "我又自残了",
  "想从楼上跳下去",
  "我想从阳台跳下去算了",
  "我站在天台上",
  "我想自杀",
  "有时候会想着自杀",
  "死了算了",
  "不如死了",
  "没有我大家会更好",
  "我已经写好遗书了",
  "我吞了一整瓶安眠药",
  "我想结束自己的生命",
  "想离开这个世界",
  "再也不想醒来了",
  "活得够了",
  "笑死，其实我不想活了",
  "我不是开玩笑，我想死",
  "我朋友说她想自杀，怎么办",
  "我不想 活 了",
  "I want to kill myself",
  "i wanna die",
  "I just want to end it all",
  "I don't want to live anymore",
  "I don’t want to be alive.",
  "there is no point in living",
  "everyone would be better off without me",
  "I've been cutting myself again",
  "I feel suicidal",
  "thinking about suicide a lot lately",
  "I want to jump off a bridge",
  "I took the whole bottle of pills",
  "I wish I was dead",
  "I wish I'd never been born",
  "tired of living",
  "lol kill myself. no really, I'm suicidal",
  "my friend told me she wants to kill herself",
];

const byOthers = [
  "他又打我了",
  "我爸喝醉了又打我",
  "老公昨晚掐着我的脖子",
  "我被家暴了",
  "我男朋友威胁要杀我",
  "有人跟踪我",
  "继父摸我的腿",
  "我被同学霸凌",
  "他把我锁在房间里",
  "我被打了",
  "我妈用衣架打我",
  "he hits me",
  "My dad beat me again last night",
  "my boyfriend threatened to kill me",
  "I was raped",
  "my stepdad touches me at night",
  "he choked me yesterday",
  "she keeps hitting me",
  "I'm being stalked",
  "I'm scared he'll hurt me",
  "my husband locked me in",
];

const toOthers = [
  "我要杀了他",
  "我今晚就去捅了他",
  "我真想杀了我老板",
  "我想和他同归于尽",
  "我想报复社会",
  "我怕自己会伤害孩子",
  "I'm going to kill him",
  "I want to stab my boss",
  "I'll shoot up the school",
  "I'm scared I might hurt my baby",
];

const harmless = [
  "笑死我了",
  "累死了今天",
  "想死你了",
  "我想死你啦",
  "困死了，睡了",
  "我不想死",
  "我怕死",
  "尴尬得想死",
  "好吃得想死哈哈",
  "我不会自杀的，放心",
  "没想过自杀",
  "《我不想活了》这首歌你听过吗",
  "电影里男主自杀那段太好哭了",
  "这本小说里她割腕了",
  "他跳下去游泳了",
  "从跳台跳下去的感觉好爽，泳池水很暖",
  "打发时间，杀时间",
  "他打我电话了",
  "他没打我",
  "他从来不打我",
  "我爸以前说他不会打我",
  "游戏里对面一直打我",
  "被打脸了",
  "我被打动了",
  "被打折的价格吸引",
  "今天被打了疫苗",
  "我们玩狼人杀吧，我要杀了他",
  "我要杀了他哈哈哈",
  "这个死机了",
  "死党约我吃饭",
  "作业要死要活",
  "热死了",
  "别死啊手机",
  "活着真好",
  "生活很有意思",
  "你是不是死了",
  "我不想结束",
  "I'm dying to see you",
  "you're killing it",
  "I'm dead 😂",
  "that joke killed me",
  "kill some time with me",
  "I don't want to die",
  "I'm not suicidal, don't worry",
  "I don't want to live in Paris",
  "I don't want to wake up early",
  "I cut myself shaving",
  "dead tired",
  "the Suicide Squad movie was fun",
  "in the movie he wants to kill himself",
  "he never hit me",
  "hit me up later",
  "it hit me that I was late",
  "she beat me at chess",
  "they kicked me out of the group chat",
  "I'm going to kill him lol",
  "my mom is going to kill me",
  "let's kill the lights",
  "I could eat a horse",
  "don't kill my vibe",
  "",
];

describe("danger", () => {
  test.each(selfHarm)("hears a danger to oneself in %j", (text) => {
    expect(findDanger(text)).toEqual({ kind: "self_harm" });
  });
  test.each(byOthers)("hears a danger from others in %j", (text) => {
    expect(findDanger(text)).toEqual({ kind: "harm_by_others" });
  });
  test.each(toOthers)("hears a danger to others in %j", (text) => {
    expect(findDanger(text)).toEqual({ kind: "harm_to_others" });
  });
  test.each(harmless)("hears none in %j", (text) => {
    expect(findDanger(text)).toBeNull();
  });

  test("hears it in the middle of a long message and across its pieces", () => {
    const filler = "今天的会开了很久。";
    for (let before = 30; before < 60; before += 1) {
      expect(findDanger(`${filler.repeat(before)}我不想活了${filler.repeat(900)}`)).toEqual({
        kind: "self_harm",
      });
    }
  });

  test("reads texts made to mislead its patterns, at full length", () => {
    const bait = fc.constantFrom(
      ...[
        "我",
        "他",
        "又",
        "在呢",
        "用",
        "想",
        "死",
        "不",
        "没有我",
        "真的",
        "活着",
        "今天",
        "一直",
        "\n",
        " ",
        "《",
        "，",
      ],
      ...["i ", "he ", "my ", "want to ", "just ", "really ", "not ", "me ", "hits ", "the ", "been "],
    );
    fc.assert(
      fc.property(fc.array(bait, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join("");
        const found = findDanger(text.repeat(Math.floor(16_000 / text.length)));
        // Said once it is the same danger, or part of one: repeating may add a sign, never hide one.
        if (findDanger(`${text}\n`) !== null && !/不|没|not /.test(text)) expect(found).not.toBeNull();
      }),
      { numRuns: 60, seed: 17 },
    );
  });
});

describe("help", () => {
  test.each([
    ["Asia/Shanghai", "cn", "12356"],
    ["Asia/Hong_Kong", "hk", "18111"],
    ["Asia/Taipei", "tw", "1925"],
    ["America/New_York", "us", "988"],
    ["America/Indiana/Knox", "us", "988"],
    ["America/Toronto", "ca", "988"],
    ["Europe/London", "gb", "116 123"],
    ["Europe/Dublin", "ie", "116 123"],
    ["Europe/Berlin", "other", "findahelpline.com"],
    ["America/Sao_Paulo", "other", "findahelpline.com"],
    ["nowhere", "other", "findahelpline.com"],
    ["constructor", "other", "findahelpline.com"],
  ])("in %s is that of %s", (zone, region, number) => {
    expect(regionOf(zone)).toBe(region);
    expect(helpLines("zh", regionOf(zone))).toContain(number);
    expect(helpLines("en", regionOf(zone))).toContain(number);
  });

  test("names somebody to call for every region, language and kind", () => {
    for (const region of regions) {
      for (const kind of ["self_harm", "harm_by_others", "harm_to_others"] as const) {
        expect(helpLines("zh", region, kind)).toMatch(/\d{3}|findahelpline/);
        expect(helpLines("en", region, kind)).not.toMatch(/[\u4e00-\u9fff]/);
      }
    }
    expect(helpLines("zh", "cn", "harm_by_others")).toContain("110");
  });
});

describe("in traditional characters", () => {
  test("each cry for help is heard, and each figure of speech passes, as in simplified ones", () => {
    const all = [...selfHarm, ...byOthers, ...toOthers, ...harmless];
    for (const text of all) expect(findDanger(traditional(text)), text).toEqual(findDanger(text));
    expect(findDanger("我不想活了，活著沒有意義")).toEqual({ kind: "self_harm" });
    expect(findDanger("我爸又打我了，救救我")).toEqual({ kind: "harm_by_others" });
  });
});
