// A fact in the character's own words stands beside the plain one and never in its place (R30, A124, A125).
import { describe, expect, test } from "vitest";
import { renderFacts } from "../../src/memory/context-facts.ts";
import { applyOperations } from "../../src/memory/fact.ts";
import { editFact } from "../../src/memory/fact-edit.ts";
import { projectShared } from "../../src/memory/fact-shared.ts";
import type { FactOperation } from "../../src/schema/answer.ts";
import type { Facts } from "../../src/schema/fact.ts";

const now = 1_770_000_000;
let n = 0;
const newId = () => {
  n += 1;
  return `f${n}`;
};
const told: FactOperation = {
  op: "ADD",
  category: "health",
  key: "allergy",
  value: "虾",
  statement: "对虾过敏",
  confidence: 1,
  source: "explicit_statement",
  quote: "我对虾过敏",
  role_wording: "海里那些披甲的小兵，碰不得",
};
const say = (content: string, at = now) => ({
  message_id: `m${at}`,
  role: "user" as const,
  content,
  timestamp: at,
});
const apply = (
  operation: FactOperation,
  facts: Facts = [],
  content = "我对虾过敏",
  by: "model" | "command" = "model",
) =>
  applyOperations([operation], facts, {
    now,
    zone: "Asia/Shanghai",
    newId,
    language: "zh",
    messages: [say(content, now + facts.length * 60 + content.length)],
    by,
  }).facts;
const words = (name: string, variables: Record<string, string> = {}) =>
  `${name}: ${Object.values(variables).join(" | ")}`;
const shownWith = (facts: Facts, budget: number) =>
  renderFacts({
    words: words as never,
    timeZone: "Asia/Shanghai",
    count: (text) => text.length,
    budgets: { facts: budget, facts_ceiling: 5000 } as never,
    facts,
    shared: [],
    self: "me",
    displayName: "",
    aboutMe: "",
    taboos: [],
  }).text;

describe("the wording of a fact", () => {
  test("is kept beside the plain statement", () => {
    expect(apply(told)[0]).toMatchObject({ statement: "对虾过敏", role_wording: told.role_wording });
  });

  test.each([
    ["too long", "很".repeat(81)],
    ["the statement again", "对虾过敏。"],
    ["with a number that nobody said", "那3只披甲的小兵"],
    ["empty", "  "],
  ])("is left out where it is %s", (_why, role_wording) => {
    expect(apply({ ...told, role_wording })[0]?.role_wording).toBeUndefined();
  });

  test("is no matter of an order", () => {
    expect(apply(told, [], "我对虾过敏", "command")[0]?.role_wording).toBeUndefined();
  });

  test("stands in the context behind the plain line, as long as there is room", () => {
    const facts = apply(told);
    expect(shownWith(facts, 500)).toContain("对虾过敏");
    expect(shownWith(facts, 500)).toContain(`role_wording: `);
    expect(shownWith(facts, 500)).toContain("披甲的小兵");
    expect(shownWith(facts, 60)).toContain("对虾过敏");
    expect(shownWith(facts, 60)).not.toContain("披甲的小兵");
  });

  test("goes where the fact says something else", () => {
    const facts = apply(told);
    const edited = editFact(
      facts,
      facts[0]?.id ?? "",
      { value: "螃蟹" },
      {
        now,
        newId,
        changeId: "c",
        state: (key, value) => `${key} ${String(value)}`,
      },
    );
    const fact = edited.ok ? edited.fact : undefined;
    expect(fact?.value).toBe("螃蟹");
    expect(fact?.role_wording).toBeUndefined();
  });

  test("comes with a later telling where there was none, and does not change by itself", () => {
    const plain = apply({ ...told, role_wording: undefined });
    const again = apply(told, plain, "说过了，我对虾过敏");
    expect(again[0]?.role_wording).toBe(told.role_wording);
    expect(apply({ ...told, role_wording: "虾兵蟹将" }, again, "我对虾过敏啊")[0]?.role_wording).toBe(
      told.role_wording,
    );
  });

  test("is never shared with others", () => {
    expect(JSON.stringify(projectShared(apply(told), "me", now))).not.toContain("披甲");
  });
});
