// The second look-up: words that the best hits share, and the question lacks, find what the question's own words cannot (part 3, 4).
import { describe, expect, it } from "vitest";
import { expand } from "../../src/search/expand.ts";
import { Index } from "../../src/search/inverted-index.ts";
import { readQuestion } from "../../src/search/question.ts";
import { rank } from "../../src/search/rank.ts";
import { Scores } from "../../src/search/scores.ts";
import type { SearchEntry, SearchQuery } from "../../src/search/search.ts";
import { expansion, type SignalName } from "../../src/search/signals.ts";
import { viewOf } from "../../src/search/view.ts";

const now = 1_773_000_000;

function message(id: string, text: string, more: Partial<SearchEntry> = {}): SearchEntry {
  const own = { date: now - 1_000, topic_id: `t_${id}`, message_ids: [id], speaker: "user" as const };
  return { type: "message", id, text, ...own, ...more };
}

/** Far more small talk than a small memory holds, so that nothing is looked at as a whole. */
function indexOf(...entries: readonly SearchEntry[]): Index {
  const index = new Index();
  for (let at = 0; at < 2_100; at++) {
    const text = at % 2 === 0 ? `今天又路过面包店 ${at}` : `walked past a bakery again ${at}`;
    index.put(message(`m${at}`, text, { topic_id: `s${at >> 4}` }));
  }
  for (const entry of entries) index.put(entry);
  return index;
}

const query = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  at: now,
  timeZone: "UTC",
  language: /\p{Script=Han}/u.test(text) ? "zh" : "en",
  limit: 10,
  ...more,
});
const find = (index: Index, asked: SearchQuery, without?: SignalName) =>
  rank(index, asked, new Set(without ? [without] : [])).map(({ id }) => id);

const lives = {
  zh: {
    question: "陶艺课学得怎么样了",
    hits: ["报了陶艺课，第一次拉坯，手抖得不行", "陶艺课又拉坯，老师说先上釉再烧"],
    answer: "拉坯总算不歪了，上釉那只碗烧出来是蓝的",
    other: "昨晚的雨把阳台的花打歪了",
  },
  en: {
    question: "How is the pottery class going?",
    hits: [
      "Signed up for the pottery class, my hands shook at the wheel, kiln next week",
      "Pottery class again: glazing before the kiln",
    ],
    answer: "The kiln turned my glazed bowl blue and nothing cracked",
    other: "The rain broke the flowers on my balcony",
  },
} as const;

describe.each(["zh", "en"] as const)("what shares no word with its question (%s)", (language) => {
  const { question, hits, answer, other } = lives[language];
  const index = indexOf(
    ...hits.map((text, at) => message(`hit${at}`, text)),
    message("answer", answer),
    message("other", other),
  );

  it("is found by the words of what does, behind it", () => {
    const found = find(index, query(question));
    expect(found).toContain("answer");
    expect(found).not.toContain("other");
    expect(found.indexOf("answer")).toBeGreaterThan(found.indexOf("hit0"));
    expect(found.indexOf("answer")).toBeGreaterThan(found.indexOf("hit1"));
  });

  it("is not found without the second look-up, nor where nothing was found by the first", () => {
    expect(find(index, query(question), "expansion")).not.toContain("answer");
    expect(find(indexOf(message("answer", answer)), query(question))).not.toContain("answer");
  });

  it("is not found where it was said later, or is of a type that was not asked for", () => {
    const later = indexOf(
      ...hits.map((text, at) => message(`hit${at}`, text)),
      message("answer", answer, { date: now + 60 }),
    );
    expect(find(later, query(question))).not.toContain("answer");
    expect(find(index, query(question, { types: ["fact"] }))).toEqual([]);
  });
});

describe("the words of the second look-up", () => {
  const { hits, question, answer } = lives.zh;
  const everything = { at: now, types: 0xffff_fffe };
  const look = (index: Index, text: string, best: readonly number[]) =>
    expand(index, readQuestion(query(text)), best, () => 1, everything);
  const numberOf = (index: Index, id: string) => index.numberOf("message", id) ?? -1;

  it("are those of the best hits that the question does not have itself", () => {
    const index = indexOf(...hits.map((text, at) => message(`hit${at}`, text)), message("answer", answer));
    const best = [numberOf(index, "hit0"), numberOf(index, "hit1")];
    const scores = look(index, question, best);
    expect(scores?.own[numberOf(index, "answer")]).toBeGreaterThan(0);
    scores?.close();
    // A hit that says no more than was asked adds nothing.
    expect(look(index, `${hits[0]}。${hits[1]}`, best)).toBeUndefined();
    expect(look(index, question, [])).toBeUndefined();
  });

  it("count three times as much where the first look-up held little of the question", () => {
    const index = indexOf(message("hit0", "陶艺课第一次拉坯"), message("answer", "拉坯总算不歪了"));
    const worth = (text: string) => {
      const question = readQuestion(query(text));
      const scores = new Scores(index, everything);
      scores.addTerms(question.terms);
      const heads = [numberOf(index, "hit0")];
      const expanded = look(index, text, heads);
      const view = viewOf(index, question, scores, heads, expanded);
      const gained = expansion(view, numberOf(index, "answer"));
      expanded?.close();
      scores.close();
      return { gained, uncertain: view.uncertain };
    };
    const sure = worth("陶艺课");
    const unsure = worth("陶艺课那位姓欧阳的老师后来搬去了哪个城市教书");
    expect([sure.uncertain, unsure.uncertain]).toEqual([false, true]);
    expect(sure.gained).toBeGreaterThan(0);
    expect(unsure.gained / sure.gained).toBeCloseTo(3, 1);
  });
});

it("leaves the buffers of the index as clean as it took them", () => {
  const index = indexOf(...lives.zh.hits.map((text, at) => message(`hit${at}`, text)));
  const first = find(index, query(lives.zh.question));
  for (let n = 0; n < 5; n++) find(index, query(lives.en.question));
  expect(find(index, query(lives.zh.question))).toEqual(first);
  const scores = new Scores(index, { at: now, types: 0xffff_fffe });
  expect(scores.own.some((one) => one !== 0)).toBe(false);
  scores.close();
});
