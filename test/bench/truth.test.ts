// The judge of the truth bench, on hits and misses made by hand: it may neither flatter nor slander the memory it measures.
import { describe, expect, it } from "vitest";
import type { Fact } from "../../src/schema/fact.ts";
import type { Forbidden, GoldFact, Life } from "./truth-data.ts";
import { agreement, doublesIn, hasEvidence, judge, provenAgreement, saysForbidden } from "./truth-judge.ts";
import { type Operation, scriptOf } from "./truth-script.ts";
import { denies, numbersOf, shareOf, wordsIn } from "./truth-words.ts";

const at = 1_800_000_000;

function fact(
  key: string,
  value: unknown,
  more: Partial<Fact> & { said?: string; from?: string } = {},
): Fact {
  const { said = "", from = "t1", ...rest } = more;
  return {
    id: `f-${key}-${String(value)}`,
    key,
    value,
    category: "personal_info",
    statement: "",
    confidence: 1,
    source: "explicit_statement",
    importance: 0.5,
    access_count: 0,
    is_deleted: false,
    metadata: {},
    evidence: [{ message_id: from, quote: said }],
    status: "live",
    scope: "private",
    pinned: false,
    ...rest,
  };
}

function gold(key: string, value: string, more: Partial<GoldFact> = {}): GoldFact {
  return {
    id: `g-${key}-${value}`,
    conv: "c",
    key,
    value,
    category: "personal_info",
    valid_from: "2025-03-04",
    valid_to: null,
    evidence: ["t1"],
    superseded_by: null,
    ...more,
  };
}

const forbid = (statement: string, why: string, evidence = ["t9"]): Forbidden => ({
  conv: "c",
  statement,
  why,
  evidence,
});
const nothing: ReadonlyMap<string, string> = new Map();

describe("a gold fact is held", () => {
  it.each([
    ["住在宁波", fact("location", "宁波", { statement: "住在宁波" }), "whole"],
    ["对桃子过敏", fact("allergy:桃子", true, { statement: "" }), "part"],
    ["泡普洱，一天三壶", fact("favorite_drink", "普洱"), "part"],
    ["plays the cello", fact("hobby", "plays the cello"), "whole"],
    ["a red bicycle, bought second-hand", fact("bike", "a red bicycle"), "part"],
    ["生日：6月9日", fact("birthday", "06-09", { statement: "生日：六月九号" }), "whole"],
  ] as const)("by what is said, not by its wording: %s", (value, held, how) => {
    expect(agreement(gold("x", value), held, nothing)).toBe(how);
  });

  it.each([
    ["another value", "住在宁波", fact("location", "厦门", { statement: "住在厦门" })],
    ["another number", "6月9日生日", fact("birthday", "6月19日生日")],
    ["the other side", "右肩旧伤", fact("injury", "左肩旧伤")],
    ["its denial", "吃辣", fact("hates_food:辣", "不吃辣")],
    ["what it denies", "does not eat meat", fact("food", "eats meat")],
    ["a name that only looks alike", "狗叫土豆", fact("pet_name", "土匪")],
  ])("never by %s", (_, value, held) => {
    expect(agreement(gold("x", value), held, nothing)).toBe("none");
  });

  it("only where its words or its turn prove it", () => {
    const wanted = gold("location", "住在宁波", { evidence: ["t4"] });
    const proven = fact("location", "住在宁波", { from: "t4", said: "我在宁波" });
    const elsewhere = fact("location", "住在宁波", { from: "t7", said: "我现在住在宁波江北" });
    const borrowed = fact("location", "住在宁波", { from: "t7", said: "今天风好大" });
    expect([proven, elsewhere, borrowed].map((one) => provenAgreement(wanted, one, nothing))).toEqual([
      "whole",
      "whole",
      "none",
    ]);
  });
});

describe("a forbidden statement is kept", () => {
  it("where a live fact says it of the person", () => {
    const peanuts = forbid("用户对花生过敏", "third-person");
    expect(saysForbidden(peanuts, fact("allergy:花生", "对花生过敏", { from: "t3" }), false)).toBe(true);
    expect(saysForbidden(forbid("The user smokes", "negated"), fact("smoking", "smokes"), false)).toBe(true);
  });

  it("not where it is filed as somebody else's, denied, or says something true beside it", () => {
    const peanuts = forbid("用户对花生过敏", "third-person");
    const hers = fact("阿梅_allergy:花生", "对花生过敏", {
      category: "relationship",
      statement: "阿梅对花生过敏",
    });
    expect(saysForbidden(peanuts, hers, false)).toBe(false);
    expect(saysForbidden(peanuts, { ...hers, statement: "用户对花生过敏" }, false)).toBe(true);
    expect(saysForbidden(forbid("用户抽烟", "negated"), fact("smoking", "不抽烟"), false)).toBe(false);
    const birthday = forbid("生日是6月19日", "mistake");
    expect(saysForbidden(birthday, fact("birthday", "生日是6月9日"), true)).toBe(false);
    expect(saysForbidden(birthday, fact("birthday", "生日是6月9日"), false)).toBe(false);
    expect(saysForbidden(birthday, fact("birthday", "生日是6月19日"), false)).toBe(true);
  });

  it("where anything rests on words that were to be forgotten", () => {
    const secret = forbid("工资的数目", "forgotten", ["t5"]);
    expect(saysForbidden(secret, fact("salary", "一万二", { from: "t5" }), false)).toBe(true);
    expect(saysForbidden(secret, fact("salary", "一万二", { from: "t6" }), false)).toBe(false);
  });
});

describe("evidence and doubles", () => {
  it("is a quote that stands letter for letter in a turn of the person", () => {
    const said = new Map([["t1", "我在宁波住了十年"]]);
    expect(hasEvidence(fact("location", "宁波", { said: "在宁波住" }), said)).toBe(true);
    expect(hasEvidence(fact("location", "宁波", { said: "住在宁波" }), said)).toBe(false);
    expect(hasEvidence(fact("location", "宁波", { said: "在宁波住", from: "companion" }), said)).toBe(false);
    expect(hasEvidence({ ...fact("location", "宁波"), evidence: [] }, said)).toBe(false);
  });

  it("are one key with one value, or one statement", () => {
    const first = fact("location", "宁波", { statement: "住在宁波" });
    const same = fact("location", "宁波。");
    const reworded = fact("city", "宁波市", { statement: "住在 宁波" });
    const other = fact("likes", "海", { statement: "喜欢海" });
    expect(doublesIn([first, same, reworded, other])).toEqual([same, reworded]);
  });
});

describe("a life", () => {
  const old = gold("location", "住在宁波", {
    id: "a",
    evidence: ["t1"],
    valid_to: "2025-06-01",
    superseded_by: "b",
  });
  const now = gold("location", "住在厦门", { id: "b", evidence: ["t2"] });
  const said = new Map([
    ["t1", "我住在宁波"],
    ["t2", "我搬到厦门了"],
  ]);
  const life = { facts: [old, now], forbidden: [] };
  const ningbo = fact("location", "宁波", { from: "t1", said: "我住在宁波" });
  const xiamen = fact("location", "厦门", { from: "t2", said: "我搬到厦门了" });

  it("is told truly where the old value is a former one", () => {
    const verdicts = judge(life, [{ ...ningbo, status: "closed" }, xiamen], said, at).verdicts;
    expect(
      verdicts.map(({ found, current, stale }) => [found !== "none", current !== "none", stale]),
    ).toEqual([
      [true, false, false],
      [true, true, false],
    ]);
  });

  it("is not where the old value is live beside the new one, or only waits", () => {
    expect(judge(life, [ningbo, xiamen], said, at).verdicts[1]).toMatchObject({ stale: true });
    const waiting = judge(life, [ningbo, { ...xiamen, status: "quarantined" }], said, at).verdicts[1];
    expect(waiting).toMatchObject({ found: "none", current: "none" });
  });

  it("counts a slip, a deleted fact and one that begins later as not held", () => {
    const gone = [
      { ...xiamen, status: "closed" as const, metadata: { mistake: true } },
      { ...xiamen, is_deleted: true },
    ];
    for (const one of gone) expect(judge(life, [one], said, at).verdicts[1]?.found).toBe("none");
    expect(judge(life, [{ ...xiamen, valid_from: at + 60 }], said, at).verdicts[1]?.current).toBe("none");
  });

  it("lists what is live and neither gold nor forbidden", () => {
    const strange = fact("likes", "养蜂", { from: "t8", said: "我喜欢养蜂" });
    expect(judge(life, [xiamen, strange], said, at).extras).toEqual([strange]);
  });
});

describe("the words of the judge", () => {
  it("are numbers in any writing, stems, and pairs of characters", () => {
    expect([...numbersOf("二十三台，五点，1,200，thirty-four，一次")].sort()).toEqual([
      "1200",
      "23",
      "34",
      "5",
    ]);
    expect(shareOf(wordsIn("smoking cigars"), wordsIn("he smoked a cigar"))).toBe(1);
    expect(shareOf(wordsIn("老城区"), wordsIn("新城区"))).toBe(0.5);
  });

  it("tell a denial from words that only look like one", () => {
    expect(["不抽烟", "戒了咖啡", "恐高", "never drinks"].every(denies)).toBe(true);
    expect(["百吃不厌", "味道不错", "notebook", "无锡人"].some(denies)).toBe(false);
  });
});

describe("the scripted model", () => {
  const turn = (id: string, role: "user" | "assistant", text: string, timestamp: number) => ({
    id,
    role,
    text,
    timestamp,
  });
  const life: Life = {
    conv: "c",
    sessions: [
      {
        conv: "c",
        session: "s1",
        speakers: ["甲", "乙"],
        turns: [
          turn("t1", "user", "我养了一只鹦鹉，叫阿绿。", 1_740_000_000),
          turn("t2", "assistant", "阿绿会说话吗？我最怕鸟了。", 1_740_000_030),
        ],
      },
      {
        conv: "c",
        session: "s2",
        speakers: ["甲", "乙"],
        turns: [turn("t3", "user", "阿绿前天飞走了，找了一夜也没找到。", 1_750_000_000)],
      },
    ],
    facts: [gold("parrot", "鹦鹉阿绿，2025年6月飞走了", { evidence: ["t1", "t3"] })],
    forbidden: [forbid("用户怕鸟", "third-person", ["t2"])],
  };
  const values = (operations: readonly Operation[], key: string) =>
    operations.filter((one) => one.key === key).map(({ value }) => value);

  it("tells nothing before it was said, and the same for the same seed", () => {
    const [first, again] = [1, 1].map((seed) => scriptOf(life, "zh", seed, new Map()));
    const told = first?.("我养了一只鹦鹉，叫阿绿。\n阿绿会说话吗？我最怕鸟了。") ?? [];
    expect(values(told, "parrot")).toContain("鹦鹉阿绿");
    expect(values(told, "parrot").join()).not.toContain("飞走");
    expect(again?.("我养了一只鹦鹉，叫阿绿。\n阿绿会说话吗？我最怕鸟了。")).toEqual(told);
    expect(values(first?.("阿绿前天飞走了，找了一夜也没找到。") ?? [], "parrot")).toContain(
      "鹦鹉阿绿，2025年6月飞走了",
    );
  });

  it("mixes wrong ones in and counts them", () => {
    const counts = new Map<string, number>();
    const told = scriptOf(life, "zh", 1, counts)("我养了一只鹦鹉，叫阿绿。\n阿绿会说话吗？我最怕鸟了。");
    expect(told.some(({ statement }) => statement === "用户怕鸟")).toBe(true);
    expect(counts.get("must not")).toBe(2);
    expect(counts.get("wrong speaker")).toBe(1);
    expect(counts.get("duplicate")).toBe(1);
  });
});
