// Which short topics are worth a model call: those in which the person states something (R33).
import { describe, expect, test } from "vitest";
import { hasFactCandidate, isFactCandidate } from "../../src/memory/fact-candidate.ts";
import type { Message } from "../../src/schema/message.ts";

const said = (content: string, role: Message["role"] = "user"): Message => ({
  message_id: content,
  role,
  content,
  timestamp: 1,
  topic_id: "t",
});

describe("a fact candidate", () => {
  test.each([
    "我对花生过敏",
    "我搬到杭州了",
    "记住，别放香菜",
    "别忘了这个",
    "忘掉刚才那句",
    "周五考试",
    "生日是5月4号",
    "墨块三岁了",
    "大家都叫我阿沐",
    "I moved to Leeds",
    "my sister is a nurse",
    "don't forget the keys",
    "birthday on Friday",
    "met Sarah again",
    "the flat is 42 square metres",
  ])("is a statement, a name, a number, a date or a command: %j", (text) => {
    expect(isFactCandidate(said(text))).toBe(true);
  });

  test.each([
    "嗯嗯",
    "哈哈",
    "好呀",
    "晚安",
    "拜拜",
    "在吗",
    "ok",
    "good night",
    "thanks",
    "",
    "what do I do?",
    "我该怎么办呢？",
  ])("is not small talk or a question: %j", (text) => {
    expect(isFactCandidate(said(text))).toBe(false);
  });

  test("is never what the companion said", () => {
    expect(isFactCandidate(said("我对花生过敏", "assistant"))).toBe(false);
    expect(hasFactCandidate([said("在吗"), said("我住在杭州", "assistant")])).toBe(false);
  });

  test("one in a topic is enough, none in an empty one", () => {
    expect(hasFactCandidate([said("在吗"), said("我住在杭州"), said("晚安")])).toBe(true);
    expect(hasFactCandidate([])).toBe(false);
  });
});
