// Planned beats: exact on the person's clock, over gaps and overlaps of summer time, short months, and the lunar year (A145, A148, C175, C176).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { latestOccurrence, nextOccurrence, type Plan, planKey, plansOf } from "../../src/memory/beat-plan.ts";
import { isoWithOffset } from "../../src/memory/beat-time.ts";
import { localTime } from "../../src/schema/zone.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const plan = (more: Partial<Plan>): Plan => ({ key: "p", repeat: "daily", hour: 9, minute: 30, ...more });
function run(one: Plan, from: string, count: number, zone: string): string[] {
  const moments: string[] = [];
  let after: number | undefined = at(from);
  while (moments.length < count && after !== undefined) {
    after = nextOccurrence(one, after, zone);
    if (after !== undefined) moments.push(isoWithOffset(after, zone));
  }
  return moments;
}

describe("a planned beat", () => {
  it("comes every day at its minute", () => {
    expect(run(plan({}), "2026-03-10T09:30:00+08:00", 2, "Asia/Shanghai")).toEqual([
      "2026-03-11T09:30:00+08:00",
      "2026-03-12T09:30:00+08:00",
    ]);
  });

  it("in a gap of the clock comes once, at the first moment after it, and next day at its own (C175)", () => {
    expect(run(plan({ hour: 2 }), "2026-03-07T12:00:00-05:00", 2, "America/New_York")).toEqual([
      "2026-03-08T03:00:00-04:00",
      "2026-03-09T02:30:00-04:00",
    ]);
    expect(run(plan({ hour: 2, minute: 15 }), "2026-10-03T12:00:00+10:30", 1, "Australia/Lord_Howe")).toEqual(
      ["2026-10-04T02:30:00+11:00"],
    );
  });

  it("in an overlap comes once, the first time (C176)", () => {
    expect(run(plan({ hour: 1 }), "2026-10-31T12:00:00-04:00", 2, "America/New_York")).toEqual([
      "2026-11-01T01:30:00-04:00",
      "2026-11-02T01:30:00-05:00",
    ]);
  });

  it("of a week comes on its day", () => {
    expect(run(plan({ repeat: "weekly", weekday: 0 }), "2026-03-10T00:00:00Z", 2, "UTC")).toEqual([
      "2026-03-15T09:30:00+00:00",
      "2026-03-22T09:30:00+00:00",
    ]);
  });

  it("of 29 February is kept on the 28th where there is none", () => {
    expect(
      run(plan({ repeat: "yearly", month: 2, day: 29 }), "2026-01-01T00:00:00Z", 3, "UTC").map((day) =>
        day.slice(0, 10),
      ),
    ).toEqual(["2026-02-28", "2027-02-28", "2028-02-29"]);
  });

  it("of the lunar year follows it, leap months and the New Year of 2027 included", () => {
    const spring = plan({ repeat: "lunar_yearly", month: 1, day: 1 });
    expect(
      run(spring, "2026-01-01T00:00:00+08:00", 3, "Asia/Shanghai").map((day) => day.slice(0, 10)),
    ).toEqual(["2026-02-17", "2027-02-06", "2028-01-26"]);
    const eve = plan({ repeat: "lunar_yearly", month: 12, day: 30 });
    expect(run(eve, "2026-01-01T00:00:00+08:00", 2, "Asia/Shanghai").map((day) => day.slice(0, 10))).toEqual([
      "2026-02-16",
      "2027-02-05",
    ]);
  });

  it("that comes once comes once", () => {
    const once = plan({ repeat: "once", date: "2026-05-01" });
    expect(run(once, "2026-03-10T00:00:00Z", 3, "UTC")).toEqual(["2026-05-01T09:30:00+00:00"]);
    expect(latestOccurrence(once, at("2026-04-30T00:00:00Z"), "UTC")).toBeUndefined();
  });

  it.each([
    ["weekly without a weekday", { repeat: "weekly" as const }],
    ["yearly without a day", { repeat: "yearly" as const, month: 5 }],
    ["lunar without a month", { repeat: "lunar_yearly" as const, day: 5 }],
    ["once without a date", { repeat: "once" as const }],
  ])("%s never comes", (_name, more) => {
    expect(run(plan(more), "2026-03-10T00:00:00Z", 1, "UTC")).toEqual([]);
  });

  it("has a key of its own where a hand gave it no id", () => {
    expect(plansOf([{ hour: 9, minute: 30, message_template: "" }])[0]?.key).toBe("daily-9-30");
    expect(planKey({ id: "x", hour: 1, minute: 1, message_template: "" })).toBe("x");
  });
});

it("whatever the zone, a daily beat comes once each local day, at its minute or right after a gap", () => {
  const zones = fc.constantFrom(
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Shanghai",
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1_767_225_600, max: 1_798_761_600 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      zones,
      (from, hour, minute, zone) => {
        const daily = plan({ hour, minute });
        const next = nextOccurrence(daily, from, zone) ?? 0;
        expect(next).toBeGreaterThan(from);
        expect(next - from).toBeLessThanOrEqual(25 * 3600);
        expect(latestOccurrence(daily, next, zone)).toBe(next);
        expect(latestOccurrence(daily, next - 1, zone)).toBeLessThanOrEqual(from);
        const shown = localTime(next, zone);
        const late = shown.hour * 60 + shown.minute - (hour * 60 + minute);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(60);
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});
