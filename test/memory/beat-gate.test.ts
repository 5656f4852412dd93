// The gate in front of the model: what is dropped before anybody is asked, and why.
import { describe, expect, it } from "vitest";
import { type GateView, gate } from "../../src/memory/beat-gate.ts";
import type { BeatRecord } from "../../src/schema/heartbeat.ts";

const at = (clock: string, day = "10") => Date.parse(`2026-03-${day}T${clock}:00+08:00`) / 1000;
const view = (more: Partial<GateView> = {}): GateView => ({
  now: at("15:00"),
  zone: "Asia/Shanghai",
  level: "关系较好",
  quiet: { from: 23 * 60 + 30, to: 8 * 60 },
  busy: false,
  history: [],
  unanswered: 0,
  lastSentAt: undefined,
  heardAt: at("08:00", "08"),
  dailyLimit: 3,
  offline: false,
  spent: false,
  ...more,
});
const record = (
  clock: string,
  decision: "sent" | "silent",
  day = "10",
  kind: BeatRecord["kind"] = "silence",
): BeatRecord => ({
  at: at(clock, day),
  decision,
  reason: "",
  kind,
});
const silence = (more?: Partial<GateView>) => gate("silence", view(more));

describe("a silence beat", () => {
  it("passes where nothing is against it", () => expect(silence()).toBeNull());

  it.each<[string, Partial<GateView>]>([
    ["busy", { busy: true }],
    ["hold", { hold: { until: at("16:00"), reason: "busy" } }],
    ["asked_to_stop", { hold: { until: at("16:00"), reason: "asked_to_stop" } }],
    ["quiet_hours", { now: at("23:30") }],
    ["quiet_hours", { now: at("07:59") }],
    ["unanswered", { unanswered: 1 }],
    ["unanswered", { unanswered: 2, level: "特别关心" }],
    ["promised", { promised: true }],
    ["promised", { promised: true, unanswered: 1, level: "特别关心" }],
    ["too_soon", { lastSentAt: at("12:01") }],
    ["part_of_day", { history: [record("12:10", "silent")] }],
    ["daily_limit", { history: [record("08:10", "sent")], dailyLimit: 1 }],
    ["daily_limit", { dailyLimit: 0 }],
    ["daily_limit", { history: [record("08:10", "sent")], offline: true }],
    ["budget", { spent: true }],
    ["nothing_to_say", { history: [record("05:10", "silent"), record("09:10", "silent")], now: at("18:30") }],
  ])("is dropped: %s", (reason, more) => expect(silence(more)).toBe(reason));

  it.each<[string, Partial<GateView>]>([
    ["a question promised, and another word left before it", { promised: true, level: "特别关心" }],
    ["a question promised, at a moment of the character's own", { promised: true, chosen: true }],
    ["one unanswered at the closest level", { unanswered: 1, level: "特别关心" }],
    ["a hold that is over", { hold: { until: at("15:00"), reason: "busy" } }],
    ["three hours after the last", { lastSentAt: at("12:00") }],
    ["quiet hours that are over", { now: at("08:00") }],
    ["another part of the day", { history: [record("11:50", "silent")] }],
    ["the same part of another day", { history: [record("15:00", "sent", "09")] }],
    [
      "a moment that the character chose, after a silent one",
      { history: [record("12:10", "silent")], chosen: true },
    ],
    [
      "silent decisions of yesterday",
      { history: [record("18:10", "silent", "09"), record("22:10", "silent", "09")] },
    ],
    [
      "planned ones, which do not count",
      { history: [record("12:10", "sent", "10", "planned")], lastSentAt: at("12:00") },
    ],
    ["a last beat of another year, after the clock was set back", { lastSentAt: at("12:00") + 31_536_000 }],
  ])("passes with %s", (_name, more) => expect(silence(more)).toBeNull());

  it("of one night is one, across midnight", () => {
    const night = { quiet: null, now: at("02:00", "11"), dailyLimit: 9 };
    expect(silence({ ...night, history: [record("23:20", "silent")] })).toBe("part_of_day");
  });
});

describe("a planned beat", () => {
  it("passes limits, quiet hours and good night, but not a word to stop", () => {
    const full = { now: at("23:45"), unanswered: 9, lastSentAt: at("23:40"), spent: true, busy: true };
    expect(gate("planned", view(full))).toBeNull();
    expect(
      gate("planned", view({ ...full, hold: { until: at("08:00", "11"), reason: "good_night" } })),
    ).toBeNull();
    expect(gate("planned", view({ hold: { until: at("16:00"), reason: "asked_to_stop" } }))).toBe(
      "asked_to_stop",
    );
  });

  it("that comes late waits for the end of quiet hours", () => {
    expect(gate("planned", view({ now: at("03:00"), late: true }))).toBe("quiet_hours");
    expect(gate("planned", view({ late: true }))).toBeNull();
  });
});

describe("a follow-up", () => {
  it("is held like a silence beat, but may share its part of the day", () => {
    expect(gate("follow_up", view({ now: at("23:45") }))).toBe("quiet_hours");
    expect(gate("follow_up", view({ unanswered: 1 }))).toBe("unanswered");
    expect(gate("follow_up", view({ unanswered: 2, unansweredPlans: 1 }))).toBe("unanswered");
    expect(gate("follow_up", view({ unanswered: 2, unansweredPlans: 2 }))).toBeNull();
    expect(silence({ unanswered: 1, unansweredPlans: 1 })).toBe("unanswered");
    expect(gate("follow_up", view({ level: "决裂" }))).toBe("nothing_to_say");
    expect(gate("follow_up", view({ history: [record("12:00", "silent")] }))).toBeNull();
  });
});

describe("what was missed in a pause", () => {
  const late = { late: true, history: [{ ...record("14:50", "silent"), due_at: at("09:00") }] };

  it("waits where something else of it was made good just now, whether that was said or not", () => {
    expect(gate("follow_up", view(late))).toBe("caught_up");
    expect(gate("follow_up", view({ ...late, secondLook: true }))).toBe("caught_up");
    expect(gate("planned", view(late))).toBeNull();
  });

  it("waits for nothing that came in its time, and not for long", () => {
    expect(gate("follow_up", view({ ...late, late: false }))).toBeNull();
    expect(gate("follow_up", view({ ...late, now: at("15:50") }))).toBeNull();
    const inTime = [{ ...record("14:50", "silent"), due_at: at("14:50") }];
    expect(gate("follow_up", view({ late: true, history: inTime }))).toBeNull();
  });
});

describe("the second look at a message left unanswered", () => {
  const look = (more: Partial<GateView> = {}) => gate("follow_up", view({ secondLook: true, ...more }));

  it("passes the limits of what is said first", () => {
    expect(look({ unanswered: 2, lastSentAt: at("14:50"), dailyLimit: 0 })).toBeNull();
  });

  it.each<[string, Partial<GateView>]>([
    ["busy", { busy: true }],
    ["quiet_hours", { now: at("23:45") }],
    ["hold", { hold: { until: at("16:00"), reason: "busy" } }],
    ["asked_to_stop", { hold: { until: at("16:00"), reason: "asked_to_stop" } }],
    ["nothing_to_say", { level: "决裂" }],
    ["budget", { spent: true }],
  ])("is held: %s", (reason, more) => expect(look(more)).toBe(reason));
});

it("what the owner asks for passes everything", () => {
  const closed = view({
    busy: true,
    unanswered: 5,
    now: at("03:00"),
    hold: { until: at("05:00"), reason: "asked_to_stop" },
  });
  expect(gate("manual", closed)).toBeNull();
});
