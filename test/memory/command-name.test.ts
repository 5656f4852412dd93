// Names that the person does not want to be called by, in both languages.
import { describe, expect, it } from "vitest";
import { parseCommand } from "../../src/memory/command.ts";

const read = (text: string) => {
  const command = parseCommand(text, /\p{Script=Han}/u.test(text) ? "zh" : "en");
  return command && "name" in command ? `${command.kind} ${command.name}` : (command?.kind ?? "none");
};

describe("a name not to be used any more", () => {
  it.each([
    ["以后别叫我阿棠了", "not_call_me 阿棠"],
    ["不要再叫我宝贝了好吗", "not_call_me 宝贝"],
    ["我不想再被叫小胖了", "not_call_me 小胖"],
    ["记住，别叫我“棠棠”", "not_call_me 棠棠"],
    ["Don't call me Tang anymore", "not_call_me Tang"],
    ["Please stop calling me babe", "not_call_me babe"],
    ["I don't like being called Mags", "not_call_me Mags"],
    ['Never call me "Ace" again', "not_call_me Ace"],
  ])("is heard: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    "别叫我起床",
    "别叫我了",
    "别再叫我全名了",
    "你别叫我去买菜",
    "他们老叫我胖子，我不喜欢",
    "为什么别叫我阿棠？",
    "don't call me that",
    "Don't call me at night",
    "Don't call me tomorrow",
    "Don't call me stupid",
    "He doesn't call me Tang anymore",
  ])("is none in %s", (text) => {
    expect(read(text)).toBe("none");
  });

  it("stands beside the name to use instead", () => {
    const first = parseCommand("以后别叫我老王了，叫我小王");
    expect(first).toMatchObject({ kind: "call_me", name: "小王", rest: "以后别叫我老王了" });
    expect(parseCommand(first?.rest ?? "")).toMatchObject({ kind: "not_call_me", name: "老王", pure: true });
    const second = parseCommand("Don't call me Max any more, call me Maxine", "en");
    expect([second, parseCommand(second?.rest ?? "", "en")]).toMatchObject([
      { kind: "call_me", name: "Maxine" },
      { kind: "not_call_me", name: "Max", pure: true },
    ]);
  });
});
