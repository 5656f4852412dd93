// One truth at a time among long memories: said again, it joins; said otherwise, it closes; nothing is lost (invariant 3, C078, C081–C084).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isFormerLong,
  joinedDetail,
  joinedLong,
  LongTruth,
  reviveLong,
  type TurnedFact,
} from "../../src/memory/long-truth.ts";
import { LongDetail, LongEntry } from "../../src/schema/long-term.ts";
import { similarity } from "../../src/search/tokenise.ts";

const start = 1_767_225_600;
const day = 86_400;
const long = (n: number, title: string, key_points: string[], more: Partial<LongEntry> = {}): LongEntry =>
  LongEntry.parse({
    id: `long_${start + n * day}`,
    title,
    key_points,
    detail_file: `${n}.json`,
    started_at: start + n * day - 600,
    ended_at: start + n * day,
    message_ids: [`m${n}`],
    by: "model",
    importance: 0.5,
    ...more,
  });
const truth = (turned: TurnedFact[] = []) => new LongTruth({ likeness: similarity, turned });
const settled = (entries: LongEntry[], made: LongEntry, named: string[] = []) =>
  truth().settle([...entries, made], made.id, new Set(named));

describe("an entry that says what another says already", () => {
  const old = long(1, "饮食禁忌", ["对花生过敏"]);

  test("is found by its title and points, or by points that speak for themselves", () => {
    expect(truth().repeatedBy(long(2, "饮食禁忌", ["用户对花生过敏。"]), [old])?.entry).toBe(old);
    expect(truth().repeatedBy(long(2, "又一次", ["对花生过敏"]), [old])).toBeUndefined();
    const full = long(1, "看展", ["周六在城西的美术馆看了印象派的展"]);
    const again = long(2, "美术馆", ["周六在城西的美术馆看了印象派的展。"]);
    expect(truth().repeatedBy(again, [full])?.entry).toBe(full);
  });

  test("brings its further points along where it says all of the old ones, under the same title", () => {
    const more = long(2, "饮食禁忌", ["对花生过敏", "不吃香菜"]);
    expect(truth().repeatedBy(more, [old])).toEqual({ entry: old, added: ["不吃香菜"] });
    expect(truth().repeatedBy(more, [{ ...old, by: "owner" }])).toBeUndefined();
    expect(truth().repeatedBy(long(2, "饮食禁忌", ["不吃香菜"]), [old])).toBeUndefined();
  });

  test.each([
    ["a not", "对花生不过敏"],
    ["a number", "对3种花生过敏"],
    ["a former state", "以前对花生过敏"],
  ])("is another where they differ by %s", (_, point) => {
    expect(truth().repeatedBy(long(2, "饮食禁忌", [point]), [old])).toBeUndefined();
  });

  test("is not looked for among what is former, merged or put away by the owner; what only faded counts", () => {
    const made = long(2, "饮食禁忌", ["对花生过敏"]);
    const away: Partial<LongEntry>[] = [
      { superseded_by: "long_9" },
      { merged_into: "long_9" },
      { archived: true },
    ];
    for (const more of away) expect(truth().repeatedBy(made, [{ ...old, ...more }])).toBeUndefined();
    const faded = { ...old, archived: true, archived_by: "fading" };
    expect(truth().repeatedBy(made, [faded])?.entry).toBe(faded);
    expect(joinedLong(faded, made, [])).toMatchObject({ archived: false });
  });

  test("leaves title, file, id and beginning; evidence, names and end are those of both", () => {
    const made = long(2, "花生", ["对花生过敏"], { importance: 0.9, aliases: ["坚果"] });
    const joined = joinedLong({ ...old, my_note: "别删" }, made, []);
    expect(joined).toMatchObject({
      id: old.id,
      title: "饮食禁忌",
      detail_file: "1.json",
      key_points: ["对花生过敏"],
      message_ids: ["m1", "m2"],
      aliases: ["坚果", "花生"],
      importance: 0.9,
      started_at: old.started_at,
      ended_at: made.ended_at,
      my_note: "别删",
    });
  });

  const detail = (text: string, sources: string[], more: Partial<LongDetail> = {}) =>
    LongDetail.parse({ title: "t", detail_content: text, source_mid_ids: sources, ...more });

  test("adds its telling and its sources to the detail, once", () => {
    const first = joinedDetail(detail("一月说的。", ["mid_1"]), detail("三月又说。", ["mid_2"]), old);
    expect([first.detail_content, first.source_mid_ids]).toEqual([
      "一月说的。\n三月又说。",
      ["mid_1", "mid_2"],
    ]);
    expect(joinedDetail(first, detail("三月又说。", ["mid_2"]), old)).toEqual(first);
  });

  test("changes no word of an owner's detail, and does not let one grow for ever", () => {
    const own = joinedDetail(detail("我写的。", ["mid_1"]), detail("又说。", ["mid_2"]), {
      ...old,
      by: "owner",
    });
    expect([own.detail_content, own.source_mid_ids]).toEqual(["我写的。", ["mid_1", "mid_2"]]);
    let grown = detail("说", ["mid_0"]);
    for (let n = 1; n < 200; n += 1)
      grown = joinedDetail(grown, detail(`${n}`.repeat(100), [`mid_${n}`]), old);
    expect(grown.detail_content.length).toBeLessThanOrEqual(8_100);
    expect(grown.source_mid_ids).toHaveLength(200);
  });
});

describe("an entry that says otherwise than an earlier one", () => {
  test("closes it as a whole where no point of it is left", () => {
    const old = long(1, "居住地", ["用户住在北京"]);
    const made = long(9, "居住地", ["住在上海", "之前住在北京"]);
    const [former, current] = settled([old], made);
    expect(former).toMatchObject({
      key_points: ["用户住在北京"],
      archived: true,
      archived_by: "superseded",
      superseded_by: made.id,
      valid_to: made.started_at,
    });
    expect(former && isFormerLong(former)).toBe(true);
    expect(current).toBe(made);
  });

  test("takes only the point out that it ends: another allergy stays in sight", () => {
    const old = long(1, "过敏", ["对花生过敏", "对海鲜过敏"]);
    const made = long(9, "检查结果", ["对花生不过敏"]);
    for (const named of [[], [old.id]]) {
      const [left] = settled([old], made, named);
      expect(left).toMatchObject({
        key_points: ["对海鲜过敏"],
        former_points: [{ text: "对花生过敏", superseded_by: made.id, valid_to: made.started_at }],
      });
      expect(left?.archived).toBeUndefined();
    }
  });

  test("that is named by the answer ends what is nearest to each of its points, and nothing that it shares no word with", () => {
    const old = long(1, "口味", ["喜欢川菜", "每天早上喝咖啡"]);
    const made = long(9, "口味", ["现在不吃川菜（胃不好）"]);
    expect(settled([old], made, [old.id])[0]?.key_points).toEqual(["每天早上喝咖啡"]);
    const other = long(1, "旅行", ["五月去大理"]);
    expect(settled([other], made, [other.id])[0]).toBe(other);
    expect(settled([old], made)[0]).toBe(old);
  });

  test("of an imported past is itself the former one", () => {
    const later = long(9, "居住地", ["住在上海", "之前住在北京"]);
    const made = long(1, "居住地", ["住在北京"]);
    const [kept, former] = settled([later], made);
    expect(kept).toBe(later);
    expect(former).toMatchObject({ id: made.id, superseded_by: later.id });
  });

  test("leaves alone what the owner pinned, and what was closed before", () => {
    const pinned = long(1, "居住地", ["住在北京"], { pinned: true });
    const closed = long(2, "居住地", ["住在北京"], { superseded_by: "long_x", archived: true });
    const made = long(9, "居住地", ["之前住在北京"]);
    expect(settled([pinned, closed], made)).toEqual([pinned, closed, made]);
  });

  test("is told by the facts where its own words do not say it", () => {
    const turned: TurnedFact[] = [
      { former: "北京", current: "上海", before: new Set(["m1"]), after: new Set(["m9"]) },
    ];
    const old = long(1, "近况", ["在北京租了房", "养了一只猫"]);
    const elsewhere = long(2, "旅行", ["去北京玩"]);
    const made = long(9, "搬家", ["搬到上海"]);
    const [left, trip] = truth(turned).settle([old, elsewhere, made], made.id);
    expect(left).toMatchObject({ key_points: ["养了一只猫"], former_points: [{ text: "在北京租了房" }] });
    expect(trip).toBe(elsewhere);
  });
});

describe("what was ended by an entry that is gone", () => {
  test("counts again: the whole entry, or the point", () => {
    const whole = long(1, "居住地", ["住在北京"]);
    const part = long(2, "近况", ["以前的同事", "住在北京"]);
    const made = long(9, "居住地", ["之前住在北京"]);
    const after = settled([whole, part], made);
    expect(reviveLong(after)).toBe(after);
    const back = reviveLong(after.filter(({ id }) => id !== made.id));
    expect(back).toEqual([
      { ...whole, archived: false },
      { ...part, key_points: ["以前的同事", "住在北京"] },
    ]);
  });

  test("is left as it is where nothing points anywhere", () => {
    const entries = [
      long(1, "甲", ["一点"]),
      long(2, "乙", ["二点"], { archived: true, archived_by: "fading" }),
    ];
    expect(reviveLong(entries)).toBe(entries);
  });
});

test("whatever is said later, no entry goes, no word goes, and undoing the later one brings every point back", () => {
  const points = fc.constantFrom(
    ..."住在北京 住在上海 之前住在北京 对花生过敏 对花生不过敏 喜欢吃香菜 不喜欢吃香菜 养了一只猫".split(" "),
  );
  const some = fc.uniqueArray(points, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 5 }), some, fc.boolean(), (olds, news, named) => {
      const entries = olds.map((list, n) => long(n, `题${n % 2}`, list));
      const made = long(20, "题0", news);
      const after = settled(entries, made, named ? entries.map(({ id }) => id) : []);
      expect(after.map(({ id }) => id)).toEqual([...entries, made].map(({ id }) => id));
      for (const [n, entry] of after.entries()) {
        const words = [...entry.key_points, ...(entry.former_points ?? []).map(({ text }) => text)];
        expect(words.sort()).toEqual([...(entries[n] ?? made).key_points].sort());
      }
      const back = reviveLong(after.filter(({ id }) => id !== made.id));
      expect(back.map(({ key_points }) => [...key_points].sort())).toEqual(
        entries.map(({ key_points }) => [...key_points].sort()),
      );
      expect(back.some(isFormerLong)).toBe(false);
    }),
    { numRuns: 200, seed: 7 },
  );
});
