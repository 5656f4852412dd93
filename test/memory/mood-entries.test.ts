// Moods as they are stored: one a turn, folded into weeks when old, without losing a turn or a day of trust (A24, R31).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldMoods, moodsOf, weekly, withMoods } from "../../src/memory/mood-entries.ts";
import { trustParts } from "../../src/memory/trust.ts";
import { type EmotionCode, type EmotionEntry, emotionCodes } from "../../src/schema/emotion.ts";
import type { Message } from "../../src/schema/message.ts";

const day = 86_400;
const now = Date.parse("2026-03-10T12:00:00Z") / 1000;
const zone = "Europe/London";

const message = (id: string, role: Message["role"], content: string, more = {}): Message => ({
  message_id: id,
  role,
  content,
  timestamp: now,
  topic_id: "t",
  ...more,
});
const turn = (n: number, daysAgo: number, emotion: EmotionCode, intensity: number): EmotionEntry => ({
  id: `emotion_m${n}`,
  message_id: `m${n}`,
  topic_id: `t${n}`,
  at: now - daysAgo * day,
  emotion,
  intensity,
});
const vulnerability = (emotions: readonly EmotionEntry[]) =>
  trustParts({
    activity: { days: 0, weeks: 0, messages: 0, hostile: [] },
    emotions,
    facts: [],
    history: [],
    zone,
    now,
  }).vulnerability;

const entries = fc
  .array(
    fc.record({
      daysAgo: fc.double({ min: 380, max: 460, noNaN: true }),
      emotion: fc.constantFrom(...emotionCodes),
      intensity: fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map(({ daysAgo, emotion, intensity }, n) => turn(n, daysAgo, emotion, intensity)));
const turns = (emotions: readonly EmotionEntry[]) =>
  emotions.reduce((sum, entry) => sum + (weekly(entry) ?? 1), 0);

describe("moodsOf", () => {
  it("reads the person's messages alone, and neither play nor an empty topic", () => {
    const messages = [
      message("a", "assistant", "我好难过"),
      message("b", "user", "我好难过"),
      message("c", "user", "我好难过", { scene: "story" }),
    ];
    expect(moodsOf("t", messages).map(({ message_id, emotion }) => [message_id, emotion])).toEqual([
      ["b", "sad"],
    ]);
    expect(
      moodsOf("t", [], { emotion_tags: { basic_emotion: "失落" }, emotional_intensity: 1, by: "model" }),
    ).toEqual([]);
  });

  it("takes no mood from a summary that no model wrote, nor over what the rules heard", () => {
    const tone = { emotion_tags: { basic_emotion: "失落" as const }, emotional_intensity: 0.9 };
    const plain = [message("a", "user", "三点开会")];
    expect(moodsOf("t", plain, { ...tone, by: "extractive" })[0]?.emotion).toBe("neutral");
    expect(moodsOf("t", plain, { ...tone, by: "model" })[0]?.emotion).toBe("sad");
    const glad = [message("a", "user", "太开心了！"), message("b", "user", "三点开会，地点在二楼会议室")];
    expect(moodsOf("t", glad, { ...tone, by: "model" }).map(({ emotion }) => emotion)).toEqual([
      "joy",
      "neutral",
    ]);
  });
});

describe("withMoods", () => {
  it("puts a topic's moods in anew and keeps the order of time", () => {
    const before = [turn(1, 5, "joy", 0.5), turn(2, 3, "sad", 0.5), turn(3, 1, "joy", 0.5)];
    const again = withMoods(before, new Set(["t2"]), [turn(2, 3, "angry", 0.9)]);
    expect(again.map(({ emotion }) => emotion)).toEqual(["joy", "angry", "joy"]);
    expect(withMoods(before, new Set(["t2"]), []).map(({ id }) => id)).toEqual(["emotion_m1", "emotion_m3"]);
  });
});

describe("foldMoods", () => {
  it("leaves what is young, and is the same list where nothing is old", () => {
    const young = [turn(1, 10, "sad", 0.5), turn(2, 399, "sad", 0.5)];
    expect(foldMoods(young, now, zone)).toBe(young);
  });

  it("loses no turn and lowers no trust, however often and in however many steps it is done", () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 60 }), (list, later) => {
        const once = foldMoods(list, now, zone);
        const twice = foldMoods(once, now + later * day, zone);
        expect(turns(once)).toBe(list.length);
        expect(turns(twice)).toBe(list.length);
        // A day that is folded in two halves may count for both; it never counts for less.
        expect(vulnerability(once)).toBeGreaterThanOrEqual(vulnerability(list) - 0.001);
        expect(vulnerability(twice)).toBeGreaterThanOrEqual(vulnerability(list) - 0.001);
        expect(twice.map(({ at }) => at)).toEqual(twice.map(({ at }) => at).toSorted((a, b) => a - b));
        expect(new Set(twice.map(({ id }) => id)).size).toBe(twice.length);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it("keeps ten years of daily talk within a few entries a week", () => {
    const years = Array.from({ length: 3_650 }, (_, n) =>
      turn(n, 4_050 - n, emotionCodes[n % 3] ?? "joy", 0.5),
    );
    const folded = foldMoods(years, now, zone);
    expect(folded.length).toBeLessThanOrEqual(523 * 3);
    const busy = years.flatMap((entry, n) =>
      Array.from({ length: 5 }, (_, k) => ({ ...entry, id: `${n}_${k}` })),
    );
    expect(foldMoods(busy, now, zone).length).toBe(folded.length);
  });
});
