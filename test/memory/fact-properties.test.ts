// What holds of the facts whatever a model proposes: one truth a key, a literal quote behind each, and no change by repetition.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOperations } from "../../src/memory/fact.ts";
import { isSingleValued } from "../../src/memory/fact-key.ts";
import { isLiveAt } from "../../src/memory/fact-life.ts";
import type { FactOperation } from "../../src/schema/answer.ts";
import { Facts, factCategories, type Facts as List } from "../../src/schema/fact.ts";
import { day, evening, inputOf, talk } from "./fact-sample.ts";

const said = [
  "我叫林晓棠，住在杭州",
  "> 我也住在杭州，我最讨厌周一",
  "现在我搬到成都了",
  "我对芒果过敏，不吃香菜",
  "我妈对花生过敏，她住在绍兴",
  "要是我住在巴黎就好了？",
  "I live in Hangzhou and I love rice cakes",
  "My sister is allergic to nuts",
  "我打算下周搬去苏州",
  "说错了，我叫林小棠",
];
const quotes = said.map((text) => text.replace(/^> /, ""));
const words = [
  "杭州",
  "成都",
  "苏州",
  "芒果",
  "花生",
  "香菜",
  "林晓棠",
  "林小棠",
  "Hangzhou",
  "rice cakes",
  "周一",
  "巴黎",
  true,
  ["芒果", "花生"],
  null,
];

const operation: fc.Arbitrary<FactOperation> = fc.record({
  op: fc.constantFrom("ADD", "UPDATE", "DELETE", "NOOP"),
  category: fc.option(fc.constantFrom(...factCategories), { nil: undefined }),
  key: fc.constantFrom(
    "name",
    "city",
    "allergy",
    "likes",
    "hates_food",
    "sport",
    "称呼",
    "location",
    "",
    "weird key",
  ),
  value: fc.constantFrom(...words),
  statement: fc.option(fc.constantFrom("用户住在杭州", "对芒果过敏", "妈妈对花生过敏"), { nil: undefined }),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  source: fc.option(fc.constantFrom("explicit_statement", "inferred"), { nil: undefined }),
  quote: fc.option(fc.oneof(fc.constantFrom(...quotes), fc.string({ maxLength: 12 })), { nil: undefined }),
  target_id: fc.option(fc.constantFrom("fact_1", "fact_2", "nothing"), { nil: undefined }),
});

function replay(batches: readonly FactOperation[][]): { facts: List; now: number; spoken: string[] } {
  let facts: List = [];
  let n = 0;
  let now = evening;
  const spoken: string[] = [];
  for (const [i, operations] of batches.entries()) {
    const messages = talk(said, evening + i * 3 * day, `t${i}_`);
    for (const { role, content } of messages) if (role === "user") spoken.push(content);
    const input = inputOf(messages, { newId: () => `${++n}` });
    now = input.now;
    facts = applyOperations(operations, facts, input).facts;
  }
  return { facts, now, spoken };
}

const batches = fc.array(fc.array(operation, { maxLength: 8 }), { minLength: 1, maxLength: 4 });
const settings = { seed: 23, numRuns: 120 };

describe("whatever a model proposes", () => {
  test("a key of one value has one live value, and no live key stands twice", () => {
    fc.assert(
      fc.property(batches, (list) => {
        const { facts, now } = replay(list);
        const keys = facts.filter((fact) => isLiveAt(fact, now)).map((fact) => fact.key);
        expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
        const planned = facts
          .filter((fact) => fact.status === "live" && isSingleValued(fact.key))
          .map(({ key }) => key);
        expect(planned.filter((key) => planned.filter((other) => other === key).length > 2)).toEqual([]);
      }),
      settings,
    );
  });

  test("every live fact has a quote that stands in a message of the person", () => {
    fc.assert(
      fc.property(batches, (list) => {
        const { facts, spoken } = replay(list);
        for (const fact of facts.filter(({ status }) => status === "live" || status === "conflicted")) {
          expect(fact.evidence.length).toBeGreaterThan(0);
          for (const one of fact.evidence) {
            const quote = "quote" in one ? String(one.quote) : "";
            expect(quote).not.toBe("");
            expect(spoken.some((text) => text.includes(quote))).toBe(true);
          }
        }
      }),
      settings,
    );
  });

  test("the facts fit their schema, ids are single, nothing is ever taken out, and inputs stay as they were", () => {
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 8 }),
        fc.array(operation, { maxLength: 8 }),
        (one, other) => {
          const before = replay([one]).facts;
          const copy = structuredClone(before);
          const input = inputOf(talk(said, evening + 9 * day, "z"), {
            newId: () => `z${Math.floor(before.length)}_${count++}`,
          });
          let count = 0;
          const { facts } = applyOperations(other, before, input);
          expect(before).toEqual(copy);
          expect(Facts.parse(facts)).toEqual(facts);
          const ids = facts.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const { id } of before) expect(ids).toContain(id);
        },
      ),
      settings,
    );
  });

  test("the same operations from the same talk again add nothing", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), (list) => {
        const additions = list.filter(({ op }) => op === "ADD");
        const messages = talk(said);
        let n = 0;
        const input = inputOf(messages, { newId: () => `${++n}` });
        const first = applyOperations(additions, [], input).facts;
        const again = applyOperations(additions, first, input).facts;
        const open = (facts: List) =>
          facts
            .filter(({ status }) => status !== "closed")
            .map(({ key, value }) => `${key}=${String(value)}`)
            .sort();
        expect(new Set(open(again))).toEqual(new Set(open(first)));
      }),
      settings,
    );
  });
});
