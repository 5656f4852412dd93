// What an extraction is shown beside the summaries: the entries that speak of the same, few and near, in both languages.
import { describe, expect, test } from "vitest";
import { nearestLong } from "../../src/memory/long-near.ts";
import { LongEntry } from "../../src/schema/long-term.ts";

const long = (id: string, title: string, ...key_points: string[]) =>
  LongEntry.parse({ id, title, key_points, detail_file: `${id}.json` });
const entries = [
  long("long_1", "居住地", "用户住在北京"),
  long("long_2", "口味", "喜欢川菜", "喜欢辣"),
  long("long_3", "Home", "lives in Berlin with two cats"),
  long("long_4", "旅行", "五月去大理"),
];
const near = (text: string, most = 5) => nearestLong([text], entries, most).map(({ id }) => id);

describe("the nearest long entries", () => {
  test("share words with a summary; those that share nothing are left out", () => {
    expect(near("用户说现在讨厌川菜，胃不好")[0]).toBe("long_2");
    expect(near("They moved away from Berlin; the cat came along")).toEqual(["long_3"]);
    expect(near("今天下雨")).toEqual([]);
  });

  test("are at most as many as asked for, the nearest first, and for each of several summaries", () => {
    expect(near("用户住在北京，喜欢川菜", 1)).toEqual(["long_1"]);
    expect(
      nearestLong(["五月又去大理", "川菜"], entries, 5)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["long_2", "long_4"]);
  });

  test("are none for no text, an empty text and no entries", () => {
    expect([near(""), nearestLong([], entries, 5), nearestLong(["川菜"], [], 5)]).toEqual([[], [], []]);
  });
});
