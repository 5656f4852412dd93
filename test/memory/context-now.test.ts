// What the character knows about the present moment: the only part of a request that depends on the clock (C096, A159).
import { describe, expect, test } from "vitest";
import { counter } from "../../src/memory/context-text.ts";
import { ago, type NowInput, renderNow } from "../../src/memory/now.ts";
import { wordsIn } from "../../src/prompt/catalogue.ts";
import { day, now, prompts } from "./context-sample.ts";

const at = (more: Partial<NowInput> = {}, language: "zh" | "en" = "zh") =>
  renderNow({
    words: wordsIn(prompts, language),
    language,
    timeZone: "Asia/Shanghai",
    now,
    lastAt: null,
    reminder: "",
    state: [],
    budget: 280,
    count: counter(),
    ...more,
  });

describe("now", () => {
  test("is the local day and hour of the person's zone, not of the machine", () => {
    expect(at().text).toContain("2026-03-10 星期二 21:05，晚上");
    expect(at({ timeZone: "America/New_York" }, "en").text).toContain("Tuesday, 2026-03-10, 09:05, morning");
    expect(at({ timeZone: "nowhere/at_all" }, "en").text).toContain("13:05, afternoon");
  });

  test("follows a change of the clock in spring", () => {
    // 8 March 2026, 06:59:30 and 07:00:30 UTC: New York jumps from 01:59 to 03:00.
    expect(at({ timeZone: "America/New_York", now: 1772953170 }).text).toContain("01:59");
    expect(at({ timeZone: "America/New_York", now: 1772953230 }).text).toContain("03:00");
  });

  test("tells how long it has been and when that was", () => {
    expect(at({ lastAt: now - 3 * day }).text).toContain("3天前（2026-03-07 21:05）");
    expect(at({ lastAt: now - 3 * day }, "en").text).toContain("3 days ago (2026-03-07 21:05)");
    expect(at({ lastAt: now - 90 }, "en").text).toContain("1 minute ago");
    expect(at({ lastAt: null }, "en").text).toContain("not talked before");
  });

  test("takes a clock that was set back for no time at all", () => {
    expect(ago(-5_000, "en")).toBe("0 seconds ago");
    expect(ago(0.4, "en")).toBe("0 seconds ago");
    expect(ago(day - 1, "en")).toBe("23 hours ago");
  });

  test("asks for fewer words only late at night", () => {
    const late = (hour: number) =>
      at({ now: now - (now % day) + (hour - 8) * 3600 }).entries.some((entry) => entry.id === "night");
    expect([22, 23, 24, 28, 29].map(late)).toEqual([false, true, true, true, false]);
  });

  test("carries lines of state, and the reminder in front", () => {
    const section = at({ reminder: "少用感叹号\n多听", state: ["这一条可以不回。"] });
    expect(section.entries.map((entry) => entry.id)).toEqual(["reminder", "time", "since", "state_1"]);
    expect(section.text).toContain("少用感叹号 多听");
    expect(section.cut).toBeUndefined();
  });

  test("shortens a reminder of 4,000 characters and never the time", () => {
    const section = at({ reminder: "记".repeat(4_000), state: ["短的"] });
    expect(section.tokens).toBeLessThanOrEqual(280);
    expect(section.tokens).toBeGreaterThan(250);
    expect(section.text).toContain("21:05");
    expect(section.cut).toEqual(["reminder"]);
  });

  test("needs no reminder of blanks", () => {
    expect(at({ reminder: " \n " }).entries.map((entry) => entry.id)).toEqual(["time", "since"]);
  });
});
