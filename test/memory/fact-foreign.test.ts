// What companions know through each other: one truth for what a person has but one, whoever heard it last (A126, invariant 3).
import { describe, expect, test } from "vitest";
import { foreignFacts, withoutOutdated } from "../../src/memory/fact-foreign.ts";
import { Fact, type SharedFacts } from "../../src/schema/fact.ts";

type Row = SharedFacts[number];
const row = (id: string, key: string, value: string, valid_from: number, origin = "b"): Row => ({
  id,
  origin,
  key,
  value,
  statement: `${key}：${value}`,
  valid_from,
});
const own = (key: string, value: string, valid_from: number, more: Partial<Fact> = {}) =>
  Fact.parse({ id: `own_${key}`, category: "personal_info", key, value, valid_from, ...more });
const idsOf = (facts: readonly Fact[]) => facts.map(({ id }) => id);

describe("what others shared", () => {
  test("is one home, the one told last, of several that others heard", () => {
    const rows = [
      row("1", "location", "杭州", 10),
      row("2", "location", "上海", 30, "c"),
      row("3", "location", "成都", 20),
    ];
    expect(idsOf(foreignFacts(rows, [], "a"))).toEqual(["2"]);
  });

  test("stays several where a person may have several", () => {
    const rows = [row("1", "allergy:虾", "虾", 10), row("2", "allergy:花生", "花生", 20, "c")];
    expect(idsOf(foreignFacts(rows, [], "a"))).toEqual(["1", "2"]);
  });

  test("takes the place of what the companion heard itself, where it was told later", () => {
    const mine = [own("location", "杭州", 10), own("occupation", "护士", 10)];
    const foreign = foreignFacts([row("1", "location", "上海", 20)], mine, "a");
    expect(idsOf(foreign)).toEqual(["1"]);
    expect(idsOf(withoutOutdated(mine, foreign))).toEqual(["own_occupation"]);
  });

  test.each([
    ["told before", own("location", "杭州", 30), row("1", "location", "上海", 20)],
    [
      "told before the own one was said again",
      own("location", "杭州", 10, { last_confirmed_at: 30 }),
      row("1", "location", "上海", 20),
    ],
    ["the same", own("location", "杭州", 10), row("1", "location", "杭州市", 20)],
    ["beside a pinned one", own("location", "杭州", 10, { pinned: true }), row("1", "location", "上海", 20)],
    ["how another calls the person", own("call_name", "晚晚", 10), row("1", "call_name", "老板", 20)],
    ["the companion's own row", own("location", "杭州", 10), row("1", "location", "上海", 20, "a")],
  ])("changes nothing where it is %s", (_why, mine, other) => {
    const foreign = foreignFacts([other], [mine], "a");
    expect(foreign).toEqual([]);
    expect(withoutOutdated([mine], foreign)).toEqual([mine]);
  });
});
