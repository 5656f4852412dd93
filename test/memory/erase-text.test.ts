// Finding a text wherever it stands in stored values, and cutting it out of what stays.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cutOut,
  excerpt,
  firstHolding,
  holdsQuery,
  restsOn,
  scrub,
  textsOf,
} from "../../src/memory/erase-text.ts";

describe("a query", () => {
  it("is found whatever its width, case and normal form", () => {
    const holds = holdsQuery(" Ｃafé ");
    for (const text of ["at the CAFÉ", "cafe\u0301 noir", "ＣＡＦÉ"])
      expect([text, holds(text)]).toEqual([text, true]);
    for (const text of ["caf", "cafe", ""]) expect([text, holds(text)]).toEqual([text, false]);
  });

  it("is found behind one and two layers of JSON escapes, and a backslash is no wall", () => {
    const holds = holdsQuery('翠湖路"18"');
    const inside = JSON.stringify({ query: '去翠湖路"18"号' });
    expect(holds(inside)).toBe(true);
    expect(holds(JSON.stringify(inside))).toBe(true);
    expect(holds('\\u7fe0湖路\\"18\\"')).toBe(true);
    expect(holds("翠湖路18")).toBe(false);
    expect(holdsQuery("a\\b")("x a\\b y")).toBe(true);
  });

  it("is found across line ends, doubled blanks and signs that nobody sees", () => {
    const holds = holdsQuery("14 Wren Lane");
    for (const text of [
      "14 Wren  Lane",
      "14\nWren Lane",
      "14\u00a0Wren\u3000Lane",
      "14 Wr\u200ben\u00ad Lane",
    ])
      expect([text, holds(text)]).toEqual([text, true]);
    expect(holds(JSON.stringify({ query: "at 14 Wren\nLane" }))).toBe(true);
    expect(holds("14 Wrens Lane")).toBe(false);
    expect(holdsQuery("❤️🍋")("暗号❤🍋")).toBe(true);
    expect(holdsQuery("❤🍋")("暗号❤️🍋")).toBe(true);
  });

  it("is found in what is spelt alike, where the caller says what is", () => {
    const alike = (text: string) => text.replaceAll("東", "东");
    expect(holdsQuery("忠孝東路", alike)("住在忠孝东路")).toBe(true);
    expect(holdsQuery("忠孝东路", alike)("住在忠孝東路")).toBe(true);
    expect(holdsQuery("忠孝东路")("住在忠孝東路")).toBe(false);
  });

  it("that is empty, or of unseen signs alone, is found nowhere", () => {
    expect(holdsQuery("  ")("anything")).toBe(false);
    expect(holdsQuery("\u200b\u200b")("anything\u200b\u200b")).toBe(false);
  });
});

describe("the texts of a value", () => {
  it("are words, values of facts and strange field names, not ids, sets or times", () => {
    const message = {
      message_id: "门",
      role: "user",
      content: "说的话",
      name: "阿梅",
      timestamp: 886611,
      finish: "stop",
      tools: [{ id: "t", name: "recall_memory", arguments: "{}", ok: true, result: "结果" }],
      recalled: [{ type: "mid", id: "m", date: "2026-01-01", text: "想起", message_ids: ["x"] }],
      versions: [{ at: 5, contents: ["旧版"], model: "m1" }],
      备注: "自己加的",
    };
    expect([...textsOf(message)]).toEqual([
      "说的话",
      "阿梅",
      "{}",
      "结果",
      "想起",
      "旧版",
      "备注",
      "自己加的",
    ]);
    expect([...textsOf({ key: "pin", value: 886611, status: "live" })]).toEqual(["pin", "886611"]);
    expect([...textsOf({ value: { no: 18 } })]).toEqual(["18"]);
    expect([...textsOf({ subject: "user", predicate: "住", object: "entity_1" })]).toEqual(["住"]);
  });

  it("tell whether a value rests on a message, however deep", () => {
    const gone = new Set(["a"]);
    expect(restsOn({ evidence: [{ message_id: "a", quote: "" }] }, gone)).toBe(true);
    expect(restsOn([{ message_ids: ["b", "a"] }], gone)).toBe(true);
    expect(restsOn({ answers: "a", content: "a", message_id: "b" }, gone)).toBe(false);
    expect(restsOn(null, gone)).toBe(false);
  });
});

describe("what stays", () => {
  const holds = holdsQuery("秘密");

  it("loses the pieces that hold the text, and nothing else", () => {
    const value = {
      reason: "一个秘密",
      list: ["秘密", "无关"],
      value: "秘密",
      秘密: 1,
      by: "owner",
      deep: { note: "好" },
    };
    expect(scrub(value, holds)).toEqual({
      reason: "",
      list: ["无关"],
      value: "",
      by: "owner",
      deep: { note: "好" },
    });
  });

  it("is the very same value where nothing holds it", () => {
    const value = { a: ["b"], c: { d: "e" } };
    expect(scrub(value, holds)).toBe(value);
  });

  it("loses the lines that the text runs across, and no neighbour of them", () => {
    const holds = holdsQuery("14 Wren Lane");
    expect(cutOut("Bread\nFlat at 14\nWren Lane\nButter\n", holds, "line")).toBe("Bread\nButter\n");
    expect(cutOut("Bread\n14\nWren\nLane\nButter\n14 Wren Lane\n", holds, "line")).toBe("Bread\nButter\n");
    // What is cut away may bring two halves together.
    expect(cutOut("a\n14\n14 Wren Lane\nWren Lane\nb\n", holds, "line")).toBe("a\nb\n");
    expect(
      cutOut(["14", ..."x".repeat(9), "z"].join("\n"), holdsQuery("14 x x x x x x x x x z"), "line"),
    ).toBe("");
  });

  it("loses sentences or lines that hold the text", () => {
    expect(cutOut("我爱走路。她有个秘密！我话少。", holds, "sentence")).toBe("我爱走路。我话少。");
    expect(cutOut("一\n秘密二\n三\n", holds, "line")).toBe("一\n三\n");
    expect(cutOut("前。秘\n密。后", holdsQuery("秘\n密"), "sentence")).toBe("前。后");
    expect(cutOut("无关。", holds, "line")).toBe("无关。");
  });

  it("never holds the text any more (property)", () => {
    const piece = fc.constantFrom("秘密", "好", "。", "\n", "a secret", "ＳＥＣＲＥＴ", "x");
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        text,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 }),
      ),
    })).value;
    const either = (one: string) => holds(one) || holdsQuery("secret")(one);
    fc.assert(
      fc.property(json, (value) => firstHolding(scrub(value, either), either) === undefined),
      { numRuns: 200, seed: 3 },
    );
    fc.assert(
      fc.property(text, (one) => !either(cutOut(one, either, "sentence"))),
      { numRuns: 200, seed: 3 },
    );
  });
});

it("an excerpt shows the place of the find and stays short", () => {
  const long = `${"前".repeat(500)}秘密${"后".repeat(500)}`;
  const shown = excerpt(long, holdsQuery("秘密"));
  expect(shown).toContain("秘密");
  expect([...shown].length).toBeLessThanOrEqual(162);
  expect(excerpt("短的", () => false)).toBe("短的");
});
