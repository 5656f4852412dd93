// What is over in plain words, and what only sounds like it (part 2, items 4 and 5).
import { describe, expect, test } from "vitest";
import { parseCommand } from "../../src/memory/command.ts";
import { Fact, type Facts } from "../../src/schema/fact.ts";

const held = (key: string, value: string): Facts => [
  Fact.parse({ id: "f", category: "preference", key, value }),
];
const commandOf = (text: string, facts: Facts) =>
  parseCommand(text, /\p{Script=Han}/u.test(text) ? "zh" : "en", { facts });

describe("what is held", () => {
  test.each([
    ["我现在不吃辣了", "favorite_food:辣", "辣", true],
    ["我不喜欢狗了", "likes:狗", "狗", true],
    ["其实我早就不怕打雷了", "fear:打雷", "打雷", true],
    ["我已经没有高血压了", "medical_condition:高血压", "高血压", true],
    ["我再也不玩游戏了", "likes:玩游戏", "玩游戏", true],
    ["不对，我不爱吃榴莲", "favorite_food:榴莲", "榴莲", false],
    ["I don't like jazz anymore", "likes:jazz", "jazz", true],
    ["I no longer eat meat", "habit:meat", "eats meat", true],
    ["I'm not afraid of spiders any more", "fear:spiders", "spiders", true],
    ["Actually I don't like durian, you got that wrong", "likes:durian", "durian", false],
  ])("%s ends it (%s)", (text, key, value, ended) => {
    const command = commandOf(text, held(key, value));
    expect(command).toMatchObject({ kind: "correct", wrong: value, key: key.split(":")[0] });
    expect(command?.kind === "correct" && command.ended === true).toBe(ended);
  });

  test.each([
    ["我不玩游戏了，去睡了", "likes:玩游戏", "玩游戏"],
    ["我不喜欢狗吗？", "likes:狗", "狗"],
    ["他不喜欢狗了", "likes:狗", "狗"],
    ["我不喜欢狗", "likes:狗", "狗"],
    ["我不喜欢吃虾了", "allergy:虾", "对虾过敏"],
    ["我不喜欢猫了", "likes:狗", "狗"],
    ["我不讨厌香菜了", "likes:香菜", "香菜"],
    ["我现在不吃香菜了", "hates_food:香菜", "不吃香菜"],
    ["I don't like jazz", "likes:jazz", "jazz"],
    ["She doesn't like jazz anymore", "likes:jazz", "jazz"],
    ["I don't like shrimp anymore", "allergy:shrimp", "allergic to shrimp"],
    ["Don't you like jazz anymore?", "likes:jazz", "jazz"],
  ])("%s does not end it (%s)", (text, key, value) => {
    expect(commandOf(text, held(key, value))).toBeNull();
  });
});
