// The wall clock of any moment is the one that the system's own calendar shows, also where offsets were odd or changed.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localTime } from "../../src/schema/zone.ts";

const zones = [
  "Asia/Shanghai",
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Monrovia",
  "Pacific/Apia",
  "America/Caracas",
  "UTC",
];

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }),
  ]),
);

function asShown(at: number, zone: string): number[] {
  const parts = formats.get(zone)?.formatToParts(new Date(at * 1000)) ?? [];
  return parts.filter(({ type }) => type !== "literal").map(({ value }) => Number(value));
}

describe("the wall clock", () => {
  it("is the system's, for any second of two centuries in any zone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_500_000_000, max: 3_500_000_000 }),
        fc.constantFrom(...zones),
        (at, zone) => {
          const { year, month, day, hour, minute, second } = localTime(at, zone);
          expect([year, month, day, hour, minute, second]).toEqual(asShown(at, zone));
        },
      ),
      { numRuns: 3_000, seed: 11 },
    );
  });

  it("is right on both sides of a change of the clock that falls between two whole hours", () => {
    // Lord Howe Island goes back half an hour at 2:00 on 5 April 2026, which is 15:00 UTC on the 4th.
    const change = Date.UTC(2026, 3, 4, 15) / 1000;
    const clocks = [change - 1, change].map((at) => localTime(at, "Australia/Lord_Howe"));
    expect(clocks.map(({ hour, minute }) => [hour, minute])).toEqual([
      [1, 59],
      [1, 30],
    ]);
  });

  it("knows a part of a second and a day of the week", () => {
    expect(localTime(1_780_000_000.75, "Asia/Shanghai")).toMatchObject({ second: 40, weekday: 5 });
  });
});
