// What happens to the order of hits after they are scored: repetitions behind, current before former, and the budget filled.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensOf } from "../../src/schema/tokens.ts";
import { currentFirst, type Former } from "../../src/search/former.ts";
import { freshFirst } from "../../src/search/fresh.ts";
import { pack } from "../../src/search/pack.ts";
import { renewedFirst, type Told } from "../../src/search/renewed.ts";
import type { SearchHit } from "../../src/search/search.ts";

const hit = (id: string, text: string, score = 1): SearchHit => ({
  type: "message",
  id,
  text,
  score,
  date: 0,
  message_ids: [id],
});
const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

describe("repetitions", () => {
  it("go behind all that says something else, whatever their marks and case", () => {
    const hits = [hit("a", "I love rain!", 0.9), hit("b", "i love  rain", 0.8), hit("c", "Snow too", 0.1)];
    const sorted = freshFirst(hits);
    expect(ids(sorted)).toEqual(["a", "c", "b"]);
    expect(sorted.map(({ score }) => score)).toEqual([0.9, 0.1, 0.1]);
  });

  it("in other words that say nothing more go behind too, but not what is asked, or said by the other one", () => {
    const more = (id: string, text: string, speaker: "user" | "assistant") => ({ ...hit(id, text), speaker });
    const sorted = freshFirst([
      more("a", "I have two cats now", "user"),
      more("b", "Now I have two cats!", "user"),
      more("c", "Do you have two cats?", "user"),
      more("d", "You have two cats", "assistant"),
    ]);
    expect(ids(sorted)).toEqual(["a", "c", "d", "b"]);
  });

  it("of a short exclamation stay where they are", () => {
    expect(ids(freshFirst([hit("a", "好呀"), hit("b", "好呀！"), hit("c", "草东")]))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });
});

describe("current before former", () => {
  const known = (map: Record<string, Former>) => (one: SearchHit) => map[one.id];
  const moved: Record<string, Former> = { old: { until: 50, now: new Set(["new"]) } };

  it("puts what was replaced behind what took its place, and says until when it was so", () => {
    const sorted = currentFirst(
      [hit("old", "住在杭州", 0.9), hit("x", "别的", 0.8), hit("new", "住在苏州", 0.5)],
      known(moved),
      false,
    );
    expect(ids(sorted)).toEqual(["x", "new", "old"]);
    expect(sorted[2]).toMatchObject({ former: { until: 50 }, score: 0.5 });
    expect(sorted[0]?.former).toBeUndefined();
  });

  it("leaves it where the past is asked for, or where nothing current was found, but marks it", () => {
    const hits = [hit("old", "住在杭州"), hit("new", "住在苏州")];
    expect(ids(currentFirst(hits, known(moved), true))).toEqual(["old", "new"]);
    const alone = currentFirst([hit("old", "住在杭州"), hit("x", "别的")], known(moved), false);
    expect(ids(alone)).toEqual(["old", "x"]);
    expect(alone[0]?.former).toEqual({ until: 50 });
  });

  it("loses nothing and doubles nothing, whatever is former to what", () => {
    const names = ["a", "b", "c", "d", "e"];
    const former = fc.dictionary(
      fc.constantFrom(...names),
      fc.subarray(names).map((now): Former => ({ now: new Set(now) })),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(names), former, (order, map) => {
        const sorted = currentFirst(
          order.map((id) => hit(id, id)),
          known(map),
          false,
        );
        expect(ids(sorted).sort()).toEqual([...order].sort());
        for (const [at, { id }] of sorted.entries()) {
          const later = sorted.slice(at + 1).filter((one) => map[one.id] === undefined);
          const earlier = sorted.slice(0, at);
          const current = map[id]?.now ?? new Set();
          if (!earlier.some((one) => current.has(one.id) && map[one.id] === undefined))
            expect(later.some((one) => current.has(one.id))).toBe(false);
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});

describe("who tells of a change", () => {
  const told = (date: number, change = false, fit = 1): Told => ({ date, change, fit });

  it("comes before what was said earlier of the same", () => {
    const [old, other, now] = [told(1), told(9), told(5, true)];
    expect(renewedFirst([old, other, now], (one) => one)).toEqual([now, old, other]);
  });

  it("stays behind what is later, fits far better, or where it tells of no change", () => {
    for (const items of [
      [told(9), told(5, true)],
      [told(1, false, 1), told(5, true, 0.3)],
      [told(1), told(5)],
    ])
      expect(renewedFirst(items, (one) => one)).toEqual(items);
  });
});

describe("packing a budget", () => {
  const long = "a word ".repeat(40);

  it("takes what fits in order, passes over what does not, and never goes beyond", () => {
    const hits = [hit("a", "short one"), hit("b", long), hit("c", "another")];
    const packed = pack(hits, 40);
    expect(ids(packed.hits)).toEqual(["a", "c"]);
    expect(packed.tokens).toBeLessThanOrEqual(40);
  });

  it("counts a day's date once for all its lines", () => {
    const one = pack([hit("a", "one two"), hit("b", "one two")], 1_000).tokens;
    const two = pack([hit("a", "one two"), { ...hit("b", "one two"), date: 86_400 * 3 }], 1_000).tokens;
    expect(two).toBeGreaterThan(one);
  });

  it("cuts a first hit that is too long by itself, and gives nothing for no budget", () => {
    const packed = pack([hit("b", long)], 30);
    expect(packed.hits[0]?.text.length).toBeGreaterThan(0);
    expect(packed.hits[0]?.text.length).toBeLessThan(long.length);
    expect(pack([hit("b", long)], 1).hits).toEqual([]);
    expect(pack([], 100)).toEqual({ hits: [], tokens: 0 });
  });

  it("estimates more tokens for more text, in either language", () => {
    for (const text of ["我们去海边玩了三天，很开心。", "We spent three days by the sea, 42 photos!"])
      expect(tokensOf(text + text)).toBeGreaterThan(tokensOf(text));
    expect(tokensOf("")).toBeLessThanOrEqual(1);
  });
});
