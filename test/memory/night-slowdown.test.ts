// The night in the person's zone: silence must last three times as long in it, right to the minute, and the morning is never skipped (A144, A146–A148, R2, C178).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isoWithOffset,
  isWithin,
  nextClock,
  nightOf,
  quietWindow,
  silenceDue,
} from "../../src/memory/beat-time.ts";

const zone = "Asia/Shanghai";
const at = (iso: string) => Date.parse(iso) / 1000;
const shanghai = (clock: string) => at(`2026-03-10T${clock}:00+08:00`);
const twenty = { interval: 1200, night: nightOf(false), quiet: null, zone };
const due = (from: number, more: object = {}) =>
  isoWithOffset(silenceDue({ ...twenty, from, ...more }), zone).slice(5, 16);

describe("twenty minutes of silence", () => {
  it.each([
    ["12:00", "03-10T12:20"],
    ["22:39", "03-10T22:59"],
    ["22:40", "03-10T23:40"],
    ["22:50", "03-10T23:50"],
    ["23:00", "03-11T00:00"],
    ["06:39", "03-10T07:00"],
    ["06:40", "03-10T07:00"],
    ["06:50", "03-10T07:10"],
    ["07:00", "03-10T07:20"],
  ])("from %s on are over at %s", (from, until) => {
    expect(due(shanghai(from))).toBe(until);
  });

  it("are slowed between two and ten for a night owl, and not before", () => {
    const owl = { night: nightOf(true) };
    expect([due(shanghai("23:00"), owl), due(shanghai("02:00"), owl), due(shanghai("09:45"), owl)]).toEqual([
      "03-10T23:20",
      "03-10T03:00",
      "03-10T10:05",
    ]);
  });

  it("are reckoned on the person's clock, also where it changes that night", () => {
    const newYork = { zone: "America/New_York" };
    // 2026-03-08: 02:00 becomes 03:00; the night is an hour shorter, a silence is not.
    const from = at("2026-03-08T01:30:00-05:00");
    expect(silenceDue({ ...twenty, ...newYork, from }) - from).toBe(3600);
    // 2026-11-01: 01:00 to 02:00 comes twice; neither an hour of silence nor a double rate (C176).
    const overlap = at("2026-11-01T01:10:00-04:00");
    expect(silenceDue({ ...twenty, ...newYork, from: overlap }) - overlap).toBe(3600);
  });

  it("hold for whole days in plain hours, and what is owed in the night comes in the morning", () => {
    const day = { interval: 24 * 3600 };
    expect([due(shanghai("20:00"), day), due(shanghai("23:30"), day), due(shanghai("03:00"), day)]).toEqual([
      "03-11T20:00",
      "03-12T07:00",
      "03-11T07:00",
    ]);
  });
});

describe("quiet hours", () => {
  const quiet = quietWindow({ from: "23:30", to: "08:00" });

  it("move a beat of whole days to their end, since it would meet them every time", () => {
    expect(due(shanghai("07:30"), { interval: 72 * 3600, quiet })).toBe("03-13T08:00");
  });

  it("leave a short interval where it is: that one is dropped and comes again", () => {
    expect(due(shanghai("23:30"), { quiet })).toBe("03-11T00:30");
  });

  it.each([
    [null],
    [undefined],
    [{ from: "25:00", to: "08:00" }],
    [{ from: "08:00", to: "08:00" }],
    [{ from: "", to: "" }],
  ])("that are none (%j) hold nothing", (hours) => {
    expect(quietWindow(hours)).toBeNull();
  });
});

describe("any silence", () => {
  it("lasts the interval by day, three times as long by night, and not a second longer than it must", () => {
    const zones = fc.constantFrom(
      "Asia/Shanghai",
      "America/New_York",
      "Europe/London",
      "Australia/Lord_Howe",
      "UTC",
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1_767_225_600, max: 1_798_761_600 }),
        fc.constantFrom(1200, 3600, 5 * 3600, 24 * 3600, 72 * 3600),
        zones,
        fc.boolean(),
        (from, interval, inZone, owl) => {
          const night = nightOf(owl);
          const end = silenceDue({ from, interval, night, quiet: null, zone: inZone });
          const lasted = end - from;
          expect(lasted).toBeGreaterThanOrEqual(interval);
          expect(lasted).toBeLessThanOrEqual(3 * interval);
          if (isWithin(night, end, inZone)) expect(lasted).toBe(3 * interval);
          // One second sooner it was too soon: either the interval was not over, or it was night still.
          const sooner = end - 1;
          expect(sooner - from < interval || isWithin(night, sooner, inZone)).toBe(true);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });

  it("never ends earlier for one that began later", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_772_000_000, max: 1_775_000_000 }),
        fc.integer({ min: 0, max: 90_000 }),
        (from, more) => {
          expect(silenceDue({ ...twenty, from: from + more })).toBeGreaterThanOrEqual(
            silenceDue({ ...twenty, from }),
          );
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});

it("the next time of the clock is today's where it lies ahead, else tomorrow's", () => {
  expect(isoWithOffset(nextClock(shanghai("07:59"), 480, zone), zone)).toBe("2026-03-10T08:00:00+08:00");
  expect(isoWithOffset(nextClock(shanghai("08:00"), 480, zone), zone)).toBe("2026-03-11T08:00:00+08:00");
  expect(isoWithOffset(at("2026-01-01T00:00:00Z"), "America/St_Johns")).toBe("2025-12-31T20:30:00-03:30");
});
