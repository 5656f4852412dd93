// When a topic ends without a goodbye: silence, another subject, too many messages (A49, DESIGN 3).
import { describe, expect, test } from "vitest";
import { announcesShift, endTrigger, shiftSimilarityFloor, topicLimits } from "../../src/memory/topic.ts";
import type { Message } from "../../src/schema/message.ts";

const start = 1_780_000_000;

function message(at: number, content: string, role: "user" | "assistant" = "user"): Message {
  return { message_id: `m${at}`, role, content, timestamp: at, topic_id: "t1" };
}

/** `count` messages a minute apart; the last stands at `start`. */
function talk(count: number): Message[] {
  return Array.from({ length: count }, (_, i) => message(start - (count - 1 - i) * 60, "聊聊海边的天气"));
}

const unlike = { similarity: 0, firstTopic: false };
const otherSubject = "我们公司下个月要搬到新的办公楼了";

function ask(open: Message[], after: number, content: string | null, more: object = {}) {
  const incoming = content === null ? null : message(start + after, content);
  return endTrigger({ open, incoming, now: start + after, ...unlike, ...more });
}

describe("silence", () => {
  test("ends a topic six hours after its last message, with or without a new one", () => {
    expect(ask(talk(3), topicLimits.silence, null)).toEqual({ trigger: "silence" });
    expect(ask(talk(3), topicLimits.silence, "在吗")).toEqual({ trigger: "silence" });
    expect(ask(talk(3), topicLimits.silence - 1, null)).toBeNull();
  });

  test("ends a companion's first topic after half an hour", () => {
    expect(ask(talk(3), 1_800, null, { firstTopic: true })).toEqual({ trigger: "silence" });
    expect(ask(talk(3), 1_799, null, { firstTopic: true })).toBeNull();
  });

  test("ends nothing where nothing was said, or where the clock moved back", () => {
    expect(ask([], 10 * topicLimits.silence, "在吗")).toBeNull();
    expect(ask(talk(3), -10 * topicLimits.silence, null)).toBeNull();
  });
});

describe("shift", () => {
  test("sees an unlike message after a pause as another subject", () => {
    expect(ask(talk(8), 600, otherSubject)).toEqual({ trigger: "shift" });
  });

  test("never under eight messages nor within ten minutes", () => {
    expect(ask(talk(7), 600, otherSubject)).toBeNull();
    expect(ask(talk(8), 599, otherSubject)).toBeNull();
  });

  test("keeps the topic for a message that is like it, says little, or points back", () => {
    expect(ask(talk(8), 600, otherSubject, { similarity: shiftSimilarityFloor })).toBeNull();
    expect(ask(talk(8), 600, "嗯嗯哈哈")).toBeNull();
    expect(ask(talk(8), 600, "why?")).toBeNull();
    expect(ask(talk(8), 600, "那你觉得我应该怎么回他比较好呢")).toBeNull();
    expect(ask(talk(8), 600, "but how would you have answered her")).toBeNull();
  });

  test("ends a topic of two messages at once when the shift is announced", () => {
    expect(ask(talk(2), 5, "换个话题吧", { similarity: 1 })).toEqual({ trigger: "shift" });
    expect(ask(talk(1), 5, "换个话题吧", { similarity: 1 })).toBeNull();
  });

  test("does not let the companion's own words end the topic", () => {
    const incoming = message(start + 900, "换个话题吧", "assistant");
    expect(endTrigger({ open: talk(9), incoming, now: start + 900, ...unlike })).toBeNull();
  });
});

describe("overflow", () => {
  test("ends a topic of four hundred messages", () => {
    expect(ask(talk(400), 5, "好", { similarity: 1 })).toEqual({ trigger: "overflow" });
    expect(ask(talk(399), 5, "好", { similarity: 1 })).toBeNull();
    expect(ask(talk(400), 5, null)).toEqual({ trigger: "overflow" });
  });
});

describe("an announced shift", () => {
  test.each([
    "换个话题吧",
    "我们换个话题",
    "咱们聊点别的吧",
    "说点别的",
    "好了好了，不聊这个了",
    "不说这个了，你今天干嘛了",
    "对了说个别的事",
    "对了，跟你说件别的事",
    "要不换个轻松点的话题？",
    "算了，聊别的吧",
    "题外话，你会做饭吗",
    "能不能换个话题",
    "先不聊这个了",
    "嗯，换个别的聊吧",
    "Let's change the subject",
    "can we talk about something else?",
    "On another note, I bought a bike",
    "ok, different topic: dinner",
    "changing the subject, how is your cat",
    "Anyway, let's talk about something else",
    "Completely unrelated, but do you like tea?",
    "I'd like to change the topic",
    "on a lighter note…",
    "moving on",
  ])("is heard in %j", (text) => {
    expect(announcesShift(text)).toBe(true);
  });

  test.each([
    "不想换个话题",
    "别换话题",
    "你怎么突然换话题",
    "他每次都换个话题",
    "老师说完就换了话题",
    "为什么要换个话题",
    "我不想聊别的",
    "你有别的办法吗",
    "《换个话题》这首歌好听",
    "他说“换个话题吧”",
    "这个话题很有意思",
    "说个笑话",
    "聊聊你自己",
    "",
    "don't change the subject",
    "why did you change the subject",
    "he always changes the subject",
    "I don't want to change the topic",
    "the subject of the email was wrong",
    "I take notes on another computer",
    "she wants to talk about something",
    "we are moving on Friday",
    "is there anything else",
  ])("is not heard in %j", (text) => {
    expect(announcesShift(text)).toBe(false);
  });

  test("reads a hostile text quickly", () => {
    expect(announcesShift("嗯".repeat(16_000))).toBe(false);
    expect(announcesShift("好了".repeat(8_000))).toBe(false);
    expect(announcesShift("so ".repeat(5_000))).toBe(false);
  });
});
