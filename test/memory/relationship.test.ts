// The five levels and their figures, and how a level changes (A129–A134, R14, R39).
import { describe, expect, test } from "vitest";
import {
  changeLevel,
  heartbeatHours,
  levels,
  newRelationship,
  startingLevel,
} from "../../src/memory/relationship.ts";
import { Relationship } from "../../src/schema/relationship.ts";

const now = 1_780_000_000;

describe("levels", () => {
  test.each([
    ["特别关心", 1 / 3, 0.95],
    ["关系较好", 24, 0.8],
    ["一般", 72, 0.6],
    ["关系冷淡", 168, 0.3],
    ["决裂", 999 * 24, 0.05],
  ] as const)("%s: %d hours, %d of messages answered", (level, heartbeat_hours, reply_rate) => {
    expect(levels[level]).toEqual({ heartbeat_hours, reply_rate });
  });

  test("hours stay between twenty minutes and 999 days (R14)", () => {
    expect(heartbeatHours("一般", 720)).toBe(720);
    expect(heartbeatHours("一般", 0)).toBe(1 / 3);
    expect(heartbeatHours("一般", -5)).toBe(1 / 3);
    expect(heartbeatHours("一般", 1e9)).toBe(999 * 24);
    expect(heartbeatHours("一般")).toBe(72);
    expect(heartbeatHours("关系较好", Number.NaN)).toBe(24);
  });
});

describe("the start", () => {
  test("is closer for friends, family and lovers", () => {
    expect(["朋友", "家人", "恋人", "Friend"].map((kind) => startingLevel({ kind }))).toEqual(
      Array(4).fill("关系较好"),
    );
    expect(["搭档", "师生", "邻居", ""].map((kind) => startingLevel({ kind }))).toEqual(
      Array(4).fill("一般"),
    );
    expect(startingLevel()).toBe("一般");
  });

  test("is a valid relationship with one line of history", () => {
    const relationship = newRelationship("一般", now, "system");
    expect(relationship).toMatchObject({
      level: "一般",
      heartbeat_hours: 72,
      since: now,
      trust: 0,
      stage: "初期",
    });
    expect(relationship.history).toHaveLength(1);
    expect(Relationship.parse(relationship)).toEqual(relationship);
  });
});

describe("a change", () => {
  const start = newRelationship("一般", now, "system");

  test("takes the level's hours, or its own, and leaves a line of history", () => {
    const { changed, relationship } = changeLevel(
      start,
      { level: "关系较好", reason: "聊得来", by: "character" },
      now + 9,
    );
    expect(changed).toBe(true);
    expect(relationship).toMatchObject({
      level: "关系较好",
      heartbeat_hours: 24,
      reason: "聊得来",
      since: now + 9,
    });
    expect(relationship.history.at(-1)).toEqual({
      level: "关系较好",
      heartbeat_hours: 24,
      reason: "聊得来",
      at: now + 9,
      by: "character",
    });
    const slower = changeLevel(
      start,
      { level: "一般", heartbeat_hours: 720, reason: "忙", by: "character" },
      now,
    );
    expect(slower.relationship.heartbeat_hours).toBe(720);
    expect(start.history).toHaveLength(1);
  });

  test("to what is there already is none", () => {
    const same = changeLevel(start, { level: "一般", reason: "又想了想", by: "model" }, now + 9);
    expect(same).toEqual({ changed: false, relationship: start, reason: "same" });
  });

  test("to what is there already is the owner's word that it stays, said once", () => {
    const held = changeLevel(start, { level: "一般", reason: "就这样", by: "owner" }, now + 9);
    expect(held.relationship.history.at(-1)).toMatchObject({ level: "一般", by: "owner" });
    const again = changeLevel(held.relationship, { level: "一般", reason: "就这样", by: "owner" }, now + 10);
    expect(again).toMatchObject({ changed: false, reason: "same" });
  });

  test("to coldness is no model's to judge without leave (R39)", () => {
    const cold = { level: "关系冷淡", reason: "很久没来", by: "model" } as const;
    expect(changeLevel(start, cold, now)).toMatchObject({ changed: false, reason: "cold_not_allowed" });
    expect(changeLevel(start, cold, now, { allow_cold: true }).changed).toBe(true);
    expect(changeLevel(start, { ...cold, by: "owner" }, now).changed).toBe(true);
    expect(changeLevel(start, { ...cold, level: "决裂", by: "character" }, now).changed).toBe(true);
  });

  test("from coldness to less of it needs no leave", () => {
    const broken = newRelationship("决裂", now, "owner");
    expect(changeLevel(broken, { level: "关系冷淡", reason: "和解", by: "model" }, now).changed).toBe(true);
  });

  test("keeps fields that the owner added", () => {
    const mine = { ...start, note: "mine" };
    expect(changeLevel(mine, { level: "决裂", reason: "", by: "owner" }, now).relationship).toMatchObject({
      note: "mine",
    });
  });
});
