// Trust: the formula of R31, the direction of each part, and that absence takes nothing away (R39).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Activity,
  activityOf,
  type TrustInput,
  trustOf,
  trustParts,
  trustWeights,
} from "../../src/memory/trust.ts";
import { isConfided } from "../../src/memory/trust-confided.ts";
import { isHostile } from "../../src/memory/trust-hostile.ts";
import type { EmotionCode } from "../../src/schema/emotion.ts";
import type { Fact } from "../../src/schema/fact.ts";
import type { RelationshipLevel } from "../../src/schema/relationship.ts";

const day = 86_400;
const now = Date.parse("2026-11-29T12:00:00Z") / 1000;
const zone = "Asia/Shanghai";

type TrustFact = TrustInput["facts"][number];
const fact = (category: Fact["category"], more: Partial<TrustFact> = {}): TrustFact => ({
  category,
  source: "explicit_statement",
  status: "live",
  is_deleted: false,
  ...more,
});
const facts = (count: number, category: Fact["category"] = "preference", more: Partial<TrustFact> = {}) =>
  Array.from({ length: count }, () => fact(category, more));
const moods = (days: number, emotion: EmotionCode, intensity = 1, perDay = 1) =>
  Array.from({ length: days * perDay }, (_, n) => ({
    at: now - Math.floor(n / perDay) * day,
    emotion,
    intensity,
  }));
const some: Activity = { days: 30, weeks: 6, messages: 150, hostile: [] };
const input = (more: Partial<TrustInput> = {}): TrustInput => ({
  activity: some,
  emotions: moods(3, "sad", 0.5),
  facts: facts(5),
  history: [],
  zone,
  now,
  ...more,
});
const parts = (more: Partial<TrustInput> = {}) => trustParts(input(more));

describe("the sum", () => {
  test("is R31 to the letter", () => {
    const all = {
      days: 0.5,
      frequency: 0.4,
      disclosure: 0.3,
      vulnerability: 0.2,
      consistency: 0.1,
      negative: 0.6,
    };
    expect(trustOf(all)).toBeCloseTo(
      0.25 * 0.5 + 0.15 * 0.4 + 0.25 * 0.3 + 0.15 * 0.2 + 0.2 * 0.1 - 0.1 * 0.6,
      4,
    );
    expect(
      Object.values(trustWeights)
        .filter((weight) => weight > 0)
        .reduce((sum, weight) => sum + weight, 0),
    ).toBeCloseTo(1);
    expect(
      trustOf({ days: 1, frequency: 1, disclosure: 1, vulnerability: 1, consistency: 1, negative: 0 }),
    ).toBe(1);
    expect(trustOf({ negative: 1 })).toBe(0);
  });

  test("holds with parts that an edited file broke", () => {
    expect(trustOf({})).toBe(0);
    expect(trustOf({ days: Number.NaN, frequency: 7, negative: -4 })).toBeCloseTo(0.15);
    expect(trustOf(JSON.parse('{"days":"1","constructor":1,"frequency":1}') as object)).toBeCloseTo(0.15);
  });
});

describe("the part", () => {
  test("of days grows to ninety", () => {
    const of = (days: number) => parts({ activity: { ...some, days } }).days;
    expect([of(0), of(45), of(90), of(900)]).toEqual([0, 0.5, 1, 1]);
  });

  test("of frequency grows with messages a day, to ten", () => {
    const of = (messages: number) => parts({ activity: { ...some, days: 10, messages } }).frequency;
    expect([of(0), of(50), of(100), of(5_000)]).toEqual([0, 0.5, 1, 1]);
    expect(parts({ activity: { days: 0, weeks: 0, messages: 0, hostile: [] } }).frequency).toBe(0);
  });

  test("of self-disclosure grows with what was told, and deeper things weigh more", () => {
    const of = (told: readonly TrustFact[]) => parts({ facts: told }).disclosure;
    expect(of([])).toBe(0);
    expect(of(facts(6))).toBeGreaterThan(of(facts(5)));
    expect(of(facts(5, "health"))).toBeGreaterThan(of(facts(5, "preference")));
    expect(of(facts(100))).toBe(1);
    expect(of([fact("health", { status: "closed" })])).toBe(of([fact("health")]));
    expect(
      of([
        fact("health", { source: "owner" }),
        fact("health", { is_deleted: true }),
        fact("health", { status: "quarantined" }),
      ]),
    ).toBe(0);
    expect(of([fact("health", { source: "import" })])).toBeGreaterThan(0);
  });

  test("of self-disclosure grows with days on which they told what nobody else has heard, without any fact", () => {
    const of = (confided: number) => parts({ facts: [], activity: { ...some, confided } }).disclosure;
    expect([of(0), of(10), of(100)]).toEqual([0, 1, 1]);
    expect(of(2)).toBeGreaterThan(of(1));
    const secret = "我从来没跟别人说过，我其实很怕黑";
    const said = [0, 60, day].map((after) => ({
      role: "user" as const,
      content: secret,
      timestamp: now + after,
    }));
    expect(activityOf(said, zone).confided).toBe(2);
    expect(activityOf([{ role: "assistant", content: secret, timestamp: now }], zone).confided).toBe(0);
  });

  test("of vulnerability grows with days on which a low mood was shown, not with turns of one evening", () => {
    const of = (emotions: TrustInput["emotions"]) => parts({ emotions }).vulnerability;
    expect(of(moods(4, "sad"))).toBeGreaterThan(of(moods(3, "sad")));
    expect(of(moods(1, "sad", 1, 40))).toBe(of(moods(1, "sad")));
    expect(of(moods(2, "lonely", 0.9))).toBeGreaterThan(of(moods(2, "lonely", 0.4)));
    expect(of(moods(20, "joy"))).toBe(0);
    expect(of(moods(20, "angry"))).toBe(0);
    expect(of(moods(40, "hurt"))).toBe(1);
    expect(of([{ at: Number.NaN, emotion: "sad", intensity: 1 }])).toBe(0);
  });

  test("of consistency grows with weeks come back and facts that stood, and falls with contradictions", () => {
    const of = (more: Partial<TrustInput>) => parts(more).consistency;
    const weeks = (count: number) => ({ ...some, weeks: count });
    expect(of({ activity: weeks(8) })).toBeGreaterThan(of({ activity: weeks(4) }));
    expect(of({ facts: facts(20) })).toBeGreaterThan(of({ facts: facts(2) }));
    expect(of({ facts: [...facts(10), ...facts(3, "preference", { status: "conflicted" })] })).toBeLessThan(
      of({ facts: facts(10) }),
    );
    // A life that moved on is no contradiction.
    expect(of({ facts: [...facts(10), ...facts(3, "preference", { status: "closed" })] })).toBeGreaterThan(
      of({ facts: facts(10) }),
    );
    expect(of({ activity: weeks(0), facts: facts(5, "preference", { status: "conflicted" }) })).toBe(0);
  });

  test("of negative events grows with quarrels and colder levels, to five, and old ones are forgiven", () => {
    const of = (more: Partial<TrustInput>) => parts(more).negative;
    const quarrels = (count: number, ago = 0) => ({
      ...some,
      hostile: Array.from({ length: count }, (_, n) => now - n * day - ago),
    });
    const change = (level: RelationshipLevel, ago = 1) => ({ level, at: now - ago * day });
    expect([of({}), of({ activity: quarrels(1) }), of({ activity: quarrels(9) })]).toEqual([0, 0.2, 1]);
    expect(of({ history: [change("关系较好", 9), change("关系冷淡", 2)] })).toBe(0.2);
    expect(of({ history: [change("关系冷淡", 9), change("特别关心", 2)] })).toBe(0);
    expect(of({ history: [change("关系冷淡", 2)] })).toBe(0);
    expect(of({ history: [change("关系较好", 900), change("关系冷淡", 200)] })).toBe(0);
    expect(of({ activity: quarrels(3, 200 * day) })).toBe(0);
    expect(trustOf(parts({ activity: quarrels(5) }))).toBeCloseTo(trustOf(parts()) - 0.1, 3);
  });
});

describe("absence", () => {
  test("alone lowers neither a part nor the sum, however long it lasts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 5 }), (gone, quarrels) => {
        const hostile = Array.from({ length: quarrels }, () => now - day);
        const before = trustParts(input({ activity: { ...some, hostile } }));
        const after = trustParts(input({ activity: { ...some, hostile }, now: now + gone * day }));
        expect(trustOf(after)).toBeGreaterThanOrEqual(trustOf(before));
        expect(after).toMatchObject({ ...before, negative: after.negative });
        expect(after.negative).toBeLessThanOrEqual(before.negative);
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe("activity", () => {
  const message = (role: "user" | "assistant", iso: string, content = "你好") => ({
    role,
    content,
    timestamp: Date.parse(iso) / 1000,
  });

  test("counts local days and weeks of the person, imported ones like any other", () => {
    const found = activityOf(
      [
        message("user", "2020-01-05T15:00:00Z"),
        message("user", "2020-01-05T16:30:00Z"),
        message("assistant", "2020-01-07T16:30:00Z"),
        message("user", "2026-11-29T03:00:00Z"),
        message("user", "2026-11-29T04:00:00Z"),
      ],
      zone,
    );
    // In Shanghai the second message is Monday the 6th: another day and another week.
    const first_at = Date.parse("2020-01-05T15:00:00Z") / 1000;
    expect(found).toEqual({ days: 3, weeks: 3, messages: 4, confided: 0, hostile: [], first_at });
  });

  test("keeps the first hostile moment of a day, and none of the companion's", () => {
    const found = activityOf(
      [
        message("user", "2026-03-01T01:00:00Z", "滚！"),
        message("user", "2026-03-01T02:00:00Z", "闭嘴"),
        message("assistant", "2026-03-02T02:00:00Z", "shut up"),
        message("user", "2026-03-03T02:00:00Z", "I hate you"),
      ],
      zone,
    );
    expect(found.hostile).toEqual([
      Date.parse("2026-03-01T01:00:00Z") / 1000,
      Date.parse("2026-03-03T02:00:00Z") / 1000,
    ]);
  });

  test("of nothing, or of messages without a time, is nothing", () => {
    expect(activityOf([], zone)).toEqual({ days: 0, weeks: 0, messages: 0, confided: 0, hostile: [] });
    expect(activityOf([{ role: "user", content: "x", timestamp: Number.NaN }], zone).messages).toBe(0);
  });
});

describe("a message", () => {
  test.each([
    "滚",
    "你给我滚开",
    "闭嘴！",
    "我讨厌你",
    "不想理你了",
    "你就是个废物",
    "别再来烦我",
    "I hate you",
    "shut up",
    "fuck off",
    "leave me alone",
    "you're useless",
    "stop texting me",
  ])("turns against the companion: %s", (text) => {
    expect(isHostile(text)).toBe(true);
  });
  test.each([
    "讨厌啦，你又逗我",
    "哈哈你闭嘴吧",
    "我讨厌香菜",
    "他说我是个废物",
    "滚烫的汤",
    "她骂我“滚”",
    "老板让我闭嘴",
    "我恨下雨天",
    "别理他",
    "I hate mondays",
    "she told me to shut up",
    "shut up lol",
    "leave me alone with the cake",
    "I don't want to go",
    "",
  ])("does not: %s", (text) => {
    expect(isHostile(text)).toBe(false);
  });
});

describe("what nobody else has heard", () => {
  test.each([
    "我从来没跟别人说过，我其实很怕黑",
    "这事我没告诉过任何人",
    "你是第一个知道的",
    "这件事我只告诉过你",
    "我第一次跟人说这个",
    "憋在心里好多年了",
    "没人知道我其实离过婚",
    "I've never told anyone this, but I was bullied",
    "You're the first person I've told",
    "I haven't told my parents yet",
    "nobody knows this about me",
    "I've only told you",
    "I've never said this out loud",
  ])("is told in: %s", (text) => {
    expect(isConfided(text)).toBe(true);
  });

  test.each([
    "我跟别人说过了",
    "我没跟他说今天不来",
    "他从来没跟别人说过",
    "“我从来没跟别人说过”是歌词",
    "没人知道几点开门",
    "别告诉老板我迟到了",
    "第一次跟你们出来玩",
    "I told everyone already",
    "I never told him the time",
    "she said I've never told anyone",
    "nobody knows the answer",
    "You're the first in line",
    "",
  ])("is not told in: %s", (text) => {
    expect(isConfided(text)).toBe(false);
  });
});
