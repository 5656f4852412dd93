// The combined ranker: words, neighbours, topic, speaker, dates, importance, and the floor below which nothing is returned.
import { describe, expect, it } from "vitest";
import { Index } from "../../src/search/inverted-index.ts";
import { rank } from "../../src/search/rank.ts";
import type { SearchEntry, SearchQuery } from "../../src/search/search.ts";

const day = 86_400;
/** 2026-03-10 21:00 in Shanghai. */
const now = Date.UTC(2026, 2, 10, 13) / 1000;

type Line = [id: string, speaker: "user" | "assistant", text: string];

function talk(index: Index, topic: string, date: number, lines: readonly Line[]): void {
  for (const [i, [id, speaker, text]] of lines.entries()) {
    index.put({
      type: "message",
      id,
      speaker,
      text,
      date: date + i * 20,
      topic_id: topic,
      message_ids: [id],
    });
  }
}

function entry(
  type: SearchEntry["type"],
  id: string,
  text: string,
  more: Partial<SearchEntry> = {},
): SearchEntry {
  return { type, id, text, date: now - 30 * day, message_ids: [], ...more };
}

/** Other chat, so that rare words are rare. */
function smallTalk(index: Index): void {
  for (let i = 0; i < 40; i++) {
    talk(index, `small${i}`, now - (100 + i) * day, [
      [
        `s${i}a`,
        "user",
        `今天第${i}次路过那家面包店，闻着真香。 I walked past the bakery again, number ${i}.`,
      ],
      [`s${i}b`, "assistant", "下次带一个回来吧。 Bring one home next time."],
    ]);
  }
}

function find(index: Index, text: string, more: Partial<SearchQuery> = {}): string[] {
  const query: SearchQuery = { text, at: now, timeZone: "Asia/Shanghai", language: "zh", limit: 10, ...more };
  return rank(index, query).map((hit) => hit.id);
}

describe("questions and what they find", () => {
  it("finds the right entry for a whole spoken question (C237)", () => {
    const index = new Index();
    index.put(entry("long", "long_1", "养了一只橘猫叫年糕", { title: "宠物" }));
    index.put(entry("long", "long_2", "想去海边；周六出发", { title: "周末出游计划" }));
    expect(find(index, "我上次跟你说的那只猫叫什么来着")[0]).toBe("long_1");
    expect(find(index, "你还记得我周末打算去哪里玩吗")[0]).toBe("long_2");
  });

  it("finds a word at the end of a long text (C236)", () => {
    const index = new Index();
    smallTalk(index);
    index.put(entry("long", "long_1", `${"前情".repeat(40)}她对花生过敏`, { title: "长谈" }));
    expect(find(index, "花生过敏")[0]).toBe("long_1");
  });

  it("finds an English answer under another form of the word", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "t", now - 10 * day, [["a", "user", "We adopted two kittens from the shelter"]]);
    expect(find(index, "Which kitten did I adopt?", { language: "en" })[0]).toBe("a");
  });

  it("brings the answer that follows the question, though it shares no word with it", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "t", now - 10 * day, [
      ["ask", "assistant", "你最喜欢的乐队是哪个？"],
      ["answer", "user", "草东。"],
    ]);
    expect(find(index, "我喜欢的乐队是哪个").slice(0, 2).sort()).toEqual(["answer", "ask"]);
  });

  it("does not lend a score across the border of a topic", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "t1", now - 10 * day, [["hit", "user", "乐队排练到很晚"]]);
    talk(index, "t2", now - 10 * day + 60, [["next", "user", "草东。"]]);
    expect(find(index, "乐队排练")).toEqual(["hit"]);
  });

  it("prefers a message of a topic that is about the question", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "about", now - 20 * day, [
      ["a1", "user", "装修选地板好难"],
      ["a2", "assistant", "慢慢来"],
      ["a3", "user", "腿都跑细了"],
      ["a4", "assistant", "喝口水"],
      ["a5", "user", "预算八万"],
    ]);
    // Later, so that it would come first among equals.
    talk(index, "aside", now - 10 * day, [["b", "user", "预算八万"]]);
    const found = find(index, "装修预算是多少");
    expect(found.indexOf("a5")).toBeLessThan(found.indexOf("b"));
  });
});

describe("who said it", () => {
  const lines: readonly Line[] = [
    ["u", "user", "I love hiking in the hills"],
    ["c", "assistant", "I love hiking in the hills"],
  ];

  it("puts the words of the one that the question names first", () => {
    const index = new Index();
    smallTalk(index);
    for (const [i, line] of lines.entries()) talk(index, `t${i}`, now - 10 * day, [line]);
    const names = { user: ["Sam"], assistant: ["Mel"] };
    expect(find(index, "Where does Mel love hiking?", { language: "en", names })[0]).toBe("c");
    expect(find(index, "Where does Sam love hiking?", { language: "en", names })[0]).toBe("u");
  });

  it("does not take a name for named that only stands inside another word", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "tu", now - 10 * day, [["u", "user", "melon hiking"]]);
    talk(index, "tc", now - 11 * day, [["c", "assistant", "melon hiking"]]);
    expect(find(index, "melon hiking", { language: "en", names: { assistant: ["Mel"] } })[0]).toBe("u");
  });

  it("looks for the companion's words where 你说过 asks for them", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "tu", now - 10 * day, [["u", "user", "推荐的书单在桌上"]]);
    talk(index, "tc", now - 11 * day, [["c", "assistant", "推荐的书单在桌上"]]);
    expect(find(index, "你推荐过的书单是什么")[0]).toBe("c");
  });
});

describe("times in the question", () => {
  it("puts the day that is named before other days with the same words", () => {
    const index = new Index();
    smallTalk(index);
    for (let back = 1; back < 30; back++) {
      talk(index, `d${back}`, now - back * day, [[`w${back}`, "user", "今天的天气不错，出去跑步了"]]);
    }
    expect(find(index, "前天我跑步的时候天气怎么样")[0]).toBe("w2");
    expect(find(index, "3月1号我跑步了吗")[0]).toBe("w9");
  });

  it("returns what was said on a day even where no word is shared", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "t", now - 2 * day, [["a", "user", "窗外有一朵云像鸭子"]]);
    expect(find(index, "前天我们聊了什么")).toContain("a");
  });

  it("leaves out what was said later than the moment of asking", () => {
    const index = new Index();
    talk(index, "t", now - day, [["old", "user", "橘猫叫年糕"]]);
    talk(index, "t", now + day, [["new", "user", "橘猫叫豆包"]]);
    expect(find(index, "橘猫叫什么")).toEqual(["old"]);
    expect(find(index, "橘猫叫什么", { at: now + 2 * day })).toHaveLength(2);
  });
});

describe("what is not found", () => {
  it("is everything, where nothing fits", () => {
    const index = new Index();
    smallTalk(index);
    expect(find(index, "量子力学双缝实验")).toEqual([]);
    expect(find(index, "quantum chromodynamics", { language: "en" })).toEqual([]);
  });

  it("is everything, for a question without content or an empty memory", () => {
    const index = new Index();
    expect(find(index, "在吗")).toEqual([]);
    smallTalk(index);
    for (const text of ["", "在吗", "？？？", "是的吗", "\u0000"])
      expect(find(index, text), text).toEqual([]);
  });

  it("is what another type holds, where types are named", () => {
    const index = new Index();
    smallTalk(index);
    index.put(entry("fact", "f", "过敏：花生"));
    index.put(entry("mid", "m", "聊到花生过敏"));
    expect(find(index, "花生过敏", { types: ["fact"] })).toEqual(["f"]);
    expect(find(index, "花生过敏", { types: [] })).toEqual([]);
  });

  it("is more than the limit", () => {
    const index = new Index();
    smallTalk(index);
    expect(find(index, "面包店", { limit: 3 })).toHaveLength(3);
    expect(find(index, "面包店", { limit: 0 })).toEqual([]);
  });
});

describe("the order of equals", () => {
  it("follows importance, on either scale (A225)", () => {
    const index = new Index();
    smallTalk(index);
    index.put(entry("fact", "light", "喜欢喝燕麦拿铁", { importance: 0.2 }));
    index.put(entry("core", "heavy", "喜欢喝燕麦拿铁", { importance: 9 }));
    expect(find(index, "燕麦拿铁")).toEqual(["heavy", "light"]);
  });

  it("is the later one first", () => {
    const index = new Index();
    smallTalk(index);
    index.put(entry("fact", "before", "住在杭州", { date: now - 50 * day }));
    index.put(entry("fact", "after", "住在杭州", { date: now - 5 * day }));
    expect(find(index, "杭州")[0]).toBe("after");
  });

  it("carries scores between 0 and 1 that never rise", () => {
    const index = new Index();
    smallTalk(index);
    const hits = rank(index, {
      text: "面包店 bakery 第3次",
      at: now,
      timeZone: "UTC",
      language: "en",
      limit: 50,
    });
    expect(hits.length).toBeGreaterThan(10);
    for (const [i, hit] of hits.entries()) {
      expect(hit.score).toBeGreaterThan(0);
      expect(hit.score).toBeLessThanOrEqual(1);
      expect(hit.score).toBeLessThanOrEqual(hits[i - 1]?.score ?? 1);
    }
  });
});

describe("what an entry weighs by itself", () => {
  const index = () => {
    const made = new Index();
    smallTalk(made);
    made.put(entry("mid", "faded", "聊到面馆搬家，真可惜", { importance: 0.9 }));
    made.put(entry("mid", "held", "聊到面馆搬家，真方便", { importance: 0.9 }));
    return made;
  };

  it("is how firmly it is held now, where that is known (R32)", () => {
    const held: SearchQuery["held"] = ({ id }) => (id === "faded" ? 0.05 : 0.9);
    expect(find(index(), "面馆搬家", { held }).slice(0, 2)).toEqual(["held", "faded"]);
    const turned: SearchQuery["held"] = ({ id }) => (id === "held" ? 0.05 : 0.9);
    expect(find(index(), "面馆搬家", { held: turned }).slice(0, 2)).toEqual(["faded", "held"]);
  });

  it("can be left out for measuring", () => {
    const query: SearchQuery = {
      text: "面馆搬家",
      at: now,
      timeZone: "Asia/Shanghai",
      language: "zh",
      limit: 2,
      held: ({ id }) => (id === "faded" ? 0.05 : 0.9),
    };
    const [first, second] = rank(index(), query, new Set(["held"]));
    expect(first?.score).toBeCloseTo(second?.score ?? 0, 1);
    const [best, next] = rank(index(), query);
    expect(best?.score).toBeGreaterThan((next?.score ?? 1) + 0.1);
  });
});

describe("how well a hit fits", () => {
  it("is told as the share of what was asked that stands in it, and not at all where no word was", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "t", now - 10 * day, [
      ["all", "user", "草东的演唱会"],
      ["half", "assistant", "演唱会呀"],
    ]);
    const query: SearchQuery = {
      text: "草东演唱会",
      at: now,
      timeZone: "Asia/Shanghai",
      language: "zh",
      limit: 9,
    };
    const hits = rank(index, query);
    const fitOf = (id: string) => hits.find((hit) => hit.id === id)?.fit ?? -1;
    expect(fitOf("all")).toBeGreaterThan(0.7);
    expect(fitOf("half")).toBeLessThan(fitOf("all"));
    expect(fitOf("half")).toBeGreaterThan(0);
    const ofDay = rank(index, { ...query, text: "2月28号我们聊了什么" });
    expect(ofDay.map(({ id }) => id)).toContain("all");
    expect(ofDay[0]?.fit).toBeUndefined();
  });

  it("may be less for a question than for a statement before nothing is found", () => {
    const index = new Index();
    smallTalk(index);
    talk(index, "t", now - 10 * day, [["a", "user", "石头砸伤了脚"]]);
    const long = "滑雪潜水骑马射箭攀岩冲浪跳伞击剑露营，脚砸伤";
    expect(find(index, `${long}了吗？`)).toContain("a");
    expect(find(index, `${long}了`)).not.toContain("a");
  });
});

describe("a question how often", () => {
  it("finds one message of each day before a second one of any", () => {
    const index = new Index();
    smallTalk(index);
    for (const back of [9, 6, 3])
      talk(index, `t${back}`, now - back * day, [
        [`a${back}`, "user", "今天去医院了"],
        [`b${back}`, "user", "医院人好多，去医院真累"],
      ]);
    const found = find(index, "我去过几次医院？");
    expect(new Set(found.slice(0, 3).map((id) => id.slice(1)))).toEqual(new Set(["9", "6", "3"]));
  });
});
