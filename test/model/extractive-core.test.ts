// Core memories by strict rules: what is proposed, and the many things that are not (A93–A101).
import { describe, expect, it } from "vitest";
import { createExtractive } from "../../src/model/extractive.ts";
import { CoreAnswer } from "../../src/schema/answer.ts";
import type { Message } from "../../src/schema/message.ts";
import { tokenise } from "../../src/search/tokenise.ts";
import { traditional } from "../support/traditional.ts";

const engine = createExtractive({ tokenise });

function say(content: string, role: "user" | "assistant" = "user", id = "m1"): Message {
  return { message_id: id, role, content, timestamp: 1_700_000_000, topic_id: "t" };
}

function core(messages: readonly Message[], existing: readonly string[] = []) {
  return CoreAnswer.parse(engine({ role: "core_memory", language: "zh", messages, existing })).core_memories;
}

describe("what deserves to be remembered for ever", () => {
  it.each([
    ["我对芒果过敏，吃一口就进过急诊。", "taboo"],
    ["我从小就特别恐高，站在阳台上腿都软。", "taboo"],
    ["我最讨厌别人说“你想多了”。", "taboo"],
    ["以后永远别跟我提那座水库。", "taboo"],
    ["我这辈子最想做的事，是回老家开一间绘本馆。", "wish"],
    ["我的奶奶上周日走了。", "event"],
    ["我们分手了，昨天搬出来的。", "event"],
    ["我上个月确诊了抑郁症。", "event"],
    ["我们领证了！", "event"],
    ["说好了，每年生日你都要给我写一封信。", "promise"],
    ["以后就叫我团子吧。", "preference"],
    ["I'm severely allergic to peanuts.", "taboo"],
    ["I'm terrified of heights.", "taboo"],
    ["My lifelong dream is to publish a novel.", "wish"],
    ["My grandmother passed away on Sunday.", "event"],
    ["We broke up last night.", "event"],
    ["I was diagnosed with cancer in May.", "event"],
    ["Please call me Teddy.", "preference"],
  ])("%s", (text, category) => {
    const found = core([say(text)]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ category, source_message_ids: ["m1"] });
    expect(found[0]?.importance).toBeGreaterThanOrEqual(8);
    expect(found[0]?.content).toContain(text.slice(0, 6));
    expect(found[0]?.reason).toBeTruthy();
  });
});

describe("what does not", () => {
  it.each([
    ["small talk", "今天的面条真好吃，下次还去那家。"],
    ["a question", "我是不是对芒果过敏？"],
    ["a question without a mark", "你说我们会分手吗"],
    ["a negation", "我对芒果不过敏，放心吃。"],
    ["a negated fear", "我不怎么怕高。"],
    ["something that did not happen", "我们差点分手，还好没有。"],
    ["a condition", "要是我们分手了，我就搬去大理。"],
    ["a wish for a dream", "如果我的梦想是当宇航员呢"],
    ["somebody else's allergy", "我同事对花生过敏，连蛋糕都不敢吃。"],
    ["somebody else's loss", "我同事的奶奶去世了。"],
    ["a quotation", "他在台上喊：“我对芒果过敏！”"],
    ["lyrics", "这首歌的歌词好美：我们分手了，在下雨的夜里。"],
    ["a line from a play", "台词是这样的，我这辈子最想回到那座城。"],
    ["a dream at night", "梦见我们领证了，醒来还在笑。"],
    ["hearsay", "听说我的老师去世了。"],
    ["a guess", "我可能得了抑郁症。"],
    ["a parting for the day", "我妈走了，她去上班了。"],
    ["a call by others", "同事都叫我团长。"],
    ["an errand", "你可以叫我起床吗"],
    ["small talk in English", "I hate it here, the coffee is cold."],
    ["a question in English", "Am I allergic to peanuts?"],
    ["a negation in English", "I'm not allergic to peanuts."],
    ["somebody else's allergy in English", "My colleague is allergic to peanuts."],
    ["a condition in English", "If we broke up I would move to Lisbon."],
    ["lyrics in English", "The song goes: we broke up in the rain."],
    ["a request to phone", "Call me when you are there."],
  ])("%s", (_, text) => {
    expect(core([say(text)])).toEqual([]);
  });

  it("what the companion says", () => {
    expect(core([say("我对芒果过敏，我最怕高。", "assistant")])).toEqual([]);
  });

  it("what the person takes back", () => {
    expect(
      core([say("我们分手了。"), say("真的吗？", "assistant", "m2"), say("骗你的啦", "user", "m3")]),
    ).toEqual([]);
  });

  it("what is there already, in other words", () => {
    expect(core([say("我对芒果过敏，吃一口就进过急诊。")], ["对芒果过敏，吃一口进急诊"])).toEqual([]);
  });

  it("the third of three, and the same thing twice", () => {
    const three = [
      say("我对芒果过敏，吃一口就进过急诊。", "user", "a"),
      say("我对芒果过敏，吃一口就进过急诊，别忘了。", "user", "b"),
      say("我这辈子最想做的事，是回老家开一间绘本馆。", "user", "c"),
      say("我们分手了，昨天搬出来的。", "user", "d"),
    ];
    const found = core(three);
    expect(found).toHaveLength(2);
    expect(found[0]?.source_message_ids).toEqual(["a"]);
  });

  it("empty, odd and endless messages", () => {
    expect(core([])).toEqual([]);
    expect(
      core([say(""), say("\u0000"), say("\ud83d"), say("答应我".repeat(20_000)), say("“".repeat(20_000))]),
    ).toEqual([]);
  });
});

describe("in traditional characters", () => {
  it.each([
    "我对芒果过敏，吃一口就进过急诊。",
    "以后永远别跟我提那座水库。",
    "我们分手了，昨天搬出来的。",
    "我上个月确诊了抑郁症。",
    "我们领证了！",
    "说好了，每年生日你都要给我写一封信。",
    "以后就叫我团子吧。",
    "我们会分手吗",
    "如果我们分手了怎么办",
  ])("the same is remembered, in the person's words: %s", (text) => {
    const told = core([say(text)]).map(({ content, ...rest }) => [content.replace(text, ""), rest]);
    const twin = traditional(text);
    expect(core([say(twin)]).map(({ content, ...rest }) => [content.replace(twin, ""), rest])).toEqual(told);
  });

  it("what is taken back is none", () => {
    expect(core([say("我們領證了！"), say("開玩笑的，騙你啦", "user", "m2")])).toEqual([]);
  });
});
