// Thought is no speech, in whatever tags it comes and wherever the stream is cut (C010–C013).
import fc from "fast-check";
import { expect, test } from "vitest";
import { createThinkFilter, stripThinking } from "../../src/model/think-tags.ts";

function filtered(pieces: readonly string[]) {
  const filter = createThinkFilter();
  const parts = [...pieces.map((piece) => filter.push(piece)), filter.end()];
  return {
    thinking: parts.map(({ thinking }) => thinking).join(""),
    text: parts.map(({ text }) => text).join(""),
  };
}

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set(at.map((place) => place % (text.length + 1)))].sort((one, other) => one - other);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

const cuts = fc.array(fc.nat(200), { maxLength: 12 });

test("splits thought from speech at any cut, in any dialect and case", () => {
  const dialect = fc.constantFrom(
    ["<think>", "</think>"],
    ["<Thinking>", "</THINKING>"],
    ["<|begin_of_thought|>", "<|end_of_thought|>"],
    ["[THINK]", "[/THINK]"],
    ["◁think▷", "◁/think▷"],
  );
  const thought = fc.string({ maxLength: 30 }).filter((text) => !/[<[◁]/.test(text));
  fc.assert(
    fc.property(dialect, thought, cuts, ([open, close], thinking, at) => {
      const speech = "你好，<b>世界</b> [think] 的意思是想";
      expect(filtered(cut(`\n${open}${thinking}${close}\n\n${speech}`, at))).toEqual({
        thinking,
        text: speech,
      });
    }),
    { seed: 5, numRuns: 300 },
  );
});

test("changes nothing in a reply without thought, and holds back nothing for good", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("<", "<th", "<thin", "  <b>", "[", "[THIN", "<|", " \n", "<3 你"),
  );
  fc.assert(
    fc.property(text, cuts, (reply, at) => {
      fc.pre(
        !/^\s*(<think|<thought|<reason|<reflect|\[think\]|<seed|<\||◁think)/i.test(reply) || reply.length < 6,
      );
      expect(filtered(cut(reply, at))).toEqual({ thinking: "", text: reply });
    }),
    { seed: 6, numRuns: 300 },
  );
});

test("lets ordinary text through at once", () => {
  expect(createThinkFilter().push("在呢")).toEqual({ thinking: "", text: "在呢" });
});

test("keeps an unclosed thought a thought", () => {
  expect(filtered(["<think>想到一半", "</thi"])).toEqual({ thinking: "想到一半</thi", text: "" });
});

test("takes two thoughts in a row", () => {
  expect(filtered(["<think>一</think>\n<think>二</think>好"])).toEqual({ thinking: "一二", text: "好" });
});

test("takes every closed block out of an answer, and gives none where one stays open in front of it", () => {
  expect(stripThinking('<think>a</think>{"x":1}<thinking>b</thinking>')).toBe('{"x":1}');
  expect(stripThinking("<think>想到一半")).toBeUndefined();
  expect(stripThinking("<think>一</think><think>二")).toBeUndefined();
  expect(stripThinking('{"x":"<think>"}')).toBe('{"x":"<think>"}');
  expect(stripThinking('草稿 {"x":0}</think>{"x":1}')).toBe('{"x":1}');
  expect(stripThinking('{"x":"</think>"}')).toBe('{"x":"</think>"}');
  expect(stripThinking('İ<THINK>a</THINK>{"x":1}')).toBe('İ{"x":1}');
});
