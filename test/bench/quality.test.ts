// The measure itself: that it sees what is lost, invented or left out (R20).
import { describe, expect, it } from "vitest";
import { namedFactsOf } from "./named-facts.ts";
import { isSupported, measureQuality } from "./quality.ts";

const said = (content: string) => [{ role: "user" as const, content }];

describe("the four figures", () => {
  it("are 1, or nothing to count, for a memory that keeps everything and for no memory", () => {
    const empty = measureQuality({ topics: [], mid: [], long: [] });
    expect(empty.compression.value).toBeNull();
    expect(empty.accuracy).toEqual({ value: null, of: 0 });
  });

  it("count compression over topics of 400 characters and more", () => {
    const quality = measureQuality({
      topics: [
        { topic_id: "long", messages: said("话".repeat(1000)) },
        { topic_id: "short", messages: said("话".repeat(100)) },
      ],
      mid: [
        { id: "a", topic_id: "long", summary: "话".repeat(200) },
        { id: "b", topic_id: "short", summary: "话".repeat(100) },
      ],
      long: [],
    });
    expect(quality.compression).toEqual({ value: 0.8, of: 1 });
    expect(quality.longestSummary).toBe(200);
  });

  it("count a named fact as kept by summary, entities or operations, and all as lost without an entry", () => {
    const topics = [
      { topic_id: "t", messages: said("我妈妈3月20号来杭州，住25分钟外的酒店") },
      { topic_id: "gone", messages: said("王老师生病了") },
    ];
    const quality = measureQuality({
      topics,
      mid: [
        {
          id: "m",
          topic_id: "t",
          summary: "妈妈要来",
          key_entities: ["杭州"],
          operations: [{ value: "25 分钟" }],
        },
      ],
      long: [],
    });
    expect(quality.lost).toEqual([
      { topic_id: "t", facts: ["3月20号"] },
      { topic_id: "gone", facts: ["王老师"] },
    ]);
    expect(quality.completeness).toEqual({ value: 3 / 5, of: 5 });
  });

  it("count the mid entries that reach a long entry, and the points that their sources support", () => {
    const quality = measureQuality({
      topics: [],
      mid: [
        { id: "a", topic_id: "a", summary: "对方说「我对花生过敏」" },
        { id: "b", topic_id: "b", summary: "聊到天气" },
      ],
      long: [{ id: "l", key_points: ["对方：我对花生过敏", "对方：住在北京"], source_mid_ids: ["a"] }],
    });
    expect(quality.extraction).toEqual({ value: 0.5, of: 2 });
    expect(quality.accuracy).toEqual({ value: 0.5, of: 2 });
    expect(quality.unsupported).toEqual([{ id: "l", point: "对方：住在北京" }]);
  });
});

describe("a key point", () => {
  it.each([
    ["我对花生过敏", "我对花生过敏，很严重", true],
    ["我对花生不过敏", "我对花生过敏，很严重", false],
    ["房租五千", "房租八千", false],
    ["They: moved to Lisbon", "they said “I moved to Lisbon in May”", true],
    ["moved to London in May", "I moved to Lisbon in May", false],
    ["", "anything", false],
  ])("%s / %s", (point, source, supported) => {
    expect(isSupported(point, [source])).toBe(supported);
  });
});

describe("named facts", () => {
  it("are dates, numbers with their unit, names, titles, places and kin", () => {
    expect([...namedFactsOf("3月20号我和妈妈去杭州看《茶馆》，票120元")].sort()).toEqual(
      ["120元", "3月20号", "妈妈", "杭州", "茶馆"].sort(),
    );
    expect([...namedFactsOf("We met Anna in June and paid 20 dollars")].sort()).toEqual([
      "20",
      "anna",
      "june",
    ]);
  });

  it("are not the words that open a sentence, nor one of something", () => {
    expect([...namedFactsOf("The weather is nice. It was a good day. 我去了一次，想了一会儿")]).toEqual([]);
  });
});
