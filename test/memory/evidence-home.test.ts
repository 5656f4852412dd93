// Where the person lives is proven by words of living there, not by a place that is merely named (part 2, item 2).
import { describe, expect, test } from "vitest";
import { provesHome } from "../../src/memory/evidence-unreal.ts";

describe("a place", () => {
  test.each([
    ["我住在杭州"],
    ["我在杭州三年了"],
    ["到成都两年了，还是吃不惯辣"],
    ["可能在成都吧"],
    ["家在苏州"],
    ["I live in Leeds"],
    ["been in Leeds for two years"],
  ])("where somebody lives is proven: %s", (clause) => expect(provesHome(clause)).toBe(true));

  test.each([
    ["杭州天气真好"],
    ["杭州的餐厅"],
    ["我们公司在海淀"],
    ["我出生在大理"],
    ["the weather in Leeds"],
    ["a hotel in Leeds"],
  ])("that is merely named is not: %s", (clause) => expect(provesHome(clause)).toBe(false));

  test.each([
    ["平江路后面的小巷", "屋子找在哪儿？"],
    ["In a lane behind Pingjiang Road", "Where did you find a flat?"],
    ["朝阳区", "你住哪个区呀"],
  ])("answers the question where they live: %s", (clause, asked) => {
    expect(provesHome(clause, asked)).toBe(true);
    expect(provesHome(clause, "今天吃什么？")).toBe(false);
  });
});
