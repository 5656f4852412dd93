// Ids of what a person had remembered: whose it is and when, never one that is taken or was erased (A41).
import { expect, test } from "vitest";
import { markManual, withManualIds } from "../../src/memory/manual-id.ts";
import { Fact } from "../../src/schema/fact.ts";

const fact = (id: string, more: Record<string, unknown> = {}) =>
  Fact.parse({ id, category: "habit", key: "habit", value: id, ...more });
const moment = { user: "mei", now: 1_773_144_000.25, gone: [] as string[] };

test("a new fact is named by its companion and the millisecond, and the outcome follows", () => {
  const ordered = {
    facts: [fact("old"), fact("fact_x")],
    outcomes: [{ op: "added" as const, fact_id: "fact_x" }],
  };
  const named = withManualIds(ordered, [fact("old")], moment);
  expect(named.facts.map(({ id }) => id)).toEqual(["old", "mei_1773144000250"]);
  expect(named.outcomes).toEqual([{ op: "added", fact_id: "mei_1773144000250" }]);
});

test("a second one of the same moment has a suffix, and the value it closes points to it", () => {
  const before = [fact("mei_1773144000250"), fact("old")];
  const facts = [
    before[0] ?? fact("none"),
    fact("old", { superseded_by: "fact_y", status: "closed" }),
    fact("fact_y"),
  ];
  const named = withManualIds({ facts, outcomes: [] }, before, moment);
  expect(named.facts.map(({ id, superseded_by }) => [id, superseded_by])).toEqual([
    ["mei_1773144000250", undefined],
    ["old", "mei_1773144000250_2"],
    ["mei_1773144000250_2", undefined],
  ]);
});

test("an erased id never comes back", () => {
  const named = withManualIds({ facts: [fact("fact_x")], outcomes: [] }, [], {
    ...moment,
    gone: ["mei_1773144000250"],
  });
  expect(named.facts[0]?.id).toBe("mei_1773144000250_2");
});

test("where nothing is new everything is as it was", () => {
  const ordered = {
    facts: [fact("old")],
    outcomes: [{ op: "refused" as const, reason: "no_value" as const }],
  };
  expect(withManualIds(ordered as never, [fact("old")], moment)).toBe(ordered);
});

test("what is kept by hand has the default metadata, under what it says itself, and what was there keeps its own (A47)", () => {
  const before = [fact("old", { metadata: { by: "model" } })];
  const facts = [...before, fact("fact_x"), fact("fact_y", { metadata: { by: "owner", type: "wish" } })];
  const named = withManualIds({ facts, outcomes: [] }, before, moment).facts.map(({ metadata }) => metadata);
  const marks = { user_id: "mei", timestamp: moment.now };
  expect(named).toEqual([
    { by: "model" },
    { ...marks, type: "fact" },
    { ...marks, by: "owner", type: "wish" },
  ]);
  expect(markManual(facts, before, moment).map(({ id }) => id)).toEqual(["old", "fact_x", "fact_y"]);
});
