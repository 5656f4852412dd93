// Whether the words of a message carry a claim: what they share has to tell something, and what is counted has to agree.
import { describe, expect, test } from "vitest";
import { statementKind } from "../../src/memory/evidence-kind.ts";
import { countsAgree, supportOf } from "../../src/memory/evidence-support.ts";
import { apply, talk } from "./fact-sample.ts";

describe("a claim", () => {
  test.each([
    ["每天早上跑三公里", "早上沿河跑了一圈"],
    ["keeps bees", "the bees are out again"],
    ["养了三只鸡", "鸡又跑到路上去了"],
    ["born on 8 June 1990", "1990 was a hot summer"],
  ])("is carried by a word that tells it from others: %s", (claim, text) => {
    expect(supportOf(claim, text)).toBe("supported");
  });

  test.each([
    ["每天早上跑三公里", "每天早上都堵车，三公里要一小时"],
    ["养了三只鸡", "丢了三只袜子"],
    ["two coffees a day", "the day took two hours"],
    ["an old bicycle", "the old trouble again"],
  ])("is not carried by hours, counts and measures alone: %s", (claim, text) => {
    expect(supportOf(claim, text)).toBe("unsupported");
  });

  test("of nothing but a count needs the count", () => {
    expect(supportOf("每天三次", "一天吃三次")).toBe("supported");
  });

  test("is in another language only where the text has none of its letters", () => {
    expect(supportOf("喜欢养蜂", "I keep bees")).toBe("other_language");
    expect(supportOf("喜欢养蜂", "还少了一个人。")).toBe("unsupported");
    expect(supportOf("keeps bees", "我养蜂")).toBe("other_language");
    expect(supportOf("keeps bees", "I do it too")).toBe("unsupported");
  });
});

describe("what is counted", () => {
  test.each([
    ["一只狗", "现在有两只狗了", false],
    ["两只狗", "现在有两只狗了", true],
    ["三只鸡", "不是两只，是三只", true],
    ["three hens", "we have four hens now", false],
    ["three hens", "we have three hens now", true],
    ["three hens", "the hens are out", true],
    ["2024年5月3日考试", "7月9号交材料", true],
    ["a photo with one of 2035", "I'm waiting with one of them", true],
  ])("%s beside %s", (claim, text, agrees) => {
    expect(countsAgree(claim, text)).toBe(agrees);
  });

  test("otherwise makes a claim wait", () => {
    const { outcomes } = apply(
      [{ category: "personal_info", key: "dogs", value: "一只狗", quote: "我家现在有两只狗了" }],
      talk(["我家现在有两只狗了"]),
    );
    expect(outcomes).toMatchObject([{ op: "quarantined", reason: "numbers" }]);
  });
});

describe("what the words point back at", () => {
  const dog = { category: "personal_info", key: "dogs", value: "一只狗", quote: "家里就它一只" } as const;

  test("counts as said where it was named before in the talk", () => {
    const { outcomes } = apply([dog], talk(["我家的狗老了", "> 它乖吗？", "家里就它一只，惯坏了"]));
    expect(outcomes).toMatchObject([{ op: "added" }]);
  });

  test("waits where it was not, or only the companion named it", () => {
    for (const texts of [["家里就它一只"], ["今天累", "> 是狗吗？", "家里就它一只"]])
      expect(apply([dog], talk(texts)).outcomes).toMatchObject([{ op: "quarantined" }]);
  });
});

describe("what somebody asked", () => {
  test.each(["Nora asked if I have regrets.", "Nora asked whether I smoke.", "My boss wondered if I ski"])(
    "is no fact of anybody's: %s",
    (said) => {
      const value = said.replace(/\.$/, "");
      const claim = {
        category: "personal_info",
        key: "trait",
        value,
        statement: value,
        quote: said,
      } as const;
      expect(apply([claim], talk([said])).outcomes).toMatchObject([{ op: "refused" }]);
    },
  );

  test("leaves the person's own answer a statement", () => {
    expect(statementKind("Nora asked about it, and I have a garden.", "I have a garden")).toBe("statement");
  });
});

describe("a day", () => {
  test("is spelled out in what happened on it, not in what is so again and again", () => {
    const said = "周末烤面包，周末考试";
    const { facts } = apply(
      [
        { category: "habit", key: "baking", value: "周末烤面包", quote: said },
        { category: "important_date", key: "exam", value: "周末考试", quote: said },
      ],
      talk([said]),
    );
    expect(facts[0]?.value).toBe("周末烤面包");
    expect(facts[1]?.value).toMatch(/^周末（2026-03-1/);
  });
});
