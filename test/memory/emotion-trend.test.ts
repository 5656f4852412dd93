// Moods over days and weeks in the owner's zone, and what goes with them beyond chance (A238, A239).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trend, triggers, valences } from "../../src/memory/emotion-trend.ts";
import { dayReader } from "../../src/memory/local-day.ts";
import { type EmotionCode, type EmotionEntry, emotionCodes } from "../../src/schema/emotion.ts";
import { localDate } from "../../src/schema/zone.ts";

const shanghai = "Asia/Shanghai";
const at = (iso: string) => Date.parse(iso) / 1000;
let made = 0;
function mood(
  when: string | number,
  emotion: EmotionCode,
  intensity = 0.5,
  more: Partial<EmotionEntry> = {},
): EmotionEntry {
  made += 1;
  return { id: `e${made}`, at: typeof when === "number" ? when : at(when), emotion, intensity, ...more };
}
const all = { from: 0, to: at("2100-01-01T00:00:00Z"), zone: shanghai };

describe("a trend", () => {
  test("puts a turn into the day the person lived it in", () => {
    const buckets = trend([mood("2026-03-10T15:59:59Z", "joy"), mood("2026-03-10T16:00:00Z", "sad")], {
      ...all,
      by: "day",
    });
    expect(buckets.map(({ date, counts }) => [date, counts])).toEqual([
      ["2026-03-10", { joy: 1 }],
      ["2026-03-11", { sad: 1 }],
    ]);
  });

  test("by week begins on Monday, across a new year too", () => {
    const buckets = trend(
      [
        mood("2027-01-03T12:00:00+08:00", "joy"),
        mood("2027-01-04T00:30:00+08:00", "tired"),
        mood("2026-12-28T00:00:00+08:00", "joy"),
      ],
      { ...all, by: "week" },
    );
    expect(buckets.map(({ date, turns }) => [date, turns])).toEqual([
      ["2026-12-28", 2],
      ["2027-01-04", 1],
    ]);
    expect(buckets[0]?.to).toBe(at("2027-01-04T00:00:00+08:00"));
  });

  test("weighs a mood by its strength and leaves neutral turns out of the means", () => {
    const [bucket] = trend(
      [
        mood("2026-03-10T04:00:00Z", "joy", 0.9),
        mood("2026-03-10T05:00:00Z", "sad", 0.3),
        mood("2026-03-10T06:00:00Z", "neutral", 0),
      ],
      { ...all, by: "day" },
    );
    expect(bucket?.turns).toBe(3);
    expect(bucket?.counts).toEqual({ joy: 1, sad: 1, neutral: 1 });
    expect(bucket?.intensity).toBeCloseTo(0.6, 3);
    expect(bucket?.valence).toBeCloseTo((0.9 * 1 - 0.3 * 0.8) / 1.2, 3);
  });

  test("says nothing where nothing was felt", () => {
    const [bucket] = trend([mood("2026-03-10T06:00:00Z", "neutral", 0)], { ...all, by: "day" });
    expect(bucket).toMatchObject({ turns: 1, intensity: null, valence: null });
    expect(trend([], { ...all, by: "week" })).toEqual([]);
  });

  test("shows the empty days between, so that a line can break", () => {
    const buckets = trend([mood("2026-03-01T04:00:00Z", "joy"), mood("2026-03-04T04:00:00Z", "joy")], {
      ...all,
      by: "day",
    });
    expect(buckets.map(({ date, turns }) => `${date} ${turns}`)).toEqual([
      "2026-03-01 1",
      "2026-03-02 0",
      "2026-03-03 0",
      "2026-03-04 1",
    ]);
  });

  test("has a day of 23 and one of 25 hours where the clocks change", () => {
    const zone = "America/New_York";
    const days = trend(
      [
        mood("2026-03-08T05:00:00Z", "joy"),
        mood("2026-03-09T04:00:00Z", "joy"),
        mood("2026-11-01T12:00:00Z", "joy"),
      ],
      { ...all, zone, by: "day" },
    );
    expect(days[0]).toMatchObject({ date: "2026-03-08" });
    expect((days[0]?.to ?? 0) - (days[0]?.from ?? 0)).toBe(23 * 3600);
    expect(days[1]).toMatchObject({ date: "2026-03-09", turns: 1 });
    const last = days.at(-1);
    expect((last?.to ?? 0) - (last?.from ?? 0)).toBe(25 * 3600);
  });

  test("leaves out what lies outside the span, and what has no proper time", () => {
    const entries = [
      mood("2026-03-09T04:00:00Z", "joy"),
      mood("2026-03-10T04:00:00Z", "sad"),
      mood("2026-03-11T04:00:00Z", "joy"),
      mood(Number.NaN, "joy"),
      mood(-5, "joy"),
      mood(9e15, "joy"),
    ];
    const span = {
      from: at("2026-03-10T04:00:00Z"),
      to: at("2026-03-11T04:00:00Z"),
      zone: shanghai,
      by: "day" as const,
    };
    expect(trend(entries, span).map(({ counts }) => counts)).toEqual([{ sad: 1 }]);
    expect(trend(entries, { ...span, from: 5, to: 4 })).toEqual([]);
  });

  test("of a life stays bounded: beyond three years of days empty ones are left out", () => {
    expect(trend([mood(0, "joy"), mood("2026-03-10T04:00:00Z", "joy")], { ...all, by: "day" })).toHaveLength(
      2,
    );
  });

  test("counts every turn once, in order, each inside its bucket", () => {
    const entry = fc.record({
      at: fc.integer({ min: 1_700_000_000, max: 1_709_000_000 }),
      emotion: fc.constantFrom(...emotionCodes),
      intensity: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const zones = fc.constantFrom(
      "UTC",
      shanghai,
      "America/St_Johns",
      "Pacific/Apia",
      "Australia/Lord_Howe",
      "no/zone",
    );
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 15 }),
        zones,
        fc.constantFrom("day" as const, "week" as const),
        (raw, zone, by) => {
          const entries = raw.map((one, n) => ({ ...one, id: String(n) }));
          const buckets = trend(entries, { from: 0, to: 2e9, zone, by });
          expect(buckets.reduce((sum, bucket) => sum + bucket.turns, 0)).toBe(entries.length);
          for (const [n, bucket] of buckets.entries()) {
            const next = buckets[n + 1];
            if (next) expect(next.from).toBe(bucket.to);
            const within = entries.filter((one) => one.at >= bucket.from && one.at < bucket.to).length;
            expect(within).toBe(bucket.turns);
            if (bucket.valence !== null) expect(Math.abs(bucket.valence)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { seed: 3, numRuns: 80 },
    );
  });

  test("does not change its entries", () => {
    const entries = Object.freeze([mood("2026-03-11T04:00:00Z", "joy"), mood("2026-03-10T04:00:00Z", "sad")]);
    expect(trend(entries, { ...all, by: "day" })).toHaveLength(2);
    expect(entries[0]?.emotion).toBe("joy");
  });
});

describe("a day reader", () => {
  test("gives the day that the calendar gives, in order and out of order", () => {
    for (const zone of ["UTC", shanghai, "America/New_York", "Asia/Kathmandu"]) {
      const read = dayReader(zone);
      for (let n = 0; n < 300; n += 1) {
        const moment = 1_760_000_000 + ((n * 7_919_113) % 40_000_000);
        expect(read(moment)?.date).toBe(localDate(moment, zone));
      }
    }
  });
});

describe("valences", () => {
  test("call joy pleasant, sorrow unpleasant and calm neither", () => {
    expect(valences.joy).toBeGreaterThan(valences.content);
    expect(valences.content).toBeGreaterThan(valences.neutral);
    for (const code of ["sad", "anxious", "angry", "afraid", "tired", "lonely", "hurt"] as const)
      expect(valences[code]).toBeLessThan(0);
  });
});

describe("triggers", () => {
  const messages = (from: number, count: number, emotion: EmotionCode, topic = "t") =>
    Array.from({ length: count }, (_, n) =>
      mood(1_760_000_000 + from + n, emotion, 0.6, { message_id: `m${from + n}`, topic_id: topic }),
    );
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => `m${from + n}`);

  test("name what goes with a mood more often than it comes otherwise, with counts", () => {
    const entries = [
      ...messages(0, 8, "anxious"),
      ...messages(8, 2, "joy"),
      ...messages(100, 30, "joy"),
      ...messages(200, 5, "anxious"),
    ];
    const found = triggers(
      entries,
      [
        { name: "老板", message_ids: ids(0, 10) },
        { name: "猫", message_ids: ids(100, 6) },
      ],
      5,
    );
    expect(found[0]).toMatchObject({
      subject: "老板",
      emotion: "anxious",
      count: 8,
      of: 10,
      share: 0.8,
      intensity: 0.6,
    });
    expect(found[0]?.usual).toBeCloseTo(5 / 35, 2);
  });

  test("stay silent below the minimum sample, and where chance will do", () => {
    const entries = [...messages(0, 4, "anxious"), ...messages(100, 40, "joy"), ...messages(200, 30, "sad")];
    expect(triggers(entries, [{ name: "老板", message_ids: ids(0, 4) }], 5)).toEqual([]);
    const usual = [...ids(100, 8), ...ids(200, 6)];
    expect(triggers(entries, [{ name: "天气", message_ids: usual }], 5)).toEqual([]);
  });

  test("read topics as well as messages, count a turn once, and join one name in two spellings", () => {
    const entries = [...messages(0, 6, "angry", "t1"), ...messages(100, 40, "joy", "t2")];
    const found = triggers(entries, [
      { name: "Work", topic_ids: ["t1"], message_ids: ids(0, 6) },
      { name: " work ", topic_ids: ["t1"] },
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ subject: "Work", emotion: "angry", count: 6, of: 6 });
  });

  test("do not mix a message up with a topic of the same id", () => {
    const entries = [...messages(0, 6, "angry", "x"), ...messages(100, 40, "joy", "m0")];
    expect(triggers(entries, [{ name: "a", topic_ids: ["m3"] }])).toEqual([]);
  });

  test("say nothing where everything is about one subject, or nothing was felt", () => {
    const entries = messages(0, 20, "sad");
    expect(triggers(entries, [{ name: "all", message_ids: ids(0, 20) }])).toEqual([]);
    expect(triggers([], [{ name: "", message_ids: [] }])).toEqual([]);
    expect(
      triggers(
        [...messages(0, 20, "neutral"), ...messages(50, 3, "joy")],
        [{ name: "a", message_ids: ids(0, 20) }],
      ),
    ).toEqual([]);
  });
});
