// The inner life in words: set times, what comes next, how close two are, moods, and both dictionaries.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedBeat } from "../../src/schema/heartbeat.ts";
import { comingOf, momentWords, standingOf } from "../../web/coming.ts";
import type { HeartbeatView, MoodSpan } from "../../web/inner-shapes.ts";
import { isOwnersChoice, percentOf, silenceWords, stepsOf } from "../../web/level-words.ts";
import { chartRows, moodWord, mostFelt, standingAlone, sumOf, tableRows } from "../../web/mood.ts";
import {
  bareBeat,
  draftOf,
  isSameBeat,
  minuteOn,
  readDraft,
  repeats,
  whenWords,
  withBeat,
  writeBeat,
} from "../../web/planned.ts";
import { spokenOf } from "../../web/pronoun.ts";
import { enInner } from "../../web/words-inner-en.ts";
import { zhInner } from "../../web/words-inner-zh.ts";
import { enWork } from "../../web/words-work-en.ts";
import { zhWork } from "../../web/words-work-zh.ts";
import { zh } from "../../web/words-zh.ts";
import { baseTime } from "./support/base-time.ts";
import { newMockInner, someMoods, someRelationship } from "./support/mock-inner.ts";

const reader = { language: "zh" as const, timeZone: "Asia/Shanghai", words: zh };
const now = { at: baseTime, timeZone: "Asia/Shanghai" };
const view = (own: Partial<HeartbeatView> = {}) =>
  ({ ...newMockInner().view, user_id: "yu", ...own }) as HeartbeatView;

describe("a set time", () => {
  const beat = (own: Partial<PlannedBeat>): PlannedBeat => ({
    hour: 7,
    minute: 5,
    message_template: "",
    ...own,
  });

  it.each<[Partial<PlannedBeat>, string]>([
    [{}, "每天 07:05"],
    [{ repeat: "weekly", weekday: 0 }, "每星期日 07:05"],
    [{ repeat: "yearly", month: 2, day: 29 }, "每年2月29号 07:05"],
    [{ repeat: "lunar_yearly", month: 12, day: 23 }, "每年农历腊月廿三 07:05"],
    [{ repeat: "lunar_yearly", month: 6, day: 1, leap: true }, "每年农历闰六月初一 07:05"],
    [{ repeat: "once", date: "2026-12-02" }, "12月2日 07:05，一次"],
    [{ repeat: "weekly" }, "定得不完整，不会来"],
    [{ repeat: "lunar_yearly", month: 13, day: 1 }, "定得不完整，不会来"],
    [{ repeat: "once" }, "定得不完整，不会来"],
  ])("%o is said as %s", (own, words) => {
    expect(whenWords(beat(own), zhInner, reader)).toBe(words);
  });

  it("comes out of its form as it went in, with what it held besides", () => {
    const number = (min: number, max: number) => fc.integer({ min, max });
    const any = fc.record({
      id: fc.string(),
      hour: number(0, 23),
      minute: number(0, 59),
      message_template: fc.string().map((text) => text.trim()),
      repeat: fc.constantFrom(...repeats),
      note: fc.string(),
    });
    fc.assert(
      fc.property(any, number(0, 6), number(1, 12), number(1, 30), (base, weekday, month, day) => {
        const own = {
          daily: {},
          weekly: { weekday },
          yearly: { month, day },
          lunar_yearly: { month, day, leap: true },
          once: { date: "2027-01-31" },
        }[base.repeat];
        const whole = { ...base, ...own };
        expect(readDraft(draftOf(whole), whole, now)).toEqual({ beat: whole });
      }),
      { numRuns: 100 },
    );
  });

  it("loses the day of its former repetition, and what only the server tells of it", () => {
    const was = { ...beat({ id: "b", repeat: "weekly", weekday: 3, message_ids: ["m"] }), next_at: 1 };
    const read = readDraft({ ...draftOf(was), repeat: "daily", text: " 早 " }, was, now);
    expect(read).toEqual({
      beat: { id: "b", message_ids: ["m"], repeat: "daily", hour: 7, minute: 5, message_template: "早" },
    });
  });

  it.each([
    [{ clock: "" }, "noClock"],
    [{ repeat: "once" as const, date: "" }, "noDate"],
    [{ repeat: "once" as const, date: "2026-11-29", clock: "22:30" }, "pastDate"],
    [{ repeat: "once" as const, date: "2025-12-01", clock: "23:59" }, "pastDate"],
  ])("that lacks something or has passed is not taken: %o", (change, fault) => {
    expect(readDraft({ ...draftOf(null), ...change }, null, now)).toEqual({ fault });
  });

  it("counts by the clock of the companion's zone, not of the browser's", () => {
    const draft = { ...draftOf(null), repeat: "once" as const, date: "2026-11-29", clock: "15:00" };
    expect(readDraft(draft, null, { at: baseTime, timeZone: "Europe/London" })).toHaveProperty("beat");
    expect(readDraft(draft, null, now)).toEqual({ fault: "pastDate" });
    expect(minuteOn(baseTime, "Nowhere/None")).toBe("2026-11-29 14:30");
  });

  it("is found by its id, or by all it says where a hand gave it none, and nothing is replaced for it", () => {
    const [one, two] = [beat({ id: "a" }), beat({ message_template: "两点睡" })];
    expect(isSameBeat(one, { ...one, hour: 9 })).toBe(true);
    expect(isSameBeat(two, { ...two, next_at: 5 } as PlannedBeat)).toBe(true);
    expect(isSameBeat(one, two)).toBe(false);
    expect(withBeat([one, two], two, null)).toEqual([one]);
    expect(withBeat([one, two], one, { ...one, hour: 9 })).toEqual([{ ...one, hour: 9 }, two]);
    expect(withBeat([one], null, two)).toEqual([one, two]);
    expect(withBeat([one], two, null)).toBeNull();
  });

  it("is written into the list as it is now, not as it was read, and not where it is gone", async () => {
    const elsewhere = { ...beat({ id: "other" }), next_at: 3, next_local: "x" };
    const asked: unknown[] = [];
    const status = { running: true, ai_users: [view({ planned: [elsewhere] })] };
    const api = {
      json: async <T>(path: string, call?: { body?: unknown }) => {
        if (call?.body !== undefined) asked.push(call.body);
        return (path.endsWith("status") ? status : {}) as T;
      },
    };
    await writeBeat(api, "yu", null, beat({}));
    expect(asked).toEqual([{ user_id: "yu", planned: [bareBeat(elsewhere), beat({})] }]);
    await expect(writeBeat(api, "yu", beat({ id: "gone" }), null)).rejects.toThrow("gone");
    await expect(writeBeat(api, "nobody", null, beat({}))).rejects.toThrow("gone");
    expect(asked).toHaveLength(1);
  });
});

describe("what comes next", () => {
  it("is told in order, and nothing that has passed or never comes", () => {
    const planned = [
      { id: "p", hour: 1, minute: 0, message_template: " ", next_at: baseTime + 50, next_local: null },
      { hour: 1, minute: 0, message_template: "never", next_at: null, next_local: null },
    ];
    const follow_ups = [
      { id: "w", due_at: baseTime + 20, text: "学吉他", message_ids: [], kind: "wish" as const },
      { id: "old", due_at: baseTime - 1, text: "早就问过", message_ids: [] },
    ];
    const occasions = [
      { kind: "birthday", text: "生日是十一月三十", next_at: baseTime + 30 },
      { kind: "hundredth_day", text: "", next_at: baseTime + 60 },
      { kind: "toString", text: " ", next_at: baseTime + 70 },
    ];
    const own = { planned, follow_ups, occasions, next_silence_beat_at: baseTime + 40 };
    expect(comingOf(view(own), baseTime, zhInner).map(({ what }) => what)).toEqual([
      "惦记着：学吉他",
      "生日是十一月三十",
      "要是你一直没说话",
      "打个招呼",
      "第一百天",
      "一个要记得的日子",
    ]);
    expect(comingOf(view({ ...own, next_silence_beat_at: null }), baseTime, zhInner)).toHaveLength(5);
  });

  it.each([
    [3_600, "今天 23:30"],
    [2 * 3_600, "明天 00:30"],
    [3 * 86_400, "12月2日 22:30"],
    [-86_400, "昨天 22:30"],
  ])("%d seconds from now is %s", (ahead, words) => {
    expect(momentWords(baseTime + ahead, baseTime, zhInner, reader)).toBe(words);
  });

  it("says why nobody comes: all paused before this one, paused before put away", () => {
    const of = (enabled: boolean, active: boolean, running = true) =>
      standingOf({ enabled, active }, running);
    expect([of(true, true), of(true, true, false), of(false, false), of(true, false)]).toEqual([
      "open",
      "all-paused",
      "paused",
      "put-away",
    ]);
  });
});

describe("how close two are", () => {
  it.each([
    [1 / 3, "20 分钟"],
    [0.001, "1 分钟"],
    [24, "24 小时"],
    [72, "3 天"],
    [23_976, null],
    [Number.NaN, null],
  ])("%d hours of silence are %s", (hours, words) => {
    expect(silenceWords(hours, zhInner)).toBe(words);
  });

  it("tells its way newest first, each step with the level before it", () => {
    const steps = stepsOf(someRelationship().history);
    expect(steps.map(({ before, level }) => [before, level])).toEqual([
      ["一般", "关系较好"],
      [null, "一般"],
    ]);
  });

  it.each([undefined, "x", [null, 3, { level: 5 }, { level: "一般" }]])(
    "has no way where a hand wrote nonsense: %o",
    (history) => {
      expect(stepsOf(history)).toEqual([]);
    },
  );

  it("is the owner's choice where the owner set it, by page or by file, and not where a model did", () => {
    const made = someRelationship();
    expect(isOwnersChoice(made)).toBe(false);
    expect(isOwnersChoice({ ...made, level: "特别关心" })).toBe(true);
    const owners = { ...made.history[1], by: "owner" } as (typeof made.history)[number];
    expect(isOwnersChoice({ ...made, history: [owners] })).toBe(true);
    expect(isOwnersChoice({ ...made, history: [] })).toBe(false);
  });

  it.each([
    [0.642, 64],
    [-1, 0],
    [7, 100],
    ["0.5", 0],
    [Number.NaN, 0],
  ])("shows a share of %o as %d percent", (share, percent) => {
    expect(percentOf(share)).toBe(percent);
  });
});

describe("moods", () => {
  it.each([
    [0.9, "great"],
    [0.3, "good"],
    [0, "plain"],
    [-0.3, "low"],
    [-0.9, "bad"],
    [null, "unknown"],
  ])("of valence %o are %s", (valence, word) => {
    expect(moodWord(valence)).toBe(word);
  });

  it("name what was felt most, and plain turns only where there is nothing else", () => {
    expect(mostFelt({ neutral: 9, sad: 2, joy: 3 })).toBe("joy");
    expect(mostFelt({ neutral: 9, sad: 0 })).toBe("neutral");
    expect(mostFelt({})).toBeNull();
  });

  it("are summed up by their turns, with the best and the lowest day", () => {
    const { trend } = someMoods();
    const sum = sumOf(trend);
    expect(sum?.best).toBe(trend.at(-1));
    expect(sum?.worst.valence).toBe(-0.8);
    const two = (valence: number, turns: number) => ({ ...trend[0], valence, turns }) as MoodSpan;
    expect(sumOf([two(1, 1), two(-1, 3)])?.mean).toBe(-0.5);
    expect(sumOf([])).toBeNull();
  });

  it("break the line where nothing was said, and leave such days out of the table", () => {
    const { trend } = someMoods();
    const [moments, values] = chartRows(trend);
    expect(moments).toHaveLength(values.length);
    expect(values[3]).toBeNull();
    const rows = tableRows(trend);
    expect(rows).toHaveLength(trend.length - 1);
    expect(rows[0]?.from).toBeGreaterThan(rows[1]?.from ?? Number.POSITIVE_INFINITY);
  });

  it("are a dot where a day stands between two without talk, since no line goes there", () => {
    expect(standingAlone([0.2, null, 0.1, 0.4, null, -1, null, null, 0])).toEqual([0, 5, 8]);
    expect(standingAlone([])).toEqual([]);
    expect(standingAlone([1, 0.5])).toEqual([]);
  });
});

describe("pronouns", () => {
  it.each([
    ["她", "she"],
    ["She/her", "she"],
    [" 他 ", "he"],
    ["它", "it"],
    ["they", "they"],
    ["constructor", "they"],
    ["", "they"],
    [undefined, "they"],
  ])("%o are spoken as %s", (pronoun, spoken) => {
    expect(spokenOf(pronoun)).toBe(spoken);
  });
});

describe("the words of the inner life", () => {
  /** Every sentence of a dictionary, functions called with marks. */
  function sentences(words: unknown, path = ""): [string, string][] {
    if (typeof words === "string") return [[path, words]];
    if (typeof words === "function")
      return [[path, String((words as (...args: unknown[]) => unknown)("7", "3", "5", "2", "9"))]];
    return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
  }
  /** Numbers in them are names of days. */
  const calendar = /^\.(?:months|lunarMonths|lunarDays|everyYear|everyLunarYear)/;

  it.each([
    ["of the inner life", zhInner, enInner],
    ["of the work on memories", zhWork, enWork],
  ])("say the same things in both languages, none empty, with the same figures: %s", (_, ours, theirs) => {
    const [chinese, english] = [new Map(sentences(ours)), new Map(sentences(theirs))];
    expect([...english.keys()]).toEqual([...chinese.keys()]);
    for (const [key, text] of chinese) {
      expect(text.trim(), key).not.toBe("");
      expect(english.get(key)?.trim(), key).not.toBe("");
      expect(english.get(key), key).not.toMatch(/\p{Script=Han}/u);
      const figures = (one: string | undefined) => one?.match(/\d+/g)?.sort() ?? [];
      if (!calendar.test(key)) expect(figures(english.get(key)), key).toEqual(figures(text));
    }
  });

  it("keep English grammar for one, and a sentence's small letters", () => {
    expect([enInner.hours(1), enInner.hours(2)]).toEqual(["1 hour", "2 hours"]);
    expect(enInner.held("Tomorrow, 08:00")).toBe("Nothing comes until tomorrow, 08:00.");
    expect(enInner.held("2 Dec, 08:00")).toBe("Nothing comes until 2 Dec, 08:00.");
    expect(enInner.lunarDays.slice(0, 4)).toEqual(["1st day", "2nd day", "3rd day", "4th day"]);
    expect([enInner.lunarDays[10], enInner.lunarDays[20]]).toEqual(["11th day", "21st day"]);
  });

  it("name all days of a lunar month", () => {
    expect(zhInner.lunarDays).toHaveLength(30);
    expect(new Set(zhInner.lunarDays).size).toBe(30);
    expect([zhInner.lunarDays[9], zhInner.lunarDays[19], zhInner.lunarDays[29]]).toEqual([
      "初十",
      "二十",
      "三十",
    ]);
  });
});
