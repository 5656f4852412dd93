// What lies near in meaning, as one signal among the others: it brings paraphrases, and never overrules the memory's own state.
import { describe, expect, it } from "vitest";
import { Index } from "../../src/search/inverted-index.ts";
import { nearNumbers } from "../../src/search/near.ts";
import { rank } from "../../src/search/rank.ts";
import type { Meaning, SearchEntry, SearchQuery } from "../../src/search/search.ts";
import type { SignalName } from "../../src/search/signals.ts";
import { hashOfText, keyOf, meantBy } from "../../src/search/vectors.ts";

const now = 1_773_000_000;

function message(id: string, text: string, more: Partial<SearchEntry> = {}): SearchEntry {
  const own = { date: now - 1_000, topic_id: `t_${id}`, message_ids: [id], speaker: "user" as const };
  return { type: "message", id, text, ...own, ...more };
}

const needle = message("needle", "医生说这阵子不能喝酒");
const english = message("english", "The doctor says no beer for now");

function indexOf(...entries: SearchEntry[]): Index {
  const index = new Index();
  for (let at = 0; at < 40; at++) index.put(message(`m${at}`, `今天又路过面包店 ${at} walked past a bakery`));
  for (const entry of entries) index.put(entry);
  return index;
}

const near = (outstanding: boolean, ...entries: readonly (readonly [SearchEntry, number])[]): Meaning => ({
  near: entries.map(([entry, nearness]) => ({
    key: keyOf(entry.type, entry.id),
    hash: hashOfText(meantBy(entry)),
    nearness,
  })),
  outstanding,
});

function find(
  index: Index,
  text: string,
  meaning: Meaning,
  more: Partial<SearchQuery> = {},
  without?: SignalName,
) {
  const query = { text, at: now, timeZone: "UTC", language: "zh" as const, limit: 10, meaning, ...more };
  return rank(index, query, new Set(without ? [without] : [])).map(({ id }) => id);
}

describe("nearness", () => {
  it.each([
    ["zh", needle, "有什么忌口吗"],
    ["en", english, "what is off the menu"],
  ] as const)("finds a paraphrase that shares no word with its question: %s", (language, entry, text) => {
    const index = indexOf(entry);
    expect(find(index, text, near(true, [entry, 1]), { language })).toEqual([entry.id]);
    expect(find(index, text, near(true, [entry, 1]), { language }, "meaning")).toEqual([]);
    expect(find(index, text, { near: [], outstanding: false }, { language })).toEqual([]);
  });

  it("is no find by itself where it does not stand out", () => {
    expect(find(indexOf(needle), "有什么忌口吗", near(false, [needle, 1]))).toEqual([]);
    // Nor for a question that says nothing at all.
    expect(find(indexOf(needle), "？？", near(false, [needle, 1]))).toEqual([]);
  });

  it("puts the one that is meant before others with the same words", () => {
    const [a, b] = [message("a", "去医院看了牙"), message("b", "去医院看了外婆")];
    const index = indexOf(a, b);
    expect(find(index, "医院", near(false, [a, 1]))[0]).toBe("a");
    expect(find(index, "医院", near(false, [b, 1]))[0]).toBe("b");
  });

  it("does not put what is only near before what says it in so many words", () => {
    const said = message("said", "年糕是我的橘猫");
    const index = indexOf(said, needle);
    const [first, second] = find(index, "橘猫年糕", near(true, [needle, 1]));
    expect([first, second]).toEqual(["said", "needle"]);
  });

  it("finds nothing of another type, nor of a later time", () => {
    const index = indexOf(needle);
    expect(find(index, "有什么忌口吗", near(true, [needle, 1]), { types: ["fact"] })).toEqual([]);
    expect(find(index, "有什么忌口吗", near(true, [needle, 1]), { at: now - 2_000 })).toEqual([]);
  });

  it("never speaks of an entry whose text is another one by now, or that is gone", () => {
    const meaning = near(true, [needle, 1], [message("never", "从来没有"), 1]);
    const changed = { ...needle, text: "医生说可以喝酒了" };
    expect(find(indexOf(changed), "有什么忌口吗", meaning)).toEqual([]);
    const index = indexOf(needle);
    expect(nearNumbers(index, meaning).size).toBe(1);
    index.remove("needle");
    expect(nearNumbers(index, meaning).size).toBe(0);
    expect(
      nearNumbers(index, { near: [{ key: "nonsense", hash: "", nearness: 1 }], outstanding: true }).size,
    ).toBe(0);
  });

  it("knows an entry with a title by title and text together", () => {
    const long: SearchEntry = {
      type: "long",
      id: "l",
      title: "身体",
      text: "不能喝酒",
      date: 1,
      message_ids: [],
    };
    expect(find(indexOf(long), "有什么忌口吗", near(true, [long, 1]))).toEqual(["l"]);
    expect(find(indexOf({ ...long, title: "心情" }), "有什么忌口吗", near(true, [long, 1]))).toEqual([]);
  });
});
