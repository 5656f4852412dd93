// A model that cannot call a tool writes its decision out: it is taken at its word, and nobody reads it as a message.
import { describe, expect, it } from "vitest";
import { isSilence, readWrittenDecision, withoutThoughts } from "../../src/memory/written-decision.ts";

describe("a decision that stands in the text", () => {
  it.each([
    '{"speak":false}',
    "speak: false",
    "Speak: no",
    "decide(speak=false)",
    '```json\n{"speak": false}\n```',
    '<decide>{"speak":false}</decide>',
    '<tool_call>\n{"name": "decide", "arguments": {"speak": false}}\n</tool_call>',
    "{'speak': False}",
    '<|tool_call|>decide{"speak":false}',
  ])("%j leaves nothing to be said", (written) => {
    const { text, decision } = readWrittenDecision(written);
    expect(text).toBe("");
    expect(decision?.speak).toMatch(/^(?:false|no)$/i);
  });

  it.each([
    ['{"speak":true,"reason":"想起梨"}\n早呀', "想起梨"],
    ['早呀\n{"speak":true,"reason":"想起梨"}', "想起梨"],
    ['decide(speak=true, reason="想起梨")\n早呀', "想起梨"],
    ['decide: {"speak": true, "reason": "想起梨"}\n早呀', "想起梨"],
    ["speak: true\nreason: 想起梨\n\n早呀", "想起梨"],
    ["**speak**: true\n**reason**: 想起梨\n早呀", "想起梨"],
    ['{"speak":true,"reason":"想起梨","message":"早呀"}', "想起梨"],
    ['{"decide":{"speak":true,"reason":"想起\\"梨\\"","message":"早呀"}}', '想起"梨"'],
  ])("%j leaves its words", (written, reason) => {
    expect(readWrittenDecision(written)).toMatchObject({
      text: "早呀",
      decision: { speak: "true", reason },
    });
  });

  it("tells when the character thinks of the person again", () => {
    const written = '{"speak": false, "reason": "在忙", "next_in_hours": 5}';
    expect(readWrittenDecision(written).decision).toEqual({
      speak: "false",
      reason: "在忙",
      next_in_hours: "5",
    });
  });

  it.each(["今天读到 speak up 这个词", "早呀：{今天}", "Speak soon!", "我们 decide 一下吃什么", ""])(
    "is none in %j",
    (text) => expect(readWrittenDecision(text)).toEqual({ text }),
  );
});

describe("a text in which nothing is said", () => {
  it.each([
    "HEARTBEAT OK",
    "HeartbeatOK",
    "（沉默）",
    "。",
    "……",
    "无",
    "NO_REPLY",
    "(no message)",
    "*stays silent*",
    " ",
  ])("%j is silence", (text) => expect(isSilence(text)).toBe(true));
  it.each(["嗯", "好", "🙂", "没有啦", "不说了不说了", "OK then, tell me", "nothing new here"])(
    "%j is none",
    (text) => expect(isSilence(text)).toBe(false),
  );
});

it("what a model thought on the way is no part of its reason", () => {
  expect(withoutThoughts("<think>要不要说</think>他在忙")).toBe("他在忙");
  expect(withoutThoughts("要不要说</thinking>他在忙")).toBe("他在忙");
  expect(withoutThoughts("他在忙<think>要不要")).toBe("他在忙");
  expect(withoutThoughts("1 < 2")).toBe("1 < 2");
});
