// Which messages are worth a look into the past, and which ask something (A114, A231, R29).
import { describe, expect, test } from "vitest";
import { asksSomething, worthRecalling } from "../../src/memory/recall-gate.ts";

describe("a message is worth recalling", () => {
  test.each([
    "今天去了海边玩",
    "你还记得吗",
    "上次那家店叫啥？",
    "谁",
    "几点",
    "那次在大理",
    "why",
    "where did we go",
    "I went to the beach",
    "remember?",
    "我用 iPhone 拍的照片",
  ])("where it says enough or asks: %j", (text) => {
    expect(worthRecalling(text)).toBe(true);
  });

  test.each(["", "   ", "嗯", "好呀", "哈哈哈哈", "ok", "sounds good", "👍👍👍", "……", "！！！", "6"])(
    "not where it says next to nothing: %j",
    (text) => {
      expect(worthRecalling(text)).toBe(false);
    },
  );

  test("six Chinese characters or five words are the line", () => {
    expect(
      ["去了海边玩", "今去了海边玩", "we went out today", "we went out again today"].map((text) =>
        worthRecalling(text),
      ),
    ).toEqual([false, true, false, true]);
  });

  test("a long message is no small talk, unless it has hardly a word", () => {
    expect(worthRecalling("「".repeat(16_000))).toBe(false);
    expect(worthRecalling(`${"「".repeat(16_000)}今天去了海边玩`)).toBe(true);
    expect(worthRecalling("早上好".repeat(200))).toBe(true);
  });

  test("a sign alone is nothing to look for, even a question mark", () => {
    expect(["？", "?!", "。"].map((text) => worthRecalling(text))).toEqual([false, false, false]);
  });
});

describe("a question", () => {
  test.each(["我家猫叫什么", "你在吗", "为啥", "what is it", "Which one", "真的？", "多少钱"])(
    "is heard: %j",
    (text) => {
      expect(asksSomething(text)).toBe(true);
    },
  );
  test.each(["我家猫叫墨块", "周六去看展", "I like whales", "nowhere to go", "晚安"])(
    "is not heard where none is: %j",
    (text) => {
      expect(asksSomething(text)).toBe(false);
    },
  );
});
