// Times as other programs write them.
import { describe, expect, it } from "vitest";
import { secondsOf, timeOf } from "../../src/exchange/times.ts";

const at = (iso: string) => Date.parse(iso) / 1000;

describe("a time of another program", () => {
  const good: [unknown, number][] = [
    [1674563371558, 1674563371.558],
    [1674563371, 1674563371],
    ["1767319260", 1767319260],
    ["1767319260000", 1767319260],
    [1767319260000000, 1767319260],
    ["2026-01-05T09:00:00.000000-08:00", at("2026-01-05T09:00:00-08:00")],
    ["2026-01-05 09:00:00+00:00", at("2026-01-05T09:00:00Z")],
    ["2026-01-02T10:01:00.123Z", at("2026-01-02T10:01:00.123Z")],
    ["2026-01-02T10:01:00", at("2026-01-02T10:01:00+08:00")],
    ["2026-01-02 10:01:00", at("2026-01-02T10:01:00+08:00")],
    ["2026/1/2 下午3:05", at("2026-01-02T15:05:00+08:00")],
    ["2026年1月2日 晚上11:30", at("2026-01-02T23:30:00+08:00")],
    ["2023-7-1 @14h 05m 12s 123ms", at("2023-07-01T14:05:12.123+08:00")],
    ["2023-07-01@14h05m12s", at("2023-07-01T14:05:12+08:00")],
    ["January 2, 2026 10:01am", at("2026-01-02T10:01:00+08:00")],
    ["July 12, 2025 12:05pm", at("2025-07-12T12:05:00+08:00")],
    ["Jul 12, 2025 12:05 AM", at("2025-07-12T00:05:00+08:00")],
    ["2026-01-02", at("2026-01-02T00:00:00+08:00")],
  ];
  it.each(good)("is read: %s", (value, seconds) => {
    expect(timeOf(value, "Asia/Shanghai")).toBeCloseTo(seconds, 3);
  });

  const bad = [
    "",
    "yesterday",
    "2026-13-02 10:00",
    "2026-02-30T25:00:00Z",
    null,
    undefined,
    {},
    Number.NaN,
    -5,
    0,
    "Foo 2, 2026 1:00pm",
    1e300,
  ];
  it.each(bad)("is none: %s", (value) => {
    expect(timeOf(value, "Asia/Shanghai")).toBeUndefined();
  });

  it("of no year that a file name can hold is none", () => {
    expect(secondsOf(9_000_000_000)).toBeUndefined();
  });
});
