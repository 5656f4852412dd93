// Growing pauses of a step that fails (DESIGN 5).
import { describe, expect, test } from "vitest";
import { doneStep, failedStep, isDue, isDueAt, nextPause } from "../../src/memory/step.ts";

const now = 1_780_000_000;

describe("pauses", () => {
  test("grow from one minute to six hours and stay there", () => {
    expect([1, 2, 3, 4].map(nextPause)).toEqual([60, 120, 240, 480]);
    expect(nextPause(9)).toBe(15_360);
    expect(nextPause(10)).toBe(21_600);
    expect(nextPause(100_000)).toBe(21_600);
    expect(nextPause(0)).toBe(60);
  });
});

describe("a step", () => {
  test("waits after each failure, longer each time, and knows why", () => {
    const first = failedStep(undefined, now, "no answer\n  in time");
    expect(first).toEqual({ attempts: 1, next_at: now + 60, last_error: "no answer in time" });
    expect(isDue(first, now + 59)).toBe(false);
    expect(isDue(first, now + 60)).toBe(true);
    expect(failedStep(first, now + 60, "x".repeat(5_000))).toMatchObject({ attempts: 2, next_at: now + 180 });
    expect(failedStep(first, now, "x".repeat(5_000)).last_error).toHaveLength(300);
  });

  test("begins anew after a success", () => {
    const done = doneStep(failedStep(undefined, now, "no"), now + 60);
    expect(done).toEqual({ attempts: 0, next_at: 0, last_done_at: now + 60 });
    expect(doneStep(undefined, now)).toEqual({ attempts: 0, next_at: 0, last_done_at: now });
  });

  test("that never ran is due", () => {
    expect(isDue(undefined, now)).toBe(true);
  });

  test("is not blocked for years by a clock that was set back", () => {
    const failed = failedStep(undefined, now, "no");
    expect(isDue(failed, now - 365 * 86_400)).toBe(true);
    expect(isDueAt(0, now + 86_400, now)).toBe(false);
  });
});
