// What matters of a long text for a question: whole sentences, in their order, within a budget (A88).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerpt } from "../../src/memory/context-excerpt.ts";
import { counter } from "../../src/memory/context-text.ts";

const count = counter();
const cut = (text: string, question: string, tokens = 40) => excerpt(text, question, tokens, count);

const zh = `那天一早出门。${"路上人很多，走得很慢。".repeat(10)}中午在湖边吃了醋鱼。${"下午一直在下雨。".repeat(10)}晚上丢了一把蓝色的伞。`;
const en = `We left early. ${"The road was full of people. ".repeat(10)}At noon we had fish by the lake. ${"It rained for hours. ".repeat(10)}In the evening I lost my blue umbrella.`;

describe("an excerpt", () => {
  test("is the text itself where that fits", () => {
    expect(cut("我把伞丢了。", "伞呢")).toBe("我把伞丢了。");
    expect(cut("", "伞呢")).toBe("");
  });

  test("has the sentence that the question is about, in both languages", () => {
    expect(cut(zh, "我那把蓝色的伞怎么了？")).toContain("晚上丢了一把蓝色的伞。");
    expect(cut(zh, "我那把蓝色的伞怎么了？")).not.toContain("路上人很多");
    expect(cut(en, "what happened to the blue umbrella")).toContain(
      "In the evening I lost my blue umbrella.",
    );
    expect(cut(en, "did we eat by the lake")).toContain("At noon we had fish by the lake.");
  });

  test("keeps the order of the text, and marks what is left out", () => {
    const both = cut(zh, "湖边的醋鱼和蓝色的伞");
    expect(both.indexOf("醋鱼")).toBeLessThan(both.indexOf("伞"));
    expect(both.startsWith("…")).toBe(true);
  });

  test("is the beginning where the question shares nothing with the text", () => {
    expect(cut(zh, "猫叫什么名字").startsWith("那天一早出门。")).toBe(true);
  });

  test("cuts a sentence without an end rather than exceed its room", () => {
    const endless = cut("蓝色的伞".repeat(500), "蓝色的伞");
    expect(count(endless)).toBeLessThanOrEqual(40);
    expect(endless.endsWith("…")).toBe(true);
  });

  test("never exceeds its room, and says nothing that is not in the text", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom("今天下雨。", "I lost it. ", "伞！", "\n", "猫"),
            fc.string({ maxLength: 20 }),
          ),
          {
            maxLength: 60,
          },
        ),
        fc.string({ maxLength: 20 }),
        fc.integer({ min: 2, max: 60 }),
        (pieces, question, tokens) => {
          const text = pieces.join("");
          const short = excerpt(text, question, tokens, count);
          expect(count(short)).toBeLessThanOrEqual(Math.max(tokens, 0));
          for (const piece of short.split("…"))
            for (const word of piece.split(/\s+/)) expect(text).toContain(word);
        },
      ),
      { numRuns: 300, seed: 11 },
    );
  });
});
