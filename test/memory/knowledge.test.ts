// The owner's texts in passages: paragraphs of about 600 characters under their headings, nothing lost (A117).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passagesOf } from "../../src/memory/knowledge.ts";

const bare = (text: string) => text.replace(/\s+/g, "");

describe("a text in passages", () => {
  test("keeps each paragraph under the headings that it stands under", () => {
    const text = "开头\n\n# 小镇\n靠海。\n## 灯塔\n在北边。\n\n很旧。\n# 集市\n周六才有。";
    expect(passagesOf(text)).toEqual([
      { heading: "", text: "开头" },
      { heading: "小镇", text: "靠海。" },
      { heading: "小镇 › 灯塔", text: "在北边。\n很旧。" },
      { heading: "集市", text: "周六才有。" },
    ]);
  });

  test("puts short paragraphs together and cuts long ones at the ends of sentences", () => {
    const long = "灯塔在北边，夜里会亮。".repeat(120);
    const passages = passagesOf(`短。\n\n也短。\n\n${long}`);
    expect(passages[0]?.text).toBe("短。\n也短。");
    expect(passages.every(({ text }) => text.length <= 600 && text.endsWith("。"))).toBe(true);
    const english = passagesOf("The old tower stands in the north. ".repeat(60));
    expect(english.every(({ text }) => text.length <= 600 && text.endsWith("north."))).toBe(true);
  });

  test("cuts a text without any end, never inside a character", () => {
    const passages = passagesOf("😀".repeat(1_500));
    expect(passages.map(({ text }) => [...text].length)).toEqual([600, 600, 300]);
  });

  test("is empty for an empty one, and reads Windows line ends", () => {
    expect(passagesOf("")).toEqual([]);
    expect(passagesOf(" \n\r\n ")).toEqual([]);
    expect(passagesOf("# 甲\r\n一\r\n\r\n二")).toEqual([{ heading: "甲", text: "一\n二" }]);
  });

  test("does not take a tag, or a heading without words, for a heading", () => {
    expect(passagesOf("#旅行 真好").map(({ heading }) => heading)).toEqual([""]);
    expect(passagesOf("###### 深\n底").map(({ heading }) => heading)).toEqual(["深"]);
  });

  test("of a whole library ends after two thousand passages", () => {
    expect(passagesOf("一段。\n\n# 下\n".repeat(5_000)).length).toBeLessThanOrEqual(2_000);
  });

  test("loses no word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ maxLength: 900 }), fc.constantFrom("\n", "\n\n", "灯塔。", "End. ")), {
          maxLength: 20,
        }),
        (pieces) => {
          const text = pieces.join("").replace(/#/g, "");
          expect(
            bare(
              passagesOf(text)
                .map((one) => one.text)
                .join(""),
            ),
          ).toBe(bare(text));
        },
      ),
      { numRuns: 200, seed: 5 },
    );
  });
});
