// One thing said in other words is one fact: under related keys, with or without what the key says already (A211, R40).
import { describe, expect, test } from "vitest";
import type { FactOperation } from "../../src/schema/answer.ts";
import { apply, shown, talk } from "./fact-sample.ts";

type Claim = [NonNullable<FactOperation["category"]>, string, string];

const both = (said: string, claims: readonly Claim[]) =>
  shown(
    apply(
      claims.map(([category, key, value]) => ({ category, key, value, quote: said })),
      talk([said]),
    ).facts,
  );

describe("one thing in other words", () => {
  test.each<[string, Claim, Claim]>([
    ["我不吃香菜", ["dislike", "hates_food", "不吃香菜"], ["dislike", "dislikes", "不喜欢吃香菜"]],
    ["我不吃香菜", ["dislike", "dislikes", "不吃香菜"], ["dislike", "hates_food", "香菜"]],
    ["我对虾过敏", ["health", "allergy", "虾"], ["health", "health_allergy", "虾子"]],
    ["我喜欢爵士乐", ["preference", "likes", "爵士乐"], ["preference", "music", "爵士乐"]],
    ["I like jazz", ["preference", "likes", "jazz"], ["preference", "music", "jazz"]],
    ["I hate coriander", ["dislike", "dislikes", "coriander"], ["dislike", "hates_food", "coriander"]],
    ["I'm allergic to peanuts", ["health", "allergy", "peanuts"], ["health", "food_allergy", "peanut"]],
  ])("is one fact: %s", (said, one, other) => {
    expect(both(said, [one, other])).toHaveLength(1);
    expect(both(said, [other, one])).toHaveLength(1);
  });

  test.each<[string, Claim, Claim]>([
    ["我喜欢茶，也喜欢茶具", ["preference", "likes", "茶"], ["preference", "likes", "茶具"]],
    ["我喜欢爵士乐，不喜欢摇滚", ["preference", "likes", "爵士乐"], ["dislike", "dislikes", "摇滚"]],
    ["我的猫叫豆，狗叫豆子", ["relationship", "pet_name", "豆豆"], ["relationship", "pet_name", "豆子"]],
    ["I like tea and teapots", ["preference", "likes", "tea"], ["preference", "likes", "teapots"]],
    ["I like jazz, I play jazz", ["preference", "likes", "jazz"], ["personal_info", "skill", "jazz"]],
  ])("does not swallow another thing: %s", (said, one, other) => {
    expect(both(said, [one, other])).toHaveLength(2);
  });
});
