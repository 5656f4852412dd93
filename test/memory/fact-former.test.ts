// Former values: what a model proposes again long after, what is told of before, and what an update closes (part 2, items 1 and 3).
import { describe, expect, test } from "vitest";
import { speaksOfBefore } from "../../src/memory/evidence-tense.ts";
import { forgetAsked } from "../../src/memory/fact-forget.ts";
import { apply, day, evening, known, talk } from "./fact-sample.ts";

const run = {
  category: "habit",
  key: "sport",
  value: "每天早上跑三公里",
  quote: "我每天早上跑三公里",
} as const;
const swim = {
  op: "UPDATE",
  category: "habit",
  key: "sport",
  value: "每周四游泳",
  quote: "膝盖不行，改成每周四游泳了",
} as const;
const live = (facts: readonly { status: string; value: unknown }[]) =>
  facts.filter(({ status }) => status === "live").map(({ value }) => value);

/** Ran, and swims now. */
function changed() {
  const before = known("我每天早上跑三公里", run);
  return known("膝盖不行，改成每周四游泳了", swim, evening - 10 * day, before);
}

describe("a value that was replaced", () => {
  test("is not brought back by a quote that says little of it", () => {
    for (const said of ["从这儿开车过去三公里", "每天早上都堵车", "今天好冷", "我哥每天早上跑三公里"]) {
      const { facts } = apply([{ ...run, op: "UPDATE", quote: said }], talk([said]), changed());
      expect(live(facts)).toEqual(["每周四游泳"]);
    }
  });

  test("nor by words that tell of it as of before", () => {
    const said = "那时候我每天早上跑三公里，风雨无阻";
    const { facts, outcomes } = apply([{ ...run, op: "UPDATE", quote: said }], talk([said]), changed());
    expect(outcomes).toMatchObject([{ op: "refused", reason: "stale" }]);
    expect(live(facts)).toEqual(["每周四游泳"]);
  });

  test("nor with another count than its own", () => {
    const one = { category: "personal_info", key: "dogs", value: "一只狗", quote: "我养了一只狗" } as const;
    const two = { ...one, op: "UPDATE", value: "两只狗", quote: "现在有两只狗了" } as const;
    const both = known("现在有两只狗了", two, evening - day, known("我养了一只狗", one));
    const said = "现在两只狗天天打架";
    const { facts } = apply([{ ...one, op: "UPDATE", quote: said }], talk([said]), both);
    expect(live(facts)).toEqual(["两只狗"]);
  });

  test("comes back where the person says that it is so again", () => {
    for (const said of ["医生说可以了，我又每天早上跑三公里了", "我每天早上跑三公里"]) {
      const { facts } = apply([{ ...run, op: "UPDATE", quote: said }], talk([said]), changed());
      expect(live(facts)).toEqual(["每天早上跑三公里"]);
    }
  });

  test("comes back by the owner's hand whatever was said", () => {
    const { facts } = apply([{ ...run, op: "UPDATE", quote: "" }], [], changed(), { by: "owner" });
    expect(live(facts)).toEqual(["每天早上跑三公里"]);
  });

  test("is replaced also where the new one had come in beside it, and hands its key on", () => {
    const said = "膝盖不行，改成每周四游泳了";
    const { facts } = apply([{ ...swim, op: "ADD" }, swim], talk([said]), known("我每天早上跑三公里", run));
    expect(live(facts)).toEqual(["每周四游泳"]);
    expect(facts.find(({ status }) => status === "live")?.key).toBe("sport");
  });

  test("stays beside another one where nothing says update", () => {
    const said = "我每周四也游泳";
    const { facts } = apply(
      [{ ...swim, op: "ADD", quote: said }],
      talk([said]),
      known("我每天早上跑三公里", run),
    );
    expect(live(facts)).toHaveLength(2);
  });
});

describe("what was so before", () => {
  const leeds = { category: "personal_info", key: "city", value: "Leeds" } as const;

  test.each([
    ["我以前住在南京", "南京"],
    ["那会儿我住在南京", "南京"],
    ["I used to live in Leeds", "Leeds"],
  ])("is a former value from the start: %s", (said, value) => {
    const { facts, outcomes } = apply([{ ...leeds, value, quote: said }], talk([said]));
    expect(outcomes).toMatchObject([{ op: "added", reason: "former" }]);
    expect(facts).toMatchObject([{ status: "closed", value }]);
  });

  test("leaves the present value where it is", () => {
    const now = known("我住在杭州", {
      category: "personal_info",
      key: "city",
      value: "杭州",
      quote: "我住在杭州",
    });
    const said = "我以前住在南京";
    const { facts } = apply([{ ...leeds, op: "UPDATE", value: "南京", quote: said }], talk([said]), now);
    expect(live(facts)).toEqual(["杭州"]);
    expect(facts.find(({ value }) => value === "南京")).toMatchObject({ status: "closed" });
  });

  test("is told from what is so now", () => {
    expect(["我从前抽烟", "back then I smoked", "当年在那儿上班"].every(speaksOfBefore)).toBe(true);
    expect(
      ["我现在住这儿", "跟以前一样早起", "I'm used to it", "as before, I walk"].some(speaksOfBefore),
    ).toBe(false);
  });
});

describe("a value that goes on", () => {
  const stroke = {
    category: "important_date",
    key: "mother_stroke",
    value: "母亲3月3日中风",
    quote: "我妈三月三号中风了",
  } as const;
  const more = {
    ...stroke,
    op: "UPDATE",
    value: "母亲3月3日中风，已经能下楼",
    quote: "我妈已经能下楼了",
  } as const;

  test("has to prove only what it adds, and keeps both proofs under one id", () => {
    const before = known("我妈三月三号中风了", stroke);
    const { facts, outcomes } = apply([more], talk(["我妈已经能下楼了"]), before);
    expect(outcomes).toEqual([{ op: "updated", fact_id: before[0]?.id }]);
    expect(facts).toHaveLength(1);
    expect(facts[0]?.value).toContain("能下楼");
    expect(facts[0]?.evidence).toHaveLength(2);
  });

  test("goes on from a value beside which its day was spelled out", () => {
    const before = known("我妈三月三号中风了", stroke);
    expect(before[0]?.value).toContain("（2026-03-03）");
    const { outcomes } = apply(
      [{ ...more, value: "母亲3月3日中风，走了21步", quote: "我妈走了21步" }],
      talk(["我妈走了21步"]),
      before,
    );
    expect(outcomes).toEqual([{ op: "updated", fact_id: before[0]?.id }]);
  });

  test("waits where what it adds was not said", () => {
    const before = known("我妈三月三号中风了", stroke);
    const invented = { ...more, value: "母亲3月3日中风，在协和住院40天", quote: "我妈今天气色不错" };
    const { facts, outcomes } = apply([invented], talk(["我妈今天气色不错"]), before);
    expect(outcomes).toMatchObject([{ op: "quarantined" }]);
    expect(live(facts)).toEqual(["母亲3月3日（2026-03-03）中风"]);
  });
});

describe("one message that is read twice", () => {
  const said = "我的紧急联系人是阿宁";
  const ordered = { op: "UPDATE", key: "emergency_contact", value: "阿宁", quote: said } as const;
  const told = { ...ordered, value: "紧急联系人是阿宁", category: "relationship" } as const;

  test("is one fact, though one reading has more words", () => {
    const messages = talk([said]);
    const before = apply([ordered], messages, [], { by: "command" }).facts;
    const { facts, outcomes } = apply([told], messages, before);
    expect(outcomes).toEqual([{ op: "confirmed", fact_id: before[0]?.id, reason: "known" }]);
    expect(facts).toBe(before);
  });

  test("contradicts itself where the readings differ", () => {
    const messages = talk([said]);
    const before = apply([ordered], messages, [], { by: "command" }).facts;
    expect(live(apply([{ ...told, value: "阿明（紧急联系人）" }], messages, before).facts)).toEqual([]);
  });
});

describe("a request to forget what was told in an earlier talk", () => {
  const pay = { category: "personal_info", key: "pay", value: "工资一万二", quote: "我工资一万二" } as const;
  const told = () => known("我工资一万二", pay, evening - 2 * day);

  test.each([["昨天我说的工资，你忘掉吧，别记着"], ["上次跟你说的工资你删掉"]])(
    "closes what it names: %s",
    (said) => {
      const facts = talkFacts([said], told());
      expect(facts[0]).toMatchObject({ status: "closed", is_deleted: true });
      // And the same words do not bring it back.
      expect(live(apply([pay], talk(["我工资一万二"], evening - 2 * day), facts).facts)).toEqual([]);
    },
  );

  test.each([
    ["这个人的事你忘了吧"],
    ["我忘了工资几号发"],
    ["你是不是忘了我的工资"],
    ["昨天我说的房租，你忘掉吧"],
    ["算了，忘了吧"],
  ])("leaves alone what it does not name: %s", (said) => {
    expect(live(talkFacts([said], told()))).toEqual(["工资一万二"]);
  });

  test("does nothing where more is meant than a few words can mean", () => {
    const many = [1, 2, 3, 4].reduce((facts, n) => {
      const value = `工资第${n}笔`;
      return known(value, { ...pay, key: `pay_${n}`, value, quote: value }, evening - (2 + n) * day, facts);
    }, told());
    expect(live(many)).toHaveLength(5);
    expect(live(talkFacts(["昨天我说的工资，你忘掉吧"], many))).toHaveLength(live(many).length);
  });
});

function talkFacts(lines: readonly string[], facts: ReturnType<typeof known>) {
  return forgetAsked(facts, talk([...lines]), evening);
}
