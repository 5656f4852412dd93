// Whether what was said was taken back in the same talk: slips, denials, jokes, requests to forget.
import { describe, expect, test } from "vitest";
import { asksToForget, correctsItself, withdrawalOf } from "../../src/memory/evidence-withdrawn.ts";
import { talk } from "./fact-sample.ts";

const taken = (texts: string[], value: string, id = "m1") => withdrawalOf(id, value, talk(texts));

describe("a value", () => {
  test("is corrected where the next message corrects a slip and does not say it again", () => {
    expect(taken(["我生日是11月21号", "> 记住了", "等等我打反了，是11月12号，不是21号"], "11月21号")).toBe(
      "corrected",
    );
    expect(taken(["我爸要做左膝手术", "我说错了，是右膝"], "左膝手术")).toBe("corrected");
    expect(taken(["It's the left knee", "I got it wrong, it's the right one"], "left knee")).toBe(
      "corrected",
    );
  });

  test("of the correcting message stands, and the value that it denies does not", () => {
    const texts = ["我生日是11月21号", "等等我打反了，是11月12号，不是21号"];
    expect(taken(texts, "11月12号", "m2")).toBeUndefined();
    expect(taken(texts, "11月21号", "m2")).toBe("corrected");
    expect(taken(["不是11号，我说的是12号"], "5月12日")).toBeUndefined();
    expect(taken(["不是11号，我说的是12号"], "5月11日")).toBe("corrected");
  });

  test("is corrected where the verb stands beside what is denied, and is former where it was so", () => {
    expect(taken(["我住在上海", "我不是住上海，是住苏州"], "上海")).toBe("corrected");
    expect(taken(["我住在上海", "说错了？没有，我不住上海，住苏州"], "上海")).toBe("corrected");
    expect(taken(["I live in Leeds", "hm", "I don't live in Leeds, I live in York"], "Leeds")).toBe(
      "corrected",
    );
    expect(taken(["我是学生", "我不是学生，是老师"], "学生")).toBe("corrected");
    expect(taken(["我住在上海", "我现在不住上海了"], "上海")).toBeUndefined();
    expect(taken(["I live in Leeds", "ok", "I don't live in Leeds anymore"], "Leeds")).toBeUndefined();
    expect(taken(["我住在上海", "我爸不住上海"], "上海")).toBeUndefined();
  });

  test("is corrected where the message names the other side", () => {
    expect(taken(["刚翻病历是右膝"], "左膝手术")).toBe("corrected");
    expect(taken(["刚翻病历是右膝"], "右膝手术")).toBeUndefined();
  });

  test("stands where the companion was wrong: 你记错了 is no slip of the person", () => {
    expect(taken(["我住在杭州", "> 你住在成都", "你记错了吧"], "杭州")).toBeUndefined();
  });

  test("is a joke where the next message says so, and not where jokes are forbidden", () => {
    expect(taken(["要有一百万我就辞职", "说说而已啦"], "辞职")).toBe("joke");
    expect(taken(["I'm moving to Mars", "just kidding"], "Mars")).toBe("joke");
    expect(taken(["我哥在水库没的", "别劝我下水，开玩笑也不行"], "水库")).toBeUndefined();
  });

  test("is forgotten where a request names it or points at what was just said", () => {
    expect(taken(["我喜欢泳池的教练，叫顾野", "> 哦", "这个人的事你忘了吧，名字也别存"], "顾野")).toBe(
      "forgotten",
    );
    expect(
      taken(["I lent him fifty thousand", "Forget the loan I just mentioned, keep no record"], "50000"),
    ).toBe("forgotten");
  });

  test("stands where the request is about something else, long ago", () => {
    const texts = ["我住在杭州", "今天下雨", "吃了面", "看了电影", "困了", "借钱那事你忘掉吧"];
    expect(taken(texts, "杭州")).toBeUndefined();
  });

  test("of an unknown message was not taken back", () => {
    expect(withdrawalOf("nowhere", "x", talk(["我住在杭州"]))).toBeUndefined();
    expect(withdrawalOf("m1", "x", [])).toBeUndefined();
  });
});

describe("a request to forget", () => {
  test("is told from forgetting oneself, and from 你是不是忘了", () => {
    for (const text of [
      "你忘掉吧",
      "那句你删掉，别记着",
      "please forget it",
      "don't keep that",
      "Pretend I never said it",
      "忘掉我住在苏州",
      "请忘记我对花生过敏",
      "把我离过婚忘掉吧",
      "Delete that I like jazz",
      "Can you forget that I live in Leeds?",
    ]) {
      expect([text, asksToForget(text)]).toEqual([text, true]);
    }
    for (const text of [
      "我忘了带伞",
      "你是不是忘了",
      "I always forget my umbrella",
      "don't forget me",
      "别忘了给我打电话",
      "你忘了我不吃香菜",
      "忘掉烦恼吧",
      "我想忘掉我住过的地方",
      "I want to forget that I live here",
      "算了",
    ]) {
      expect([text, asksToForget(text)]).toEqual([text, false]);
    }
  });
});

describe("a slip", () => {
  test("is the person's own", () => {
    for (const text of [
      "我说错了，是周四",
      "不对，看错了，是周四上午",
      "Wait, I typed it backwards",
      "my mistake",
    ]) {
      expect([text, correctsItself(text)]).toEqual([text, true]);
    }
    for (const text of ["你说错了", "你记错了", "他打错了电话号码吗，不知道", "backward"]) {
      expect([text, correctsItself(text)]).toEqual([text, false]);
    }
  });
});
