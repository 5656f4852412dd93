// When two values of a key are a contradiction that has to be asked about, and when the later one simply holds (part 2, item 1).
import { describe, expect, test } from "vitest";
import { closeFact, refuseFact } from "../../src/memory/fact-life.ts";
import type { FactOperation } from "../../src/schema/answer.ts";
import { apply, day, evening, known, shown, talk } from "./fact-sample.ts";

const birthday = (value: string, quote: string): Partial<FactOperation> => ({
  category: "important_date",
  key: "birthday",
  value,
  quote,
});

/** The states after the second value was said in a later talk. */
const meeting = (first: Partial<FactOperation>, second: Partial<FactOperation>) =>
  apply([second], talk([String(second.quote)]), known(String(first.quote), first)).facts;

describe("another value of what does not change in a life", () => {
  test.each([
    [birthday("05-01", "我的生日是5月1日"), birthday("06-02", "我的生日是6月2日")],
    [birthday("05-01", "My birthday is May 1"), birthday("06-02", "My birthday is June 2")],
    [
      { category: "personal_info", key: "blood_type", value: "A型", quote: "我是A型血" },
      { category: "personal_info", key: "blood_type", value: "O型", quote: "我是O型血" },
    ],
  ] as const)("is asked about, also from another talk: %o", (first, second) => {
    expect(meeting(first, second).map(({ status }) => status)).toEqual(["conflicted", "conflicted"]);
  });

  test.each([
    [birthday("05-01", "我的生日是5月1日"), birthday("06-02", "记错了，我的生日是6月2日")],
    [birthday("05-01", "我的生日是5月1日"), birthday("06-02", "6月2日才是我的生日")],
    [birthday("05-01", "我的生日是5月1日"), birthday("1990-05-01", "我的生日是1990年5月1日")],
    [birthday("05-01", "My birthday is May 1"), birthday("06-02", "My birthday is June 2, not May 1")],
  ] as const)("takes its place where the words say so, or where it only says more: %o", (first, second) => {
    expect(shown(meeting(first, second))).toEqual([`birthday=${String(second.value)}`]);
  });

  test("is settled by the answer, whichever it is", () => {
    for (const value of ["05-01", "06-02"]) {
      const both = meeting(birthday("05-01", "我的生日是5月1日"), birthday("06-02", "我的生日是6月2日"));
      const quote = value === "05-01" ? "5月1日才对" : "6月2日才对";
      const answer = apply([birthday(value, quote)], talk([quote], evening + day, "n"), both);
      expect(shown(answer.facts)).toEqual([`birthday=${value}`]);
      expect(answer.facts.filter(({ status }) => status === "conflicted")).toEqual([]);
    }
  });
});

describe("two values in one talk", () => {
  const home = (value: string, quote: string): Partial<FactOperation> => ({
    category: "personal_info",
    key: "location",
    value,
    quote,
  });
  const both = (lines: readonly [string, string][]) =>
    apply(
      lines.map(([value, quote]) => home(value, quote)),
      talk(lines.map(([, quote]) => quote)),
    ).facts;

  test.each([
    [["北京", "我住在北京"], ["天津", "我住在天津"], home("天津", "我住天津，不住北京"), "天津"],
    [["北京", "我住在北京"], ["天津", "我住在天津"], { ...home("北京", "我不住北京"), op: "DELETE" }, "天津"],
    [
      ["Leeds", "I live in Leeds"],
      ["York", "I live in York"],
      home("York", "I live in York, not Leeds"),
      "York",
    ],
    [
      ["Leeds", "I live in Leeds"],
      ["York", "I live in York"],
      { ...home("Leeds", "I don't live in Leeds"), op: "DELETE" },
      "York",
    ],
  ] as [[string, string], [string, string], Partial<FactOperation>, string][])(
    "are settled where one is confirmed, or the other denied: %o %o",
    (one, other, answer, left) => {
      const facts = both([one, other]);
      expect(facts.map(({ status }) => status)).toEqual(["conflicted", "conflicted"]);
      const after = apply([answer], talk([String(answer.quote)], evening + day, "n"), facts).facts;
      expect(shown(after)).toEqual([`location=${left}`]);
      expect(after.filter(({ status }) => status === "conflicted")).toEqual([]);
    },
  );

  test("are settled where the owner refuses or closes one, and not where two more are left", () => {
    const facts = both([
      ["北京", "我住在北京"],
      ["天津", "我住在天津"],
    ]);
    const id = facts[0]?.id ?? "";
    for (const done of [refuseFact(facts, id, evening + day), closeFact(facts, id, { now: evening + day })])
      expect(shown(done.ok ? done.facts : [])).toEqual(["location=天津"]);
    const third = facts.map((fact) => ({ ...fact, id: `${fact.id}_third`, value: "太原" })).slice(0, 1);
    const left = refuseFact([...facts, ...third], id, evening + day);
    expect(shown(left.ok ? left.facts : [])).toEqual([]);
  });
});

describe("another value of what may change", () => {
  test.each([
    ["我住在杭州", "我住在成都", "杭州", "成都"],
    ["I live in Leeds", "I live in York", "Leeds", "York"],
  ])("holds from then on: %s, %s", (said, later, old, next) => {
    const home = { category: "personal_info", key: "location" } as const;
    const facts = meeting({ ...home, value: old, quote: said }, { ...home, value: next, quote: later });
    expect(shown(facts)).toEqual([`location=${next}`]);
  });
});
