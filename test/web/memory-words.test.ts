// Memory in a person's words: facts sorted and worded, changes told from both sides, chips and guesses.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Recalled } from "../../src/schema/message.ts";
import {
  changeTitle,
  entryText,
  fieldChanges,
  fieldWords,
  kindOf,
  readableEdits,
} from "../../web/change-words.ts";
import { chipsOf } from "../../web/chips.ts";
import { factText, sortFacts, sureWords, valueFrom, valueText } from "../../web/fact-words.ts";
import { placeOf } from "../../web/memory-place.ts";
import { guessMatter, leastMatter, speaksOf } from "../../web/recalled.ts";
import { dateOf } from "../../web/time.ts";
import { weightStep } from "../../web/views/episode-marks.tsx";
import { bySubject } from "../../web/views/graph-list.tsx";
import { cutReasons } from "../../web/views/inspector.tsx";
import { pointsOf } from "../../web/views/past.tsx";
import { enMemory } from "../../web/words-memory-en.ts";
import { zhMemory } from "../../web/words-memory-zh.ts";
import { zh } from "../../web/words-zh.ts";
import { baseTime } from "./support/base-time.ts";
import { someChanges, someFacts, someGraph } from "./support/mock-life.ts";

const day = 86_400;
const reader = { language: "zh", timeZone: "Asia/Shanghai", words: zh } as const;

describe("facts", () => {
  it("stand in exactly one list each, whatever their state", () => {
    const state = fc.constantFrom("live", "closed", "conflicted", "quarantined" as const);
    const any = fc.array(fc.record({ status: state, is_deleted: fc.boolean(), pinned: fc.boolean() }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(any, (drafts) => {
        const [pattern] = someFacts();
        if (pattern === undefined) return;
        const facts = drafts.map((draft, at) => ({ ...pattern, ...draft, id: `f${at}` }) as typeof pattern);
        const { waiting, current, former } = sortFacts(facts);
        const shown = [
          ...waiting,
          ...current.flatMap((group) => group.facts.map((one) => one.fact)),
          ...former,
        ];
        expect(shown.map((one) => one.id).sort()).toEqual(facts.map((one) => one.id).sort());
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it("name under the value that is so what it replaced, but not a slip that was never so", () => {
    const facts = someFacts();
    const city = () =>
      sortFacts(facts)
        .current.flatMap((one) => one.facts)
        .find((one) => one.fact.id === "fact_city");
    expect(city()?.before.map((one) => one.id)).toEqual(["fact_city_old"]);
    const old = facts.find((one) => one.id === "fact_city_old");
    if (old !== undefined) old.metadata = { mistake: true };
    expect(city()?.before).toEqual([]);
  });

  it("have a sentence even where none is stored, and never [object Object]", () => {
    expect(factText({ statement: " ", key: "likes:茶", value: "茶" })).toBe("likes · 茶");
    expect(valueText({ a: [1] })).toBe('{"a":[1]}');
    expect(valueText(null)).toBe("");
  });

  it.each([
    [1, "很确定"],
    [0.9, "很确定"],
    [0.89, "大概是"],
    [0.59, "拿不准"],
    [0, "拿不准"],
  ])("of confidence %d are called %s", (confidence, word) => {
    expect(sureWords(confidence, zhMemory)).toBe(word);
  });

  it("keep the kind of their value when they are corrected by typing", () => {
    expect(valueFrom(" 42 ", 7)).toBe(42);
    expect(valueFrom("四十二", 7)).toBe("四十二");
    expect(valueFrom("false", true)).toBe(false);
    expect(valueFrom("0042", "0041")).toBe("0042");
  });
});

describe("changes", () => {
  it("are told by book and kind in both languages", () => {
    const [change] = someChanges();
    if (change === undefined) throw new Error("no change");
    expect(changeTitle(change, zhMemory)).toBe("关于你：改了 1 条；最近：新添 1 条");
    expect(changeTitle(change, enMemory)).toBe("About you: 1 changed; Lately: 1 added");
  });

  it("of how the two stand are not told as something known by heart", () => {
    const edits = [
      {
        document: "core_memory",
        entry: "",
        before: { relationship: {} },
        after: { relationship: { days: 1 } },
      },
    ];
    expect(changeTitle({ edits }, zhMemory)).toBe("你们之间：改了 1 条");
    expect(changeTitle({ edits }, enMemory)).toBe("You two: 1 changed");
  });

  it("of a book that has no name yet are told all the same", () => {
    const edits = [{ document: "new_book/x", entry: "e", before: null, after: {} }];
    expect(changeTitle({ edits }, zhMemory)).toBe("其他：新添 1 条");
  });

  it("that left the words as they were say what else changed, and skip what nobody can read", () => {
    const before = { statement: "住在上海", pinned: false, last_updated_at: 1 };
    const edits = [
      { document: "facts", entry: "f", before, after: { ...before, pinned: true, last_updated_at: 2 } },
      { document: "usage", entry: "", before: {}, after: {} },
    ];
    const [first, ...others] = readableEdits({ edits });
    expect(others).toEqual([]);
    expect(first?.after).toBe("住在上海");
    expect(fieldWords(first?.fields ?? [], zhMemory)).toBe("钉住");
  });

  it("are read from entries of any shape, without a crash and without an endless line", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([...entryText(value)].length).toBeLessThanOrEqual(241);
      }),
      { numRuns: 100, seed: 7 },
    );
    expect(entryText({ subject: "你", predicate: "住在", object: "上海" })).toBe("你 · 住在 · 上海");
    expect(entryText("<b>原文</b>")).toBe("<b>原文</b>");
  });

  it("know what was added, changed and removed, and list the fields that differ", () => {
    expect(kindOf({ before: null, after: {} })).toBe("added");
    expect(kindOf({ before: {}, after: null })).toBe("removed");
    expect(fieldChanges({ before: { a: 1, b: [2] }, after: { a: 1, b: [3], c: "x" } })).toEqual([
      { field: "b", before: "[2]", after: "[3]" },
      { field: "c", before: "", after: "x" },
    ]);
  });
});

describe("what was recalled", () => {
  const recalled: Recalled[] = [
    { type: "fact", id: "f1", date: "2026-09-18", text: "面试那天，没讲完", message_ids: [] },
  ];
  const message = {
    message_id: "m",
    role: "assistant" as const,
    content: "嗯",
    timestamp: 1,
    topic_id: "t",
    recalled,
    tools: [{ id: "t1", name: "remember", arguments: "", ok: true, result: "" }],
  };

  it("is left out of the line where the person does not want to see it; deeds stay", () => {
    expect(chipsOf([message], reader).map((chip) => chip.recalled?.id)).toEqual(["f1", undefined]);
    expect(chipsOf([message], reader, false).map((chip) => chip.label)).toEqual(["记下了"]);
  });

  it.each([
    ["fact", "f1", { tab: "about", entry: { id: "f1", mend: true } }],
    ["mid", "m1", { tab: "story", chapter: "lately", entry: { id: "m1", mend: true } }],
    ["detail", "l1#detail", { tab: "story", chapter: "past", entry: { id: "l1", mend: true } }],
    ["core", "c1", { tab: "story", chapter: "heart", entry: { id: "c1", mend: true } }],
    ["message", "x", null],
    ["lore", "x", null],
    ["something_new", "x", null],
  ])("leads, being a %s, to where it can be corrected", (type, id, expected) => {
    expect(placeOf(type, id, true)).toEqual(expected);
  });

  it("is guessed at by its first words, or not at all where they are too many", () => {
    expect(guessMatter("面试那天，面试官一直看手机")).toBe("面试那天");
    expect(guessMatter("a very long sentence without any comma")).toBe("");
    expect(guessMatter("")).toBe("");
    expect([leastMatter("茶"), leastMatter("ab")]).toEqual([2, 3]);
  });

  it("is told apart from what the wish does not reach, in any width and case", () => {
    expect(speaksOf("那天 ＦＡＣＥ-off", "face off")).toBe(true);
    expect(speaksOf("面试那天", "前任")).toBe(false);
  });
});

describe("small words", () => {
  it("say a day as one says it", () => {
    expect(dateOf(baseTime, baseTime, reader)).toBe("今天");
    expect(dateOf(baseTime - day, baseTime, reader)).toBe("昨天");
    expect(dateOf(baseTime - 72 * day, baseTime, reader)).toBe("9月18日");
    expect(dateOf(baseTime - 400 * day, baseTime, reader)).toBe("2025年10月25日");
    expect(enMemory.until("Yesterday")).toBe("until yesterday");
    expect(enMemory.until("18 Sept")).toBe("until 18 Sept");
  });

  it.each([
    [undefined, 0.5],
    [0, 0.2],
    [0.34, 0.2],
    [0.64, 0.5],
    [1, 0.8],
  ])("weigh %s as %d", (importance, step) => {
    expect(weightStep(importance)).toBe(step);
  });

  it("take a line for a point, and no line for none", () => {
    expect(pointsOf(" 一 \n\n 二\r\n")).toEqual(["一", "二"]);
    expect(pointsOf("\n \n")).toEqual([]);
  });

  it("group relations by what they speak of, named or not", () => {
    expect(bySubject(someGraph()).map((one) => [one.name, one.relations.length])).toEqual([["你", 2]]);
    const lost = { entities: [], relations: [{ id: "r", subject: "nobody", predicate: "p", object: "o" }] };
    expect(bySubject(lost)[0]?.name).toBe("nobody");
  });

  it("count why entries were left out", () => {
    expect(cutReasons({ reasons: { a: "no_room", b: "no_room", c: "shortened" } })).toEqual([
      ["no_room", 2],
      ["shortened", 1],
    ]);
    expect(cutReasons({})).toEqual([]);
  });
});
