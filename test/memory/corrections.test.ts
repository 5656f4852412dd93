// What was put right, read from the facts, and written into lines that still say it wrongly.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Correction, correctionsOf, putRight, titleRight } from "../../src/memory/corrections.ts";
import { wordsIn } from "../../src/prompt/catalogue.ts";
import { Fact } from "../../src/schema/fact.ts";
import { prompts } from "./context-sample.ts";

const zh = wordsIn(prompts, "zh");
const en = wordsIn(prompts, "en");
const fact = (id: string, key: string, value: string, more: Record<string, unknown> = {}) =>
  Fact.parse({ id, category: "personal_info", key, value, statement: `${key} ${value}`, ...more });
const slip = (id: string, key: string, value: string, by?: string) =>
  fact(id, key, value, { status: "closed", metadata: { mistake: true }, superseded_by: by ?? null });
const proven = (id: string, key: string, value: string, quote: string) =>
  fact(id, key, value, { evidence: [{ message_id: "m1", quote }] });

describe("corrections", () => {
  it("are the slips among the facts, with what stands in their place now", () => {
    const facts = [slip("a", "name", "李明", "b"), slip("b", "name", "李名", "c"), fact("c", "name", "李铭")];
    expect(correctionsOf(facts)).toMatchObject([
      { wrong: "李明", right: "李铭", isName: true },
      { wrong: "李名", right: "李铭", isName: true },
    ]);
  });

  it("are what a proof denies, in both languages", () => {
    const facts = [
      proven("a", "name", "李铭", "我不叫李明，我叫李铭"),
      proven("b", "location", "York", "I don't live in Leeds, I live in York"),
    ];
    expect(correctionsOf(facts)).toMatchObject([
      { wrong: "李明", right: "李铭", isName: true },
      { wrong: "Leeds", right: "York", isName: false },
    ]);
  });

  it("that only deny have nothing in the place of what was wrong", () => {
    expect(correctionsOf([slip("a", "location", "上海")])).toMatchObject([{ wrong: "上海", isName: false }]);
  });

  it.each([
    ["a former value", [fact("a", "location", "上海", { status: "closed", superseded_by: "b" })]],
    ["what is gone for good", [{ ...slip("a", "location", "上海"), is_deleted: true }]],
    ["what holds again", [slip("a", "location", "上海"), fact("b", "location", "上海")]],
    ["a single sign or a bare number", [slip("a", "name", "明"), slip("b", "age", "42")]],
    ["a quote that denies something else", [proven("a", "name", "李铭", "我不吃香菜，我叫李铭")]],
    ["what was put right and has ended since", [slip("a", "location", "上海", "gone")]],
    ["a circle", [slip("a", "name", "李明", "b"), slip("b", "name", "李名", "a")]],
  ])("are none of %s", (_what, facts) => {
    expect(correctionsOf(facts)).toEqual([]);
  });

  it("of a name that somebody else bears are only noted", () => {
    const friend = fact("c", "friend", "李明", { statement: "朋友叫李明" });
    const facts = [slip("a", "name", "李明", "b"), fact("b", "name", "李铭"), friend];
    expect(correctionsOf(facts)).toMatchObject([{ wrong: "李明", isName: false }]);
  });
});

const name = (wrong: string, right: string): Correction => ({ wrong, right, statement: right, isName: true });
const home: Correction = { wrong: "上海", right: "苏州", statement: "住在苏州", isName: false };

describe("a line", () => {
  it.each([
    [name("李明", "李铭"), "李明喜欢下棋，李明也喝茶", "李铭喜欢下棋，李铭也喝茶"],
    [name("李明", "李明明"), "李明喜欢下棋", "李明明喜欢下棋"],
    [name("李明明", "李明"), "李明明喜欢下棋", "李明喜欢下棋"],
    [name("Jon", "John"), "jon met Jonathan; Jon's chess", "John met Jonathan; John's chess"],
  ])("gets the right name for the wrong one: %#", (correction, line, right) => {
    expect(putRight(line, [correction], zh)).toBe(right);
    expect(putRight(right, [correction], zh)).toBe(right);
  });

  it("in somebody's own words says that it was corrected", () => {
    expect(putRight("我叫李明", [name("李明", "李铭")], zh, true)).toBe("我叫李铭（已更正）");
    expect(putRight("I'm Jon", [name("Jon", "John")], en, true)).toBe("I'm John (corrected)");
  });

  it("keeps another wrong value, with what is right behind it", () => {
    expect(putRight("周末去上海看展", [home], zh)).toBe("周末去上海看展（后来更正：住在苏州，不是“上海”）");
    const denied = { wrong: "Leeds", statement: "lives in Leeds", isName: false };
    expect(putRight("They live in Leeds.", [denied], en)).toBe(
      'They live in Leeds. (corrected since: "lives in Leeds" is not so)',
    );
  });

  it.each(["不是上海，是苏州", "先说上海，后说苏州", "今天下雨", ""])("stays as it is: %s", (line) => {
    expect(putRight(line, [home, name("李明", "李铭")], zh)).toBe(line);
  });

  it("that is a title needs no note where the text has it", () => {
    expect(titleRight("住在上海", ["对方住在上海"], [home], zh)).toBe("住在上海");
    expect(titleRight("住在上海", ["周末看展"], [home], zh)).toContain("住在苏州");
    expect(titleRight("李明的周末", ["李明下棋"], [name("李明", "李铭")], zh)).toBe("李铭的周末");
  });

  it("of any signs is not broken by signs that mean something to a pattern", () => {
    const text = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (line, wrong, right) => {
        fc.pre(!right.toLowerCase().includes(wrong.toLowerCase()));
        fc.pre(!line.toLowerCase().includes(wrong.toLowerCase()));
        expect(putRight(line, [name(wrong, right)], zh)).toBe(line);
        expect(putRight(`《${wrong}》`, [name(wrong, right)], zh)).toBe(`《${right}》`);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
