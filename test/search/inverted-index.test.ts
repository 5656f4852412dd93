// The inverted index: what is added, replaced and removed, and that incremental work equals a fresh build.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Index } from "../../src/search/inverted-index.ts";
import { Scores } from "../../src/search/scores.ts";
import type { SearchEntry } from "../../src/search/search.ts";
import { weightedTerms } from "../../src/search/terms.ts";

function message(id: string, text: string, date = 100, topic = "t1"): SearchEntry {
  return { type: "message", id, text, date, topic_id: topic, message_ids: [id], speaker: "user" };
}

const everything = { at: Number.POSITIVE_INFINITY, types: 0xffff_fffe };

function scores(index: Index, question: string): Map<string, number> {
  const read = new Scores(index, everything);
  read.addTerms(weightedTerms(question, 100));
  const found = new Map(
    [...read.touched].map((number) => [index.entry(number)?.id ?? "", read.own[number] ?? 0] as const),
  );
  read.close();
  return found;
}

describe("the index", () => {
  it("scores a title's word above the same word in the text", () => {
    const index = new Index();
    index.put({
      type: "long",
      id: "a",
      title: "宠物",
      text: "养了一只橘猫，每天早上跳上床来踩人，周末一起晒太阳",
      date: 1,
      message_ids: [],
    });
    index.put({ type: "long", id: "b", title: "出游", text: "路上遇到宠物店", date: 1, message_ids: [] });
    const found = scores(index, "宠物");
    expect(found.get("a") ?? 0).toBeGreaterThan(found.get("b") ?? 0);
  });

  it("finds an entry by an alias that stands nowhere in its text", () => {
    const index = new Index();
    index.put({ type: "long", id: "a", text: "不吃香菜", aliases: ["忌口"], date: 1, message_ids: [] });
    expect([...scores(index, "忌口").keys()]).toEqual(["a"]);
  });

  it("replaces an entry of the same type and id, and leaves one of another type alone", () => {
    const index = new Index();
    index.put(message("x", "我住在北京"));
    index.put({ type: "mid", id: "x", text: "聊到北京", date: 1, message_ids: [] });
    index.put(message("x", "我住在上海"));
    expect(index.size).toBe(2);
    expect([...scores(index, "上海").keys()]).toEqual(["x"]);
    expect(scores(index, "北京").size).toBe(1);
  });

  it("finds nothing of a removed entry, whatever its type, and does not mind an unknown id", () => {
    const index = new Index();
    index.put(message("x", "秘密基地在后山"));
    index.put({ type: "fact", id: "x", text: "秘密基地", date: 1, message_ids: [] });
    index.remove("x");
    index.remove("never there");
    expect(index.size).toBe(0);
    expect(scores(index, "秘密基地").size).toBe(0);
  });

  it("keeps the log's order in a topic for equal times, and an edited message's place", () => {
    const index = new Index();
    for (const id of ["a", "b", "c"]) index.put(message(id, `说了${id}`, 100));
    index.put(message("b", "改过了", 100));
    index.put(message("early", "补录", 50));
    const [topic] = [...index.topics.all()];
    expect(topic?.members.map((number) => index.entry(number)?.id)).toEqual(["early", "a", "b", "c"]);
  });

  it("moves a message that changes its topic", () => {
    const index = new Index();
    index.put(message("a", "你好", 100, "t1"));
    index.put(message("a", "你好", 100, "t2"));
    expect([...index.topics.all()].map((topic) => [topic.id, topic.members.length])).toEqual([["t2", 1]]);
  });

  it("holds its size when one entry is replaced again and again", () => {
    const index = new Index();
    for (let i = 0; i < 500; i++) index.put(message(`m${i}`, `第${i}句话`, i));
    const before = index.bytes;
    for (let i = 0; i < 5000; i++) index.put(message("m7", `改了${i}次`, 7));
    expect(index.size).toBe(500);
    expect(index.end).toBeLessThan(1500);
    expect(index.bytes).toBeLessThan(before * 4);
    const [topic] = [...index.topics.all()];
    expect(index.entry(topic?.members[7] ?? -1)?.id).toBe("m7");
  });

  it("scores after any adds, replacements and removals as a fresh index would", () => {
    const text = fc
      .array(fc.constantFrom("猫", "海边", "面试", "cat", "beach ", "the "), { maxLength: 6 })
      .map((parts) => parts.join(""));
    const step = fc.record({ id: fc.constantFrom("a", "b", "c", "d"), text, remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const grown = new Index();
        const living = new Map<string, SearchEntry>();
        for (const { id, text, remove } of steps) {
          if (remove) {
            grown.remove(id);
            living.delete(id);
          } else {
            grown.put(message(id, text));
            living.set(id, message(id, text));
          }
        }
        const fresh = new Index();
        for (const entry of living.values()) fresh.put(entry);
        for (const question of ["猫", "海边 面试", "cat beach"]) {
          const expected = [...scores(fresh, question)].sort();
          const actual = [...scores(grown, question)].sort();
          expect(actual.map(([id]) => id)).toEqual(expected.map(([id]) => id));
          for (const [i, [, score]] of actual.entries())
            expect(score).toBeCloseTo(expected[i]?.[1] ?? Number.NaN, 5);
        }
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});
