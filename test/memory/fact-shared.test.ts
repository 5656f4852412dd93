// What other companions of the owner may know: statements, never quotes (A126, DESIGN 3).
import { describe, expect, test } from "vitest";
import { projectShared } from "../../src/memory/fact-shared.ts";
import { SharedFacts } from "../../src/schema/fact.ts";
import { apply, day, evening, talk } from "./fact-sample.ts";

const secret = "我对芒果过敏，小时候还进过一次急诊，吓坏了我妈";
const facts = () =>
  apply(
    [
      { category: "health", key: "allergy", value: "芒果", statement: "对芒果过敏", quote: "我对芒果过敏" },
      { category: "preference", key: "likes", value: "喝茶", quote: "我喜欢喝茶" },
    ],
    talk([secret, "我喜欢喝茶"]),
  ).facts;

describe("the projection", () => {
  test("holds the statement of shared facts and where they come from, in the stored shape", () => {
    const shared = projectShared(facts(), "lan", evening + day);
    expect(SharedFacts.parse(shared)).toEqual(shared);
    expect(shared).toEqual([
      {
        id: facts()[0]?.id,
        origin: "lan",
        key: "allergy:芒果",
        value: "芒果",
        statement: "对芒果过敏",
        valid_from: evening,
      },
    ]);
  });

  test("never holds the quote, not even where the statement is the quote", () => {
    const [fact] = facts();
    for (const statement of ["我对芒果过敏", "我对芒果过敏，小时候还进过一次急诊", ""]) {
      const said = { message_id: "m1", quote: statement || secret };
      const shared = projectShared(
        fact ? [{ ...fact, statement, evidence: [said] }] : [],
        "lan",
        evening + day,
      );
      expect(shared[0]?.statement).toBe("过敏：芒果");
      expect(JSON.stringify(shared)).not.toContain("急诊");
    }
  });

  test("leaves out what is private, closed, waiting, unsure, over or not begun", () => {
    const [fact] = facts();
    for (const fields of [
      { scope: "private" },
      { status: "closed" },
      { status: "quarantined" },
      { status: "conflicted" },
      { is_deleted: true },
      { confidence: 0.5 },
      { valid_to: evening + 1 },
      { valid_from: evening + 9 * day },
    ] as const) {
      expect(projectShared(fact ? [{ ...fact, ...fields }] : [], "lan", evening + day)).toEqual([]);
    }
  });
});
