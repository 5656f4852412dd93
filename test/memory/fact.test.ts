// What becomes of proposed operations: what is added, what waits, and what is refused (A207–A213, part 2 item 2).
import { describe, expect, test } from "vitest";
import { applyOperations } from "../../src/memory/fact.ts";
import { Facts } from "../../src/schema/fact.ts";
import { apply, evening, inputOf, known, operation, shown, talk } from "./fact-sample.ts";

const mango = {
  category: "health",
  key: "allergy",
  value: "芒果",
  statement: "对芒果过敏",
  quote: "我对芒果过敏",
} as const;
const inHangzhou = { category: "personal_info", key: "city", value: "杭州", quote: "我住在杭州" } as const;

describe("a new fact", () => {
  test("carries key, value, statement, quote and times", () => {
    const { facts, outcomes } = apply([mango], talk(["我对芒果过敏，吃一口嘴巴就肿"]));
    expect(outcomes).toEqual([{ op: "added", fact_id: facts[0]?.id }]);
    expect(Facts.parse(facts)).toEqual(facts);
    expect(facts[0]).toMatchObject({
      category: "health",
      key: "allergy:芒果",
      value: "芒果",
      statement: "对芒果过敏",
      confidence: 1,
      source: "explicit_statement",
      importance: 0.9,
      evidence: [{ message_id: "m1", quote: "我对芒果过敏" }],
      status: "live",
      valid_from: evening,
      valid_to: null,
      first_mentioned_at: evening,
      last_confirmed_at: evening,
      access_count: 0,
      is_deleted: false,
      scope: "shared",
    });
  });

  test("has a short statement where the model gave none, or the raw sentence (A39)", () => {
    const said = "我住在杭州，公司离家就四站地铁，这点挺好";
    for (const statement of [undefined, "", said, "用户喜欢吃火锅"]) {
      expect(apply([{ ...inHangzhou, statement }], talk([said])).facts[0]?.statement).toBe("住在：杭州");
    }
    expect(apply([{ ...inHangzhou, statement: "用户住在杭州" }], talk([said])).facts[0]?.statement).toBe(
      "用户住在杭州",
    );
  });

  test("is one for each subject of a list", () => {
    const { facts, outcomes } = apply(
      [{ category: "health", key: "allergies", value: ["花生", "虾"], quote: "我对花生和虾过敏" }],
      talk(["我对花生和虾过敏"]),
    );
    expect(outcomes.map(({ op }) => op)).toEqual(["added", "added"]);
    expect(facts.map(({ key }) => key)).toEqual(["allergy:花生", "allergy:虾"]);
  });

  test("of several values stands beside the others (R40)", () => {
    const cats = known("我养了一只猫叫豆豉", { category: "relationship", key: "pet_name", value: "豆豉" });
    const { facts } = apply(
      [{ category: "relationship", key: "pet_name", value: "年糕", quote: "又养了一只，叫年糕" }],
      talk(["又养了一只，叫年糕"]),
      cats,
    );
    expect(shown(facts)).toEqual(["pet_name:豆豉=豆豉", "pet_name:年糕=年糕"]);
  });

  test("of an unknown key stands beside the other where it is added, and takes its place where it updates", () => {
    const yoga = known("我每周二上瑜伽课", { category: "habit", key: "sport", value: "每周二上瑜伽课" });
    const swim = { category: "habit", key: "sport", value: "每周六游泳", quote: "现在我每周六游泳" } as const;
    const said = talk(["现在我每周六游泳"]);
    expect(shown(apply([swim], said, yoga).facts)).toEqual([
      "sport=每周二上瑜伽课",
      "sport:每周六游泳=每周六游泳",
    ]);
    expect(shown(apply([{ ...swim, op: "UPDATE" }], said, yoga).facts)).toEqual(["sport=每周六游泳"]);
  });

  test("is shared only where it is stated personal info, health or a date (A126)", () => {
    const scope = (fields: Parameters<typeof operation>[0], said: string, shares = true) =>
      apply([{ quote: said, ...fields }], talk([said]), [], { shares }).facts[0]?.scope;
    expect(scope(inHangzhou, "我住在杭州")).toBe("shared");
    expect(
      scope({ category: "important_date", key: "birthday", value: "11月12日" }, "我生日是11月12日"),
    ).toBe("shared");
    expect(scope({ category: "preference", key: "likes", value: "喝茶" }, "我喜欢喝茶")).toBe("private");
    expect(scope({ ...inHangzhou, source: "inferred" }, "我住在杭州")).toBe("private");
    expect(scope(inHangzhou, "我住在杭州", false)).toBe("private");
  });
});

describe("an operation without proof", () => {
  test("waits where the words are there and the quote is not", () => {
    const { facts, outcomes } = apply([{ ...mango, quote: "我吃芒果会过敏" }], talk(["我对芒果过敏"]));
    expect(outcomes).toEqual([{ op: "quarantined", fact_id: facts[0]?.id, reason: "no_quote" }]);
    expect(facts[0]).toMatchObject({ status: "quarantined", scope: "private", evidence: [] });
  });

  test("waits, visible, where its quote stands nowhere (invariant 2)", () => {
    for (const [quote, said] of [
      ["我对虾过敏", "今天太阳真好"],
      ["I'm allergic to shrimp", "Lovely weather today"],
    ] as const) {
      const { facts, outcomes } = apply([{ ...mango, quote }], talk([said]));
      expect(outcomes).toEqual([{ op: "quarantined", fact_id: facts[0]?.id, reason: "no_quote" }]);
      expect(facts).toMatchObject([
        { status: "quarantined", scope: "private", evidence: [], confidence: 0.5 },
      ]);
    }
  });

  test("is refused where it has no quote and nothing of it was said", () => {
    for (const quote of [undefined, "", " "]) {
      expect(apply([{ ...mango, quote }], talk(["今天太阳真好"]))).toEqual({
        facts: [],
        outcomes: [{ op: "refused", reason: "not_said" }],
      });
    }
  });

  test("waits where its quote is real and says nothing of it", () => {
    const { outcomes } = apply([{ ...mango, quote: "今天太阳真好" }], talk(["今天太阳真好"]));
    expect(outcomes[0]).toMatchObject({ op: "quarantined", reason: "unsupported" });
  });

  test("waits where it names a number that nobody said", () => {
    const said = "我生日是11月12号";
    const birthday = { category: "important_date", key: "birthday", quote: said } as const;
    expect(apply([{ ...birthday, value: "11月21日" }], talk([said])).outcomes[0]).toMatchObject({
      op: "quarantined",
      reason: "numbers",
    });
    expect(apply([{ ...birthday, value: "11月12日" }], talk([said])).facts[0]?.value).toBe("11-12");
  });

  test("waits once, however often it is proposed, and lives when it is proven", () => {
    const first = apply([{ ...mango, quote: "芒果让我过敏" }], talk(["我对芒果过敏"]));
    const again = apply([{ ...mango, quote: "芒果让我过敏" }], talk(["我对芒果过敏"]), first.facts);
    expect(again.facts).toEqual(first.facts);
    const proven = apply([mango], talk(["我对芒果过敏"]), again.facts);
    expect(proven.facts).toHaveLength(1);
    expect(proven.facts[0]).toMatchObject({ id: first.facts[0]?.id, status: "live", confidence: 1 });
  });

  test("without key or value is nothing", () => {
    for (const fields of [{ key: "", value: "x" }, { key: "likes" }, { key: "likes", value: {} }, {}]) {
      expect(apply([{ quote: "我喜欢喝茶", ...fields }], talk(["我喜欢喝茶"])).outcomes).toEqual([
        { op: "refused", reason: "nothing" },
      ]);
    }
  });
});

describe("what is no fact about the person", () => {
  const refusal = (said: string | string[], fields: Parameters<typeof operation>[0], quote?: string) => {
    const texts = Array.isArray(said) ? said : [said];
    const messages = talk(texts);
    return apply([{ quote: quote ?? messages[0]?.content, ...fields }], messages).outcomes.map((one) =>
      one.op === "refused" ? one.reason : one.op,
    )[0];
  };

  test("is refused with its reason", () => {
    const nuts = { category: "health", key: "allergy", value: "花生" } as const;
    expect(refusal("我妈对花生过敏", nuts)).toBe("third_person");
    expect(refusal("My sister is allergic to peanuts", { ...nuts, value: "peanuts" })).toBe("third_person");
    expect(refusal("要是我对花生过敏就惨了", nuts)).toBe("hypothetical");
    expect(refusal("我是不是对花生过敏？", nuts)).toBe("question");
    expect(refusal("医生说：“我对花生过敏”", nuts, "我对花生过敏")).toBe("quotation");
    expect(refusal("我对花生过敏，开玩笑的", nuts)).toBe("joke");
    expect(refusal(["我对花生过敏", "逗你的"], nuts)).toBe("joke");
    expect(refusal("（我对花生过敏）", nuts, "我对花生过敏")).toBe("role_play");
    expect(refusal(["> 我对花生过敏", "哈哈"], nuts)).toBe("wrong_speaker");
    expect(refusal("我没有花生过敏", { ...nuts, statement: "对花生过敏" })).toBe("negated");
    expect(refusal(["我对花生过敏", "这事你忘掉吧，别记着"], nuts)).toBe("forgotten");
    expect(refusal(["生日是11月21号", "说错了，是11月12号"], { key: "birthday", value: "11月21日" })).toBe(
      "corrected",
    );
  });

  test("is a fact about another where the claim says whose it is, and private", () => {
    const { facts } = apply(
      [
        {
          category: "health",
          key: "allergy",
          value: "花生",
          statement: "妈妈对花生过敏",
          quote: "我妈对花生过敏",
        },
      ],
      talk(["我妈对花生过敏"]),
    );
    expect(facts[0]).toMatchObject({
      key: "mother_allergy:花生",
      category: "relationship",
      scope: "private",
    });
  });

  test("never takes the place of the person's own value", () => {
    const own = known("我是老师", { category: "personal_info", key: "occupation", value: "老师" });
    const { facts } = apply(
      [
        {
          category: "relationship",
          key: "occupation",
          value: "护士",
          statement: "姐姐是护士",
          quote: "我姐姐是护士",
        },
      ],
      talk(["我姐姐是护士"]),
      own,
    );
    expect(shown(facts)).toEqual(["occupation=老师", "sister_occupation=护士"]);
  });

  test("is a dislike or an absence where the claim says so", () => {
    expect(
      shown(
        apply(
          [{ category: "dislike", key: "hates_food", value: "香菜", quote: "我不吃香菜" }],
          talk(["我不吃香菜"]),
        ).facts,
      ),
    ).toEqual(["hates_food:香菜=香菜"]);
    expect(
      shown(
        apply(
          [{ category: "habit", key: "smoking", value: "never smokes", quote: "I've never smoked" }],
          talk(["I've never smoked"]),
        ).facts,
      ),
    ).toEqual(["smoking=never smokes"]);
  });
});

describe("bad input", () => {
  test("of a thousand operations is bounded, and none of it throws", () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      operation({ key: `k${i}`, value: i, quote: "我喜欢喝茶" }),
    );
    expect(applyOperations(many, [], inputOf(talk(["我喜欢喝茶"]))).outcomes).toHaveLength(100);
  });

  test("of odd values changes nothing", () => {
    for (const value of [null, {}, [], Number.NaN, "\u0000", "。"]) {
      expect(apply([{ key: "likes", value, quote: "我喜欢喝茶" }], talk(["我喜欢喝茶"])).facts).toEqual([]);
    }
  });

  test("of an operation that names the fact of another kind touches only its own key", () => {
    const name = known("我叫林晓棠", { category: "personal_info", key: "name", value: "林晓棠" });
    const { facts } = apply(
      [
        {
          op: "UPDATE",
          target_id: name[0]?.id,
          category: "preference",
          key: "likes",
          value: "喝茶",
          quote: "我喜欢喝茶",
        },
      ],
      talk(["我喜欢喝茶"]),
      name,
    );
    expect(shown(facts)).toEqual(["name=林晓棠", "likes:茶=喝茶"]);
  });
});

describe("in traditional characters", () => {
  test.each([
    ["我對芒果過敏嗎", "allergy", "芒果", "question"],
    ["我媽媽是護士", "occupation", "護士", "third_person"],
    ["要是我對芒果過敏就好了", "allergy", "芒果", "hypothetical"],
    ["我對芒果不過敏", "allergy", "對芒果過敏", "negated"],
    ["幫我翻譯成英文：我對芒果過敏", "allergy", "芒果", "quotation"],
  ])("what states nothing of the person is refused: %s", (said, key, value, reason) => {
    const { outcomes } = apply([{ category: "personal_info", key, value, quote: said }], talk([said]));
    expect(outcomes).toEqual([{ op: "refused", reason }]);
  });

  test("a statement is proven, and quote, value and statement stay as they were written", () => {
    const said = "我對蝦過敏，一吃就喘";
    const shrimp = {
      category: "health",
      key: "allergy",
      value: "蝦",
      statement: "對蝦過敏",
      quote: "我對蝦過敏",
    } as const;
    expect(apply([shrimp], talk([said])).facts[0]).toMatchObject({
      key: "allergy:虾",
      value: "蝦",
      statement: "對蝦過敏",
      confidence: 1,
      evidence: [{ message_id: "m1", quote: "我對蝦過敏" }],
    });
    // A model that writes in simplified characters quotes the same words: the proof is what stands in the message.
    const simplified = { ...shrimp, value: "虾", statement: "对虾过敏", quote: "我对虾过敏" };
    expect(apply([simplified], talk([said])).facts[0]).toMatchObject({
      value: "虾",
      confidence: 1,
      evidence: [{ message_id: "m1", quote: "我對蝦過敏" }],
    });
  });

  test("is the same fact as in simplified ones, and takes the place of one", () => {
    const words = talk(["我对芒果过敏", "我對芒果過敏"]);
    const again = { ...mango, value: "芒果", statement: "對芒果過敏", quote: "我對芒果過敏" };
    expect(apply([mango, again], words).outcomes.map(({ op }) => op)).toEqual(["added", "confirmed"]);
    const moved = { category: "personal_info", key: "城市", value: "臺北", quote: "我搬到臺北了" } as const;
    const { facts } = apply([inHangzhou, moved], talk(["我住在杭州", "我搬到臺北了"]));
    expect(facts.map(({ value, status }) => [value, status])).toEqual([
      ["杭州", "closed"],
      ["臺北", "live"],
    ]);
  });

  test("what is taken back or to be kept secret is heard", () => {
    const tell = (...texts: string[]) =>
      apply([{ category: "health", key: "allergy", value: "芒果", quote: "我對芒果過敏" }], talk(texts));
    expect(tell("我對芒果過敏", "開玩笑的啦，說著玩").outcomes).toEqual([{ op: "refused", reason: "joke" }]);
    expect(tell("我對芒果過敏", "這句忘掉吧，別記著").outcomes).toEqual([
      { op: "refused", reason: "forgotten" },
    ]);
    expect(tell("我對芒果過敏，別告訴任何人").facts[0]?.scope).toBe("private");
  });
});
