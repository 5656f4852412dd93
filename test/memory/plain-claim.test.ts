// Short sentences held against each other: a "not" of one character is the whole difference, and what lies in the past has not therefore ended (C084).
import { describe, expect, test } from "vitest";
import { claimsTheSame, ends, plainClaim } from "../../src/memory/plain-claim.ts";

const ended = (later: string, earlier: string) => ends(plainClaim(later), plainClaim(earlier));
const same = (a: string, b: string) => claimsTheSame(plainClaim(a), plainClaim(b));

describe("a later sentence ends an earlier one", () => {
  test.each([
    ["对花生不过敏", "对花生过敏"],
    ["用户对花生不过敏", "对方：我对花生过敏"],
    ["现在没有养猫了，在养狗。不喜欢猫毛", "喜欢猫毛", false],
    ["2026年1月起住在上海，之前住在北京", "用户住在北京"],
    ["之前住在北京", "住在北京"],
    ["曾经喜欢跑步，膝盖伤了", "喜欢跑步"],
    ["不再喜欢跑步", "喜欢跑步"],
    ["喜欢吃香菜", "不喜欢吃香菜"],
    ["The user is not allergic to peanuts", "The user is allergic to peanuts"],
    ["They used to live in Berlin", "They live in Berlin"],
    ["doesn't like jazz any more", "likes jazz"],
    ["no longer works nights", "works nights"],
  ] as [string, string, boolean?][])("%s / %s", (later, earlier, yes = true) => {
    expect(ended(later, earlier)).toBe(yes);
  });
});

describe("nothing is ended by", () => {
  test.each([
    ["another person's matter", "妹妹对花生不过敏", "对花生过敏"],
    ["the character's own words", "我：我对花生不过敏", "对花生过敏"],
    ["another subject", "对芒果不过敏", "对花生过敏"],
    ["another number", "不是 3 楼的 12 号", "是 3 楼的 11 号"],
    ["a past event that is told again", "之前一起看了流星雨", "一起看了流星雨"],
    ["what went on since then", "从以前到现在一直住在北京", "住在北京"],
    ["words in which 不 denies nothing", "那家店不错", "那家店"],
    ["a matter too short to tell", "以前抽烟", "抽烟"],
    ["the same once more", "对花生过敏", "对花生过敏"],
    ["a larger past that only touches it", "之前住在北京的时候天天去后海边上跑步", "住在北京"],
    ["an empty sentence", "", "对花生过敏"],
    ["another matter in English", "They are not allergic to cats", "They are allergic to peanuts"],
    ["an event told again in English", "Before, they walked around the lake", "They walked around the lake"],
  ])("%s", (_, later, earlier) => {
    expect(ended(later, earlier)).toBe(false);
  });
});

describe("the same is said", () => {
  test("whatever the subject, the punctuation, the case and the little words", () => {
    expect(same("用户对花生过敏。", "对方：我对花生过敏")).toBe(true);
    expect(same("养了一只猫", "养着一只猫")).toBe(true);
    expect(same("The user likes peanuts!", "they like peanut")).toBe(true);
  });

  test("but not with a not, another number, or a former state", () => {
    expect(same("对花生过敏", "对花生不过敏")).toBe(false);
    expect(same("养了2只猫", "养了3只猫")).toBe(false);
    expect(same("住在北京", "以前住在北京")).toBe(false);
    expect(same("", "。")).toBe(false);
  });
});
