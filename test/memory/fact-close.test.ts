// Closing facts, the owner's orders, and what time does to facts (A33, A210, part 2 item 3).
import { describe, expect, test } from "vitest";
import { applyOperations } from "../../src/memory/fact.ts";
import { apply, day, evening, inputOf, known, live, shown, talk } from "./fact-sample.ts";

const mango = {
  category: "health",
  key: "allergy",
  value: "芒果",
  statement: "对芒果过敏",
  quote: "我对芒果过敏",
} as const;
const inHangzhou = { category: "personal_info", key: "city", value: "杭州", quote: "我住在杭州" } as const;

describe("DELETE and NOOP", () => {
  const cat = known("我养了一只猫叫豆豉", { category: "relationship", key: "pet_name", value: "豆豉" });

  test("DELETE closes what the words are about, and deletes nothing", () => {
    const said = "豆豉上个月送给我妹妹了";
    const { facts, outcomes } = apply(
      [{ op: "DELETE", target_id: cat[0]?.id, quote: "豆豉上个月送给我" }],
      talk([said]),
      cat,
    );
    expect(outcomes).toEqual([{ op: "closed", fact_id: cat[0]?.id }]);
    expect(facts[0]).toMatchObject({ status: "closed", valid_to: evening, is_deleted: false });
  });

  test("DELETE without words about it is refused", () => {
    const { facts } = { facts: cat };
    for (const fields of [{}, { quote: "今天下雨了" }, { quote: "我没说过" }]) {
      const step = apply([{ op: "DELETE", target_id: cat[0]?.id, ...fields }], talk(["今天下雨了"]), facts);
      expect([step.facts, step.outcomes[0]?.op]).toEqual([cat, "refused"]);
    }
  });

  test("DELETE of what is not there is refused", () => {
    const { outcomes } = apply(
      [{ op: "DELETE", key: "pet_name", value: "年糕", quote: "年糕走丢了" }],
      talk(["年糕走丢了"]),
      cat,
    );
    expect(outcomes).toEqual([{ op: "refused", reason: "no_target" }]);
  });

  test("what the person asked to forget does not come back from the words before", () => {
    const messages = talk(["我养了一只猫叫豆豉"], evening - 30 * day, `old${evening - 30 * day}_`);
    const forgotten = apply(
      [{ op: "DELETE", target_id: cat[0]?.id, quote: "豆豉的事你忘掉吧" }],
      talk(["豆豉的事你忘掉吧"]),
      cat,
    ).facts;
    expect(forgotten[0]).toMatchObject({ status: "closed", is_deleted: true });
    const again = apply(
      [{ category: "relationship", key: "pet_name", value: "豆豉", quote: "我养了一只猫叫豆豉" }],
      messages,
      forgotten,
    );
    expect(again.outcomes).toEqual([{ op: "refused", reason: "forgotten" }]);
    expect(
      known(
        "我的猫叫豆豉",
        { category: "relationship", key: "pet_name", value: "豆豉" },
        evening + day,
        forgotten,
      ),
    ).toHaveLength(2);
  });

  test("NOOP of something new is nothing", () => {
    expect(apply([{ ...mango, op: "NOOP" }], talk(["我对芒果过敏"])).outcomes).toEqual([
      { op: "refused", reason: "nothing" },
    ]);
  });
});

describe("the owner's order", () => {
  test("needs no quote, wins over everything, and names its change line", () => {
    const before = known("我住在杭州", inHangzhou);
    const { facts } = apply([{ ...inHangzhou, value: "苏州", quote: undefined }], [], before, {
      by: "owner",
      changeId: "c1",
      now: evening,
    });
    expect(shown(facts)).toEqual(["location=苏州"]);
    expect(facts[1]).toMatchObject({
      source: "owner",
      confidence: 1,
      evidence: [{ kind: "owner", change_id: "c1" }],
    });
  });

  test("spoken takes the words as its proof", () => {
    const { facts } = apply(
      [{ key: "call_name", value: "阿木", quote: "以后叫我阿木" }],
      talk(["记住，以后叫我阿木"]),
      [],
      { by: "command" },
    );
    expect(facts[0]).toMatchObject({
      key: "call_name",
      source: "explicit_statement",
      evidence: [{ message_id: "m1", quote: "以后叫我阿木" }],
    });
  });

  test("to forget deletes what waits too", () => {
    const waiting = apply([{ ...mango, quote: "芒果让我过敏" }], talk(["我对芒果过敏"])).facts;
    const { facts } = apply([{ op: "DELETE", key: "allergy", value: "芒果" }], [], waiting, {
      by: "command",
      now: evening,
    });
    expect(facts[0]).toMatchObject({ status: "closed", is_deleted: true });
  });
});

describe("time", () => {
  const move = { category: "personal_info", key: "city", value: "成都" } as const;

  test("of a move on a named day: the old value holds until then", () => {
    const before = known("我住在杭州", inHangzhou);
    const said = "我下周三就搬去成都了";
    const { facts } = apply([{ ...move, op: "UPDATE", quote: said }], talk([said]), before);
    // 2026-03-18, midnight in Shanghai.
    const then = 1_773_763_200;
    expect(facts[0]).toMatchObject({
      value: "杭州",
      status: "live",
      valid_to: then,
      superseded_by: facts[1]?.id,
    });
    expect(facts[1]).toMatchObject({ value: "成都", status: "live", valid_from: then, said: "下周三" });
    const settled = applyOperations([], facts, inputOf([], { now: then + 1 })).facts;
    expect(shown(settled)).toEqual(["location=成都"]);
  });

  test("of a plan runs out, and touches no value", () => {
    const before = known("我住在杭州", inHangzhou);
    const { facts } = apply([{ ...move, quote: "我打算搬去成都" }], talk(["我打算搬去成都"]), before);
    expect(shown(facts)).toEqual(["location=杭州", "plan:location=成都"]);
    const later = applyOperations([], facts, inputOf([], { now: evening + 31 * day })).facts;
    expect(shown(later)).toEqual(["location=杭州"]);
  });

  test("of what happened is the day that was said, with the wording kept (C094)", () => {
    const said = "我妈上周四中风了";
    const { facts } = apply(
      [
        {
          category: "important_date",
          key: "mother_stroke",
          value: "上周四中风",
          statement: "妈妈上周四中风",
          quote: said,
        },
      ],
      talk([said]),
    );
    expect(facts[0]).toMatchObject({ said: "上周四", metadata: { date: "2026-03-05" } });
    expect(facts[0]?.statement).toContain("2026-03-05");
    expect(facts[0]?.valid_from).toBeLessThan(evening);
  });

  test("of a planned move that came true begins with the words that say so", () => {
    const planned = apply(
      [{ ...move, op: "UPDATE", quote: "我下周三就搬去成都了" }],
      talk(["我下周三就搬去成都了"]),
      known("我住在杭州", inHangzhou),
    ).facts;
    const arrived = talk(["我现在住在成都啦"], evening + 3 * day, "n");
    const { facts } = apply([{ ...move, quote: "我现在住在成都" }], arrived, planned);
    expect(shown(facts)).toEqual(["location=成都"]);
    expect(live(facts)[0]?.valid_from).toBe(evening + 3 * day);
  });
});
