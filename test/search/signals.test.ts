// Each signal by itself: what it gives, to whom, and that it gives nothing where its hint is missing.
import { describe, expect, it } from "vitest";
import { expand } from "../../src/search/expand.ts";
import { foremost } from "../../src/search/foremost.ts";
import { Index } from "../../src/search/inverted-index.ts";
import { readQuestion } from "../../src/search/question.ts";
import { Scores } from "../../src/search/scores.ts";
import type { SearchEntry } from "../../src/search/search.ts";
import { type SignalName, signals } from "../../src/search/signals.ts";
import { viewOf } from "../../src/search/view.ts";

const day = 86_400;
/** 2026-03-10 21:00 in Shanghai. */
const now = Date.UTC(2026, 2, 10, 13) / 1000;

type Line = [id: string, speaker: "user" | "assistant", text: string];

function world(...topics: { back: number; lines: Line[] }[]): Index {
  const index = new Index();
  for (const [place, { back, lines }] of topics.entries())
    for (const [i, [id, speaker, text]] of lines.entries())
      index.put({
        type: "message",
        id,
        speaker,
        text,
        date: now - back * day + i * 20,
        topic_id: `t${place}`,
        message_ids: [id],
      });
  return index;
}

const nobody: ReadonlyMap<string, number> = new Map();

/** What a signal gives to each entry, by id. */
function given(
  index: Index,
  name: keyof typeof signals,
  text: string,
  felt: ReadonlyMap<string, number> = nobody,
): Record<string, number> {
  const question = readQuestion({ text, at: now, timeZone: "Asia/Shanghai", language: "zh", limit: 10 });
  const allowed = { at: now, types: 0xffff_fffe };
  const scores = new Scores(index, allowed);
  scores.addTerms(question.terms);
  scores.addConcepts(question.concepts);
  const heads = foremost(scores.touched, 50, (number) => scores.own[number]);
  const own = (number: number) => scores.own[number] ?? 0;
  const expanded = expand(index, question, heads, own, allowed);
  const view = viewOf(index, question, scores, heads, expanded, undefined, felt);
  const result: Record<string, number> = {};
  for (let number = 0; number < index.end; number++)
    result[index.entry(number)?.id ?? ""] = signals[name](view, number);
  expanded?.close();
  scores.close();
  return result;
}

const note = (id: string, type: SearchEntry["type"], text: string): SearchEntry => ({
  type,
  id,
  text,
  date: now - day,
  message_ids: [],
});

describe("what each signal gives", () => {
  it("words: 1 to the best message, less to a worse one, nothing to one without them", () => {
    const index = world({
      back: 3,
      lines: [
        ["both", "user", "橘猫在海边"],
        ["one", "user", "海边的风很大很大"],
        ["none", "user", "加班"],
      ],
    });
    const { both, one, none } = given(index, "words", "橘猫 海边");
    expect(both).toBeCloseTo(1);
    expect(one).toBeGreaterThan(0);
    expect(one).toBeLessThan(both ?? 0);
    expect(none).toBe(0);
  });

  it("words: more to a fact than to a summary of the same words, since a summary is only a map", () => {
    const index = new Index();
    index.put(note("fact", "fact", "对花生过敏"));
    index.put(note("mid", "mid", "对花生过敏"));
    const { fact = 0, mid = 0 } = given(index, "words", "花生过敏");
    expect(fact).toBeGreaterThan(mid);
    expect(mid).toBeGreaterThan(0);
  });

  it("around: to those up to two places beside a hit in its topic, not across its border", () => {
    const index = world(
      {
        back: 5,
        lines: [
          ["hit", "user", "乐队排练"],
          ["beside", "assistant", "好呀"],
          ["two", "user", "嗯嗯"],
          ["three", "assistant", "睡吧"],
        ],
      },
      { back: 4, lines: [["other", "user", "早上好呀"]] },
    );
    const found = given(index, "around", "乐队排练");
    expect(found.beside).toBeCloseTo(found.hit ?? 0);
    expect(found.two).toBeGreaterThan(0);
    expect(found.three).toBe(0);
    expect(found.other).toBe(0);
  });

  it("around: counts a word once, however often it is said, and adds up different ones", () => {
    const index = world(
      {
        back: 5,
        lines: [
          ["same", "user", "橘猫"],
          ["again", "assistant", "橘猫橘猫"],
        ],
      },
      {
        back: 4,
        lines: [
          ["one", "user", "橘猫"],
          ["other", "assistant", "海边"],
        ],
      },
    );
    const found = given(index, "around", "橘猫 海边");
    expect(found.one).toBeGreaterThan(1.5 * (found.same ?? 0));
    expect(found.again).toBe(found.same);
  });

  it("leadUp: to what follows a hit, not to what went before it", () => {
    const index = world({
      back: 5,
      lines: [
        ["before", "user", "嗯嗯"],
        ["hit", "assistant", "乐队排练"],
        ["after", "user", "好呀"],
      ],
    });
    const found = given(index, "leadUp", "乐队排练");
    expect(found.after).toBeCloseTo(found.hit ?? 0);
    expect(found.before).toBe(0);
  });

  it("expansion: to who uses words of the best hits, and more where nothing holds much of the question", () => {
    const index = world(
      { back: 5, lines: [["hit", "user", "陶艺课上捏了个歪脖子花瓶"]] },
      { back: 4, lines: [["related", "user", "歪脖子终于出窑了"]] },
      { back: 3, lines: [["none", "user", "今晚加班"]] },
    );
    const sure = given(index, "expansion", "陶艺");
    const unsure = given(index, "expansion", "陶艺 钢琴 滑雪 潜水 骑马");
    expect(sure.related).toBeGreaterThan(0);
    expect(sure.none).toBe(0);
    expect(unsure.related).toBeGreaterThan(sure.related ?? 1);
  });

  it("feeling: to what was felt, by how much it counts, and to nothing else", () => {
    const index = world({
      back: 5,
      lines: [
        ["sad", "user", "花瓶摔碎了"],
        ["plain", "user", "花瓶很便宜"],
      ],
    });
    const found = given(index, "feeling", "花瓶", new Map([["sad", 0.9]]));
    expect(found.sad).toBeGreaterThan(0);
    expect(found.plain).toBe(0);
    expect(given(index, "feeling", "花瓶").sad).toBe(0);
  });

  it("answers: to who answers the other one's question, not to who goes on alone or follows a statement", () => {
    const index = world(
      {
        back: 5,
        lines: [
          ["ask", "assistant", "你喜欢哪支乐队？"],
          ["answer", "user", "草东"],
        ],
      },
      {
        back: 4,
        lines: [
          ["self", "user", "哪支乐队好听？"],
          ["same", "user", "草东"],
        ],
      },
      {
        back: 3,
        lines: [
          ["told", "assistant", "乐队今天排练。"],
          ["after", "user", "好呀"],
        ],
      },
    );
    const found = given(index, "answers", "乐队");
    expect(found.answer).toBeGreaterThan(0);
    expect(found.same).toBe(0);
    expect(found.after).toBe(0);
  });

  it("topic: the same to every message of a topic, most to the topic that fits best", () => {
    const index = world(
      {
        back: 5,
        lines: [
          ["a", "user", "装修的预算"],
          ["b", "assistant", "装修很累"],
        ],
      },
      { back: 4, lines: [["c", "user", "今年的预算"]] },
    );
    const found = given(index, "topic", "装修预算");
    expect(found.a).toBeCloseTo(0.8);
    expect(found.b).toBe(found.a);
    expect(found.c).toBeLessThan(found.a ?? 0);
  });

  it("opening: to the first message of a topic alone", () => {
    const index = world({
      back: 5,
      lines: [
        ["first", "user", "我换工作了"],
        ["second", "user", "真的"],
      ],
    });
    expect(given(index, "opening", "工作")).toEqual({ first: 0.35, second: 0 });
  });

  it("speaker: up for whose words are asked for, down for the other's, nothing where nobody is meant", () => {
    const index = world({
      back: 5,
      lines: [
        ["u", "user", "书单"],
        ["c", "assistant", "书单"],
      ],
    });
    expect(given(index, "speaker", "你推荐过的书单")).toEqual({ u: -0.7, c: 0.7 });
    expect(given(index, "speaker", "我跟你说过的书单")).toEqual({ u: 0.7, c: -0.7 });
    expect(given(index, "speaker", "书单")).toEqual({ u: 0, c: 0 });
  });

  it("self: to who speaks of himself, in both languages", () => {
    const index = world({
      back: 5,
      lines: [
        ["zh", "user", "我怕水"],
        ["en", "user", "I'm afraid of it"],
        ["no", "user", "It is late in Iowa"],
      ],
    });
    const { zh, en, no } = given(index, "self", "怕水");
    expect([zh, en, no]).toEqual([0.25, 0.25, 0]);
  });

  it("moment: to who names a time, where a date is asked for", () => {
    const index = world({
      back: 5,
      lines: [
        ["when", "user", "昨天考完的"],
        ["what", "user", "考完了"],
      ],
    });
    expect(given(index, "moment", "什么时候考完的")).toEqual({ when: 0.9, what: 0 });
    expect(given(index, "moment", "考完了没有")).toEqual({ when: 0, what: 0 });
  });

  it("time: most to the named day, half to the day beside it, nothing to others", () => {
    const index = world(
      { back: 2, lines: [["day", "user", "云"]] },
      { back: 3, lines: [["beside", "user", "云"]] },
      { back: 9, lines: [["far", "user", "云"]] },
    );
    const { day: named = 0, beside = 0, far } = given(index, "time", "前天看到什么云");
    expect(named).toBeGreaterThan(1);
    expect(beside).toBeCloseTo(named / 2);
    expect(far).toBe(0);
  });

  it("order: to the earliest for the first time, to the latest for the last, to none otherwise", () => {
    const index = world(
      { back: 90, lines: [["old", "user", "去滑雪"]] },
      { back: 5, lines: [["new", "user", "去滑雪"]] },
    );
    const early = given(index, "order", "第一次滑雪");
    const late = given(index, "order", "上次滑雪");
    expect(early.old).toBeGreaterThan(early.new ?? 1);
    expect(late.new).toBeGreaterThan(late.old ?? 1);
    expect(given(index, "order", "滑雪")).toEqual({ old: 0, new: 0 });
  });

  it("renewal: to who tells of a change, but not where the past is asked for", () => {
    const index = world({
      back: 5,
      lines: [
        ["new", "user", "运动改成游泳了"],
        ["old", "user", "运动就是跑步"],
      ],
    });
    const { new: told = 0, old } = given(index, "renewal", "运动是什么");
    expect(told).toBeGreaterThan(0);
    expect(old).toBe(0);
    expect(given(index, "renewal", "以前的运动是什么").new).toBe(0);
  });

  it("names every signal of the table once", () => {
    const names: SignalName[] = Object.keys(signals) as SignalName[];
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("expansion");
  });
});
