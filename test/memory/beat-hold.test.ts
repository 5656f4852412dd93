// What the person says about the next hours: who is understood to be asleep, away, or not to be written to; and until when.
import { describe, expect, it } from "vitest";
import {
  holdFigures,
  holdIn,
  holdNow,
  holdUntil,
  takeHold,
  usualFirstMinute,
} from "../../src/memory/beat-hold.ts";

const zone = "Asia/Shanghai";
const at = (iso: string) => Date.parse(iso) / 1000;
const reason = (text: string) => holdIn(text, ["小夏"])?.reason ?? null;
const hours = (text: string) => {
  const hold = holdIn(text);
  return hold && "hours" in hold ? hold.hours : null;
};

describe("good night", () => {
  it.each([
    "晚安",
    "晚安，小夏",
    "我先睡了，晚安～",
    "困死了，去睡了",
    "好困，睡觉了",
    "good night!",
    "ok I'm going to bed, night night",
    "gn",
    "Goodnight, sweet dreams",
    "早点休息，晚安",
  ])("is heard in %j", (text) => expect(reason(text)).toBe("good_night"));

  it.each([
    "昨天他跟我说晚安",
    "你睡了吗？",
    "晚安是什么意思？",
    "我妈睡觉打呼噜",
    "昨晚没睡好",
    "那下次聊",
    "good night's sleep is all I need, how do you do it?",
    "拜拜",
  ])("is not heard in %j", (text) => expect(reason(text)).not.toBe("good_night"));
});

describe("being away", () => {
  it.each([
    ["我去洗澡了", 1],
    ["先吃饭啦", 1],
    ["去开会了", 2],
    ["要上课了", 2],
    ["在开会，晚点说", 2],
    ["我先去健身了", 2],
    ["准备登机了", 3],
    ["要考试了，加油", 3],
    ["上班去了", 3],
    ["I'm in a meeting", 2],
    ["hopping in the shower", 1],
    ["gotta go to class now", 2],
    ["ok heading to work", 3],
    ["I'm driving", 2],
    ["time for lunch", 1],
    ["我先去忙了", 2],
    ["在忙，晚点回你", 2],
    ["sorry I'm busy right now", 2],
    ["class is starting", 2],
    ["my meeting starts in 5", 2],
    ["brb shower", 1],
    ["我要去健身房了", 2],
    ["我有个会，先撤", 2],
    ["会议开始了，先这样", 2],
    ["去开家长会", 2],
    ["我去上瑜伽课了", 2],
    ["午睡一会儿", 2],
    ["泡个澡", 1],
    ["我去洗个头", 1],
    ["现在不方便说话", 2],
    ["进考场了", 3],
    ["got a meeting in 5", 2],
    ["jumping on a call", 2],
    ["I'll be in meetings all afternoon", 2],
    ["in class rn", 2],
    ["on my way to class", 2],
    ["let me take a quick shower", 1],
    ["my flight is boarding", 3],
    ["can't talk right now", 2],
  ])("%j holds", (text, wanted) => expect(hours(text)).toBe(wanted));

  it.each([
    "昨天开会开到十点",
    "忙完找你",
    "你在忙吗",
    "别忙了，歇会儿",
    "他在忙",
    "I was busy all day",
    "are you busy?",
    "the class was fun",
    "the show is starting to bore me",
    "she gave me some space",
    "明天要开会",
    "刚开完会",
    "开会好烦",
    "你在开会吗？",
    "洗完澡了",
    "不想上课",
    "I hate meetings",
    "the meeting was boring",
    "I have a meeting tomorrow",
    "work is fine",
    "I love driving",
    "just finished lunch",
    "今天上课讲了导数，挺有意思",
    "我有会员卡",
    "我有个会唱歌的朋友",
    "有会儿没见了",
    "健身房好贵",
    "I can't talk to my mom about it",
    "I have a meeting in 3 days",
    "on a call he said that",
    "let me tell you about my class",
  ])("%j does not", (text) => expect(holdIn(text)).toBeNull());
});

describe("a word to stop", () => {
  it.each([
    "别再给我发消息了",
    "不要再发消息了",
    "别老给我发消息",
    "你别再找我了",
    "别烦我",
    "不要联系我了",
    "stop texting me",
    "Please stop messaging me.",
    "don't text me",
    "leave me alone",
    "no more messages please",
    "不用给我发消息了",
    "让我一个人待会儿，别找我",
    "could you please not message me",
    "stop sending messages",
    "quit bugging me",
    "please do not disturb me",
    "I don't want you to message me",
    "Give me some space.",
    "I said stop texting me",
    "I told you to leave me alone",
  ])("%j is one", (text) => expect(reason(text)).toBe("asked_to_stop"));

  it.each([
    "他让我别再找他了",
    "如果我说别再找我了你会难过吗",
    "你怎么别再给我发消息了这种话都信",
    "别停，继续说",
    "don't stop texting me",
    "why don't you text me more",
    "he told me to stop texting him",
    "if you stop texting me I'd be sad",
    "别发烧了才好",
    "别忘了给我发消息",
    "我让前任别再联系我了",
    "推销的别再联系我了",
    "I told him to leave me alone",
    "my ex won't stop messaging me",
    "he said don't text me",
    "she gave me some space",
    "给我一点空间想想这道题",
    "I don't want you to worry",
  ])("%j is none", (text) => expect(reason(text)).not.toBe("asked_to_stop"));
});

describe("until when it holds", () => {
  it("a good night holds until the usual first hour, and at least five hours", () => {
    const night = { reason: "good_night" } as const;
    expect(holdUntil(night, at("2026-03-10T23:10:00+08:00"), 480, zone)).toBe(
      at("2026-03-11T08:00:00+08:00"),
    );
    expect(holdUntil(night, at("2026-03-11T01:10:00+08:00"), 480, zone)).toBe(
      at("2026-03-11T08:00:00+08:00"),
    );
    expect(holdUntil(night, at("2026-03-11T07:10:00+08:00"), 480, zone)).toBe(
      at("2026-03-12T08:00:00+08:00"),
    );
    expect(holdUntil({ reason: "busy", hours: 2 }, 1_000, 480, zone)).toBe(1_000 + 7_200);
  });

  it("the usual first minute is the median of the days, and eight where few are known", () => {
    expect(usualFirstMinute([])).toBe(480);
    expect(usualFirstMinute([600, 610])).toBe(480);
    expect(usualFirstMinute([700, 420, 431])).toBe(431);
    expect(usualFirstMinute([420, 440, 460, 800])).toBe(450);
  });

  it("a word that comes well after the parting lifts it, one that belongs to it does not, and none lifts a word to stop", () => {
    const hold = { hold_until: 10_000, hold_reason: "busy", hold_since: 1_000 };
    expect(holdNow(hold, 1_000 + holdFigures.parting, 5_000)).toEqual({ until: 10_000, reason: "busy" });
    expect(holdNow(hold, 1_001 + holdFigures.parting, 5_000)).toBeUndefined();
    expect(holdNow({ ...hold, hold_reason: "asked_to_stop" }, 4_000, 5_000)?.reason).toBe("asked_to_stop");
    expect(holdNow(hold, 0, 10_000)).toBeUndefined();
    expect(holdNow({}, 0, 5_000)).toBeUndefined();
  });

  it("is taken over by a longer one, and by a word to stop; a shorter one leaves it where it stands", () => {
    const night = { hold_until: 30_000, hold_reason: "good_night", hold_since: 1_000 };
    const bath = { reason: "busy", hours: 1 } as const;
    expect(takeHold(night, bath, 1_100, 4_700)).toEqual({});
    expect(takeHold(night, bath, 9_000, 12_600)).toMatchObject({ hold_until: 12_600, hold_reason: "busy" });
    const stop = { hold_until: 90_000, hold_reason: "asked_to_stop", hold_since: 1_000 };
    expect(takeHold(stop, { reason: "good_night" }, 80_000, 110_000)).toEqual({});
    expect(takeHold(night, { reason: "asked_to_stop", hours: 24 }, 1_100, 87_500)).toEqual({
      hold_until: 87_500,
      hold_reason: "asked_to_stop",
      hold_since: 1_100,
    });
    expect(takeHold({}, bath, 1_000, 4_600)).toMatchObject({ hold_until: 4_600 });
  });

  it("one that a clock set back has left in the future holds nothing", () => {
    expect(
      holdNow({ hold_until: 90_000, hold_reason: "busy", hold_since: 80_000 }, 0, 5_000),
    ).toBeUndefined();
  });
});
