// What the owner or a later word has replaced does not come back when older words are read again (part 2, item 12; invariant 3).
import { describe, expect, test } from "vitest";
import { editFact } from "../../src/memory/fact-edit.ts";
import type { Facts } from "../../src/schema/fact.ts";
import { apply, day, evening, known, live, shown, talk } from "./fact-sample.ts";

const started = evening - 30 * day;

/** The owner puts another value in the place of the only fact. */
function corrected(facts: Facts, value: string, now = evening): Facts {
  const id = facts[0]?.id ?? "";
  const input = {
    now,
    newId: () => "former",
    changeId: "c1",
    state: (_key: string, one: unknown) => `${one}`,
  };
  const edited = editFact(facts, id, { value }, input);
  if (!edited.ok) throw new Error(edited.reason);
  return edited.facts;
}

describe("the sentence of a value that was replaced", () => {
  const sentences = [
    ["住在杭州", "location", "杭州", "成都", "住在成都"],
    ["lives in Leeds", "location", "Leeds", "Bristol", "lives in Bristol"],
    ["最喜欢吃年糕", "likes:年糕", "年糕", "汤圆", "最喜欢吃汤圆"],
    // What follows may have held for the old value alone.
    ["住在杭州，西湖边上", "location", "杭州", "成都", "成都"],
    ["is from Artois", "hometown", "Art", "Lille", "Lille"],
    ["在那边住了三年", "location", "杭州", "成都", "成都"],
  ] as const;
  test.each(sentences)(
    "%s: is kept around the new one where it says nothing else",
    (statement, key, value, next, now) => {
      const [one] = known(`我${value}`, { category: "personal_info", key: "location", value });
      if (one === undefined) throw new Error("no fact");
      const facts = [{ ...one, key, statement }];
      expect(corrected(facts, next).find(({ id }) => id === facts[0]?.id)?.statement).toBe(now);
    },
  );
});

const cases = [
  ["我喜欢吃年糕", "年糕", "汤圆", "preference", "likes"],
  ["我对花生过敏", "花生", "核桃", "health", "allergy"],
  ["I love hiking", "hiking", "cycling", "preference", "hobby"],
  ["I speak Danish", "Danish", "Dutch", "personal_info", "language"],
] as const;

describe("a value under a key of many that was replaced", () => {
  test.each(cases)("stays replaced when its words are read again: %s", (said, old, now, category, key) => {
    const fields = { category, key, value: old, quote: said } as const;
    const before = corrected(known(said, fields, started), now);
    const { facts, outcomes } = apply([fields], talk([said], started), before);
    expect(live(facts).map(({ value }) => value)).toEqual([now]);
    expect(outcomes).toMatchObject([{ op: "refused" }]);
  });

  test.each(cases)("comes beside it where it is said anew: %s", (said, old, now, category, key) => {
    const fields = { category, key, value: old, quote: said } as const;
    const before = corrected(known(said, fields, started), now);
    const { facts } = apply([fields], talk([said], evening + day), before);
    expect(
      live(facts)
        .map(({ value }) => value)
        .toSorted(),
    ).toEqual([now, old].toSorted());
  });

  test("stays replaced by a later word as well", () => {
    const run = { category: "habit", key: "sport", value: "跑步", quote: "我每天跑步" } as const;
    const swim = { ...run, op: "UPDATE", value: "游泳", quote: "不跑步了，改成每天游泳" } as const;
    const both = known(swim.quote, swim, evening - day, known(run.quote, run, started));
    const { facts } = apply([run], talk([run.quote], started), both);
    expect(live(facts).map(({ value }) => value)).toEqual(["游泳"]);
  });

  test("is free again where what replaced it has lost its own proof", () => {
    const fields = { category: "preference", key: "likes", value: "年糕", quote: "我喜欢吃年糕" } as const;
    const [fact] = known(fields.quote, fields, started);
    if (fact === undefined) throw new Error("nothing was noted");
    const lost: Facts = [
      { ...fact, status: "closed", superseded_by: "f2", metadata: { unproven_at: evening } },
      { ...fact, id: "f2", key: "likes:汤圆", value: "汤圆", source: "owner" },
    ];
    expect(shown(apply([fields], talk([fields.quote], started), lost).facts)).toContain("likes:年糕=年糕");
  });
});
