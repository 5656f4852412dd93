// Orders that stand behind what they are about, and other ways to say them (A219, A221, A223, R28).
import { describe, expect, it } from "vitest";
import { parseCommand } from "../../src/memory/command.ts";
import type { Facts } from "../../src/schema/fact.ts";

const commandOf = (text: string, facts: Facts = []) =>
  parseCommand(text, /\p{Script=Han}/u.test(text) ? "zh" : "en", { names: ["小夏"], facts });

describe("what is to be remembered stands before the order", () => {
  it.each([
    ["我结婚纪念日是10月2号，记住啊", "我结婚纪念日是10月2号"],
    ["这个很重要：我下个月15号做手术，千万记住", "这个很重要：我下个月15号做手术"],
    ["都说了我是素食者，记住行不行", "都说了我是素食者"],
    ["我对花生过敏。记住啊", "我对花生过敏"],
    ["我每周三要健身，你可别忘了", "我每周三要健身"],
    ["请把“每周三健身”记下来", "每周三健身"],
    ["帮我把我妈的生日是5月3日这件事记一下", "我妈的生日是5月3日"],
    ["Our anniversary is October 2nd, remember that", "Our anniversary is October 2nd"],
    ["I'm having surgery on the 15th, please don't forget", "I'm having surgery on the 15th"],
    ["My blood type is O. Make a note of that, please", "My blood type is O"],
    ["It would be great if you could remember that I hate mornings", "I hate mornings"],
  ])("%s", (text, statement) => {
    expect(commandOf(text)).toMatchObject({ kind: "remember", statement, pure: true });
  });

  it("leaves the talk beside it to the reply", () => {
    expect(commandOf("今天真累。我怕打雷，记住啊。你吃了吗？")).toMatchObject({
      kind: "remember",
      statement: "我怕打雷",
      pure: false,
      rest: "今天真累。\n你吃了吗？",
    });
  });

  it.each([
    "我恨你，你给我记住",
    "你欠我一个解释，记住",
    "我说的话你记住了吗？记住了没",
    "记住了",
    "天很蓝，记住啊",
    "我住在哪里？记住啊",
    "把这个记下来吗",
    "他把我的话都记下来了",
    "You hurt me, remember that",
    "Nobody is perfect, remember that",
    "Is my name Bob? Remember that?",
    "I said you could go, don't forget",
  ])("%s is no such order", (text) => {
    expect(commandOf(text)).toBeNull();
  });
});

describe("names", () => {
  it.each([
    ["可以叫我Leo吗", "call_me", "Leo"],
    ["你能叫我阿棠吗？", "call_me", "阿棠"],
    ["我都说过了别叫我阿棠", "not_call_me", "阿棠"],
    ["I told you not to call me Ed", "not_call_me", "Ed"],
  ])("%s", (text, kind, name) => {
    expect(commandOf(text)).toMatchObject({ kind, name });
  });

  it.each(["他叫我小夏吗", "你叫我什么吗", "可以叫我起床吗"])("%s names nobody", (text) => {
    expect(commandOf(text)).toBeNull();
  });
});

describe("what is not to be brought up", () => {
  it.each([
    ["我不想聊工作，别提了", "工作"],
    ["我实在不想谈我爸的事，你别再问了", "我爸"],
    ["I don't want to talk about work, please don't mention it again", "work"],
  ])("%s", (text, what) => {
    expect(commandOf(text)).toMatchObject({ kind: "suppress", what });
  });

  it.each(["我不想聊，别提了", "我不想说话，别提了多累", "I don't want to talk, don't bother me"])(
    "%s names no matter",
    (text) => {
      expect(commandOf(text)?.kind).not.toBe("suppress");
    },
  );
});
