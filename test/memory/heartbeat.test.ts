// heartbeat.json as a state: what is due, that each due time is claimed once whatever the clock does, and how decisions are kept.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plansOf } from "../../src/memory/beat-plan.ts";
import { nightOf } from "../../src/memory/beat-time.ts";
import {
  type BeatTerms,
  beatFigures,
  claim,
  dueBeats,
  lapsedFollowUps,
  moveSilence,
  nextBeatAt,
  postponeFollowUp,
  recordBeat,
  retryLater,
  seePlans,
  silenceBeatAt,
  unseenPlans,
} from "../../src/memory/heartbeat.ts";
import { Heartbeat, type PlannedBeat } from "../../src/schema/heartbeat.ts";

const zone = "Asia/Shanghai";
const at = (clock: string, day = "10") => Date.parse(`2026-03-${day}T${clock}:00+08:00`) / 1000;
const morning: PlannedBeat = { id: "morning", hour: 9, minute: 30, message_template: "早安" };
const evening: PlannedBeat = { id: "evening", hour: 18, minute: 0, message_template: "晚饭" };
const terms = (more: Partial<BeatTerms> = {}): BeatTerms => ({
  zone,
  interval: 72 * 3600,
  night: nightOf(false),
  quiet: null,
  plans: plansOf([morning, evening]),
  heardAt: at("08:00"),
  ...more,
});
const empty = () => Heartbeat.parse({});
/** With its plans seen at a moment. */
const seen = (now: number, state = empty()) =>
  seePlans(state, unseenPlans(state, terms(), now), terms(), now);
const keys = (state: Heartbeat, now: number, more: Partial<BeatTerms> = {}) =>
  dueBeats(state, terms(more), now).map(({ key }) => key);

describe("planned beats", () => {
  it("are not owed for the time before they were seen", () => {
    expect(dueBeats(empty(), terms(), at("20:00"))).toEqual([]);
    expect(keys(seen(at("20:00")), at("20:00"))).toEqual([]);
    expect(keys(seen(at("09:00")), at("09:30"))).toEqual(["morning"]);
  });

  it("are claimed once", () => {
    const now = at("09:30");
    const [due] = dueBeats(seen(at("09:00")), terms(), now);
    const taken = due && claim(seen(at("09:00")), due, terms(), now);
    expect(taken?.beat).toMatchObject({ key: "morning", due_at: now, late: false });
    expect(taken && due && claim(taken.heartbeat, due, terms(), now)).toBeUndefined();
    expect(taken && keys(taken.heartbeat, now + 3600)).toEqual([]);
    expect(taken && keys(taken.heartbeat, at("09:30", "11"))).toContain("morning");
  });

  it("missed in a pause come back as the latest one alone, and the others count as taken", () => {
    const now = at("20:00", "17");
    const state = seen(at("09:00"));
    const due = dueBeats(state, terms({ heardAt: now }), now);
    expect(due.map(({ key, late }) => [key, late])).toEqual([["evening", true]]);
    const [first] = due;
    const taken = first && claim(state, first, terms({ heardAt: now }), now);
    expect(taken && keys(taken.heartbeat, now, { heardAt: now })).toEqual([]);
  });

  it("missed are not made good shortly before they come again", () => {
    const only = { plans: plansOf([evening]), heardAt: at("12:00", "16") };
    const state = { ...empty(), claims: { evening: [at("09:00")] } };
    expect(dueBeats(state, terms(only), at("15:30", "16"))).toEqual([]);
    expect(dueBeats(state, terms(only), at("14:30", "16")).map(({ due_at }) => due_at)).toEqual([
      at("18:00", "15"),
    ]);
    expect(dueBeats(state, terms(only), at("18:00", "16")).map(({ late }) => late)).toEqual([false]);
  });

  it("older than a day are let go", () => {
    const weekly: PlannedBeat = { ...morning, id: "weekly", repeat: "weekly", weekday: 2 };
    const only = { plans: plansOf([weekly]), heardAt: at("12:00", "12") };
    const state = { ...empty(), claims: { weekly: [at("00:00")] } };
    expect(dueBeats(state, terms(only), at("12:00", "10")).map(({ key }) => key)).toEqual(["weekly"]);
    expect(dueBeats(state, terms(only), at("12:00", "12"))).toEqual([]);
  });

  it("are forgotten with their claims when they are taken away", () => {
    const state = { ...seen(at("09:00")), claims: { gone: [1], morning: [2], evening: [3] } };
    expect(Object.keys(seePlans(state, [], terms(), at("10:00")).claims ?? {})).toEqual([
      "morning",
      "evening",
    ]);
  });

  it("the next one is found, past those that were taken before the clock was set back", () => {
    const state = { ...empty(), claims: { morning: [at("09:00"), at("09:30")], evening: [at("09:00")] } };
    expect(nextBeatAt(state, terms({ plans: plansOf([morning]) }), at("09:10"))).toBe(at("09:30", "11"));
    expect(nextBeatAt(state, terms(), at("09:10"))).toBe(at("18:00"));
  });
});

describe("the silence beat", () => {
  it("counts from when the person was last heard, and moves by its interval whatever comes of it", () => {
    expect(silenceBeatAt(empty(), terms(), at("12:00")).at).toBe(at("08:00", "13"));
    const moved = moveSilence(empty(), terms(), at("09:00", "13"));
    expect(moved.next_silence_beat_at).toBe(at("09:00", "16"));
    expect(silenceBeatAt(moved, terms(), at("10:00", "13"))).toEqual({
      at: at("09:00", "16"),
      chosen: false,
    });
    expect(silenceBeatAt(moved, terms({ heardAt: at("12:00", "14") }), at("13:00", "14")).at).toBe(
      at("12:00", "17"),
    );
  });

  it("follows a new level, zone or night at once; a new level begins with a silence of its own", () => {
    const moved = moveSilence(empty(), terms(), at("09:00"));
    const close = terms({ interval: 1200, levelSince: at("15:00") });
    expect(silenceBeatAt(moved, close, at("15:01")).at).toBe(at("15:20"));
    expect(silenceBeatAt(moved, { ...close, levelSince: at("15:00") + 31_536_000 }, at("15:01")).at).toBe(
      at("15:21"),
    );
    expect(silenceBeatAt(moved, terms({ interval: 1200 }), at("09:05")).at).toBe(at("09:20"));
  });

  it("at 999 days or thirty is that far ahead, and nothing is due before (C186, C187)", () => {
    const broken = terms({ interval: 999 * 86_400, plans: [] });
    expect(nextBeatAt(empty(), broken, at("08:00")) - at("08:00")).toBe(999 * 86_400);
    for (let day = 0; day < 999; day += 1)
      expect(dueBeats(empty(), broken, at("08:00") + day * 86_400)).toEqual([]);
    expect(silenceBeatAt(empty(), terms({ interval: 720 * 3600 }), at("08:00")).at - at("08:00")).toBe(
      720 * 3600,
    );
  });

  it("stands where the character or a hand put it, until the person speaks", () => {
    const record = { at: at("09:00"), decision: "silent" as const, reason: "" };
    const chosen = recordBeat(empty(), record, { unanswered: 0, nextHours: 5 });
    expect(silenceBeatAt(chosen, terms(), at("10:00"))).toEqual({ at: at("14:00"), chosen: true });
    expect(silenceBeatAt(chosen, terms({ heardAt: at("09:30") }), at("10:00")).chosen).toBe(false);
    const byHand = { ...moveSilence(empty(), terms(), at("09:00")), next_silence_beat_at: at("11:00") };
    expect(silenceBeatAt(byHand, terms(), at("10:00")).at).toBe(at("11:00"));
    const soon = recordBeat(empty(), record, { unanswered: 0, nextHours: 0.001 });
    expect(soon.next_silence_beat_at).toBe(at("09:20"));
  });

  it("is worked out anew where the clock was set back a year", () => {
    const moved = moveSilence(empty(), terms(), at("09:00") + 31_536_000);
    expect(silenceBeatAt(moved, terms(), at("09:00")).at).toBe(at("08:00", "13"));
  });
});

describe("what is due at once", () => {
  const followUp = { id: "f1", due_at: at("09:00"), text: "考试", message_ids: ["m1"] };

  it("comes in order: planned, promised, silence; and a claim moves the silence beside it", () => {
    const state = { ...seen(at("09:00")), follow_ups: [followUp] };
    const all = { interval: 1200 };
    expect(keys(state, at("09:30"), all)).toEqual(["morning", "f1", "silence"]);
    const [first] = dueBeats(state, terms(all), at("09:30"));
    const taken = first && claim(state, first, terms(all), at("09:30"));
    expect(taken && keys(taken.heartbeat, at("09:30"), all)).toEqual(["f1"]);
  });

  it("a follow-up is taken out by its claim, waits where it cannot be asked, and lapses after two days", () => {
    const state = { ...empty(), follow_ups: [followUp] };
    const taken = claim(state, { kind: "follow_up", key: "f1", due_at: at("09:00") }, terms(), at("09:00"));
    expect(taken?.heartbeat.follow_ups).toEqual([]);
    const waits = postponeFollowUp(state, "f1", at("08:00", "12"));
    expect(keys(waits, at("10:00"))).toEqual([]);
    expect(lapsedFollowUps(waits, at("09:00", "12"))).toEqual([]);
    expect(lapsedFollowUps(waits, at("09:01", "12"))).toEqual(["f1"]);
  });

  it("a failed beat comes again after two and ten minutes, and then no more; a silence beat does not", () => {
    const now = at("09:30");
    const [due] = dueBeats(seen(at("09:00")), terms(), now);
    if (!due) throw new Error("nothing is due");
    const failed = retryLater(empty(), due, now);
    expect(failed.retry).toMatchObject({ key: "morning", attempts: 1, next_at: now + 120 });
    const [again] = dueBeats(failed, terms({ plans: [] }), now + 120);
    const taken = again && claim(failed, again, terms({ plans: [] }), now + 120);
    expect(taken?.heartbeat.retry).toBeUndefined();
    const third = again && retryLater(empty(), again, now + 120).retry;
    expect(third).toMatchObject({ attempts: 2, next_at: now + 720 });
    expect(retryLater(empty(), { ...due, attempts: 2 }, now).retry).toBeUndefined();
    expect(retryLater(empty(), { ...due, kind: "silence" }, now).retry).toBeUndefined();
  });

  it("decisions are kept with their reasons, the last fifty", () => {
    let state = empty();
    for (let n = 0; n < 60; n += 1)
      state = recordBeat(state, { at: n, decision: "silent", reason: `r${n}` }, { unanswered: 0 });
    expect(state.history?.length).toBe(beatFigures.history);
    expect([state.history?.[0]?.reason, state.last_beat?.reason]).toEqual(["r10", "r59"]);
  });
});

it("whatever a clock does, no due time is claimed twice", () => {
  const jump = fc.oneof(
    fc.integer({ min: 15, max: 7_200 }),
    fc.integer({ min: -7_200, max: -1 }),
    fc.constantFrom(86_400, -86_400, 7 * 86_400, 31_536_000, -31_536_000),
  );
  fc.assert(
    fc.property(fc.array(jump, { maxLength: 60 }), (jumps) => {
      let now = at("09:00");
      let state = empty();
      const claimed = new Set<string>();
      for (const step of jumps) {
        now += step;
        const then = terms({ heardAt: now, interval: 999 * 86_400 });
        state = seePlans(state, unseenPlans(state, then, now), then, now);
        for (let due = dueBeats(state, then, now)[0]; due; due = dueBeats(state, then, now)[0]) {
          const taken = claim(state, due, then, now);
          if (!taken) throw new Error("what is due cannot be claimed");
          const name = `${due.key} ${due.due_at}`;
          expect(claimed.has(name)).toBe(false);
          claimed.add(name);
          state = taken.heartbeat;
        }
      }
    }),
    { numRuns: 150, seed: 7 },
  );
});
