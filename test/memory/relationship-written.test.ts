// The relationship as an owner writes it in core_memory: what is left out is filled in, what is there stays (DESIGN 3, R9, R14).
import { describe, expect, it } from "vitest";
import { newRelationship } from "../../src/memory/relationship.ts";
import { isOwnersLevel } from "../../src/memory/relationship-step.ts";
import { relationshipAsWritten } from "../../src/memory/relationship-written.ts";
import { CoreMemory } from "../../src/schema/core-memory.ts";

const before = newRelationship("一般", 1000, "system");
const written = (relationship: unknown) =>
  CoreMemory.parse(relationshipAsWritten(before, { relationship, memories: [] }, 5000)).relationship;

describe("a level that is written", () => {
  it("alone brings its hours, its time and a line of history by the owner", () => {
    const relationship = written({ level: "特别关心" });
    expect(relationship).toMatchObject({
      level: "特别关心",
      heartbeat_hours: 1 / 3,
      since: 5000,
      reason: "",
    });
    expect(relationship.history.map(({ level, by, at }) => [level, by, at])).toEqual([
      ["一般", "system", 1000],
      ["特别关心", "owner", 5000],
    ]);
    expect(isOwnersLevel(relationship)).toBe(true);
  });

  it("in a copy of the old document does not keep the old level's own hours", () => {
    expect(written({ ...before, level: "关系较好" })).toMatchObject({ heartbeat_hours: 24, since: 5000 });
  });

  it("with hours of its own keeps them, and the time that was given", () => {
    const relationship = written({
      ...before,
      level: "关系较好",
      heartbeat_hours: 5,
      since: 4000,
      reason: "熟了",
    });
    expect(relationship).toMatchObject({ heartbeat_hours: 5, since: 4000, reason: "熟了" });
    expect(relationship.history.at(-1)).toMatchObject({ heartbeat_hours: 5, reason: "熟了", by: "owner" });
  });

  it("with its own line in the history gets no second one", () => {
    const line = { level: "关系冷淡", heartbeat_hours: 168, reason: "吵架", at: 4500, by: "owner" };
    const { history } = written({
      level: "关系冷淡",
      heartbeat_hours: 168,
      history: [...before.history, line],
    });
    expect(history).toEqual([...before.history, line]);
  });
});

describe("what is not changed", () => {
  it("stays as it was written, unknown fields too", () => {
    expect(written({ ...before, note: "我的" })).toEqual({ ...before, note: "我的" });
  });

  it("stays as it was where it is left out", () => {
    expect(written({})).toEqual(before);
  });
});

describe("what is no relationship", () => {
  it.each([
    null,
    [],
    "一般",
    3,
    { relationship: null },
    { relationship: [] },
    { relationship: { level: "挚友" } },
    { memories: [] },
  ])("%j is left for the schema", (value) => expect(relationshipAsWritten(before, value, 5000)).toBe(value));

  it("hours of another kind are left for the schema too", () => {
    expect(
      CoreMemory.safeParse(
        relationshipAsWritten(before, { relationship: { level: "一般", heartbeat_hours: "三天" } }, 1),
      ).success,
    ).toBe(false);
  });
});
