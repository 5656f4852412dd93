// A fact that is there meets a proposal: repetition, new values, conflicts, former values (A202, A209, A211, R40).
import { describe, expect, test } from "vitest";
import { apply, day, evening, known, shown, talk } from "./fact-sample.ts";

const inHangzhou = { category: "personal_info", key: "city", value: "杭州", quote: "我住在杭州" } as const;

describe("the same again", () => {
  test("confirms silently: one fact, one more proof, the time of it", () => {
    const before = known("我住在杭州", inHangzhou);
    const { facts, outcomes } = apply(
      [{ ...inHangzhou, value: "住在杭州", quote: "杭州下雨了，我住在杭州嘛" }],
      talk(["杭州下雨了，我住在杭州嘛"]),
      before,
    );
    expect(outcomes).toEqual([{ op: "confirmed", fact_id: before[0]?.id }]);
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({
      last_confirmed_at: evening,
      valid_from: evening - 30 * day,
      access_count: 0,
    });
    expect(facts[0]?.evidence).toHaveLength(2);
  });

  test("from the same message changes nothing", () => {
    const messages = talk(["我住在杭州"]);
    const first = apply([inHangzhou], messages);
    const again = apply([inHangzhou, { ...inHangzhou, op: "NOOP" }], messages, first.facts);
    expect(again.facts).toBe(first.facts);
    expect(again.outcomes.map(({ op }) => op)).toEqual(["confirmed", "confirmed"]);
  });

  test("makes an inference surer, at most 0.8, and certain where the person states it (A201, A202, R24)", () => {
    const tea = {
      category: "preference",
      key: "likes",
      value: "喝茶",
      source: "inferred",
      confidence: 0.6,
    } as const;
    let facts = known("今天又喝茶了", tea);
    expect(facts[0]?.confidence).toBe(0.6);
    for (let i = 1; i <= 4; i += 1) facts = known("今天又喝茶了", tea, evening + i * day, facts);
    expect(facts[0]).toMatchObject({ confidence: 0.8, source: "inferred" });
    facts = known("我喜欢喝茶", { ...tea, source: "explicit_statement" }, evening + 9 * day, facts);
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ confidence: 1, source: "explicit_statement" });
  });

  test("keeps the first proof and the latest, not a year of them", () => {
    let facts = known("我喜欢喝茶", { category: "preference", key: "likes", value: "喝茶" });
    for (let i = 1; i <= 30; i += 1)
      facts = known(
        "我喜欢喝茶",
        { category: "preference", key: "likes", value: "喝茶" },
        evening + i * day,
        facts,
      );
    expect(facts[0]?.evidence).toHaveLength(10);
    expect(facts[0]?.evidence[0]).toMatchObject({ message_id: `old${evening - 30 * day}_1` });
    expect(facts[0]?.evidence[9]).toMatchObject({ message_id: `old${evening + 30 * day}_1` });
  });

  test("is not what denies it: 不过敏 closes 过敏 (C084)", () => {
    const before = known("我对花生过敏", { category: "health", key: "allergy", value: "对花生过敏" });
    const said = "检查结果出来了，我对花生不过敏";
    const { facts, outcomes } = apply(
      [{ category: "health", key: "allergy", value: "对花生不过敏", quote: said }],
      talk([said]),
      before,
    );
    expect(outcomes[0]?.op).toBe("updated");
    expect(shown(facts)).toEqual(["allergy:花生=对花生不过敏"]);
  });
});

describe("a new value of a key that has one", () => {
  const moved = { ...inHangzhou, value: "成都", quote: "我住在成都" };

  test("closes the old one, which stays answerable (A209)", () => {
    const before = known("我住在杭州", inHangzhou);
    const { facts, outcomes } = apply([moved], talk(["我住在成都"]), before);
    expect(outcomes).toEqual([{ op: "updated", fact_id: facts[1]?.id }]);
    expect(facts[0]).toMatchObject({
      value: "杭州",
      status: "closed",
      valid_to: evening,
      superseded_by: facts[1]?.id,
    });
    expect(facts[1]).toMatchObject({ value: "成都", status: "live", valid_from: evening });
  });

  test("closes it whatever the model calls the operation", () => {
    for (const op of ["ADD", "UPDATE"] as const) {
      const { facts } = apply(
        [{ ...moved, op, target_id: "nonsense" }],
        talk(["我住在成都"]),
        known("我住在杭州", inHangzhou),
      );
      expect(shown(facts)).toEqual(["location=成都"]);
    }
  });

  test("in the same talk, with no sign of a change, is a conflict of both (asked, not guessed)", () => {
    const messages = talk(["我住在杭州", "> 真好", "我住在成都"]);
    const { facts, outcomes } = apply([inHangzhou, moved], messages);
    expect(outcomes.map(({ op }) => op)).toEqual(["added", "conflicted"]);
    expect(facts.map(({ status }) => status)).toEqual(["conflicted", "conflicted"]);
    const later = apply([{ ...moved, quote: "我在成都住" }], talk(["我在成都住"], evening + day, "n"), facts);
    expect(shown(later.facts)).toEqual(["location=成都"]);
    expect(later.facts.find(({ value }) => value === "杭州")?.status).toBe("closed");
  });

  test("in the same talk wins where the later words say that it changed, and a slip never was", () => {
    const change = apply(
      [inHangzhou, { ...moved, quote: "现在我住在成都" }],
      talk(["我住在杭州，那是去年", "现在我住在成都"]),
    );
    expect(shown(change.facts)).toEqual(["location=成都"]);
    const name = { category: "personal_info", key: "name" } as const;
    const messages = talk(["我叫王明", "打错了，我叫王鸣"]);
    const slip = apply(
      [{ ...name, value: "王鸣", quote: "我叫王鸣" }],
      messages,
      apply([{ ...name, value: "王明", quote: "我叫王明" }], messages.slice(0, 1)).facts,
    );
    expect(shown(slip.facts)).toEqual(["name=王鸣"]);
    expect(slip.facts[0]).toMatchObject({ status: "closed", valid_to: evening, metadata: { mistake: true } });
  });

  test("that is only inferred does not close what was stated", () => {
    const { facts, outcomes } = apply(
      [{ ...moved, source: "inferred", confidence: 0.7 }],
      talk(["我住在成都"]),
      known("我住在杭州", inHangzhou),
    );
    expect(outcomes).toEqual([{ op: "refused", reason: "weaker", fact_id: facts[0]?.id }]);
    expect(shown(facts)).toEqual(["location=杭州"]);
  });

  test("below 0.5 is for reference and closes nothing (A203)", () => {
    const guess = known("可能在成都吧", {
      ...moved,
      source: "inferred",
      confidence: 0.6,
      quote: "可能在成都吧",
    });
    expect(guess[0]?.confidence).toBe(0.6);
    const { outcomes } = apply(
      [{ ...inHangzhou, source: "inferred", confidence: 0.3 }],
      talk(["我住在杭州"]),
      guess,
    );
    expect(outcomes[0]).toMatchObject({ op: "refused", reason: "weaker" });
  });

  test("from older words is a former value, not the present one, and once only", () => {
    const before = known("我住在成都", moved, evening);
    const old = talk(["我住在杭州"], evening - 100 * day, "o");
    const first = apply([inHangzhou], old, before, { now: evening + 60 });
    expect(first.outcomes[0]).toMatchObject({ op: "added", reason: "former" });
    expect(shown(first.facts)).toEqual(["location=成都"]);
    expect(first.facts[1]).toMatchObject({
      value: "杭州",
      status: "closed",
      valid_from: evening - 100 * day,
      valid_to: evening,
    });
    expect(apply([inHangzhou], old, first.facts, { now: evening + 60 }).outcomes[0]).toMatchObject({
      op: "refused",
      reason: "stale",
    });
  });

  test("closes the contrary of a liking, so that one truth is left (C082)", () => {
    const before = known("我喜欢川菜", { category: "preference", key: "likes", value: "川菜" });
    const said = "现在我讨厌川菜，胃不好";
    const { facts } = apply(
      [{ category: "dislike", key: "dislikes", value: "川菜", quote: said }],
      talk([said]),
      before,
    );
    expect(shown(facts)).toEqual(["dislikes:川菜=川菜"]);
  });

  test("in nearly the same words rewords the fact and adds none (A211)", () => {
    const yoga = "每个周二的晚上都去家附近的瑜伽馆上一节瑜伽课";
    const before = known(`我${yoga}`, { category: "habit", key: "sport", value: yoga });
    const again = "每个周二的晚上都去家附近的瑜伽馆上一节瑜伽课程";
    const { facts } = apply(
      [{ category: "habit", key: "sport", value: again, quote: again }],
      talk([`我${again}`]),
      before,
    );
    expect(shown(facts)).toEqual([`sport=${again}`]);
    expect(facts).toHaveLength(1);
  });
});
