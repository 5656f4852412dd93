// A companion that speaks first never blames the person for silence; kind words and talk about others pass.
import { describe, expect, it } from "vitest";
import { reproaches } from "../../src/memory/beat-reproach.ts";

describe("a reproach", () => {
  it.each([
    "你怎么不理我",
    "为什么一直不回我消息",
    "你都不回我",
    "你是不是忘了我",
    "终于想起我了？",
    "等了你一整天",
    "这么久都不找我",
    "你又不理人",
    "把我晾在这里",
    "已读不回，真行",
    "反正你也不会回",
    "你从来不回我",
    "今天天气不错\n你怎么不回我呀",
    "Why haven't you answered?",
    "You never reply to me",
    "Are you ignoring me?",
    "did you forget about me",
    "You left me on read",
    "I've been waiting all day",
    "Where have you been?",
    "Finally you remembered me",
    "I guess you're too busy for me",
    "Don’t you even care?",
  ])("%j is one", (text) => expect(reproaches(text)).toBe(true));

  it.each([
    "忙的话不用回",
    "看到再说，没回也没关系",
    "墨块今天不理我，因为我给它洗澡了",
    "今天画完一页，想讲给你听",
    "你那边下雨了吗",
    "吉他开始学了吗？",
    "想你了",
    "面试怎么样？",
    "我等公交等了半小时",
    "怎么不早说有这么好吃的店",
    "No need to answer, take your time",
    "My cat has been ignoring me all morning",
    "The bakery finally opened again",
    "Did you start the guitar?",
    "I waited for the bus and thought of you",
    "How was the interview?",
    "",
  ])("%j is none", (text) => expect(reproaches(text)).toBe(false));
});
