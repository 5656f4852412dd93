// How replies fall into bubbles and how long each is typed (A156–A158, R11, R12, C133).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bubbleDelayMs,
  characterWeight,
  createBubbleSplitter,
  nextDelayMs,
  splitBubbles,
} from "../../src/memory/reply.ts";

const low = () => 0;
const high = () => 1;

describe("bubbles", () => {
  test("are the lines of a reply, without blank ones", () => {
    expect(splitBubbles("在呢\n\n  今天好热  \n\n\n你吃饭了吗？\n")).toEqual([
      "在呢",
      "今天好热",
      "你吃饭了吗？",
    ]);
  });

  test("are given as soon as their line ends", () => {
    const splitter = createBubbleSplitter();
    expect(splitter.push("在")).toEqual([]);
    expect(splitter.push("呢\n今天")).toEqual(["在呢"]);
    expect(splitter.push("好热")).toEqual([]);
    expect(splitter.end()).toEqual(["今天好热"]);
  });

  test("are at most five: the fifth takes the rest", () => {
    expect(splitBubbles("1a\n2b\n3c\n4d\n5e\n\n6f\n7g")).toEqual(["1a", "2b", "3c", "4d", "5e\n6f\n7g"]);
    expect(splitBubbles("a\nb\nc", 1)).toEqual(["a\nb\nc"]);
  });

  test("keep a code fence whole, blank lines, indents and all", () => {
    const code = "```python\nfor i in range(3):\n\n    print(i)\n```";
    expect(splitBubbles(`看这个\n${code}\n懂了吗`)).toEqual(["看这个", code, "懂了吗"]);
    expect(splitBubbles("````\n```\ninner\n```\n````\n好")).toEqual(["````\n```\ninner\n```\n````", "好"]);
  });

  test("keep an unclosed fence to the end", () => {
    expect(splitBubbles("```\na\nb")).toEqual(["```\na\nb"]);
  });

  test("keep lists and tables whole", () => {
    expect(splitBubbles("要买：\n- 米\n- 油\n\n- 盐\n就这些")).toEqual([
      "要买：",
      "- 米\n- 油\n- 盐",
      "就这些",
    ]);
    expect(splitBubbles("1. mix\n   slowly\n2. bake\nDone")).toEqual(["1. mix\n   slowly\n2. bake", "Done"]);
    expect(splitBubbles("| a | b |\n|---|---|\n| 1 | 2 |\n好了")).toEqual([
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "好了",
    ]);
  });

  test("do not take an action or a number for a list", () => {
    expect(splitBubbles("*笑*\n3.14 是圆周率\n-_-\n嗯")).toEqual(["*笑*", "3.14 是圆周率", "-_-", "嗯"]);
  });

  test("of nothing are none", () => {
    expect(splitBubbles("")).toEqual([]);
    expect(splitBubbles(" \n \r\n\t")).toEqual([]);
  });

  test("keep a carriage return inside a line, and lose none at its end (C136)", () => {
    expect(splitBubbles("左\r\rdata: 右\r\n\r\nevent: done")).toEqual(["左\r\rdata: 右", "event: done"]);
  });

  const reply = fc
    .array(fc.constantFrom("在呢", "\n", "\n\n", "```", "- 米", "1. x", "| a |", " ", "好", "～"), {
      maxLength: 30,
    })
    .map((parts) => parts.join(""));

  test("are the same however the text is split, lose no word and are never empty", () => {
    fc.assert(
      fc.property(reply, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), (text, places) => {
        const splitter = createBubbleSplitter();
        const at = [...places.map((place) => Math.min(place, text.length)), text.length].sort(
          (a, b) => a - b,
        );
        const streamed = at.flatMap((to, i) => splitter.push(text.slice(at[i - 1] ?? 0, to)));
        streamed.push(...splitter.end());
        expect(streamed).toEqual(splitBubbles(text));
        expect(streamed.length).toBeLessThanOrEqual(5);
        expect(streamed.every((bubble) => bubble.trim() !== "")).toBe(true);
        expect(streamed.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test("are split in one pass from many small pieces", () => {
    const splitter = createBubbleSplitter();
    for (let i = 0; i < 200_000; i += 1) splitter.push("啊");
    expect(splitter.end().join("").length).toBe(200_000);
  });
});

describe("weight", () => {
  test("counts what a person sees: three emoji are three (C133)", () => {
    expect(characterWeight("👨‍👩‍👧‍👦🏳️‍🌈👍🏽")).toBe(3);
  });

  test("counts a Latin letter 0.3 and a CJK character 1", () => {
    expect(characterWeight("abcdefghij")).toBe(3);
    expect(characterWeight("你好呀，")).toBe(4);
    expect(characterWeight("ありがとう 감사")).toBe(7.3);
    expect(characterWeight("")).toBe(0);
  });
});

describe("delays", () => {
  test.each([
    ["一二三四五六七八九十", 5_000, 12_000],
    ["一二三四五", 2_500, 6_000],
    ["一二三四五六七八九十一二三四五六七八九十", 10_000, 24_000],
  ])("are those of A158 for %s with the ceilings off", (text, least, most) => {
    expect(bubbleDelayMs(text, { random: low, speed: 1, ceilings: false })).toBe(least);
    expect(bubbleDelayMs(text, { random: high, speed: 1, ceilings: false })).toBe(most);
  });

  test("go with the speed, down to none", () => {
    expect(bubbleDelayMs("一二三四", { random: low, speed: 0.5 })).toBe(1_000);
    expect(bubbleDelayMs("一二三四", { random: low, speed: 0 })).toBe(0);
  });

  test("have ceilings: 2.5 s for the first, 8 s for each, 20 s for all", () => {
    const long = "今天发生了好多好多好多好多事情".repeat(4);
    const delays: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const spent = delays.reduce((sum, ms) => sum + ms, 0);
      delays.push(nextDelayMs(long, index, spent, { random: high, speed: 1 }));
    }
    expect(delays[0]).toBe(2_500);
    expect(Math.max(...delays)).toBe(8_000);
    expect(delays.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(20_000);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_500);
  });

  test("never become negative where more was waited than planned", () => {
    expect(nextDelayMs("你好", 3, 60_000, { random: high, speed: 1 })).toBe(0);
  });
});
