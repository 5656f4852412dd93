// "How often": hits of different days first, and the days on which the person told of the matter.
import { describe, expect, it } from "vitest";
import { dayByDay, daysTold } from "../../src/search/often.ts";
import { asksHowOften } from "../../src/search/question.ts";
import type { SearchHit } from "../../src/search/search.ts";

const day = 86_400;
/** 2026-03-01 08:00 in Shanghai. */
const start = Date.UTC(2026, 2, 1) / 1000;
const zone = "Asia/Shanghai";

function hit(id: string, back: number, fit: number, more: Partial<SearchHit> = {}): SearchHit {
  const base = { type: "message", text: "去医院了", speaker: "user", message_ids: [id] } as const;
  return { ...base, id, date: start + back * day, score: 1 - back / 100, fit, ...more };
}
const ids = (hits: readonly SearchHit[]) => hits.map(({ id }) => id);

describe("a question how often", () => {
  it.each([
    "我去过几次医院？",
    "一共去了多少回",
    "我多久去游一次泳",
    "How often do I swim?",
    "how many times did we meet",
  ])("is heard: %j", (text) => {
    expect(asksHowOften(text)).toBe(true);
  });
  it.each(["我有几只猫", "多久没见了", "how old am I", "I often swim", "这次"])(
    "is not heard in %j",
    (text) => {
      expect(asksHowOften(text)).toBe(false);
    },
  );
});

describe("hits day by day", () => {
  it("bring one of each day before the second of any, the scores staying with the places", () => {
    const hits = [hit("a", 1, 0.9), hit("b", 1, 0.9), hit("c", 2, 0.8), hit("d", 3, 0.7)];
    const sorted = dayByDay(hits, zone);
    expect(ids(sorted)).toEqual(["a", "c", "d", "b"]);
    expect(sorted.map(({ score }) => score)).toEqual(hits.map(({ score }) => score));
  });

  it("leave behind what holds too little of the question", () => {
    expect(ids(dayByDay([hit("a", 1, 0.9), hit("weak", 2, 0.2), hit("c", 3, 0.8)], zone))).toEqual([
      "a",
      "c",
      "weak",
    ]);
    expect(dayByDay([], zone)).toEqual([]);
  });
});

describe("the days on which something was told", () => {
  it("are each named once, oldest first, in the person's zone", () => {
    // 23:30 in Shanghai, and half an hour past midnight.
    const late = hit("late", 0, 0.9, { date: start + 15.5 * 3600 });
    const early = hit("early", 0, 0.9, { date: start + 16.5 * 3600 });
    const days = daysTold([early, hit("b", 5, 0.8), late, hit("b2", 5, 0.8)], zone);
    expect(days.map(({ date }) => date)).toEqual(["2026-03-01", "2026-03-02", "2026-03-06"]);
    expect(days.at(-1)?.message_ids).toEqual(["b", "b2"]);
  });

  it("count neither the companion's words, nor questions, nor summaries, nor what hardly fits", () => {
    const others = [
      hit("c", 1, 0.9, { speaker: "assistant" }),
      hit("q", 2, 0.9, { text: "我去过医院吗？" }),
      hit("m", 3, 0.9, { type: "mid" }),
      hit("w", 4, 0.1),
    ];
    expect(daysTold([...others, hit("a", 5, 0.9)], zone).map(({ message_ids }) => message_ids)).toEqual([
      ["a"],
    ]);
    expect(daysTold(others.slice(3), zone)).toEqual([]);
  });
});
